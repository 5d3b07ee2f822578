-- Terrain analysis: areas.lua SIZE prints lines "WHAT TIME", microseconds of processor time, on
-- three maps of SIZE x SIZE cells: a tenth scattered walls; rooms of 16 x 16 cells with doors; open
-- land with round hills. For each the areas for the first time and after an edit, what is cut off
-- by one cell, and the land of two sides, for the first time and after an edit. Then "end WRONG":
-- maps whose areas after the edits are not as many as those of areas made then.

local clock = require "bench.stopwatch"
local astar = require "astar"
local random = require "bench.random"

local size = tonumber(arg[1])
local ROUNDS = 5

local MAPS = {
  scattered = function(map, int)
    for _ = 1, size * size / 10 do map:set(int(1, size), int(1, size), "wall") end
  end,
  rooms = function(map)
    for y = 1, size do
      for x = 1, size do
        local wall = x % 16 == 0 and y % 16 ~= 5 + x / 16 % 4 or y % 16 == 0 and x % 16 ~= 7
        if wall then map:set(x, y, "wall") end
      end
    end
  end,
  hills = function(map, int)
    for _ = 1, size * size / 900 do
      map:block_circle(int(1, size) + 0.5, int(1, size) + 0.5, int(3, 16))
    end
  end,
}

local function say(what, prepare, run)
  for _ = 1, ROUNDS do
    local given = prepare()
    collectgarbage()
    clock.start()
    run(given)
    print(("%s %.1f"):format(what, clock.stop()))
  end
end

local wrong = 0

local function measure(name)
  local map = astar.map { width = size, height = size }
  local middle, is_wall = math.floor(size / 2), false
  MAPS[name](map, random(7))
  map:set(middle, middle, "plain")
  local function edit(areas)
    is_wall = not is_wall
    map:set(middle, middle, is_wall and "wall" or "plain")
    return areas
  end
  local function nothing() end
  local function read(areas) return areas:at(1, 1) end
  local areas = map:areas()
  local lists = { { { 3, 3 } }, { { size - 3, size - 3 } } }
  local sides = map:sides(lists)
  say(name .. "-areas", nothing, function() map:areas():close() end)
  say(name .. "-areas-edited", function() return edit(areas) end, read)
  say(name .. "-cut_off", nothing, function() map:cut_off({ { middle, middle } }):close() end)
  say(name .. "-sides", nothing, function() map:sides(lists):close() end)
  say(name .. "-sides-edited", function() return edit(sides) end, read)
  if #areas:list() ~= #map:areas():list() then wrong = wrong + 1 end
end

for _, name in ipairs { "scattered", "rooms", "hills" } do measure(name) end
print(("end %d"):format(wrong))
