--- Paths in a mod's state: the host has them, and keeps the last ones of each unit.

local bridge = require "astar.mods.guest.bridge"

local ask = bridge.ask

local path = {}                                  -- the methods
local has_length = #setmetatable({}, { __len = function() return 1 end }) == 1
local known = bridge.weak "v"                    -- by their numbers

path._is_path = true

local FIELDS = { cost = "_cost", status = "_status", expanded = "_expanded" }

local metatable = bridge.seal {}

function metatable.__index(self, key)
  local method = path[key]
  if method ~= nil then return method end
  if FIELDS[key] then return rawget(self, FIELDS[key]) end
  if key == "distance" then return ask("path_distance", self._number) end
end

function metatable.__newindex(_, key)
  error(("a path has no field '%s' to set"):format(tostring(key)), 2)
end

function metatable.__len(self) return self._length end

function metatable.__tostring(self)
  return ("path (%d cells, cost %d, %s)"):format(self._length, self._cost, self._status)
end

--- What the host has said of a path, as an object; nil where it has said a code.
function path.read(number, length, ...)
  if not number then return nil, length end
  local self = known[number]
  if self then return self end
  local x, y, to_x, to_y, cost, status, expanded = ...
  self = {
    _number = number, _length = length, _x = x, _y = y, _to_x = to_x, _to_y = to_y, _cost = cost,
    _status = status, _expanded = expanded, _cells = false,
  }
  if not has_length then                         -- of tables, under LuaJIT
    for i = 1, length do self[i] = true end
  end
  known[number] = setmetatable(self, metatable)
  return self
end

--- Its number for the host.
function path.number(self)
  if type(self) ~= "table" or not self._is_path then
    error(("a path expected, got %s"):format(type(self)), 0)
  end
  return self._number
end

local function cells_of(self)
  if not self._cells then rawset(self, "_cells", ask("path_cells", self._number)) end
  return self._cells
end

function path:cell(index)
  local length = self._length
  if type(index) ~= "number" or index % 1 ~= 0 or index == 0 or index < -length
    or index > length then
    error(("bad argument #1 to 'cell' (index = %s is out of range, 1 to %d or -%d to -1)")
      :format(tostring(index), length, length), 2)
  end
  if index < 0 then index = length + 1 + index end
  if index == 1 then return self._x, self._y end
  if index == length then return self._to_x, self._to_y end
  local cells = cells_of(self)
  return cells[2 * index - 1], cells[2 * index]
end

function path:cells()
  local index = 0
  return function()
    index = index + 1
    if index <= self._length then return index, self:cell(index) end
  end
end

function path:point(distance) return ask("path_point", self._number, distance) end

function path:blocked(query, from) return ask("path_blocked", self._number, query, from) end

function path:explain() return ask("path_explain", self._number) end

function path:smooth(query)
  local list, code = ask("path_smooth", self._number, query)
  if not list then return nil, code end
  local at = -2
  return function()
    at = at + 3
    return list[at], list[at + 1], list[at + 2]
  end
end

return path
