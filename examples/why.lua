-- Why can the ram not get into the castle? What is in the way, and where to break through.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "..........~~~~~~~~~~~~~~..",
    "..........~############~..",
    "..........~#..........#~..",
    "..........~#..........=...",
    "..........~%..........#~..",
    "..........~%..........#~..",
    "..........~#..........#~..",
    "..........~############~..",
    "..........~~~~~~~~~~~~~~..",
    "..........................",
  },
  legend = { ["."] = "plain", ["#"] = "wall", ["%"] = "palisade", ["~"] = "moat", ["="] = "gate" },
  terrains = { plain = 10, gate = 10, wall = false, palisade = false, moat = false },
}
local ram = map:class { size = 2 }
local query = { class = ram }
local _, code = map:path(3, 5, 15, 4, query)
print("The ram, of 2 x 2 cells, has no way into the castle: " .. code .. ".")

local breach = map:breach(3, 5, 15, 4, query,
  { terrains = { wall = 900, palisade = 150, moat = 60 }, narrow = true })
print(("One cell less, and it would get in by %d,%d:"):format(breach.narrow.x, breach.narrow.y))
io.write(map:draw { path = breach.narrow.path })
print(("The cheapest breach costs %d, %d of it for what is to be torn down:"):format(
  breach.cost, breach.price))
for _, one in ipairs(breach.obstacles) do
  print(("  %s at %d,%d, for %d"):format(one.terrain, one.x, one.y, one.price))
end
io.write(map:draw { path = breach.path })
for _, one in ipairs(breach.obstacles) do map:set(one.x, one.y, "plain") end

print("When that is done: " .. tostring(map:path(3, 5, 15, 4, query)))
print("A scout goes by the gate: " .. tostring(map:path(3, 5, 15, 4)))

-- Does it pay to break out where there is a gate? It depends on the price.
for _, price in ipairs { 5, 500 } do
  breach = map:breach(20, 6, 26, 6, nil, { terrain = price })
  print(("At %3d a cell the way out costs %d, with %d cells torn down."):format(price,
    breach.cost, #breach.obstacles))
end
