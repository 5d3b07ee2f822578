-- The nearest of many goals: nearest.lua MAP SCEN GOALS STARTS COUNT PASSES prints for each start
-- "ONE COUNTED EACH EXPANDED": the microseconds of one map:nearest for the nearest of GOALS goals,
-- of one for the nearest COUNT, and of a search for each goal; and the nodes of the first. Then
-- "end WRONG": of how many starts the costs are not those of the single searches.

local clock = require "bench.stopwatch"
local random = require "bench.random"
local scenario = require "bench.scenario"
local stats = require "bench.stats"

local s = scenario.load(arg[1], arg[2])
local goal_count, starts, count, passes = tonumber(arg[3]), tonumber(arg[4]), tonumber(arg[5]),
  tonumber(arg[6])
local map, int = scenario.map(s), random(goal_count)
local query = map:query{}

local goals, is_goal = {}, {}
for _, q in ipairs(s.queries) do
  local cell = q.goal_y * s.width + q.goal_x
  if #goals < goal_count and not is_goal[cell] then goals[#goals + 1] = { q.goal_x, q.goal_y } end
  is_goal[cell] = true
end

local function timed(ask, x, y)
  local times, found = {}, nil
  for i = 1, passes do
    clock.start()
    found = ask(x, y)
    times[i] = clock.stop()
  end
  return stats.median(times), found
end

local function one(x, y)
  local found = map:nearest(x, y, goals, query)
  return found and found.path
end

local function several(x, y) return map:nearest(x, y, goals, query, count) end

local function each(x, y)
  local costs = {}
  for _, goal in ipairs(goals) do
    local path = map:path(x, y, goal[1], goal[2], query)
    if path then costs[#costs + 1] = path.cost end
  end
  table.sort(costs)
  return costs
end

local function is_right(path, list, costs)
  local same = (path and path.cost) == costs[1]
  for i = 1, math.min(count, #costs) do
    same = same and list and list[i] and list[i].path.cost == costs[i]
  end
  return same
end

local wrong = 0
for _ = 1, starts do
  local q = s.queries[int(1, #s.queries)]
  local one_us, path = timed(one, q.x, q.y)
  local several_us, list = timed(several, q.x, q.y)
  local each_us, costs = timed(each, q.x, q.y)
  wrong = wrong + (is_right(path, list, costs) and 0 or 1)
  print(("%.3f %.3f %.3f %d"):format(one_us, several_us, each_us, path and path.expanded or 0))
end
print("end " .. wrong)
