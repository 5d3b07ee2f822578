-- What claims save: claims.lua SEEDS TICKS plays a game in the valley from many beginnings, and
-- prints for each "WITH WITHOUT": the ticks that units lost to waiting, with claims and without.

package.path = "./?.lua;" .. package.path

local game = require "bench.valley.game"

local seeds, ticks = tonumber(arg[1]), tonumber(arg[2])

local function ticks_lost(seed, claims)
  local play = game.new{ file = "examples/valley.txt", seed = seed, claims = claims }
  for _ = 1, ticks do play:tick() end
  return play.map.waits
end

for seed = 1, seeds do
  print(("%d %d"):format(ticks_lost(seed, true), ticks_lost(seed, false)))
end
print "end"
