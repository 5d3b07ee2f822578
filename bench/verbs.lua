-- What a tick takes while units search for what is not there, or cannot be reached: verbs.lua [SIDE
-- [UNITS [TICKS]]]. For each verb a world of its own; each unit calls the verb again and again.
-- After some ticks, in which the tables are paid for, it prints the mean and the worst tick, in
-- milliseconds of processor time, and how many nodes were expanded in the tick that expanded most.

local astar = require "astar"
local clock = require "bench.stopwatch"
local random = require "bench.random"

local SIDE, UNITS, TICKS = tonumber(arg[1]) or 1024, tonumber(arg[2]) or 200, tonumber(arg[3]) or 60
local TABLES = 120                               -- ticks

local function walled_in() return { x = SIDE - 5, y = SIDE - 5 } end

local VERBS = {
  { "gather, none there", function(unit) return unit:gather "gold" end },
  { "gather, walled in", function(unit) return unit:gather "ore" end },
  { "gather of a list", function(unit) return unit:gather { walled_in() } end },
  { "explore, all is seen", function(unit) return unit:explore() end },
  { "retreat", function(unit) return unit:retreat { walled_in() } end },
  { "patrol", function(unit) return unit:patrol { walled_in(), { x = SIDE - 5, y = 5 } } end },
  { "go, walled in", function(unit) return unit:go(walled_in()) end },
  { "go, far", function(unit) return unit:go(SIDE - 20, SIDE - 20 - unit.id % 50) end },
  { "guard", function(unit) return unit:guard { x = SIDE - 20, y = 20 } end },
  { "follow", function(unit) return unit:follow(unit.data.foe) end },
}

local function new_map()
  local int = random(7)
  local map = astar.map { width = SIDE, height = SIDE,
    terrains = { plain = 10, wall = false, ore = 10, gold = 10 } }
  for _ = 1, 4 * SIDE do
    local x, y = int(1, SIDE - 9), int(1, SIDE)
    map:fill(x, y, int(1, 9), 1, "wall")
  end
  map:fill(1, 1, 160, 60, "plain")               -- where the units begin
  map:fill(SIDE - 9, SIDE - 9, 9, 9, "wall"):fill(SIDE - 6, SIDE - 6, 3, 3, "plain")
  return map:set(SIDE - 5, SIDE - 5, "ore")
end

-- They wander about, for others to follow.
local function add_foes(world)
  local foes = {}
  for i = 1, 40 do
    local x, y = SIDE // 2 + 3 * i, SIDE // 2
    world.map:fill(x - 1, y - 1, 3, 3, "plain")
    foes[i] = world:unit { player = "blue", x = x, y = y, speed = 0.4, behaviour = function(unit)
      while true do
        unit:go(unit.world.random(SIDE), unit.world.random(SIDE))
        unit:wait(3)
      end
    end }
  end
  return foes
end

local function new_world(verb)
  local world = astar.world { map = new_map(), fog = false }
  local foes = add_foes(world)
  for i = 0, UNITS - 1 do
    world:unit { player = "red", x = 2 + i % 50 * 3, y = 2 + i // 50 * 3, speed = 0.5,
      data = { foe = foes[i % #foes + 1] }, behaviour = function(unit)
        while true do verb(unit) end
      end }
  end
  return world
end

-- The nodes of the queue in a tick are what map:work has used.
local function watch_queue(map)
  local used, work = 0, map.work
  getmetatable(map).methods.work = function(...)
    local ended, nodes = work(...)
    used = used + nodes
    return ended, nodes
  end
  return function()
    local before = used
    used = 0
    return before
  end, function() getmetatable(map).methods.work = work end
end

local function measure(name, verb)
  local world = new_world(verb)
  local map = world.map
  local nodes_of_queue, undo = watch_queue(map)
  local sum, worst, most = 0, 0, 0
  for tick = 1, TABLES + TICKS do
    local at_once = map:_spent()
    nodes_of_queue()
    clock.start()
    world:tick()
    local took = clock.stop()
    most = math.max(most, nodes_of_queue() + map:_spent() - at_once)
    if tick > TABLES then
      sum, worst = sum + took, math.max(worst, took)
    end
  end
  undo()
  print(("%-22s %8.2f %8.2f %8d"):format(name, sum / TICKS / 1000, worst / 1000, most))
  map:close()
end

print(("%d x %d cells, %d units, a budget of %d nodes"):format(SIDE, SIDE, UNITS,
  3000 + 2 * (UNITS + 40)))
print(("%-22s %8s %8s %8s"):format("", "mean ms", "worst", "nodes"))
for _, one in ipairs(VERBS) do measure(one[1], one[2]) end
