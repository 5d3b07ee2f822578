--- The marks that the figures are set beside. They are printed, never asserted.

local marks = {}

marks.uniform = { mean = 230, jps = 2.5 }  -- libtcod / astar-lua; JPS(B+P) / astar-lua on each map
marks.weighted = { mean = 10, least = 7 }  -- Boost / astar-lua
marks.prepared = { mean = 18 }             -- the same after map:prepare
-- Without landmarks / with them, on uniform maps: the mean, and on the maps on which the fastest
-- program of the competition of 2023 (SGCH) had been faster; it had tied in the mean. And
-- microseconds from an edit to the next answer, at worst.
marks.landmarks = { mean = 1.5, lost = 3, edit = 50, least = 1,
  lost_maps = { "maze512-1-0", "maze512-8-0", "orz900d", "random512-35-0" } }
-- Until there is a first step, in microseconds; how much dearer the path may be in the mean.
marks.first_step = { us = 6000, more = 0.01 }
marks.dead_ends = { expanded = 0.5, time = 1 } -- of mazes with walls one cell apart
marks.floods = { open = 7, narrow = 20, weighted = 16 } -- nanoseconds per reached cell
-- Times as long as without layers, geometric means: asked once more; after a tick in which all
-- comrades walk on; the first time after all of them are new.
marks.layers = {
  dense = { us = 1.2 }, claims = { us = 5, walked_us = 5 },
  fog = { us = 4, walked_us = 8, fresh_us = 15 }, dots = { us = 4, walked_us = 8, fresh_us = 15 },
}
marks.edits = { mean = 15, worst = 300 }   -- microseconds, changes of terrain
marks.danger = { mean = 15, worst = 500 }  -- the same, of one cell of an influence map
-- Hexagons / squares: a node, by the pruned search for both; a query, by the engines chosen.
marks.hexagons = { node = 1.5, query = 1.5 }
marks.queue = { threads = 1.7 }            -- times as fast with two threads as with one
marks.ticks = { ms = 5 }                   -- of the worst tick on a map without tables
marks.claims = { lost = 0.5 }              -- ticks lost with claims / without
-- Milliseconds a tick, or how many times as long the tick of commit aad5671 takes in the same run
-- (BASE); arrivals as a share of the ideal; growth of what is in use. By units.
marks.world = {
  ["1000"] = { mean = 1.5, factor = 2.2, p99 = 4, worst = 10, arrivals = 0.93, heap = 0.01 },
  ["10000"] = { mean = 8, p99 = 16, arrivals = 0.7 },
}
-- Of crowds, by name: arrivals a tick; astar-lua / PIBT with its tables, or milliseconds a tick.
marks.crowd = { ["paris-3000"] = { arrivals = 12.5, ratio = 0.6 },
  ["random-400"] = { arrivals = 8.5, ms = 1 } }
-- Arrivals of the second half of the ticks / of the first. In either half they vary by 2 % by
-- chance, and in the first some ticks pass before the first units arrive.
marks.crowd_lasts = 0.97
marks.call = { us = 0.6, garbage = 0 }     -- a path of two cells; bytes beyond the path object
marks.memory = { held = 24, idle = 0 }     -- bytes per cell: with one search; for idle ones

--- Is it a map on which dead ends are to save as much?
function marks.has_dead_ends(map) return map == "maze512-1-0" end

--- The kind of flood that a map of that name stands for.
function marks.flood(map)
  if map:find("%-weighted$") then return "weighted" end
  return (map:find("maze") or map:find("random")) and "narrow" or "open"
end

--- Microseconds a query, of libtcod and of warthog's JPS(B+P), measured once on another machine.
-- Where JPS(B+P) took 18-29 and 28-46, it is the lesser, the harder one to beat.
local TIMES = {
  ["arena2"] = { 1309, 18 }, ["brc202d"] = { 4336, 70 }, ["lak303d"] = { 864, 28 },
  ["orz900d"] = { 10606, 196 }, ["AR0400SR"] = { 3149, 9.6 }, ["battleground"] = { 5327, 10.8 },
  ["BigGameHunters"] = { 7364, 17 }, ["maze512-1-0"] = { 11694, 3272 },
  ["maze512-8-0"] = { 25658, 151 }, ["random512-10-0"] = { 11264, 925 },
  ["random512-35-0"] = { 11578, 3360 }, ["32room_000"] = { 22958, 47 },
}

--- How many times as fast as libtcod JPS(B+P) is on a map; nil where that is not known.
function marks.jps(map)
  local times = TIMES[map]
  return times and times[1] / times[2]
end

return marks
