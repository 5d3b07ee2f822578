-- Sight as a question: sight.lua SIZE EYES RADIUS prints microseconds, each the least of some
-- rounds, on a map of SIZE x SIZE cells of which a tenth hides: what the eyes see together, by the
-- map and by a player's knowledge; influence from it for the first time, and when all eyes have
-- taken a step; a thousand lines of sight over half of the map; the nearest cover from a cell that
-- is seen.

local clock = require "bench.stopwatch"
local astar = require "astar"
local random = require "bench.random"

local size, count, radius = tonumber(arg[1]), tonumber(arg[2]), tonumber(arg[3])
local ROUNDS = 15
local int = random(7)

local map = astar.map { width = size, height = size }
for _ = 1, size * size / 10 do map:set(int(1, size), int(1, size), "wall") end
local red = map:player("red"):reveal()

local eyes = {}
for i = 1, count do eyes[i] = { int(2, size - 1), int(2, size - 1), radius } end

local function take_steps()
  for _, eye in ipairs(eyes) do
    for i = 1, 2 do eye[i] = math.max(1, math.min(size, eye[i] + int(-1, 1))) end
  end
end

local function least(run, prepare)
  local best = math.huge
  for _ = 1, ROUNDS do
    local given = prepare and prepare()
    collectgarbage()
    clock.start()
    run(given)
    best = math.min(best, clock.stop())
  end
  return best
end

local function say(name, us) print(("%-32s %10.1f"):format(name, us)) end

say("map:sight", least(function() map:sight(eyes) end))
say("player:sight", least(function() red:sight(eyes) end))

local seen = map:influence("seen")
local sight = map:sight(eyes)
say("from_sight, all new", least(function() seen:from_sight(sight, 9) end,
  function() seen:clear() end))
say("from_sight, after a step", least(function(now) seen:from_sight(now, 9) end,
  function() take_steps() return map:sight(eyes) end))

local function any_line()
  for i = 1, 1000 do
    local x, y = i % size + 1, i * 7 % size + 1
    local half = math.floor(size / 2)
    map:line_of_sight(x, y, (x + half) % size + 1, (y + i) % size + 1)
  end
end
say("1000 lines of sight", least(any_line))

sight = map:sight(eyes)
local x, y = sight:cells()()
say("nearest cover", least(function() map:nearest(x, y, { hidden_from = sight }) end))
