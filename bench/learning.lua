-- Units that learn the map as they walk: learning.lua MAP SCEN RADIUS JOURNEYS. A player to whom
-- all is unknown walks from start to goal, sees so far around after each step, and searches for
-- another path when what it sees is in the way. For each journey it prints "US NODES PLANS STEPS":
-- the microseconds of all looking at the path and searching, the nodes expanded, the searches, the
-- cells walked. Then "end WRONG": how many did not come to the goal, or stepped into a wall.

local clock = require "bench.stopwatch"
local scenario = require "bench.scenario"

local s, radius, journeys = scenario.load(arg[1], arg[2]), tonumber(arg[3]), tonumber(arg[4])
local map, wrong, MOST = scenario.map(s), 0, 100000

local function timed(total, ask, ...)
  clock.start()
  local found = ask(...)
  total.us = total.us + clock.stop()
  return found
end

local function plan(x, y, q, query, total)
  local path = map:path(x, y, q.goal_x, q.goal_y, query)
  total.plans, total.nodes = total.plans + 1, total.nodes + path.expanded
  return path
end

local function walk(q, player, total)
  local query, x, y, path, index = map:query { player = player }, q.x, q.y, nil, nil
  local function is_cut() return not path or path:blocked(query, index + 1) end
  while (x ~= q.goal_x or y ~= q.goal_y) and total.steps < MOST do
    player:see(x, y, radius)
    if timed(total, is_cut) then path, index = timed(total, plan, x, y, q, query, total), 1 end
    index, total.steps = index + 1, total.steps + 1
    x, y = path:cell(index)
    if not map:cost(x, y) then return false end
  end
  return total.steps < MOST
end

for i = 1, journeys do
  local q = s.queries[math.ceil(i * #s.queries / journeys)]
  local player, total = map:player("learner"), { us = 0, nodes = 0, plans = 0, steps = 0 }
  if not walk(q, player, total) then wrong = wrong + 1 end
  print(("%.3f %d %d %d"):format(total.us, total.nodes, total.plans, total.steps))
  player:remove()
end
print("end " .. wrong)
