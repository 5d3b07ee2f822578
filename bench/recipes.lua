-- What influence maps with recipes cost: recipes.lua RECIPE SIZE TIMES, on a map of SIZE x SIZE
-- cells, of which a tenth is walls. The two maps below the recipe are not 0 on a fiftieth of them.
--
-- Prints for each time "FIRST CELL DECAY" in microseconds of processor time: to compute all of it
-- for the first time; to bring it up to date when the value of one cell has changed; when a map
-- below it has decayed. Then "end WRONG": cells that are not what the recipe says, begun again.

local clock = require "bench.stopwatch"
local astar = require "astar"
local random = require "bench.random"

local name, size, times = arg[1], tonumber(arg[2]), tonumber(arg[3])
local RADIUS, STAMP = 3, 29                      -- of a stamp, and its cells
local int = random(7)

-- The last of each list is read; the others lie below it.
local RECIPES = {
  sum = { { "sum", "red", { map = "blue", factor = -1 } } },
  product = { { "product", "red", "blue", scale = 10 } },
  vulnerability = { { "vulnerability", "red", "blue" } },
  slope = { { "slope", "red" } },
  ["near-8"] = { { "near", "red", radius = 8 } },
  ["near-32"] = { { "near", "red", radius = 32 } },
  ["flow-8"] = { { "flow", "red", radius = 8 } },
  nested = { { "sum", "red", "blue" }, { "near", "1", radius = 4 }, { "slope", "2" },
    { "sum", "3", "red" } },
}

local function new_map()
  local map = astar.map { width = size, height = size }
  for _ = 1, size * size / 10 do map:set(int(1, size), int(1, size), "wall") end
  for _, layer in ipairs { map:influence("red"), map:influence("blue") } do
    for _ = 1, math.ceil(size * size / 50 / STAMP) do
      layer:add(int(1, size), int(1, size), 40, RADIUS)
    end
  end
  return map
end

local function derive(map)
  local dish
  for i, recipe in ipairs(RECIPES[name]) do
    dish = map:influence(tostring(i), { recipe = recipe })
  end
  return dish
end

local function undo(map)
  for i = #RECIPES[name], 1, -1 do map:influence(tostring(i)):remove() end
end

-- Reading one cell brings all of it up to date.
local function timed(dish)
  collectgarbage()
  clock.start()
  dish:get(1, 1)
  return clock.stop()
end

local function values(dish)
  local list = {}
  for y = 1, size do
    for x = 1, size do list[#list + 1] = dish:get(x, y) end
  end
  return list
end

-- Cells that a map kept up to date has otherwise than one that is made of the same maps now.
local function wrong_in(map, dish)
  local kept, wrong = values(dish), 0
  undo(map)
  for i, value in ipairs(values(derive(map))) do
    if value ~= kept[i] then wrong = wrong + 1 end
  end
  return wrong
end

local wrong = 0
for _ = 1, times do
  local map = new_map()
  local red, dish = map:influence("red"), derive(map)
  local first = timed(dish)
  red:set(int(1, size), int(1, size), int(1, 60))
  local cell = timed(dish)
  red:decay(0.9)
  print(("%.3f %.3f %.3f"):format(first, cell, timed(dish)))
  wrong = wrong + wrong_in(map, dish)
end
print(("end %d"):format(wrong))
