--- Recordings: what happened in a world, tick by tick, small enough to keep all of it.
--
-- A recording looks at its world at the end of every tick and writes down what is different. Every
-- so many ticks it forgets what it has seen and so writes down everything: that is a key frame,
-- from which a reader can begin. The world pays for none of this while it is not recorded.
--
-- A part is a key frame and what follows until the next one: ticks of operations, each a byte and
-- its numbers (stream.lua). First come units in the order of their ids, each named by how far it is
-- from the one before; then what concerns the map. The readers are replay/page/reader.lua, in
-- JavaScript, and spec/support/recording.lua.

local blame = require "astar.arguments.blame"
local check = require "astar.arguments.values"
local core = require "astar.core"
local doing = require "astar.world.doing"
local exact = require "astar.save.exact"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs
local strict = require "astar.arguments.strict"
local stream = require "astar.record.stream"

local Recording = {}

local floor = math.floor

-- What a part is made of; a step is STEP + 16 * direction + units skipped.
local OP = {
  TICK = 0, VANISH = 1, APPEAR = 2, PLACE = 3, TRAVELLED = 4, SPEED = 5, SIGHT = 6, STATE = 7,
  ROUTE = 8, NO_ROUTE = 9, DOING = 10, DATA = 11, HEALTH = 12, TERRAIN = 13, KNOWN = 14,
  LEVELS = 15, SEES = 16, SKIP = 17, STEP = 128,
}

local STATES = { standing = 0, moving = 1, waiting = 2 }
local STRAIGHT, DIAGONAL, ONE = 1024, 1448, 1024 -- lengths of steps, in 1/1024 of a cell
local DIRECTIONS = {                             -- by 3 * dy + dx
  [-3] = 0, [-2] = 1, [1] = 2, [4] = 3, [3] = 4, [2] = 5, [-1] = 6, [-4] = 7,
}

local VALID = {
  title = { "string", "a string" }, every = { "number", "a number of ticks" },
  keys = { "number", "a number of ticks" }, name = { "function", "a function" },
  health = { "function", "a function" }, data = { "table", "a list of keys" },
}

--- Records a world from now on, see docs/replay.md. options: title; every (5), after how many ticks
-- to look at terrain, knowledge and influence; keys (250), ticks from key frame to key frame;
-- name(unit) -> string; health(unit) -> 0 to 1; data, a list of keys of unit.data to show.
function Recording.new(world, given)
  if type(world) ~= "table" or not world._turned then
    blame.fail("record", 1, "a world expected, got %s", type(world))
  end
  given = given or {}
  options.check("record", given, VALID, 2)
  if world._recording then blame.raise("the world is recorded already") end
  local self = setmetatable({
    _world = world, _map = world.map, _title = given.title or "", _first = world.ticks,
    _last = world.ticks, _every = math.max(1, floor(given.every or 5)),
    _keys = math.max(1, floor(given.keys or 250)), _name = given.name, _health = given.health,
    _data = given.data or {}, _parts = {}, _notes = {}, _values = {}, _cast = {}, _layers = {},
    _players = {}, _strings = {}, _index = {}, _value = {}, _stream = stream.new(),
    _known_cast = {}, _known_layers = {}, _complained = {},
  }, Recording)
  self._empty = ("\0"):rep(self._map.width * self._map.height)
  self._calm = ("\128"):rep(self._map.width * self._map.height)
  world._recording = self
  self:_begin_part()
  return self
end

function Recording:__tostring()
  return ("recording (ticks %d to %d, %d bytes)"):format(self._first, self._last, self:size())
end

--- Bytes of what has been written down so far.
function Recording:size()
  local size = self._stream.n
  for _, part in ipairs(self._parts) do size = size + #(part.bytes or "") end
  return size
end

-- The number of a text in the list of texts, from 0.
local function text_number(self, text)
  local number = self._index[text]
  if not number then
    number = #self._strings
    self._strings[number + 1], self._index[text] = text, number
  end
  return number
end

-- Numbers look the same in every Lua.
local function in_words(value)
  if type(value) == "number" then return exact.digits(value, 14) end
  local ok, words = pcall(tostring, value)
  return ok and type(words) == "string" and words or "?"
