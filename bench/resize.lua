-- What resizing a map takes: resize.lua [SIDE [UNITS]]. Units of two players, one of them with fog,
-- stand and walk on a map of SIDE x SIDE cells with walls in a tenth of them and danger around the
-- units. It becomes 64 cells wider and higher, with 32 of them on each side, 11 times.
--
-- Prints the medians in milliseconds of processor time: of resizing; beside it of saving and
-- reading the map; and of its hash.

local astar = require "astar"
local random = require "bench.random"
local walkers = require "bench.walkers"

local side, unit_count = tonumber(arg[1]) or 512, tonumber(arg[2]) or 200

local TIMES, MARGIN = 11, 32
local clock = os.clock

local int = random(7)

local function people(map)
  local red, blue = map:player("red"), map:player("blue")
  local danger, count = map:influence("danger"), 0
  blue.fog = false
  while count < unit_count do
    local x, y = int(1, side), int(1, side)
    local player = count % 2 == 0 and red or blue
    local unit = map:get(x, y) == "plain" and not map:unit_at(x, y) and
      player:unit { x = x, y = y, speed = 0.25, sight = 9 }
    if unit then
      local path = count % 3 > 0 and unit:path(int(1, side), int(1, side))
      if path then unit:follow_path(path) end
      danger:add(x, y, 40, 6)
      count = count + 1
    end
  end
  for _ = 1, 20 do map:tick() end
  return map
end

local function median(what)
  local times = {}
  for i = 1, TIMES do
    local start = clock()
    local made = what()
    times[i] = (clock() - start) * 1000
    if made.close then made:close() end
  end
  table.sort(times)
  return times[(TIMES + 1) / 2]
end

local map = people(walkers.map(side, int))
local wider, shift = side + 2 * MARGIN, MARGIN
print(("%d x %d cells, %d units"):format(side, side, unit_count))
print(("resize          %.2f ms"):format(median(function()
  return assert(map:resize(wider, wider, shift, shift))
end)))
print(("save and read   %.2f ms"):format(median(function() return astar.read(map:save()) end)))
print(("hash            %.2f ms"):format(median(function() return { map:hash() } end)))
