-- Position queries: positions.lua SIZE RADIUS prints, in microseconds of processor time, on a map
-- of SIZE x SIZE cells of which a tenth is opaque, with the cells of a square around a unit:
-- the number of places; no term; the six terms of `SCORE` one after the other, each with a query of
-- its own; all six; all six with a bound on walking; the same by a unit of a world.

local astar = require "astar"
local random = require "bench.random"
local stats = require "bench.stats"

local size, radius = tonumber(arg[1]) or 512, tonumber(arg[2]) or 16
local int = random(size)
local PASSES = 200

local map = astar.map { width = size, height = size,
  terrains = { plain = 10, wall = { cost = false, opaque = true } } }
for _ = 1, size * size / 10 do map:set(int(1, size), int(1, size), "wall") end
local danger = map:influence "danger"
local middle = math.floor(size / 2)
map:fill(middle - 1, middle - 1, 3, 3, "plain")
local world = astar.world { map = map, fog = false }
local unit = world:unit { player = "red", x = middle, y = middle, sight = 9 }
local foes = {}
for i = 1, 8 do
  local x, y = middle + int(-radius, radius), middle + int(-radius, radius)
  danger:add(x, y, 50, 5)
  foes[i] = { x = x, y = y }
  if map:get(x, y) == "plain" then world:unit { player = "blue", x = x, y = y } end
end

local SCORE = {
  { "walk", weight = -1 }, { "danger", weight = -2 }, { "sight", of = foes[1], weight = 30 },
  { "cover", from = foes, weight = 20 }, { "crowding", radius = 3, weight = -5 },
  { "exits", radius = 4, weight = 0.2 },
}

local function microseconds(f)
  local times = {}
  for i = 1, PASSES do
    local before = os.clock()
    f()
    times[i] = (os.clock() - before) * 1e6
  end
  return stats.median(times)
end

local function asked(score, filter)
  local query = { unit = unit.body }
  return microseconds(function()
    map:positions(middle, middle, { from = { within = radius }, score = score, filter = filter,
      query = query })
  end)
end

local count = #map:positions(middle, middle, { from = { within = radius }, count = 1024 })
local line = { ("%d places"):format(count), ("none %.0f"):format(asked {}) }
for _, term in ipairs(SCORE) do line[#line + 1] = ("%s %.0f"):format(term[1], asked { term }) end
line[#line + 1] = ("all %.0f"):format(asked(SCORE))
line[#line + 1] = ("bounded %.0f"):format(asked(SCORE, { { "walk", max = 12 * radius } }))
line[#line + 1] = ("unit %.0f"):format(microseconds(function()
  unit:positions { from = { within = radius }, score = SCORE }
end))
print(table.concat(line, ", "))
