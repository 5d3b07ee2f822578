-- What a group takes of a tick: groups.lua UNITS open|door TICKS. Units march 360 cells over a map
-- of 400 × 80, a quarter of a cell a tick; the door is one cell wide, in the middle of the way.
--
-- Prints for each tick the microseconds of processor time of the turns of the group, in which it
-- assigns places and looks for ways to them; then "end ASSIGN STATUS": the longest of assigning
-- places, and what has become of the group.

local astar = require "astar"
local core = require "astar.core"
local Group = require "astar.group"

local unit_count, door, ticks = tonumber(arg[1]), arg[2] == "door", tonumber(arg[3])

local WIDTH, HEIGHT, SPEED = 400, 80, 0.25
local floor, clock, spent, longest = math.floor, os.clock, 0, 0

local methods = core.metatables.map.methods
local turn, assign = Group._turn, methods._assign

function Group:_turn(...)
  local start = clock()
  turn(self, ...)
  spent = spent + clock() - start
end

function methods._assign(...)
  local start = clock()
  local place_of = assign(...)
  longest = math.max(longest, clock() - start)
  return place_of
end

local function map_with_wall()
  local map = astar.map { width = WIDTH, height = HEIGHT,
    terrains = { ground = 10, wall = false }, fill = "ground" }
  if door then
    map:fill(floor(WIDTH / 2), 1, 1, HEIGHT, "wall")
    map:set(floor(WIDTH / 2), floor(HEIGHT / 2), "ground")
  end
  return map
end

local function group_on(world)
  local red = world:player("red"):reveal()
  local group = world:group { formation = "box" }
  local rows = floor(math.sqrt(unit_count))
  for i = 0, unit_count - 1 do
    group:add(world:unit { player = red, x = 3 + floor(i / rows), speed = SPEED,
      y = floor((HEIGHT - rows) / 2) + i % rows })
  end
  return group
end

local world = astar.world { map = map_with_wall(), seed = 1 }
local group = group_on(world)
group:go(WIDTH - 20, floor(HEIGHT / 2))
for _ = 1, ticks do
  spent = 0
  world:tick()
  print(("%.1f"):format(spent * 1e6))
end
print(("end %.1f %s"):format(longest * 1e6, group.status))
