--- Notes: what is said in a tick, of a unit or a place, by the game, its mods, or the library: what
-- happened, what was printed, what a behaviour draws on the map.
--
-- They are bytes of their own beside the parts, in the order of their ticks. Each is: the ticks
-- since the note before, the number of its kind in the list of texts, a byte of FIELDS, and the
-- fields that this byte names, in that order. Places and lengths are in eighths of a cell. The
-- readers are web/replay/notes.js and spec/support/recording.lua.
--
-- What a mod says is bounded, in a tick and in a recording: what is above is left out, and the
-- first of it leaves a note that says so. So notes take up a bounded share of the game's memory,
-- however long a recording is.

local id_tables = require "astar.record.id_tables"
local pairs = require "astar.pairs".pairs
local shortened = require "astar.world.shortened_text"
local stream = require "astar.record.stream"

local notes = {}

local floor = math.floor

local EIGHTHS, FARTHEST = 8, 2 ^ 24              -- cells from the map's corner
local LONGEST = 400                              -- bytes of a text
local A_NOTE, A_TEXT = 8, 64                     -- bytes that it takes up beside what is said
local PIECE = 4096                               -- bytes that become a string at a time

-- What a mod may say: notes in a tick, bytes in a recording; what is noted where it is too much.
local SAID = { ticks = 64, bytes = 262144, more = "what else '%s' says is not recorded" }
local LIMITS = {
  error = { ticks = 64, bytes = 65536, more = "what else fails of '%s' is not recorded" },
}
LIMITS.stopped = LIMITS.error

-- Why a player's units do what they do, and the places that they weigh: bytes of each.
local REASONS = { most = 4194304, key = "why ",
  more = "what else the units of '%s' hear and return is not recorded" }
local HEAT = { most = 1048576, key = "heat ",
  more = "what else the units of '%s' weigh of places is not recorded" }
local MORE_NOW = "what else '%s' says in this tick is not recorded"

function notes.new()
  return { stream = stream.new(), pieces = {}, bytes = 0, count = 0, tick = 0, spent = {} }
end

-- ---- fields -------------------------------------------------------------------------------------

local function eighths(value)
  if type(value) ~= "number" or not (value > -FARTHEST and value < FARTHEST) then return 0 end
  return floor(value * EIGHTHS + 0.5)
end

local function id_of(value)
  local id = type(value) == "table" and value.id or value
  return type(id) == "number" and id >= 1 and id < 2 ^ 53 and id % 1 == 0 and id or nil
end

local function words(self, value)
  return id_tables.text_number(self, shortened(id_tables.in_words(value), LONGEST))
end

-- What a shape is drawn with, after its kind and its color.
local LENGTHS = { "x2", "y2", "radius", "width", "height", "ticks" }

