--- The marks that the figures are set beside. They are printed, never asserted.

local marks = {}

marks.uniform = { mean = 230, jps = 2.5 }  -- libtcod / astar-lua; JPS(B+P) / astar-lua on each map
marks.weighted = { mean = 10, least = 7 }  -- Boost / astar-lua
marks.prepared = { mean = 18 }             -- Boost / astar-lua, after map:prepare
marks.edits = { mean = 15, worst = 300 }   -- microseconds, changes of terrain
marks.layers = { dense = 1.5, fog = 3 }    -- times as long as without layers
marks.call = 0.6                           -- microseconds for a path of two cells
marks.bytes = 24                           -- per cell: map, planes of one class, one searcher

--- Nanoseconds per reached cell of a flood.
function marks.flood(map, weighted)
  if weighted then return 16 end
  return (map:find("maze") or map:find("random")) and 20 or 7
end

--- libtcod's time / warthog's JPS(B+P), measured once on another machine: microseconds a query.
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
