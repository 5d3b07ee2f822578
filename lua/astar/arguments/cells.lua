--- Cells as scripts write them. As arguments one is x, y. In a table, as an option or an entry of
-- a list, it is { x, y }, or anything with fields x and y, such as a unit. This is the one place in
-- Lua that reads these, as src/binding/cells.c does in C, with the same messages.

local blame = require "astar.arguments.blame"
local core = require "astar.core"

local cells = {}

local function get(value, key) return value[key] end

--- A field of any object or table, of which it may be an error to read it: nil where it has none.
function cells.field(value, key)
  local ok, found = pcall(get, value, key)
  if ok then return found end
  return nil
end

local field = cells.field

local function coordinate(value, key, index)
  if type(value) ~= "table" then return field(value, key) end
  local number = tonumber((rawget(value, index)))
  if number or not getmetatable(value) then return number or value[key] end
  return field(value, key)
end

--- x and y of such a table or object, whatever they are.
function cells.at(value)
  return coordinate(value, "x", 1), coordinate(value, "y", 2)
end

--- Is it { x, y }?
function cells.is_pair(value)
  return type(value) == "table" and type(rawget(value, 1)) == "number"
    and type(rawget(value, 2)) == "number"
end

--- The same cell as something with x and y: of { x, y } a copy, else the value itself.
function cells.target(value)
  if not cells.is_pair(value) then return value end
  return { x = value[1], y = value[2], width = value.width, height = value.height }
end

local function problem_of(name, key, value, most)
  local number = tonumber(value)
  if not number or number % 1 ~= 0 then
    return ("%s.%s = %s is not an integer"):format(name, key, core.show(value))
  elseif most and (number < 1 or number > most) then
    return ("%s.%s = %s is outside the map, 1 to %d"):format(name, key, core.show(value), most)
  end
end

--- What is wrong with a cell in a table that messages call `name`; nil: nothing. Without a map,
-- which may be anything that has its width and height, the cell may be anywhere.
function cells.problem(name, value, map)
  if type(value) ~= "table" and type(value) ~= "userdata" then
    return ("%s = %s is not a cell { x, y }"):format(name, core.show(value))
  end
  local x, y = cells.at(value)
  return problem_of(name, "x", x, map and map.width)
    or problem_of(name, "y", y, map and map.height)
end

--- x and y of a cell of a map in a table | nil, what is wrong with it. It is no rectangle.
function cells.read(name, value, map)
  local problem = cells.problem(name, value, map)
  if problem then return nil, problem end
  local is_plain = type(value) == "table" and not getmetatable(value)
  if is_plain and ((value.width or 1) ~= 1 or (value.height or 1) ~= 1) then
    return nil, ("%s is a rectangle, not a cell { x, y }"):format(name)
  end
  local x, y = cells.at(value)
  return math.floor(x), math.floor(y)
end

--- Blames the caller of `method`, whose first arguments are x and y, where these are no numbers.
-- The cell may lie off the map, or between cells.
function cells.point(method, x, y)
  if type(x) ~= "number" then
    local is_object = type(x) == "table" or type(x) == "userdata"
    blame.fail(method, 1, "x = %s is not a number%s", core.show(x),
      is_object and ": a cell is written x, y" or "")
  elseif type(y) ~= "number" then
    blame.fail(method, 2, "y = %s is not a number", core.show(y))
  end
end

return cells
