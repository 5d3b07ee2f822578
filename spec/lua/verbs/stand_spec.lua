-- The verbs that choose where to stand: take_cover, flank, ambush, harass, hold.

local astar = require "astar"
local doing = require "astar.world.doing"
local modded = require "support.modded"
local small_world = require "support.small_world"

local unpack = table.unpack or unpack

local function cell(unit) return ("%d,%d"):format(unit.x, unit.y) end

local function hidden(world, unit, enemy)
  return not (world.map:line_of_sight(enemy.x, enemy.y, unit.x, unit.y))
end

describe("unit:take_cover #quick", function()
  local FIELD = [[
    . . . . . . . . . . . .
    . . . . # # . . . . . .
    . . . . # # . . . . . F
    . . . . . . . . . . . .
    A . . . . . # . . . . .
    . . . . . . . . . . . .
  ]]

  local function scene(options)
    local world, at = small_world(FIELD, options)
    local function unit(player, mark)
      return world:unit { player = player, x = at[mark].x, y = at[mark].y, speed = 1, sight = 20 }
    end
    return world, unit("red", "A"), unit("blue", "F")
  end

  it("goes to the nearest place that no enemy sees", function()
    local world, unit, enemy = scene()
    local result = world.outcome(unit, 60, function(one) return one:take_cover() end)
    assert.is_true(result[1])
    assert.equal("1,3", cell(unit))              -- in the shadow of the wall
    assert.is_true(hidden(world, unit, enemy))
    assert.same({}, world.reports)
    assert.is_nil(next(world._reserved))
  end)

  it("stays where it is hidden, or where there are no threats", function()
    local world, unit = scene()
    unit:place(3, 3)
    assert.is_true(world.outcome(unit, 60, function(one) return one:take_cover() end)[1])
    assert.equal("3,3", cell(unit))
    unit:place(8, 6)
    assert.is_true(world.outcome(unit, 60, function(one)
      return one:take_cover(nil, { distance = 2 })
    end)[1])
    assert.equal("8,6", cell(unit))
  end)

  it("hides from a place, as far as that sees", function()
    local world, unit = scene()
    local result = world.outcome(unit, 60, function(one)
      return one:take_cover({ x = 1, y = 4 }, { range = 2 })
    end)
    assert.is_true(result[1])
    assert.is_true((unit.x - 1) ^ 2 + (unit.y - 4) ^ 2 > 4, cell(unit))
  end)

  it("keeps out of danger, and prefers cover that costs a longer way", function()
    local world, unit, enemy = scene()
    world:influence("danger"):add(1, 3, 90, 1)
    world.outcome(unit, 60, function(one) return one:take_cover() end)
    assert.is_true(hidden(world, unit, enemy))
    assert.equal(0, unit:influence("danger"))
  end)

  it("does not send two units to one place", function()
    local world, unit, enemy = scene()
    local other = world:unit { player = "red", x = 1, y = 6, speed = 1, sight = 20 }
    local ended = 0
    for _, one in ipairs { unit, other } do
      one:behave(function(it)
        assert(it:take_cover())
        ended = ended + 1
      end)
    end
    world.run(60, function() return ended == 2 end)
    assert.same({ 2, true, true },
      { ended, hidden(world, unit, enemy), hidden(world, other, enemy) })
    assert.is_true(cell(unit) ~= cell(other))
  end)

  it("goes on when an enemy has come to where it sees the place", function()
    local world, unit, enemy = scene()
    enemy.speed = 1
    enemy:behave(function(one) one:go(8, 1) end)
    local result = world.outcome(unit, 90, function(one)
      local done = one:take_cover()
      one:wait(20)
      return done, one:take_cover()
    end)
    assert.same({ true, true }, { result[1], result[2] })
    assert.is_true(hidden(world, unit, enemy))
  end)

  it("says that it is cornered, or ends in time", function()
    local world = small_world ". . . . . . . ."
    local unit = world:unit { player = "red", x = 2, y = 1, speed = 0.1, sight = 20 }
    world:unit { player = "blue", x = 8, y = 1 }
    assert.same({ nil, "cornered" }, { unpack(world.outcome(unit, 60, function(one)
      return one:take_cover()
    end), 1, 2) })
    world.map:set(3, 1, "wood")
    local late = scene()
    assert.is_table(late)
    local slow = select(2, scene())
    slow.speed = 0.01
    local result = slow.world.outcome(slow, 90, function(one)
      return one:take_cover(nil, { ticks = 9 })
    end)
    assert.is_true(result[1])
    assert.is_true(result.ticks <= 14)
  end)
end)

