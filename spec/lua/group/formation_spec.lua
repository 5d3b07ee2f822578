local formation = require "astar.group.formation"
local maps = require "support.maps"


-- The places of n units as a picture, the middle as O; blanks between for being looked at.
local function drawn(shape, n, facing, spacing)
  local dx, dy = formation.facing(facing)
  local at, least_x, most_x, least_y, most_y = {}, 0, 0, 0, 0
  for _, one in ipairs(formation.offsets(shape, n, dx, dy, spacing)) do
    at[one.y * 1000 + one.x] = one.x == 0 and one.y == 0 and "O" or "o"
    least_x, most_x = math.min(least_x, one.x), math.max(most_x, one.x)
    least_y, most_y = math.min(least_y, one.y), math.max(most_y, one.y)
  end
  local rows = {}
  for y = least_y, most_y do
    local row = {}
    for x = least_x, most_x do row[#row + 1] = at[y * 1000 + x] or "." end
    rows[#rows + 1] = table.concat(row)
  end
  return rows
end

local function looks(picture, ...)
  assert.same(maps.rows(picture), drawn(...))
end

describe("a formation #quick", function()
  it("is a line across", function()
    looks("o o O o o", "line", 5, "north")
    looks("o o O o o", "line", 5, "south")
    looks("o\n o\n O\n o\n o", "line", 5, "east")
    looks([[
      o . .
      . O .
      . . o
    ]], "line", 3, "north-east")
  end)

  it("has more ranks for many", function()
    local rows = drawn("line", 40, "north")
    assert.equal(3, #rows)
    assert.equal(14, #rows[1])
  end)

  it("is a column behind its head", function()
    looks("O\n o\n o\n o", "column", 4, "north")
    looks("o o o O", "column", 4, "east")
    looks([[
      . . o
      . o .
      O . .
    ]], "column", 3, "south-west")
  end)

  it("is a wedge, its last rank filled from the ends", function()
    looks([[
      . . o . .
      . o O o .
      o o o o o
    ]], "wedge", 9, "north")
    looks([[
      . . o . .
      . o O o .
      o . . . o
    ]], "wedge", 6, "north")
    looks([[
      o . .
      . o .
      . O o
      . o .
      o . .
    ]], "wedge", 6, "east")
  end)

  it("is a box", function()
    looks([[
      o o o
      o O o
      o o o
    ]], "box", 9, "west")
    looks([[
      . . o . .
      . o . o .
      o . O . o
      . o . o .
      . . o . .
    ]], "box", 9, "south-east")
    looks([[
      o . o
      o O o
    ]], "box", 5, "south")
  end)

  it("keeps apart", function()
    looks("o . . O . . o", "line", 3, "north", 3)
  end)

  it("faces a diagonal from 5 cells beside 12 on", function()
    for _, case in ipairs { { 12, 5, 1, 1 }, { 12, 4, 1, 0 }, { 13, 5, 1, 0 }, { 5, 12, 1, 1 },
      { 4, 12, 0, 1 }, { 5, 13, 0, 1 }, { 1, 0, 1, 0 }, { 0, 1, 0, 1 }, { 9, 9, 1, 1 } } do
      for _, sign in ipairs { { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 } } do
        local dx, dy = formation.direction(case[1] * sign[1], case[2] * sign[2])
        assert.same({ case[3] * sign[1], case[4] * sign[2] }, { dx, dy })
      end
    end
  end)

  it("faces where a name or a vector says", function()
    for name, wanted in pairs { north = "0 -1", ["north-east"] = "1 -1", east = "1 0",
      ["south-east"] = "1 1", south = "0 1", ["south-west"] = "-1 1", west = "-1 0",
      ["north-west"] = "-1 -1" } do
      local dx, dy = formation.facing(name)
      assert.equal(wanted, ("%d %d"):format(dx, dy))
      local x, y = wanted:match("(%S+) (%S+)")
      for _, vector in ipairs { { x * 3, y * 3 }, { x = x * 3, y = y * 3 } } do
        dx, dy = formation.facing(vector)
        assert.equal(wanted, ("%d %d"):format(dx, dy))
      end
    end
    for _, wrong in ipairs { "up", 5, {}, { 1 }, { 0, 0 }, { 1, "1" }, { "1", 1 }, { 0 / 0, 1 },
      { 1, 0 / 0 } } do
      assert.is_nil(formation.facing(wrong))
    end
  end)

  it("faces the nearest of eight directions", function()
    assert.same({ 1, -1 }, { formation.facing("north-east") })
    assert.same({ 1, 0 }, { formation.facing { 5, -2 } })
    assert.same({ 1, -1 }, { formation.facing { 5, -3 } })
    assert.same({ 0, 1 }, { formation.facing { x = -2, y = 7 } })
    assert.is_nil(formation.facing("up"))
    assert.is_nil(formation.facing { 0, 0 })
  end)
end)

describe("the cells of a formation #quick", function()
  -- The cells that n units in a box around M get, as a picture.
  local function cells(picture, n, facing, free)
    local map, at = maps.read(picture)
    local dx, dy = formation.facing(facing)
    local list = formation.cells(map, at.M.x, at.M.y,
      formation.offsets("box", n, dx, dy), {}, free)
    local on = {}
    for _, cell in ipairs(list) do
      if cell then on[cell.y * 100 + cell.x] = "o" end
    end
    return maps.draw(map, function(x, y) return on[y * 100 + x] end)
  end

  it("move to the nearest free ones where they are blocked", function()
    assert.same(maps.rows [[
      . . o . . .
      . o o # . .
      . o o o . .
      . o o o . .
    ]], cells([[
      . . . . . .
      . . . # . .
      . . M . . .
      . . . . . .
    ]], 9, "north"))
  end)

  it("do not lie beyond walls, nor beside the map", function()
    assert.same(maps.rows [[
      . o # . .
      o o # . .
      o o # . .
      o o # . .
      o o # . .
      . . . . .
    ]], cells([[
      . . # . .
      . . # . .
      . M # . .
      . . # . .
      . . # . .
      . . . . .
    ]], 9, "north"))
  end)

  it("are not those that are taken", function()
    assert.same(maps.rows [[
      . o o o .
      o . o o .
      . o o o .
    ]], cells([[
      . . . . .
      . . M . .
      . . . . .
    ]], 9, "north", function(x, y) return not (x == 2 and y == 2) end))
  end)

  it("are as many as there are", function()
    local map = maps.read [[
      . . # .
      . . # .
    ]]
    local offsets = formation.offsets("line", 6, 1, 0)
    local list, count = formation.cells(map, 1, 1, offsets, {}), 0
    for _, cell in ipairs(list) do count = count + (cell and 1 or 0) end
    assert.same({ 6, 4 }, { #list, count })
    assert.same({ nil, "goal_blocked" }, { formation.cells(map, 3, 1, offsets, {}) })
  end)
end)
