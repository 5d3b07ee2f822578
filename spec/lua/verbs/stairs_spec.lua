-- Verbs at the ends of stairs: who stands there is in the only way. The other end is one step away.

local astar = require "astar"
local modded = require "support.modded"
local requests_in = require "support.requests_in"

local unpack = table.unpack or unpack

-- Two floors of one row each, with stairs from the end of the lower to the beginning of the upper.
local function stairs(below, above)
  local map = astar.map { levels = { { name = "below", rows = { ("."):rep(below) } },
    { name = "above", rows = { ("."):rep(above) } } } }
  local lower, upper = map:level "below", map:level "above"
  map:link { from = { lower:cell(below, 1) }, to = { upper:cell(1, 1) }, cost = 30 }
  local world = astar.world { map = map, fog = false, report = error }
  return world, function(x) return upper:cell(x, 1) end
end

local function place(unit)
  local _, x = unit.world.map:level_at(unit.x, unit.y)
  return unit.level .. " " .. x
end

describe("a unit that stands on the landing #quick", function()
  local verbs = {
    go = function(hero, rat) return hero:go(rat) end,
    ["go next to its cell"] = function(hero, rat) return hero:go(rat.x, rat.y, { within = 1 }) end,
    approach = function(hero, rat) return hero:approach(rat) end,
    chase = function(hero, rat) return hero:chase(rat) end,
    engage = function(hero, rat) return hero:engage(rat) end,
  }
  local function result_of(verb, avoidance, ticks)
    local world, upper = stairs(6, 5)
    local x, y = upper(1)
    local rat = world:unit { player = "wild", x = x, y = y, speed = 0.5, avoidance = avoidance }
    local hero, result = world:unit { player = "red", x = 1, y = 1, speed = 0.5 }, nil
    hero:behave(function(one) result = { verb(one, rat) } end)
    for _ = 1, ticks or 40 do world:tick() end
    assert.equal("below 6", place(hero))
    return result
  end
  for _, avoidance in ipairs { "yield", "wait" } do
    for name, verb in pairs(verbs) do
      it(("is near at the foot of the stairs: %s, %s"):format(name, avoidance), function()
        assert.same({ true }, result_of(verb, avoidance))
      end)
    end
    it(("takes a tick each time: %s"):format(avoidance), function()
      assert.same({ 1, 1, 1 }, result_of(function(hero, rat)
        local took = {}
        hero:go(rat)
        for i = 1, 3 do
          local began = hero.world.ticks
          hero:go(rat)
          took[i] = hero.world.ticks - began
        end
        return unpack(took)
      end, avoidance, 400))
    end)
    it(("lets nobody up: %s"):format(avoidance), function()
      for partial, code in pairs { [false] = "crowded", [true] = "partial" } do
        assert.same({ nil, code }, result_of(function(hero, rat)
          return hero:go(rat.x, rat.y, { partial = partial })
        end, avoidance))
      end
    end)
  end

  it("is near for a mod's unit, too", function()
    local world, upper = stairs(6, 5)
    local x, y = upper(1)
    world:unit { player = "wild", x = x, y = y, speed = 0.5 }
    local _, lines = modded(world, [[
      return function(unit)
        unit:sleep(1)
        for one in unit.world:units() do
          if one ~= unit then print(unit:engage(one, { hit = function() end })) end
        end
      end]])
    local hero = world:unit { player = "red", x = 1, y = 1, speed = 0.5, behaviour = "test.it" }
    for _ = 1, 60 do world:tick() end
    assert.equal("below 6", place(hero))
    assert.same({ "true" }, lines)
  end)

  it("is followed and guarded from there, with few searches", function()
    for _, verb in ipairs { "follow", "guard" } do
      local world, upper = stairs(6, 5)
      local x, y = upper(1)
      local rat = world:unit { player = "wild", x = x, y = y, speed = 0.5 }
      local hero, ended = world:unit { player = "red", x = 1, y = 1, speed = 0.5 }, false
      hero:behave(function(one)
        if verb == "follow" then one:follow(rat, { within = 1 }) else one:guard(rat) end
        ended = true
      end)
      for _ = 1, 60 do world:tick() end
      local searches = requests_in(function()
        for _ = 1, 64 do world:tick() end
      end)
      assert(searches <= 8, ("%s: %d searches"):format(verb, searches))
      assert.equal("below 6", place(hero))
      rat:place(upper(5))
      for _ = 1, 60 do world:tick() end
      assert.equal("above 4", place(hero))
      assert.is_false(ended)
    end
  end)
end)

describe("units that follow another up the stairs #quick", function()
  it("stand behind it in a row, and go on when it does", function()
    local world, upper = stairs(10, 14)
    local leader = world:unit { player = "red", x = 5, y = 1, speed = 0.4 }
    local rows, ended = {}, 0
    for i = 1, 4 do
      rows[i] = world:unit { player = "red", x = 5 - i, y = 1, speed = 0.5 }
      rows[i]:behave(function(one)
        one:follow(leader)
        ended = ended + 1
      end)
    end
    for _, goal in ipairs { 8, 14 } do
      leader:order("go", upper(goal))
      for _ = 1, 240 do world:tick() end
      local _, before = world.map:level_at(leader.x, leader.y)
      assert.equal(goal, before)
      for i, unit in ipairs(rows) do
        local _, x = world.map:level_at(unit.x, unit.y)
        assert.equal("above", unit.level)
        assert(x < before and x >= goal - i - 2, ("%d stands at %d of %d"):format(i, x, goal))
        before = x
      end
    end
    assert.equal(0, ended)
  end)
end)
