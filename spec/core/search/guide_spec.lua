-- The example of the guide for beginners (P. Lester, "A* Pathfinding for Beginners"): its map, its
-- costs 10 and 14, its Manhattan estimate, and the numbers in its figures.

local maps = require "support.maps"

local GUIDE = [[
  . . . . . . .
  . . . # . . .
  . A . # . B .
  . . . # . . .
  . . . . . . .
]]

local map, at = maps.read(GUIDE)
local trace = {}
local path = map:path(at.A.x, at.A.y, at.B.x, at.B.y, { heuristic = "manhattan", trace = trace })

--- The events of a cell as "kind G H F parent", before cell n + 1 is closed.
local function events(x, y, n)
  local list = {}
  for _, event in ipairs(trace) do
    if event.kind == "closed" then n = n - 1 end
    if n < 0 then break end
    if event.x == x and event.y == y then
      list[#list + 1] = ("%s %d %d %d from %d,%d"):format(event.kind, event.g, event.h, event.f,
        event.px, event.py)
    end
  end
  return table.concat(list, "; ")
end

local function closed(n)
  for _, event in ipairs(trace) do
    if event.kind == "closed" then n = n - 1 end
    if n == 0 then return event.x, event.y end
  end
end

describe("the guide's example #quick", function()
  it("closes the start first", function()
    assert.same({ 2, 3 }, { closed(1) })
    assert.equal("opened 0 40 40 from 2,3; closed 0 40 40 from 2,3", events(2, 3, 1))
  end)

  it("then has G, H and F of its eight neighbours", function()
    local expected = {
      { 1, 2, "14 60 74" }, { 2, 2, "10 50 60" }, { 3, 2, "14 40 54" },
      { 1, 3, "10 50 60" },                       { 3, 3, "10 30 40" },
      { 1, 4, "14 60 74" }, { 2, 4, "10 50 60" }, { 3, 4, "14 40 54" },
    }
    for _, one in ipairs(expected) do
      assert.equal("opened " .. one[3] .. " from 2,3", events(one[1], one[2], 1))
    end
  end)

  it("closes the square to the right next, whose F is 40, and changes nothing by it", function()
    assert.same({ 3, 3 }, { closed(2) })
    assert.equal("opened 14 40 54 from 2,3", events(3, 2, 2))
    assert.equal("opened 14 40 54 from 2,3", events(3, 4, 2))
  end)

  it("closes the two squares with F 54 after that", function()
    assert.same({ 3, 2 }, { closed(3) })
    assert.same({ 3, 4 }, { closed(4) })
    assert.equal("opened 24 50 74 from 3,4", events(3, 5, 4))
    assert.equal("opened 28 60 88 from 3,4", events(2, 5, 4))
  end)

  it("does not cut the wall's corner", function()
    assert.equal("", events(4, 5, 4))
    assert.equal("", events(4, 1, 4))
  end)

  it("gives the square two below the start another parent, and G falls from 28 to 20", function()
    local all = events(2, 5, #trace)
    assert.equal("opened 28 60 88 from 3,4; improved 20 60 80 from 2,4", all:match("^[^;]+; [^;]+"))
  end)

  it("finds the way round the wall", function()
    assert.equal(68, path.cost)
    assert.equal("2,3 3,2 3,1 4,1 5,1 6,2 6,3", maps.cells(path))
  end)

  it("finds the same cost with the exact estimate", function()
    local exact = maps.walks [[
      . . * * * . .
      . . * # . * .
      . A . # . B .
      . . . # . . .
      . . . . . . .
    ]]
    assert.equal(68, exact.cost)
  end)
end)
