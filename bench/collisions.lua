-- What the rules for collisions are worth: collisions.lua SEEDS TICKS plays a game in the valley
-- from many beginnings, and prints for each, rule by rule, "LOST LOADS": the ticks that units lost
-- to waiting, and the loads of ore that they brought home.

package.path = "./?.lua;" .. package.path

local game = require "bench.valley.game"

local RULES = { "wait", "repath", "keep_right", "yield" }
local seeds, ticks = tonumber(arg[1]), tonumber(arg[2])

local function play(seed, rule)
  local one = game.new { file = "examples/valley.txt", seed = seed, avoidance = rule }
  for _ = 1, ticks do one:tick() end
  return ("%d %d"):format(one.map.waits, one.sides[1].loads + one.sides[2].loads)
end

for seed = 1, seeds do
  local line = {}
  for i, rule in ipairs(RULES) do line[i] = play(seed, rule) end
  print(table.concat(line, " "))
end
print "end"