describe("unit:flank #quick", function()
  local FIELD = [[
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . A . . . . . . . F . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
  ]]

  local function scene()
    local world, at = small_world(FIELD)
    local unit = world:unit { player = "red", x = at.A.x, y = at.A.y, speed = 1, sight = 20 }
    local enemy = world:unit { player = "blue", x = at.F.x, y = at.F.y, speed = 0.25, sight = 9 }
    return world, unit, enemy
  end

  it("comes from behind or from the side, and keeps away until it is beside the target", function()
    local world, unit, enemy = scene()
    local nearest_in_front = 99
    local result
    unit:behave(function(one) result = { one:flank(enemy, { radius = 4 }) } end)
    world.run(90, function()
      if unit.x < enemy.x - 1 then
        nearest_in_front = math.min(nearest_in_front, unit:distance(enemy))
      end
      return result
    end)
    assert.same({ true }, result)
    assert.is_true(unit:distance(enemy) <= 2 and unit.x >= enemy.x - 1, cell(unit))
    assert.is_true(nearest_in_front >= 3, nearest_in_front)
    assert.same({}, world.reports)
    assert.is_nil(next(world._reserved))
  end)

  it("takes the front from an option", function()
    local world, unit, enemy = scene()
    assert.is_true(world.outcome(unit, 90, function(one)
      return one:flank(enemy, { front = { x = 15, y = 5 }, range = 1 })
    end)[1])
    assert.is_true(unit.x <= enemy.x, cell(unit))
  end)

  it("follows a target that moves", function()
    local world, unit, enemy = scene()
    enemy:behave(function(one) one:go(10, 1) end)
    assert.is_true(world.outcome(unit, 90, function(one) return one:flank(enemy) end)[1])
    assert.is_true(unit:distance(enemy) <= 3)
  end)

  it("says that the target is gone, not seen, or cannot be flanked", function()
    local world, unit, enemy = scene()
    enemy:remove()
    local function code(target)
      return world.outcome(unit, 90, function(one) return one:flank(target) end)[2]
    end
    assert.equal("gone", code(enemy))
    local narrow = small_world ". . . . . ."
    local one = narrow:unit { player = "red", x = 1, y = 1, speed = 1, sight = 9 }
    local other = narrow:unit { player = "blue", x = 6, y = 1 }
    assert.equal("none", narrow.outcome(one, 60, function(it) return it:flank(other) end)[2])
  end)
end)

