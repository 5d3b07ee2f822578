--- Every verb, in worlds with fog and without: what it returns, where its unit was, what was told;
-- and what a recording of it says.

local new_random = require "support.random"
local part = require "golden.part"
local reader = require "support.recording"
local small_world = require "support.small_world"
local verb_calls = require "support.verb_calls"
local astar = require "astar"

local FIELD = [[
  . . . . . . . . . . . . . . . .
  . . # # # . . , , . # # # . . .
  . . . . # . . , , . # . . . . .
  . : : : : : : : : : : : : : . .
  . . . . # . . % % . # . . . . .
  . . # # # . . % % . # # # . . .
  . . . . . . . . . . . . . . . .]]

local TICKS, SEEDS = 60, 6

local function compiled(text)
  return assert((loadstring or load)("local unit, enemy, nothing = ... return " .. text))
end

-- Objects by their names, tables and functions by their types.
local function result_text(...)
  local parts = {}
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    local is_plain = type(value) == "function" or type(value) == "table" and not getmetatable(value)
    parts[i] = is_plain and type(value) or tostring(value)
  end
  return table.concat(parts, " ")
end

local function units_told(world)
  local parts = {}
  for unit in world:units() do
    parts[#parts + 1] = ("%d:%d,%d %s"):format(unit.id, unit.x, unit.y, unit.state)
  end
  return table.concat(parts, " ")
end

local function new_world(random, seed)
  local world = small_world(FIELD, { seed = seed, fog = seed % 2 == 0, budget = 400 })
  local big = world.map:class { size = 2 }
  local unit = world:unit { player = "red", x = 1, y = 4, sight = 20, speed = 1 }
  world:unit { player = "blue", x = 16, y = 4, sight = 6, speed = 0.5 }:behave(function(one)
    one:patrol { { x = 1, y = 7 }, { x = 16, y = 1 } }
  end)
  for i = 1, 8 do
    local x, y = random:cell(world.map)
    world:unit { player = i % 2 == 0 and "red" or "blue", x = x, y = y, sight = random:int(2, 9),
      class = i == 7 and big or nil, speed = random:int(1, 8) / 8, data = { hp = i },
      avoidance = random:pick { "wait", "repath", "keep_right", "yield" } }
  end
  world:influence("danger", { decay = 0.9, every = 3, weight = 1 }):add(8, 4, 40, 4)
  return world, unit
end

local function play(print, verb, seed)
  local random = new_random(seed)
  local world, unit = new_world(random, seed)
  local recording = astar.record(world, { every = 3, keys = 10, data = { "hp" } })
  local enemy
  for other in world:units "blue" do enemy = other end
  local call, done = compiled(verb_calls[verb]), false
  unit:behave(function(one)
    print(verb, seed, "done", result_text(pcall(call, one, enemy, function() return true end)))
    done = true
  end)
  for tick = 1, TICKS do
    world:tick()
    if tick == 20 and not enemy.removed then unit:tell("healed", enemy, { tick }) end
    if tick == 40 and not enemy.removed then enemy:remove() end
    for name, who in world:events() do print(verb, seed, tick, name, who and who.id) end
    if done and tick > 45 then break end
  end
  for _, report in ipairs(world.reports) do print(verb, seed, "report", report.text) end
  print(verb, seed, world.ticks, world:hash(), units_told(world))
  recording:stop()
  local film, ticks = reader.of(recording), 0
  while film:next() do ticks = ticks + #film.units end
  print(verb, seed, "film", film.tick, ticks, #reader.notes(recording), recording:size())
end

return part("verbs", function(print)
  local verbs = {}
  for verb in pairs(verb_calls) do verbs[#verbs + 1] = verb end
  table.sort(verbs)
  for _, verb in ipairs(verbs) do
    for seed = 1, SEEDS do play(print, verb, seed) end
  end
end)
