-- One source for all Luas: a module says when it is given to another Lua than its own, and what is
-- played, saved and recorded is the same under each. Luas that are not there are left out: `make
-- test-extra` builds the module for all.

local builds = require "support.builds"
local skip = require "support.skip"

local function first_line(text) return (text:gsub("\n.*", "")) end

describe("a module for another Lua #extra", function()
  local LOAD = [[-e "local ok, message = pcall(require, 'astar') print(ok) print(message)"]]

  local it = skip.where(builds.missing())

  it("says so", function()
    for _, lua in ipairs(builds.others()) do
      for _, pair in ipairs { { builds.own, lua }, { lua, builds.own } } do
        local loader, made_for = pair[1], pair[2]
        local said = builds.run(loader, LOAD, made_for)
        local words = {}
        for i, one in ipairs(pair) do
          words[i] = one == "luajit" and "LuaJIT" or one:gsub("lua", "Lua ")
        end
        local wanted = ("core.so is for %s[%%d. ]*, and this is %s"):format(words[2], words[1])
        assert.equal("false", first_line(said))
        assert.matches(wanted, said)
        assert.matches("\nastar: [^\n]*" .. wanted .. "[^\n]*: put the folder of build/"
          .. loader:gsub("%.", "%%.") .. " before it in\nLUA_CPATH", said)
      end
    end
  end)
end)

describe("a module for this Lua #extra", function()
  it("is loaded where a host has taken `jit` away, or made one", function()
    for _, value in ipairs { "nil", "{}" } do
      local line = ('-e "jit = %s print((pcall(require, [[astar.core]])))"'):format(value)
      assert.equal("true", first_line(builds.run(builds.own, line, builds.own)))
    end
  end)
end)

describe("a battle with a recording #extra", function()
  local it = skip.where(builds.missing())

  it("comes to the same files, byte by byte, under every Lua", function()
    local words = "spec/support/everywhere.lua 30"
    local own = builds.run(builds.own, words)
    assert.matches("\nmap %x+ %d+\n$", own)
    -- Machines of mods hold a speed of 2.0 as an integer where the game's Lua has no floats beside
    -- them, and are in the bytes of a saved world.
    local function comparable(text)
      if not require("astar").features.vault then return text end
      return (text:gsub("\nworld [^\n]*", ""))
    end
    for _, lua in ipairs(builds.others()) do
      assert.equal(comparable(own), comparable(builds.run(lua, words)), lua)
    end
  end)
end)

describe("the skirmish #extra", function()
  local it = skip.where(builds.missing())

  it("is the same under every Lua", function()
    local ticks = 200
    local words = "spec/support/battle.lua " .. ticks
    local output = builds.run(builds.own, words)
    for _, lua in ipairs(builds.others()) do assert.equal(output, builds.run(lua, words), lua) end
    assert.matches(("\n%d %%x+ 0%%.%%d+ %%d+ %%d+ 0\n$"):format(ticks), output)
  end)
end)