end

-- ---- players and units --------------------------------------------------------------------------

local function player_number(self, player)
  for i, one in ipairs(self._players) do
    if one.player == player then return i end
  end
  self._players[#self._players + 1] = { player = player, name = player.name }
  return #self._players
end

-- One of the map's players, or one that was and is recorded.
local function is_player(self, player)
  for _, one in ipairs(self._players) do
    if one.player == player then return true end
  end
  for one in self._map:players() do
    if one == player then return true end
  end
  return false
end

-- What the game's own function `key` says of a unit. One that fails is not asked again: the tick
-- goes on, and what is being written is finished.
local function asked(self, key, unit)
  local f = self["_" .. key]
  if not f then return nil end
  local ok, value = pcall(f, unit)
  if ok then return value end
  self["_" .. key] = nil
  self._world:_deliver { unit = unit, tick = self._world.ticks, message = value,
    text = ("record: %s(%s): %s"):format(key, tostring(unit), in_words(value)) }
end

local function introduce(self, unit)
  if self._known_cast[unit.id] then return end
  self._known_cast[unit.id] = true
  local name = asked(self, "name", unit)
  name = name == nil and ("unit %d"):format(unit.id) or in_words(name)
  self._cast[#self._cast + 1] = { id = unit.id, name = name, size = unit.class.size,
    player = player_number(self, unit.player) }
end

-- ---- units --------------------------------------------------------------------------------------

-- Where a unit stands in the list of those that there are, told by the distance from the last one.
local function address(self, op, slot)
  self._stream:byte(op)
  self._stream:number(slot - self._slot)
  self._slot = slot
end

local function write_step(self, slot, direction)
  local skipped = slot - self._slot - 1
  if skipped > 15 then
    self._stream:byte(OP.SKIP)
    self._stream:number(skipped - 15)
    skipped = 15
  end
  self._stream:byte(OP.STEP + 16 * direction + skipped)
  self._slot = slot
end

-- How far it has come in its step, in 1/1024 of a cell, if it went as fast as it did before.
local function carry(seen, stepped, stride)
  local movement = seen.speed
  local rest = seen.stride - seen.travelled
  if movement <= rest or not stepped then
    return seen.travelled + math.min(movement, rest)
  end
  return math.min(movement - rest, stride)
end

local function stride_of(body)
  return body.x ~= body.from_x and body.y ~= body.from_y and DIAGONAL or STRAIGHT
end

-- One step from where it was, or anything else.
local function write_place(self, body, seen, slot)
  local x, y = body.x, body.y
  if x == seen.x and y == seen.y then return false end
  local out = self._stream
  local from_x, from_y = body.from_x, body.from_y
  local direction = from_x == seen.x and from_y == seen.y and math.abs(x - seen.x) <= 1
    and math.abs(y - seen.y) <= 1 and DIRECTIONS[3 * (y - seen.y) + x - seen.x]
  if direction then
    write_step(self, slot, direction)
  else
    address(self, OP.PLACE, slot)
    out:number(x)
    out:number(y)
    out:number(from_x)
    out:number(from_y)
  end
  seen.x, seen.y, seen.from_x, seen.from_y = x, y, from_x, from_y
  return true
end

-- The smallest that gives this fraction of the step.
local function travelled_of(fraction, stride)
  return math.ceil(floor(fraction * ONE + 0.5) * stride / ONE)
end

local function write_motion(self, body, seen, slot)
  local stepped = write_place(self, body, seen, slot)
  local stride = stepped and stride_of(body) or seen.stride
  if not stepped and seen.travelled == stride and not seen.fresh then return end
  local travelled, fraction = carry(seen, stepped, stride), body.fraction
  seen.stride = stride
  if floor(travelled * ONE / stride) ~= floor(fraction * ONE + 0.5) then
    travelled = travelled_of(fraction, stride)
    address(self, OP.TRAVELLED, slot)
    self._stream:number(travelled)
  end
  seen.travelled = travelled
end

local function write_if_new(self, op, slot, seen, key, value)
  if seen[key] == value then return end
  seen[key] = value
  address(self, op, slot)
  self._stream:number(value)
end

-- ---- routes -------------------------------------------------------------------------------------

-- From a cell of a path to its end: where it begins, and runs of equal directions.
local function write_cells(out, path, first)
  local runs, length, direction = {}, 0, nil
  local x, y = path:cell(first)
  out:number(x)
  out:number(y)
  for i = first + 1, #path do
    local to_x, to_y = path:cell(i)
    local way = DIRECTIONS[3 * (to_y - y) + to_x - x]
    if way ~= direction and direction then
      runs[#runs + 1] = length * 8 + direction
      length = 0
    end
    direction, length, x, y = way, length + 1, to_x, to_y
  end
  if direction then runs[#runs + 1] = length * 8 + direction end
  out:number(#runs)
  for _, run in ipairs(runs) do out:number(run) end
end

-- What each layer made it pay in all: a list of names and sums.
local function bill_of(path)
  local steps = path:explain()
  local sums = {}
  for _, step in ipairs(steps or {}) do
    for name, amount in pairs(step) do
      if name ~= "x" and name ~= "y" and amount ~= 0 then
        sums[name] = (sums[name] or 0) + amount
      end
    end
  end
  return core.keys(sums), sums
end

-- Kept with the route, for the next key frame.
local function write_bill(self, path, seen)
  if not seen.bill then seen.bill, seen.sums = bill_of(path) end
  self._stream:number(#seen.bill)
  for _, name in ipairs(seen.bill) do
    self._stream:number(text_number(self, name))
    self._stream:signed(seen.sums[name])
  end
end

local function write_route(self, body, seen, slot, kept)
  local route = body.route
  if rawequal(route, seen.route) then return end
  if not route then
    seen.route = nil
    address(self, OP.NO_ROUTE, slot)
    return
  end
  if kept and rawequal(kept.route, route) then seen.bill, seen.sums = kept.bill, kept.sums
  else seen.bill = nil end
  seen.route = route
  address(self, OP.ROUTE, slot)
  local out = self._stream
  out:number(2 * route.cost + (route.status == "partial" and 1 or 0))
  out:number(#route)
  write_cells(out, route, math.max(1, body.progress or 1))
  write_bill(self, route, seen)
end

-- ---- what it is at ------------------------------------------------------------------------------

local function write_doing(self, unit, seen, slot, kept)
  local behaviour = unit.behaviour
  if not (seen.fresh or seen.behaviour ~= behaviour or self._turns[unit.id]) then return end
  local verbs = kept and not self._turns[unit.id] and kept.behaviour == behaviour and kept.verbs
    or doing.verbs(unit)
  if seen.behaviour == behaviour and seen.verbs == verbs then return end
  seen.behaviour, seen.verbs = behaviour, verbs
  address(self, OP.DOING, slot)
  self._stream:number(text_number(self, doing.behaviour(unit)))
  self._stream:number(text_number(self, verbs))
end

local function write_data(self, unit, seen, slot)
  for i, key in ipairs(self._data) do
    local value = unit.data[key]
    if value ~= seen[i] then
      seen[i] = value
      address(self, OP.DATA, slot)
      self._stream:number(text_number(self, in_words(key)))
      self._stream:number(value == nil and 0 or 1 + text_number(self, in_words(value)))
    end
  end
end

local function write_health(self, unit, seen, slot)
  local share = asked(self, "health", unit)
  if type(share) ~= "number" or share ~= share then return end
  local percent = floor(math.max(0, math.min(1, share)) * 100 + 0.5)
  write_if_new(self, OP.HEALTH, slot, seen, "health", percent)
end

-- `kept`: what was seen of it before a key frame.
local function write_unit(self, unit, seen, slot, kept)
  local body = unit.body
  write_motion(self, body, seen, slot)
  write_if_new(self, OP.SPEED, slot, seen, "speed", floor(body.speed * ONE + 0.5))
  write_if_new(self, OP.SIGHT, slot, seen, "sight", body.sight and body.sight + 1 or 0)
  write_if_new(self, OP.STATE, slot, seen, "state", STATES[body.state])
  write_route(self, body, seen, slot, kept)
  write_doing(self, unit, seen, slot, kept)
  write_data(self, unit, seen, slot)
  write_health(self, unit, seen, slot)
  seen.fresh = false
end

-- ---- coming and going ---------------------------------------------------------------------------

-- What has been seen of units is in `_seen`, in the order of their ids.
local function drop_the_gone(self)
  local list = {}
  self._slot = -1
  for i, seen in ipairs(self._seen) do
    if self._world._units[seen.id] then
      list[#list + 1] = seen
    else
      address(self, OP.VANISH, i - 1)
      self:_event("gone", "", seen.id, seen.x, seen.y)
    end
  end
  self._seen = list
end

local function appear(self, unit, kept)
  introduce(self, unit)
  local seen = { id = unit.id, x = unit.x, y = unit.y, from_x = unit.x, from_y = unit.y,
    stride = STRAIGHT, travelled = STRAIGHT, speed = 0, sight = 0, state = 0, fresh = true,
    health = 100 }
  local out, list = self._stream, self._seen
  out:byte(OP.APPEAR)
  out:number(unit.id - (#list > 0 and list[#list].id or 0))
  out:number(unit.x)
  out:number(unit.y)
  list[#list + 1] = seen
  if not kept and self._world.ticks > self._first then
    self:_event("comes", "", unit.id, unit.x, unit.y)
  end
  -- In the middle of a step: where it has come from is not to be told by the step.
  if unit.from_x ~= unit.x or unit.from_y ~= unit.y then seen.x, seen.y = 0, 0 end
  return seen
end

local function observe_units(self, kept)
  drop_the_gone(self)
  local slot = 0
  self._slot = -1
  for unit in self._world:units() do
    local seen, before = self._seen[slot + 1], kept[unit.id]
    if not seen then seen = appear(self, unit, before) end
    write_unit(self, unit, seen, slot, before)
    slot = slot + 1
  end
end

-- ---- the map ------------------------------------------------------------------------------------

local function write_plane(self, op, number, plane, before)
  if plane == before then return end
  local out = self._stream
  out:byte(op)
  if number then out:number(number) end
  out:changes(plane, before, self._map.width)
end

local function observe_players(self)
  for i, one in ipairs(self._players) do
    if not one.player.removed then
      local plane = one.player:_plane()
      write_plane(self, OP.KNOWN, i, plane, one.plane or self._empty)
      one.plane = plane
    end
  end
end

-- By their names: one that is removed is calm until another is made.
local function observe_layers(self)
  local planes = {}
  for layer in self._map:influences() do
    local name = layer.name
    planes[name] = layer:_plane()
    if not self._levels[name] then
      self._levels[name] = self._calm
      if not self._known_layers[name] then self._layers[#self._layers + 1] = name end
      self._known_layers[name] = true
    end
  end
  for i, name in ipairs(self._layers) do
    local plane = planes[name] or self._calm
    write_plane(self, OP.LEVELS, i, plane, self._levels[name] or self._calm)
    self._levels[name] = plane
  end
end

-- Which players share their sight with which.
local function write_sharing(self)
  for i, one in ipairs(self._players) do
    local sharers = {}
    for k, other in ipairs(self._players) do
      if k ~= i and not one.player.removed and not other.player.removed
        and other.player:shares(one.player) then
        sharers[#sharers + 1] = k
      end
    end
    self._stream:byte(OP.SEES)
    self._stream:number(i)
    self._stream:number(#sharers)
    for _, k in ipairs(sharers) do self._stream:number(k) end
  end
end

local function observe_map(self)
  for player in self._map:players() do player_number(self, player) end
  local terrain = self._map:_plane()
  write_plane(self, OP.TERRAIN, nil, terrain, self._terrain)
  self._terrain = terrain
  observe_players(self)
  observe_layers(self)
end

-- ---- ticks --------------------------------------------------------------------------------------

local function end_part(self)
  local part = self._parts[#self._parts]
  if part then part.bytes, self._stream = self._stream:text(), stream.new() end
end

-- Forgets everything, and so writes it down.
function Recording:_begin_part()
  end_part(self)
  self._parts[#self._parts + 1] = { tick = self._world.ticks }
  local kept = {}
  for _, seen in ipairs(self._seen or {}) do
    kept[seen.id] = seen
    if not self._world._units[seen.id] then self:_event("gone", "", seen.id, seen.x, seen.y) end
  end
  self._seen, self._terrain, self._levels = {}, self._empty, {}
  for _, one in ipairs(self._players) do one.plane = self._empty end
  self:_write(kept, true)
end

function Recording:_write(kept, all)
  self._turns = {}
  for _, unit in ipairs(self._world._turned) do self._turns[unit.id] = true end
  observe_units(self, kept)
  if all or self._world.ticks % self._every == 0 then observe_map(self) end
  if all then write_sharing(self) end
  self._stream:byte(OP.TICK)
end

-- The world calls this at the end of each tick.
function Recording:_observe()
  self._last = self._world.ticks
  if (self._last - self._first) % self._keys == 0 then self:_begin_part() else self:_write({}) end
end

--- Ends it; the world goes on.
function Recording:stop()
  if self._world._recording == self then self._world._recording = false end
  return self
end

-- ---- what the game says -------------------------------------------------------------------------

function Recording:_event(kind, text, id, x, y)
  self._notes[#self._notes + 1] = {
    tick = self._world.ticks, kind = kind, text = text, id = id or 0, x = x or 0,
    y = y or 0,
  }
end

local MOST_WORDS = 65536                         -- bytes, of the failures of a mod

-- The text of a failure as far as the recording has room for it: a mod may fail in each tick.
local function failure_text(self, report)
  local owner = (report.behaviour or ""):match("^([^.]*)%.")
  if not owner then return report.text end
  local bytes = self._complained[owner] or 0
  if bytes > MOST_WORDS then return nil end
  self._complained[owner] = bytes + #report.text
  if bytes + #report.text <= MOST_WORDS then return report.text end
  return ("what else fails of '%s' is not recorded"):format(owner)
end

function Recording:_failure(report)
  local unit, text = report.unit, failure_text(self, report)
  if not text then return end
  self:_event("error", text, unit and unit.id, unit and not unit.removed and unit.x,
    unit and not unit.removed and unit.y)
end

local function is_over(self) return self._world._recording ~= self end

--- Notes that something happened now; with a place, anything with x and y, that it was there.
function Recording:note(text, place)
  if type(text) ~= "string" then
    blame.fail("note", 1, "a string expected, got %s", type(text))
  elseif place ~= nil and not (check.is_place(place) and type(place.x) == "number") then
    blame.fail("note", 2, "a place expected, got %s",
      type(place) == "table" and "table" or in_words(place))
  end
  if is_over(self) then return self end
  self:_event("note", text, place and place.body and place.id, place and place.x, place and place.y)
  return self
end

--- A number of the game's as it is now, for the charts; of a player, if it is one's own.
function Recording:value(name, value, player)
  if type(name) ~= "string" then
    blame.fail("value", 1, "a name expected, got %s", type(name))
  elseif type(value) ~= "number" or value ~= value or value < -2^53 or value > 2^53 then
    blame.fail("value", 2, "a number expected, got %s", in_words(value))
  elseif player ~= nil and not is_player(self, player) then
    blame.fail("value", 3, "a player of this map expected, got %s", in_words(player))
  end
  if is_over(self) then return self end
  local number = player and player_number(self, player) or 0
  local key = ("%d %s"):format(number, name)
  local line = self._value[key]
  if not line then
    line = { name = name, player = number }
    self._value[key], self._values[#self._values + 1] = line, line
  end
  local last = line[#line]
  if last and last[1] == self._world.ticks then
    last[2] = value
  elseif not last or last[2] ~= value then
    line[#line + 1] = { self._world.ticks, value }
  end
  return self
end

--- Its parts, the last one as far as it is: a list of { tick, bytes }.
function Recording:_all_parts()
  local list = {}
  for i, part in ipairs(self._parts) do
    list[i] = { tick = part.tick, bytes = part.bytes or self._stream:text() }
  end
  return list
end

return strict.class("recording", Recording, {
  world = "read", map = "read", title = "read", first = "read", last = "read", every = "read",
  keys = "read", name = "read", health = "read", data = "read", parts = "read", notes = "read",
  values = "read", cast = "read", layers = "read", players = "read", strings = "read",
})
