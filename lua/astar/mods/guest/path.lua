--- Paths in a mod's state. The host has the paths themselves, and keeps the last ones of each unit.

local blame = require "astar.arguments.blame"
local bridge = require "astar.mods.guest.bridge"
local object = require "astar.units.object"
local strict = require "astar.arguments.strict"

local ask = bridge.ask

local path = {}                                  -- the methods

-- By their numbers. The collector takes those that no script holds, but not those of this
-- activation. When one is first met in an activation, it is as if it were new: see guest/unit.lua.
local known, met, met_in = bridge.weak "v", {}, nil

local function of(self) return object.expect(self, "path") end

local FIELDS = { cost = true, status = true, expanded = true }
local NAMES                                      -- of all of these, set below

local metatable = bridge.seal {}

function metatable.__index(self, key)
  if FIELDS[key] then return of(self)[key] end
  if key == "distance" then return ask("path_distance", of(self).number) end
  return path[key] or strict.read("path", key, NAMES)
end

function metatable.__newindex(_, key)
  strict.write("path", key, NAMES, {})
end

function metatable.__len(self) return of(self).length end

function metatable.__tostring(self)
  local own = of(self)
  return ("path (%d cells, cost %d, %s)"):format(own.length, own.cost, own.status)
end

local module = {}

local NEW = { kind = "path", number = 0, length = 0, x = 0, y = 0, to_x = 0, to_y = 0, cost = 0,
  status = "", expanded = 0, cells = false }

--- What the host has said of a path, as an object; nil where it has said a code.
function module.read(number, length, x, y, to_x, to_y, cost, status, expanded)
  if not number then return nil, length end
  if met_in ~= bridge.activation then met, met_in = {}, bridge.activation end
  if met[number] then return met[number] end
  local self, own = object.remember(known, number, metatable, NEW)
  met[number] = self
  own.number, own.length, own.x, own.y, own.to_x, own.to_y = number, length, x, y, to_x, to_y
  own.cost, own.status, own.expanded, own.cells = cost, status, expanded, false
  return self
end

--- Its number for the host.
function module.number(self) return of(self).number end

local function cells_of(own)
  own.cells = own.cells or ask("path_cells", own.number)
  return own.cells
end

function path:cell(index)
  local own = of(self)
  local length = own.length
  if type(index) ~= "number" or index % 1 ~= 0 or index == 0 or index < -length
    or index > length then
    blame.fail("cell", 1, "index = %s is out of range, 1 to %d or -%d to -1", tostring(index),
      length, length)
  end
  if index < 0 then index = length + 1 + index end
  if index == 1 then return own.x, own.y end
  if index == length then return own.to_x, own.to_y end
  local cells = cells_of(own)
  return cells[2 * index - 1], cells[2 * index]
end

function path:cells()
  local index, length = 0, of(self).length
  return function()
    index = index + 1
    if index > length then return nil end
    local x, y = self:cell(index)
    return x, y, index
  end
end

function path:point(distance) return ask("path_point", of(self).number, distance) end

function path:blocked(query, from) return ask("path_blocked", of(self).number, query, from) end

function path:explain() return ask("path_explain", of(self).number) end

local function each_of(list)
  local at = -2
  return function()
    at = at + 3
    return list[at], list[at + 1], list[at + 2]
  end
end

function path:corners() return each_of(ask("path_corners", of(self).number)) end

function path:smooth(query)
  local list, code = ask("path_smooth", of(self).number, query)
  if not list then return nil, code end
  return each_of(list)
end

NAMES = strict.names(path, FIELDS, { distance = true })

return module
