--- Units in a mod's state. What a unit thinks is here, in the same mind and verbs as in the host's
-- state; its body is the host's, and what is read of it holds for a turn.

local bridge = require "astar.mods.guest.bridge"
local data = require "astar.mods.guest.data"
local mind = require "astar.mind"
local options = require "astar.options"
local path = require "astar.mods.guest.path"
local senses = require "astar.senses"
local task = require "astar.task"
local verbs = require "astar.verbs"
local world = require "astar.mods.guest.world"

local ask = bridge.ask

local unit = {}

local methods = {}
for _, list in ipairs { senses, verbs, mind } do
  for name, method in next, list do methods[name] = method end
end

local NOTHING = {}

bridge.seal(task)

-- ---- what is known of it ------------------------------------------------------------------------

local function note(self, x, y, state)
  self._turn, self._visible = bridge.turn, true
  self._x, self._y, self._state = x or false, y or false, state or false
  return self
end

-- Its cell and state as they are in this turn; of a foreign unit that is out of sight, as they were
-- when it was seen last. Nothing of it outlasts the turn: objects come and go with the collector.
local function look(self)
  if self._turn == bridge.turn then return self end
  local visible, x, y, state = ask("look", self.id)
  note(self, x, y, state)
  self._visible, self._removed = visible or false, visible == nil
  return self
end

-- What is known of one that is there.
local function living(self)
  if look(self)._removed then error(("unit %d was removed"):format(self.id), 0) end
  return self
end

local function identify(self)
  if not living(self)._player then
    self._player, self._class = ask("identify", self.id)
  end
  return self
end

-- ---- its body -----------------------------------------------------------------------------------

local body = bridge.seal {}
body.__index = body

local function no_function(query)
  if type(query) ~= "table" then return query end
  for _, key in ipairs { "extra", "trace" } do
    if query[key] ~= nil then
      error(("query: '%s' cannot be asked for by a mod"):format(key), 0)
    end
  end
  return query
end

local function read_ticket(self)
  if self._path == nil and self._code == nil then
    local done = (function(ended, ...)
      if ended then self._path, self._code = path.read(...) end
      return ended
    end)(ask("ticket", self._unit, self._number))
    if done then self._done = true end
  end
  return self
end

local ticket = bridge.seal {}

function ticket.__index(self, key)
  if key == "done" then return rawget(read_ticket(self), "_done") or false end
  if key == "path" then return rawget(read_ticket(self), "_path") end
  if key == "code" then return rawget(read_ticket(self), "_code") end
  if key == "cancel" then return ticket.cancel end
end

function ticket:cancel() ask("cancel", self._unit, self._number) end

function body:request(goal, query)
  local number = ask("request", self.id, goal, no_function(query))
  return setmetatable({ _unit = self.id, _number = number }, ticket)
end

function body:path(goal, query) return path.read(ask("path", self.id, goal, no_function(query))) end

function body:reachable(goal, query)
  return ask("reachable", self.id, goal, no_function(query))
end

function body:follow(way)
  ask("follow", self.id, path.number(way))
  self.unit._turn = false
end

function body:stop()
  ask("stop", self.id)
  self.unit._turn = false
end

local found = bridge.seal {}

function found.__index(self, key)
  if key ~= "path" then return nil end
  local way = path.read(ask("found", self._answer, self._place))
  rawset(self, "path", way)
  return way
end

-- The cells of a list of goals: x1, y1, x2, y2 …
local function cells_of(goals)
  local cells = {}
  for i, one in ipairs(goals) do
    cells[2 * i - 1], cells[2 * i] = one.x or one[1], one.y or one[2]
    if not cells[2 * i] then error(("goals[%d] has no x and y"):format(i), 0) end
  end
  return cells
end

function body:nearest(goals, query, count)
  local list = goals
  if type(goals) == "function" then
    error("a mod's goals are a list, the name of a terrain, or { unseen = true }", 0)
  elseif type(goals) == "table" and not goals.unseen then
    list = cells_of(goals)
  end
  local answer, flat = ask("nearest", self.id, list, no_function(query), count)
  if not answer then return nil, flat end
  local result = {}
  for i = 1, #flat / 3 do
    result[i] = setmetatable({ x = flat[3 * i - 2], y = flat[3 * i - 1],
      index = flat[3 * i] or nil, _answer = answer, _place = i }, found)
  end
  return result
end

-- ---- its group ----------------------------------------------------------------------------------

local member = bridge.seal {}

function member.__index(self, key)
  if key ~= "outcome" then return nil end
  local ended, done, code = ask("outcome", self._unit)
  if not ended then return nil end
  rawset(self, "outcome", { done, code })
  return self.outcome
end

local group = bridge.seal {}

function group.__index(self, key)
  if group[key] then return group[key] end
  if key == "status" or key == "code" then return ask("group", self._unit, key) end
end

function group:_fall_in()
  ask("fall_in", self._unit)
  return setmetatable({ _unit = self._unit }, member)
end

function group:_fall_out() ask("fall_out", self._unit) end

-- ---- fields -------------------------------------------------------------------------------------

local fields = {}

