-- What a tick takes while units search for what is not there, or cannot be reached: verbs.lua [SIDE
-- [UNITS [TICKS [VERB]]]]. For each verb a world of its own; each unit calls it again and again.
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
  { "follow", function(unit) return unit:follow(unit.data.enemy) end },
  { "escort", function(unit) return unit:escort(unit.data.friend) end },
}

-- Those that enemies among the units make a difference to.
local AMONG = {
  { "chase", function(unit) return unit:chase(unit.data.enemy) end },
  { "attack_move", function(unit) return unit:attack_move(unit.id % 160 + 1, 30) end },
  { "flee", function(unit) return unit:flee() end },
  { "take_cover", function(unit) return unit:take_cover() end },
  { "flank", function(unit) return unit:flank(unit.data.enemy) end },
  { "ambush", function(unit) return unit:ambush { x = 80, y = 30 } end },
  { "ambush, far", function(unit) return unit:ambush { x = SIDE / 2, y = SIDE / 2 } end },
  { "harass", function(unit) return unit:harass(unit.data.enemy) end },
  { "hold", function(unit) return unit:hold { x = 80, y = 30 } end },
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

-- They wander about in a part of the map, for others to follow, or to flee from.
local function add_wanderers(world, player, part)
  local list = {}
  for i = 1, 40 do
    local x, y = part.x + 3 * i, part.y
    world.map:fill(x - 1, y - 1, 3, 3, "plain")
    list[i] = world:unit { player = player, x = x, y = y, speed = 0.4, behaviour = function(unit)
      while true do
        unit:go(unit.world.random(part.width), unit.world.random(part.height))
        unit:wait(3)
      end
    end }
  end
  return list
end

local ALL = { x = SIDE // 2, y = SIDE // 2, width = SIDE, height = SIDE }
local HERE = { x = 1, y = 20, width = 160, height = 60 }

local function new_world(verb, part)
  local world = astar.world { map = new_map(), fog = false }
  local enemies = add_wanderers(world, "blue", part)
  local friends = part == ALL and add_wanderers(world, "red", HERE)
  for i = 0, UNITS - 1 do
    world:unit { player = "red", x = 2 + i % 50 * 3, y = 2 + i // 50 * 3, speed = 0.5,
      data = { enemy = enemies[i % #enemies + 1], friend = friends and friends[i % #friends + 1] },
      behaviour = function(unit)
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

local function measure(name, verb, part)
  local world = new_world(verb, part)
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
  print(("%-22s %8.2f %8.2f %8d of %d"):format(name, sum / TICKS / 1000, worst / 1000, most,
    3000 + 2 * world:count()))
  map:close()
end

-- As docs/reference/world.md advises.
if _VERSION == "Lua 5.4" then collectgarbage("incremental", 200, 4) end
print(("%d x %d cells, %d units, and 40 or 80 others"):format(SIDE, SIDE, UNITS))
print(("%-22s %8s %8s %8s"):format("", "mean ms", "worst", "nodes"))
local only = arg[4]
for _, part in ipairs { ALL, HERE } do
  for _, one in ipairs(part == ALL and VERBS or AMONG) do
    collectgarbage()                             -- no world pays for the one before
    if not only or one[1]:find(only, 1, true) then measure(one[1], one[2], part) end
  end
end
