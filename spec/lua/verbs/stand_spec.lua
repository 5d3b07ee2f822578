-- The verbs that choose where to stand: take_cover, flank, ambush, harass.

local modded = require "support.modded"
local small_world = require "support.small_world"

local unpack = table.unpack or unpack

local function cell(unit) return ("%d,%d"):format(unit.x, unit.y) end

local function hidden(world, unit, foe)
  return not (world.map:line_of_sight(foe.x, foe.y, unit.x, unit.y))
end

describe("unit:take_cover", function()
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
    local world, unit, foe = scene()
    local result = world.outcome(unit, 60, function(one) return one:take_cover() end)
    assert.is_true(result[1])
    assert.equal("1,3", cell(unit))              -- in the shadow of the wall
    assert.is_true(hidden(world, unit, foe))
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
    local world, unit, foe = scene()
    world:influence("danger"):add(1, 3, 90, 1)
    world.outcome(unit, 60, function(one) return one:take_cover() end)
    assert.is_true(hidden(world, unit, foe))
    assert.equal(0, unit:influence("danger"))
  end)

  it("does not send two units to one place", function()
    local world, unit, foe = scene()
    local other = world:unit { player = "red", x = 1, y = 6, speed = 1, sight = 20 }
    local ended = 0
    for _, one in ipairs { unit, other } do
      one:behave(function(it)
        assert(it:take_cover())
        ended = ended + 1
      end)
    end
    world.run(60, function() return ended == 2 end)
    assert.same({ 2, true, true }, { ended, hidden(world, unit, foe), hidden(world, other, foe) })
    assert.is_true(cell(unit) ~= cell(other))
  end)

  it("goes on when an enemy has come to where it sees the place", function()
    local world, unit, foe = scene()
    foe.speed = 1
    foe:behave(function(one) one:go(8, 1) end)
    local result = world.outcome(unit, 90, function(one)
      local done = one:take_cover()
      one:wait(20)
      return done, one:take_cover()
    end)
    assert.same({ true, true }, { result[1], result[2] })
    assert.is_true(hidden(world, unit, foe))
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

describe("unit:flank", function()
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
    local foe = world:unit { player = "blue", x = at.F.x, y = at.F.y, speed = 0.25, sight = 9 }
    return world, unit, foe
  end

  it("comes from behind or from the side, and keeps away until it is beside the target", function()
    local world, unit, foe = scene()
    local nearest_in_front = 99
    local result
    unit:behave(function(one) result = { one:flank(foe, { radius = 4 }) } end)
    world.run(90, function()
      if unit.x < foe.x - 1 then
        nearest_in_front = math.min(nearest_in_front, unit:distance(foe))
      end
      return result
    end)
    assert.same({ true }, result)
    assert.is_true(unit:distance(foe) <= 2 and unit.x >= foe.x - 1, cell(unit))
    assert.is_true(nearest_in_front >= 3, nearest_in_front)
    assert.same({}, world.reports)
    assert.is_nil(next(world._reserved))
  end)

  it("takes the front from an option", function()
    local world, unit, foe = scene()
    assert.is_true(world.outcome(unit, 90, function(one)
      return one:flank(foe, { front = { x = 15, y = 5 }, range = 1 })
    end)[1])
    assert.is_true(unit.x <= foe.x, cell(unit))
  end)

  it("follows a target that moves", function()
    local world, unit, foe = scene()
    foe:behave(function(one) one:go(10, 1) end)
    assert.is_true(world.outcome(unit, 90, function(one) return one:flank(foe) end)[1])
    assert.is_true(unit:distance(foe) <= 3)
  end)

  it("says that the target is gone, not seen, or cannot be flanked", function()
    local world, unit, foe = scene()
    foe:remove()
    local function code(target)
      return world.outcome(unit, 90, function(one) return one:flank(target) end)[2]
    end
    assert.equal("gone", code(foe))
    local narrow = small_world ". . . . . ."
    local one = narrow:unit { player = "red", x = 1, y = 1, speed = 1, sight = 9 }
    local other = narrow:unit { player = "blue", x = 6, y = 1 }
    assert.equal("none", narrow.outcome(one, 60, function(it) return it:flank(other) end)[2])
  end)
end)

describe("unit:ambush", function()
  -- The road from the east leads through a gate, S.
  local FIELD = [[
    . . . . . . # . . . . . .
    . . . . . . # . . . . . .
    . A . . . . # . . . . . .
    . . . . . . S . . . . . F
    . . . . . . # . . . . . .
    . . . . . . # . . . . . .
  ]]

  local function scene(foe_comes)
    local world, at = small_world(FIELD)
    local unit = world:unit { player = "red", x = at.A.x, y = at.A.y, speed = 1, sight = 20 }
    local foe = world:unit { player = "blue", x = at.F.x, y = at.F.y, speed = 0.5, sight = 9 }
    if foe_comes then
      foe:behave(function(one)
        one:wait(20)
        one:go(1, 4)
      end)
    end
    return world, unit, foe, at.S
  end

  it("hides beside the way, and returns the enemy that comes", function()
    local world, unit, foe, spot = scene(true)
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
    assert.same({ true, foe }, result)
    assert.is_true(foe.x <= spot.x + 3)
    assert.equal(stood, cell(unit))
    assert.is_nil(next(world._reserved))
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

describe("unit:harass", function()
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
    local foe = world:unit { player = "blue", x = at.F.x, y = at.F.y, speed = 0.25, sight = 9 }
    return world, unit, foe
  end

  it("strikes from afar, again and again", function()
    local world, unit, foe = scene()
    local hits = {}
    unit:behave(function(one)
      one:harass(foe, { range = 4, near = 2, cooldown = 10, hit = function(_, it)
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

  it("keeps away from a foe that comes", function()
    local world, unit, foe = scene()
    foe:behave(function(one) one:chase(unit) end)
    local least, hits = 99, 0
    unit:behave(function(one)
      one:harass(foe, { hit = function() hits = hits + 1 end })
    end)
    world.run(120, function() least = math.min(least, unit:distance(foe)) end)
    assert.is_true(least >= 2, least)
    assert.is_true(hits >= 3, hits)
  end)

  it("tells the foe, where the game does not say how it strikes; ends with it", function()
    local world, unit, foe = scene()
    local heard, result
    foe:behave(function(one)
      while not heard do
        one:sleep()
        heard = select(2, one:event "attacked")
      end
    end)
    unit:behave(function(one) result = { one:harass(foe) } end)
    world.run(60, function() return heard end)
    assert.equal(unit, heard)
    foe:remove()
    world.run(10, function() return result end)
    assert.same({ nil, "gone" }, { result[1], result[2] })
    assert.is_nil(next(world._reserved))
  end)
end)

describe("a mod's unit", function()
  it("takes cover, flanks, ambushes and harasses", function()
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
        local foe = unit:enemies(20)[1]
        print("flank", unit:flank(foe))
        local struck = 0
        local done, code = unit:watch(1, function() return struck == 2 and "enough" end,
          unit.harass, foe, { range = 4, hit = function() struck = struck + 1 end })
        print("harass", done, code)
        print("ambush", unit:ambush(foe, { range = 4 }))
        print("cover", unit:take_cover())
      end
    ]])
    world:unit { player = "blue", x = at.F.x, y = at.F.y, sight = 9 }
    world:unit { player = "red", x = at.A.x, y = at.A.y, speed = 1, sight = 20,
      behaviour = "test.it" }
    world.run(200, function() return #lines == 4 end)
    assert.same({}, world.reports)
    assert.same({ "flank\ttrue", "harass\tnil\tenough", "ambush\ttrue\tunit 1 (blue at 12, 3)",
      "cover\ttrue" }, lines)
  end)
end)
