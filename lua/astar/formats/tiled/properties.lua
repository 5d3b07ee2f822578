--- Custom properties. JSON and XML have a list of { name =, type =, value = }, in which a list has
-- { type =, value = } for each item, and XML writes every value as text. Lua, and JSON of some
-- exports, have a table from name to value; there, a reference to an object is { id = }.

local core = require "astar.core"
local checked = require "astar.formats.tiled.checked"
local next, pairs = require "astar.pairs".next, require "astar.pairs".pairs
local reject = require("astar.arguments.reject").because

local properties = {}

-- What stands for another object until all objects are known: { id = }.
local Reference = {}

local function reference(id)
  return setmetatable({ id = id }, Reference)
end

-- ---- values with a type ------------------------------------------------------------------------

local function number(value, kind, what)
  return tonumber(value) or reject("%s is %s, expected %s", what, core.show(value), kind)
end

local TRUTHS = { [true] = true, [false] = false, ["true"] = true, ["false"] = false, ["1"] = true,
  ["0"] = false }

local function truth(value, _, what)
  local result = TRUTHS[value]
  if result == nil then reject("%s is %s, expected bool", what, core.show(value)) end
  return result
end

local function text(value, kind, what)
  if type(value) ~= "string" then reject("%s is %s, expected %s", what, core.show(value), kind) end
  return value
end

local value_of

local function list(value, _, what)
  local result = {}
  for i, item in checked.each({ items = value }, "items", what) do
    result[i] = value_of(item, ("%s, item %d"):format(what, i))
  end
  return result
end

-- JSON does not say which members of a class are references: they are numbers in all forms.
local function member(value, what)
  if type(value) ~= "table" then return value end
  local first = value[1]
  if type(first) == "table" and first.type then return list(value, nil, what) end
  local result = {}
  for _, name in ipairs(core.keys(value)) do result[name] = member(value[name], what) end
  return result
end

local function class(value, _, what)
  if type(value) ~= "table" then reject("%s is %s, expected class", what, core.show(value)) end
  local first = value[1]
  if type(first) ~= "table" or not first.name then return member(value, what) end
  local result = {}
  for _, one in checked.each({ members = value }, "members", what) do
    local given = value_of(one, what)
    result[checked.text(one, "name", what)] =
      getmetatable(given) == Reference and given.id or given
  end
  return result
end

-- What a type makes of a value, and the value where there is none.
local TYPES = {
  string = { text, "" }, color = { text, "#00000000" }, file = { text, "." },
  int = { number, 0 }, float = { number, 0 }, bool = { truth, false },
  object = { function(...) return reference(number(...)) end, 0 },
  list = { list, {} }, class = { class, {} },
}

-- The value of { type =, value = }. Without a type, JSON's value is what it looks like.
function value_of(one, what)
  local kind, value = one.type, one.value
  if kind == nil and type(value) ~= "table" then return value end
  local known = TYPES[kind] or reject("%s has the type %s, which is not known", what,
    core.show(kind))
  if value == nil then value = known[2] end
  return known[1](value, kind, what)
end

-- ---- values without one ------------------------------------------------------------------------

local function plain(value)
  if type(value) ~= "table" then return value end
  if next(value) == "id" and next(value, "id") == nil then return reference(value.id) end
  if value[1] == nil then return value end
  local result = {}
  for i, item in ipairs(value) do result[i] = plain(item) end
  return result
end

local function without_types(given, types)
  local result = {}
  for _, name in ipairs(core.keys(given)) do
    local value = given[name]
    result[name] = types[name] == "object" and reference(value) or plain(value)
  end
  return result
end

-- ---- an element --------------------------------------------------------------------------------

--- The properties of an element of the file, as a table from name to value. References in it are
-- found by properties.resolve.
function properties.of(element, what)
  local given = checked.list(element, "properties", what)
  if given[1] == nil then
    return without_types(given, checked.list(element, "propertytypes", what))
  end
  local result = {}
  for _, one in checked.each(element, "properties", what) do
    local name = checked.text(one, "name", what)
    result[name] = value_of(one, ("%s: property '%s'"):format(what, name:sub(1, 60)))
  end
  return result
end

local function resolved(value, by_id)
  if type(value) ~= "table" then return value end
  if getmetatable(value) == Reference then return by_id[value.id] end
  if value[1] == nil then return value end
  local result = {}
  for _, item in ipairs(value) do result[#result + 1] = resolved(item, by_id) end
  return result
end

--- Puts objects in the places of references to them. One that leads nowhere is left out, as Tiled
-- does with what was deleted. Returns the properties.
function properties.resolve(own, by_id)
  for name, value in pairs(own) do own[name] = resolved(value, by_id) end
  return own
end

--- Adds what another table of properties has, where nothing is said of it.
function properties.add(own, others)
  for name, value in pairs(others) do
    if own[name] == nil then own[name] = value end
  end
end

return properties
