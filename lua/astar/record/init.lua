--- Recordings: what happened in a world, tick by tick, small enough to keep all of it.
--
-- At the end of every tick a recording compares its world with what it has written, and writes the
-- differences. At regular intervals it writes everything: that is a key frame, from which a reader
-- can begin. A world that is not recorded does none of this work.
--
-- A part is a key frame and everything up to the next one: ticks of operations, each a byte and its
-- numbers (stream.lua). First come units in the order of their ids, each given as the difference to
-- the id before; then what concerns the map. The readers are web/replay/reader.js
-- and spec/support/recording.lua.

local blame = require "astar.arguments.blame"
local id_tables = require "astar.record.id_tables"
local check = require "astar.units.values"
local core = require "astar.core"
local rollback = require "astar.record.rollback"
local position_queries = require "astar.record.position_queries"
local landscape = require "astar.record.landscape"
local notes = require "astar.record.notes"
local options = require "astar.arguments.options"
local run = require "astar.record.run"
local strict = require "astar.arguments.strict"
local stream = require "astar.record.stream"
local units = require "astar.record.units"
local decisions = require "astar.record.decisions"

local Recording = {}

local VALID = {
  title = { "string", "a string" }, every = options.whole(1),
  keys = options.whole(1), name = { "function", "a function" },
  health = { "function", "a function" }, role = { "function", "a function" },
  data = { "table", "a list of keys" },
}

