--- Where cells are in a picture, in widths of a cell: squares, or hexagons as docs/reference/map.md
-- describes them. The map's place in a game's coordinates makes no difference.

local geometry = {}

local floor, sqrt = math.floor, math.sqrt

-- ---- squares ------------------------------------------------------------------------------------

local square = {}

function square.size(map) return map.width, map.height end

function square.center(x, y) return x - 0.5, y - 0.5 end

function square.cell_at(px, py) return floor(px) + 1, floor(py) + 1 end

-- ---- hexagons with a point on top ---------------------------------------------------------------

local hex = {}
local TALL = 2 / sqrt(3)                         -- from point to point, where the width is 1

function hex.size(map)
  return map.width + (map.height > 1 and 0.5 or 0), (0.75 * map.height + 0.25) * TALL
end

function hex.center(x, y)
  return x - (y % 2 == 0 and 0 or 0.5), (0.75 * (y - 1) + 0.5) * TALL
end

hex.corners = { { 0, -0.5 * TALL }, { 0.5, -0.25 * TALL }, { 0.5, 0.25 * TALL }, { 0, 0.5 * TALL },
  { -0.5, 0.25 * TALL }, { -0.5, -0.25 * TALL } }

-- ---- hexagons with a flat top -------------------------------------------------------------------

local flat = {}
local LOW = sqrt(3) / 2

function flat.size(map)
  return 0.75 * map.width + 0.25, (map.height + (map.width > 1 and 0.5 or 0)) * LOW
end

function flat.center(x, y)
  return 0.75 * (x - 1) + 0.5, (y - (x % 2 == 0 and 0 or 0.5)) * LOW
end

flat.corners = { { 0.25, -0.5 * LOW }, { 0.5, 0 }, { 0.25, 0.5 * LOW }, { -0.25, 0.5 * LOW },
  { -0.5, 0 }, { -0.25, -0.5 * LOW } }

-- A regular hexagon is what is nearer to its centre than to any other. `x` and `y` are near.
local function nearest(center, px, py, x, y)
  local best, best_x, best_y
  for ny = y - 1, y + 1 do
    for nx = x - 1, x + 1 do
      local cx, cy = center(nx, ny)
      local distance = (cx - px) ^ 2 + (cy - py) ^ 2
      if not best or distance < best then best, best_x, best_y = distance, nx, ny end
    end
  end
  return best_x, best_y
end

-- What is outside of all hexagons, at the rim of the picture, is nearest to one as well.
local function is_inside(center, corners, px, py, x, y)
  local cx, cy = center(x, y)
  for i, corner in ipairs(corners) do
    local other = corners[i % 6 + 1]
    local side = (other[1] - corner[1]) * (py - cy - corner[2])
      - (other[2] - corner[2]) * (px - cx - corner[1])
    if side < -1e-9 then return false end
  end
  return true
end

function hex.cell_at(px, py)
  local y = floor(py / (0.75 * TALL)) + 1
  local x
  x, y = nearest(hex.center, px, py, floor(px) + 1, y)
  if is_inside(hex.center, hex.corners, px, py, x, y) then return x, y end
end

function flat.cell_at(px, py)
  local x = floor(px / 0.75) + 1
  local y
  x, y = nearest(flat.center, px, py, x, floor(py / LOW) + 1)
  if is_inside(flat.center, flat.corners, px, py, x, y) then return x, y end
end

local GRIDS = { square = square, hex = hex, flat_hex = flat }

--- size(map) -> width, height; center(x, y) -> px, py; cell_at(px, py) -> x, y, which may lie
-- outside the map, or nothing; corners, of hexagons: around their centre.
function geometry.of(map) return GRIDS[map.grid] end

--- The lines of a path: a list of { points = { { px, py }, … }, link = true where it is a link }.
function geometry.lines(map, path, any_angle)
  local center, kept, lines = GRIDS[map.grid].center, {}, {}
  for x, y in path:corners() do kept[y * map.width + x] = true end
  local points = {}
  local function begin(x, y)
    points = { { center(x, y) } }
    lines[#lines + 1] = { points = points }
  end
  local last_x, last_y
  for x, y, i in path:cells() do
    local link = i > 1 and path:link(i) ~= nil
    if link then
      local px, py = center(last_x, last_y)
      points[#points + 1] = { px, py }
      lines[#lines + 1] = { points = { { px, py }, { center(x, y) } }, link = true }
    end
    if i == 1 or link then begin(x, y)
    elseif not any_angle or kept[y * map.width + x] then points[#points + 1] = { center(x, y) } end
    last_x, last_y = x, y
  end
  return lines
end

return geometry
