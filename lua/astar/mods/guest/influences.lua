--- Influence maps that a mod makes itself: unit.world:influence(recipe). Enemies and units become
-- stamps here; the host puts the map together and keeps it. Here is its number.

local blame = require "astar.arguments.blame"
local bridge = require "astar.mods.guest.bridge"
local check = require "astar.units.values"
local core = require "astar.core"
local length = require "astar.length"
local object = require "astar.units.object"
local options = require "astar.arguments.options"
local reconnaissance = require "astar.mods.guest.reconnaissance"
local strict = require "astar.arguments.strict"
local threats = require "astar.world.threats"

local ask = bridge.ask

local module = { world = {} }

local DEEPEST, MOST = 8, 65535

-- ---- recipes ------------------------------------------------------------------------------------

local NUMBER = { "number", "a number" }
local STAMP = { key = { "string number", "a key of data" }, amount = NUMBER,
  radius = { "number", "a number of cells" }, falloff = { "string", "\"linear\" or \"none\"" } }

-- A table's keys, and more of them.
local function with(list, more)
  local all = {}
  for key, value in bridge.pairs(list) do all[key] = value end
  for key, value in bridge.pairs(more) do all[key] = value end
  return all
end

local LIMITS = { plus = NUMBER, min = NUMBER, max = NUMBER }
local STATE = { amount = NUMBER }

-- Of what each kind of map is made, and its options.
local KINDS = {
  enemies = with(STAMP, { within = options.whole(0, 2 ^ 31) }), own = STAMP,
  places = with(STAMP, { list = { "table", "a list of places" } }),
  unseen = STATE, seen = STATE, visible = STATE,
  sum = LIMITS, product = with(LIMITS, { scale = NUMBER }), greatest = LIMITS, least = LIMITS,
  tension = LIMITS, vulnerability = LIMITS, slope = LIMITS,
  near = with(LIMITS, { radius = STAMP.radius }),
  spread = { share = { "number", "a share, 0 to 1" }, times = NUMBER },
}
local SOURCES = { enemies = true, own = true, places = true, unseen = true, seen = true,
  visible = true }

local function fail(where, ...)
  blame.fail("influence", 1, "%s: %s", where, string.format(...))
end

-- The options of a recipe, checked: those of its keys that are no places in its list.
local function options_of(given, kind)
  local list, count = {}, length(given)
  for key, value in bridge.pairs(given) do
    if type(key) ~= "number" or key % 1 ~= 0 or key < 1 or key > count then list[key] = value end
  end
  options.check("influence", list, KINDS[kind], 1)
  return list
end

-- What a place, unit or enemy is worth, as influence maps can hold it.
local function value_of(worth, amount)
  local value = math.floor(worth * amount + 0.5)
  if value ~= value then return 0 end
  return math.max(-MOST, math.min(MOST, value))
end

local function add_stamp(list, one, value)
  if value == 0 or not check.at(one) then return end     -- units that were never seen are nowhere
  local eye, n = threats.eye(one), #list
  list[n + 1], list[n + 2], list[n + 3] = eye[1], eye[2], value
end

-- What a place of a mod's own list is worth.
local function worth_of_place(one, key)
  if not key then return 1 end
  local data = object.is_unit(one) and one.data or check.field(one, "data") or one
  local value = type(data) == "table" and data[key]
  return type(value) == "number" and value or 0
end

local function stamps_of(kind, given, where)
  local list, amount, key = {}, given.amount or 1, given.key
  if kind == "own" then
    for unit in reconnaissance.own_units() do
      add_stamp(list, unit, value_of(reconnaissance.worth(unit, key), amount))
    end
  elseif kind == "enemies" then
    for _, enemy in ipairs(reconnaissance.known { within = given.within }) do
      add_stamp(list, enemy, value_of(reconnaissance.worth(enemy, key), amount))
    end
  else
    if not check.is_list(given.list) then fail(where, "places needs a list of places") end
    for _, one in ipairs(given.list) do
      add_stamp(list, one, value_of(worth_of_place(one, key), amount))
    end
  end
  return { "stamps", list = list, radius = given.radius or 0, falloff = given.falloff }
end

local read

local function read_term(term, where, depth)
  if type(term) ~= "table" or term[1] ~= nil then return read(term, where, depth) end
  options.check("influence", term, { map = { "string table", "a map" }, factor = NUMBER }, 1)
  return { map = read(term.map, where .. ".map", depth), factor = term.factor }
end

--- A recipe as the host takes it: with stamps in place of enemies, units and places.
function read(given, where, depth)
  if type(given) == "string" then return given end
  if type(given) ~= "table" then
    fail(where, "a name or a recipe expected, got %s", core.show(given))
  end
  if depth > DEEPEST then fail("recipe", "at most %d deep", DEEPEST) end
  local kind = given[1]
  if type(kind) ~= "string" or not KINDS[kind] then
    fail(where .. "[1]", "%s is no kind of map%s", core.show(kind),
      type(kind) == "string" and options.hint(kind, KINDS) or "")
  end
  local list, count = options_of(given, kind), length(given)
  if SOURCES[kind] and count > 1 then fail(where, "'%s' takes no maps", kind) end
  if kind == "enemies" or kind == "own" or kind == "places" then
    return stamps_of(kind, list, where)
  end
  list[1] = kind
  for i = 2, count do list[i] = read_term(given[i], ("%s[%d]"):format(where, i), depth + 1) end
  return list
end

-- ---- influence maps -----------------------------------------------------------------------------

local influence = {}                             -- the methods

local function number_of(self) return object.expect(self, "influence").number end

local function check_number(method, position, value)
  if type(value) == "number" then return end
  blame.fail(method, position, "a number expected, got %s", type(value))
end

-- @card influence:get(x, y), influence:max_near(x, y, radius), influence:downhill(x, y),
--   influence:uphill(x, y), influence:peaks(n [, options]) - the value of a cell; x, y, value of
--   the greatest one near it; of the neighbour with the least, or the greatest; a list of the
--   greatest
function influence:get(x, y)
  check.point("get", x, y)
  return ask("influence_get", number_of(self), x, y)
end

function influence:max_near(x, y, radius)
  check.point("max_near", x, y)
  check_number("max_near", 3, radius)
  return ask("influence_max_near", number_of(self), x, y, radius)
end

function influence:downhill(x, y)
  check.point("downhill", x, y)
  return ask("influence_downhill", number_of(self), x, y)
end

function influence:uphill(x, y)
  check.point("uphill", x, y)
  return ask("influence_uphill", number_of(self), x, y)
end

local PEAKS = { min = NUMBER, apart = STAMP.radius }

function influence:peaks(most, given)
  check_number("peaks", 1, most)
  options.check("peaks", given or {}, PEAKS, 2)
  return ask("influence_peaks", number_of(self), most, given)
end

local NAMES, metatable = strict.names(influence), bridge.seal {}
function metatable.__index(_, key) return influence[key] or strict.read("influence", key, NAMES) end
function metatable.__newindex(_, key) strict.write("influence", key, NAMES, {}) end
function metatable.__tostring() return "influence" end

-- @card world:influence(recipe) - a map of the mod's own, as things are now: of "enemies", "own",
--   "places", "visible", "seen", "unseen" and the game's maps, by "sum", "product", "greatest",
--   "least", "tension", "vulnerability", "slope", "near", "spread"
function module.world.influence(_, recipe)
  local number, code = ask("new_influence", read(recipe, "recipe", 1))
  if not number then return nil, code end
  return object.new("influence", metatable, { number = number })
end

return module
