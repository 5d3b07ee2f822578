--- The lists that a recording numbers things by: texts, players, units.

local exact = require "astar.save.exact"

local id_tables = {}

--- The number of a text in the list of texts, from 0.
function id_tables.text_number(self, text)
  local number = self._index[text]
  if not number then
    number = #self._strings
    self._strings[number + 1], self._index[text] = text, number
  end
  return number
end

--- Numbers look the same in every Lua.
function id_tables.in_words(value)
  if type(value) == "number" then return exact.digits(value, 14) end
  local ok, words = pcall(tostring, value)
  return ok and type(words) == "string" and words or "?"
end

--- The number of a player in the list of players, from 1.
function id_tables.player_number(self, player)
  for i, one in ipairs(self._players) do
    if one.player == player then return i end
  end
  self._players[#self._players + 1] = { player = player, name = player.name }
  return #self._players
end

--- One of the map's players, or one that was and is recorded.
function id_tables.is_player(self, player)
  for _, one in ipairs(self._players) do
    if one.player == player then return true end
  end
  for one in self._map:players() do
    if one == player then return true end
  end
  return false
end

--- What the game's own function `key` says of a unit. One that fails is not asked again: the tick
-- goes on, and what is being written is finished.
function id_tables.asked(self, key, unit)
  local f = self["_" .. key]
  if not f then return nil end
  local ok, value = pcall(f, unit)
  if ok then return value end
  self["_" .. key] = nil
  self._world:_deliver { unit = unit, tick = self._world.ticks, message = value,
    text = ("record: %s(%s): %s"):format(key, tostring(unit), id_tables.in_words(value)) }
end

-- What the game says that it is, or what unit.data does.
local function role_of(self, unit)
  local role = id_tables.asked(self, "role", unit)
  if role == nil and type(unit.data) == "table" then role = unit.data.role end
  return type(role) == "string" and role or nil
end

--- The entry of a unit in the list of units, made on first use. It tells whose it was then, and how
-- large.
function id_tables.introduce(self, unit)
  if self._known_cast[unit.id] then return self._known_cast[unit.id] end
  local name = id_tables.asked(self, "name", unit)
  name = name == nil and ("unit %d"):format(unit.id) or id_tables.in_words(name)
  local entry = { id = unit.id, name = name, size = unit.class.size, role = role_of(self, unit),
    player = id_tables.player_number(self, unit.player) }
  self._cast[#self._cast + 1], self._known_cast[unit.id] = entry, entry
  return entry
end

return id_tables
