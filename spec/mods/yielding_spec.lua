-- A behaviour gives way within pcall and xpcall, under every Lua: in Lua 5.1, which cannot yield
-- across its own, astar makes up for that.

local doing = require "astar.world.doing"
local modded = require "support.modded"
local protected = require "astar.protected"
local small_world = require "support.small_world"

local function new_world() return small_world "........\n........" end

-- What a mod prints whose unit runs `text`, in so many ticks; and what is reported.
local function told_by(text, ticks)
  local world, reports = new_world(), {}
  world.report = function(report) reports[#reports + 1] = report end
  local mod, lines = modded(world, text)
  assert(mod, lines)
  local unit = world:unit { player = "green", x = 1, y = 1, speed = 1, behaviour = "test.it" }
  for _ = 1, ticks or 20 do world:tick() end
  return lines, unit, reports, world
end

describe("a behaviour of a mod #quick", function()
  it("gives way within pcall, and has its results", function()
    local lines, unit = told_by [[
      return function(unit)
        local co = coroutine.running()
        print(pcall(function(...)
          unit:go(4, 1)
          assert(coroutine.running() == co and coroutine.status(co) == "running")
          return select("#", ...), ...
        end, 1, nil))
        print(pcall(pcall, function() unit:sleep(1) error("lost", 0) end))
        print(select(2, pcall(function() unit:sleep(1) error { code = 7 } end)).code)
        unit:go(8, 1)
      end]]
    assert.same({ "true\t2\t1\tnil", "true\tfalse\tlost", "7" }, lines)
    assert.equal(8, unit.x)
  end)

  it("gives way within xpcall, whose handler tells of the error", function()
    local lines = told_by [[
      return function(unit)
        print(xpcall(function(x) unit:go(x, 1) return unit.x end, function() end, 4))
        print(xpcall(function() unit:sleep(1) error("lost", 0) end,
          function(message) return "because " .. message end))
      end]]
    assert.same({ "true\t4", "false\tbecause lost" }, lines)
  end)

  it("gives way within coroutines of its own, in a pcall of theirs", function()
    local lines = told_by [[
      return function(unit)
        local each = coroutine.wrap(function()
          for i = 1, 3 do print(pcall(coroutine.yield, i)) end
          return "end"
        end)
        print(each(), each("a"), each(), each "b")
      end]]
    assert.same({ "true\ta", "true", "true\tb", "1\t2\t3\tend" }, lines)
  end)

  it("is blamed for a mistake by the line within pcall", function()
    local lines, _, reports = told_by [[
      return function(unit)
        local ok, message = pcall(function()
          unit:sleep(1)
          unit:go(nil)
        end)
        print(ok, message)
        pcall(function() unit:sleep(2) unit.data.bad = print end)
        unit:sleep(1)
      end]]
    assert.matches("^false\ttest/it.lua:4: bad argument #1 to 'go'", lines[1])
    assert.equal("test/it.lua:8", reports[1].where)
  end)

  it("tells what it is doing within pcall", function()
    local _, _, _, world = told_by([[
      return function(unit) pcall(function() unit:guard({ x = 4, y = 1 }) end) end]], 12)
    local numbers = {}
    assert.equal("guard(\1, \1)", doing.verbs(world:unit(1), numbers))
    assert.same({ 4, 1 }, numbers)
  end)

  it("ends in time in a pcall that would go on forever", function()
    local _, _, reports = told_by([[
      return function(unit)
        while true do pcall(function() unit:sleep(1) while true do end end) end
      end]], 3)
    assert.truthy(#reports > 0)
    assert.matches("too many instructions", reports[1].text)
  end)
end)

describe("a behaviour of the game's #quick", function()
  it("gives way within astar.protected's pcall and xpcall", function()
    local world = new_world()
    local seen = {}
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    unit:behave(function(self)
      seen[1] = { protected.pcall(function(x) self:go(x, 1) return self.x end, 4) }
      seen[2] = { protected.xpcall(function() self:sleep(1) error("lost", 0) end, tostring) }
      self:go(8, 1)
    end)
    for _ = 1, 20 do world:tick() end
    assert.same({ { true, 4 }, { false, "lost" } }, seen)
    assert.equal(8, unit.x)
  end)
end)
