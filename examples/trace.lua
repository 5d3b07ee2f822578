-- The example of the guide that this library's feature list follows, Patrick Lester's "A*
-- Pathfinding for Beginners": seven by five cells, a wall, no cutting of corners, Manhattan's
-- estimate. Each cell shows F, G, H and where it was reached from.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    ".......",
    "...#...",
    "...#...",
    "...#...",
    ".......",
  },
}

local trace = {}
local path = map:path(2, 3, 6, 3, { heuristic = "manhattan", engine = "astar", trace = trace })

print("After the start was closed:")
local first = {}
for _, event in ipairs(trace) do
  if event.kind == "closed" and #first > 1 then break end
  first[#first + 1] = event
end
io.write(map:draw { trace = first, numbers = true })

print("\nIn the end:")
io.write(map:draw { trace = trace, path = path, numbers = true }, "\n", map:draw { path = path })

local improved = 0
for _, event in ipairs(trace) do
  if event.kind == "improved" then improved = improved + 1 end
end
print(("Cost %d; %d times a better way to an open cell turned up."):format(path.cost, improved))
