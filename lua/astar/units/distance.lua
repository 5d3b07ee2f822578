--- How far it is from cell to cell, as the map's radii count: of squares diagonals as one, of
-- hexagons steps; from level to level math.huge. Cells may lie off the map.

local levels = require "astar.units.levels"
local object = require "astar.units.object"

local distance = {}

local floor, max, abs = math.floor, math.max, math.abs

-- Twice the place along a line of hexagons, and one more where the line is shifted.
local function half(along, line)
  return 2 * along + (line - 1) % 2
end

local function hexagons(grid, ax, ay, bx, by)
  if grid == "flat_hex" then ax, ay, bx, by = ay, ax, by, bx end
  local lines, halves = abs(ay - by), abs(half(ax, ay) - half(bx, by))
  return lines + max(0, floor((halves - lines) / 2))
end

--- From one cell of a world's map, or anything with x and y, to another.
function distance.cells(world, a, b)
  local grid = world.map.grid
  if grid ~= "square" then return hexagons(grid, a.x, a.y, b.x, b.y) end
  if not levels.same(object.levels(world), a.x, a.y, b.x, b.y) then return math.huge end
  return max(abs(a.x - b.x), abs(a.y - b.y))
end

local function hexagons_to(grid, ax, ay, size, rect)
  local least = math.huge
  for y = ay, ay + size - 1 do
    local by = max(rect.y, math.min(y, rect.y + rect.height - 1))
    for x = ax, ax + size - 1 do
      local bx = max(rect.x, math.min(x, rect.x + rect.width - 1))
      for column = bx - 1, bx + 1 do
        for row = by - 1, by + 1 do
          if column >= rect.x and row >= rect.y and column < rect.x + rect.width
            and row < rect.y + rect.height then
            least = math.min(least, hexagons(grid, x, y, floor(column), floor(row)))
          end
        end
      end
    end
  end
  return least
end

--- From a square of `size` cells to the nearest cell of a rectangle; x, y may be fractions.
function distance.to_rectangle(world, ax, ay, size, rect)
  local grid = world.map.grid
  if grid ~= "square" then return hexagons_to(grid, ax, ay, size, rect) end
  if not levels.same(object.levels(world), ax, ay, rect.x, rect.y) then return math.huge end
  local left, up = ax - (rect.x + rect.width - 1), ay - (rect.y + rect.height - 1)
  local right, down = rect.x - (ax + size - 1), rect.y - (ay + size - 1)
  return max(0, left, up, right, down)
end

return distance
