--- Feeds: a recording bit by bit, for a page that plays it while it grows, and all at once, for one
-- that plays it later (replay/init.lua). Their reader is web/replay/growth.js.

local base64 = require("astar.formats.base64").encode
local copied = require "astar.copied"
local core = require "astar.core"
local notes = require "astar.record.notes"

local Feed = {}
Feed.__index = Feed

--- Of a recording, from its beginning.
function Feed.new(recording)
  local self = setmetatable({ recording = recording, part = 1, byte = 0, note = 0, strings = 0,
    cast = 0, layers = 0, notes = 0, note_tick = 0, values = {}, is_cut = false }, Feed)
  recording._feeds[self] = true
  return self
end

--- The recording was cut back: what is behind its end has not been told. It calls this.
function Feed:cut()
  local recording = self.recording
  local last, size = math.max(1, #recording._parts), notes.size(recording)
  local written = recording._notes
  if self.part > last then self.part, self.byte = last, math.huge end
  self.byte = math.min(self.byte, recording:_part_size(self.part))
  if self.note > size then
    self.note, self.notes, self.note_tick = size, written.count, written.tick
  end
  for _, key in ipairs { "strings", "cast", "layers" } do
    self[key] = math.min(self[key], #recording["_" .. key])
  end
  for i, count in ipairs(self.values) do
    local line = recording._values[i]
    self.values[i] = line and math.min(count, #line) or nil
  end
  self.is_cut = true
end

-- What a page keeps of what it was told before: how much of each list; the tick of its last note.
local function kept(self)
  if not self.is_cut then return nil end
  self.is_cut = false
  local parts = self.byte > 0 and self.part or self.part - 1
  return { first = self.recording.first, parts = parts, bytes = self.byte, notes = self.notes,
    note_tick = self.note_tick, strings = self.strings, cast = self.cast, layers = self.layers,
    values = copied(self.values) }
end

-- ---- what does not grow -------------------------------------------------------------------------

-- Cells count from 0 on the page.
local function levels_of(map)
  local list = {}
  for level in map:levels() do
    list[level.number] = { name = level.name, x = level.x - 1, y = level.y - 1,
      width = level.width, height = level.height }
  end
  return list
end

--- What a page has to know before anything else.
function Feed:heading()
  local recording = self.recording
  local map = recording._map
  return { version = 2, title = recording.title, vault = recording.vault or nil,
    library = core.version, every = recording._every,
    width = map.width, height = map.height, grid = map.grid, levels = levels_of(map),
    straight = map.straight, first = recording.first, keys = recording._keys }
end

-- ---- what does ----------------------------------------------------------------------------------

-- What a list has more than `count` entries.
local function rest(list, count)
  local new = {}
  for i = count + 1, #list do new[#new + 1] = list[i] end
  return new
end

local function terrains_of(map)
  local list = {}
  for id, name, cost, opaque in map:terrains() do
    list[id] = { name = name, cost = cost, opaque = opaque }
  end
  return list
end

local function players_of(recording)
  local list = {}
  for i, one in ipairs(recording._players) do
    list[i] = { name = one.name, fog = one.player.removed or one.player.fog }
  end
  return list
end

-- What has been added to the parts: where, and bytes; and the last tick of that. Only the last part
-- grows. Of more than `most` bytes the later parts are left for the next time.
local function parts_since(self, most)
  local list, parts, sum = {}, self.recording._parts, 0
  for i = self.part, #parts do
    if sum > most then return list, parts[i].tick - 1 end
    local bytes = self.recording:_part_from(i, i == self.part and self.byte or 0)
    if bytes ~= "" or i > self.part then
      list[#list + 1] = { number = i, tick = parts[i].tick, strings = parts[i].strings,
        bytes = base64(bytes) }
    end
    self.byte = (i == self.part and self.byte or 0) + #bytes
    self.part, sum = i, sum + #bytes
  end
  return list, self.recording.last
end

-- Of lines that have more points: the line, and these.
local function values_since(self)
  local list = {}
  for i, line in ipairs(self.recording._values) do
    local ticks, numbers, from = {}, {}, self.values[i] or 0
    for k = math.max(1, from), #line do          -- the last point of before may be another one now
      ticks[#ticks + 1], numbers[#numbers + 1] = line[k][1], line[k][2]
    end
    if #line > 0 then
      list[#list + 1] = { line = i, name = line.name, player = line.player,
        from = math.max(1, from), ticks = ticks, numbers = numbers }
    end
    self.values[i] = #line
  end
  return list
end

--- What is new since the last call: lists of what has been added. `players` and `terrains` are
-- whole. `cut`, where the recording was cut back: what is to be kept of what was told before.
-- `most`: bytes of ticks after which the rest is left for the next call; `last` says how far it
-- goes.
function Feed:next(most)
  local recording, cut = self.recording, kept(self)
  local parts, last = parts_since(self, most or math.huge)
  local written = notes.from(recording, self.note)
  local news = { cut = cut, last = last, parts = parts, notes = base64(written),
    values = values_since(self), strings = rest(recording._strings, self.strings),
    cast = rest(recording._cast, self.cast), layers = rest(recording._layers, self.layers),
    players = players_of(recording), terrains = terrains_of(recording._map) }
  self.note = self.note + #written
  self.notes, self.note_tick = recording._notes.count, recording._notes.tick
  self.strings, self.cast = #recording._strings, #recording._cast
  self.layers = #recording._layers
  return news
end

return Feed
