-- A crowd: crowd.lua MAP AGENTS TASKS STEPS DIRECTIONS [AVOIDANCE [GUIDE]]. Each unit does one
-- task after the other; bench/data.lua says what the files hold.
--
-- DIRECTIONS   4, or 8 without cutting corners; a straight step takes a tick
-- AVOIDANCE    the units' rule for others in their way; default: yield
-- GUIDE        what paths take into account: "traffic" (default): what comes the other way;
--              "alone": nothing but terrain; "others": what unit:path takes without a query,
--              friends' claims and occupancy
--
-- Prints for each tick "US ARRIVALS": microseconds of processor time, of the searches for those who
-- ask, of map:tick and of reading the events; how many units came to the cell of their task.
-- Then "end WRONG UNITS IDEAL":
--   WRONG   how often two units were in one cell after a tick, had changed places, or had crossed
--   UNITS   how many there were: all that start in the largest region of the map
--   IDEAL   the arrivals of units that do the same tasks and ignore one another

local astar = require "astar"
local meetings = require "bench.meetings"
local scenario = require "bench.scenario"
local stopwatch = require "bench.stopwatch"

local map_file, agents_file, tasks_file = arg[1], arg[2], arg[3]
local steps, directions = tonumber(arg[4]), tonumber(arg[5])
local avoidance, guide = arg[6] or "yield", arg[7] or "traffic"

local DIAGONAL = { [4] = "never", [8] = "no_obstacles" }
local GUIDES = { alone = { claims = false, occupancy = false }, others = {},
  traffic = { claims = false, occupancy = false, traffic_cost = 200 } }

-- As docs/reference/world.md advises: else the collector does all of its work in one tick of 100.
if _VERSION == "Lua 5.4" then collectgarbage("incremental", 200, 4) end

local map = astar.map { rows = scenario.rows(map_file), legend = { ["0"] = "wall", ["1"] = "open" },
  terrains = { open = 10, wall = false } }
local width = map.width
local class = map:class { diagonal = DIAGONAL[directions] }
local player = map:player("crowd"):reveal()
local query = map:query(GUIDES[guide])
if guide == "traffic" then player.traffic_memory = 8 end

-- ---- units and tasks ---------------------------------------------------------------------------

-- The cells of a file, counted from 0, row by row; the first line says how many there are.
local function cells_of(name)
  local cells, count = {}, nil
  for line in io.lines(name) do
    local number = tonumber(line)
    if count then cells[#cells + 1] = number else count = number end
  end
  assert(count == #cells, name)
  return cells
end

local function place_of(cell) return cell % width + 1, math.floor(cell / width) + 1 end

local function region_of(cell)
  local x, y = place_of(cell)
  return map:region(x, y, { class = class })
end

local function largest_region()
  local best, best_size = nil, 0
  for cell = 0, width * map.height - 1 do
    local region, size = region_of(cell)
    if region and size > best_size then best, best_size = region, size end
  end
  return best
end

local region = largest_region()
local starts, tasks = cells_of(agents_file), cells_of(tasks_file)
local units, task_of = {}, {}   -- by id; a task is known by its index
local first = {}                -- by id: the first task

-- The first task from index `task` on, in steps of the number of all agents, that can be come to.
local function reachable_task(task)
  for _ = 1, #tasks do
    if task > #tasks then task = (task - 1) % #starts + 1 end
    if region_of(tasks[task]) == region then return task end
    task = task + #starts
  end
  error(("%s: no task of unit %d can be come to"):format(tasks_file, (task - 1) % #starts + 1))
end

local function populate()
  for i, start in ipairs(starts) do
    if region_of(start) == region then
      local x, y = place_of(start)
      local unit = assert(player:unit { x = x, y = y, class = class, speed = 1,
        avoidance = avoidance })
      units[unit.id], first[unit.id] = unit, reachable_task(i)
    end
  end
end

-- ---- a tick -------------------------------------------------------------------------------------

local asking = {}               -- units that have no path

local function next_task(unit)
  task_of[unit.id] = reachable_task(task_of[unit.id] + #starts)
  asking[#asking + 1] = unit
end

-- Units that are where their task leads arrive at once; returns how many.
local function ask_all()
  local those, arrivals = asking, 0
  asking = {}
  for _, unit in ipairs(those) do
    local x, y = place_of(tasks[task_of[unit.id]])
    local path = unit:path(x, y, query)
    if not path then
      asking[#asking + 1] = unit
    elseif #path == 1 then
      arrivals = arrivals + 1
      next_task(unit)
    else
      unit:follow_path(path, query)
    end
  end
  return arrivals
end

local function take_events()
  local arrivals = 0
  for kind, unit in map:events() do
    if kind == "arrived" then
      arrivals = arrivals + 1
      next_task(unit)
    elseif kind == "blocked" then
      asking[#asking + 1] = unit
    end
  end
  return arrivals
end

local function tick()
  stopwatch.start()
  local arrivals = ask_all()
  map:tick()
  arrivals = arrivals + take_events()
  return stopwatch.stop(), arrivals
end

-- ---- what would have been without others --------------------------------------------------------

local ROOT2 = math.sqrt(2)

local function length_of(path)
  local length, last_x, last_y = 0, path:cell(1)
  for x, y in path:cells() do
    local moved = math.abs(x - last_x) + math.abs(y - last_y)
    length = length + (moved == 2 and ROOT2 or moved)
    last_x, last_y = x, y
  end
  return length
end

-- A task takes a tick, even where the unit is already.
local function ideal_of(id, x, y)
  local left, task, count = steps, first[id], 0
  while true do
    local goal_x, goal_y = place_of(tasks[task])
    local path = assert(map:path(x, y, goal_x, goal_y, { class = class }))
    left = left - math.max(1, length_of(path))
    if left < 0 then return count end
    task, count, x, y = reachable_task(task + #starts), count + 1, goal_x, goal_y
  end
end

local function ideal()
  local sum = 0
  for id, unit in ipairs(units) do sum = sum + ideal_of(id, unit.x, unit.y) end
  return sum
end

-- ---- running it ---------------------------------------------------------------------------------

local function places()
  local xs, ys = {}, {}
  for id, unit in ipairs(units) do xs[id], ys[id] = unit.x, unit.y end
  return xs, ys
end

populate()
local possible = ideal()
for id, unit in ipairs(units) do task_of[id], asking[id] = first[id], unit end
local watch, wrong = meetings.new(directions, places()), 0
for _ = 1, steps do
  local us, arrivals = tick()
  wrong = wrong + watch:count(places())
  print(("%.1f %d"):format(us, arrivals))
end
print(("end %d %d %d"):format(wrong, #units, possible))
