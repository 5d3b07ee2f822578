--- Where two tables of plain data differ, with the objects in them: what worlds keep in Lua.

local exact = require "astar.save.exact"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs

local states = {}

-- The kinds of objects, as a save has them: save.objects_of and what follows there.
local KINDS = { w = "world", m = "map", o = "mod", p = "player", i = "influence", c = "class",
  u = "unit", d = "unit", g = "group", e = "group", r = "a removed" }

-- What a key or a value is called, in either world; tables have no name.
local function word_for(value, name_of)
  local kind, name = name_of(value)
  local word = KINDS[kind] or kind
  if kind and type(name) ~= "table" then return ("%s %s"):format(word, tostring(name)) end
  if kind then return ("%s %s, removed"):format(word, tostring(name.id)) end
  if type(value) == "table" then return nil end
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "number" then return exact.digits(value, 17) end
  return type(value) == "boolean" and tostring(value) or type(value)
end

local function keys_of(map, name_of)
  local keys = {}
  for key in pairs(map or {}) do keys[word_for(key, name_of) or "a table"] = key end
  return keys
end

local function shown_key(word)
  local name = word:match('^"([%a_][%w_]*)"$')
  return name and "." .. name or ("[%s]"):format(word)
end

-- Where two tables differ: the way there, and a word for what is there in each; or nothing.
local function differ(a, b, names, seen)
  if seen[a] then
    if seen[a] == b then return nil end
    return "", "a table", "another table"
  end
  seen[a] = b
  local keys, other_keys = keys_of(a, names.a), keys_of(b, names.b)
  local all = {}
  for word in pairs(keys) do all[word] = true end
  for word in pairs(other_keys) do all[word] = true end
  for _, word in ipairs(options.names(all)) do
    local key, other_key = keys[word], other_keys[word]
    local value, other
    if key ~= nil then value = a[key] end
    if other_key ~= nil then other = b[other_key] end
    local one, another = word_for(value, names.a), word_for(other, names.b)
    if one ~= another then return shown_key(word), one or "a table", another or "a table" end
    if not one then
      local way, first, second = differ(value, other, names, seen)
      if way then return shown_key(word) .. way, first, second end
    end
  end
end

-- "turns" are lists of two.
local function in_words(way)
  return (way:gsub("^%.turns%[(%d+)%]%[(%d)%]", function(id, part)
    return (".units[%s].%s"):format(id, part == "1" and "when it wakes" or "whether it is roused")
  end))
end

-- ".units[3].data.hp" -> 3, "data.hp"; ".data.score" -> nil, "data.score"
local function place_of(way)
  local id, field = in_words(way):match("^%.units%[(%d+)%]%.?(.*)$")
  if id then return tonumber(id), field end
  return nil, (way:gsub("^%.", ""))
end

--- What two states differ in, units first: the unit's id or nil, the field, both values as words;
-- or nothing. A state is what save.state gives; `names` has for each what names its objects: { a =,
-- b = }.
function states.difference(a, b, names)
  local seen, ids = {}, {}
  for id in pairs(a.units) do ids[#ids + 1] = id end
  for id in pairs(b.units) do
    if not a.units[id] then ids[#ids + 1] = id end
  end
  table.sort(ids)
  for _, id in ipairs(ids) do
    local one, other = a.units[id], b.units[id]
    if not one or not other then
      return id, "", one and "there" or "not there", other and "there" or "not there"
    end
    local way, first, second = differ(one, other, names, seen)
    if way then
      local _, field = place_of((".units[%d]%s"):format(id, way))
      return id, field, first, second
    end
  end
  local way, first, second = differ(a, b, names, seen)
  if not way then return nil end
  local id, field = place_of(way)
  return id, field, first, second
end

return states
