--- What a mod learns of the ground: methods of unit.world for areas, chokes and sight. Areas and
-- sights are the host's, which keeps the last ones; here are their numbers.

local blame = require "astar.arguments.blame"
local body = require "astar.mods.guest.body"
local bridge = require "astar.mods.guest.bridge"
local check = require "astar.units.values"
local object = require "astar.units.object"
local options = require "astar.arguments.options"
local reconnaissance = require "astar.mods.guest.reconnaissance"
local strict = require "astar.arguments.strict"
local threats = require "astar.world.threats"

local ask = bridge.ask

local module = { world = {} }                    -- current_class is set by guest/world.lua

-- A metatable of objects that have only methods.
local function class_of(kind, methods)
  local names, metatable = strict.names(methods), bridge.seal {}
  function metatable.__index(_, key) return methods[key] or strict.read(kind, key, names) end
  function metatable.__newindex(_, key) strict.write(kind, key, names, {}) end
  function metatable.__tostring() return kind end
  return metatable
end

local function check_number(method, position, value)
  if type(value) == "number" then return end
  blame.fail(method, position, "a number expected, got %s", type(value))
end

-- ---- areas --------------------------------------------------------------------------------------

local areas = {}                                 -- the methods

local function number_of(self) return object.expect(self, "areas").number end

-- @card areas:at(x, y), areas:get(id), areas:list() - the id of the area of a cell; an area: id,
--   size, x, y, clearance, region, neighbours, chokes, dead_end, cut_off; all of them
function areas:at(x, y)
  check.point("at", x, y)
  return ask("areas_at", number_of(self), { x, y })[1] or nil
end

function areas:get(id)
  check_number("get", 1, id)
  return ask("area", number_of(self), id)
end

function areas:list() return ask("list_areas", number_of(self)) end

-- @card areas:chokes([id]), areas:path(from, to [, width]) - chokes of an area, or all: areas,
--   cells, width, x, y, x1, y1, x2, y2, splits, sizes, link, one_way; those on the way
function areas:chokes(id)
  if id ~= nil then check_number("chokes", 1, id) end
  return ask("chokes", number_of(self), id)
end

function areas:path(from, to, width)
  check_number("path", 1, from)
  check_number("path", 2, to)
  return ask("areas_path", number_of(self), from, to, width)
end

-- Adds what units or enemies are worth to those of the area in which each is.
local function add_up(number, list, which, key, by)
  local cells = {}
  for i, one in ipairs(list) do cells[2 * i - 1], cells[2 * i] = one.x, one.y end
  local ids = ask("areas_at", number, cells)
  for i, one in ipairs(list) do
    local id = ids[i]
    if id then
      local share = by[id] or { area = id, own = 0, enemies = 0 }
      share[which], by[id] = share[which] + reconnaissance.worth(one, key), share
    end
  end
end

