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
local prices = { terrains = { wall = 900, palisade = 150, moat = 60 } }

local why = map:why(3, 5, 15, 4, { class = ram }, prices)
print("The ram, of 2 x 2 cells, has no way into the castle: " .. why.code .. ".")
for _, one in ipairs(why.blockers) do
  print(("  %d cells of %s (%s) are in its way, for %d."):format(#one.cells, one.terrain, one.kind,
    one.price))
end
print(("One cell less, and it would get in by %d,%d:"):format(why.narrow.x, why.narrow.y))
io.write(map:draw { path = why.narrow.path })
print(("The cheapest breach costs %d, %d of it for what is to be torn down:"):format(
  why.breach.cost, why.breach.price))
io.write(map:draw { path = why.breach.path })

for _, one in ipairs(why.breach.obstacles) do map:set(one.x, one.y, "plain") end
print("When that is done: " .. tostring(map:path(3, 5, 15, 4, { class = ram })))
print("A scout goes by the gate: " .. tostring(map:path(3, 5, 15, 4)))

-- Does it pay to break out where there is a gate? It depends on the price.
for _, price in ipairs { 5, 500 } do
  local breach = map:breach(20, 6, 26, 6, nil, { terrain = price })
  print(("At %3d a cell the way out costs %d, with %d cells torn down."):format(price,
    breach.cost, #breach.obstacles))
end
