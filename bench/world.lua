-- A world of units that think: world.lua MAP UNITS TICKS. All of them roam: they go to one random
-- cell after the other that they can reach, while cells of the map are edited.
--
-- Prints for each tick "ALL EDITS MOVES SEARCH" in microseconds of processor time: the whole of it;
-- the changes of cells, which players see at once; map:tick, in which units move and players see;
-- map:work, in which paths are looked for. The rest are scripts, and raising their events. Then
-- "end ARRIVALS IDEAL EARLY LATE WALK HASH":
--   ARRIVALS     how many goals were come to
--   IDEAL        how many these units would have come to, had nothing ever been in their way: each
--                walks the same goals one after the other, and after them such as it would have
--                asked for, by the cheapest paths over the map as it was, without pausing
--   EARLY, LATE  bytes in use, by Lua and by the map, after a full collection at a fifth of the
--                ticks, and at the end
--   WALK         microseconds of map:tick in ticks after all these, when units see nothing
--   HASH         of the map at the end; the same wherever this runs

local astar = require "astar"
local core = require "astar.core"
local random = require "astar.world.random"

local file, unit_count, ticks = arg[1], tonumber(arg[2]), tonumber(arg[3])

local SEED, SPEED, SIGHT = 7, 0.25, 9
local EDITS, STANDING = 10, 500              -- cells edited in a tick; walls that stand at a time
local BLIND_TICKS = 50

local clock = os.clock

-- As docs/reference/world.md advises: else the collector does all of its work in one tick of 100.
if _VERSION == "Lua 5.4" then collectgarbage("incremental", 200, 4) end

-- ---- where the time goes ------------------------------------------------------------------------

local spent = {}

local function watch(methods, name)
  local method = methods[name]
  methods[name] = function(...)
    local start = clock()
    local a, b = method(...)
    spent[name] = clock() - start
    return a, b
  end
end

watch(core.metatables.map.methods, "_tick")
watch(core.metatables.map.methods, "work")

-- ---- the world ----------------------------------------------------------------------------------

local map = assert(astar.load(file))
local world = astar.world { map = map, seed = SEED }
local red = world:player("red"):reveal()

local function random_cell(chance)
  return chance(map.width), chance(map.height)
end

-- A goal that can be reached, as far as `reachable` knows.
local function next_goal(chance, reachable)
  while true do
    local x, y = random_cell(chance)
    if reachable(x, y) then return x, y end
  end
end

local arrivals = 0

world:behaviour("roam", function(unit)
  local data = unit.data
  local function reachable(x, y) return unit:reachable(x, y) end
  while true do
    local x, y = next_goal(data.chance, reachable)
    data.goals[#data.goals + 1] = y * map.width + x - 1   -- a number takes little memory
    if unit:go(x, y) then arrivals = arrivals + 1 else unit:wait(1) end
  end
end)

-- Units stand on the largest part of the map.
local function largest_region()
  local best, best_size = nil, 0
  for _ = 1, 1000 do
    local region, size = map:region(random_cell(world.random))
    if region and size > best_size then best, best_size = region, size end
  end
  return best
end

local function populate()
  local region = largest_region()
  while world:count() < unit_count do
    local x, y = random_cell(world.random)
    if map:region(x, y) == region and not map:unit_at(x, y) then
      world:unit { player = red, x = x, y = y, speed = SPEED, sight = SIGHT, behaviour = "roam",
        data = { chance = random.new(world.random(2 ^ 31)), goals = {}, x = x, y = y } }
    end
  end
end

-- Walls are put up on open cells where nobody stands, and those that have stood longest are taken
-- down again.
local walls, first_wall, last_wall = {}, 1, 0

local function take_down()
  local wall = walls[first_wall]
  walls[first_wall] = nil
  first_wall = first_wall + 1
  map:set(wall.x, wall.y, wall.terrain)
end

local function put_up()
  local x, y
  repeat
    x, y = random_cell(world.random)
  until map:terrain(map:get(x, y)) and not map:unit_at(x, y)
  last_wall = last_wall + 1
  walls[last_wall] = { x = x, y = y, terrain = map:get(x, y) }
  map:set(x, y, "wall")
end

local standing = math.min(STANDING, map.width * map.height / 20)

local function edit()
  for i = 1, EDITS do
    if i % 2 == 0 and last_wall - first_wall >= standing then take_down() else put_up() end
  end
end

-- ---- running it ---------------------------------------------------------------------------------

local function tick()
  spent._tick, spent.work = 0, 0
  local start = clock()
  edit()
  local edited = clock()
  world:tick()
  return clock() - start, edited - start
end

local function in_use()
  collectgarbage()
  collectgarbage()
  return collectgarbage "count" * 1024 + map:memory()
end

local function run()
  local early
  for i = 1, ticks do
    local all, edits = tick()
    print(("%.1f %.1f %.1f %.1f"):format(all * 1e6, edits * 1e6, spent._tick * 1e6,
      spent.work * 1e6))
    if i == math.ceil(ticks / 5) then early = in_use() end
  end
  return early, in_use()
end

-- ---- what would have been without others --------------------------------------------------------

local STRAIGHT, ROOT2 = 1, math.sqrt(2)

local function length_of(path)
  local length, last_x, last_y = 0, path:cell(1)
  for x, y in path:cells() do
    local moved = math.abs(x - last_x) + math.abs(y - last_y)
    length = length + (moved == 2 and ROOT2 or moved * STRAIGHT)
    last_x, last_y = x, y
  end
  return length
end

local function ideal_of(plain, data)
  local left, x, y, count = ticks * SPEED, data.x, data.y, 0
  local function reachable(a, b) return plain:reachable(x, y, a, b) end
  while true do
    local goal, goal_x, goal_y = data.goals[count + 1]
    if goal then
      goal_x, goal_y = goal % map.width + 1, math.floor(goal / map.width)
    else
      goal_x, goal_y = next_goal(data.chance, reachable)
    end
    left = left - length_of(assert(plain:path(x, y, goal_x, goal_y)))
    if left < 0 then return count end
    x, y, count = goal_x, goal_y, count + 1
  end
end

local function ideal()
  local plain, sum = assert(astar.load(file)), 0
  for unit in world:units() do sum = sum + ideal_of(plain, unit.data) end
  return sum
end

-- ---- and without sight --------------------------------------------------------------------------

local function walk_us()
  local sum = 0
  for unit in world:units() do unit.sight = nil end
  for _ = 1, BLIND_TICKS do
    tick()
    sum = sum + spent._tick
  end
  return sum * 1e6 / BLIND_TICKS
end

populate()
local early, late = run()
local hash, arrived = map:hash(), arrivals
local possible = ideal()
print(("end %d %d %.0f %.0f %.1f x%s"):format(arrived, possible, early, late, walk_us(), hash))
