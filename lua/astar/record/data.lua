--- What a recording writes down of unit.data. Its fields are shown as text; of tables one level.

local id_tables = require "astar.record.id_tables"
local copied = require "astar.copied"
local core = require "astar.core"
local next = require "astar.pairs".next
local object = require "astar.units.object"
local stream = require "astar.record.stream"

local OP = stream.OP

local MOST_KEYS, MOST_TEXT, MOST_DATA = 32, 120, 8192  -- of a unit; bytes; bytes in a part
local MOST_IN_ALL = 4194304                      -- bytes, of a player's units
local TOO_MUCH = "(more than is recorded)"

-- A table in words: its fields, and what they are.
local function table_words(value)
  local list = {}
  for _, key in ipairs(core.keys(value)) do
    local field, is_place = value[key], #list >= 8
    if is_place then
      list[#list + 1] = "..."
      break
    end
    local words = type(field) == "table" and not object.is_unit(field) and "{...}"
      or id_tables.in_words(field)
    list[#list + 1] = type(key) == "number" and words
      or ("%s = %s"):format(id_tables.in_words(key), words)
  end
  return "{ " .. table.concat(list, ", ") .. " }"
end

local function shown(value)
  local words
  if type(value) == "table" and getmetatable(value) == nil then
    local ok, text = pcall(table_words, value)
    words = ok and text or "a table"
  else
    words = id_tables.in_words(value)
  end
  return #words > MOST_TEXT and words:sub(1, MOST_TEXT) .. "..." or words
end

local function write_datum(self, seen, slot, key, words, address)
  if seen.data[key] == words then return end
  seen.data[key] = words
  if words then
    local spent = self._data_spent
    spent[seen.player] = (spent[seen.player] or 0) + #words
    seen.data_bytes = seen.data_bytes + #words
    if seen.data_bytes > MOST_DATA or spent[seen.player] > MOST_IN_ALL then words = TOO_MUCH end
  end
  address(self, OP.DATA, slot)
  self._stream:number(id_tables.text_number(self, shown(key)))
  self._stream:number(words and 1 + id_tables.text_number(self, words) or 0)
end

local NOTHING = {}

-- The same list, and the fields that are there no more.
local function with_gone(unit, values, list)
  local all = copied(list)
  for key in next, values do
    if unit.data[key] == nil then all[#all + 1] = key end
  end
  return all
end

-- Fields of `data` that are other than when they were looked at last. Tables are looked at when
-- they may have changed: as a unit was activated, and now and then.
local function changed_keys(self, unit, seen)
  local list, values, present = NOTHING, seen.values, 0
  local look_inside = self._turns[unit._id] or seen.fresh or self._world.ticks % self._every == 0
  for key, value in next, unit.data do
    local before = values[key]
    if before ~= nil then present = present + 1 end
    if value ~= before or look_inside and type(value) == "table" then
      if list == NOTHING then list = {} end
      list[#list + 1] = key
    end
  end
  return present < seen.keys and with_gone(unit, values, list) or list
end

local function keys_of(self, unit, seen)
  if self._data then return self._data end
  local list = changed_keys(self, unit, seen)
  if #list < 2 then return list end
  local changed = {}
  for _, key in ipairs(list) do changed[key] = true end
  return core.keys(changed)
end

local data = {}

--- Writes down what is different of the data of a unit: all of it, or what the game has named.
-- `address` writes an operation and the unit's slot. Of a unit with more fields than are kept the
-- rest is looked at in each tick, for there may be room by then.
function data.write(self, unit, seen, slot, address)
  if type(unit.data) ~= "table" then return end
  self._crowded[seen.id] = nil
  for _, key in ipairs(keys_of(self, unit, seen)) do
    local value, known = unit.data[key], seen.values[key] ~= nil
    if known or seen.keys < MOST_KEYS then
      if known and value == nil then seen.keys = seen.keys - 1
      elseif value ~= nil and not known then seen.keys = seen.keys + 1 end
      if value ~= nil or known then
        seen.values[key] = value
        write_datum(self, seen, slot, key, value ~= nil and shown(value) or nil, address)
      end
    else
      self._crowded[seen.id] = true
    end
  end
end

return data
