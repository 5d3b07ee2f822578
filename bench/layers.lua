-- What layers cost: layers.lua MAP SCEN dense|fog PASSES COUNT prints for COUNT of the queries two
-- lines each, "layered US WRONG EXPANDED" and "plain …".
--
--   dense   danger and smell on every cell, a player who has seen everything, 50 comrades with
--           claims near the one that asks and 20 that stand; against a map whose terrain has the
--           same costs (but that a terrain's cost is scaled on diagonals, a penalty is not)
--   fog     a player who has seen everything, 50 comrades with claims near, danger on 1 % of the
--           cells; against the same query without layers
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

local function spread_sparse()
  local danger = map:influence("danger")
  for _ = 1, s.width * s.height / 100 do
    danger:set(int(1, s.width), int(1, s.height), STRAIGHT * int(1, 3))
  end
end

-- ---- the same costs as terrain -----------------------------------------------------------------

local function cost_at(x, y) return scenario.factor(s, x, y) * STRAIGHT + penalty(x, y) end

local function name_at(x, y)
  return scenario.factor(s, x, y) == 0 and "wall" or tostring(cost_at(x, y))
end

local function composed_map()
  local terrains = { wall = { cost = false, opaque = true } }
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

-- The cells that comrades claim or stand on, into the map's terrain; and out again.
local function compose(composed, units, with)
  local claimed, standing = army.cells(units)
  for _, cell in ipairs(claimed) do
    composed:set(cell[1], cell[2], name_at(cell[1], cell[2]) .. (with and "!" or ""))
  end
  for _, cell in ipairs(standing) do
    composed:set(cell[1], cell[2], with and "wall" or name_at(cell[1], cell[2]))
  end
end

-- ---- measuring ---------------------------------------------------------------------------------

local function timed(ask, ...)
  clock.start()
  local path = ask(...)
  return clock.stop(), path
end

local function report(who, times, path, wrong)
  print(("%s %.3f %d %d"):format(who, stats.median(times), wrong and 1 or 0, path.expanded))
end

local function measure(unit, q, plain_map)
  local function layered(query) return unit:path(q.goal_x, q.goal_y, query) end
  local function plain() return plain_map:path(q.x, q.y, q.goal_x, q.goal_y) end
  local truth, path, plain_path = layered{ search = "astar" }, layered(), plain()
  if not (truth or path) or not plain_path then return end -- comrades are in the way
  local layered_times, plain_times = {}, {}
  for pass = 1, passes do
    layered_times[pass] = timed(layered)
    plain_times[pass] = timed(plain)
  end
  local wrong = not (truth and path) or truth.cost ~= path.cost
  report("layered", layered_times, path or truth, wrong)
  report("plain", plain_times, plain_path, false)
end

local dense = kind == "dense"
local plain_map = dense and composed_map() or map
local red = map:player("red"):reveal()
if dense then spread_dense() else spread_sparse() end
for i = 1, math.min(count, #s.queries) do
  local q = s.queries[i]
  local unit = red:unit{ x = q.x, y = q.y, speed = 0 }
  local units = army.raise(map, red, int, unit,
    { count = 50, standing = dense and 20 or 0, query = q, others = s.queries })
  if dense then compose(plain_map, units, true) end
  measure(unit, q, plain_map)
  if dense then compose(plain_map, units, false) end
  army.dismiss(units)
  unit:remove()
end
print "end"
