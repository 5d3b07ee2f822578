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

--- Whether a map lies where maps lie if nothing is said: cells of 1 x 1 from 0, 0 on.
function places.is_default(place)
  return place.projection == "square" and place.origin_x == 0 and place.origin_y == 0
    and place.cell_width == 1 and place.cell_height == 1
end

return places
