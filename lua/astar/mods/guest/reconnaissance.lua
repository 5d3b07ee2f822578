--- What a mod learns of the enemy and of the land as a whole: methods of unit.world. All of it is
-- what the player of the unit knows that is activated.

local blame = require "astar.arguments.blame"
local bridge = require "astar.mods.guest.bridge"
local check = require "astar.units.values"
local distances = require "astar.units.distance"
local object = require "astar.units.object"
local options = require "astar.arguments.options"

local ask = bridge.ask

local module = { world = {} }      -- unit_of is set by guest/unit.lua, the rest by
                                   -- guest/world.lua

-- ---- enemies ------------------------------------------------------------------------------------

local KNOWN = {
  within = options.whole(0, 2 ^ 31), near = { "table", "a cell { x, y }" },
  radius = options.whole(0, 2 ^ 31),
}

-- Chebyshev's distance, or steps between hexagons; from level to level math.huge.
local function far(a, x, y) return distances.cells(module, a, { x = x, y = y }) end

local function check_known(method, given, position)
  options.check(method, given, KNOWN, position)
  if given.near ~= nil then check.cell_in(method, position, "near", given.near) end
  if (given.near == nil) ~= (given.radius == nil) then
    blame.fail(method, position, "near and radius go together")
  end
end

function module.known(given)
  local flat, list, near = ask("known_enemies", given.within), {}, check.target(given.near)
  for i = 1, #flat, 7 do
    local x, y = flat[i + 2], flat[i + 3]
    if not near or far(near, x, y) <= given.radius then
      list[#list + 1] = { unit = module.unit_of(flat[i]), visible = flat[i + 1], x = x, y = y,
        state = flat[i + 4], tick = flat[i + 5], data = flat[i + 6] }
    end
  end
  return list
end

-- @card world:known_enemies([options]) - enemies that its player has seen: each
--   has unit, x, y, state, tick, visible, data
function module.world.known_enemies(_, given)
  given = given or {}
  check_known("known_enemies", given, 1)
  return module.known(given)
end

--- What a unit or a known enemy is worth.
function module.worth(one, key)
  if not key then return 1 end
  local value = one.data[key]
  return type(value) == "number" and value or 0
end

local STRENGTH = { key = { "string number", "a key of unit.data" }, within = KNOWN.within }

function module.check_strength(method, given, position)
  options.check(method, given, STRENGTH, position)
end

--- An iterator over the player's units.
function module.own_units() return module.every_unit(module.player()) end

-- @card world:strength(x, y, radius [, options]) - of its player's units and of known
--   enemies there: how many, or the sums of a key of their data
function module.world.strength(_, x, y, radius, given)
  given = given or {}
  check.point("strength", x, y)
  if type(radius) ~= "number" then
    blame.fail("strength", 3, "a number expected, got %s", type(radius))
  end
  module.check_strength("strength", given, 4)
  local own, enemies = 0, 0
  for unit in module.own_units() do
    if far(unit, x, y) <= radius then own = own + module.worth(unit, given.key) end
  end
  local near = { within = given.within, near = { x = x, y = y }, radius = radius }
  for _, enemy in ipairs(module.known(near)) do
    enemies = enemies + module.worth(enemy, given.key)
  end
  return own, enemies
end

-- ---- on the way ---------------------------------------------------------------------------------

-- The first cell of a path that is within a radius of a place: its index and the distance.
local function first_near(path, place, radius)
  for x, y, i in path:cells() do
    local distance = far(place, x, y)
    if distance <= radius then return i, distance end
  end
end

-- @card world:threats_along(path, radius [, options]) - known enemies near a path, in the order
--   in which it comes near them: each has index, distance
function module.world.threats_along(_, path, radius, given)
  given = given or {}
  if not object.is_path(path) then
    blame.fail("threats_along", 1, "a path expected, got %s", type(path))
  elseif type(radius) ~= "number" or radius ~= radius or radius < 0 then
    blame.fail("threats_along", 2, "a number of cells expected, got %s", type(radius))
  end
  options.check("threats_along", given, { within = KNOWN.within }, 3)
  local list = {}
  for _, enemy in ipairs(module.known(given)) do
    enemy.index, enemy.distance = first_near(path, enemy, radius)
    if enemy.index then list[#list + 1] = enemy end
  end
  table.sort(list, function(a, b)
    if a.index ~= b.index then return a.index < b.index end
    return a.unit.id < b.unit.id
  end)
  return list
end

-- ---- sites --------------------------------------------------------------------------------------

-- @card world:sites(terrain) - where its player knows of that terrain: each has x, y, cells
function module.world.sites(_, terrain)
  if type(terrain) ~= "string" then
    blame.fail("sites", 1, "the name of a terrain expected, got %s", type(terrain))
  end
  local flat, list = ask("sites", terrain), {}
  for i = 1, #flat, 3 do
    list[#list + 1] = { x = flat[i], y = flat[i + 1], cells = flat[i + 2] }
  end
  return list
end

return module
