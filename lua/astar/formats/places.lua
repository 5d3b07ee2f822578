--- How each map lies in the game's world. The core keeps these numbers to itself, so astar.map
-- leaves them here for map:save_terrain.

local places = {}

local known = setmetatable({}, { __mode = "k" })

--- Notes the numbers that a new map was made with; returns the map.
function places.remember(map, projection, origin, cell)
  known[map] = {
    projection = projection, origin_x = origin[1], origin_y = origin[2], cell_width = cell[1],
    cell_height = cell[2],
  }
  return map
end

--- { projection, origin_x, origin_y, cell_width, cell_height }
function places.of(map)
  return known[map]
end

-- The other side of a regular hexagon's bounding box, as a part of its width.
local HEIGHTS = { square = 1, hex = 2 / math.sqrt(3), flat_hex = math.sqrt(3) / 2 }

--- { width, height } of a cell, where one number may be given for both: hexagons are regular then.
function places.cell(cell, grid)
  return type(cell) == "table" and cell or { cell, type(cell) == "number" and
    cell * (HEIGHTS[grid] or 1) or cell }
end

--- Whether a map lies where maps lie if nothing is said: cells of 1 x 1 (hexagons: regular ones,
-- 1 wide) from 0, 0 on.
function places.is_default(place, grid)
  local cell = places.cell(1, grid)
  return place.projection == "square" and place.origin_x == 0 and place.origin_y == 0
    and place.cell_width == cell[1] and place.cell_height == cell[2]
end

return places
