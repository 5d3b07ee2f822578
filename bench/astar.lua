-- astar, called from Lua with the path object: astar.lua MAP SCEN SECTION PASSES SECONDS.

local clock = require "bench.stopwatch"
local scenario = require "bench.scenario"
local task = require "bench.task"

local t = task.read(arg)
local map = scenario.map(t.scenario)
local query = map:query{ heuristic = t.section == "floods" and "none" or nil }
if t.section == "prepared" then map:prepare() end

local function walked(path, q)
  local length = scenario.walk(t.scenario, q, path:cells())
  local claimed = path.cost / scenario.STRAIGHT
  return math.abs(claimed - length) <= 1e-4 * length and length or math.huge
end

task.run(t, function(q, check)
  clock.start()
  local path = map:path(q.x, q.y, q.goal_x, q.goal_y, query)
  local us = clock.stop()
  if not path then return us, math.huge, 0 end
  return us, check and walked(path, q), path.expanded
end)
