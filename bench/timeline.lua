-- What a timeline costs: timeline.lua [SIDE [UNITS [MODS]]]; without arguments 1,000 units of two
-- players in 20 mods on 256 cells a side (walkers.lua), as in rewind.lua.
--
-- Prints medians and means in milliseconds of processor time:
--   tick       a tick without a timeline, and with one, the mean of 200
--   take       a snapshot of the timeline
--   memory     what a snapshot takes up, as the timeline tells it, and as the system does
--   back       going back to a tick in the middle between two snapshots, ten ticks played again
--   fork       a fork of a tick long ago
--   same       a comparison of two worlds that are the same
--   marks      what a recording and a timeline add to a tick: the hash of the units, and of chance

local astar = require "astar"
local random = require "bench.random"
local run = require "astar.record.run"
local walkers = require "bench.walkers"

local EVERY, TICKS = 20, 200
local clock = os.clock

local side, count, mods = tonumber(arg[1]) or 256, tonumber(arg[2]) or 1000, tonumber(arg[3]) or 20

local function time(f, ...)
  local begun = clock()
  local result = f(...)
  return (clock() - begun) * 1000, result
end

local function mean_of_ticks(world, ticks)
  return time(function()
    for _ = 1, ticks do world:tick() end
  end) / ticks
end

-- Of this process, in KB; nil: the system does not say.
local function resident()
  local file = io.open("/proc/self/status")
  local text = file and file:read "*a" or ""
  if file then file:close() end
  collectgarbage()
  return tonumber(text:match "VmRSS:%s*(%d+)")
end

local world = walkers.world(side, count, mods, random(7))
for _ = 1, 60 do world:tick() end
local alone = mean_of_ticks(world, TICKS)
local before = resident()
local timeline = world:timeline { every = EVERY, memory = 2 ^ 40, play = world.tick }
local kept = mean_of_ticks(world, TICKS)
local after = resident()
local snapshots = TICKS / EVERY
print(("%d units in %d mods, %d cells a side"):format(count, mods, side))
print(("tick: %.1f ms alone, %.1f ms with a snapshot every %d ticks"):format(alone, kept, EVERY))
print(("memory of a snapshot: %.1f MB told%s"):format(timeline.memory / 2 ^ 20 / snapshots,
  before and (", %.1f MB by the system"):format((after - before) / 1024 / snapshots) or ""))
print(("take: %.1f ms"):format((time(timeline.take, timeline))))
print(("back: %.1f ms with ten ticks again"):format((time(timeline.go_back, timeline,
  world.ticks - EVERY / 2))))
local fork_time, fork = time(timeline.fork, timeline, timeline.first + 3 * EVERY)
print(("fork: %.0f ms"):format(fork_time))
for _ = fork.ticks + 1, world.ticks do fork:tick() end
local same_time, difference = time(astar.compare, world, fork)
print(("same: %.1f ms (%s)"):format(same_time, difference and tostring(difference) or "the same"))
print(("marks: %.2f ms"):format((time(run.mark, world))))
