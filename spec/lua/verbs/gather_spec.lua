local small_world = require "support.small_world"

local unpack = table.unpack or unpack

local ORCHARD = [[
  . . . . . . % .
  . # # # # . . .
  . . . . . . . .
  . . . # . . . %
]]

describe("unit:gather #quick", function()
  it("goes next to the nearest, by the way and not as the crow flies", function()
    local world = small_world(ORCHARD)
    local unit = world:unit { player = "red", x = 4, y = 1, speed = 1 }
    local trees = { { x = 4, y = 3 }, { x = 7, y = 1 }, { x = 8, y = 4 } }
    local found = world.outcome(unit, 50, function(one) return one:gather(trees) end)[1]
    assert.equal(trees[2], found.goal)
    assert.same({ 6, 1 }, { unit.x, unit.y })
  end)

  it("never sends two to the same", function()
    local world = small_world(ORCHARD)
    local goals = {}
    for i = 1, 3 do
      world:unit { player = "red", x = 5 + i, y = 3, speed = 1, behaviour = function(one)
        local found, code = one:gather("wood")
        goals[one.id] = found and found.x or code
        one:wait(100)
      end }
    end
    world.run(40)
    assert.same({ 7, 8, "taken" }, { goals[1], goals[2], goals[3] })
  end)

  it("leaves those that another player gathers to chance", function()
    local world = small_world(ORCHARD)
    local tree, found = { { x = 7, y = 1 } }, 0
    for i, name in ipairs { "red", "blue" } do
      world:unit { player = name, x = 4 + i, y = 3, speed = 1, sight = 9, behaviour = function(one)
        if one:gather(tree) then found = found + 1 end
        one:wait(100)
      end }
    end
    world.run(40)
    assert.equal(2, found)
  end)

  it("knows nothing of units out of sight, and goes where those in sight have gone", function()
    local world = small_world(ORCHARD, { fog = true })
    local unit = world:unit { player = "red", x = 5, y = 3, speed = 1, sight = 4 }
    local prey = world:unit { player = "blue", x = 1, y = 1, speed = 1 }
    local function gather(one) return one:gather { prey } end
    assert.same({ nil, "none" }, { unpack(world.outcome(unit, 50, gather), 1, 2) })
    prey:place(8, 3)
    prey:behave(function(one) one:go(8, 1) end)
    assert.equal(prey, world.outcome(unit, 50, gather)[1].goal)
    assert.equal(1, unit:distance(prey))
  end)

  it("goes to the nearest side of what is larger than a cell", function()
    local world = small_world(ORCHARD)
    local unit = world:unit { player = "red", x = 1, y = 4, speed = 1 }
    world.map:fill(6, 3, 2, 2, "wall")
    local barns = { { x = 6, y = 3, width = 2, height = 2 }, { x = 8, y = 1, width = 1 } }
    local function gather(one) return one:gather(barns) end
    assert.equal(barns[1], world.outcome(unit, 50, gather)[1].goal)
    assert.same({ 5, 3 }, { unit.x, unit.y })
    local found = unit:nearest(barns, { within = 1 }, 9)
    assert.same({ 1, 2, 2 }, { found[1].index, found[2].index, #found })
    unit.home = barns[1]
    unit:place(1, 1)
    assert.is_true(world.outcome(unit, 50, function(one) return one:retreat() end)[1])
    assert.equal(2, unit:distance(barns[1]))
  end)

  it("keeps its tree until it gathers again or its behaviour ends", function()
    local world = small_world(ORCHARD)
    local unit = world:unit { player = "red", x = 6, y = 3, speed = 1 }
    local tree = "gather red 7 1"
    unit:behave(function(one)
      assert(one:gather { { x = 7, y = 1 } })
      one:wait(20)
      assert(one:gather { { x = 8, y = 4 } })
      one:wait(20)
    end)
    world.run(15)
    assert.equal(unit, world:holder(tree))
    world.run(15)
    assert.is_nil(world:holder(tree))
    assert.equal(unit, world:holder "gather red 8 4")
    world.run(60)
    assert.same({ {}, {} }, { world.reports, world._reserved })
  end)

  it("keeps it, too, when another verb has called it", function()
    local world = small_world(ORCHARD)
    local unit = world:unit { player = "red", x = 6, y = 3, speed = 1 }
    unit:behave(function(one)
      one:watch(4, function() end, one.gather, "wood")
      one:wait(20)
    end)
    world.run(15)
    assert.equal(unit, world:holder "gather red 7 1")
  end)

  it("looks for another one where it vanishes on the way", function()
    local world = small_world(ORCHARD)
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 0.5, sight = 9 }
    local trees = { { x = 7, y = 1 }, { x = 8, y = 4 } }
    local result
    unit:behave(function(one) result = one:gather(trees) end)
    world.run(5)
    table.remove(trees, 1)
    world.run(60, function() return result end)
    assert.equal(trees[1], result.goal)
    unit:behave(function(one) result = one:gather("wood") end)
    unit:place(1, 1)
    world.run(4)
    world.map:set(7, 1, "plain")
    world.run(60, function() return not unit.behaviour end)
    assert.same({ 8, 4 }, { result.x, result.y })
  end)

  it("fails with a code", function()
    local world = small_world(ORCHARD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local function gather(targets)
      return world.outcome(unit, 500, function(one) return one:gather(targets) end)[2]
    end
    assert.equal("none", gather {})
    assert.equal("unreachable", gather "water")
    world:reserve("gather red 7 1", world:unit { player = "red", x = 1, y = 4 })
    assert.equal("taken", gather { { x = 7, y = 1 } })
    assert.equal("vanished", world.outcome(unit, 10, function(one)
      return one:watch(1, function() return "vanished" end, one.gather, "wood")
    end)[2])
    assert.is_nil(world:holder "gather red 8 4")
  end)
end)
