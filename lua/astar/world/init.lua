--- Worlds: a map, its units and what they do, and the tick that drives it all.
--
-- A tick, in this order:
--   1. units move and players see (map:tick),
--   2. position queries that wait have their turn (positions/line.lua), and searches of the queue
--      get the rest of the budget (map:work),
--   3. events are raised: what happened to bodies, which units were revealed,
--   4. groups order their units' steps, in the order in which they were made,
--   5. units that something happened to, or whose time has come, are activated, by their ids; of
--      those whose behaviour begins as many as there are nodes for (schedule.lua),
--   6. influence maps spread and decay as they were told to,
--   7. what has changed is recorded, if it is (record/init.lua).

local blame = require "astar.arguments.blame"
local additions = require "astar.parts.additions"
local check = require "astar.units.values"
local copied = require "astar.copied"
local core = require "astar.core"
local each = require "astar.each"
local failures = require "astar.world.failures"
local flight = require "astar.world.flight"
local lazy = require "astar.lazy"
local levels = require "astar.units.levels"
local line = require "astar.positions.line"
local log = require "astar.world.log"
local numbers = require "astar.world.numbers"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs
local perception = require "astar.world.perception"
local random = require "astar.world.random"
local reservations = require "astar.world.reservations"
local schedule = require "astar.world.schedule"
local sightings = require "astar.world.sightings"
local strict = require "astar.arguments.strict"
local Unit = require "astar.world.unit"
local influence_maps = require "astar.world.influence_maps"
local turns = require "astar.world.turns"
local verbs = require "astar.verbs"

local Group = lazy.module "astar.group"

local World = {}                                 -- the methods
for _, methods in ipairs { schedule, reservations, influence_maps, log } do
  for name, method in pairs(methods) do World[name] = method end
end

local MOST_BUDGET, MOST_THREADS = 2 ^ 32 - 1, 64
local LEAST_NODES, NODES_OF_A_UNIT = 3000, 2     -- of a tick, if the game does not say
local VALID = {
  map = { "userdata", "a map", object = "map" }, seed = options.whole(0, 2 ^ 53),
  budget = { "number boolean", "a number, or false" }, threads = options.whole(1, MOST_THREADS),
  report = { "function", "a function" }, log = { "function", "a function" },
  fog = { "boolean", "a boolean" },
  heavy = { "boolean table", "true or a table" },
}

--- A world on a map. options: map; seed (0) of world.random; budget (false: LEAST_NODES, and
-- NODES_OF_A_UNIT for each unit), the nodes that the queue may expand in a tick; threads (1) that
-- do so; fog (true), whether the players that the world creates have fog of war; report, a function
-- that is called with reports of errors and of reloads, see failures.lua; errors go to stderr
-- unless it is given; log, a function that is called with each line of the log as it comes, see
-- log.lua.
function World.new(given)
  options.check("world", given, VALID)
  if not given.map then options.reject("world", "'map' is missing") end
  if given.budget then options.check_range("world", 1, given, "budget", 0, MOST_BUDGET) end
  local self = setmetatable({
    _map = given.map, _levels = levels.list(given.map),
    _random = random.new(given.seed or 0), _seed = given.seed or 0,
    _removals = given.map:_removals(), _fog = given.fog ~= false,
    _budget = given.budget or false, _threads = given.threads or 1,
    _report = given.report or failures.default, _ticks = 0, _failures = 0, data = {},
    _heavy = given.heavy and World._heavy_mode.settings(given.heavy) or false, _twin = false,
    _behaviours = {}, _units = {}, _count = 0, _timers = {}, _timer_count = 0, _due = {},
    _beginners = turns.clear {},                 -- see schedule.lua
    _events = {}, _players = {}, _influence_updates = {}, _private = {}, _reserved = {},
    _kept_by = {}, _flights = {}, _seen = {}, _ticking = false, _groups = {},
    _last_group = 0, _recording = false, _turned = {}, _mods = {}, _reloads = {}, _watched = {},
    _identity_changes = 0,                       -- how often units got another player or class
    _sighted = {}, _ghosts = {}, _public = {}, _numbers = {}, _line = line.new(),
    _rest = 0,                                   -- of this tick's nodes: see _with_rest
    _errors = {}, _lines = {}, _drawn = {}, _said = 0, _on_line = given.log or false,
    _mirror = false, _touched = false,           -- see rewind/tracked_objects.lua
    _timeline = false, _beat = false,            -- see rewind/timeline.lua, rewind/fork.lua
  }, World)
  if not given.map:_give_to_world() then
    options.reject("world", "'map' has a world already; map:fork() makes another map")
  end
  return self
end

function World:__tostring()
  return ("world (%d units, tick %d)"):format(self._count, self._ticks)
end

