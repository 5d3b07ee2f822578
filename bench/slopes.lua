-- What heights and currents cost the searches of a map: slopes.lua KIND SIZE QUERIES, on a map of
-- SIZE x SIZE cells, of which a fifth is walls and a third swamp. KIND is "none"; "heights": a
-- terrain for each of eight levels, in hills; or "currents": half of the swamp flows, to four
-- sides.
-- With "-layers" behind it an influence map counts, too.
--
-- Prints for each query "TIME ASTAR" in microseconds of processor time: by the engine that is
-- chosen, and by plain A*. Then "end WRONG": answers of the two that differ in cost.

local clock = require "bench.stopwatch"
local astar = require "astar"
local random = require "bench.random"

local kind, size, count = arg[1], tonumber(arg[2]), tonumber(arg[3])
local int = random(7)
local LEVELS, SIDES = 8, { "east", "west", "south", "north" }

local function define(map)
  for level = 0, LEVELS - 1 do
    map:terrain("ground " .. level, { cost = 10, height = level })
    map:terrain("swamp " .. level, { cost = 30, height = level })
  end
  for _, side in ipairs(SIDES) do map:terrain(side, { cost = 30, current = { [side] = 20 } }) end
end

-- Hills and valleys, about 30 cells apart.
local function level_of(x, y)
  if not kind:find "heights" then return 0 end
  local wave = math.sin(x / 9) + math.sin(y / 11) + math.sin((x + y) / 13)
  return math.min(LEVELS - 1, math.floor((wave + 3) / 6 * LEVELS))
end

local function name_of(x, y)
  local chance = int(1, 15)
  if chance <= 3 then return "wall" end
  local side = SIDES[int(1, 4)]
  if chance <= 5 and kind:find "currents" then return side end
  return (chance <= 7 and "swamp " or "ground ") .. level_of(x, y)
end

local map = astar.map { width = size, height = size }
define(map)
map:paint(name_of)
local query = { class = map:class { climb = 6, descend = -1 } }
if kind:find "layers" then
  local danger = map:influence "danger"
  for _ = 1, 40 do danger:add(int(1, size), int(1, size), 40, 6) end
  query.influence = { danger = 1 }
end

local function open_cell()
  local x, y
  repeat x, y = int(1, size), int(1, size) until map:get(x, y) ~= "wall"
  return x, y
end

local function timed(way, engine)
  query.engine = engine
  clock.start()
  local path = map:path(way[1], way[2], way[3], way[4], query)
  return clock.stop(), path and path.cost
end

local list = {}
while #list < count do
  local x, y = open_cell()
  local to_x, to_y = open_cell()
  if map:reachable(x, y, to_x, to_y, query) then list[#list + 1] = { x, y, to_x, to_y } end
end
timed(list[1])                                     -- the tables are made

local wrong = 0
for _, way in ipairs(list) do
  local time, cost = timed(way)
  local plain, right = timed(way, "astar")
  if cost ~= right then wrong = wrong + 1 end
  print(("%.3f %.3f"):format(time, plain))
end
print(("end %d"):format(wrong))
