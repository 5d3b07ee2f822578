--- Hexagons as the specs know them: by axial coordinates, in which all rows are slanted alike. The
-- library works in offset coordinates.

local hex = {}

--- Axial coordinates of a cell, from 0 on.
function hex.axial(grid, x, y)
  x, y = x - 1, y - 1
  if grid == "flat_hex" then return x, y - math.floor(x / 2) end
  return x - math.floor(y / 2), y
end

--- And back.
function hex.cell(grid, q, r)
  if grid == "flat_hex" then return q + 1, r + math.floor(q / 2) + 1 end
  return q + math.floor(r / 2) + 1, r + 1
end

--- How many steps it is from one cell to another.
function hex.distance(grid, x1, y1, x2, y2)
  local q1, r1 = hex.axial(grid, x1, y1)
  local q2, r2 = hex.axial(grid, x2, y2)
  local dq, dr = q2 - q1, r2 - r1
  return math.max(math.abs(dq), math.abs(dr), math.abs(dq + dr))
end

--- How far it is from a square to another one, or to a rectangle: { x, y, width, height }.
function hex.between(grid, a, b)
  local least = math.huge
  for ay = a.y, a.y + a.height - 1 do
    for ax = a.x, a.x + a.width - 1 do
      for by = b.y, b.y + b.height - 1 do
        for bx = b.x, b.x + b.width - 1 do
          least = math.min(least, hex.distance(grid, ax, ay, bx, by))
        end
      end
    end
  end
  return least
end

return hex
