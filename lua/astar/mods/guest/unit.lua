--- Units in a mod's state. Minds and verbs are the same as in the host's state. The body is the
-- host's; what is read of it is valid for one activation.

local arguments = require "astar.mods.arguments"
local blame = require "astar.arguments.blame"
local body = require "astar.mods.guest.body"
local bridge = require "astar.mods.guest.bridge"
local check = require "astar.units.values"
local data = require "astar.mods.guest.data"
local drawings = require "astar.world.drawings"
local group = require "astar.mods.guest.group"
local length = require "astar.length"
local levels = require "astar.units.levels"
local mind = require "astar.world.mind"
local object = require "astar.units.object"
local path = require "astar.mods.guest.path"
local reconnaissance = require "astar.mods.guest.reconnaissance"
local senses = require "astar.world.senses"
local strict = require "astar.arguments.strict"
local task = require "astar.world.task"
local threatening = require "astar.world.threats"
local verbs = require "astar.verbs"
local world = require "astar.mods.guest.world"

local ask, of, KEY = bridge.ask, object.of, object.KEY

local unit = {}

local methods = {}
for _, list in ipairs { senses, verbs, mind } do
  for name, method in pairs(list) do
    if name:sub(1, 1) ~= "_" then methods[name] = method end
  end
end
methods._quick_path, methods._positions_of_rest = mind._quick_path, mind._positions_of_rest
methods._quick_reachable, methods._find = mind._quick_reachable, mind._find
methods._reserve_all = mind._reserve_all

local NOTHING = {}

-- ---- what is known of it ------------------------------------------------------------------------

local function note(own, x, y, state)
  own.activation, own.visible = bridge.activation, true
  own.x, own.y, own.state = x or false, y or false, state or false
  return own
end

-- `own` is what is private of a unit: its cell and state are as they are in this activation; of a
-- foreign one that is out of sight, as they were when it was seen last. Nothing of it outlasts the
-- activation: objects come and go with the collector.
local function look(own)
  if own.activation == bridge.activation then return own end
  local visible, x, y, state = ask("look", own.id)
  note(own, x, y, state)
  own.visible, own.removed = visible or false, visible == nil
  return own
end

-- What is known of one that is there.
local function living(own)
  if own.activation ~= bridge.activation then look(own) end
  if own.removed then error(("unit %d was removed"):format(own.id), 0) end
  return own
end

-- Player and class of units by their ids. They are forgotten when a unit gets another one, and
-- after some activations, since units come and go. What is requested to say what units do is not
-- kept: a world that is recorded must go on as one that is not.
local IDENTIFIED = 256
local identities, activations, is_naming = {}, 0, false

local function identify(own)
  local id = living(own).id
  local known = identities[id]
  if not known then
    local player, class = ask("identify", id)
    known = { player = player, class = class }
    if not is_naming then identities[id] = known end
  end
  return known
end

--- A unit has got another player or class.
function unit.forget() identities, activations = {}, 0 end

--- Something of a unit's runs here from now on, other than its activation.
function unit.enter(kind)
  bridge.enter()
  is_naming = kind == "naming"
  if activations < IDENTIFIED then return end
  identities, activations = {}, 0
end

--- A unit is activated, and is there: what is private of it.
function unit.begin_activation(self, x, y, state)
  local activation, own = bridge.activation + 1, self[KEY]
  bridge.activation, is_naming, activations = activation, false, activations + 1
  if activations >= IDENTIFIED then identities, activations = {}, 0 end
  own.activation, own.visible, own.x, own.y, own.state = activation, true, x, y, state
  return own
end

function object.foreign(self)
  local own = look(of(self))
  local player = not own.removed and identify(own).player
  return player and player ~= world.own().name and player or nil
end

-- ---- its group ----------------------------------------------------------------------------------

local member_meta = {}

-- A place in the ranks: no script gets to see it.
function member_meta.__index(self, key)
  if key ~= "outcome" then return nil end
  local ended, done, code = ask("outcome", self.id)
  if not ended then return nil end
  self.outcome = { done, code }
  return self.outcome
end

function object.fall_in(_, self)
  local id = of(self).id
  ask("fall_in", id)
  return setmetatable({ id = id }, member_meta)
end

function object.fall_out(_, member) ask("fall_out", member.id) end

-- ---- fields -------------------------------------------------------------------------------------

-- Functions of what is private of the unit.
local fields = {}

