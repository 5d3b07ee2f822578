--- What a file of Tiled's says, checked. A file can hold anything in any place, so nothing of it is
-- used before one of these functions has seen it. Each raises { reason = } where it is wrong.

local core = require "astar.core"
local next = require "astar.pairs".next
local reject = require("astar.arguments.reject").because

local checked = {}

local function shown(value)
  if type(value) == "table" then return "a table" end
  return core.show(value)
end

--- A whole number of a range; `default`, if one is given, where there is none.
function checked.whole(table, key, least, most, what, default)
  local value = table[key]
  if value == nil and default then return default end
  if type(value) ~= "number" or value % 1 ~= 0 or value < least or value > most then
    reject("%s: '%s' is %s, expected %d to %d", what, key, shown(value), least, most)
  end
  return value
end

--- A number that can be a place; `default` where there is none.
function checked.number(table, key, default, what)
  local value = table[key]
  if value == nil then value = default end
  if type(value) ~= "number" or not (value > -1e15 and value < 1e15) then
    reject("%s: '%s' is %s, expected a number", what, key, shown(value))
  end
  return value
end

--- A table; an empty one where there is none.
function checked.list(table, key, what)
  local value = table[key]
  if value == nil then return {} end
  if type(value) ~= "table" then
    reject("%s: '%s' is %s, expected a list", what, key, shown(value))
  end
  return value
end

--- The tables of such a list, in order: an iterator over places and tables.
function checked.each(table, key, what)
  local list, at = checked.list(table, key, what), 0
  if list[1] == nil and next(list) ~= nil then reject("%s: '%s' is no list", what, key) end
  return function()
    at = at + 1
    local one = list[at]
    if one == nil then return nil end
    if type(one) ~= "table" then reject("%s: %s[%d] is %s", what, key, at, shown(one)) end
    return at, one
  end
end

--- A string; "" where there is none.
function checked.text(table, key, what)
  local value = table[key]
  if value == nil then return "" end
  if type(value) ~= "string" then
    reject("%s: '%s' is %s, expected a text", what, key, shown(value))
  end
  return value
end

--- The class of an object or a tile, which some versions call its type.
function checked.class(table, what)
  local class = checked.text(table, "class", what)
  return class ~= "" and class or checked.text(table, "type", what)
end

return checked
