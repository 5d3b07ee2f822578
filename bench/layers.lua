-- What layers cost: layers.lua MAP SCEN dense|claims|fog|dots PASSES COUNT prints for COUNT of the
-- queries two lines each, "layered US WRONG EXPANDED FIRST WALKED" and "plain US WRONG EXPANDED
-- FIRST": FIRST are the microseconds of the first answer after all friends are new, US those of
-- the same query once more, WALKED those of the same query after a tick in which all walk on.
--
--   dense   danger and smell on every cell, a player who has seen everything, 50 friends with
--           claims near the one that asks and 20 that stand; against a map whose terrain has the
--           same costs (but that a terrain's cost is scaled on diagonals, a penalty is not)
--   claims  a player who has seen everything, 50 friends with claims near; against the same query
--           without layers
--   fog     a player who has not been everywhere and does not know what lies inside of rock, 50
--           friends with claims near, danger on 1 % of the cells in blobs, as stamps make them;
--           against the same query without layers, on a map that is as the player believes
--   dots    the same with danger on single cells, 1 % of all
--
-- A layered answer is wrong when plain A* finds another cost under the same layers.

local army = require "bench.army"
local clock = require "bench.stopwatch"
local random = require "bench.random"
local scenario = require "bench.scenario"
local stats = require "bench.stats"
local astar = require "astar"

local kind, passes, count = arg[3], tonumber(arg[4]), tonumber(arg[5])
local s = scenario.load(arg[1], arg[2])
local map = scenario.map(s)
local int = random(7)
local STRAIGHT = scenario.STRAIGHT
local dense = kind == "dense"
local plain_map -- without layers; made below

-- ---- the layers --------------------------------------------------------------------------------

-- Four levels of danger and of smell in patches: no more kinds of terrain than a map can have.
local LEVELS, DANGER, SMELL, SMELL_WEIGHT = 4, 800, 600, 0.5
local patches = {}

local function level(x, y, size)
  local key = size * 2 ^ 32 + math.floor(x / size) * 65536 + math.floor(y / size)
  patches[key] = patches[key] or int(1, LEVELS)
  return patches[key]
end

local function penalty(x, y)
  return DANGER * level(x, y, 5) + SMELL * SMELL_WEIGHT * level(x, y, 9)
end

local function spread_dense()
  local danger = map:influence("danger")
  local smell = map:influence("smell", { weight = SMELL_WEIGHT })
  for y = 1, s.height do
    for x = 1, s.width do
      danger:set(x, y, DANGER * level(x, y, 5))
      smell:set(x, y, SMELL * level(x, y, 9))
    end
  end
end

-- A hundredth of the cells in single dots.
local function spread_dots()
  local danger = map:influence("danger")
  for _ = 1, s.width * s.height / 100 do
    danger:set(int(1, s.width), int(1, s.height), STRAIGHT * int(1, 3))
  end
end

-- The same number of cells in discs, costliest in the middle.
local function spread_blobs()
  local danger, left = map:influence("danger"), s.width * s.height / 100
  while left > 0 do
    local radius = int(3, 6)
    danger:add(int(1, s.width), int(1, s.height), STRAIGHT * int(1, 3), radius)
    left = left - math.pi * radius * radius
  end
end

-- ---- the fog -----------------------------------------------------------------------------------

-- The player has looked around from a cell of every small block, but not in the dark discs.
local SIGHT, BLOCK, DARK_RADIUS, DARK_SHARE = 12, 3, 30, 0.15

local function dark_places()
  local places = {}
  for i = 1, math.ceil(DARK_SHARE * s.width * s.height / (math.pi * DARK_RADIUS ^ 2)) do
    places[i] = { x = int(1, s.width), y = int(1, s.height) }
  end
  return places
end

local function is_dark(places, x, y)
  for _, place in ipairs(places) do
    if (x - place.x) ^ 2 + (y - place.y) ^ 2 <= DARK_RADIUS ^ 2 then return true end
  end
  return false
end

local function open_cell_of_block(left, top)
  for y = top, top + BLOCK - 1 do
    for x = left, left + BLOCK - 1 do
      if scenario.factor(s, x, y) > 0 then return x, y end
    end
  end
end

local function look_around(player)
  local places = dark_places()
  for top = 1, s.height, BLOCK do
    for left = 1, s.width, BLOCK do
      local x, y = open_cell_of_block(left, top)
      if x and not is_dark(places, x, y) then player:see(x, y, SIGHT) end
    end
  end
  player:end_sight()
end

-- What has not been seen costs a straight step.
local function believed_map(player)
  local rows = {}
  for y = 1, s.height do
    local row = {}
    for x = 1, s.width do
      local _, name = player:knows(x, y)
      row[x] = name or "1"
    end
    rows[y] = table.concat(row)
  end
  return scenario.map{ rows = rows, weighted = s.weighted }
end

-- ---- the same costs as terrain -----------------------------------------------------------------

local function cost_at(x, y) return scenario.factor(s, x, y) * STRAIGHT + penalty(x, y) end

local function name_at(x, y)
  return scenario.factor(s, x, y) == 0 and "wall" or tostring(cost_at(x, y))
end

local function composed_map()
  local terrains = { wall = false }
  local names = {}
  for y = 1, s.height do
    for x = 1, s.width do
      local name = name_at(x, y)
      names[#names + 1] = name
      if name ~= "wall" and not terrains[name] then
        local cost = cost_at(x, y)
        terrains[name] = cost
        terrains[name .. "!"] = cost + STRAIGHT -- claimed
      end
    end
  end
  return astar.map{ width = s.width, height = s.height, fill = "wall", terrains = terrains,
    straight = STRAIGHT, diagonal = scenario.DIAGONAL }:paint(names)
end

-- The cells that friends claim or stand on, into the map's terrain; and out again.
local function compose(composed, cells, with)
  for _, cell in ipairs(cells.claimed) do
    composed:set(cell[1], cell[2], name_at(cell[1], cell[2]) .. (with and "!" or ""))
  end
  for _, cell in ipairs(cells.standing) do
    composed:set(cell[1], cell[2], with and "wall" or name_at(cell[1], cell[2]))
  end
end

-- ---- measuring ---------------------------------------------------------------------------------

local function timed(ask)
  clock.start()
  local path = ask()
  return clock.stop(), path
end

-- The median of `passes`, in a row: both kinds of queries find the caches as they left them.
local function repeated(ask)
  local times = {}
  for pass = 1, passes do times[pass] = timed(ask) end
  return stats.median(times)
end

-- The same, after a tick before each pass, in which the friends walk on.
local function walked(ask, friends)
  for _, friend in ipairs(friends) do friend.speed = 1 end
  local times = {}
  for pass = 1, passes do
    map:tick()
    times[pass] = timed(ask)
  end
  return stats.median(times)
end

local function report(who, first_us, us, path, wrong, walked_us)
  print(("%s %.3f %d %d %.3f %s"):format(who, us, wrong and 1 or 0, path.expanded, first_us,
    walked_us and ("%.3f"):format(walked_us) or ""))
end

local function cost(path) return path and path.cost end

local function measure(unit, q, friends)
  local function layered() return unit:path(q.goal_x, q.goal_y) end
  local function by_plain_search() return unit:path(q.goal_x, q.goal_y, { engine = "astar" }) end
  local function plain() return plain_map:path(q.x, q.y, q.goal_x, q.goal_y) end
  local first_us, path = timed(layered)
  local plain_first_us, plain_path = timed(plain)
  local truth = by_plain_search()
  if not (truth or path) or not plain_path then return end -- friends are in the way
  local wrong = cost(truth) ~= cost(path)
  local us, plain_us = repeated(layered), repeated(plain)
  local walked_us = walked(layered, friends)
  wrong = wrong or cost(layered()) ~= cost(by_plain_search())
  report("layered", first_us, us, path or truth, wrong, walked_us)
  report("plain", plain_first_us, plain_us, plain_path, false)
end

-- ---- the kinds ---------------------------------------------------------------------------------

local red = map:player("red")
if dense then
  red:reveal()
  spread_dense()
  plain_map = composed_map()
elseif kind == "claims" then
  red:reveal()
  plain_map = map
else
  look_around(red)
  plain_map = believed_map(red);
  (kind == "dots" and spread_dots or spread_blobs)()
end

local function among_friends(q, act)
  local unit = red:unit{ x = q.x, y = q.y, speed = 0 }
  local units = army.raise(map, red, int, unit,
    { count = 50, standing = dense and 20 or 0, query = q, others = s.queries })
  local cells = dense and army.cells(units)
  if cells then compose(plain_map, cells, true) end
  act(unit, q, units)
  if cells then compose(plain_map, cells, false) end
  army.dismiss(units)
  unit:remove()
end

-- What the maps keep for all queries is made before the first one is measured.
among_friends(s.queries[#s.queries], function(unit, q)
  unit:path(q.goal_x, q.goal_y)
  plain_map:path(q.x, q.y, q.goal_x, q.goal_y)
end)

for i = 1, math.min(count, #s.queries) do among_friends(s.queries[i], measure) end
print "end"
