-- Breaches and alternatives: breaches.lua MAP SCEN QUERIES prints for queries of a scenario
-- "CLOSED CHEAP SEVERAL PATH FOUND": the microseconds of a breach into a ring of walls around the
-- goal, of one where every wall costs as much as two steps, of three alternatives, and of the
-- path; and how many alternatives there are. Then "end WRONG": breaches that cost more than the
-- path does, and first alternatives that are not the path.

local clock = require "bench.stopwatch"
local scenario = require "bench.scenario"

local s = scenario.load(arg[1], arg[2])
local map, count = scenario.map(s), tonumber(arg[3])
local CHEAP = { terrain = 2 * map.straight }

local function timed(ask, ...)
  clock.start()
  local result = ask(map, ...)
  return clock.stop(), result
end

-- Closes the ring of cells around a goal, or opens it again.
local function ring(x, y, close, before)
  for to_y = math.max(1, y - 1), math.min(map.height, y + 1) do
    for to_x = math.max(1, x - 1), math.min(map.width, x + 1) do
      local cell = to_y * map.width + to_x
      if close then before[cell] = map:get(to_x, to_y) end
      if to_x ~= x or to_y ~= y then
        map:set(to_x, to_y, close and "0" or before[cell])
      end
    end
  end
end

local wrong = 0
for i = 1, count do
  local q = s.queries[1 + math.floor((i - 1) * #s.queries / count)]
  local before = {}
  map:path(q.x, q.y, q.goal_x, q.goal_y)           -- the tables are up to date
  local path_us, path = timed(map.path, q.x, q.y, q.goal_x, q.goal_y)
  local cheap_us, cheap = timed(map.breach, q.x, q.y, q.goal_x, q.goal_y, nil, CHEAP)
  local several_us, list = timed(map.alternatives, q.x, q.y, q.goal_x, q.goal_y)
  ring(q.goal_x, q.goal_y, true, before)
  local closed_us = timed(map.breach, q.x, q.y, q.goal_x, q.goal_y)
  ring(q.goal_x, q.goal_y, false, before)
  if cheap.cost > path.cost or list[1].cost ~= path.cost then wrong = wrong + 1 end
  print(("%.3f %.3f %.3f %.3f %d"):format(closed_us, cheap_us, several_us, path_us, #list))
end
print("end " .. wrong)
