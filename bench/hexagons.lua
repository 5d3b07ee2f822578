-- Hexagons beside squares: hexagons.lua KIND SIZE QUERIES. On maps of SIZE x SIZE cells a fifth
-- are walls, of KIND "uniform"; of "weighted" a third of the others are costlier; "rooms" have 15 x
-- 15 cells, and doors. The cells of both maps are the same, and so are the queries.
--
-- Prints for each query "HEX CELLS SQUARE CELLS SAME CELLS": microseconds of processor time and
-- expanded cells, over hexagons, over squares by the engine that is chosen, and over squares by the
-- JPSW search, which is the one that hexagons have. Then "end WRONG": answers over hexagons that
-- differ in cost from plain A*.

local clock = require "bench.stopwatch"
local astar = require "astar"
local random = require "bench.random"
local rooms = require "bench.rooms"

local kind, size, count = arg[1], tonumber(arg[2]), tonumber(arg[3])
local PASSES = 3

local function scattered(map, int)
  for y = 1, size do
    for x = 1, size do
      local chance = int(1, 15)
      if chance <= 3 then map:set(x, y, "wall")
      elseif chance <= 7 and kind == "weighted" then map:set(x, y, "swamp") end
    end
  end
end

local function divided(map)
  for y, row in ipairs(rooms(size, false)) do
    for x = 1, size do
      if row:sub(x, x) == "0" then map:set(x, y, "wall") end
    end
  end
end

local function new_map(grid)
  local map = astar.map { width = size, height = size, grid = grid }
  map:terrain("swamp", 30)
  if kind == "rooms" then divided(map) else scattered(map, random(7)) end
  return map
end

local function timed(map, query, options)
  local best, path = math.huge, nil
  for _ = 1, PASSES do
    clock.start()
    path = map:path(query[1], query[2], query[3], query[4], options)
    best = math.min(best, clock.stop())
  end
  return best, path
end

local hex, square = new_map("hex"), new_map()
local int, asked, wrong = random(11), 0, 0
while asked < count do
  local query = { int(1, size), int(1, size), int(1, size), int(1, size) }
  if hex:path(query[1], query[2], query[3], query[4]) and
     square:path(query[1], query[2], query[3], query[4]) then
    asked = asked + 1
    local hex_us, over_hex = timed(hex, query)
    local square_us, over_square = timed(square, query)
    local same_us, same = timed(square, query, { engine = "jpsw" })
    local right = hex:path(query[1], query[2], query[3], query[4], { engine = "astar" })
    if right.cost ~= over_hex.cost then wrong = wrong + 1 end
    print(("%.3f %d %.3f %d %.3f %d"):format(hex_us, over_hex.expanded, square_us,
      over_square.expanded, same_us, same.expanded))
  end
end
print(("end %d"):format(wrong))
