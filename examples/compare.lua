-- Why this path? What the one that you expected would have cost, layer by layer.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "...............................",
    "..............###..............",
    "..............###..............",
    "...............................",
    "..............###..............",
    "..............###..............",
    "...............................",
  },
}
local danger = map:influence("danger")
danger:add(16, 4, 120, 3)

local found = map:path(4, 4, 28, 4, { influence = { danger = 1 }, explain = true })
-- The same query, but only along row 4.
local expected = map:path(4, 4, 28, 4, { influence = { danger = 1 }, explain = true,
  extra_cost = function(_, y) return y == 4 and 0 end })

print("The path keeps off the gap where there is danger. A straight one was expected:")
io.write(map:draw { path = { found, expected }, influence = danger })

local compared = found:compare(expected)
print(("It costs %d, the straight one %d: %d more."):format(compared.cost, compared.other_cost,
  compared.difference))
for _, layer in ipairs(compared.layers) do
  print(("  %-8s %4d %4d  %+d"):format(layer.name, layer.own, layer.other, layer.difference))
end
for _, part in ipairs(compared.parts) do
  print(("They part at %d,%d and join at %d,%d."):format(part.from[1], part.from[2], part.to[1],
    part.to[2]))
end
