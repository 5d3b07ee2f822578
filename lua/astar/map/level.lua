--- Levels: the floors of a house, a cave under a hill, islands. They lie beside one another on one
-- map, with void between them, and only links lead from one to another.

local blame = require "astar.arguments.blame"
local cells = require "astar.arguments.cells"
local core = require "astar.core"
local options = require "astar.arguments.options"
local strict = require "astar.arguments.strict"

local levels = {}

local Level = {}

-- `_map` is no weak table's value: in LuaJIT nothing would ever free a map that is its own key.
local function make(map, number)
  local name, x, y, width, height = map:_level(number)
  return setmetatable({ _map = map, _number = number, _name = name, _x = x, _y = y,
    _width = width, _height = height }, Level)
end

-- A coordinate on the level, as a script gives it.
local function check_coordinate(level, method, position, value, most)
  if value ~= math.floor(value) then
    blame.fail(method, position, "%s is not a whole number", core.show(value))
  end
  if value < 1 or value > most then
    blame.fail(method, position, "%s is outside level '%s', 1 to %d", core.show(value),
      level._name, most)
  end
end

local function check_cell(level, method, x, y)
  cells.point(method, x, y)
  check_coordinate(level, method, 1, x, level._width)
  check_coordinate(level, method, 2, y, level._height)
end

--- A cell of the level, which counts from 1 at its corner, as a cell of the map.
function Level:cell(x, y)
  check_cell(self, "cell", x, y)
  return self._x + x - 1, self._y + y - 1
end

--- All levels lie in the game where the map does: the cell of this one under a point, as a cell of
-- the map; nil: there is none.
function Level:cell_at(wx, wy)
  local x, y = self._map:cell_at(wx, wy)
  if not x or x > self._width or y > self._height then return nil end
  return self._x + x - 1, self._y + y - 1
end

--- The middle of a cell, which counts from 1 at the corner of the level, in game coordinates.
function Level:center(x, y)
  check_cell(self, "center", x, y)
  return self._map:center(x, y)
end

function Level.__eq(a, b) return a._map == b._map and a._number == b._number end

function Level.__tostring(self)
  return ("level '%s' (%d x %d)"):format(self._name, self._width, self._height)
end

strict.class("level", Level, { map = "read", number = "read", name = "read", x = "read",
  y = "read", width = "read", height = "read" })

-- ---- methods of maps ----------------------------------------------------------------------------

--- The level of that name, or nil; what is no name, too.
function levels.find(map, name)
  for number = 1, map:_level_count() do
    if map:_level(number) == name then return make(map, number) end
  end
end

--- What is wrong with the name of a level that there is not.
function levels.missing(map, name)
  local names = {}
  for number = 1, map:_level_count() do names[(map:_level(number))] = true end
  if map:_level_count() == 0 then
    return ("%s is no level: the map has none"):format(core.show(name))
  end
  return ("%s is no level of the map%s"):format(core.show(name),
    options.hint(tostring(name), names))
end

--- map:level(name)
function levels.get(map, name)
  local level = levels.find(map, name)
  if not level then blame.fail("level", 1, "%s", levels.missing(map, name)) end
  return level
end

--- map:levels(): an iterator, in the order given.
function levels.each(map)
  local number, count = 0, map:_level_count()
  return function()
    if number == count then return nil end
    number = number + 1
    return make(map, number)
  end
end

--- map:level_at(x, y): the level that has a cell of the map, and where the cell is on it; nil: none
-- has.
function levels.at(map, x, y)
  local number = map:_level_at(x, y)
  if not number then return nil end
  local level = make(map, number)
  return level, x - level._x + 1, y - level._y + 1
end

--- The rectangle of the map that its level takes up: first x, first y, last x, last y. Without
-- levels that is the whole map.
function levels.bounds(map, x, y)
  local number = map:_level_at(x, y)
  if not number then return 1, 1, map.width, map.height end
  local _, left, top, width, height = map:_level(number)
  return left, top, left + width - 1, top + height - 1
end

return levels
