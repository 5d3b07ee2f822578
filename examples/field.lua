-- Fields: a crowd that flows to one goal, and a hare that flees from a wolf.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

-- ---- many units, one goal ----------------------------------------------------------------------

local map = astar.map {
  rows = {
    "............................",
    "......~~~~..................",
    ".....~~~~~~.................",
    ".....~~~~~~......###########",
    "....~~~~~~.......#..........",
    "....~~~~~~.......#..........",
    "....=====........#####..####",
    "....~~~~~~......~~..........",
    ".....~~~~......~~~~.........",
    "......~~~.......~~..........",
  },
  terrains = { plain = 10, bridge = 7, water = 60, wall = false },
  legend = { ["="] = "bridge", ["~"] = "water" },
}
local red = map:player("red"):reveal()
for y = 1, 10 do
  for x = 1, 2 do red:unit { x = x, y = y, speed = 1 } end
end

-- One field for all of them: each asks it for the rest of its way, whenever it stands.
local field = map:field { to = { { 27, 5 } } }

local function tick()
  for unit in red:units() do
    if unit.state == "standing" then unit:follow_path(field:path(unit.x, unit.y)) end
  end
  map:tick()
  for what, unit in map:events() do
    if what == "arrived" then unit:remove() end      -- through the gate
  end
end

local function left()
  local count = 0
  for _ in red:units() do count = count + 1 end
  return count
end

print("The way to the gate, from everywhere:")
io.write(map:draw { field = field }, "\n")
for _ = 1, 9 do tick() end
print(("Tick %d: %d units are on their way, each by the same field."):format(map.ticks, left()))
io.write(map:draw { units = true }, "\n")

map:fill(23, 7, 2, 1, "wall")
map:set(18, 5, "plain")
for unit in red:units() do unit:stop() end
print("The door is closed, a breach opened: the field is repaired where that matters.")
io.write(map:draw { field = field, units = true }, "\n")
while left() > 0 do tick() end
print(("Tick %d: all have gone through."):format(map.ticks))

-- ---- flight ------------------------------------------------------------------------------------

local wood = astar.map {
  rows = {
    "#########################",
    "#.......#...............#",
    "#.#####.#.###########...#",
    "#.#.....#.#.........#...#",
    "#.#.#####.#.#####.###...#",
    "#.................#.....#",
    "#########################",
  },
}
local forest = wood:player("forest"):reveal()
local hare, wolf = forest:unit { x = 8, y = 2 }, forest:unit { x = 2, y = 2 }

local function distance()
  local path = wood:path(wolf.x, wolf.y, hare.x, hare.y)
  return #path - 1
end

print(("\nA wolf (W) comes, %d steps behind a hare (H) that has one way out:"):format(distance()))
local trail = {}
for turn = 1, 30 do
  local flight = wood:field { flee = { wolf } }                 -- new, for the wolf has moved
  if turn == 1 then io.write(wood:draw { field = flight }, "\n") end
  trail[turn] = { x = hare.x, y = hare.y, letter = "*" }
  hare:place(flight:step(hare.x, hare.y))
  local hunt = wood:field { to = { hare } }
  if turn % 3 > 0 then wolf:place(hunt:step(wolf.x, wolf.y)) end
  flight:close()
  hunt:close()
  if distance() < 2 then break end
end
trail[#trail + 1] = { x = hare.x, y = hare.y, letter = "H" }
trail[#trail + 1] = { x = wolf.x, y = wolf.y, letter = "W" }
io.write(wood:draw { marks = trail })
print(("After %d turns the hare is %d steps ahead."):format(#trail - 2, distance()))