describe("unit:ambush #quick", function()
  -- The road from the east leads through a gate, S.
  local FIELD = [[
    . . . . . . # . . . . . .
    . . . . . . # . . . . . .
    . A . . . . # . . . . . .
    . . . . . . S . . . . . F
    . . . . . . # . . . . . .
    . . . . . . # . . . . . .
  ]]

  local function scene(enemy_comes)
    local world, at = small_world(FIELD)
    local unit = world:unit { player = "red", x = at.A.x, y = at.A.y, speed = 1, sight = 20 }
    local enemy = world:unit { player = "blue", x = at.F.x, y = at.F.y, speed = 0.5, sight = 9 }
    if enemy_comes then
      enemy:behave(function(one)
        one:wait(20)
        one:go(1, 4)
      end)
    end
    return world, unit, enemy, at.S
  end

  it("hides beside the way, and returns the enemy that comes", function()
    local world, unit, enemy, spot = scene(true)
    local stood
    local result
    unit:behave(function(one) result = { one:ambush(spot, { range = 3 }) } end)
    world.run(20)
    stood = cell(unit)
    assert.is_nil(result)
    assert.is_true(hidden(world, unit, { x = 13, y = 4 }), stood)
    assert.is_true(world.map:line_of_sight(unit.x, unit.y, spot.x, spot.y), stood)
    assert.is_true(unit:distance(spot) >= 2 and unit:distance(spot) <= 3, stood)
    world.run(60, function() return result end)
    assert.same({ true, enemy }, result)
    assert.is_true(enemy.x <= spot.x + 3)
    assert.equal(stood, cell(unit))
    for key in pairs(world._reserved) do assert.is_nil(key:find("ambush", 1, true), key) end
  end)

  it("returns the enemy that has found it, aside from the spot", function()
    local world, unit, enemy, spot = scene(false)
    local result
    unit:behave(function(one) result = { one:ambush(spot, { range = 2 }) } end)
    world.run(20)
    assert.is_nil(result)
    for y = unit.y - 1, unit.y + 1 do
      for x = unit.x - 1, unit.x + 1 do
        if enemy:distance(unit) > 1 or enemy:distance(spot) < 3 then enemy:place(x, y) end
      end
    end
    assert.same({ 1, 3 }, { enemy:distance(unit), enemy:distance(spot) })
    world.run(8)
    assert.is_true(result[1])
    assert.equal(enemy, result[2])
  end)

  it("waits only so long", function()
    local world, unit, _, spot = scene(false)
    local result = world.outcome(unit, 90, function(one)
      return one:ambush(spot, { ticks = 30 })
    end)
    assert.same({ nil, "timeout" }, { result[1], result[2] })
    assert.is_true(result.ticks >= 30 and result.ticks <= 36, result.ticks)
  end)

  it("hides from where they are expected", function()
    local world, unit, _, spot = scene(false)
    unit:behave(function(one) one:ambush(spot, { range = 3, from = { x = 1, y = 4 } }) end)
    world.run(30)
    assert.is_true(hidden(world, unit, { x = 1, y = 4 }) or unit.x > 7, cell(unit))
  end)
end)

