local astar = require "astar"
local small_world = require "support.small_world"

local ROOM = [[
  . . . . # . . .
  . . . . # . . .
  . . . . . . . .
]]

describe("unit:go #quick", function()
  it("goes round what turns out to be in the way", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    unit:behave(function(one) one.data.result = { one:go(8, 1) } end)
    world.run(4)
    world.map:set(4, 3, "wall"):set(5, 1, "plain")
    for _, player in ipairs { "red", "blue" } do world:player(player):reveal() end
    world.run(30, function() return unit.data.result end)
    assert.same({ true }, unit.data.result)
  end)

  it("fails with the code of the search", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local function go(...)
      local arguments = { ... }
      local unpack = table.unpack or unpack
      return world.outcome(unit, 400, function(one) return one:go(unpack(arguments)) end)[2]
    end
    assert.equal("goal_blocked", go(5, 1))
    assert.equal("partial", go(5, 1, { partial = true }))
    world.map:set(5, 3, "wall")
    for _, player in ipairs { "red", "blue" } do world:player(player):reveal() end
    assert.equal("unreachable", go(8, 1))
  end)

  it("comes next to a unit", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    local other = world:unit { player = "red", x = 8, y = 3 }
    assert.is_true(world.outcome(unit, 60, function(one) return one:go(other) end)[1])
    assert.equal(1, unit:distance(other))
  end)

  it("comes next to a unit that goes away meanwhile, and says when it is gone", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    local other = world:unit { player = "red", x = 6, y = 3, speed = 0.25 }
    other:behave(function(one) return one:go(8, 1) end)
    assert.is_true(world.outcome(unit, 60, function(one) return one:go(other) end)[1])
    assert.equal(1, unit:distance(other))
    unit:place(1, 1)
    unit:behave(function(one) one.data.result = { one:go(other) } end)
    world.run(4)
    other:remove()
    world.run(20)
    assert.same({ nil, "gone" }, unit.data.result)
  end)

  it("says that an object of the game's is gone, wherever that says that it is", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    local ore = { x = 0, y = 99, removed = true }
    unit:behave(function(one) one.data.result = { one:go(ore) } end)
    world.run(3)
    assert.same({ nil, "gone" }, unit.data.result)
  end)

  it("says that a target is gone, whenever it is removed", function()
    for _, partial in ipairs { false, true } do
      for tick = 0, 60 do
        local reports = {}
        local world = astar.world { map = astar.map { width = 24, height = 12 }, fog = false,
          report = function(report) reports[#reports + 1] = report.text end }
        local enemy, codes, left = world:unit { player = "blue", x = 18, y = 6 }, {}, 0
        for i = 1, 14 do
          left = left + 1
          world:unit { player = "red", x = 1 + i % 3, y = 1 + math.floor(i / 3), speed = 1,
            behaviour = function(one)
              codes[#codes + 1] = select(2, one:go(enemy, { partial = partial, within = 1 }))
              left = left - 1
            end }
        end
        for now = 0, 200 do
          if now == tick then enemy:remove() end
          world:tick()
        end
        assert.same({}, reports)
        assert.equal(0, left)
        for _, code in ipairs(codes) do
          assert(code == "gone" or tick > 0 and (code == "crowded" or code == "partial"), code)
        end
      end
    end
  end)

  it("gives up where somebody stands in the only way", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 3, speed = 1 }
    world:unit { player = "red", x = 5, y = 3, avoidance = "wait" }
    local result = world.outcome(unit, 1000, function(one) return one:go(8, 3) end)
    assert.same({ "stuck" }, { result[2] })
    unit.avoidance = "wait"
    unit:place(1, 1)
    result = world.outcome(unit, 1000, function(one) return one:go(8, 3) end)
    assert.same({ "stuck" }, { result[2] })
  end)

  it("goes through those who make way", function()
    for _, query in ipairs { false, { claims = false } } do
      local world = small_world(ROOM)
      local unit = world:unit { player = "red", x = 1, y = 3, speed = 1 }
      local other = world:unit { player = "red", x = 5, y = 3, speed = 1 }
      local result = world.outcome(unit, 40, function(one) return one:go(8, 3, query or nil) end)
      assert.same({ true, 8, 3 }, { result[1], unit.x, unit.y })
      world.run(20)
      assert.same({ 5, 3 }, { other.x, other.y })
    end
  end)

  it("does not know where a foreign unit is that its player does not see", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 2, speed = 1, sight = 2 }
    local enemy = world:unit { player = "blue", x = 8, y = 1, speed = 1 }
    local function go(one) return one:go(enemy) end
    local result = world.outcome(unit, 50, go)
    assert.same({ "unseen", 1 }, { result[2], unit.x })
    enemy:place(3, 2)
    unit:behave(function(one) one.data.code = select(2, one:go(enemy)) end)
    world.run(2)
    enemy:place(8, 1)
    world.run(50, function() return unit.data.code end)
    assert.equal("unseen", unit.data.code)
  end)

  it("says at once that a path of one cell lies elsewhere", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 2, speed = 1 }
    local path = world.map:path(1, 1, 1, 1)
    assert.equal("lost", world.outcome(unit, 9, function(one) return one:walk(path) end)[2])
  end)

  it("arrives on a way that it has found round somebody", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 2, speed = 1, avoidance = "repath" }
    local other = world:unit { player = "red", x = 4, y = 1, speed = 1, avoidance = "wait" }
    unit:behave(function(one)
      one.data.result = { one:walk(one.world.map:path(1, 2, 4, 2)) }
    end)
    world:tick()
    other:place(3, 2)
    world.run(30, function()
      for name in world:events() do
        if name == "rerouted" then unit.data.rerouted = true end
      end
      return unit.data.result
    end)
    assert.same({ true, true, 4, 2 },
      { unit.data.rerouted, unit.data.result[1], unit.x, unit.y })
  end)

  it("leaves nothing behind when it is dropped", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    unit:behave(function(one) one:go(8, 1) end)
    world.run(3)
    assert.equal("moving", unit.state)
    unit:behave(nil)
    assert.equal("standing", unit.state)
    unit:behave(function(one) one:go(8, 1) end)
    world:tick()
    assert.equal(1, world.map.pending_requests)
    unit:behave(nil)
    world:tick()
    assert.equal(0, world.map.pending_requests)
  end)
