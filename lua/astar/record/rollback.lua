--- Cutting a recording back, when its world goes back.
--
-- A mark remembers how long everything in a recording was: parts, notes, values and lists only grow
-- at their ends, so going back to a mark means to forget what is behind these lengths. The tick
-- after it begins a part, because what was written of each unit is not remembered.
--
-- A mark is stale when the recording was cut back to one before it: what it points into is gone.
-- From there, and from before its beginning, the recording begins again.

local notes = require "astar.record.notes"
local copied = require "astar.copied"
local pairs = require "astar.pairs".pairs
local stream = require "astar.record.stream"
local units = require "astar.record.units"
local decisions = require "astar.record.decisions"

local rollback = {}

local LISTS = { "strings", "cast", "layers", "players" }

-- ---- marks --------------------------------------------------------------------------------------

-- Of each line of values how many points it has, and the last one's number, which may change within
-- its tick.
local function lengths_of_values(self)
  local list = {}
  for i, line in ipairs(self._values) do
    local last = line[#line]
    list[i] = { #line, last and last[2] }
  end
  return list
end

--- How far a recording has come: rollback.back goes back there.
function rollback.mark(self)
  local part = self._parts[#self._parts]
  self._marked = self._marked + 1
  local mark = { recording = self, number = self._marked, last = self._last, parts = #self._parts,
    bytes = part.bytes and #part.bytes or self._stream.n, notes = notes.mark(self),
    values = lengths_of_values(self), data_spent = copied(self._data_spent),
    ticks_marks = #self._ticks_marks }
  for _, key in ipairs(LISTS) do mark[key] = #self["_" .. key] end
  self._marks[mark] = true
  return mark
end

local function is_there(self, mark)
  return mark and mark.recording == self and self._marks[mark]
end

local function drop_marks_after(self, number)
  for mark in pairs(self._marks) do              -- in any order
    if mark.number > number then self._marks[mark] = nil end
  end
end

-- ---- going back ---------------------------------------------------------------------------------

local function shorten(list, count)
  for i = #list, count + 1, -1 do list[i] = nil end
end

local function cut_parts(self, mark)
  local part = self._parts[mark.parts]
  if part.bytes then part.bytes = part.bytes:sub(1, mark.bytes)
  else part.bytes = self._stream:text():sub(1, mark.bytes) end
  shorten(self._parts, mark.parts)
  shorten(self._ticks_marks, mark.ticks_marks)
  self._stream = stream.new()
end

local function cut_lists(self, mark)
  for i = mark.strings + 1, #self._strings do self._index[self._strings[i]] = nil end
  for i = mark.cast + 1, #self._cast do self._known_cast[self._cast[i].id] = nil end
  for i = mark.layers + 1, #self._layers do self._known_layers[self._layers[i]] = nil end
  for _, key in ipairs(LISTS) do shorten(self["_" .. key], mark[key]) end
end

local function cut_values(self, mark)
  for i = #self._values, 1, -1 do
    local line, kept = self._values[i], mark.values[i]
    if kept then
      shorten(line, kept[1])
      if line[1] then line[#line][2] = kept[2] end
    else
      self._value[("%d %s"):format(line.player, line.name)] = nil
      self._values[i] = nil
    end
  end
end

-- The list of what has been seen of units, as a key frame needs it: which there were, and where.
local function look_again(self)
  units.begin(self)
  for unit in self._world:units() do
    units.know(self, unit)
    decisions.settle(self, unit)
  end
  self._map:_recorder_write(self._unit_recorder, 0, #self._seen, {}, 0, -1)
end

local function forget_all(self)
  for i = #self._parts, 1, -1 do self._parts[i] = nil end
  self._first, self._last = self._world.ticks, self._world.ticks
  self._stream, self._notes, self._values, self._value = stream.new(), notes.new(), {}, {}
  self._strings, self._index, self._cast, self._known_cast = {}, {}, {}, {}
  self._layers, self._known_layers, self._players, self._ticks_marks = {}, {}, {}, {}
  self._why, self._data_spent, self._seen = {}, {}, nil
end

local function cut_all(self, mark)
  cut_parts(self, mark)
  cut_lists(self, mark)
  cut_values(self, mark)
  notes.cut(self, mark.notes)
  self._last, self._data_spent, self._why = mark.last, copied(mark.data_spent), {}
  self._turns, self._is_cut = {}, true
  look_again(self)
end

--- The world has gone back to where it was when `mark` was made, or to somewhere else that this
-- recording knows nothing of: then it begins again. Pages are told (feed.lua).
function rollback.back(self, mark)
  local known = is_there(self, mark)
  drop_marks_after(self, known and mark.number or 0)
  if known then cut_all(self, mark) else forget_all(self) end
  for feed in pairs(self._feeds) do feed:cut() end   -- in any order: each is told alone
  if not known then self:_begin_part() end
end

return rollback
