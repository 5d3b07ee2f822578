local small_world = require "support.small_world"

describe("unit:watch #quick", function()
  local world, unit
  before_each(function()
    world = small_world ". . . . . . . ."
    unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
  end)

  it("gives what the verb returns", function()
    local result = world.outcome(unit, 50, function(one)
      return one:watch(4, function() end, function() one:sleep(3) return 7, nil, 9 end)
    end)
    assert.same({ 7, nil, 9, ticks = 4 }, result)
  end)

  it("checks what it is called with", function()
    local nothing = function() end
    for words, given in pairs {
      ["#1 to 'watch' (a number of ticks expected, got 'x')"] = { "x", nothing, nothing },
      ["#1 to 'watch' (a number of ticks expected, got -1)"] = { -1, nothing, nothing },
      ["#2 to 'watch' (a function expected, got 5)"] = { 4, 5, nothing },
      ["#3 to 'watch' (a verb expected, got 7)"] = { 4, nothing, 7 },
    } do
      local message
      unit:behave(function(one)
        message = select(2, pcall(function() one:watch(given[1], given[2], given[3]) end))
      end)
      world:tick()
      assert.truthy(message:find("watch_spec.lua:%d+: bad argument " .. words:gsub("%p", "%%%0")),
        message)
    end
  end)

  it("drops the verb when something is to be seen, and returns that", function()
    local dropped
    local result = world.outcome(unit, 50, function(one)
      return one:watch(1, function() return one.x == 4 and "there" end, function()
        one:defer(function() dropped = true end)
        return one:go(8, 1)
      end)
    end)
    assert.same({ nil, "there" }, { result[1], result[2] })
    assert.is_true(dropped)
    assert.equal("standing", unit.state)
  end)

  it("looks at once when something has happened", function()
    local result
    unit:behave(function(one)
      result = { one:watch(1000, function() return one:event "attacked" and "alarm" end, one.wait,
        500) }
      result.ticks = world.ticks
    end)
    world.run(10)
    unit:tell "attacked"
    world.run(2)
    assert.same({ nil, "alarm", ticks = 11 }, result)
  end)

  it("takes a tick, even if the verb takes none", function()
    local turns = 0
    unit:behave(function(one)
      while true do
        one:watch(4, function() end, function() end)
        turns = turns + 1
      end
    end)
    world.run(10)
    assert.equal(9, turns)
  end)
end)
