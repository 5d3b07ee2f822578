--- Watches: what an expression comes to for a unit. People who look at a game ask this, in a state
-- that is none of the game's: see inspect/watch.lua.

local bridge = require "astar.mods.guest.bridge"
local data = require "astar.mods.guest.data"
local object = require "astar.units.object"
local unit = require "astar.mods.guest.unit"
local world = require "astar.mods.guest.world"

local pairs = bridge.pairs

local MOST_LETTERS, MOST_ENTRIES, DEEPEST = 2000, 40, 3
local MOST_PLACES, MOST_CELLS = 64, 512

-- ---- in words -----------------------------------------------------------------------------------

local words_of

-- There are no patterns in a mod's state.
local function is_name(key)
  if type(key) ~= "string" or key == "" then return false end
  for i = 1, #key do
    local byte = key:byte(i)
    local is_letter = byte >= 65 and byte <= 90 or byte >= 97 and byte <= 122 or byte == 95
    if not (is_letter or i > 1 and byte >= 48 and byte <= 57) then return false end
  end
  return true
end

local function entry_words(key, value, place, depth)
  if key == place then return words_of(value, depth) end
  local name = is_name(key) and key or "[" .. words_of(key, DEEPEST) .. "]"
  return name .. " = " .. words_of(value, depth)
end

local function table_words(value, depth)
  if depth >= DEEPEST then return "{…}" end
  local list, count = {}, 0
  for key, one in pairs(value) do
    count = count + 1
    if count <= MOST_ENTRIES then list[count] = entry_words(key, one, count, depth + 1) end
  end
  if count > MOST_ENTRIES then list[MOST_ENTRIES + 1] = "…" end
  return count == 0 and "{}" or "{ " .. table.concat(list, ", ") .. " }"
end

local function is_object(value)
  local meta = getmetatable(value)
  return meta ~= nil and (object.is_unit(value) or object.is_path(value) or world.is_player(value)
    or type(meta) ~= "table" or meta.__tostring ~= nil)
end

function words_of(value, depth)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(value) end
  if kind ~= "table" or is_object(value) then return tostring(value) end
  local ok, words = pcall(table_words, value, depth)
  return ok and words or "a table"
end

local function all_words(...)
  local list = {}
  for i = 1, select("#", ...) do list[i] = words_of((select(i, ...)), 0) end
  local words = list[1] and table.concat(list, ", ") or "nothing"
  return #words > MOST_LETTERS and words:sub(1, MOST_LETTERS) .. "…" or words
end

-- ---- on the map ---------------------------------------------------------------------------------

-- JSON has no word for what is no number or has no end.
local function number(value)
  return type(value) == "number" and value - value == 0 and value or nil
end

local function parts_of(why)
  local list = {}
  for name, amount in pairs(type(why) == "table" and why or {}) do
    if type(name) == "string" and number(amount) then
      list[#list + 1] = { name = name, amount = amount }
    end
  end
  return list
end

-- A place, with its score and what that is made of, if it has them; nil: it is none.
local function place_of(value)
  if type(value) ~= "table" then return nil end
  local x, y = number(value.x), number(value.y)
  if not x or not y then return nil end
  if object.is_unit(value) then return { x = x, y = y } end
  return { x = x, y = y, score = number(value.score), parts = parts_of(value.why) }
end

local function cells_of(path)
  local list = {}
  for x, y, i in path:cells() do
    if i > MOST_CELLS then break end
    list[2 * i - 1], list[2 * i] = x, y
  end
  return list
end

-- A list of places; nil: the value is none. A list that is none of places ends where that is seen.
local function places_of(value)
  local one = place_of(value)
  if one then return { one } end
  local list = {}
  for i = 1, MOST_PLACES do
    if value[i] == nil then break end
    list[i] = place_of(value[i])
    if not list[i] then return nil end
  end
  return list[1] and list
end

local function shown(value)
  if type(value) ~= "table" then return nil end
  if object.is_path(value) then return nil, cells_of(value) end
  return places_of(value)
end

-- ---- what the host calls ------------------------------------------------------------------------

local HEAD = "local unit, world = ... "

local STATEMENTS = { "return", "local", "for", "if", "while", "repeat", "do", "function" }

local function is_statements(text)
  for _, word in ipairs(STATEMENTS) do
    if text:sub(1, #word + 1) == word .. " " then return true end
  end
  return false
end

-- An expression, or statements that return one.
local function compiled(text)
  return bridge.compile(HEAD .. (is_statements(text) and "" or "return ") .. text, "=watch")
end

local function looked_at(...)
  local words = all_words(...)
  local ok, places, cells = pcall(shown, (...))
  return words, ok and places or nil, ok and cells or nil
end

--- Evaluates a text for a unit: what it comes to in words; a list of places and a list of cells
-- that are shown on the map, or nil.
bridge.expose("watch", function(id, now, text)
  unit.enter "naming"
  local self = unit.of(id)
  world.shown.ticks, world.current = now, self
  local f = compiled(text)
  data.begin(object.of(self))
  return looked_at(f(self, world.world))
end)
