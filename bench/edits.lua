-- The time from a change to the next exact answer: edits.lua MAP SCEN KIND COUNT prints for each of
-- COUNT changes "US ALONE": the microseconds of the change and a short query after it, and those of
-- the same query once more; then "end WRONG CHECKED": how many of some queries are answered
-- differently by a map made again, or where there are layers by plain A*.
--
--   terrain   one random cell gets other terrain
--   danger    one random cell of an influence map gets another value
--   claims    a friendly unit near the one that asks is given another path
--   switch    the influence map, a hundredth of the cells, counts in every second query

local army = require "bench.army"
local clock = require "bench.stopwatch"
local random = require "bench.random"
local scenario = require "bench.scenario"

local kind, count = arg[3], tonumber(arg[4])
local s = scenario.load(arg[1], arg[2])
local map = scenario.map(s)
local int = random(11)
local CHECKED = 20

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
  local us = clock.stop()
  clock.start()
  ask()
  print(("%.3f %.3f"):format(us, clock.stop()))
end

-- ---- the kinds ---------------------------------------------------------------------------------

local KINDS = s.weighted and { "0", "1", "2", "3", "5" } or { "0", "1" }

local function other_terrain(x, y)
  local now = map:get(x, y)
  local name
  repeat name = KINDS[int(1, #KINDS)] until name ~= now
  return name
end

local changed = {}

local function edit_terrain()
  local query = map:query{}
  local function ask() return map:path(q.x, q.y, q.goal_x, q.goal_y, query) end
  ask()
  for _ = 1, count do
    local x, y = random_cell()
    local name = other_terrain(x, y)
    take(function() map:set(x, y, name) end, ask)
    changed[#changed + 1] = { x, y }
  end
end

local unit

local function ask_as_unit(query) return unit:path(q.goal_x, q.goal_y, query) end

local function make_unit()
  unit = map:player("red"):reveal():unit{ x = q.x, y = q.y, speed = 0 }
end

local function some_danger(danger)
  local x, y = random_cell()
  danger:set(x, y, int(1, 3) * scenario.STRAIGHT)
end

local function edit_danger()
  local danger = map:influence("danger")
  make_unit()
  ask_as_unit()
  for _ = 1, count do
    take(function() some_danger(danger) end, ask_as_unit)
  end
end

local function edit_claims()
  make_unit()
  local units = army.raise(map, map:player("red"), int, unit,
    { count = 50, standing = 0, query = q, others = s.queries })
  ask_as_unit()
  for i = 1, count do
    local friend = units[i % #units + 1]
    local goal = s.queries[int(1, #s.queries)]
    local path = friend and map:path(friend.x, friend.y, goal.goal_x, goal.goal_y)
    if path then take(function() friend:follow_path(path) end, ask_as_unit) end
  end
end

local function switch_danger()
  local danger, asks = map:influence("danger"), {}
  for _ = 1, s.width * s.height / 100 do some_danger(danger) end
  make_unit()
  for weight = 0, 1 do
    local query = map:query{ unit = unit, influence = { danger = weight } }
    asks[weight] = function() return map:path(q.x, q.y, q.goal_x, q.goal_y, query) end
    asks[weight]()
  end
  for i = 1, count do take(function() end, asks[i % 2]) end
end

-- ---- the check ---------------------------------------------------------------------------------

local function fresh()
  local again = scenario.map(s)
  for _, cell in ipairs(changed) do again:set(cell[1], cell[2], map:get(cell[1], cell[2])) end
  return again
end

local function outcome(path, why) return path and path.cost .. " " .. path.expanded or why end

local function on_fresh_map()
  local again = fresh()
  return function(to)
    local x, y, goal_x, goal_y = to.x, to.y, to.goal_x, to.goal_y
    return outcome(map:path(x, y, goal_x, goal_y)) == outcome(again:path(x, y, goal_x, goal_y))
  end
end

local function cost(path, why) return path and path.cost or why end

local function by_plain_search()
  local plain = { engine = "astar" }
  return function(to)
    return cost(unit:path(to.goal_x, to.goal_y)) == cost(unit:path(to.goal_x, to.goal_y, plain))
  end
end

local function wrong_answers()
  local is_right = unit and by_plain_search() or on_fresh_map()
  local wrong, checked = 0, math.min(CHECKED, #s.queries)
  for i = 1, checked do
    if not is_right(s.queries[i]) then wrong = wrong + 1 end
  end
  return wrong, checked
end

local edit = { terrain = edit_terrain, danger = edit_danger, claims = edit_claims,
  switch = switch_danger }
collectgarbage()                -- what the map was made from: to free that takes half a millisecond
edit[kind]()
print(("end %d %d"):format(wrong_answers()))
