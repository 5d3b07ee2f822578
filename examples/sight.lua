-- Sight as a question: what two guards see together, the nearest cover from them, a hidden way past
-- them, and whether an archer has a clear shot.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "........................",
    "....##........##........",
    "....##........##...###..",
    "..............##...#....",
    "..........##............",
    "....###...##............",
    "....###.............##..",
    "..............####..##..",
    "..............####......",
    "........................",
  },
}
local red, blue = map:player("red", { fog = false }), map:player("blue")
local scout = red:unit { x = 2, y = 1, sight = 5 }
blue:unit { x = 9, y = 2, sight = 7 }
blue:unit { x = 18, y = 5, sight = 7 }

-- What red can tell of what blue sees: a number for each cell, "#" for walls.
local seen = red:sight(blue)
for y = 1, map.height do
  local row = {}
  for x = 1, map.width do
    local count = seen:count(x, y)
    row[x] = map:get(x, y) == "wall" and "#" or count > 0 and tostring(count) or "."
  end
  print(table.concat(row))
end

-- The nearest place that none of them sees, from a cell that both see.
local cover = map:nearest(14, 5, { hidden_from = seen }, { player = red })
print(("\nNearest cover from 14, 5: %d, %d, at a cost of %d."):format(cover.x, cover.y,
  cover.path.cost))

-- The shortest way, and one that costs 40 more for each guard that sees a cell of it.
local function seen_steps(path)
  local steps = 0
  for x, y in path:cells() do steps = steps + seen:count(x, y) end
  return steps
end

map:influence("seen", { weight = 0 }):from_sight(seen, 40)
for _, weight in ipairs { 0, 1 } do
  local path = assert(scout:path(24, 10, { influence = { seen = weight } }))
  print(("\n%s: %d cells, seen %d times."):format(weight == 0 and "The shortest way" or
    "A hidden way", #path, seen_steps(path)))
  io.write(map:draw { path = path, units = true })
end

-- A friendly unit is in the way of a shot.
local archer = red:unit { x = 9, y = 9, sight = 12 }
local guard = map:unit_at(9, 2)
print("\nA clear shot:", archer:clear_shot(guard, { range = 9 }))
red:unit { x = 9, y = 5 }
print("With a friendly unit between:", archer:clear_shot(guard, { range = 9 }))
print("From 17, 3 to 23, 3:", map:line_of_sight(17, 3, 23, 3))