function fields.x(self) return living(self)._x or nil end
function fields.y(self) return living(self)._y or nil end
function fields.state(self) return living(self)._state or nil end
function fields.removed(self) return look(self)._removed end
function fields.world() return world.world end
function fields.player(self) return world.player(identify(self)._player) end
function fields.class(self) return world.class(identify(self)._class) end
function fields.data(self) return data.get(self) end
function fields.route(self) return (path.read(ask("route", self.id))) end
function fields.home(self) return ask("home", self.id) end
function fields.width() return nil end           -- what places may have, units do not
function fields.height() return nil end

function fields.body(self)
  local own = setmetatable({ id = self.id, unit = self }, body)
  rawset(self, "body", own)
  return own
end

function fields.group(self)
  return ask("group", self.id) and setmetatable({ _unit = self.id }, group)
end

for _, key in ipairs { "from_x", "from_y", "fraction", "progress", "speed", "sight", "collisions",
  "behaviour" } do
  fields[key] = function(self) return ask("field", self.id, key) end
end

local KEYS = {}
for name in next, fields do KEYS[name] = true end
for name in next, methods do
  if name:sub(1, 1) ~= "_" then KEYS[name] = true end
end
for _, name in ipairs { "id", "tell", "behave", "around", "flight", "visible_to", "rouse" } do
  KEYS[name] = true
end

local metatable = bridge.seal {}

function metatable.__index(self, key)
  local method = methods[key]
  if method ~= nil then return method end
  local read = fields[key]
  if read then return read(self) end
  error(("units have no field '%s', the nearest is '%s'"):format(tostring(key),
    options.nearest(tostring(key), KEYS)), 2)
end

function metatable.__newindex(self, key, value)
  if key == "data" then
    data.set(self, value)
  elseif key == "collisions" or key == "home" then
    ask("set", self.id, key, value)
  elseif key == "_player" or key == "_class" then
    rawset(self, key, value)
  elseif KEYS[key] then
    error(("a mod cannot set '%s' of a unit"):format(tostring(key)), 2)
  else
    error(("units have no field '%s' to set; what is to be kept belongs into unit.data")
      :format(tostring(key)), 2)
  end
end

function metatable.__tostring(self)
  if self.removed then return ("unit %d (removed)"):format(self.id) end
  local name, x, y = self.player.name, self.x, self.y
  if not x then return ("unit %d (%s, never seen)"):format(self.id, name) end
  return ("unit %d (%s at %d, %d)"):format(self.id, name, x, y)
end

-- ---- objects ------------------------------------------------------------------------------------

local units = bridge.weak "v"

--- The unit of an id: always the same object.
function unit.of(id)
  local self = units[id]
  if self then return self end
  self = setmetatable({
    id = id, _turn = false, _removed = false, _visible = false, _x = false, _y = false,
    _state = false, _player = false, _class = false,
    _data = false, _data_copy = false, _data_turn = false,
    _task = false, _current = false, _news = NOTHING, _rouse = false, _held = {},
  }, metatable)
  units[id] = self
  return self
end

--- Is it a unit?
function unit.is(value)
  return type(value) == "table" and units[rawget(value, "id") or 0] == value
end

-- A list of units, each of which is told as id, x, y, state.
local function list_of(flat)
  local list = {}
  for i = 1, #flat, 4 do
    list[#list + 1] = note(unit.of(flat[i]), flat[i + 1], flat[i + 2], flat[i + 3])
  end
  return list
end

world.list_of, world.unit_of, world.is_unit = list_of, unit.of, unit.is

--- The host says where a unit is whose turn begins.
unit.note = note

-- ---- methods that are other than in the host's state --------------------------------------------

function methods:around(radius, side, place)
  local x, y
  if place then x, y = place.x, place.y end
  return list_of(ask("around", self.id, radius, side or "any", x, y))
end

function methods:visible_to(player)
  if player ~= world.own() then
    error("a mod knows only what the player of its unit sees", 2)
  end
  return look(self)._visible
end

function methods:flight(threats)
  return path.read(ask("flight", self.id, cells_of(threats)))
end

function methods:tell(name, ...)
  if type(name) ~= "string" then
    error(("bad argument #1 to 'tell' (the event's name expected, got %s)"):format(type(name)), 2)
  end
  ask("tell", self.id, name, ...)
  return self
end

function methods:rouse()
  ask("rouse", self.id)
  return self
end

function methods.place() error("a mod cannot put a unit elsewhere", 2) end
function methods.remove() error("a mod cannot remove a unit", 2) end

-- Ends what it does here.
function methods:_quit()
  local own = self._task
  self._task = false
  if own then own:drop() end
end

--- As in the host's state: a name, of this mod's behaviours or the world's, a function, or nil.
function methods:behave(behaviour, ...)
  local kind = type(behaviour)
  if kind ~= "string" and kind ~= "function" and behaviour ~= nil then
    error(("bad argument #1 to 'behave' (a name or a function expected, got %s)"):format(kind), 2)
  end
  ask("may_behave", self.id, kind == "string" and behaviour)
  self:_quit()
  if kind == "function" then
    ask("renew", self.id)
    self._task = task.new(behaviour, self, ...)
  else
    ask("behave", self.id, behaviour, ...)
  end
  return self
end

return unit
