-- A map drawn as text, one path over it, and what the path cost.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  terrains = { plain = 10, road = 5, swamp = 35, wall = false },
  legend = { ["="] = "road", ["%"] = "swamp" },      -- . and # are plain and wall anyway
  rows = {
    "........................",
    "..=====...........=====.",
    "..=...=....####...=...=.",
    "..=...=....#..#...=...=.",
    "..=...=....#..#...=...=.",
    "......=...........=...=.",
    "......====%%%%=====.....",
    "..........%%%%..........",
    "..........%%%%..........",
  },
}

local path, why = map:path(3, 5, 23, 5)
if not path then error("no way: " .. why) end

io.write(map:draw { path = path })
print(("From A to B: %d cells, cost %d, %d nodes expanded."):format(#path, path.cost,
  path.expanded))

print(map:path(3, 5, 13, 4))      -- into the house without a door: nil and the reason
