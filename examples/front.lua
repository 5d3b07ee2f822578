-- Influence maps computed from influence maps: where the front is, and where it will be fought out.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "..........#....................",
    "..........#....................",
    "..........#..........###.......",
    "..........#..........###.......",
    ".....................###.......",
    "..........#....................",
    "..........#....................",
    "..........#....................",
    "..........#....................",
  },
}

-- Each side's soldiers: their strength in their cells, and nothing else.
local red, blue = map:influence("red", { weight = 0 }), map:influence("blue", { weight = 0 })
red:set(3, 2, 90):set(5, 4, 90):set(4, 7, 60)
blue:set(27, 4, 90):set(19, 6, 90):set(16, 2, 60)

-- How far that strength reaches: along the ways that a soldier walks, not through walls.
for _, name in ipairs { "red", "blue" } do
  map:influence(name .. " reach", { recipe = { "flow", name, radius = 14 } })
end
local terms = { "red reach", { map = "blue reach", factor = -1 } }
local front = map:influence("front", { recipe = { "sum", terms[1], terms[2] } })
local clash = map:influence("clash", { recipe = { "vulnerability", terms[1], terms[2] } })

local function show(what, influence)
  print(what)
  io.write(map:draw { influence = influence }, "\n")
end

show("How far red reaches: it comes out of its room by the gate.", map:influence "red reach")
show("Which side is stronger: red has the upper hand where there are digits.", front)
show("Where both are strong:", clash)
local best = clash:peaks(1, { apart = 3 })[1]
print(("The battle will be at %d, %d."):format(best.x, best.y))

red:clear():set(14, 5, 90)           -- red comes out; nothing else has to be told
best = clash:peaks(1, { apart = 3 })[1]
print(("Now it will be at %d, %d."):format(best.x, best.y))
local x, y = front:downhill(14, 5)
print(("From 14, 5 the way to blue's side begins at %d, %d."):format(x, y))
