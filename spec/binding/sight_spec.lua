local astar = require "astar"
local says = require "support.says"

local function new_map()
  return astar.map{ rows = {
    ".......",
    "..#....",
    ".......",
  } }
end

-- How many see each cell, as rows of text.
local function drawn(map, sight)
  local rows = {}
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do row[x] = sight:count(x, y) end
    rows[y] = table.concat(row)
  end
  return rows
end

describe("map:sight #quick", function()
  it("counts the eyes that see each cell", function()
    local map = new_map()
    assert.same({ "1112211", "1121111", "1112211" },
      drawn(map, map:sight{ { 1, 2, 9 }, { x = 7, y = 2, radius = 4 } }))
    assert.equal("sight", tostring(map:sight{}))
  end)

  it("tells which ones", function()
    local map = new_map()
    local left, right = { 1, 2, 9 }, { 7, 2, 9 }
    local sight = map:sight{ left, right }
    local seen_by = sight:seen_by(3, 2)
    assert.equal(2, #seen_by)
    assert.is_true(seen_by[1] == left and seen_by[2] == right)
    assert.is_true(sight:seen_by(1, 2)[1] == left)
    assert.same({ { 7, 2, 9 } }, sight:seen_by(6, 2))
    assert.same({}, map:sight{}:seen_by(6, 2))
  end)

  it("goes through the cells that are seen, row by row", function()
    local map = new_map()
    local cells = {}
    for x, y, count in map:sight{ { 1, 1, 1 }, { 2, 1, 1 } }:cells() do
      cells[#cells + 1] = ("%d,%d:%d"):format(x, y, count)
    end
    assert.same({ "1,1:2", "2,1:2", "3,1:1", "1,2:1", "2,2:1" }, cells)
    for _ in map:sight{}:cells() do error "nobody sees anything" end
  end)

  it("is what line_of_sight says", function()
    local map = new_map()
    local sight = map:sight{ { 2, 3, 5 } }
    for y = 1, 3 do
      for x = 1, 7 do
        assert.equal(map:line_of_sight(2, 3, x, y, { range = 5 }), sight:count(x, y) == 1)
      end
    end
  end)

  it("takes units, which have a sight, and a radius for those that have none", function()
    local map = new_map()
    local red = map:player "red"
    local scout, worker = red:unit{ x = 1, y = 1, sight = 2 }, red:unit{ x = 7, y = 1 }
    assert.same({ "1110000", "1100000", "1000000" }, drawn(map, map:sight{ scout, worker }))
    local sight = map:sight({ scout, worker, { 7, 3 } }, { radius = 1 })
    assert.same({ "1110011", "1100002", "1000011" }, drawn(map, sight))
    assert.equal(worker, sight:seen_by(6, 1)[1])
  end)

  it("takes the units of a world", function()
    local world = astar.world{ map = new_map() }
    local unit = world:unit{ player = "red", x = 1, y = 1, sight = 1 }
    local sight = world.map:sight{ unit }
    assert.equal(1, sight:count(2, 1))
    assert.equal(unit, sight:seen_by(2, 1)[1])
    assert.equal(unit, world.map:sight(unit.player):seen_by(2, 1)[1])
  end)

  it("sees from the middle of a large unit", function()
    local map = astar.map{ width = 9, height = 3 }
    local unit = map:player "red":unit{ x = 3, y = 1, sight = 2, class = map:class{ size = 3 } }
    assert.same({ "001110000", "011111000", "001110000" }, drawn(map, map:sight{ unit }))
  end)

  it("takes all units of a player", function()
    local map = new_map()
    local red = map:player "red"
    assert.same({}, map:sight(red):seen_by(1, 1))
    red:unit{ x = 1, y = 1, sight = 1 }
    map:player "blue":unit{ x = 7, y = 1, sight = 1 }
    local other = red:unit{ x = 2, y = 1, sight = 1 }
    local sight = map:sight(red)
    assert.same({ "2210000", "1100000", "0000000" }, drawn(map, sight))
    assert.equal(other, sight:seen_by(3, 1)[1])
  end)

  it("stays as it was", function()
    local map = new_map()
    local red = map:player "red"
    local unit = red:unit{ x = 1, y = 1, sight = 1 }
    local sight = map:sight(red)
    unit:remove()
    map:fill("wall")
    assert.same({ "1100000", "1000000", "0000000" }, drawn(map, sight))
    assert.is_true(sight:seen_by(1, 1)[1].removed)
  end)

  it("goes by what a player knows", function()
    local map = new_map()
    local red = map:player "red"
    local eyes = { { 1, 2, 9 } }
    assert.same({ "1111111", "1111111", "1111111" }, drawn(map, red:sight(eyes)))
    red:reveal()
    map:fill("plain")
    assert.same({ "1111100", "1110000", "1111100" }, drawn(map, red:sight(eyes)))
    assert.same(drawn(map, red:sight(eyes)), drawn(map, map:sight(eyes, { player = red })))
    assert.same({ "1111111", "1111111", "1111111" }, drawn(map, map:sight(eyes)))
  end)

  it("leaves out units that the player does not see", function()
    local map = new_map()
    local red, blue = map:player "red", map:player "blue"
    red:unit{ x = 1, y = 1, sight = 3 }
    local near, far = blue:unit{ x = 3, y = 1, sight = 1 }, blue:unit{ x = 7, y = 3, sight = 1 }
    assert.same({ "0111000", "0010000", "0000000" }, drawn(map, red:sight(blue)))
    local sight = red:sight{ far, near }
    assert.same({}, sight:seen_by(7, 3))
    assert.equal(near, sight:seen_by(3, 1)[1])
    assert.equal(1, map:sight(blue):count(7, 3))
  end)

  it("checks its arguments", function()
    local map = new_map()
    local red, other = map:player "red", new_map()
    says("bad argument #1 to 'sight' (observers = nil is neither a list nor a player)", function()
      map:sight()
    end)
    says("#1 to 'sight' (observers[2].x = 8 is outside the map, 1 to 7)", function()
      map:sight{ { 1, 1, 1 }, { 8, 1, 1 } }
    end)
    says("#1 to 'sight' (observers[1].y = nil", function() map:sight{ { x = 1 } } end)
    says("#1 to 'sight' (observers[1].radius = nil", function() map:sight{ { 1, 1 } } end)
    says("#1 to 'sight' (observers[1].radius = 256 is out of range, 0 to 255)", function()
      red:sight{ { 1, 1, 256 } }
    end)
    says("#1 to 'sight' (observers[2] = 'x' is not a cell { x, y }", function()
      map:sight{ { 1, 1, 1 }, "x" }
    end)
    says("#2 to 'sight' (sight: unknown key 'radios', the nearest is 'radius')", function()
      map:sight({}, { radios = 1 })
    end)
    says("unknown key 'player'", function() red:sight({}, { player = red }) end)
    says("the player is of another map", function() map:sight(other:player "red") end)
    says("#2 to 'sight' (the player is of another map)", function()
      map:sight({}, { player = other:player "red" })
    end)
    says("#1 to 'sight' (the unit is of another map)", function()
      map:sight{ other:player "red":unit{ x = 1, y = 1 } }
    end)
    local unit = red:unit{ x = 1, y = 1 }
    unit:remove()
    says("#1 to 'sight' (the unit was removed)", function() map:sight{ unit } end)
    local many = {}
    for i = 1, 65536 do many[i] = { 1, 1, 0 } end
    says("#1 to 'sight' (observers: the list has 65536, more than 65535",
      function() map:sight(many) end)
    many[65536] = nil
    assert.equal(65535, map:sight(many):count(1, 1))
  end)

  it("is checked again after a metamethod", function()
    local map = new_map()
    local closing = setmetatable({}, { __index = function() map:close() return 1 end })
    says("map is closed", function() map:sight{ closing } end)
    map = new_map()
    local red = map:player "red"
    local unit = red:unit{ x = 2, y = 2, sight = 1 }
    local removing = setmetatable({}, { __index = function() unit:remove() return 1 end })
    says("the unit was removed", function() map:sight{ unit, removing } end)
  end)
end)

describe("a sight #quick", function()
  it("can be closed", function()
    local map = new_map()
    local sight = map:sight{ { 1, 1, 5 } }
    local next_cell = sight:cells()
    local held = map:memory()
    sight:close()
    sight:close()
    assert.is_true(map:memory() < held)
    assert.equal("sight (closed)", tostring(sight))
    says("sight is closed", function() sight:count(1, 1) end)
    says("sight is closed", next_cell)
  end)

  it("ends with its map", function()
    local map = new_map()
    local sight = map:sight{ { 1, 1, 5 } }
    map:close()
    says("map is closed", function() sight:seen_by(1, 1) end)
    assert.equal("sight (closed)", tostring(sight))
    sight:close()
  end)

  it("checks cells", function()
    local sight = new_map():sight{}
    says("bad argument #1 to 'count' (x = 8 is outside the map, 1 to 7)", function()
      sight:count(8, 1)
    end)
    says("bad argument #2 to 'seen_by' (y = 0", function() sight:seen_by(1, 0) end)
    says("sight has no", function() return sight.eyes end)
  end)
end)

describe("influence:from_sight #quick", function()
  it("is the amount for each eye that sees a cell", function()
    local map = new_map()
    local seen = map:influence "seen"
    seen:add(3, 2, 7)
    assert.equal(seen, seen:from_sight(map:sight{ { 1, 2, 9 }, { 7, 2, 4 } }, 30))
    assert.same({ 30, 60, 60, 30 },
      { seen:get(1, 2), seen:get(3, 2), seen:get(4, 1), seen:get(7, 2) })
    seen:from_sight(map:sight{}, 30)
    assert.equal(0, seen:get(3, 2))
  end)

  it("leads a path along hidden ways", function()
    local map = astar.map{ rows = {
      ".........",
      "..####...",
      ".........",
    } }
    local seen = map:influence "seen":from_sight(map:sight{ { 5, 1, 4 } }, 50)
    local path = map:path(1, 1, 9, 1, { influence = { [seen] = 1 } })
    local _, y = path:cell(5)
    assert.equal(3, y)
    local _, direct = map:path(1, 1, 9, 1):cell(5)
    assert.equal(1, direct)
  end)

  it("checks its arguments", function()
    local map = new_map()
    local seen, sight = map:influence "seen", map:sight{}
    says("bad argument #1 to 'from_sight' (sight expected, got", function() seen:from_sight{} end)
    says("bad argument #2 to 'from_sight' (amount = 65536 is out of range", function()
      seen:from_sight(sight, 65536)
    end)
    says("#2 to 'from_sight' (amount = nil", function() seen:from_sight(sight) end)
    says("#1 to 'from_sight' (the sight is of another map)", function()
      new_map():influence "seen":from_sight(sight, 1)
    end)
    says("has a recipe", function()
      map:influence("sum", { recipe = { "sum", "seen" } }):from_sight(sight, 1)
    end)
    sight:close()
    says("#1 to 'from_sight' (the sight is closed)", function() seen:from_sight(sight, 1) end)
  end)
end)
