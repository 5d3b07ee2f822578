-- Position queries: positions.lua SIZE RADIUS prints lines "WHAT TIME", microseconds of processor
-- time, on a map of SIZE x SIZE cells of which a tenth is opaque, with the cells of a square
-- around a unit: no term; the six terms of `SCORE` one after the other, each with a query of its
-- own; all six; all six with a bound on walking; all six by a unit of a world. Then "end WRONG": 1
-- if the unit's best place is not that of the map.

local clock = require "bench.stopwatch"
local astar = require "astar"
local random = require "bench.random"

local size, radius = tonumber(arg[1]) or 512, tonumber(arg[2]) or 16
local int = random(size)
local PASSES = 50

local map = astar.map { width = size, height = size,
  terrains = { plain = 10, wall = false } }
for _ = 1, size * size / 10 do map:set(int(1, size), int(1, size), "wall") end
local danger = map:influence "danger"
local middle = math.floor(size / 2)
map:fill(middle - 1, middle - 1, 3, 3, "plain")
local world = astar.world { map = map, fog = false }
local unit = world:unit { player = "red", x = middle, y = middle, sight = 9 }
local enemies = {}
for i = 1, 8 do
  local x = math.max(1, math.min(size, middle + int(-radius, radius)))
  local y = math.max(1, math.min(size, middle + int(-radius, radius)))
  danger:add(x, y, 50, 5)
  enemies[i] = { x = x, y = y }
  if map:get(x, y) == "plain" then world:unit { player = "blue", x = x, y = y } end
end

local SCORE = {
  { "walk", weight = -1 }, { "danger", weight = -2 }, { "sight", of = enemies[1], weight = 30 },
  { "cover", from = enemies, weight = 20 }, { "crowding", radius = 3, weight = -5 },
  { "exits", radius = 4, weight = 0.2 },
}

local function say(what, ask)
  local found
  for _ = 1, PASSES do
    clock.start()
    found = ask()
    print(("%s %.1f"):format(what, clock.stop()))
  end
  return found[1]
end

local function asked(what, score, filter)
  local query = { unit = unit.body }
  return say(what, function()
    return map:positions(middle, middle, { from = { within = radius }, score = score,
      filter = filter, query = query })
  end)
end

asked("none", {})
for _, term in ipairs(SCORE) do asked(term[1], { term }) end
local best = asked("all", SCORE)
asked("bounded", SCORE, { { "walk", max = 12 * radius } })
local own = say("unit", function()
  return unit:positions { from = { within = radius }, score = SCORE }
end)
print(("end %d"):format(best.x == own.x and best.y == own.y and 0 or 1))
