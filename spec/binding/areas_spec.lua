local astar = require "astar"
local says = require "support.says"

describe("map:clearance #quick", function()
  local map = astar.map{ rows = {
    ".......",
    ".......",
    ".......",
    "......#",
  } }

  it("is the distance to the nearest cell that cannot be entered", function()
    assert.equal(1, map:clearance(1, 3))
    assert.equal(2, map:clearance(4, 2))
    assert.equal(math.sqrt(2), map:clearance(6, 3))
    assert.equal(0, map:clearance(7, 4))
    assert.equal("1", tostring(map:clearance(1, 1)))
  end)

  it("is that of a class and of a player", function()
    local giant = map:class{ size = 2 }
    assert.equal(math.sqrt(2), map:clearance(5, 2, { class = giant }))
    assert.equal(0, map:clearance(6, 3, { class = giant }))
    assert.equal(1, map:clearance(7, 4, { player = map:player "blind" }))
  end)

  it("says what is wrong with its arguments", function()
    says("bad argument #1 to 'clearance' (x = 8 is outside the map, 1 to 7)", function()
      map:clearance(8, 1)
    end)
    says("query: unknown key 'size'", function() map:clearance(1, 1, { size = 2 }) end)
  end)
end)

describe("map:areas #quick", function()
  -- Two rooms, a door between them, and a closet.
  local function rooms()
    return astar.map{ rows = {
      ".....#....###",
      ".....#....#..",
      "..........#..",
      ".....#.......",
      ".....#....#..",
    } }
  end

  it("divides the map at its narrow passages", function()
    local map = rooms()
    assert.equal(table.concat({
      "aaaaa#bbbb###",
      "aaaaa#bbbb#bb",
      "aaaaa+bbbb#bb",
      "aaaaa#bbbbbbb",
      "aaaaa#bbbb#bb",
    }, "\n") .. "\n", map:draw{ areas = map:areas() })
  end)

  it("describes each area", function()
    local map = rooms()
    local areas = map:areas()
    local west, east = areas:at(1, 1), areas:at(10, 1)
    assert.same({ id = west, x = 3, y = 3, size = 26, clearance = 3, region = 1, cut_off = true,
      neighbours = { east }, chokes = 1, dead_end = true }, areas:get(west))
    assert.same({ areas:get(west), areas:get(east) }, areas:list())
    assert.is_nil(areas:at(6, 1))
    assert.is_nil(areas:get(1))
    assert.is_nil(areas:get(10 ^ 6))
    assert.equal("areas", tostring(areas))
  end)

  it("describes each choke", function()
    local areas = rooms():areas()
    local west, east = areas:at(1, 1), areas:at(10, 1)
    local door = areas:chokes()[1]
    assert.same({ areas = { west, east }, width = 1, cells = { { 6, 3 } }, x = 6, y = 3, x1 = 6,
      y1 = 3, x2 = 6, y2 = 3, splits = true, sizes = { 26, 29 } }, door)
    assert.same({ door }, areas:chokes(east))
  end)

  it("joins what is divided less than the ratio says, or more widely than the width", function()
    local map = astar.map{ rows = {
      ".......#.......",
      ".......#.......",
      "...............",
      "...............",
      "...............",
      ".......#.......",
      ".......#.......",
    } }
    assert.equal(2, #map:areas():list())
    assert.equal(2, #map:areas(nil, { width = 3 }):list())
    assert.equal(1, #map:areas(nil, { width = 2 }):list())
    assert.equal(1, #map:areas(nil, { ratio = 0.4 }):list())
    assert.equal(1, #map:areas(nil, { ratio = 0 }):list())
  end)

  it("is up to date after edits", function()
    local map = rooms()
    local areas = map:areas()
    map:fill(6, 1, 1, 5, "plain")
    assert.equal(1, #areas:list())
    map:fill(6, 1, 1, 5, "wall")
    assert.equal(2, #areas:list())
    assert.equal(0, #areas:chokes())
    assert.same({ nil, "unreachable" }, { areas:path(areas:at(1, 1), areas:at(9, 1)) })
  end)

  it("goes by what a player knows", function()
    local map = rooms()
    local red = map:player "red"
    local areas = map:areas{ player = red }
    assert.equal(1, #areas:list())
    red:reveal()
    assert.equal(2, #areas:list())
    red:remove()
    assert.same({ nil, "cancelled" }, { areas:list() })
    assert.same({ nil, "cancelled" }, { areas:at(1, 1) })
    assert.same({ nil, "cancelled" }, { areas:chokes() })
    assert.same({ nil, "cancelled" }, { areas:path(1, 1) })
  end)

  it("counts links as chokes", function()
    local map = rooms()
    map:set(6, 3, "wall")
    local ladder = map:link{ from = { 9, 3 }, to = { 2, 3 }, cost = 20, one_way = true }
    local areas = map:areas()
    local west, east = areas:at(1, 1), areas:at(10, 1)
    local choke = areas:chokes()[1]
    assert.equal(ladder, choke.link)
    assert.is_true(choke.one_way)
    assert.same({ east, west }, choke.areas)
    assert.same({ { 9, 3 } }, choke.cells)
    assert.equal(1, #areas:path(east, west))
    assert.same({ nil, "unreachable" }, { areas:path(west, east) })
    ladder:close()
    assert.equal(0, #areas:chokes())
  end)

  it("finds a way through chokes that are wide enough", function()
    local map = astar.map{ rows = {
      ".......#.......",
      ".......#.......",
      "...............",
      "...............",
      ".......#.......",
      ".......#.......",
      ".......#.......",
    } }
    local areas = map:areas()
    local west, east = areas:at(1, 1), areas:at(15, 1)
    assert.equal(2, areas:path(west, east, 2)[1].width)
    assert.same({ nil, "unreachable" }, { areas:path(west, east, 3) })
    assert.same({}, areas:path(west, west))
  end)

  it("says what is wrong with its arguments", function()
    local map = rooms()
    local areas = map:areas()
    says("#2 to 'areas' (ratio = 2", function() map:areas(nil, { ratio = 2 }) end)
    says("#2 to 'areas' (width = 0", function() map:areas(nil, { width = 0 }) end)
    says("#2 to 'areas' (areas: unknown key 'wide'", function() map:areas(nil, { wide = 1 }) end)
    says("#1 to 'areas' (query: unknown key 'size'", function() map:areas{ size = 2 } end)
    says("#1 to 'at' (x = 14 is outside the map", function() areas:at(14, 1) end)
    says("#1 to 'path' (from = 1 is no area)", function() areas:path(1, 1) end)
    says("#1 to 'chokes' (id = 7 is no area)", function() areas:chokes(7) end)
    says("#3 to 'path' (width = 0", function() areas:path(areas:at(1, 1), areas:at(1, 1), 0) end)
    areas:close()
    says("areas are closed", function() areas:list() end)
    assert.equal("areas (closed)", tostring(areas))
    local others = map:areas()
    map:close()
    says("map is closed", function() others:list() end)
    assert.equal("areas (closed)", tostring(others))
  end)

  it("cannot be made or closed while a callback runs", function()
    local map = rooms()
    local areas = map:areas()
    for _, call in ipairs{ function() map:areas() end, function() areas:close() end } do
      says("while", function()
        map:path(1, 1, 9, 1, { extra_cost = call })
      end)
    end
  end)
end)

describe("map:cut_off #quick", function()
  local map = astar.map{ rows = {
    "....#....",
    ".........",
    "....#....",
  } }

  it("tells what is left connected when cells are blocked", function()
    local parts = map:cut_off{ { 7, 1 }, { 7, 2 }, { 7, 3 } }
    local sizes = {}
    for i, part in ipairs(parts:list()) do
      sizes[i] = ("%d at %d, %d%s"):format(part.size, part.x, part.y, part.cut_off and ", cut off"
        or "")
    end
    assert.same({ "16 at 1, 1", "6 at 8, 1, cut off" }, sizes)
    assert.is_nil(parts:at(7, 2))
    assert.equal(parts:at(1, 1), parts:at(6, 3))
  end)

  it("says what is wrong with its arguments", function()
    says("#1 to 'cut_off' (cells: the list is empty)", function() map:cut_off{} end)
    says("#1 to 'cut_off' (cells = 3 is not a list of cells)", function() map:cut_off(3) end)
    says("cells[1].x = 10 is outside the map", function() map:cut_off{ { 10, 1 } } end)
  end)
end)

describe("map:sides #quick", function()
  it("gives each side the cells that it comes to first", function()
    local map = astar.map{ rows = {
      ".......",
      ".......",
      ".......",
    } }
    assert.equal(table.concat({
      "aaa+bbb",
      "aaa+bbb",
      "aaa+bbb",
    }, "\n") .. "\n", map:draw{ areas = map:sides{ { { 1, 2 } }, { { 7, 2 } } } })
  end)

  it("gives a cell to the first of several sides, and may leave one without any", function()
    local map = astar.map{ rows = { ".....#." } }
    local sides = map:sides{ {}, { { 1, 1 } }, { { 5, 1 } } }
    assert.equal(2, sides:at(3, 1))
    assert.is_nil(sides:at(7, 1))
    assert.same({ id = 1, size = 0, chokes = 0, dead_end = false, neighbours = {} }, sides:get(1))
    assert.same({ id = 3, x = 4, y = 1, size = 2, chokes = 1, dead_end = true, neighbours = { 2 } },
      sides:get(3))
    assert.is_nil(sides:get(4))
  end)

  it("says what is wrong with its arguments", function()
    local map = astar.map{ rows = { "....." } }
    says("#1 to 'sides' (sides = 7 is not a list of lists of cells)", function() map:sides(7) end)
    says("#1 to 'sides' (sides: the list has 0, it must be 1 to 64)", function() map:sides{} end)
    says("side 2[1].x = 6 is outside the map", function() map:sides{ {}, { { 6, 1 } } } end)
    says("#1 to 'sides' (side 1 = 4 is not a list of cells)", function() map:sides{ 4 } end)
  end)
end)
