-- Terrain analysis: rooms, the chokes between them, what falls with a bridge, and whose land is
-- whose. Nothing is told the library about rooms: it finds them from how wide the ground is.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  terrains = { plain = 10, wall = false, water = false },
  legend = { ["."] = "plain", ["#"] = "wall", ["~"] = "water" },
  rows = {
    "..........#.............~~~.........",
    "..........#.............~~~.........",
    "..........#.............~~~.........",
    "..........................~.........",
    "..........................~.........",
    "..........#.............~~~.........",
    "..........#.............~~~.........",
    "####.#######.#########.####.########",
    ".......#......#........#............",
    ".......#......#........#............",
    "..............#........#............",
    ".......#......#........#............",
    ".......#......#........#............",
  },
}
-- The bridge is a cell of the river.
map:set(27, 4, "plain")

local areas = map:areas()
print "Areas, and + where they can be closed:"
io.write(map:draw { areas = areas })

for _, area in ipairs(areas:list()) do
  print(("%d, %d: %d cells, clearance %.1f, %d chokes%s"):format(area.x, area.y, area.size,
    area.clearance, area.chokes, area.dead_end and ", a dead end" or ""))
end

-- The way for a column of three, and for single file.
local west, east = areas:at(3, 3), areas:at(33, 3)
for width = 1, 3, 2 do
  local chokes, why = areas:path(west, east, width)
  print(("\nFrom west to east, %d wide: %s"):format(width, chokes and #chokes .. " chokes" or why))
  for _, choke in ipairs(chokes or {}) do
    print(("  at %d, %d, %d wide"):format(choke.x, choke.y, choke.width))
  end
end

-- The bridge falls.
local parts = map:cut_off { { 27, 4 } }
print "\nWithout the bridge:"
for _, part in ipairs(parts:list()) do
  print(("  %d cells%s"):format(part.size, part.cut_off and ", cut off" or ""))
end

-- Red holds the west, blue the east. A letter for each side; + is where they meet.
local sides = map:sides { { { 3, 3 } }, { { 33, 3 }, { 33, 11 } } }
print "\nRed's land and blue's:"
io.write(map:draw { areas = sides })
for number, side in ipairs(sides:list()) do
  print(("  side %d: %d cells"):format(number, side.size))
end

-- Someone digs through: the areas are up to date when they are read next.
map:fill(15, 9, 1, 5, "plain")
print(("\nA wall less: %d areas"):format(#areas:list()))
