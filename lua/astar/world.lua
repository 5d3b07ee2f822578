--- Worlds: a map, its units and what they do, and the tick that drives it all.
--
-- A tick, in this order:
--   1. units move and players see (map:tick),
--   2. searches of the queue get their budget (map:work),
--   3. events are raised: what befell bodies, who was revealed,
--   4. units that something happened to, or whose time has come, have their turn, by their ids,
--   5. influence maps spread and decay as they were told to.

local options = require "astar.options"
local random = require "astar.random"
local Unit = require "astar.unit"

local World = {}
World.__index = World

local FOREVER = math.huge
local VALID = {
  map = { "userdata", "a map" }, seed = { "number", "a number" },
  budget = { "number", "a number" }, threads = { "number", "a number" },
  report = { "function", "a function" },
}

local function to_stderr(report)
  io.stderr:write("astar: ", report.text, "\n")
end

--- A world on a map. options: map; seed (0) of world.random; budget (20000), the nodes that the
-- queue may expand in a tick; threads (1) that do so; report, a function that is called with each
-- error in a behaviour, a table with unit, behaviour, tick, message, traceback and text, which goes
-- to stderr unless it is given.
function World.new(given)
  options.check("world", given, VALID)
  if not given.map then options.reject("world", 1, "'map' is missing") end
  return setmetatable({
    map = given.map, random = random.new(given.seed or 0), budget = given.budget or 20000,
    threads = given.threads or 1, report = given.report or to_stderr, ticks = 0, failures = 0,
    _behaviours = {}, _units = {}, _count = 0, _timers = {}, _due = {}, _events = {}, _players = {},
    _upkeep = {}, _handlers = {}, _seen = {},
  }, World)
end

function World:__tostring()
  return ("world (%d units, tick %d)"):format(self._count, self.ticks)
end

-- ---- behaviours ---------------------------------------------------------------------------------

