--- Groups in a mod's state: those that the mod makes of its units, and what it may read of the
-- game's, where a unit of its player is in one. The groups themselves are the host's.

local blame = require "astar.arguments.blame"
local bridge = require "astar.mods.guest.bridge"
local check = require "astar.units.values"
local object = require "astar.units.object"
local options = require "astar.arguments.options"
local rally = require "astar.group.rally"
local strict = require "astar.arguments.strict"

local ask = bridge.ask

local module = {}                                -- list_of and player are set by others

local group = {}                                 -- the methods

local function id_of(self) return object.expect(self, "group").id end

local FIELDS = { name = true, status = true, code = true }
local NAMES                                      -- of all of these, set below

local metatable = bridge.seal {}

function metatable.__index(self, key)
  if group[key] then return group[key] end
  if key == "id" then return id_of(self) end
  if key == "player" then return module.player() end             -- others' are not seen
  if FIELDS[key] then return ask("group_field", id_of(self), key) end
  if key == "left" then return ask("group_left", id_of(self)) end
  return strict.read("group", key, NAMES)
end

function metatable.__newindex(_, key)
  error(("a mod cannot set '%s' of a group"):format(tostring(key)), 2)
end

function metatable.__eq(a, b) return id_of(a) == id_of(b) end

function metatable.__tostring(self) return ("group %d"):format(id_of(self)) end

--- The group of an id.
function module.of(id) return object.new("group", metatable, { id = id }) end

-- ---- members ------------------------------------------------------------------------------------

local function check_member(method, unit)
  if not object.is_unit(unit) then
    blame.fail(method, 1, "a unit expected, got %s", type(unit))
  end
end

-- @card group:add(unit), group:remove(unit), group:units(), group:count() - its units
function group:add(unit)
  check_member("add", unit)
  ask("add_to_group", id_of(self), unit.id)
  return self
end

function group:remove(unit)
  check_member("remove", unit)
  ask("remove_from_group", id_of(self), unit.id)
  return self
end

function group:units()
  local list, i = module.list_of(ask("group_units", id_of(self))), 0
  return function()
    i = i + 1
    return list[i]
  end
end

function group:count() return ask("group_size", id_of(self)) end

-- ---- orders -------------------------------------------------------------------------------------

local LOOK = {
  formation = { "string", "the name of a formation" }, speed = { "number string", "a number" },
  spacing = { "number", "a number of cells" }, influence = { "table", "a table" },
}
local NEW = { units = { "table", "a list of units" }, name = { "string", "a name" } }
local ORDER = { facing = { "string table", "a direction" } }
local REGROUP = { facing = ORDER.facing }
for key, expected in bridge.pairs(LOOK) do
  NEW[key], ORDER[key], REGROUP[key] = expected, expected, expected
end
for key, expected in bridge.pairs(rally.OPTIONS) do REGROUP[key] = expected end

local function answered(self, done, code)
  if done then return self end
  return nil, code
end

-- @card group:go(x, y [, options]), group:go(target [, options]), group:hold([options]) - its
--   units are called; those that run `hold_formation` march there, or stay, in formation
function group:go(x, y, given)
  local target = { x = x, y = y }
  if type(x) ~= "number" then
    check.goal_place("go", x)
    target, given = object.is_unit(x) and x or { x = x.x, y = x.y }, y
  else
    check.point("go", x, y)
  end
  if given ~= nil then options.check("go", given, ORDER, type(x) == "number" and 3 or 2) end
  return answered(self, ask("march", id_of(self), target, given))
end

function group:hold(given)
  if given ~= nil then options.check("hold", given, ORDER) end
  return answered(self, ask("hold_group", id_of(self), given))
end

-- @card group:regroup([options]) - the same, to a safe place that is near to all of them
function group:regroup(given)
  given = given or {}
  options.check("regroup", given, REGROUP)
  local units, look = module.list_of(ask("group_units", id_of(self))), {}
  if not units[1] then return self end
  for key in bridge.pairs(ORDER) do look[key] = given[key] end
  local place, code = rally.choose(units, given)
  if not place then return nil, code end
  return self:go(place, look)
end

-- @card group:stop(), group:disband(), group.name, group.status, group.code, group.left - its end;
--   how it is doing; which units were left behind
function group:stop()
  ask("stop_group", id_of(self))
  return self
end

function group:disband() ask("disband", id_of(self)) end

NAMES = strict.names(FIELDS, group, { id = true, left = true, player = true })

-- ---- the world's --------------------------------------------------------------------------------

module.world = {}

-- @card world:group(options) - a new group of the mod's units
function module.world.group(_, given)
  given = given or {}
  options.check("group", given, NEW)
  local ids, rest = {}, {}
  for i, unit in ipairs(given.units or {}) do
    if not object.is_unit(unit) then
      blame.fail("group", 1, "units[%d] = %s is not a unit", i, type(unit))
    end
    ids[i] = unit.id
  end
  for key in bridge.pairs(NEW) do
    if key ~= "units" then rest[key] = given[key] end
  end
  return module.of(ask("new_group", rest, ids))
end

-- @card world:groups() - an iterator over those that the mod has made
function module.world.groups()
  local list, i = ask "groups", 0
  return function()
    i = i + 1
    return list[i] and module.of(list[i])
  end
end

return module