-- @card x, y, level, id, player, class, state, removed - of any unit; of one out of sight as it was
--   seen last; `player.name`, `class.size`
-- @card data - what the game and the mod keep of it; of a visible enemy what the game makes public
-- @card home, avoidance - where it belongs; `"wait"`, `"repath"`, `"keep_right"`, `"yield"`; both
--   can be set
-- @card speed, sight, priority, width, height, from_x, from_y, fraction - what the game has made
--   it; where it is between two cells
-- @card route, progress, behaviour, group, body - the path that it follows, how far it has come;
--   what it runs; its group
function fields.x(own) return living(own).x or nil end
function fields.y(own) return living(own).y or nil end
function fields.state(own) return living(own).state or nil end
function fields.level(own)
  living(own)
  return own.x and levels.at(object.levels(), own.x, own.y) or nil
end

function fields.removed(own) return look(own).removed end
function fields.world() return world.world end   -- it stands among the methods, too: see below
function fields.player(own) return world.player(identify(own).player) end
function fields.class(own) return world.class(identify(own).class) end
function fields.id(own) return own.id end
function fields.data(own) return data.get(own) end
function fields.route(own) return (path.read(ask("route", own.id))) end
function fields.home(own) return ask("home", own.id) end
function fields.width(own) return fields.class(own).size end
function fields.height(own) return fields.class(own).size end

function fields.body(own)
  own.body = own.body or body.new(own.id)
  return own.body
end

function fields.group(own)
  local id = ask("group", own.id)
  return id and group.of(id)
end

for _, key in ipairs { "from_x", "from_y", "fraction", "progress", "speed", "sight", "avoidance",
  "priority", "behaviour" } do
  fields[key] = function(own) return ask("field", own.id, key) end
end

local KEYS = {}
for name in pairs(fields) do KEYS[name] = true end
for name in pairs(methods) do KEYS[name] = true end
for _, name in ipairs { "tell", "behave", "units_near", "flight", "cover",
  "clear_shot", "visible_to", "rouse", "say",
  "mark" } do
  KEYS[name] = true
end

local SETTABLE = { data = true, avoidance = true, home = true }

methods.world = world.world                      -- what is read most often is found first

local metatable = bridge.seal {}
local TOLD = { x = true, y = true, state = true } -- read most often, next to methods

function metatable.__index(self, key)
  local method = methods[key]
  if method ~= nil then return method end
  local own = self[KEY]
  if TOLD[key] and own.activation == bridge.activation and not own.removed then
    return own[key] or nil
  end
  local read = fields[key]
  if read then return read(own) end
  return strict.read("unit", key, KEYS)
end

function metatable.__newindex(self, key, value)
  if key == "data" then
    data.set(of(self), value)
  elseif key == "avoidance" or key == "home" then
    ask("set", of(self).id, key, value)
  elseif KEYS[key] then
    error(("a mod cannot set '%s' of a unit"):format(tostring(key)), 2)
  else
    strict.write("unit", key, KEYS, SETTABLE, "what is to be kept belongs in unit.data")
  end
end

function metatable.__tostring(self)
  local own = look(self[KEY])
  if own.removed then return ("unit %d (removed)"):format(own.id) end
  local name = self.player.name
  if not own.x then return ("unit %d (%s, never seen)"):format(own.id, name) end
  return ("unit %d (%s at %d, %d)"):format(own.id, name, own.x, own.y)
end

-- ---- objects ------------------------------------------------------------------------------------

--- Units that were given a function before they have begun, by their ids: they begin with that.
unit.early = {}

-- By their ids. Objects that no script holds go with the collector: it takes units from `units`,
-- but not those of this activation. When one is first met in an activation, it is as if it were
-- new: so nothing depends on whether it was still there.
local units = bridge.weak "v"
local met, met_in = {}, nil

local NEW = {
  kind = "unit", id = false, activation = false, removed = false, visible = false,
  x = false, y = false, state = false,
  body = false, data = false, data_copy = false, data_activation = false, runs = false,
  _task = false, _current = false, _news = NOTHING, _rouse = false, _held = NOTHING,
  _last_verb = false, _last_code = false, _verbs_ended = 0, _choice = false,
}

--- The unit of an id: always the same object.
function unit.of(id)
  if met_in ~= bridge.activation then met, met_in = {}, bridge.activation end
  if met[id] then return met[id] end
  local self, own = object.remember(units, id, metatable, NEW)
  met[id], own.id = self, id
  if not own.runs then
    own.body, own._rouse = false, false
    own._last_verb, own._last_code, own._verbs_ended, own._choice = false, false, 0, false
    data.forget(own)
  end
  return self
end

-- What is known of the unit holds no longer.
function body.changed(id) of(unit.of(id)).activation = false end

