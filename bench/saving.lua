-- What saving and recording a world costs: saving.lua MAP UNITS TIMES. Units roam; the world is
-- saved and loaded, and goes on once as it is and once recorded.
--
-- Prints for each time "SAVE LOAD HASH TICK RECORDED" in microseconds of processor time, the last
-- two the mean of the ticks; then "end WRONG BYTES RECORDING": worlds that went on otherwise than
-- they should; the bytes of a saved world; those that recording adds in a tick.

local astar = require "astar"

local file, unit_count, times = arg[1], tonumber(arg[2]), tonumber(arg[3])

local SEED, SPEED, SIGHT = 7, 0.25, 9
local SETTLING = 200           -- ticks until all units have the paths that they ask for at first
local TICKS = 50               -- those that are measured

local clock = os.clock

if _VERSION == "Lua 5.4" then collectgarbage("incremental", 200, 4) end

local function random_cell(world)
  return world.random(world.map.width), world.random(world.map.height)
end

local behaviours = {}

function behaviours.roam(unit)
  while true do
    local x, y = random_cell(unit.world)
    if unit:reachable(x, y) and unit:go(x, y) then
      unit.data.arrivals = unit.data.arrivals + 1
    else
      unit:wait(1)
    end
  end
end

local function new_world()
  local map = assert(astar.load(file))
  local world = astar.world { map = map, seed = SEED }
  local red = world:player("red"):reveal()
  world:behaviour("roam", behaviours.roam)
  while world:count() < unit_count do
    local x, y = random_cell(world)
    if map:region(x, y) and not map:unit_at(x, y) then
      world:unit { player = red, x = x, y = y, speed = SPEED, sight = SIGHT, behaviour = "roam",
        data = { arrivals = 0 } }
    end
  end
  return world
end

local function timed(f, ...)
  local start = clock()
  local result = assert(f(...))
  return (clock() - start) * 1e6, result
end

local function run(world, ticks)
  for _ = 1, ticks do world:tick() end
  return true
end

local function measure(world)
  local save_us, text = timed(world.save, world)
  local load_us, other = timed(astar.read_world, text, { behaviours = behaviours })
  run(world, SETTLING)
  run(other, SETTLING)
  local tick_us = timed(run, world, TICKS)
  local recording = astar.record(other)
  local begun = recording:size()
  local recorded_us = timed(run, other, TICKS)
  local hash_us, hash = timed(world.hash, world)
  print(("%.1f %.1f %.1f %.1f %.1f"):format(save_us, load_us, hash_us, tick_us / TICKS,
    recorded_us / TICKS))
  return hash == other:hash(), #text, (recording:size() - begun) / TICKS
end

local world, wrong, bytes, recorded = new_world(), 0, nil, nil
run(world, SETTLING)
for _ = 1, times do
  local same
  same, bytes, recorded = measure(world)
  if not same then wrong = wrong + 1 end
end
print(("end %d %d %.0f"):format(wrong, bytes, recorded))
