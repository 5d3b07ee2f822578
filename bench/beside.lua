-- A map beside one of which more is known: beside.lua MAP SCEN PASSES WHAT, where WHAT is dead_ends
-- or landmarks, which map:prepare computes on one of two maps. For each query it prints
-- "WITH EXPANDED WITHOUT EXPANDED PLAIN PLAIN": microseconds and nodes on the one and the other
-- map, and the nodes of plain A* likewise. Then "end WRONG MADE BYTES EDIT WORST": how many paths
-- differ; the microseconds that it took; the bytes that it takes; microseconds from an edit
-- of a cell to the next answer, of two cells side by side, in the mean and at worst.

local clock = require "bench.stopwatch"
local scenario = require "bench.scenario"
local stats = require "bench.stats"

local s, passes = scenario.load(arg[1], arg[2]), tonumber(arg[3])
local with, without = scenario.map(s), scenario.map(s)

with:path(1, 1, 1, 1)
local held = with:memory()
clock.start()
with:prepare { tables = false, [arg[4]] = true }
local made_us = clock.stop()
local bytes = with:memory() - held

local function cells(path)
  local list = {}
  for x, y in path:cells() do list[#list + 1] = x .. "," .. y end
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

-- All queries on one map, one after the other; for each of them the median of the passes.
local function times_on(map)
  local times, paths, medians = {}, {}, {}
  for pass = 1, passes do
    for i, q in ipairs(s.queries) do
      times[i] = times[i] or {}
      times[i][pass], paths[i] = timed(map, q)
    end
  end
  for i, list in ipairs(times) do medians[i] = stats.median(list) end
  return medians, paths
end

local with_us, paths = times_on(with)
local without_us, others = times_on(without)
local wrong = 0
for i, q in ipairs(s.queries) do
  local path, other = paths[i], others[i]
  local plain_path, other_plain = plain(with, q), plain(without, q)
  local same = cells(path) == cells(other) and cells(path) == cells(plain_path)
  wrong = wrong + (same and 0 or 1)
  print(("%.3f %d %.3f %d %d %d"):format(with_us[i], path.expanded, without_us[i], other.expanded,
    plain_path.expanded, other_plain.expanded))
end

local EDITS, EDIT_ROUNDS = 200, 5

-- Cells of which every other is opened or blocked, all over the map, and put back.
local function edited_cell(i)
  local x, y = (i * 7919) % s.width + 1, (i * 104729) % s.height + 1
  return x, y, with:get(x, y) == "0" and with:get(s.queries[1].x, s.queries[1].y) or "0"
end

local function timed_edit(x, y, name, q)
  clock.start()
  with:set(x, y, name)
  with:path(q.x, q.y, q.x, q.y)
  return clock.stop()
end

-- The least of some rounds, to leave out what comes in between.
local function edit_us(i)
  local x, y, name = edited_cell(i)
  local before, q, least = with:get(x, y), s.queries[1], math.huge
  if x == q.x and y == q.y then return 0 end
  for _ = 1, EDIT_ROUNDS do
    least = math.min(least, timed_edit(x, y, name, q))
    timed_edit(x, y, before, q)
  end
  return least
end

local edits = {}
for i = 1, EDITS do edits[i] = edit_us(i) end
print(("end %d %.3f %d %.3f %.3f"):format(wrong, made_us, bytes, stats.mean(edits),
  stats.quantile(edits, 1)))
