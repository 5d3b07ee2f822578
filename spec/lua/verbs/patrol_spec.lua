local small_world = require "support.small_world"

local YARD = [[
  . . . . . . # .
  . . . . . . # .
  . . . . . . # .
]]

describe("unit:patrol #quick", function()
  local function visits(world, unit, points, rounds)
    local order = {}
    unit:behave(function(one) one.data.result = { one:patrol(points, rounds) } end)
    world.run(400, function()
      for name, who in world:events() do
        if name == "arrived" and who == unit then order[#order + 1] = unit.x .. "," .. unit.y end
      end
      return unit.data.result
    end)
    return table.concat(order, " ")
  end

  it("goes round, beginning with the nearest", function()
    local world = small_world(YARD)
    local unit = world:unit { player = "red", x = 5, y = 2, speed = 1 }
    local points = { { x = 1, y = 1 }, { x = 6, y = 1 }, { x = 6, y = 3 } }
    assert.equal("6,1 6,3 1,1 6,1 6,3 1,1", visits(world, unit, points, 2))
    assert.same({ true }, unit.data.result)
  end)

  it("passes over what cannot be reached, and tells of it", function()
    local world = small_world(YARD)
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    local heard = {}
    local points = { { x = 1, y = 3 }, { x = 8, y = 1 }, { x = 4, y = 1 } }
    unit:behave(function(one) one.data.result = { one:patrol(points, 1) } end)
    world.run(100, function()
      for name, _, place, code in world:events() do
        if name == "unreached" then heard = { place, code } end
      end
      return unit.data.result
    end)
    assert.same({ { true }, { 2, "unreachable" } }, { unit.data.result, heard })
  end)

  it("fails where none can be reached", function()
    local world = small_world(YARD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local points = { { x = 8, y = 1 }, { x = 7, y = 1 } }
    local result = world.outcome(unit, 50, function(one) return one:patrol(points) end)
    assert.same({ nil, "unreachable" }, { result[1], result[2] })
  end)
end)
