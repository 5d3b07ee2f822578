-- Straight lines, and paths smoothed by them.

local maps = require "support.maps"

-- ---- helpers ----------------------------------------------------------------------------------

--- The line from A to B in a picture.
local function line(picture, query)
  local map, at = maps.read(picture)
  if type(query) == "function" then query = query(map) end
  return map:line(at.A.x, at.A.y, at.B.x, at.B.y, query)
end

local function points(path, query)
  local list = {}
  for x, y, i in path:smooth(query) do list[i] = { x, y } end
  return list
end

--- The points of the smoothed path from A to B: "1,1 4,3".
local function smoothed(picture, query)
  local map, at = maps.read(picture)
  if type(query) == "function" then query = query(map) end
  local list = points(map:path(at.A.x, at.A.y, at.B.x, at.B.y, query), query)
  for i, point in ipairs(list) do list[i] = point[1] .. "," .. point[2] end
  return table.concat(list, " ")
end

-- ---- lines ------------------------------------------------------------------------------------

describe("a line", function()
  it("costs its length times what its cells cost", function()
    assert.equal(40, line "A . . . B")
    assert.equal(43, line [[
      A . . .
      . . . .
      . . . .
      . . . B
    ]])
    assert.equal(64, line [[
      A . . . . . .
      . . . . . . .
      . . . . . . B
    ]])
    assert.equal(5 + 35 + 5 + 5, line "A , : B")
    assert.equal(0, (function()
      local map = maps.read "A ."
      return map:line(1, 1, 1, 1)
    end)())
  end)

  it("is rounded up, from 1024ths that are rounded up", function()
    -- Four cells at a quarter of sqrt(5), 2289/1024: 2065 x 2289 / 4 is 1024 x 1154 and a quarter.
    assert.equal(1155, line([[
      A . .
      . , B
    ]], function(map) return { class = map:class { plain = 516, swamp = 517 } } end))
  end)

  it("is the same in both directions", function()
    local map = maps.read [[
      A . , . . : .
      . . , . . : .
      . . . % . : B
    ]]
    assert.equal(map:line(1, 1, 7, 3), map:line(7, 3, 1, 1))
  end)

  it("ends where a cell cannot be entered", function()
    assert.same({ nil, "unreachable" }, { line "A . # . B" })
    assert.same({ nil, "unreachable" }, { line [[
      A . .
      . # .
      . . B
    ]] })
  end)

  it("passes by what it does not cross", function()
    assert.is_number(line [[
      A . . # #
      # . . . #
      # # . . B
    ]])
  end)

  local CORNER = { no_obstacles = false, at_most_one_obstacle = true, always = true, never = false }
  for rule, free in pairs(CORNER) do
    it("goes through a corner as the diagonal rule " .. rule .. " says", function()
      local cost, why = line([[
        A # .
        . B .
      ]], function(map) return { class = map:class { diagonal = rule } } end)
      assert.equal(free and 15 or nil, cost)
      assert.equal(not free and "unreachable" or nil, why)
    end)
  end

  it("is that of a large unit", function()
    local picture = [[
      A . . . . .
      . . . . . .
      # . . . B .
      . . . . . .
    ]]
    assert.is_number(line(picture))
    local function large(map) return { class = map:class { size = 2 } } end
    assert.is_number(line(picture, large))
    assert.same({ nil, "unreachable" }, { line([[
      A . . . . .
      . . # . . .
      . . . . B .
      . . . . . .
    ]], large) })
  end)

  it("counts everything that the query counts", function()
    local map = maps.read "A . . . ."
    map:influence("danger"):set(3, 1, 25)
    assert.equal(65, map:line(1, 1, 5, 1, { influence = { danger = 1 } }))
    assert.equal(40 + 6, map:line(1, 1, 5, 1,
      { extra_cost = function(x) return x == 2 and 6 or 0 end }))
    local red = map:player("red"):reveal()
    local unit = red:unit { x = 1, y = 1 }
    red:unit { x = 4, y = 1 }
    assert.same({ nil, "unreachable" }, { map:line(1, 1, 5, 1, { unit = unit }) })
    assert.equal(40, map:line(1, 1, 5, 1))
  end)

  it("begins only where the class can stand", function()
    assert.same({ nil, "start_blocked" }, { maps.read("A # ."):line(2, 1, 3, 1) })
  end)
end)

-- ---- smoothing --------------------------------------------------------------------------------

describe("a smoothed path", function()
  it("goes straight where nothing is in the way", function()
    assert.equal("1,1 7,3", smoothed [[
      A . . . . . .
      . . . . . . .
      . . . . . . B
    ]])
    assert.equal("1,1 4,1", smoothed "A . . B")
  end)

  it("turns at corners", function()
    assert.equal("1,2 3,1 5,1 8,3", smoothed [[
      . . . . . . . .
      A . # # . . . .
      . . # # . . . B
      . . . . . . . .
    ]])
  end)

  it("does not cut through what is costlier", function()
    assert.equal("1,1 4,3 8,2", smoothed [[
      A . . , , . . .
      . . . , , . . B
      . . . . . . . .
    ]])
    assert.equal("1,1 8,2", smoothed [[
      A . . , , . . .
      . . . , , . . B
      . . . , , . . .
    ]])
  end)

  it("keeps to a road where leaving it costs more than it saves", function()
    assert.equal("1,1 1,3 2,4 8,4", smoothed [[
      A . . . . . . .
      : . . . . . . .
      : . . . . . . .
      : : : : : : : B
    ]])
  end)

  it("is that of a large unit", function()
    assert.equal("1,1 7,4", smoothed([[
      A . . # . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . . . B .
      . . . . . . . .
    ]], function(map) return { class = map:class { size = 2 } } end))
    assert.equal("1,1 1,3 2,4 7,4", smoothed([[
      A . # # . . . .
      . . # # . . . .
      . . # # . . . .
      . . . . . . B .
      . . . . . . . .
    ]], function(map) return { class = map:class { size = 2, diagonal = "always" } } end))
  end)

  local RULES = { no_obstacles = "1,1 1,4 4,4", at_most_one_obstacle = "1,1 1,3 2,4 4,4",
                  always = "1,1 4,4", never = "1,1 1,4 4,4" }
  for rule, expected in pairs(RULES) do
    it("keeps to the diagonal rule " .. rule, function()
      assert.equal(expected, smoothed([[
        A . # .
        . . # .
        . # . .
        . . . B
      ]], function(map) return { class = map:class { diagonal = rule } } end))
    end)
  end

  it("stays as it was where it cannot be walked any more", function()
    local map = maps.read "A . . . . . ."
    local path = map:path(1, 1, 7, 1)
    map:set(4, 1, "wall")
    assert.same({ { 1, 1 }, { 7, 1 } }, points(path))
    map:set(4, 1, "plain"):set(1, 1, "wall")
    assert.same({ { 1, 1 }, { 7, 1 } }, points(path))
  end)

  it("is of one cell where the path is", function()
    local map = maps.read "A ."
    assert.same({ { 1, 1 } }, points(map:path(1, 1, 1, 1)))
  end)
end)
