--- How maps lie in the game's world: the size of a cell.

local places = {}

-- The other side of a regular hexagon's bounding box, as a part of its width.
local HEIGHTS = { hex = 2 / math.sqrt(3), flat_hex = math.sqrt(3) / 2 }

--- { width, height } of a cell, where one number may be given for both: hexagons are regular then.
function places.cell(cell, grid)
  if type(cell) == "table" then return cell end
  return { cell, cell * (HEIGHTS[grid] or 1) }
end

--- Whether a map lies where maps lie if nothing is said: cells of 1 x 1 (hexagons: regular ones,
-- 1 wide) from 0, 0 on.
function places.is_default(map)
  local cell = places.cell(1, map.grid)
  local projection, origin_x, origin_y, width, height = map:_place()
  return projection == "square" and origin_x == 0 and origin_y == 0 and width == cell[1]
    and height == cell[2]
end

return places
