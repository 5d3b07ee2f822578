local builds = require "support.builds"
local cases = require "support.cases"

local function battle(lua, ticks)
  return builds.run(lua, "spec/support/battle.lua " .. ticks)
end

describe("the skirmish", function()
  it("is the same on PUC Lua and on LuaJIT", function()
    for _, lua in ipairs { builds.own, builds.other } do
      if not builds.is_there(lua) then return pending("no build for " .. lua) end
    end
    local ticks = cases.are_fewer and 200 or 300
    local output = battle(builds.own, ticks)
    assert.equal(output, battle(builds.other, ticks))
    assert.matches(("\n%d %%x+ 0%%.%%d+ %%d+ %%d+ 0\n$"):format(ticks), output)
  end)
end)
