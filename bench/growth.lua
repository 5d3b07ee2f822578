-- One family of maps in many sizes: growth.lua SIZE uniform|weighted COUNT prints for COUNT random
-- queries "US WRONG EXPANDED", then "end FIRST HELD IDLE": the milliseconds of the first query, in
-- which the tables are made, the map's bytes while a search goes on, and without one.
--
-- The family: rooms of 15 x 15 cells with doors. On weighted maps patches of 5 x 5 cells cost one
-- to five times as much. Answers are checked against plain A* where the map is small.

local clock = require "bench.stopwatch"
local random = require "bench.random"
local scenario = require "bench.scenario"

local size, weighted, count = tonumber(arg[1]), arg[2] == "weighted", tonumber(arg[3])
local int = random(size)
local ROOM, PATCH = 16, 5
local CHECKED_CELLS = 512 * 512
local FACTORS = { "1", "1", "2", "3", "5" }

-- ---- the map -----------------------------------------------------------------------------------

local function patches()
  local row = {}
  for i = 1, math.ceil(size / PATCH) do
    row[i] = (weighted and FACTORS[int(1, #FACTORS)] or "1"):rep(PATCH)
  end
  return table.concat(row):sub(1, size)
end

-- Walls stand where x or y is a multiple of the rooms' size; every stretch has a door, or not.
local function wall_row()
  local row = {}
  for i = 1, math.ceil(size / ROOM) do
    local door = int(1, ROOM - 1)
    row[i] = int(1, 10) == 1 and ("0"):rep(ROOM) or ("0"):rep(door - 1) .. "1"
      .. ("0"):rep(ROOM - door)
  end
  return table.concat(row):sub(1, size)
end

local function doors_of_row(y, doors)
  if y % ROOM ~= 1 then return doors end
  local new = {}
  for i = 1, math.floor(size / ROOM) do new[i] = int(1, 10) > 1 and y + int(0, ROOM - 2) or 0 end
  return new
end

local function room_row(y, row, doors)
  local parts = {}
  for i = 1, math.ceil(size / ROOM) do
    local open = row:sub((i - 1) * ROOM + 1, i * ROOM - 1)
    parts[i] = open .. (doors[i] == y and "1" or "0")
  end
  return table.concat(parts):sub(1, size)
end

local function rows()
  local list, row, doors = {}, nil, {}
  for y = 1, size do
    if (y - 1) % PATCH == 0 then row = patches() end
    doors = doors_of_row(y, doors)
    list[y] = y % ROOM == 0 and wall_row() or room_row(y, row, doors)
  end
  return list
end

-- ---- measuring ---------------------------------------------------------------------------------

local map = scenario.map{ rows = rows(), weighted = weighted }

local function random_query()
  while true do
    local q = { int(1, size), int(1, size), int(1, size), int(1, size) }
    if map:reachable(q[1], q[2], q[3], q[4]) then return q end
  end
end

local function first_query()
  local x = 1
  while not map:cost(x, 1) do x = x + 1 end
  clock.start()
  map:path(x, 1, x, 2)
  return clock.stop() / 1000
end

local function held_bytes()
  local q = random_query()
  local search = map:search(q[1], q[2], q[3], q[4])
  search:step(1)
  local bytes = map:memory()
  search:close()
  return bytes
end

local query, plain = map:query{}, map:query{ search = "astar" }

local function ask(q, by) return map:path(q[1], q[2], q[3], q[4], by) end

local first = first_query()
for _ = 1, count do
  local q = random_query()
  clock.start()
  local path = ask(q, query)
  local us = clock.stop()
  local truth = size * size <= CHECKED_CELLS and ask(q, plain) or path
  local wrong = not path or path.cost ~= truth.cost
  print(("%.3f %d %d"):format(us, wrong and 1 or 0, path and path.expanded or 0))
end
local held = held_bytes()
print(("end %.3f %d %d"):format(first, held, map:memory()))
