--- Checking arguments of verbs, with messages like those of the C side.

local blame = require "astar.arguments.blame"
local cells = require "astar.arguments.cells"
local core = require "astar.core"
local length = require "astar.length"
local object = require "astar.units.object"
local pairs = require "astar.pairs".pairs

local check = {}

--- Blames the caller of a method of units, which was called on something else.
function check.unit(unit, method)
  if object.is_unit(unit) then return end
  blame.fail(method, 0, "unit expected, got %s: write unit:%s, with a colon", core.show(unit),
    method)
end

--- Blames the caller of the verb that calls this, unless `holds`.
function check.argument(holds, position, verb, expected, got)
  if holds then return end
  blame.fail(verb, position, "%s expected, got %s", expected, core.show(got))
end

-- The verbs of the library, which call check.passed. While arguments are tried, they end there.
local can_be_tried, is_trying, PASSED = setmetatable({}, { __mode = "k" }), false, {}

--- The arguments of a verb are right: it begins.
function check.passed()
  if is_trying then error(PASSED, 0) end
end

function check.can_be_tried(verb) can_be_tried[verb] = true end

-- %d: Lua 5.3 makes a float of a text that is added to.
local function behind_the_verb(number) return ("bad argument #%d"):format(number + 1) end

--- Raises what is wrong with the arguments of a verb, for a function that has the verb before them,
-- such as unit:order. Nothing else is done. Of another function nothing is known.
function check.try(verb, ...)
  if not can_be_tried[verb] then return end
  is_trying = true
  local _, message = pcall(verb, ...)
  is_trying = false
  if message == PASSED then return end
  if type(message) ~= "string" then error(message, 0) end
  error((message:gsub("bad argument #(%d+)", behind_the_verb, 1)), 0)
end

local field = cells.field
check.field, check.at, check.target = field, cells.at, cells.target
check.cell_problem, check.point = cells.problem, cells.point

--- May it have x and y?
function check.is_object(value)
  local kind = type(value)
  return kind == "table" or kind == "userdata"
end

--- A target: has it x and y, or had it before it was removed? A unit has them, if perhaps they are
-- not known.
function check.is_place(value)
  if not check.is_object(value) then return false end
  if object.is_unit(value) then return true end
  return field(value, "removed") or
    type(field(value, "x")) == "number" and type(field(value, "y")) == "number"
end

--- Is it such, or a cell { x, y }? In a table it may be: an option, or an entry of a list.
function check.is_cell(value)
  return cells.is_pair(value) or check.is_place(value)
end

--- A list of such? Not one of them.
function check.is_list(value)
  if type(value) ~= "table" or check.is_cell(value) then return false end
  for _, one in ipairs(value) do
    if not check.is_cell(one) then return false end
  end
  return true
end

--- A unit, and one that is not the other?
function check.is_unit(value, but)
  return object.is_unit(value) and not rawequal(value, but)
end

check.is_path = object.is_path

function check.is_count(value)
  return type(value) == "number" and value >= 0
end

function check.is_function(value)
  return type(value) == "function"
end

--- A query whose keys can be read, or none.
function check.is_query(value)
  return value == nil or type(value) == "table"
end

--- Or one that map:query has made.
function check.is_any_query(value)
  return check.is_query(value) or type(value) == "userdata"
end

--- Blames the caller of `method`, whose first argument stands in place of x and y, unless it is a
-- target.
function check.goal_place(method, value)
  if check.is_place(value) then return end
  blame.fail(method, 1, "a goal expected, x and y or something that has them, got %s",
    core.show(value))
end

--- Blames the caller of the verb that calls this, unless a value in a table is a cell, which
-- messages call `name`.
function check.cell_in(verb, position, name, value)
  if check.is_cell(value) then return end
  blame.fail(verb, position, "%s", cells.problem(name, value) or name .. " is not a cell { x, y }")
end

--- The same of a list of cells.
function check.cells(verb, position, name, value)
  if type(value) ~= "table" or check.is_cell(value) then
    blame.fail(verb, position, "%s = %s is not a list of cells", name, core.show(value))
  end
  for i, one in ipairs(value) do
    if not check.is_cell(one) then
      check.cell_in(verb, position, ("%s[%d]"):format(name, i), one)
    end
  end
end

--- And of one that has a cell at least.
function check.some_cells(verb, position, name, value)
  check.cells(verb, position, name, value)
  if length(value) == 0 then blame.fail(verb, position, "%s: the list is empty", name) end
end

-- In a mod's state cells and queries are the host's, which looks at them when it is asked.
local is_host = core.check_query ~= nil

--- Blames the caller where a search of the unit's would not take that query, an argument of the
-- function that calls this.
function check.query(unit, position, query)
  if query ~= nil and is_host then core.check_query(unit.body, position, query) end
end

--- The same of a cell, its arguments from `position` on.
function check.cell(unit, position, x, y)
  if is_host then core.check_cell(unit.world.map, position, position + 1, x, y) end
end

--- The same of a goal and a query, its first arguments: x, y, query, or something that has x and
-- y, and a query.
function check.goal(unit, x, y, query)
  if not is_host then return end
  if type(x) == "number" then
    check.cell(unit, 1, x, y)
    return check.query(unit, 3, query)
  end
  if not check.is_object(x) then return end      -- which is no goal at all
  local cell_x, cell_y = field(x, "x"), field(x, "y")
  local is_cell = cell_x ~= nil and cell_y ~= nil and not object.is_unit(x)
  if is_cell and not field(x, "removed") then
    core.check_cell(unit.world.map, 1, 1, cell_x, cell_y)
  end
  check.query(unit, 2, y)
end

--- The same of a whole number.
function check.integer(position, name, value, least, most)
  if is_host then core.check_integer(position, name, value, least, most) end
end

--- The same query, which says how near is near enough, unless it has said so.
function check.within(query, distance)
  local copy = { within = distance }
  for key, value in pairs(query or {}) do copy[key] = value end
  return copy
end

return check
