-- What it costs that a script is a mod's. The same behaviour is run by the game itself, or in a
-- mod's state:
--
--   mods.lua BY KIND UNITS TICKS        one run; BY: host, mod, or a sandbox: stock, vault, bounds
--   mods.lua compare [ROUNDS [UNITS TICKS [KIND...]]]   all of them in turn
--
-- KIND:
--   roam     goes to one random cell after the other: few queries, a turn now and then
--   look     looks around in each tick, and goes to the nearest unit
--   reckon   reckons in each tick, in Lua alone
--   rest     has a turn in each tick, and does nothing in it
--   remember changes its data in each tick
--   ask      asks the game ten questions in each tick that have one number as an answer
--
-- One run prints "SCRIPTS ALL HASH": microseconds of processor time in a tick, of what is not
-- map:tick or map:work, and of all; and the map's hash at the end, which is the same for all.
-- `compare` takes the least of some rounds (5), in each of which all run once.

local astar = require "astar"
local core = require "astar.core"

if arg[1] == "compare" then
  local folder = arg[0]:match "^(.*)/[^/]*$" or "."
  package.path = folder .. "/?.lua;" .. package.path
  local unpack = table.unpack or unpack
  return require "mod_costs" (unpack(arg, 2))
end

local by, kind, unit_count, ticks = arg[1], arg[2], tonumber(arg[3]), tonumber(arg[4])
if by ~= "host" and by ~= "mod" then astar.sandbox = by end

local SIZE, WARM = 200, 50

local BEHAVIOURS = {
  roam = [[
    return function(unit)
      local random = unit.world.random
      while true do
        if not unit:go(random(200), random(200)) then unit:wait(1) end
      end
    end]],
  look = [[
    local function nearest(unit, list)
      local best, least
      for _, other in ipairs(list) do
        local distance = unit:distance(other)
        if not least or distance < least then best, least = other, distance end
      end
      return best
    end
    return function(unit)
      while true do
        local enemy = nearest(unit, unit:enemies(8))
        local friend = nearest(unit, unit:friends(8))
        local x, y = unit.x, unit.y
        if enemy and enemy.x == x and friend and friend.y == y then unit.data.met = true end
        unit:wait(1)
      end
    end]],
  reckon = [[
    return function(unit)
      while true do
        local sum, list = 0, {}
        for i = 1, 50 do list[i] = (i * 7919 + unit.id) % 101 end
        table.sort(list)
        for i, value in ipairs(list) do sum = sum + math.abs(value - i) end
        if sum < 0 then return ("%d"):format(sum) end
        unit:wait(1)
      end
    end]],
  rest = "return function(unit) while true do unit:wait(1) end end",
  remember = [[
    return function(unit)
      local data = unit.data
      while true do
        data.count = (data.count or 0) + 1
        data.place = { x = unit.x, y = unit.y }
        unit:wait(1)
      end
    end]],
  ask = [[
    return function(unit)
      while true do
        local sum = 0
        for i = 1, 10 do sum = sum + unit.speed end
        if sum == 0 then return end
        unit:wait(1)
      end
    end]],
}

if _VERSION == "Lua 5.4" then collectgarbage("incremental", 200, 4) end

local clock = os.clock
local in_the_core = 0

local function watch(methods, name)
  local method = methods[name]
  methods[name] = function(...)
    local start = clock()
    local a, b = method(...)
    in_the_core = in_the_core + clock() - start
    return a, b
  end
end

watch(core.metatables.map.methods, "tick")
watch(core.metatables.map.methods, "work")

local map = astar.map { width = SIZE, height = SIZE }
local world = astar.world { map = map, seed = 3 }
for _, name in ipairs { "red", "blue" } do world:player(name):reveal() end

local text, name = assert(BEHAVIOURS[kind], kind), kind
if by ~= "host" then
  name = "bench." .. kind
  assert(world:mod { name = "bench", files = {
    ["mod.lua"] = ('return { name = "bench", version = "1", behaviours = { %s = "it.lua" } }')
      :format(kind),
    ["it.lua"] = text } })
else
  world:behaviour(kind, (loadstring or load)(text)())
end

local made = 0
while made < unit_count do
  local unit = world:unit { player = made % 2 == 0 and "red" or "blue", x = world.random(SIZE),
    y = world.random(SIZE), speed = 0.25, sight = 8, behaviour = name }
  if unit then made = made + 1 end
end

for _ = 1, WARM do world:tick() end
in_the_core = 0
local start = clock()
for _ = 1, ticks do world:tick() end
local all = clock() - start
print(("%.1f %.1f %s"):format((all - in_the_core) / ticks * 1e6, all / ticks * 1e6, map:hash()))
assert(world.failures == 0)
