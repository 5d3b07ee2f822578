-- Any-angle paths beside those of the grid: any_angle.lua MAP SCEN PASSES prints for each query
-- "ANY NODES GRID SMOOTH SHARE": the microseconds and the expanded nodes of the any-angle path,
-- the microseconds of the path of the grid and of smoothing that one by the same rule, and the
-- length of the any-angle path as a share of the grid's. Then "end WRONG": how often it was longer
-- than the smoothed one.

local clock = require "bench.stopwatch"
local scenario = require "bench.scenario"
local stats = require "bench.stats"

local s, passes = scenario.load(arg[1], arg[2]), tonumber(arg[3])
local map, wrong = scenario.map(s), 0
local any = map:query { any_angle = true }

local function timed(ask, q, path)
  local times, found = {}, nil
  for i = 1, passes do
    clock.start()
    found = ask(q, path)
    times[i] = clock.stop()
  end
  return stats.median(times), found
end

local function grid_of(q) return map:path(q.x, q.y, q.goal_x, q.goal_y) end
local function any_of(q) return map:path(q.x, q.y, q.goal_x, q.goal_y, any) end
local function smooth_of(_, path) return path:smooth(any) end

local function length_of(turns)
  local sum, last_x, last_y = 0, nil, nil
  for x, y in turns do
    if last_x then sum = sum + math.sqrt((x - last_x) ^ 2 + (y - last_y) ^ 2) end
    last_x, last_y = x, y
  end
  return sum
end

for _, q in ipairs(s.queries) do
  local any_us, path = timed(any_of, q)
  local grid_us, grid = timed(grid_of, q)
  local smooth_us, turns = timed(smooth_of, q, grid)
  if path.distance > length_of(turns) + 1e-2 then wrong = wrong + 1 end
  local share = grid.distance > 0 and path.distance / grid.distance or 1
  print(("%.3f %d %.3f %.3f %.6f"):format(any_us, path.expanded, grid_us, smooth_us, share))
end
print("end " .. wrong)
