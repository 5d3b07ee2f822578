--- Ticks that are played once more, in a timeline's world or in a fork: are they what they were?
--
-- What a tick was is known by its mark, which the timeline has made the first time.

local copied = require "astar.copied"

local verify = {}

local PARTED = "tick %d is not what it was: has the game changed the world where "
  .. "`play` does not?"

--- What a tick is known by: all of the map with its units, and chance.
function verify.mark(world)
  return ("%s %d %d"):format(world.map:hash(), world.random:state())
end

--- Is this tick of the world what it was? The first one that is not is kept.
function verify.check(timeline, world)
  local expected = timeline._expected and timeline._expected[world.ticks]
  if expected and expected ~= verify.mark(world) then
    timeline._parted = timeline._parted or world.ticks
  end
end

--- Plays a world to a tick, by the timeline's play: the tick in which it is another one than it
-- was, or false. What the game has done in the snapshot's own tick since it was taken is no matter
-- if that is the tick to go to.
function verify.play(timeline, world, tick)
  if world.ticks == tick or not timeline._play then return false end
  timeline._expected, timeline._parted = copied(timeline._marks), false
  timeline._expected[world.ticks] = nil          -- the mark is from before the snapshot
  local done, message = pcall(function()
    while world.ticks < tick and not timeline._parted do
      local before = world.ticks
      timeline._play(world)
      if world.ticks <= before then error("timeline: 'play' has not called world:tick()", 0) end
    end
    verify.check(timeline, world)
  end)
  local parted = timeline._parted
  timeline._expected, timeline._parted = false, false
  if not done then error(message, 0) end
  return parted
end

--- What is said of such a tick.
function verify.parted(tick) return PARTED:format(tick) end

return verify
