local astar = require "astar"
local says = require "support.says"

local function new_map()
  return astar.map{ rows = {
    "......",
    "..#...",
    "......",
  } }
end

describe("map:line_of_sight #quick", function()
  it("tells whether a cell is seen, and which one hides it", function()
    local map = new_map()
    assert.same({ true }, { map:line_of_sight(1, 1, 6, 1) })
    assert.same({ false, "hidden", 3, 2 }, { map:line_of_sight(1, 2, 6, 2) })
    assert.same({ true }, { map:line_of_sight(1, 2, 3, 2) })
    assert.same({ true }, { map:line_of_sight(2, 3, 2, 3) })
  end)

  it("shows what player:see shows", function()
    local map = astar.map{ rows = {
      "....#....",
      ".##...#..",
      ".........",
      "..#..##..",
      "......#..",
    } }
    local red = map:player "red"
    for y = 1, 5 do
      for x = 1, 9 do
        red:end_sight():see(x, y, 6)
        for to_y = 1, 5 do
          for to_x = 1, 9 do
            assert.equal(red:knows(to_x, to_y) == "visible",
              (map:line_of_sight(x, y, to_x, to_y, { range = 6 })))
          end
        end
      end
    end
  end)

  it("keeps to ranges", function()
    local map = new_map()
    assert.same({ false, "far" }, { map:line_of_sight(1, 1, 6, 1, { range = 4 }) })
    assert.same({ true }, { map:line_of_sight(1, 1, 6, 1, { range = 5, min_range = 5 }) })
    assert.same({ false, "near" }, { map:line_of_sight(1, 1, 2, 1, { min_range = 2 }) })
  end)

  it("goes by what a player knows", function()
    local map = new_map()
    local red = map:player "red"
    assert.same({ true }, { map:line_of_sight(1, 2, 6, 2, { player = red }) })
    red:reveal()
    map:set(3, 2, "plain")
    assert.same({ false, "hidden", 3, 2 }, { map:line_of_sight(1, 2, 6, 2, { player = red }) })
    assert.same({ false, "hidden", 3, 2 }, { red:line_of_sight(1, 2, 6, 2) })
    assert.same({ false, "far" }, { red:line_of_sight(1, 2, 6, 2, { range = 2 }) })
    assert.same({ true }, { map:line_of_sight(1, 2, 6, 2) })
  end)

  it("has units of a side in the way", function()
    local map = new_map()
    local unit = map:player "red":unit{ x = 1, y = 1 }
    map:player "red":unit{ x = 4, y = 1 }
    assert.same({ true }, { map:line_of_sight(1, 1, 6, 1) })
    assert.same({ false, "unit", 4, 1 }, { map:line_of_sight(1, 1, 6, 1, { unit = unit }) })
    assert.same({ false, "unit", 4, 1 },
      { map:player "red":line_of_sight(1, 1, 6, 1, { unit = unit }) })
    assert.same({ true }, { map:line_of_sight(1, 1, 4, 1, { unit = unit }) })
  end)

  it("checks its arguments", function()
    local map = new_map()
    local red, other = map:player "red", new_map()
    says("bad argument #1 to 'line_of_sight' (x = 7 is outside the map, 1 to 6)", function()
      map:line_of_sight(7, 1, 1, 1)
    end)
    says("bad argument #4 to 'line_of_sight' (y = 1.5", function()
      red:line_of_sight(1, 1, 1, 1.5)
    end)
    says("#5 to 'line_of_sight' (range = 0 is out of range, 1 to", function()
      map:line_of_sight(1, 1, 2, 2, { range = 0 })
    end)
    says("#5 to 'line_of_sight' (min_range = -1 is out of range", function()
      map:line_of_sight(1, 1, 2, 2, { min_range = -1 })
    end)
    says("#5 to 'line_of_sight' (line_of_sight: min_range is greater than range)", function()
      map:line_of_sight(1, 1, 2, 2, { min_range = 3, range = 2 })
    end)
    says("line_of_sight: unknown key 'rang', the nearest is 'range'", function()
      map:line_of_sight(1, 1, 2, 2, { rang = 3 })
    end)
    says("unknown key 'player'", function() red:line_of_sight(1, 1, 2, 2, { player = red }) end)
    says("#5 to 'line_of_sight' (the player is of another map)", function()
      map:line_of_sight(1, 1, 2, 2, { player = other:player "red" })
    end)
    says("is not a unit", function() map:line_of_sight(1, 1, 2, 2, { unit = red }) end)
    map:player "blue":remove()
    local unit = red:unit{ x = 1, y = 1 }
    unit:remove()
    says("the unit was removed", function() map:line_of_sight(1, 1, 2, 2, { unit = unit }) end)
  end)
end)

describe("unit:clear_shot #quick", function()
  local map, red, archer, enemy

  before_each(function()
    map = new_map()
    red = map:player "red"
    archer = red:unit{ x = 1, y = 1, sight = 6 }
    enemy = map:player "blue":unit{ x = 6, y = 1 }
  end)

  it("is clear up to a cell or a unit", function()
    assert.same({ true }, { archer:clear_shot(enemy) })
    assert.same({ true }, { archer:clear_shot(6, 1, { range = 5 }) })
    assert.same({ false, "far" }, { archer:clear_shot(enemy, { range = 4 }) })
    assert.same({ false, "near" }, { archer:clear_shot(2, 1, { min_range = 2 }) })
  end)

  it("is stopped by units of its side, but not by others", function()
    map:player "blue":unit{ x = 5, y = 1 }
    assert.is_true((archer:clear_shot(enemy)))
    red:unit{ x = 4, y = 1 }
    assert.same({ false, "unit", 4, 1 }, { archer:clear_shot(enemy) })
    assert.same({ true }, { archer:clear_shot(enemy, { through_units = true }) })
    assert.same({ false, "unit", 5, 1 }, { enemy:clear_shot(archer) })
  end)

  it("goes by what the unit's player knows", function()
    assert.same({ true }, { enemy:clear_shot(1, 3) })
    archer:place(1, 2)
    assert.same({ false, "hidden", 3, 2 }, { archer:clear_shot(6, 2) })
    enemy:place(6, 2)
    assert.same({ true }, { enemy:clear_shot(archer) })
  end)

  it("goes from the middle of a large unit to that of another one", function()
    local wide = astar.map{ width = 12, height = 9 }
    local large = wide:class{ size = 3 }
    local one = wide:player "red":unit{ x = 1, y = 1, class = large }
    local other = wide:player "red":unit{ x = 8, y = 7, class = large }
    assert.same({ true }, { one:clear_shot(other) })
    wide:set(6, 5, "wall")
    assert.same({ false, "far" }, { one:clear_shot(other, { range = 9 }) })
    assert.same({ true }, { one:clear_shot(other, { range = 10 }) })
    wide:player "red":reveal()
    assert.same({ false, "hidden", 6, 5 }, { one:clear_shot(other) })
  end)

  it("checks its arguments", function()
    says("bad argument #2 to 'clear_shot' (y = nil", function() archer:clear_shot(1) end)
    says("bad argument #1 to 'clear_shot' (x = 0 is outside the map", function()
      archer:clear_shot(0, 1)
    end)
    says("clear_shot: unknown key 'unit'", function()
      archer:clear_shot(enemy, { unit = enemy })
    end)
    says("#3 to 'clear_shot' (clear_shot: min_range is greater than range)", function()
      archer:clear_shot(1, 1, { range = 1, min_range = 2 })
    end)
    says("through_units = 1", function() archer:clear_shot(enemy, { through_units = 1 }) end)
  end)
end)
