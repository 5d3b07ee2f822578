-- Shortest paths for units that move in any direction. Run it:  lua examples/any_angle.lua
--
-- A path on the grid turns by eighths. With `any_angle` it leads straight from corner to corner, as
-- close to the walls as a unit that fills its cell can pass. Its cells are those nearest to the
-- lines, so that units follow it like any other path.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.read [[
..................
.....#............
.....#......#.....
.....#......#.....
.....#......#.....
............#.....
]]

local grid = map:path(1, 4, 18, 6)
local path = map:path(1, 4, 18, 6, { any_angle = true })

print(("On the grid: %.2f cells long, cost %d"):format(grid.distance, grid.cost))
print(map:draw { path = grid })
print(("In any direction: %.2f cells long, cost %d"):format(path.distance, path.cost))
print(map:draw { path = path })

io.write "It turns at"
for x, y in path:corners() do io.write(("  %d,%d"):format(x, y)) end
print "\n"

-- A game draws a unit along the lines.
for distance = 0, path.distance, 4 do
  print(("after %2d cells it is at %.2f, %.2f"):format(distance, path:point(distance)))
end