end)

-- In each tick of its way, from its first turn on.
describe("unit:go, with another order in the middle of it, #quick", function()
  local LAND = [[
    A . . . . . . . . . . .
    . . . # # # # . . . . .
    . . . . . . . . . . . B
  ]]

  local function interrupted(tick, order)
    local world, at = small_world(LAND)
    local unit = world:unit { player = "red", x = at.A.x, y = at.A.y, speed = "0.4" }
    local outcome, first
    unit:behave(function(one)
      one:walk(assert(one:path(at.B)))
      first = world.ticks
    end)
    world.run(tick)
    order(unit)
    local asked = world.ticks
    world.run(200, function() return first end)
    unit:behave(function(one) outcome = { one:go(at.B), one.x, one.y } end)
    world.run(tick)
    order(unit)
    world.run(200, function() return outcome end)
    return outcome, at.B, first and first - asked
  end

  local ORDERS = {
    stop = function(unit) unit:stop() end,
    place = function(unit) assert(unit:place(3, 3)) end,
    ["place, at the goal,"] = function(unit) assert(unit:place(12, 3)) end,
    ["stop of the body"] = function(unit) unit.body:stop() end,
  }

  for name, order in pairs(ORDERS) do
    it("is told of " .. name .. " at once, and true only where the unit is there", function()
      for tick = 1, 29 do
        local outcome, goal, took = interrupted(tick, order)
        assert.truthy(outcome, ("tick %d: go does not end"):format(tick))
        assert.truthy(took, ("tick %d: walk does not end"):format(tick))
        if name ~= "stop of the body" then
          assert(took <= 4, ("tick %d: it took %d"):format(tick, took))
        end
        assert.same({ true, goal.x, goal.y }, outcome)
      end
    end)
  end
end)

describe("unit:go #quick", function()
  it("is not true where the unit is moved in the tick in which it arrives", function()
    local world = small_world("A . . . . B\n. . . . . .")
    local mover = world:unit { player = "red", x = 1, y = 2 }
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    local places, outcome = 0, nil
    mover:behave(function(one)
      while true do
        if unit.x == 6 and places < 3 then
          places = places + 1
          assert(unit:place(3, 1))
        end
        one:sleep(1)
      end
    end)
    unit:behave(function(one) outcome = { one:go(6, 1), one.x } end)
    world.run(100, function() return outcome end)
    assert.equal(3, places)
    assert.same({ true, 6 }, outcome)
  end)
end)

describe("unit:go from where something was built over the unit #quick", function()
  it("walks out of several closed cells with 'partial', and around other walls", function()
    local world = small_world((". . . . . . . . . .\n"):rep(7))
    local unit = world:unit { player = "red", x = 4, y = 4, speed = 1 }
    world.map:fill(3, 3, 3, 3, "wall")
    world.map:fill(8, 1, 1, 6, "wall")
    local function go(one) return one:go(10, 4, { partial = true }) end
    local seen = {}
    unit:behave(function(one) seen.done = go(one) end)
    world.run(40, function()
      if unit.x == 8 then seen.wall = unit.y end
      return seen.done ~= nil
    end)
    assert.is_true(seen.done)
    assert.same({ 10, 4, 7 }, { unit.x, unit.y, seen.wall })
  end)
end)