local function names_of(list)
  local names = {}
  for name in pairs(list) do names[#names + 1] = name end
  table.sort(names)
  return names
end

function World:_check_behaviour(name, method)
  if self._behaviours[name] then return end
  local core = require "astar.core"
  local nearest = core.nearest(name, names_of(self._behaviours))
  error(("bad argument to '%s' (there is no behaviour '%s'%s)"):format(method, name,
    nearest and (", the nearest is '%s'"):format(nearest) or ""), 3)
end

--- world:behaviour(name, f) names a behaviour, or gives the name to another one: units that are
-- at it begin anew with the new one when they next begin. world:behaviour(name) -> f.
function World:behaviour(name, f)
  if type(name) ~= "string" then
    error(("bad argument #1 to 'behaviour' (a name expected, got %s)"):format(type(name)), 2)
  end
  if f == nil then
    self:_check_behaviour(name, "behaviour")
    return self._behaviours[name]
  elseif type(f) ~= "function" then
    error(("bad argument #2 to 'behaviour' (a function expected, got %s)"):format(type(f)), 2)
  end
  self._behaviours[name] = f
  return self
end

function World:_fail(report)
  self.failures = self.failures + 1
  local ok, message = pcall(self.report, report)
  if not ok then
    to_stderr({ text = ("%s\n(and reporting it: %s)"):format(report.text, tostring(message)) })
  end
end

-- ---- players, influence, units ------------------------------------------------------------------

--- The player of that name, made on first use.
function World:player(name)
  return self.map:player(name)
end

--- The influence map of that name, made on first use. options: weight, as for map:influence; decay,
-- a factor, and spread, a share, applied every so many ticks (`every`, 1).
function World:influence(name, given)
  if not given then return self.map:influence(name) end
  local layer = self.map:influence(name, given.weight and { weight = given.weight })
  if given.decay or given.spread then
    self._upkeep[#self._upkeep + 1] =
      { layer = layer, decay = given.decay, spread = given.spread, every = given.every or 1 }
  end
  return layer
end

local UNIT_KEYS = {
  player = { "userdata string", "a player or a player's name" }, x = { "number string", "a cell" },
  y = { "number string", "a cell" }, class = { "userdata", "a class" },
  speed = { "number string", "a number" }, sight = { "number string", "a number" },
  home = { "table userdata", "something with x and y" }, data = { "table", "a table" },
  behaviour = { "string function", "a name or a function" },
}

local function check_unit(self, given)
  options.check("unit", given, UNIT_KEYS)
  if not given.player then options.reject("unit", 2, "'player' is missing") end
  if type(given.behaviour) == "string" then self:_check_behaviour(given.behaviour, "unit") end
end

--- A new unit: unit | nil, code. options: player, an object or a name; x, y, class, speed, sight as
-- for player:unit; home (where it begins); data, a table for the game; behaviour.
function World:unit(given)
  check_unit(self, given)
  local player = given.player
  if type(player) == "string" then player = self.map:player(player) end
  local body, code = player:unit { x = given.x, y = given.y, class = given.class,
    speed = given.speed, sight = given.sight }
  if not body then return nil, code end
  local home = given.home or { x = body.x, y = body.y }
  local unit = Unit._new(self, body, player, home)
  if given.data then unit.data = given.data end
  self._units[unit.id] = unit
  self._count = self._count + 1
  self:_add_player(player)
  if given.behaviour then unit:behave(given.behaviour) end
  return unit
end

function World:_add_player(player)
  for _, one in ipairs(self._players) do
    if one == player then return end
  end
  self._players[#self._players + 1] = player
end

--- for unit in world:units([player]) do: in the order of their ids. Units may be removed on the
-- way.
function World:units(player)
  local units, source = self._units, player or self.map
  local step, from, body = source:units()
  return function()
    repeat body = step(from, body) until body == nil or units[body.id]
    return body and units[body.id]
  end
end

--- How many units there are.
function World:count() return self._count end

--- The unit that covers a cell, or nil.
function World:unit_at(x, y)
  local body = self.map:unit_at(x, y)
  return body and self._units[body.id]
end

function World:_forget(unit)
  self._units[unit.id] = nil
  self._seen[unit.id] = nil
  self._count = self._count - 1
end

-- ---- events -------------------------------------------------------------------------------------

function World:_note(unit, name, ...)
  local events = self._events
  events[#events + 1] = { name = name, unit = unit, n = select("#", ...), ... }
end

--- for name, unit, ... in world:events() do: what units were told since the last tick began.
function World:events()
  local events, i = self._events, 0
  local unpack = table.unpack or unpack
  return function()
    i = i + 1
    local event = events[i]
    if event then return event.name, event.unit, unpack(event, 1, event.n) end
  end
end

local function raise_of_bodies(self)
  for kind, body in self.map:events() do
    local unit = self._units[body.id]
    if unit then unit:tell(kind) end
  end
  for _, player in ipairs(self._players) do
    for body, index in player:broken() do
      local unit, route = self._units[body.id], body.route
      if unit and unit._broken ~= route then
        unit._broken = route
        unit:tell("blocked", index)
      end
    end
  end
end

-- Tells those of a player's units that see it themselves.
local function reveal(self, player, foe)
  for unit in self:units(player) do
    if unit.sight and unit:distance(foe) <= unit.sight then unit:tell("revealed", foe) end
  end
end

-- Which units have come into the sight of which players.
local function raise_of_sight(self)
  local players, seen = self._players, self._seen
  if #players < 2 then return end
  for unit in self:units() do
    local by = seen[unit.id]
    for i, player in ipairs(players) do
      if player ~= unit.player then
        local visible = unit.body:visible_to(player)
        if visible and not (by and by[i]) then reveal(self, player, unit) end
        if visible or by then
          by = by or {}
          by[i] = visible
          seen[unit.id] = by
        end
      end
    end
  end
end

-- ---- the tick -----------------------------------------------------------------------------------

function World:_roused(unit)
  local due = self._due
  due[#due + 1] = unit
end

function World:_sleep(unit, wake)
  if wake <= self.ticks then wake = self.ticks + 1 end
  unit._wake = wake
  if wake == FOREVER then return end
  local timers = self._timers
  local list = timers[wake]
  if list then list[#list + 1] = unit else timers[wake] = { unit } end
end

local function by_id(a, b) return a.id < b.id end

-- Those that are roused, and those whose time has come; each once, by their ids.
local function take_due(self, now)
  local due, timed = self._due, self._timers[now]
  self._due, self._timers[now] = {}, nil
  for _, unit in ipairs(due) do unit._roused = false end
  if timed then
    local taken = {}
    for _, unit in ipairs(due) do taken[unit] = true end
    for _, unit in ipairs(timed) do
      if unit._wake == now and not taken[unit] then
        taken[unit] = true
        due[#due + 1] = unit
      end
    end
  end
  table.sort(due, by_id)
  return due
end

local function run_behaviours(self, now)
  local due = take_due(self, now)
  for _, unit in ipairs(due) do unit:_hear() end
  for _, unit in ipairs(due) do
    if not unit.removed then unit:_turn(now) end
  end
end

local function keep_up(self, now)
  for _, one in ipairs(self._upkeep) do
    if now % one.every == 0 then
      if one.spread then one.layer:spread(one.spread) end
      if one.decay then one.layer:decay(one.decay) end
    end
  end
end

--- One tick, see above.
function World:tick()
  self.ticks = self.ticks + 1
  local now = self.ticks
  self._events = {}
  self.map:tick()
  if self.map.waiting > 0 then self.map:work(self.budget, self.threads) end
  raise_of_bodies(self)
  raise_of_sight(self)
  run_behaviours(self, now)
  keep_up(self, now)
  return self
end

return World
