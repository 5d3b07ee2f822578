-- A game in the valley, for measuring what claims save: two sides, fights, and the clock that
-- drives the scripts.
-- It knows nothing of terminals, and asks neither clock nor chance but its own.

local astar = require "astar"
local scripts = require "bench.valley.scripts"

local game = {}
game.__index = game

local SIDES = {
  {
    name = "red", keep = { x = 10, y = 31, width = 3, height = 2 },
    mines = { { x = 13, y = 9, width = 3, height = 2 }, { x = 80, y = 32, width = 3, height = 2 } },
    rounds = { { 24, 31 }, { 52, 31 }, { 72, 30 }, { 76, 22 }, { 78, 11 }, { 52, 10 }, { 38, 14 } },
  },
  {
    name = "blue", keep = { x = 90, y = 6, width = 3, height = 2 },
    mines = { { x = 55, y = 5, width = 3, height = 2 }, { x = 80, y = 32, width = 3, height = 2 } },
    rounds = { { 80, 10 }, { 76, 20 }, { 76, 29 }, { 54, 30 }, { 30, 25 }, { 38, 12 }, { 60, 10 } },
  },
}

local ROLES = {
  gatherer = { count = 5, speed = 0.3, sight = 7, strength = 1 },
  patrol = { count = 4, speed = 0.35, sight = 8, strength = 4 },
  scout = { count = 3, speed = 0.45, sight = 9, strength = 2 },
}
local ROLE_NAMES = { "gatherer", "patrol", "scout" }      -- in the order of their making

local DEADLY = 16             -- two enemies side by side: in one tick of so many, one dies
local RECRUIT_AFTER = 90      -- ticks until a lost unit is replaced
local DANGER, DANGER_RADIUS = 150, 6
local DECAY_EVERY, DECAY = 20, 0.9

-- Park and Miller's generator: the same numbers in every Lua.
function game:random(n)
  self.seed = self.seed * 16807 % 2147483647
  return self.seed % n + 1
end

-- ---- units -------------------------------------------------------------------------------------

-- The cells around a rectangle, ring by ring.
local function around(rect)
  return coroutine.wrap(function()
    for ring = 1, 6 do
      for y = rect.y - ring, rect.y + rect.height - 1 + ring do
        for x = rect.x - ring, rect.x + rect.width - 1 + ring do
          coroutine.yield(x, y)
        end
      end
    end
  end)
end

function game:recruit(side, role)
  local kind = ROLES[role]
  for x, y in around(side.keep) do
    local unit = side.player:unit { x = x, y = y, speed = kind.speed, sight = kind.sight,
      avoidance = self.avoidance }
    if unit then
      side.made[role] = (side.made[role] or 0) + 1
      unit.data = { role = role, side = side, number = side.made[role], strength = kind.strength }
      local script = coroutine.create(scripts[role])
      self.running[#self.running + 1] = { unit = unit, script = script }
      side.units[#side.units + 1] = unit
      return unit
    end
  end
end

function game:add_side(description)
  local side = {
    name = description.name, keep = description.keep, mines = description.mines,
    rounds = description.rounds, player = self.map:player(description.name),
    units = {}, made = {}, lost = 0, loads = 0, recruits = {},
  }
  side.player:share(self.spectator)
  self.sides[#self.sides + 1] = side
  for _, role in ipairs(ROLE_NAMES) do
    for _ = 1, ROLES[role].count do self:recruit(side, role) end
  end
end

-- given: file, seed, claims (false: units take no notice of their comrades' ways), avoidance (the
-- rule that units follow)
function game.new(given)
  local self = setmetatable({
    map = assert(astar.load(given.file)), seed = given.seed, sides = {}, running = {}, deaths = 0,
    avoidance = given.avoidance,
    asked = { paths = 0, expanded = 0, seconds = 0 },
  }, game)
  -- Comrades some 40 ticks ahead count: with the usual 10 cells claims save a few ticks less.
  self.query = { partial = true, within = 1, claims = given.claims, claim_radius = 15 }
  self.spectator = self.map:player("spectator")            -- what both sides know together
  self.danger = self.map:influence("danger")
  for _, description in ipairs(SIDES) do self:add_side(description) end
  return self
end

-- The way of a unit to a rectangle; counts what the searches took.
function game:path(unit, goal)
  local start = os.clock()
  local path, why = unit:path(goal, self.query)
  local asked = self.asked
  asked.seconds = asked.seconds + os.clock() - start
  asked.paths = asked.paths + 1
  asked.expanded = asked.expanded + (path and path.expanded or 0)
  return path, why
end

-- ---- one tick ----------------------------------------------------------------------------------

-- Takes a unit out of a list of units, or of tables that have it as `key`.
local function without(list, unit, key)
  for i, each in ipairs(list) do
    if (key and each[key] or each) == unit then
      table.remove(list, i)
      return
    end
  end
end

function game:kill(unit)
  local side = unit.data.side
  side.lost = side.lost + 1
  side.recruits[#side.recruits + 1] =
    { role = unit.data.role, tick = self.map.ticks + RECRUIT_AFTER }
  self.danger:add(unit.x, unit.y, DANGER, DANGER_RADIUS)
  self.deaths = self.deaths + 1                            -- for all: think again about the way
  self.last_death = { x = unit.x, y = unit.y, tick = self.map.ticks }
  without(side.units, unit)
  without(self.running, unit, "unit")
  unit:remove()
end

local function adjacent(a, b)
  return math.abs(a.x - b.x) <= 1 and math.abs(a.y - b.y) <= 1
end

-- Enemies side by side fight; at most one unit dies in a tick.
function game:fight()
  for _, a in ipairs(self.sides[1].units) do
    for _, b in ipairs(self.sides[2].units) do
      if adjacent(a, b) and self:random(DEADLY) == 1 then
        local strength = a.data.strength + b.data.strength
        self:kill(self:random(strength) <= a.data.strength and b or a)
        return
      end
    end
  end
end

function game:reinforce()
  for _, side in ipairs(self.sides) do
    local first = side.recruits[1]
    if first and first.tick <= self.map.ticks and self:recruit(side, first.role) then
      table.remove(side.recruits, 1)
    end
  end
end

function game:run_scripts()
  for _, each in ipairs(self.running) do
    local ok, message = coroutine.resume(each.script, self, each.unit)
    if not ok then error(debug.traceback(each.script, message), 0) end
  end
end

function game:tick()
  self:run_scripts()
  self.map:tick()
  for kind, unit in self.map:events() do unit.data.event = kind end
  for _, side in ipairs(self.sides) do
    for unit in side.player:blocked_units() do unit.data.event = "blocked" end
  end
  self:fight()
  self:reinforce()
  if self.map.ticks % DECAY_EVERY == 0 then self.danger:decay(DECAY) end
end

-- ---- figures -----------------------------------------------------------------------------------

-- The share of the map that a side has seen.
function game:explored(side)
  local map, seen = self.map, 0
  for y = 1, map.height do
    for x = 1, map.width do
      if side.player:knows(x, y) ~= "unseen" then seen = seen + 1 end
    end
  end
  return seen / (map.width * map.height)
end

return game