-- ---- behaviours ---------------------------------------------------------------------------------

--- The function of that name | nil.
function World:_find_behaviour(name) return self._behaviours[name] or verbs[name] end

-- `but_verbs`: only what world:behaviour has named.
function World:_check_behaviour(name, method, but_verbs)
  if self._behaviours[name] or not but_verbs and verbs[name] then return end
  blame.fail(method, 1, "there is no behaviour '%s'%s", name,
    options.hint(name, strict.names(self._behaviours, not but_verbs and verbs)))
end

--- world:behaviour(name, f) names a behaviour, or gives the name to another one: units that are
-- at it start again with the new one when they next begin. world:behaviour(name) -> f. Verbs are
-- behaviours too, under their own names.
function World:behaviour(name, f)
  if type(name) ~= "string" then
    blame.fail("behaviour", 1, "a name expected, got %s", type(name))
  end
  if f == nil then
    self:_check_behaviour(name, "behaviour")
    return self:_find_behaviour(name)
  elseif type(f) ~= "function" then
    blame.fail("behaviour", 2, "a function expected, got %s", type(f))
  end
  self._behaviours[name] = f
  return self
end

function World:_deliver(report) failures.deliver(self, report) end

function World:_fail(unit, behaviour, failed) failures.of_unit(self, unit, behaviour, failed) end

--- for error in world:errors() do: the errors that are open, the oldest first: tables as reports
-- are, with count, first and last, which are ticks.
function World:errors() return each(copied(self._errors)) end

-- ---- mods ---------------------------------------------------------------------------------------

World._for_mods = require "astar.world.without_mods"

--- for mod in world:mods() do: in the order in which they were loaded.
function World:mods()
  return each(self._mods)
end

-- ---- players, influence, units ------------------------------------------------------------------

local function has_player(map, name)
  for player in map:players() do
    if player.name == name then return true end
  end
  return false
end

--- The player of that name, made on first use. options: fog, that of the world unless given.
function World:player(name, given)
  if given == nil and not self._fog and not has_player(self._map, name) then
    given = { fog = false }
  end
  return self._map:player(name, given)
end

local UNIT_KEYS = {
  player = { "userdata string", "a player or a player's name", object = "player" },
  x = { "number string", "a cell" }, y = { "number string", "a cell" },
  class = { "userdata", "a class", object = "class" },
  speed = { "number string", "a number" }, sight = { "number string", "a number" },
  avoidance = { "string", "a rule" }, priority = { "number string", "a number" },
  home = { "table userdata", "a cell { x, y }" },
  data = { "table", "a table" }, behaviour = { "string function", "a name or a function" },
}

local function check_unit(self, given)
  options.check("unit", given, UNIT_KEYS)
  if not given.player then options.reject("unit", "'player' is missing") end
  local problem = given.home and Unit._home_problem(given.home)
  if problem then options.reject("unit", "%s", problem) end
  if type(given.behaviour) == "string" then self:_check_behaviour(given.behaviour, "unit") end
end

-- The unit of the map. A player that was made for it goes again where the unit is refused.
local function new_body(world, given)
  local player, is_new = given.player, false
  if type(player) == "string" then
    is_new = not has_player(world._map, player)
    player = world:player(player)
  end
  local ok, body, why = pcall(function()
    return player:unit { x = given.x, y = given.y, class = given.class,
      speed = given.speed, sight = given.sight, avoidance = given.avoidance or "yield",
      priority = given.priority or 0 }
  end)
  if is_new and not (ok and body) then player:remove() end
  if not ok then error(body, 0) end
  return body, why
end

--- world:unit(id): the unit of that number, or nil where there is none, or none any more.
--
-- world:unit(options) creates a unit: unit | nil, code. options: player, an object or a
-- name; x, y, class, speed, sight as
-- for player:unit, and so is avoidance, which is "yield" here, unless it is given; home (where
-- it begins); data, a table for the game; behaviour.
function World:unit(given)
  if type(given) == "number" then
    self:_bury_the_dead()
    return self._units[given]
  end
  check_unit(self, given)
  local body, code = new_body(self, given)
  if not body then return nil, code end
  local player = body.player
  local home = given.home or { x = body.x, y = body.y }
  local unit = Unit._new(self, body, player, home)
  if given.data then unit.data = given.data end
  self._units[unit.id] = unit
  self._count = self._count + 1
  self:_add_player(player)
  numbers.note(self, unit)
  if given.behaviour then unit:behave(given.behaviour) end
  return unit
end

