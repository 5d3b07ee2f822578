--- Custom properties. JSON and XML have a list of { name =, type =, value = }, Lua a table from
-- name to value, in which a reference to an object is { id = }.

local core = require "astar.core"
local checked = require "astar.formats.tiled.checked"
local next = require "astar.pairs".next

local properties = {}

local function reference(value)
  if type(value) ~= "table" or next(value) ~= "id" or next(value, "id") ~= nil then return nil end
  return value.id
end

local function from_lua(given)
  local result, references = {}, {}
  for _, name in ipairs(core.keys(given)) do
    local id = reference(given[name])
    if id then references[name] = id else result[name] = given[name] end
  end
  return result, references
end

--- The properties of an element of the file: a table from name to value, and one from name to
-- the id of an object.
function properties.of(element, what)
  local given = checked.list(element, "properties", what)
  if given[1] == nil then return from_lua(given) end
  local result, references = {}, {}
  for _, one in checked.each(element, "properties", what) do
    local name = checked.text(one, "name", what)
    if one.type == "object" then references[name] = one.value else result[name] = one.value end
  end
  return result, references
end

return properties
