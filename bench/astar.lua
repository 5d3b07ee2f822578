-- astar, called from Lua with the path object: astar.lua MAP SCEN SECTION PASSES SECONDS.
--
-- The last line is "end FIRST BYTES IDLE": the microseconds of the first answer, tables and all;
-- the bytes of the map while one search is under way; those that it keeps beyond them when several
-- searches at once have come and gone.

local clock = require "bench.stopwatch"
local scenario = require "bench.scenario"
local task = require "bench.task"

local t = task.read(arg)
local map = scenario.map(t.scenario)
local query = map:query{ heuristic = t.section == "floods" and "none" or nil }
if t.section == "prepared" then map:prepare { landmarks = true } end

local function walked(path, q)
  local length = scenario.walk(t.scenario, q, path:cells())
  local claimed = path.cost / scenario.STRAIGHT
  return math.abs(claimed - length) <= 1e-4 * length and length or math.huge
end

local AT_ONCE = 4

local function suspended(q)
  local search = map:search(q.x, q.y, q.goal_x, q.goal_y, query)
  search:step(1)
  return search
end

local function memory()
  local q = t.scenario.queries[1]
  local searches = { suspended(q) }
  local with_one = map:memory()
  for i = 2, AT_ONCE do searches[i] = suspended(q) end
  for _, search in ipairs(searches) do search:close() end
  return with_one, math.max(0, map:memory() - with_one)
end

local first_us = task.run(t, function(q, check)
  clock.start()
  local path = map:path(q.x, q.y, q.goal_x, q.goal_y, query)
  local us = clock.stop()
  if not path then return us, math.huge, 0 end
  return us, check and walked(path, q), path.expanded
end)
print(("end %.3f %d %d"):format(first_us, memory()))
