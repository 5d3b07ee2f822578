-- Many units sent to one building: gathering.lua SCENE UNITS TICKS [again].
--
-- SCENE   open: a field of 256 x 256 cells; obstacles: with 600 blocks of 3 x 3; enclosed: the
--         units are in a yard with walls around it, the building is outside
-- again   units that could not get to it are sent again, until they are there
--
-- Prints for each twentieth of the ticks "TICKS MS WORST SEARCHES STANDING": milliseconds of
-- processor time a tick, all of the world in it; of the worst tick; searches asked for in a tick;
-- units that stand at its end. The building is 3 x 3, so 16 units have room at it.

local astar = require "astar"
local core = require "astar.core"

local scene, count, ticks, again = arg[1], tonumber(arg[2]), tonumber(arg[3]), arg[4] == "again"

local SIDE, MIDDLE, YARD, YARD_SIDE = 256, 128, 40, 32
local BUILDING = { x = MIDDLE, y = MIDDLE, width = 3, height = 3 }

-- As docs/world.md advises: else the collector does all of its work in one tick out of a hundred.
if _VERSION == "Lua 5.4" then collectgarbage("incremental", 200, 4) end

local searches, methods = 0, core.metatables.unit.methods
local request = methods.request_path
function methods.request_path(...)
  searches = searches + 1
  return request(...)
end

local map = astar.map { width = SIDE, height = SIDE, terrains = { plain = 10, wall = false } }
local world = astar.world { map = map, seed = 3, fog = false }
local random = world.random

world:behaviour("come", function(unit)
  repeat
    local done = unit:go(BUILDING, { within = 1 })
    if again and not done then unit:wait(1) end
  until done or not again
end)

for _ = 1, scene == "obstacles" and 600 or 0 do
  map:fill(random(SIDE - 3), random(SIDE - 3), 3, 3, "wall")
end
map:fill(MIDDLE - 3, MIDDLE - 3, 9, 9, "plain"):fill(MIDDLE, MIDDLE, 3, 3, "wall")
if scene == "enclosed" then
  map:fill(YARD, YARD, YARD_SIDE, YARD_SIDE, "wall")
  map:fill(YARD + 1, YARD + 1, YARD_SIDE - 2, YARD_SIDE - 2, "plain")
end

local function random_cell()
  if scene == "enclosed" then return YARD + random(YARD_SIDE - 2), YARD + random(YARD_SIDE - 2) end
  return random(SIDE), random(SIDE)
end

while world:count() < count do
  local x, y = random_cell()
  local reaches = scene == "enclosed" or map:reachable(x, y, MIDDLE - 1, MIDDLE - 1)
  if reaches and map:terrain(map:get(x, y)) and not map:unit_at(x, y) then
    world:unit { player = "red", x = x, y = y, speed = 0.25, behaviour = "come" }
  end
end

local function standing()
  local sum = 0
  for unit in world:units() do sum = sum + (unit.state == "standing" and 1 or 0) end
  return sum
end

local part = math.max(1, math.floor(ticks / 20))
for last = part, ticks, part do
  local all, worst = 0, 0
  searches = 0
  for _ = 1, part do
    local start = os.clock()
    world:tick()
    local took = os.clock() - start
    all, worst = all + took, math.max(worst, took)
  end
  print(("%d %.3f %.2f %.2f %d"):format(last, all * 1e3 / part, worst * 1e3, searches / part,
    standing()))
end