-- A list of units, each of which is told as id, x, y, state.
local function list_of(flat)
  local list = {}
  for i = 1, #flat, 4 do
    local one = unit.of(flat[i])
    note(of(one), flat[i + 1], flat[i + 2], flat[i + 3])
    list[#list + 1] = one
  end
  return list
end

world.list_of, world.unit_of = list_of, unit.of
group.list_of, reconnaissance.unit_of = list_of, unit.of

-- ---- methods that are other than in the host's state --------------------------------------------

function methods:units_near(radius, side, place)
  local x, y
  if place ~= nil then
    check.argument(check.is_place(place), 3, "units_near", "a place", place)
    x, y = place.x, place.y
  end
  return list_of(ask("around", of(self).id, radius, side or "any", x, y))
end

function methods:influence(name, x, y)
  check.argument(type(name) == "string", 1, "influence", "the name of an influence map", name)
  return ask("influence", of(self).id, name, x, y)
end

-- @card unit:visible_to(player) - is it seen by the mod's own player?
function methods:visible_to(player)
  if player ~= world.own() then
    error("a mod knows only what the player of its unit sees", 2)
  end
  return look(of(self)).visible
end

function methods:_path_of_rest(goal, query)
  return self.body:path(goal, query, true)
end

function methods:_reachable_of_rest(goal, query)
  return self.body:reachable(goal, query, true)
end

function methods:_places_left(x, y, goal, within, most, purpose)
  local place = { x = goal.x, y = goal.y, width = goal.width or 1, height = goal.height or 1 }
  return ask("places_left", of(self).id, x, y, place, within, most, purpose)
end

function methods:_link_ends() return ask("link_ends", of(self).id) end

function methods:flight(threats)
  check.argument(type(threats) == "table", 1, "flight", "a list of threats", threats)
  local problem = arguments.threats(length(threats))
  if problem then blame.fail("flight", 1, "%s", problem) end
  return path.read(ask("flight", of(self).id, body.cells_of(threats, "threats")))
end

function methods:_request_flight(threats)
  check.argument(type(threats) == "table", 1, "find_flight", "a list of threats", threats)
  local problem = arguments.threats(length(threats))
  if problem then blame.fail("find_flight", 1, "%s", problem) end
  local id = of(self).id
  return body.ticket(id, ask("request_flight", id, body.cells_of(threats, "threats")))
end

-- Which of the threats are seen is found out here; what the eyes see is for the host.
function methods:cover(threats, radius, query)
  check.argument(type(threats) == "table", 1, "cover", "a list of threats", threats)
  local problem = arguments.threats(length(threats))
  if problem then blame.fail("cover", 1, "%s", problem) end
  local eyes = body.cells_of(threatening.eyes(self, threats, radius))
  return path.read(ask("cover", of(self).id, eyes, radius, body.no_function(query)))
end

function methods:clear_shot(x, y, options)
  if object.is_unit(x) then return ask("clear_shot", of(self).id, of(x).id, nil, y) end
  if type(x) == "number" then return ask("clear_shot", of(self).id, x, y, options) end
  check.argument(check.is_place(x), 1, "clear_shot", "x and y, or a target,", x)
  return ask("clear_shot", of(self).id, { x = x.x, y = x.y, width = x.width, height = x.height },
    nil, y)
end

-- @card unit:tell(event, ...) - raises an event of that unit, of its own player; it comes in the
--   next tick
function methods:tell(name, ...)
  if type(name) ~= "string" then
    blame.fail("tell", 1, "the event's name expected, got %s", type(name))
  end
  return ask("tell", of(self).id, name, ...)
end

-- @card unit:say([text [, ticks]]), unit:mark(x, y [, text [, ticks]]) - on screen and in replays
--- As in the host's state: arguments are checked here, where the line to blame is known.
function methods:say(text, ticks)
  drawings.say(text, ticks)
  ask("draw", "say", of(self).id, text, ticks)
  return self
end

function methods:mark(...)
  local one = drawings.mark(...)
  ask("draw", "mark", of(self).id, one.x, one.y, one.text, one.ticks)
  return self
end

-- @card unit:rouse() - it is activated in the next tick
function methods:rouse()
  ask("rouse", of(self).id)
  return self
end

function methods.place() error("a mod cannot put a unit elsewhere", 2) end
function methods.remove() error("a mod cannot remove a unit", 2) end

--- Ends what a unit does here.
function unit.quit(self)
  local private = of(self)
  local own = private._task
  private._task = false
  if own then own:drop() end
end

--- As in the host's state: a name, of this mod's behaviours or the world's, a function, or nil.
-- @card unit:behave(behaviour, ...) - begins another behaviour: a function, or a name
function methods:behave(behaviour, ...)
  local kind, id = type(behaviour), of(self).id
  if kind ~= "string" and kind ~= "function" and behaviour ~= nil then
    blame.fail("behave", 1, "a name or a function expected, got %s", kind)
  end
  ask("may_behave", id, kind == "string" and behaviour)
  unit.quit(self)
  if kind == "function" then
    ask("renew", id)
    unit.early[id] = not of(self).runs and self or nil
    of(self)._task = task.new(behaviour, self, ...)
  else
    ask("behave", id, behaviour, ...)
  end
  return self
end

return unit
