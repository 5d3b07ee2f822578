--- Comparing: of two worlds, saves, recordings or maps the first thing in which they differ.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local exact = require "astar.save.exact"
local formats = require "astar.formats"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs
local recordings = require "astar.compare.recordings"
local run = require "astar.record.run"
local saves = require "astar.compare.saves"
local shortened = require "astar.world.shortened_text"
local strict = require "astar.arguments.strict"
local visible = require "astar.world.visible_text"
local worlds = require "astar.save.worlds"

local compare = {}

local MOST_WORDS = 60                            -- bytes of a value in a message

-- ---- differences --------------------------------------------------------------------------------

local Difference = {}

local function value_words(value)
  local words = type(value) == "number" and exact.digits(value, 14) or tostring(value)
  return visible(shortened(words, MOST_WORDS))
end

-- "unit 3 (archer): x"
local function place_words(self)
  local owner = self._owner
  if self._name and self._name ~= owner then owner = ("%s (%s)"):format(owner, self._name) end
  return visible(self._field == "" and owner or ("%s: %s"):format(owner, self._field))
end

--- In words. `a`, `b`: what the two are called, "the first" and "the other" unless given.
function Difference:_words(a, b)
  local when = self._tick and ("tick %d, "):format(self._tick) or ""
  local words = ("%s%s is %s%s, and %s in %s"):format(when, place_words(self), value_words(self._a),
    a and " in " .. a or "", value_words(self._b), b or "the other")
  if not self._shown then return words end
  return ("%s; the first that is recorded: %s"):format(words, self._shown:_words(a, b))
end

function Difference:__tostring() return self:_words() end

strict.class("difference", Difference, { tick = "read", unit = "read", owner = "read",
  field = "read", a = "read", b = "read", name = "read", shown = "read", warnings = "read" })

local function new_difference(found, warnings)
  if not found then return false end
  return setmetatable({ _tick = found.tick or false, _unit = found.unit or false,
    _owner = found.owner, _field = found.field, _a = found.a, _b = found.b,
    _name = found.name or false, _shown = new_difference(found.shown, {}),
    _warnings = warnings }, Difference)
end

-- ---- kinds --------------------------------------------------------------------------------------

local KINDS = {}

KINDS["a world"] = function(a, b, exactly)
  local found = not worlds.is_same(a, b, exactly) and worlds.difference(a, b, exactly)
    or exactly and worlds.of_instances(a, b) or nil
  if found then found.tick = a.ticks end
  return found
end

KINDS["a map"] = function(a, b)
  if a:hash() ~= b:hash() then return worlds.of_saved(a, b) end
end

KINDS["a save"] = function(a, b) return saves.difference(a, b), saves.warnings(a, b) end

local LIBRARIES = "they were made by astar %s, and %s: the two machines need not agree"

local function versions_of(a, b)
  local list = {}
  for key, words in pairs { library = LIBRARIES, vault = saves.VAULTS } do
    local one, other = a[key] or "none", b[key] or "none"
    if one ~= other then list[#list + 1] = words:format(tostring(one), tostring(other)) end
  end
  table.sort(list)
  return list
end

KINDS["a replay"] = function(a, b)
  return recordings.difference(a, b), versions_of(a, b)
end

-- ---- what is given ------------------------------------------------------------------------------

-- The kind of a text, and what is in it | nil, message.
local function read(text)
  if run.recognises(text) then
    local list, message = run.read(text)
    return list and "a replay", list or message
  elseif text:sub(1, 6) == "\137ASTAW" then
    local save, message = saves.read(text)
    return save and "a save", save or message
  end
  local map, message = formats.read(text)
  return map and "a map", map or message
end

local function is_world(value) return type(value) == "table" and rawget(value, "_turned") ~= nil end

local function is_recording(value)
  return type(value) == "table" and rawget(value, "_parts") ~= nil
end

local function take(value, argument)
  if type(value) == "string" then return read(value) end
  if is_world(value) then return "a world", value end
  if is_recording(value) then return "a replay", run.of(value) end
  if getmetatable(value) == core.metatables.map then return "a map", value end
  blame.fail("compare", argument, "a world, a recording, a map, or the text of a save or a replay "
    .. "expected, got %s", core.show(value))
end

-- What is wrong with runs that cannot be compared; nil: nothing.
local function no_common_tick(a, b)
  local from, to = recordings.common_ticks(a, b)
  if from <= to then return nil end
  return ("they have no tick in common: %d to %d, and %d to %d"):format(a.first, a.last, b.first,
    b.last)
end

--- The same as compare.of, as a table: { kind =, a =, b =, difference = or false, warnings =, a
-- list }. nil, message and which of the two it is about: a text cannot be read, or they are of
-- different kinds.
function compare.both(a, b, exactly)
  local kind, first = take(a, 1)
  if not kind then return nil, first, 1 end
  local other_kind, second = take(b, 2)
  if not other_kind then return nil, second, 2 end
  if kind ~= other_kind then
    return nil, ("the one is %s, the other %s"):format(kind, other_kind)
  end
  local message = kind == "a replay" and no_common_tick(first, second)
  if message then return nil, message end
  local done, found, warnings = pcall(KINDS[kind], first, second, exactly)
  if not done then
    if type(a) ~= "string" and type(b) ~= "string" then error(found, 0) end
    return nil, kind .. ", but cut off or changed"
  end
  warnings = warnings or {}
  for i, words in ipairs(warnings) do warnings[i] = visible(words) end
  return { kind = kind, a = first, b = second, difference = new_difference(found, warnings),
    warnings = warnings }
end

local VALID = { exact = { "boolean", "a boolean" } }

--- astar.compare(a, b [, options]) -> difference | false, they are the same | nil, message
function compare.of(a, b, given)
  if given ~= nil then options.check("compare", given, VALID, 3) end
  local result, message = compare.both(a, b, given and given.exact)
  if not result then return nil, message end
  return result.difference
end

return compare
