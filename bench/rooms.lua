--- One family of maps in many sizes, as rows of digits: 0 is a wall, else the factor of the cost.
--
-- Rooms of 15 x 15 cells, whose walls have doors, or not. On weighted maps patches of 5 x 5 cells
-- cost one to five times as much.

local random = require "bench.random"

local ROOM, PATCH = 16, 5
local FACTORS = { "1", "1", "2", "3", "5" }

local function row_of_patches(int, size, weighted)
  local row = {}
  for i = 1, math.ceil(size / PATCH) do
    row[i] = (weighted and FACTORS[int(1, #FACTORS)] or "1"):rep(PATCH)
  end
  return table.concat(row):sub(1, size)
end

-- Walls stand where x or y is a multiple of the rooms' size; one stretch in ten has no door.
local function wall_below_rooms(int, size)
  local row = {}
  for i = 1, math.ceil(size / ROOM) do
    local door = int(1, ROOM - 1)
    row[i] = int(1, 10) == 1 and ("0"):rep(ROOM)
      or ("0"):rep(door - 1) .. "1" .. ("0"):rep(ROOM - door)
  end
  return table.concat(row):sub(1, size)
end

-- For each wall that stands beside the rooms, from their first row y on, the row of its door.
local function doors_beside_rooms(int, size, y)
  local doors = {}
  for i = 1, math.floor(size / ROOM) do doors[i] = int(1, 10) > 1 and y + int(0, ROOM - 2) or 0 end
  return doors
end

local function row_of_rooms(size, y, ground, doors)
  local parts = {}
  for i = 1, math.ceil(size / ROOM) do
    parts[i] = ground:sub((i - 1) * ROOM + 1, i * ROOM - 1) .. (doors[i] == y and "1" or "0")
  end
  return table.concat(parts):sub(1, size)
end

return function(size, weighted)
  local int, rows, ground, doors = random(size), {}, nil, nil
  for y = 1, size do
    if (y - 1) % PATCH == 0 then ground = row_of_patches(int, size, weighted) end
    if (y - 1) % ROOM == 0 then doors = doors_beside_rooms(int, size, y) end
    rows[y] = y % ROOM == 0 and wall_below_rooms(int, size) or row_of_rooms(size, y, ground, doors)
  end
  return rows
end