function World:_add_player(player)
  if numbers.place_of(self, player) then return end
  self._players[#self._players + 1] = player
end

--- for unit in world:units([player]) do: all, or those of a player, an object or a name, in the
-- order of their ids. Units may be removed on the way.
function World:units(player)
  if type(player) == "string" then player = self._map:player(player) end
  if player ~= nil and getmetatable(player) ~= core.metatables.player then
    blame.fail("units", 1, "a player or the name of one expected, got %s", core.show(player))
  end
  local units, source = self._units, player or self._map
  local step, from, body = source:units()
  return function()
    local unit
    repeat
      body = step(from, body)
      unit = body and units[body.id]
    until unit or body == nil
    return unit
  end
end

--- How many units there are.
function World:count()
  self:_bury_the_dead()
  return self._count
end

-- The world's units of a list of bodies.
local function units_of(self, bodies)
  local units, list = self._units, {}
  for _, body in ipairs(bodies) do list[#list + 1] = units[body.id] end
  return list
end

--- The units around a cell, the nearest first, equally near ones in reading order. With a player
-- those that it may know of; side: "any", "friends", "enemies". As map:units_near.
function World:units_near(x, y, radius, player, side)
  local bodies = self._map:units_near(x, y, radius, player, side)
  return units_of(self, bodies)
end

--- The units that cover a cell of a rectangle, by their ids.
function World:units_in(x, y, width, height)
  check.point("units_in", x, y)
  for i, value in ipairs { width or false, height or false } do
    if type(value) ~= "number" then
      blame.fail("units_in", i + 2, "a number expected, got %s", core.show(value or nil))
    end
  end
  local list = {}
  if width <= 0 or height <= 0 then return list end
  for unit in self:units() do
    local size, at_x, at_y = unit.class.size, unit.x, unit.y
    if at_x < x + width and at_x + size > x and at_y < y + height and at_y + size > y then
      list[#list + 1] = unit
    end
  end
  return list
end

--- The unit that covers a cell, or nil.
function World:unit_at(x, y)
  local body = self._map:unit_at(x, y)
  return body and self._units[body.id]
end

function World:_forget(unit)
  if not self._units[unit.id] then return end
  self._units[unit.id] = nil
  sightings.bury(self, unit)
  for _, seen in pairs(self._seen) do seen[unit.id] = nil end    -- in any order
  self._count = self._count - 1
  self:_release_all(unit)
end

--- It is another player's from now on. The player that had it learns as any other where it is.
function World:_changed_player(unit, from)
  self:_release_all(unit)
  self:_add_player(unit.player)
  for place, player in ipairs(self._players) do
    local seen, sighted = self._seen[place] or {}, self._sighted[place] or {}
    if player == unit.player then seen[unit.id], sighted[unit.id] = nil, nil end
  end
  self._identity_changes = self._identity_changes + 1
  numbers.note(self, unit)
  if self._mods[1] then self._for_mods.left(self, unit, from) end
  self:_note(unit, "player_changed", from)
  if self._recording then
    self._recording:_note { kind = "note", unit = unit, x = unit.x, y = unit.y,
      text = ("unit %d is %s's now"):format(unit.id, unit.player.name) }
  end
end

-- `_seen`, `_sighted` and `_numbers` name players by their places in the list.
local function drop_player(self, place)
  local players = self._players
  for i = place, #players do self._seen[i] = self._seen[i + 1] end
  sightings.drop_player(self, place)
  numbers.drop_player(self, place)
  local player = table.remove(players, place)
  for group in self:groups() do
    if group.owner and group.player == player then group:disband() end
  end
end

-- Units whose body was removed from the map, with its player or alone, leave the world as soon as
-- anything reads which units there are.
function World:_bury_the_dead()
  local removals = self._map:_removals()
  if removals == self._removals then return end
  self._removals = removals
  for i = #self._players, 1, -1 do
    if self._players[i].removed then drop_player(self, i) end
  end
  local dead = {}
  for _, unit in pairs(self._units) do
    if unit.removed then dead[#dead + 1] = unit end
  end
  table.sort(dead, function(a, b) return a.id < b.id end)
  for _, unit in ipairs(dead) do unit:_bury() end
end

-- Searches by f() at once for a unit, which takes no more than that, if this tick has so many nodes
-- left and the tables are paid for that the query needs: what it returns | nil, "budget".
function World:_with_rest(unit, query, nodes, f)
  if self._rest < nodes or unit._body:_pay_for_tables(query, 0) > 0 then return nil, "budget" end
  local before = self._map:_spent()
  local path, code = f()
  self._rest = self._rest - (self._map:_spent() - before)
  return path, code
end

--- Questions of the game, unit:flight.
function World._flight(_, unit, threats)
  local path, code = flight.path("game", unit, threats)
  return path, code
end

-- ---- groups -------------------------------------------------------------------------------------

--- A group, see group/. options: units, a list; formation ("box"); speed; spacing; influence.
function World:group(given)
  local group = self:_new_group(given or {})
  return group                                   -- no tail call: messages name this method
end

function World:_new_group(given, owner)
  local group = Group._new(self, self._last_group + 1, given, owner)
  self._last_group = group.id
  self._groups[#self._groups + 1] = group
  numbers.note_group(self, group)
  return group
end

--- for group in world:groups() do: in the order in which they were made.
function World:groups()
  return each(copied(self._groups))
end

function World:_forget_group(group)
  numbers.forget_group(self, group.id)
  for i, one in ipairs(self._groups) do
    if one == group then return table.remove(self._groups, i) end
  end
end

-- ---- events -------------------------------------------------------------------------------------

function World:_note(unit, name, ...)
  local events = self._events
  local event = { name = name, unit = unit, n = select("#", ...), ... }
  events[#events + 1] = event
  if self._recording then self._recording:_heard(event) end
  return event
end

--- for name, unit, ... in world:events() do: what units were told since the last tick began; and
-- "ended" with what it returned, for each behaviour that has come to its end.
function World:events()
  local events, i = self._events, 0
  local unpack = table.unpack or unpack
  return function()
    i = i + 1
    local event = events[i]
    if event then return event.name, event.unit, unpack(event, 1, event.n) end
  end
end

-- ---- the tick -----------------------------------------------------------------------------------

local function nodes_of_tick(self)
  return self._budget or LEAST_NODES + NODES_OF_A_UNIT * self._count
end

--- Nodes of a tick for the ways of groups' members, and for behaviours that begin: what the queue
-- has left, and a quarter of the budget at least.
function World:_room() return math.max(self._rest, math.floor(nodes_of_tick(self) / 4)) end

local function run_groups(self, now)
  local most = self:_room()
  local room = { nodes = most }
  for group in self:groups() do
    if group.owner then self._for_mods.turn(self, group, now, room) else group:_turn(now, room) end
  end
  self._rest = math.max(0, self._rest - (most - room.nodes))
end

local function advance(self)
  self._ticks = self._ticks + 1
  local now = self._ticks
  self._events = {}
  self:_bury_the_dead()
  if self._mods[1] or self._reloads[1] then self._for_mods.tick(self) end
  self._map:_tick()
  local nodes = self._line:serve(nodes_of_tick(self), self._map.pending_requests == 0)
  -- Even if none waits: tickets that were cancelled are let go of here.
  local worked, message, used = pcall(self._map.work, self._map, nodes, self._threads)
  self._rest = worked and nodes - used or 0
  perception.raise_of_bodies(self)
  perception.raise_of_sight(self)
  if self._groups[1] then run_groups(self, now) end
  self:_run_behaviours(now)
  self:_update_influences(now)
  if self._errors[1] then failures.settle(self) end
  if self._recording then self._recording:_observe() end
  if not worked then error(message, 0) end
end

--- One tick, see above. What a callback of the queue raises is raised when all the rest is done.
function World:tick()
  if self._ticking then blame.raise("a world cannot tick within its tick") end
  local keeper = self._timeline or self._beat
  if keeper then keeper:_before_tick() end
  local running = self._heavy and self._heavy_mode.before(self)
  self._ticking = true
  local ok, message = pcall(advance, self)
  self._ticking = false
  if not ok then error(message, 0) end
  if running then self._heavy_mode.after(self, running) end
  return self
end

-- ---- saving -------------------------------------------------------------------------------------

--- Nobody has been roused, and nothing is kept that could be made again: what that would cost is
-- counted against mods.
function World:_forget_derived()
  self._timers, self._timer_count, self._due = {}, 0, {}
  turns.clear(self._beginners)
  self._line = line.new()
  flight.forget(self)
end

--- Somebody writes to what is a unit's or a script's own: see rewind/tracked_objects.lua.
function World:_touch(thing)
  local touched = self._touched
  if touched then touched[thing] = true end
end

local function raise_problem(problem)
  if problem then blame.raise("world." .. problem) end
end

local function raise_range(key, value, least, most)
  raise_problem(options.range_problem(key, value, least, most))
end

local FIELDS = { data = "set" }

function FIELDS.budget(value)
  if value ~= false then raise_range("budget", value, 0, MOST_BUDGET) end
end

function FIELDS.threads(value) raise_range("threads", value, 1, MOST_THREADS) end

function FIELDS.report(value)
  raise_problem(type(value) ~= "function" and ("report = %s is not a function"):format(
    core.show(value)))
end

function FIELDS.heavy(value)
  if value ~= false then World._heavy_mode.settings(value) end
end

for _, name in ipairs { "map", "random", "ticks", "failures", "fog" } do FIELDS[name] = "read" end

strict.class("world", World, FIELDS, "what is the game's own belongs in world.data")
for _, add in ipairs(additions) do add(World) end
return World
