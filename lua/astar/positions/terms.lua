--- The terms of position queries: what is measured of each cell, what may be left out, and what it
-- is worth.

local core = require "astar.core"
local length = require "astar.length"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs
local read = require "astar.positions.read"

local terms = {}

local MOST = 2 ^ 24 - 1                          -- that is measured
local MOST_WEIGHT, MOST_POINTS, MOST_WORTH = 1000, 16, 16384
local SIDES = { any = 0, friends = 1, enemies = 2 }

-- ---- what each kind has -------------------------------------------------------------------------

-- Where in the head of a term the core expects these.
local LEAST, GREATEST, WEIGHT, RADIUS, SIDE, FRONT_X, FRONT_Y, NAME = 2, 3, 4, 5, 6, 7, 8, 9

local function influence(default)
  return function(_, where, given, term)
    local name = given.influence == nil and default or given.influence
    term.head[NAME] = read.name(where .. ".influence", name, "the name of an influence map")
  end
end

local function radius(least, most, default)
  return function(_, where, given, term)
    term.head[RADIUS] = read.whole(where .. ".radius", given.radius, least, most, default)
  end
end

local function side(_, where, given, term)
  local number = SIDES[given.side == nil and "any" or given.side]
  if not number then
    read.reject("%s.side = %s is none of 'any', 'friends', 'enemies'", where,
      core.show(given.side))
  end
  term.head[SIDE] = number
end

local function places(key)
  return function(asker, where, given, term)
    read.places(asker, ("%s.%s"):format(where, key), given[key], term.places)
  end
end

local function at_least_one(key)
  return function(asker, where, _, term)
    if #term.places == 0 and not asker.code then
      read.reject("%s.%s: at least one place expected", where, key)
    end
  end
end

local function range(_, where, given, term)
  term.head[RADIUS] = read.whole(where .. ".range", given.range, 0, 255, -1)
end

local function terrain(_, where, given, term)
  local name = read.name(where .. ".is", given.is, "the name of a terrain")
  term.head[NAME] = name == "unseen" and "" or name
end

local function flank(asker, where, given, term)
  read.place(asker, where .. ".of", given.of, term.places)
  local front = {}
  if given.front ~= nil then read.place(asker, where .. ".front", given.front, front) end
  local x, y, width, height = front[1] or asker.x, front[2] or asker.y,
    front[3] or asker.size, front[4] or asker.size
  term.head[FRONT_X] = x + math.floor((width - 1) / 2)
  term.head[FRONT_Y] = y + math.floor((height - 1) / 2)
end

-- `is_yes`: what is measured is 0 or more, and a filter that says nothing wants 1 at least.
local KINDS = {
  walk = { measure = 0, keys = {} },
  distance = { measure = 1, keys = { "to" }, readers = { places "to", at_least_one "to" } },
  influence = { measure = 2, keys = { "influence" }, readers = { influence() } },
  danger = { measure = 2, keys = { "influence" }, readers = { influence "danger" } },
  height = { measure = 2, keys = { "influence" }, readers = { influence "height" } },
  front = { measure = 3, keys = { "influence" }, readers = { influence() }, is_yes = true },
  terrain = { measure = 4, keys = { "is" }, readers = { terrain }, is_yes = true },
  flank = { measure = 5, keys = { "of", "front" }, readers = { flank } },
  crowding = { measure = 6, keys = { "radius", "side" },
    readers = { radius(0, 255, 3), side } },
  exits = { measure = 7, keys = { "radius" }, readers = { radius(1, 15, 4) } },
  sight = { measure = 8, keys = { "of", "range" }, readers = { places "of", range },
    is_yes = true },
  cover = { measure = 9, keys = { "from", "range" }, readers = { places "from", range },
    is_yes = true },
}

local COMMON = { filter = { "min", "max" }, score = { "weight", "curve", "name" } }

for _, kind in pairs(KINDS) do
  kind.valid = {}
  for list, keys in pairs(COMMON) do
    kind.valid[list] = {}
    for _, some in ipairs { keys, kind.keys } do
      for _, key in ipairs(some) do kind.valid[list][key] = true end
    end
  end
end

-- ---- what each list has -------------------------------------------------------------------------

local function bound(where, value, round)
  if type(value) ~= "number" or value ~= value then
    read.reject("%s = %s is not a number", where, core.show(value))
  end
  return math.max(-MOST, math.min(MOST, round(value)))
end

local function read_filter(where, given, term)
  local head, least, greatest = term.head, given.min, given.max
  if least == nil and greatest == nil then
    if not term.kind.is_yes then
      read.reject("%s: 'min' or 'max' is missing", where)
    end
    least = 1
  end
  if least ~= nil then head[LEAST] = bound(where .. ".min", least, math.ceil) end
  if greatest ~= nil then head[GREATEST] = bound(where .. ".max", greatest, math.floor) end
  head[WEIGHT] = 0
end

local function read_curve(where, curve, points)
  read.expect_table(where, curve)
  local count = length(curve)
  if count < 1 or count > MOST_POINTS then
    read.reject("%s: 1 to %d points expected, got %d", where, MOST_POINTS, count)
  end
  for i, point in ipairs(curve) do
    local name = ("%s[%d]"):format(where, i)
    read.expect_table(name, point)
    local measured = read.whole(name .. "[1]", point[1], -MOST, MOST)
    if i > 1 and measured <= points[2 * i - 3] then
      read.reject("%s: %d does not rise above %d", name, measured, points[2 * i - 3])
    end
    points[2 * i - 1] = measured
    points[2 * i] = read.ratio(name .. "[2]", point[2], MOST_WORTH)
  end
end

local function read_score(where, given, term)
  term.head[WEIGHT] = read.ratio(where .. ".weight", given.weight, MOST_WEIGHT, 1)
  if given.curve ~= nil then read_curve(where .. ".curve", given.curve, term.points) end
  term.label = given[1]
  if given.name ~= nil then
    term.label = read.name(where .. ".name", given.name, "a string")
  end
end

local READERS = { filter = read_filter, score = read_score }

local function kind_of(where, name)
  if type(name) ~= "string" then
    read.reject("%s[1] = %s is not the name of a term", where, core.show(name))
  end
  local kind = KINDS[name]
  if not kind then
    read.reject("%s: there is no term '%s'%s", where, name,
      options.hint(name, KINDS))
  end
  return kind
end

--- Reads a term of "filter" or "score". `where` names it in messages.
function terms.read(asker, list, where, given)
  read.expect_table(where, given)
  local kind = kind_of(where, given[1])
  where = ("%s (%s)"):format(where, given[1])
  read.check_keys(where .. ": ", given, kind.valid[list], 1)
  local term = { kind = kind, where = where, label = false, points = {}, places = {},
    head = { kind.measure, -MOST, MOST, 1024, 4, 0, 1, 1, false } }
  for _, reader in ipairs(kind.readers or {}) do reader(asker, where, given, term) end
  READERS[list](where, given, term)
  return term
end

--- Reads a list of terms, and adds them to `into`.
function terms.read_list(asker, list, given, into)
  if given == nil then return end
  read.expect_table(list, given)
  local count = length(given)
  for i = 1, count do
    into[#into + 1] = terms.read(asker, list, ("%s[%d]"):format(list, i), given[i])
  end
  if count == 0 and core.keys(given)[1] ~= nil then
    read.reject("%s: a list of terms expected", list)
  end
end

return terms
