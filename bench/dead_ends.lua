-- Dead ends: dead_ends.lua MAP SCEN PASSES prints for each query "WITH EXPANDED WITHOUT EXPANDED
-- PLAIN PLAIN": microseconds and nodes where dead ends have been found and where not, and the nodes
-- of plain A* likewise. Then "end WRONG MADE BYTES": how many paths differ; the microseconds that
-- finding the dead ends took; the bytes they take.

local clock = require "bench.stopwatch"
local scenario = require "bench.scenario"
local stats = require "bench.stats"

local s, passes = scenario.load(arg[1], arg[2]), tonumber(arg[3])
local with, without = scenario.map(s), scenario.map(s)

with:path(1, 1, 1, 1)
local held = with:memory()
clock.start()
with:find_dead_ends()
local made_us = clock.stop()
local bytes = with:memory() - held

local function cells(path)
  local list = {}
  for _, x, y in path:cells() do list[#list + 1] = x .. "," .. y end
  return table.concat(list, " ")
end

local function timed(map, q)
  clock.start()
  local path = map:path(q.x, q.y, q.goal_x, q.goal_y)
  return clock.stop(), path
end

local function plain(map, q)
  return map:path(q.x, q.y, q.goal_x, q.goal_y, { engine = "astar" })
end

local wrong = 0
for _, q in ipairs(s.queries) do
  local times, other_times, path, other = {}, {}, nil, nil
  for i = 1, passes do
    times[i], path = timed(with, q)
    other_times[i], other = timed(without, q)
  end
  local plain_path, other_plain = plain(with, q), plain(without, q)
  local same = cells(path) == cells(other) and cells(path) == cells(plain_path)
  wrong = wrong + (same and 0 or 1)
  print(("%.3f %d %.3f %d %d %d"):format(stats.median(times), path.expanded,
    stats.median(other_times), other.expanded, plain_path.expanded, other_plain.expanded))
end
print(("end %d %.3f %d"):format(wrong, made_us, bytes))
