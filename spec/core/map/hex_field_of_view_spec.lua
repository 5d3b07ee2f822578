-- Sight between hexagons, by its definition: a transparent cell is seen if the line between the two
-- centers, moved a little to its left or right, meets only transparent cells, where on each ring
-- between the two it meets the cell whose center is nearest.

local astar = require "astar"
local cases = require "support.cases"
local hex = require "support.hex"
local new_random = require "support.random"

local TERRAINS = { { name = "plain", cost = 10 }, { name = "wood", cost = 10, opaque = true } }

local function round(value) return math.floor(value + 0.5) end

-- The cell of a point between centers, in axial coordinates.
local function cell_of(q, r)
  local s = -q - r
  local rq, rr, rs = round(q), round(r), round(s)
  local dq, dr, ds = math.abs(rq - q), math.abs(rr - r), math.abs(rs - s)
  if dq > dr and dq > ds then rq = -rr - rs elseif dr > ds then rr = -rq - rs end
  return rq, rr
end

--- Does the line meet transparent cells only, moved aside by so little?
local function is_clear(case, x1, y1, x2, y2, aside)
  local grid = case.map.grid
  local q1, r1 = hex.axial(grid, x1, y1)
  local q2, r2 = hex.axial(grid, x2, y2)
  local steps = hex.distance(grid, x1, y1, x2, y2)
  -- A vector across the line: turned by 90 degrees, in axial coordinates.
  local dq, dr = q2 - q1, r2 - r1
  local across_q, across_r = -(dq + 2 * dr), 2 * dq + dr
  for i = 1, steps - 1 do
    local q, r = q1 + dq * i / steps, r1 + dr * i / steps
    local x, y = hex.cell(grid, cell_of(q + aside * across_q, r + aside * across_r))
    if case.opaque(x, y) then return false end
  end
  return true
end

local A_BIT = 1e-7

local function sees(case, x1, y1, x2, y2)
  return is_clear(case, x1, y1, x2, y2, A_BIT) or is_clear(case, x1, y1, x2, y2, -A_BIT)
end

local function random_case(seed, grid)
  local random = new_random(seed)
  local width, height, density = random:int(1, 14), random:int(1, 14), random:pick { 5, 15, 30, 50 }
  local map = astar.map { grid = grid, width = width, height = height, terrains = TERRAINS }
  for y = 1, height do
    for x = 1, width do
      if random:int(1, 100) <= density then map:set(x, y, "wood") end
    end
  end
  local function opaque(x, y) return map:get(x, y) == "wood" end
  local function inside(x, y) return x >= 1 and y >= 1 and x <= width and y <= height end
  return { map = map, random = random, width = width, height = height,
    opaque = function(x, y) return inside(x, y) and opaque(x, y) end, inside = inside }
end

local function shown(case, x, y, radius)
  local player = case.map:player("red" .. case.random:int(1, 2 ^ 30))
  player:see(x, y, radius)
  return function(to_x, to_y) return player:knows(to_x, to_y) == "visible" end
end

local function each_cell(case, f)
  for y = 1, case.height do
    for x = 1, case.width do f(x, y) end
  end
end

local function check(case, seed, x, y, radius)
  local grid, is_shown = case.map.grid, shown(case, x, y, radius)
  each_cell(case, function(to_x, to_y)
    local far = hex.distance(grid, x, y, to_x, to_y)
    local where = ("seed %d, %s, from %d,%d to %d,%d, radius %d\n%s"):format(seed, grid, x, y, to_x,
      to_y, radius, case.map:draw())
    if far > radius then
      assert.is_false(is_shown(to_x, to_y), where)
    elseif not case.opaque(to_x, to_y) then
      assert.are.equal(sees(case, x, y, to_x, to_y), is_shown(to_x, to_y), where)
    end
  end)
end

--- What is opaque is shown if light falls on any part of it; then it is next to something seen.
local function check_opaque(case, seed, x, y)
  local grid, is_shown = case.map.grid, shown(case, x, y, 30)
  each_cell(case, function(to_x, to_y)
    if not case.opaque(to_x, to_y) or to_x == x and to_y == y then return end
    local by_line = sees(case, x, y, to_x, to_y)
    local where = ("seed %d, %s, from %d,%d to %d,%d\n%s"):format(seed, grid, x, y, to_x, to_y,
      case.map:draw())
    if by_line then assert.is_true(is_shown(to_x, to_y), where) end
    assert.are.equal(is_shown(to_x, to_y), case.map:line_of_sight(x, y, to_x, to_y), where)
  end)
end

describe("sight between hexagons", function()
  local function on_cases(first, count, f)
    for seed = first, first + cases.of(count) - 1 do
      for _, grid in ipairs { "hex", "flat_hex" } do
        local case = random_case(seed, grid)
        f(case, seed, case.random:int(1, case.width), case.random:int(1, case.height))
        case.map:close()
      end
    end
  end

  it("reaches what the definition says", function()
    on_cases(1, 80, function(case, seed, x, y) check(case, seed, x, y, case.random:int(0, 16)) end)
  end)

  it("shows opaque cells as a line of sight does", function() on_cases(5000, 40, check_opaque) end)

  it("is the same as one line of sight, and works both ways", function()
    on_cases(9000, 40, function(case, seed, x, y)
      local is_shown = shown(case, x, y, 30)
      each_cell(case, function(to_x, to_y)
        local clear = case.map:line_of_sight(x, y, to_x, to_y)
        local where = ("seed %d, from %d,%d to %d,%d"):format(seed, x, y, to_x, to_y)
        assert.are.equal(is_shown(to_x, to_y), clear, where)
        if not case.opaque(x, y) and not case.opaque(to_x, to_y) then
          assert.are.equal(clear, case.map:line_of_sight(to_x, to_y, x, y), where)
        end
      end)
    end)
  end)

  it("is drawn: what a wood hides", function()
    local map = astar.map { grid = "hex", terrains = TERRAINS, legend = { ["%"] = "wood" },
      rows = {
        ". . . . . . .",
        " . . . . . . .",
        ". . % . . . .",
        " . . % . . . .",
        ". . . . . . .",
        " . . . . . . .",
      } }
    local red = map:player "red"
    red:see(2, 4, 4)
    local picture = map:draw { player = red, legend = { ["%"] = "wood" } }
    assert.are.equal([[
. .
 . .
. . %
 . . %
. . . .
 . . . . .
]], (picture:gsub(" +\n", "\n")))
  end)

  it("counts steps as the range", function()
    local map = astar.map { grid = "hex", width = 9, height = 9 }
    local clear, why = map:line_of_sight(1, 1, 4, 4, { range = 4 })
    assert.are.same({ false, "far" }, { clear, why })
    assert.is_true(map:line_of_sight(1, 1, 4, 4, { range = 5 }))
    assert.are.equal(5, map:distance(1, 1, 4, 4))
  end)
end)