describe("unit:harass #quick", function()
  local FIELD = [[
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    A . . . . . . . . . F . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
  ]]

  local function scene()
    local world, at = small_world(FIELD)
    local unit = world:unit { player = "red", x = at.A.x, y = at.A.y, speed = 1, sight = 20 }
    local enemy = world:unit { player = "blue", x = at.F.x, y = at.F.y, speed = 0.25, sight = 9 }
    return world, unit, enemy
  end

  it("strikes from afar, again and again", function()
    local world, unit, enemy = scene()
    local hits = {}
    unit:behave(function(one)
      one:harass(enemy, { range = 4, near = 2, cooldown = 10, hit = function(_, it)
        hits[#hits + 1] = { world.ticks, one:distance(it) }
      end })
    end)
    world.run(60)
    assert.is_true(#hits >= 4, #hits)
    for i, hit in ipairs(hits) do
      assert.is_true(hit[2] > 2 and hit[2] <= 4)
      if i > 1 then assert.is_true(hit[1] - hits[i - 1][1] >= 10) end
    end
    assert.same({}, world.reports)
  end)

  it("keeps away from an enemy that comes", function()
    local world, unit, enemy = scene()
    enemy:behave(function(one) one:chase(unit) end)
    local least, hits = 99, 0
    unit:behave(function(one)
      one:harass(enemy, { hit = function() hits = hits + 1 end })
    end)
    world.run(120, function() least = math.min(least, unit:distance(enemy)) end)
    assert.is_true(least >= 2, least)
    assert.is_true(hits >= 3, hits)
  end)

  it("tells the enemy, where the game does not say how it strikes; ends with it", function()
    local world, unit, enemy = scene()
    local heard, result
    enemy:behave(function(one)
      while not heard do
        one:sleep()
        heard = select(2, one:event "attacked")
      end
    end)
    unit:behave(function(one) result = { one:harass(enemy) } end)
    world.run(60, function() return heard end)
    assert.equal(unit, heard)
    enemy:remove()
    world.run(10, function() return result end)
    assert.same({ nil, "gone" }, { result[1], result[2] })
    assert.is_nil(next(world._reserved))
  end)
end)

describe("unit:hold #quick", function()
  -- A gate, S, in a wall; enemies come from the east, F.
  local FIELD = [[
    . . . . . . . . . . . . . . . .
    . . . . . . . # . . . . . . . .
    . A . . . . . # . . . . . . . .
    . . . . . . . S . . . . . . . F
    . B . . . . . # . . . . . . . .
    . . . . . . . # . . . . . . . .
  ]]

  local function scene()
    local world, at = small_world(FIELD)
    local function unit(player, mark)
      return world:unit { player = player, x = at[mark].x, y = at[mark].y, speed = 1, sight = 20 }
    end
    return world, unit("red", "A"), unit("blue", "F"), at.S, unit("red", "B")
  end

  local function sees(world, unit, place)
    return (world.map:line_of_sight(unit.x, unit.y, place.x, place.y))
  end

  it("stands in cover from those it knows of, in sight of the place", function()
    local world, unit, enemy, spot = scene()
    unit:behave(function(one) one:hold(spot, { radius = 3 }) end)
    world.run(20)
    local stood = cell(unit)
    assert.is_true(hidden(world, unit, enemy), stood)
    assert.is_true(sees(world, unit, spot), stood)
    assert.is_true(unit:distance(spot) <= 2, stood)   -- of the posts in cover a near one
    world.run(100)
    assert.equal(stood, cell(unit))
    assert.same({}, world.reports)
  end)

  it("without enemies stands at the place; watches what it is told to", function()
    local world, unit, enemy, spot = scene()
    enemy:remove()
    unit:behave(function(one) one:hold(spot) end)
    world.run(20)
    assert.equal(cell(spot), cell(unit))
    local from = { x = 16, y = 4 }
    unit:behave(function(one) one:hold(spot, { from = from }) end)
    world.run(20)
    assert.is_true(hidden(world, unit, from), cell(unit))
    assert.is_false(sees(world, unit, { x = 16, y = 1 }), cell(unit))
    unit:behave(function(one)
      one:hold(spot, { from = from, watch = { { x = 16, y = 1 }, { x = 9, y = 1 },
        { x = 12, y = 1 }, { x = 14, y = 1 } } })
    end)
    world.run(20)
    assert.is_true(hidden(world, unit, from), cell(unit))
    assert.is_true(sees(world, unit, { x = 16, y = 1 }), cell(unit))
  end)

  it("would rather be seen than not see the place", function()
    local world, at = small_world [[
      . . . . . . . .
      F S # . . . A .
      . . . . . . . .
    ]]
    local unit = world:unit { player = "red", x = at.A.x, y = at.A.y, speed = 1, sight = 20 }
    unit:behave(function(one) one:hold(at.S, { within = 2, from = at.F }) end)
    world.run(30)
    assert.is_true(sees(world, unit, at.S), cell(unit))
    assert.equal("standing", unit.state)
  end)

  it("gives two units a post each", function()
    local world, unit, enemy, spot, other = scene()
    for _, one in ipairs { unit, other } do
      one:behave(function(it) it:hold(spot, { radius = 3 }) end)
    end
    world.run(30)
    assert.is_true(cell(unit) ~= cell(other))
    for _, one in ipairs { unit, other } do
      assert.equal("standing", one.state)
      assert.is_true(hidden(world, one, enemy) and sees(world, one, spot), cell(one))
    end
    unit:behave(nil)
    other:behave(nil)
    world.run(1)
    assert.same({}, world._reserved)
  end)

  it("engages enemies that come near the place, and returns to its post", function()
    local world, unit, enemy, spot = scene()
    local struck = 0
    unit:behave(function(one)
      one:hold(spot, { radius = 3, engage = function(it, who)
        struck = struck + 1
        local done, code = it:engage(who)
        return done, code
      end })
    end)
    world.run(20)
    local stood = cell(unit)
    assert.equal(0, struck)
    enemy:behave(function(one)
      one:go(10, 4)
      one:wait(12)
      one:go(16, 4)
    end)
    world.run(20)
    assert.is_true(struck > 0)
    assert.is_true(cell(unit) ~= stood)
    world.run(60)
    assert.equal(stood, cell(unit))
    assert.same({}, world.reports)
  end)

  it("keeps its post through a fight, though another has become nearer", function()
    local world, unit, enemy, spot = scene()
    unit:behave(function(one)
      one:hold(spot, { radius = 3, engage = function(it) it:go(6, 6) end })
    end)
    world.run(20)
    local stood = cell(unit)
    enemy:place(10, 4)
    world.run(6)
    assert.is_true(cell(unit) ~= stood)
    enemy:place(16, 4)
    world.run(30)
    assert.equal(stood, cell(unit))
  end)

  it("chooses again when the way to its post is cut, if there is another one", function()
    local world, at = small_world [[
      . . . . . . . .
      . . . . . . # .
      A . . . . . . S
      . . . . . . # .
    ]]
    world.map:terrain("water", false)            -- which units see across
    local unit = world:unit { player = "red", x = at.A.x, y = at.A.y, speed = 0.5, sight = 20 }
    local function cut(within)
      local code
      unit:place(at.A.x, at.A.y)
      world.map:fill(7, 3, 1, 1, "plain")
      world.map:fill(7, 1, 1, 1, "plain")
      unit:behave(function(one)
        code = select(2, one:hold(at.S, { within = within }))
        one:wait(99)
      end)
      world.run(5)
      world.map:fill(7, 1, 1, 1, "water")
      world.map:fill(7, 3, 1, 1, "water")
      world.run(40)
      return code
    end
    assert.is_nil(cut(7))
    assert.equal("6,3", cell(unit))
    assert.equal("none", cut(0))
    assert.same({}, world._reserved)
  end)

  it("chooses again when its post cannot be entered, on the way and there", function()
    local world, unit, enemy, spot = scene()
    unit:behave(function(one) one:hold(spot, { radius = 3 }) end)
    world.run(20)
    local stood = { x = unit.x, y = unit.y }
    unit:behave(nil)
    unit:place(2, 3)
    unit:behave(function(one) one:hold(spot, { radius = 3 }) end)
    world.run(4)
    assert.equal("moving", unit.state)
    world.map:set(stood.x, stood.y, "wall")
    world.run(30)
    assert.is_true(hidden(world, unit, enemy) and sees(world, unit, spot), cell(unit))
    assert.is_true(cell(unit) ~= cell(stood))
    world.map:fill(spot.x - 1, spot.y - 1, 1, 3, "wall")   -- no sight of the place from the west
    world.run(60)
    assert.is_true(sees(world, unit, spot), cell(unit))
    assert.same({}, world.reports)
  end)

  it("chooses again when its cover is lost", function()
    local world, unit, enemy, spot = scene()
    unit:behave(function(one) one:hold(spot, { radius = 1 }) end)
    world.run(20)
    local stood = { x = unit.x, y = unit.y }
    assert.is_true(hidden(world, stood, enemy))
    enemy:place(stood.x, 1)
    assert.is_false(hidden(world, stood, enemy))
    world.run(30)
    assert.is_true(hidden(world, unit, enemy) and sees(world, unit, spot), cell(unit))
    assert.same({}, world.reports)
  end)

  it("says what prevents it", function()
    local world, unit, enemy, spot = scene()
    local function code(...)
      local given = { ... }
      return world.outcome(unit, 60, function(one) return one:hold(unpack(given, 1, 2)) end)[2]
    end
    world.map:fill(8, 4, 1, 1, "wall")
    assert.equal("none", code(spot, { within = 0 }))
    world.map:fill(8, 4, 1, 1, "plain")
    world:unit { player = "red", x = 1, y = 1 }:behave(function(one)
      one:hold(spot, { within = 0 })
    end)
    world.run(2)
    assert.equal("taken", code(spot, { within = 0 }))
    enemy:remove()
    assert.equal("gone", code(enemy))
    local dark = small_world(FIELD, { fog = true })
    local one = dark:unit { player = "red", x = 2, y = 3, sight = 2 }
    local other = dark:unit { player = "blue", x = 16, y = 4 }
    assert.equal("unseen", dark.outcome(one, 9, function(it) return it:hold(other) end)[2])
  end)

  it("tells what it is doing", function()
    local world, unit, enemy, spot = scene()
    unit:behave(function(one) one:hold(spot, { radius = 3 }) end)
    world.run(4)
    assert.equal("hold > go", doing.verbs(unit))
    world.run(30)
    assert.equal("hold", doing.verbs(unit))
    enemy:place(10, 4)
    world.run(4)
    assert.matches("^hold > engage", doing.verbs(unit))
  end)

  it("is saved and loaded in the middle", function()
    local world, unit, enemy, spot = scene()
    local behaviours = {
      hold = function(one) one:hold(spot, { radius = 3 }) end,
      raid = function(one)
        one:go(10, 4)
        one:go(16, 4)
      end,
    }
    for name, behaviour in pairs(behaviours) do world:behaviour(name, behaviour) end
    world.heavy = { restore = function(text)
      return astar.read_world(text, { behaviours = behaviours })
    end }
    unit:behave("hold")
    enemy:behave("raid")
    world.run(80)
    assert.same({}, world.reports)
    assert.is_true(sees(world, unit, spot), cell(unit))
  end)
end)

describe("a mod's unit #quick", function()
  it("takes cover, flanks, ambushes, harasses and holds", function()
    local FIELD = [[
      . . . . . . . . . . . .
      . . . . # # . . . . . .
      . . . . # # . . . . . F
      . . . . . . . . . . . .
      A . . . . . # . . . . .
      . . . . . . . . . . . .
    ]]
    local world, at = small_world(FIELD)
    local _, lines = modded(world, [[
      return function(unit)
        local enemy = unit:enemies(20)[1]
        print("flank", unit:flank(enemy))
        local struck = 0
        local done, code = unit:watch(1, function() return struck == 2 and "enough" end,
          unit.harass, enemy, { range = 4, hit = function() struck = struck + 1 end })
        print("harass", done, code)
        print("ambush", unit:ambush(enemy, { range = 4 }))
        print("cover", unit:take_cover())
        done, code = unit:watch(1, function() return struck == 4 and "enough" end,
          unit.hold, { x = 8, y = 3 }, { radius = 5, engage = function(one)
            struck = struck + 1
            one:wait(2)
          end })
        print("hold", done, code)
      end
    ]])
    world:unit { player = "blue", x = at.F.x, y = at.F.y, sight = 9 }
    world:unit { player = "red", x = at.A.x, y = at.A.y, speed = 1, sight = 20,
      behaviour = "test.it" }
    world.run(200, function() return #lines == 5 end)
    assert.same({}, world.reports)
    assert.same({ "flank\ttrue", "harass\tnil\tenough", "ambush\ttrue\tunit 2 (blue at 12, 3)",
      "cover\ttrue", "hold\tnil\tenough" }, lines)
  end)
end)
