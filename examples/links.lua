-- Links: a house with two floors, side by side on one map. Stairs lead up, a window leads down and
-- not back, and a secret door opens in the night. A guard does not know of it, and goes the long
-- way.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "..........##..........",
    ".########.##.########.",
    ".#......#.##.#......#.",
    ".#......#.##.#......#.",
    ".#........##........#.",
    ".########.##.########.",
    "..........##..........",
  },
}
local stairs = map:link { from = { 3, 3 }, to = { 15, 3 }, cost = 30 }
map:link { from = { 22, 7 }, to = { 10, 7 }, cost = 15, one_way = true }
local secret = map:link { from = { 4, 4 }, to = { 4, 7 }, cost = 10, open = false }

-- Each link has a letter, at both ends; capitals: it is closed.
local up = map:path(1, 1, 22, 1)
print(("Up the stairs: %d cells, cost %d."):format(#up, up.cost))
io.write(map:draw { path = up, links = true })

-- Down again there is a shorter way: out of the window, if that is where one lands.
local down = map:path(22, 1, 10, 7)
print(("\nDown: %d cells, cost %d. The last step is %s."):format(#down, down.cost,
  tostring(down:link(#down))))

-- A guard saw the house in the evening. At night somebody opens the secret door.
local guard = map:player "guard"
guard:reveal()
secret:open()
print(("\nFrom 5, 4 to 4, 7: %d through the door, %d for the guard."):format(
  map:path(5, 4, 4, 7).cost, map:path(5, 4, 4, 7, { player = guard }).cost))
guard:see(4, 7, 2)
print(("After a look at it: %d."):format(map:path(5, 4, 4, 7, { player = guard }).cost))

-- The stairs are closed while a unit is on its way to them: its path is cut.
local unit = guard:unit { x = 9, y = 5, speed = 1 }
unit:follow_path(unit:path(15, 3))
stairs:close()
for _ = 1, 12 do
  map:tick()
  for kind, who in map:events() do print(("\n%s at %d, %d."):format(kind, who.x, who.y)) end
end
