-- What links cost the searches of a map: links.lua KIND SIZE QUERIES, on a map of SIZE x SIZE
-- cells, of which a fifth is walls. KIND is "none", "stairs" or "teleports", of which there are 20:
-- stairs spare hardly a step, teleports many. With "-swamp" behind it a third of the other cells
-- is costlier.
--
-- Prints for each query "TIME ASTAR" in microseconds of processor time: by the engine that is
-- chosen, and by plain A*. Then "end WRONG": answers of the two that differ in cost.

local clock = require "bench.stopwatch"
local astar = require "astar"
local random = require "bench.random"

local kind, size, count = arg[1], tonumber(arg[2]), tonumber(arg[3])
local LINKS, NEAR, STAIRS, TELEPORT = 20, 9, 150, 100   -- how many; how far; their costs
local int = random(7)

local function new_map()
  local map = astar.map { width = size, height = size }
  map:terrain("swamp", 30)
  local swamp = kind:find "swamp"
  for y = 1, size do
    for x = 1, size do
      local chance = int(1, 15)
      if chance <= 3 then map:set(x, y, "wall")
      elseif chance <= 7 and swamp then map:set(x, y, "swamp") end
    end
  end
  return map
end

local function is_open(map, x, y)
  return map:get(x, y) ~= "wall"
end

local function open_cell(map)
  local x, y
  repeat x, y = int(1, size), int(1, size) until is_open(map, x, y)
  return x, y
end

-- Another one, near a cell or anywhere.
local function other_cell(map, x, y, near)
  local to_x, to_y
  repeat
    to_x = near and math.min(size, x + int(1, near)) or int(1, size)
    to_y = near and math.min(size, y + int(1, near)) or int(1, size)
  until is_open(map, to_x, to_y) and not (to_x == x and to_y == y)
  return to_x, to_y
end

local function add_links(map)
  local stairs = kind:find "stairs"
  for _ = 1, kind:find "none" and 0 or LINKS do
    local x, y = open_cell(map)
    local to_x, to_y = other_cell(map, x, y, stairs and NEAR)
    map:link { from = { x, y }, to = { to_x, to_y }, cost = stairs and STAIRS or TELEPORT }
  end
end

local function timed(map, query, engine)
  clock.start()
  local path = map:path(query[1], query[2], query[3], query[4], engine)
  return clock.stop(), path and path.cost
end

local map = new_map()
local list = {}
add_links(map)
while #list < count do
  local x, y = open_cell(map)
  local to_x, to_y = other_cell(map, x, y)
  if map:reachable(x, y, to_x, to_y) then list[#list + 1] = { x, y, to_x, to_y } end
end
timed(map, list[1])                                -- the tables are made

local wrong = 0
for _, query in ipairs(list) do
  local time, cost = timed(map, query)
  local plain, right = timed(map, query, { engine = "astar" })
  if cost ~= right then wrong = wrong + 1 end
  print(("%.3f %.3f"):format(time, plain))
end
print(("end %d"):format(wrong))
