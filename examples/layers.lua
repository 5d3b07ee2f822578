-- Danger and friendly units: penalties that bend a path without blocking it.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "...............................",
    "..............###..............",
    "..............###..............",
    "...............................",
    "...............................",
    "..............###..............",
    "..............###..............",
    "..............###..............",
    "...............................",
  },
}
local red = map:player("red"):reveal()
local first = red:unit { x = 4, y = 5 }
local second = red:unit { x = 2, y = 5 }

first:follow_path(first:path(30, 5))
print("The first unit walks straight ahead. The way of the second keeps off the cells it claims:")
io.write(map:draw { path = { first.route, second:path(28, 5) } })

local danger = map:influence("danger")
danger:add(16, 5, 200, 4)            -- something terrible happened here
print("\nAfter a massacre in the gap it goes around:")
local path = second:path(28, 5, { explain = true })
io.write(map:draw { path = path, influence = danger })

local sum = { terrain = 0, claims = 0, danger = 0 }
for _, step in ipairs(path:explain()) do
  for layer in pairs(sum) do sum[layer] = sum[layer] + step[layer] end
end
print(("Cost %d: terrain %d, claims %d, danger %d."):format(path.cost, sum.terrain, sum.claims,
  sum.danger))
