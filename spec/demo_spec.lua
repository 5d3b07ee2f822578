local builds = require "support.builds"

local function battle(lua, ticks)
  return builds.run(lua, "spec/support/battle.lua " .. ticks)
end

describe("the skirmish", function()
  it("is the same on PUC Lua and on LuaJIT", function()
    for _, lua in ipairs { builds.own, builds.other } do
      if not builds.is_there(lua) then return pending("no build for " .. lua) end
    end
    local output = battle(builds.own, 300)
    assert.equal(output, battle(builds.other, 300))
    assert.matches("\n300 %x+ 0%.%d+ %d+ %d+ 0\n$", output)
  end)
end)