-- @card areas:strength([options]) - of its player's units and of known enemies in each area where
--   there are any: a list of area, own, enemies
function areas:strength(given)
  given = given or {}
  reconnaissance.check_strength("strength", given, 1)
  local number, by, list, own = number_of(self), {}, {}, {}
  for unit in reconnaissance.own_units() do own[#own + 1] = unit end
  add_up(number, own, "own", given.key, by)
  add_up(number, reconnaissance.known { within = given.within }, "enemies", given.key, by)
  for _, share in bridge.pairs(by) do list[#list + 1] = share end
  table.sort(list, function(a, b) return a.area < b.area end)
  return list
end

local areas_meta = class_of("areas", areas)

local GIVEN = { class = { "table", "a class" } }
local OF_AREAS = { class = GIVEN.class, ratio = { "number", "a number" },
  width = { "number", "a number of cells" } }

-- The number of the class for which areas are wanted: that of the unit that is activated.
local function class_number(method, position, given, valid)
  options.check(method, given, valid, position)
  local class = given.class or module.current_class()
  local own = object.inner(class, "class")
  if not own then blame.fail(method, position, "class = a table is not a class") end
  return own.number
end

local function found(number, code)
  if not number then return nil, code end
  return object.new("areas", areas_meta, { number = number })
end

-- @card world:areas([options]), world:cut_off(cells [, options]), world:sides(lists [, options]) -
--   areas as its player knows them: of narrow passages; of what blocked cells divide; of the side
--   that is there first
function module.world.areas(_, given)
  given = given or {}
  local class = class_number("areas", 1, given, OF_AREAS)
  return found(ask("areas", "areas", class, { ratio = given.ratio, width = given.width }))
end

local function cells_of(method, name, list)
  check.cells(method, 1, name, list)
  return body.cells_of(list)
end

function module.world.cut_off(_, cells, given)
  local list = cells_of("cut_off", "cells", cells)
  local class = class_number("cut_off", 2, given or {}, GIVEN)
  return found(ask("areas", "cut_off", class, { cells = list }))
end

function module.world.sides(_, lists, given)
  if type(lists) ~= "table" then
    blame.fail("sides", 1, "a list of lists of cells expected, got %s", type(lists))
  end
  local all = {}
  for i, list in ipairs(lists) do all[i] = cells_of("sides", ("side %d"):format(i), list) end
  local class = class_number("sides", 2, given or {}, GIVEN)
  return found(ask("areas", "sides", class, { lists = all }))
end

-- ---- sight --------------------------------------------------------------------------------------

local SHOT = { range = { "number", "a number of cells" },
  min_range = { "number", "a number of cells" } }

-- @card world:line_of_sight(x, y, to_x, to_y [, options]) - true; or false, a code, x, y
function module.world.line_of_sight(_, x, y, to_x, to_y, given)
  check.point("line_of_sight", x, y)
  check_number("line_of_sight", 3, to_x)
  check_number("line_of_sight", 4, to_y)
  options.check("line_of_sight", given or {}, SHOT, 5)
  return ask("line_of_sight", x, y, to_x, to_y, given)
end

local sight = {}                                 -- the methods

local function seen(self) return object.expect(self, "sight") end

-- @card sight:count(x, y), sight:seen_by(x, y), sight:cells() - how many of the observers see a
--   cell; which ones; x, y, count of all cells that are seen
function sight:count(x, y) return ask("sight_count", seen(self).number, x, y) end

function sight:seen_by(x, y)
  local own, list = seen(self), {}
  for i, place in ipairs(ask("sight_seen_by", own.number, x, y)) do list[i] = own.eyes[place] end
  return list
end

function sight:cells()
  local list, i = ask("sight_cells", seen(self).number), -2
  return function()
    i = i + 3
    return list[i], list[i + 1], list[i + 2]
  end
end

local sight_meta = class_of("sight", sight)

-- The radius of an eye: its own, if it is a table that has one.
local function radius_of(i, one, radius)
  if not object.is_unit(one) and type(one) == "table" then
    radius = rawget(one, 3) or one.radius or radius
  end
  if type(radius) == "number" and radius >= 0 and radius <= 255 and radius % 1 == 0 then
    return radius
  end
  blame.fail("sight", 2, "observers[%d]: a radius of 0 to 255 expected, got %s",
    i, tostring(radius))
end

-- @card world:sight(observers [, radius]) - what units, known enemies or places see together now,
--   as far as its player knows the land
function module.world.sight(_, observers, radius)
  check.cells("sight", 1, "observers", observers)
  local list, meant = {}, {}
  for i, one in ipairs(observers) do
    local far = radius_of(i, one, radius)
    if check.at(one) then                        -- units that were never seen see nothing
      local eye, n = threats.eye(one), 3 * #meant
      list[n + 1], list[n + 2], list[n + 3] = eye[1], eye[2], far
      meant[#meant + 1] = one
    end
  end
  return object.new("sight", sight_meta, { number = ask("sight", list), eyes = meant })
end

return module
