-- Cover and shots of units in a world: only what their player sees is included.

local maps = require "support.maps"
local says = require "support.says"
local small_world = require "support.small_world"

local FIELD = [[
........
..##....
........
...#####
...#....]]

describe("unit:cover #quick", function()
  local world, unit, enemy

  before_each(function()
    world = small_world(FIELD)
    unit = world:unit{ player = "red", x = 1, y = 1, sight = 9 }
    enemy = world:unit{ player = "blue", x = 8, y = 1 }
  end)

  it("is the way to the nearest place that no threat sees", function()
    local path = unit:cover({ enemy }, 9)
    local x, y = path:cell(-1)
    assert.is_false((world.map:line_of_sight(8, 1, x, y)))
    local sight = world.map:sight{ { 8, 1, 9 } }
    assert.equal(path.cost, world.map:nearest(1, 1, { hidden_from = sight }).path.cost)
  end)

  it("is no way at all where the unit is hidden", function()
    assert.equal(1, #unit:cover({ enemy }, 3))
    assert.equal(1, #unit:cover({}, 9))
  end)

  it("leaves out threats that the player does not see", function()
    unit.sight = 2
    assert.equal(1, #unit:cover({ enemy }, 255))
    assert.is_true(#unit:cover({ { x = 8, y = 1 } }, 255) > 1)
  end)

  it("hides from the middle of a large threat", function()
    local giant = world.map:class { size = 3, plain = 10 }
    local large = world:unit{ player = "blue", x = 5, y = 1, class = giant }
    local function hidden_from(x, y)
      return world.map:nearest(1, 1, { hidden_from = world.map:sight{ { x, y, 9 } } }).path
    end
    local path = unit:cover({ large }, 9)
    assert.equal(maps.cells(hidden_from(6, 2)), maps.cells(path))
    assert.not_equal(maps.cells(hidden_from(5, 1)), maps.cells(path))
  end)

  it("takes a query, and codes come from nearest", function()
    assert.same({ nil, "budget" }, { unit:cover({ enemy }, 255, { budget = 1 }) })
  end)

  it("checks its arguments", function()
    says("bad argument #1 to 'cover' (a list of threats expected", function()
      unit:cover(enemy, 3)
    end)
    says("bad argument #1 to 'cover' (threats[1].y = nil is not an integer", function()
      unit:cover({ { x = 3 } }, 3)
    end)
    says("bad argument #1 to 'cover' (threats[1].x = 9 is outside the map, 1 to", function()
      unit:cover({ { x = 9, y = 1 } }, 3)
    end)
    says("bad argument #2 to 'cover' (a radius of 0 to 255 expected, got nil", function()
      unit:cover{ enemy }
    end)
    says("a radius of 0 to 255 expected, got 2.5", function() unit:cover({ enemy }, 2.5) end)
  end)
end)

describe("unit:clear_shot #quick", function()
  it("is clear, or says what is in the way", function()
    local world = small_world(FIELD)
    local unit = world:unit{ player = "red", x = 1, y = 1, sight = 9 }
    local enemy = world:unit{ player = "blue", x = 8, y = 1 }
    assert.same({ true }, { unit:clear_shot(enemy) })
    assert.same({ true }, { unit:clear_shot(enemy.x, enemy.y) })
    assert.same({ false, "far" }, { unit:clear_shot(enemy, { range = 6 }) })
    assert.same({ false, "hidden", 3, 2 }, { unit:clear_shot({ x = 5, y = 3 }) })
    world:unit{ player = "red", x = 4, y = 1 }
    assert.same({ false, "unit", 4, 1 }, { unit:clear_shot(enemy) })
    assert.same({ true }, { unit:clear_shot(enemy, { through_units = true }) })
    unit.sight = 3
    assert.same({ false, "unseen" }, { unit:clear_shot(enemy) })
    enemy:remove()
    assert.same({ false, "gone" }, { unit:clear_shot(enemy) })
    says("bad argument #1 to 'clear_shot' (x and y, or a target, expected, got nil", function()
      unit:clear_shot()
    end)
    says("unknown key 'unit'", function() unit:clear_shot(1, 2, { unit = unit }) end)
  end)
end)
