--- Forks of timelines: worlds of their own, which begin as a timeline's world was in a tick of the
-- past. fork(timeline, entry, tick): `entry` is the last snapshot of that tick or before it.

local verify = require "astar.rewind.verify"
local lazy = require "astar.lazy"
local rewind = require "astar.rewind"

local heavy, save = lazy.module "astar.save.heavy", lazy.module "astar.save"

local function nothing() end

-- Stands for the timeline in its forks, and in its world while that is elsewhere for a moment. In
-- forks it keeps time: what begins again in the timeline's world when it takes snapshots begins
-- again in them in the same ticks, so they remain the same as long as nobody changes them.
local Beat = {}
Beat.__index = Beat

-- Will the timeline take a snapshot in a tick that is yet to come?
local function is_to_come(timeline, tick)
  local last = timeline._last
  return last and tick > timeline._world.ticks and (tick - last) % timeline._every == 0
end

function Beat:_before_tick()
  local timeline, world = self.timeline, self.world
  verify.check(timeline, world)
  if timeline._snapshot_ticks:has(world.ticks) or is_to_come(timeline, world.ticks) then
    rewind.settle(world)
  end
end

local function beat_of(timeline, world)
  return setmetatable({ timeline = timeline, world = world }, Beat)
end

-- Nobody is told of what is played once more: not the game, not the recording, not this timeline.
local function silence(world)
  local kept = { world._report, world._on_line, world._recording, world._timeline }
  world._report, world._on_line, world._recording, world._timeline = nothing, nothing, false, false
  return kept
end

local function hear_again(world, kept)
  world._report, world._on_line, world._recording, world._timeline =
    kept[1], kept[2], kept[3], kept[4]
end

local function restore_silently(world, snapshot)
  rewind.restore(world, snapshot)
  silence(world)                                 -- a report function goes back as well
end

-- A world like the timeline's, as that is now: world | nil, message.
local function twin_of(timeline)
  local text, images = save.copy(timeline._world)
  if not text then return nil, images end
  local twin, message = heavy.twin(timeline._world, text, images, nothing)
  if twin then twin._beat = beat_of(timeline, twin) end
  return twin, message
end

-- The twin is made of the snapshot, where both begin again what cannot be saved, and plays to the
-- tick. Where it becomes another world on its way, because searches of the queue have begun again,
-- the world itself plays there, and a twin is made of it.
local function twin_at(timeline, entry, tick)
  local world = timeline._world
  restore_silently(world, entry.snapshot)
  local twin, message = twin_of(timeline)
  if not twin then return nil, message end
  if not verify.play(timeline, twin, tick) then return twin end
  for mod in twin:mods() do mod:_close() end
  twin.map:close()
  restore_silently(world, entry.snapshot)
  world._beat = beat_of(timeline, world)
  local parted = verify.play(timeline, world, tick)
  if parted then return nil, verify.parted(parted) end
  return twin_of(timeline)
end

--- world | nil, message. The timeline's world is afterwards where it was.
return function(timeline, entry, tick)
  local world = timeline._world
  local kept = silence(world)
  local ok, now = pcall(rewind.take, world)
  if not ok then
    hear_again(world, kept)
    error(now, 0)
  end
  timeline._snapshot_ticks:add(world.ticks)     -- the snapshot is one like those of the timeline
  local done, twin, message = pcall(twin_at, timeline, entry, tick)
  local back, why = pcall(rewind.restore, world, now)
  now:close()
  hear_again(world, kept)
  if not done or not back then error(not done and twin or why, 0) end
  if twin then twin._report = kept[1] end
  return twin, message
end