-- The flag of a field, whether a note has it, and how it is written.
local FIELDS = {
  { 1, function(note) return id_of(note.unit) end,
    function(_, out, note) out:number(id_of(note.unit)) end },
  { 2, function(note) return id_of(note.by) end,
    function(_, out, note) out:number(id_of(note.by)) end },
  { 4, function(note) return type(note.x) == "number" and type(note.y) == "number" end,
    function(_, out, note)
      out:signed(eighths(note.x))
      out:signed(eighths(note.y))
    end },
  { 8, function(note) return note.text ~= nil and note.text ~= "" end,
    function(self, out, note) out:number(words(self, note.text)) end },
  { 16, function(note) return note.mod end,
    function(self, out, note) out:number(words(self, note.mod)) end },
  { 32, function(note) return note.player end,
    function(self, out, note)
      out:number(id_tables.text_number(self, id_tables.in_words(
        type(note.player) == "string" and note.player or note.player.name)))
    end },
  { 64, function(note) return note.shape end,
    function(self, out, note)
      out:number(words(self, note.shape))
      out:number(words(self, note.color or ""))
      for _, key in ipairs(LENGTHS) do out:signed(eighths(note[key])) end
    end },
  { 128, function(note) return note.scores end,  -- in hundredths; `text` has the names, by lines
    function(_, out, note)
      out:number(note.chosen)
      out:number(#note.scores)
      for _, score in ipairs(note.scores) do out:number(score) end
    end },
}

-- ---- writing ------------------------------------------------------------------------------------

local function put(self, note)
  local own, now, flags = self._notes, self._world.ticks, 0
  local out = own.stream
  for _, field in ipairs(FIELDS) do
    if field[2](note) then flags = flags + field[1] end
  end
  out:number(now - own.tick)
  out:number(words(self, note.kind))
  out:byte(flags)
  for _, field in ipairs(FIELDS) do
    if field[2](note) then field[3](self, out, note) end
  end
  own.tick, own.count = now, own.count + 1
  if out.n >= PIECE then
    own.pieces[#own.pieces + 1], own.stream = out:text(), stream.new()
    own.bytes = own.bytes + out.n
  end
end

-- What a mod has said of that sort: in this tick, and in all.
local function spent_on(self, limit, mod)
  local key = (limit == SAID and "said " or "fails ") .. mod
  local spent = self._notes.spent[key]
  if not spent then
    spent = { tick = -1, count = 0, bytes = 0 }
    self._notes.spent[key] = spent
  end
  if spent.tick ~= self._world.ticks then spent.tick, spent.count = self._world.ticks, 0 end
  return spent
end

local function cost_of(note)
  local bytes = A_NOTE
  for _, key in ipairs { "text", "shape", "color" } do
    local text = note[key]
    if text ~= nil then bytes = bytes + math.min(#id_tables.in_words(text), LONGEST) + A_TEXT end
  end
  return bytes
end

-- Is there room for one more? The first for which there is none is told of in its place.
local function has_room(self, note)
  local mod, limit = id_tables.in_words(note.mod), LIMITS[note.kind] or SAID
  local spent, cost = spent_on(self, limit, mod), cost_of(note)
  if spent.bytes > limit.bytes or spent.count > limit.ticks then return false end
  spent.count = spent.count + 1
  local full, crowded = spent.bytes + cost > limit.bytes, spent.count > limit.ticks
  if crowded and not full then cost = cost_of { text = MORE_NOW } end
  spent.bytes = full and limit.bytes + 1 or spent.bytes + cost
  if not (full or crowded) then return true end
  put(self, { kind = note.kind == "error" and "error" or "more", mod = note.mod, unit = note.unit,
    text = (full and limit.more or MORE_NOW):format(mod) })
  return false
end

--- Keeps a note of this tick: a table with `kind`, a string, and any of these: unit and by, units
-- or their ids; x, y, a place; text; mod, the name of the mod that says it, where one does; player;
-- and for what is drawn shape, color, x2, y2, radius, width, height, ticks.
-- What was reloaded is about a mod; it is the game that says it.
function notes.keep(self, note)
  if note.mod and note.kind ~= "reload" and not has_room(self, note) then return end
  put(self, note)
end

--- Keeps a note of why a unit does what it does. Of each player's units there is room for so many.
function notes.explain(self, unit, note)
  local limit = note.kind == "heat" and HEAT or REASONS
  local key = limit.key .. id_tables.player_number(self, unit.player)
  local spent = self._notes.spent[key] or { bytes = 0 }
  self._notes.spent[key] = spent
  if spent.bytes > limit.most then return end
  spent.bytes = spent.bytes + cost_of(note) + (note.scores and 2 * #note.scores or 0)
  if spent.bytes > limit.most then
    note = { kind = "more", text = limit.more:format(id_tables.in_words(unit.player.name)) }
  end
  put(self, note)
end

-- ---- going back ---------------------------------------------------------------------------------

local function copy(spent)
  local new = {}
  for key, one in pairs(spent) do
    new[key] = { tick = one.tick, count = one.count, bytes = one.bytes }
  end
  return new
end

--- How much has been noted, for notes.cut.
function notes.mark(self)
  local own = self._notes
  return { pieces = #own.pieces, bytes = own.bytes, size = own.stream.n, count = own.count,
    tick = own.tick, spent = copy(own.spent) }
end

--- Forgets what was noted since.
function notes.cut(self, mark)
  local own = self._notes
  local piece = own.pieces[mark.pieces + 1] or own.stream:text()
  own.stream = stream.of(piece:sub(1, mark.size))
  for i = #own.pieces, mark.pieces + 1, -1 do own.pieces[i] = nil end
  own.bytes, own.count, own.tick, own.spent = mark.bytes, mark.count, mark.tick, copy(mark.spent)
end

-- ---- reading ------------------------------------------------------------------------------------

--- Bytes that are written.
function notes.size(self) return self._notes.bytes + self._notes.stream.n end

--- All notes so far, as bytes.
function notes.text(self) return notes.from(self, 0) end

--- Those behind so many bytes.
function notes.from(self, from)
  local own = self._notes
  if from >= own.bytes then return own.stream:text(from - own.bytes) end
  return (table.concat(own.pieces) .. own.stream:text()):sub(from + 1)
end

return notes
