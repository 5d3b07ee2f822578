-- The time from a change to the next exact answer: edits.lua MAP SCEN terrain|danger|claims COUNT
-- prints a line with the microseconds for each of COUNT changes, which a short query follows, all
-- of it timed; then "end WRONG": how many of some queries a map made anew answers differently.
--
--   terrain   one random cell gets other terrain
--   danger    one random cell of an influence map gets another value
--   claims    a comrade near the one that asks is given another path

local army = require "bench.army"
local clock = require "bench.stopwatch"
local random = require "bench.random"
local scenario = require "bench.scenario"

local kind, count = arg[3], tonumber(arg[4])
local s = scenario.load(arg[1], arg[2])
local map = scenario.map(s)
local int = random(11)
local CHECKED = 40

-- ---- the short query ---------------------------------------------------------------------------

local function shortest()
  local best
  for _, q in ipairs(s.queries) do
    local enough = q.optimum >= 3
    if enough and (not best or q.optimum < best.optimum) then best = q end
  end
  return best or s.queries[1]
end

local q = shortest()

local function near(x, y)
  local function close(x1, y1) return math.max(math.abs(x - x1), math.abs(y - y1)) <= 2 end
  return close(q.x, q.y) or close(q.goal_x, q.goal_y)
end

local function random_cell()
  local x, y
  repeat x, y = int(1, s.width), int(1, s.height) until not near(x, y)
  return x, y
end

local function take(change, ask)
  clock.start()
  change()
  ask()
  print(("%.3f"):format(clock.stop()))
end

-- ---- the kinds ---------------------------------------------------------------------------------

local KINDS = s.weighted and { "0", "1", "2", "3", "5" } or { "0", "1" }

local function other_terrain(x, y)
  local now = map:get(x, y)
  local name
  repeat name = KINDS[int(1, #KINDS)] until name ~= now
  return name
end

local function edit_terrain()
  local query = map:query{}
  local function ask() return map:path(q.x, q.y, q.goal_x, q.goal_y, query) end
  ask()
  for _ = 1, count do
    local x, y = random_cell()
    local name = other_terrain(x, y)
    take(function() map:set(x, y, name) end, ask)
  end
end

local function make_unit()
  local unit = map:player("red"):reveal():unit{ x = q.x, y = q.y, speed = 0 }
  return unit, function() return unit:path(q.goal_x, q.goal_y) end
end

local function edit_danger()
  local danger = map:influence("danger")
  local _, ask = make_unit()
  ask()
  for _ = 1, count do
    local x, y = random_cell()
    local value = int(1, 3) * scenario.STRAIGHT
    take(function() danger:set(x, y, value) end, ask)
  end
end

local function edit_claims()
  local unit, ask = make_unit()
  local units = army.raise(map, map:player("red"), int, unit,
    { count = 50, standing = 0, query = q, others = s.queries })
  ask()
  for i = 1, count do
    local comrade = units[i % #units + 1]
    local goal = s.queries[int(1, #s.queries)]
    local path = map:path(comrade.x, comrade.y, goal.goal_x, goal.goal_y)
    if path then take(function() comrade:follow(path) end, ask) end
  end
end

-- ---- the check ---------------------------------------------------------------------------------

local function fresh()
  local rows = {}
  for y = 1, s.height do
    local row = {}
    for x = 1, s.width do row[x] = map:get(x, y) end
    rows[y] = table.concat(row)
  end
  return scenario.map{ rows = rows, weighted = s.weighted }
end

local function answer(on, query)
  local path, why = on:path(query.x, query.y, query.goal_x, query.goal_y)
  return path and path.cost .. " " .. path.expanded or why
end

local function wrong_answers()
  local anew, wrong = fresh(), 0
  for i = 1, math.min(CHECKED, #s.queries) do
    if answer(map, s.queries[i]) ~= answer(anew, s.queries[i]) then wrong = wrong + 1 end
  end
  return wrong
end

local edit = { terrain = edit_terrain, danger = edit_danger, claims = edit_claims }
edit[kind]()
print(("end %d"):format(wrong_answers()))