--- Records a world from now on, see docs/replay.md. options: title; every (5), after how many ticks
-- to look at terrain, knowledge and influence; keys (250), ticks from key frame to key frame;
-- name(unit) -> string; role(unit) -> string; health(unit) -> 0 to 1; data, a list of keys of
-- unit.data to show, where it is not all of them.
function Recording.new(world, given)
  if type(world) ~= "table" or not world._turned then
    blame.fail("record", 1, "a world expected, got %s", type(world))
  end
  given = given or {}
  options.check("record", given, VALID, 2)
  local other = world._recording
  if other and not other._yields then blame.raise("the world is recorded already") end
  if other then other:stop() end                 -- it was there for people who look
  local self = setmetatable({
    _world = world, _map = world.map, _title = given.title or "", _first = world.ticks,
    _vault = core.vault_identity or false,
    _last = world.ticks, _every = given.every or 5,
    _keys = given.keys or 250, _name = given.name,
    _health = given.health, _role = given.role,
    _data = given.data or false, _parts = {}, _notes = notes.new(), _values = {}, _cast = {},
    _layers = {}, _players = {}, _strings = {}, _index = {}, _value = {}, _stream = stream.new(),
    _yields = false,                             -- it gives way to one of the game's
    _known_cast = {}, _identity_changes = 0, _known_layers = {}, _why = {}, _data_spent = {},
    _ticks_marks = {}, _is_cut = false,            -- the next tick begins a part, see rollback.lua
    _marked = 0, _marks = setmetatable({}, { __mode = "k" }),
    _feeds = setmetatable({}, { __mode = "k" }),
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
  local size = self._stream.n + notes.size(self)
  for _, part in ipairs(self._parts) do size = size + #(part.bytes or "") end
  return size
end

-- ---- ticks --------------------------------------------------------------------------------------

local function end_part(self)
  local part = self._parts[#self._parts]
  if part and not part.bytes then part.bytes, self._stream = self._stream:text(), stream.new() end
end

-- Forgets everything, and so writes it down.
function Recording:_begin_part()
  end_part(self)
  self._parts[#self._parts + 1] = { tick = self._world.ticks, strings = #self._strings }
  local kept = {}
  for slot, seen in ipairs(self._seen or {}) do
    kept[seen.id] = seen
    if not self._world._units[seen.id] then
      seen.x, seen.y = self._map:_recorder_cell(self._unit_recorder, slot - 1)
      decisions.gone(self, seen)
    end
  end
  self._is_cut = false
  units.begin(self)
  landscape.begin(self)
  self:_write(kept, true)
end

function Recording:_write(kept, all)
  self._turns = {}
  for _, unit in ipairs(self._world._turned) do self._turns[unit.id] = true end
  units.write(self, kept)
  if all or self._world.ticks % self._every == 0 then landscape.observe(self) end
  if all then landscape.write_sharing(self) end
  self._stream:byte(stream.OP.TICK)
  self._ticks_marks[#self._ticks_marks + 1] = run.mark(self._world)
end

-- The world calls this at the end of each tick.
function Recording:_observe()
  self._last = self._world.ticks
  local is_key = self._is_cut or (self._last - self._first) % self._keys == 0
  if is_key then self:_begin_part() else self:_write({}) end
end

--- Ends it; the world goes on.
function Recording:stop()
  if self._world._recording == self then self._world._recording = false end
  return self
end

-- The world calls these when a snapshot of it is taken, and when it goes back to one.
Recording._mark, Recording._go_back = rollback.mark, rollback.back

-- ---- what the game says -------------------------------------------------------------------------

--- Keeps a note of what is said in this tick, see notes.keep. The library calls it.
Recording._note = notes.keep

--- The world calls these: a unit is told of an event, a table with its name, unit and arguments; a
-- unit is being removed by another.
Recording._heard, Recording._removed = decisions.heard, decisions.removed

--- The world's position queries ask for at least so many places, and tell what they are, see
-- position_queries.note.
Recording._places, Recording._asked_places = position_queries.MOST, position_queries.note

local function place_of(unit)
  if unit and not unit.removed then return unit.x, unit.y end
end

-- The world calls this with each report that the recording is to have.
function Recording:_reported(report)
  local x, y = place_of(report.unit)
  self:_note { kind = report.kind, text = report.text, unit = report.unit, x = x, y = y,
    mod = report.mod and report.mod.name or (report.behaviour or ""):match("^([^.]*)%.") }
end

local function is_over(self) return self._world._recording ~= self end

--- Notes that something happened now; with a place, anything with x and y, that it was there.
function Recording:note(text, place)
  if type(text) ~= "string" then
    blame.fail("note", 1, "a string expected, got %s", type(text))
  elseif place ~= nil and not (check.is_place(place) and type(place.x) == "number") then
    blame.fail("note", 2, "a place expected, got %s",
      type(place) == "table" and "table" or id_tables.in_words(place))
  end
  if is_over(self) then return self end
  self:_note { kind = "note", text = text, unit = place and place.body and place.id,
    x = place and place.x, y = place and place.y }
  return self
end

--- A number of the game's as it is now, for the charts; of a player, if it is one's own.
function Recording:value(name, value, player)
  if type(name) ~= "string" then
    blame.fail("value", 1, "a name expected, got %s", type(name))
  elseif type(value) ~= "number" or value ~= value or value < -2^53 or value > 2^53 then
    blame.fail("value", 2, "a number expected, got %s", id_tables.in_words(value))
  elseif player ~= nil and not id_tables.is_player(self, player) then
    blame.fail("value", 3, "a player of this map expected, got %s", id_tables.in_words(player))
  end
  if is_over(self) then return self end
  local number = player and id_tables.player_number(self, player) or 0
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

--- Its notes so far, as bytes.
Recording._all_notes = notes.text

--- What a part has behind so many bytes, the last one as far as it is.
function Recording:_part_from(number, from)
  local bytes = self._parts[number].bytes
  return bytes and bytes:sub(from + 1) or self._stream:text(from)
end

function Recording:_part_size(number)
  local part = self._parts[number]
  return part and (part.bytes and #part.bytes or self._stream.n) or 0
end

--- Its parts: a list of { tick, strings, bytes }; `strings`: how many texts there were before it.
function Recording:_all_parts()
  local list = {}
  for i, part in ipairs(self._parts) do
    list[i] = { tick = part.tick, strings = part.strings, bytes = self:_part_from(i, 0) }
  end
  return list
end

return strict.class("recording", Recording, {
  title = "read", first = "read", last = "read", vault = "read",
})
