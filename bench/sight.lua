-- Sight as a question: sight.lua SIZE EYES RADIUS prints lines "WHAT TIME", microseconds of
-- processor time, on a map of SIZE x SIZE cells of which a tenth hides: what the eyes see
-- together, by the map and by a player's knowledge; influence from it for the first time, and when
-- all eyes have taken a step; a thousand lines of sight over half of the map; the nearest cover
-- from a cell that is seen. Then "end WRONG": 1 if a player that knows all sees other cells than
-- the map.

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

local function say(what, run, prepare)
  for _ = 1, ROUNDS do
    local given = prepare and prepare()
    collectgarbage()
    clock.start()
    run(given)
    print(("%s %.1f"):format(what, clock.stop()))
  end
end

say("map:sight", function() map:sight(eyes) end)
say("player:sight", function() red:sight(eyes) end)

local seen = map:influence("seen")
local sight = map:sight(eyes)
say("from_sight", function() seen:from_sight(sight, 9) end, function() seen:clear() end)
say("from_sight-after-steps", function(now) seen:from_sight(now, 9) end,
  function() take_steps() return map:sight(eyes) end)

local function any_line()
  for i = 1, 1000 do
    local x, y = i % size + 1, i * 7 % size + 1
    local half = math.floor(size / 2)
    map:line_of_sight(x, y, (x + half) % size + 1, (y + i) % size + 1)
  end
end
say("1000-lines", any_line)

sight = map:sight(eyes)
local x, y = sight:cells()()
say("nearest-cover", function() map:nearest(x, y, { hidden_from = sight }) end)
local function cells(of)
  local list = {}
  for to_x, to_y in of:cells() do list[#list + 1] = to_x .. "," .. to_y end
  return table.concat(list, " ")
end
print(("end %d"):format(cells(sight) == cells(red:sight(eyes)) and 0 or 1))
