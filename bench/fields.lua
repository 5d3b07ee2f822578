-- Fields: fields.lua MAP SCEN FIELDS UNITS EDITS prints for each of FIELDS goals a line "COMPUTED
-- CELLS REPAIRED STEPS SEARCHES FLIGHT REPAIRED": the microseconds to compute a field and how many
-- cells it reaches; those of a repair, the mean of EDITS edits; of UNITS units' steps, and of as
-- many searches; and those of a field of flight from that cell, computed and repaired. Then "end
-- WRONG": of how many units the cost is not that of the search, or changed by edits that were taken
-- back.

local clock = require "bench.stopwatch"
local random = require "bench.random"
local scenario = require "bench.scenario"

local s = scenario.load(arg[1], arg[2])
local fields, units, edits = tonumber(arg[3]), tonumber(arg[4]), tonumber(arg[5])
local map, int = scenario.map(s), random(fields)
local query = map:query{}
local KINDS = s.weighted and { "0", "1", "2", "3", "5" } or { "0", "1" }

local function timed(f, ...)
  clock.start()
  local result = f(...)
  return clock.stop(), result
end

local function some_units()
  local list = {}
  for i = 1, units do list[i] = s.queries[int(1, #s.queries)] end
  return list
end

local function step_all(field, list)
  for _, q in ipairs(list) do field:step(q.x, q.y) end
end

local function costs_of(field, list)
  local costs = {}
  for i, q in ipairs(list) do costs[i] = field:cost(q.x, q.y) or -1 end
  return costs
end

local function search_all(list, goal)
  local costs = {}
  for i, q in ipairs(list) do
    local path = map:path(q.x, q.y, goal.goal_x, goal.goal_y, query)
    costs[i] = path and path.cost or -1
  end
  return costs
end

-- One random cell becomes something else, and then what it was. The mean time of the answer after.
local function repair(field, goal)
  local total = 0
  for _ = 1, edits do
    local x, y = int(1, s.width), int(1, s.height)
    local was = map:get(x, y)
    for _, name in ipairs({ KINDS[int(1, #KINDS)], was }) do
      map:set(x, y, name)
      total = total + timed(field.step, field, goal.goal_x, goal.goal_y)
    end
  end
  return total / (2 * edits)
end

local function count_different(a, b)
  local different = 0
  for i = 1, units do different = different + (a[i] == b[i] and 0 or 1) end
  return different
end

local function cells_of(field)
  local count = 0
  for _ in field:cells() do count = count + 1 end
  return count
end

local wrong = 0
map:field({ to = { { 1, 1 } } }, query):close() -- makes the plane
for _ = 1, fields do
  local goal, list = s.queries[int(1, #s.queries)], some_units()
  local cell = { { goal.goal_x, goal.goal_y } }
  local computed, field = timed(map.field, map, { to = cell }, query)
  local cells, before = cells_of(field), costs_of(field, list)
  search_all(list, goal)
  local steps = timed(step_all, field, list)
  local searches, costs = timed(search_all, list, goal)
  local repaired = repair(field, goal)
  local fled, flight = timed(map.field, map, { flee = cell }, query)
  local repaired_flight = repair(flight, goal)
  wrong = wrong + count_different(before, costs) + count_different(before, costs_of(field, list))
  field:close()
  flight:close()
  print(("%.3f %d %.3f %.3f %.3f %.3f %.3f"):format(computed, cells, repaired, steps, searches,
    fled, repaired_flight))
end
print("end " .. wrong)
