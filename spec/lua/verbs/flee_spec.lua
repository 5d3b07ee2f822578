local skip = require "support.skip"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . . . . . . . . . .
  . # # # # . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
  . # # # # . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
]]

describe("unit:flee #quick", function()
  it("runs until no threat is near", function()
    local world = small_world(FIELD)
    local deer = world:unit { player = "red", x = 6, y = 3, speed = 1 }
    world.map:set(1, 2, "wall"):set(1, 4, "wall")
    for _, name in ipairs { "red", "blue" } do world:player(name):reveal() end
    local wolf = { x = 8, y = 3 }
    local result = world.outcome(deer, 60, function(one)
      return one:flee({ wolf }, { distance = 4 })
    end)
    assert.is_true(result[1])
    assert.is_true(deer:distance(wolf) > 4, tostring(deer))
  end)

  it("runs from the enemies that it knows of, as they come", function()
    local world = small_world(FIELD)
    local deer = world:unit { player = "red", x = 8, y = 3, speed = 0.5, sight = 20 }
    local wolf = world:unit { player = "blue", x = 9, y = 3, speed = 0.25, sight = 20 }
    world:unit { player = "red", x = 16, y = 1 }
    wolf:behave(function(one) one:chase(deer) end)
    local result = world.outcome(deer, 400, function(one)
      return one:flee(nil, { distance = 6 })
    end)
    assert.is_true(result[1])
    assert.is_true(deer:distance(wolf) > 6)
  end)

  it("runs from the one that an event tells of", function()
    local world = small_world(FIELD)
    local deer = world:unit { player = "red", x = 8, y = 3, speed = 1, sight = 20 }
    local wolf = world:unit { player = "blue", x = 9, y = 3 }
    local result = world.outcome(deer, 60, function(one)
      return one:flee(wolf, { distance = 4 })
    end)
    assert.is_true(result[1])
    assert.is_true(deer:distance(wolf) > 4, tostring(deer))
  end)

  it("does not run from units that cannot come", function()
    local world = small_world(FIELD)
    world.map:fill(8, 1, 1, 5, "wall")
    world:player "red":reveal()
    local deer = world:unit { player = "red", x = 7, y = 3, speed = 1 }
    local result = world.outcome(deer, 60, function(one) return one:flee { { x = 9, y = 3 } } end)
    assert.same({ true, 7 }, { result[1], deer.x })
  end)

  it("says that it is cornered, or runs for a time", function()
    local world = small_world ". . . . . . ."
    local deer = world:unit { player = "red", x = 4, y = 1, speed = 1 }
    local wolves = { { x = 1, y = 1 }, { x = 7, y = 1 } }
    assert.equal("cornered", world.outcome(deer, 60, function(one) return one:flee(wolves) end)[2])
    local result = world.outcome(deer, 60, function(one)
      return one:flee({ { x = 5, y = 1 } }, { ticks = 2, distance = 99 })
    end)
    assert.same({ true, 3 }, { result[1], deer.x })
    assert.is_true(world.outcome(deer, 60, function(one) return one:flee {} end)[1])
  end)

  it("shares a field with those that flee from the same", function()
    local world = small_world(FIELD)
    local wolf = { x = 7, y = 3 }
    for y = 1, 5, 2 do
      world:unit { player = "red", x = 8, y = y, speed = 1, behaviour = function(one)
        return one:flee { wolf }
      end }
    end
    world.run(20)
    assert.equal(1, #world._flights.line)
    for i = 1, 12 do world:unit { player = "blue", x = i, y = 1,
      behaviour = function(one) return one:flee { { x = i, y = 5 } } end } end
    world.run(20)
    assert.equal(8, #world._flights.line)
    assert.same({}, world.reports)
  end)
end)

describe("unit:find_flight #quick", function()
  local it = skip.where(skip.unyielding())

  it("raises what goes wrong in the behaviour that asked, and the tick goes on", function()
    local world = small_world(FIELD)
    local methods = getmetatable(world.map).methods
    local field, results = methods.field, {}
    for y = 1, 3 do
      world:unit { player = "red", x = 8, y = y, speed = 1, behaviour = function(one)
        if y == 2 then one:wait(3) end
        results[y] = { pcall(one.find_flight, one, { { x = 7, y = 3 } }) }
      end }
    end
    methods.field = function() error("no more", 0) end
    local ok, message = pcall(world.run, 3)
    methods.field = field
    assert.is_true(ok, message)
    assert.same({ false, "no more" }, results[1])
    assert.same({ false, "no more" }, results[3])
    world.run(6)
    assert.is_true(results[2][1])
    assert.is_true(#results[2][2] > 1)
  end)

  it("needs somebody to flee from", function()
    local world, message = small_world(FIELD), nil
    world:unit { player = "red", x = 1, y = 1, behaviour = function(one)
      message = select(2, pcall(one.find_flight, one, {}))
    end }
    world.run(2)
    assert.matches("bad argument #1 to 'find_flight' (at least one threat expected)", message, 1,
      true)
  end)
end)

describe("unit:retreat #quick", function()
  it("goes home, or to the place that is cheapest to reach, danger counted", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 6, y = 3, speed = 1, home = { x = 1, y = 3 } }
    assert.is_true(world.outcome(unit, 60, function(one) return one:retreat() end)[1])
    assert.is_true(unit:distance(unit.home) <= 2)
    unit:place(6, 3)
    world:influence("danger"):add(4, 3, 50, 1)
    local places = { { x = 1, y = 3 }, { x = 11, y = 3 } }
    local query = { influence = { danger = 8 } }
    world.outcome(unit, 60, function(one) return one:retreat(places, query) end)
    assert.is_true(unit:distance(places[2]) <= 2)
  end)

  it("turns away from a place where enemies come", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 9, y = 3, speed = 0.5, sight = 30 }
    local enemy = world:unit { player = "blue", x = 8, y = 1 }
    local places = { { x = 15, y = 3 }, { x = 1, y = 3 } }
    unit:behave(function(one) one.data.result = { one:retreat(places) } end)
    world.run(6)
    assert.is_true(unit.x > 9)
    enemy:place(15, 3)
    world.run(60, function() return unit.data.result end)
    assert.is_true(unit.data.result[1])
    assert.is_true(unit.x <= 3)
    enemy:place(4, 3)
    assert.equal("unsafe",
      world.outcome(unit, 60, function(one) return one:retreat { places[2] } end)[2])
  end)
end)
