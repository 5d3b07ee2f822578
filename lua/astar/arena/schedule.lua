--- Which matches there are, and in which order. A match is a table of plain data, and its line is
-- that as JSON: all that is needed to play it again.
--
--   mods, sums   the folders of both sides and checksums of their files
--   names        what the report calls them
--   options      for world:mod, of both sides, where one needs some
--   map          a file, or false: the game's own; map_name, map_sum
--   game, game_sum, seed, ticks, version
--   id           a checksum of what decides how the match goes: no name, and no folder

local astar = require "astar"
local core = require "astar.core"
local entrants = require "astar.arena.entrants"
local exact = require "astar.save.exact"
local json = require "astar.replay.json"
local next = require "astar.pairs".next

local schedule = {}

local unpack = table.unpack or unpack

--- What a match is made of.
schedule.KEYS = { "mods", "sums", "names", "options", "map", "map_name", "map_sum", "game",
  "game_sum", "seed", "ticks", "version", "id" }

-- ---- seeds --------------------------------------------------------------------------------------

local function range_of(word)
  local first, last = word:match("^(%d+)%.%.(%d+)$")
  if not first then first = word:match("^(%d+)$") end
  return tonumber(first), tonumber(last or first)
end

--- The seeds that "1..100,200" names | nil, message.
function schedule.seeds(text, most)
  local list, seen = {}, {}
  for word in text:gmatch("[^,]+") do
    local first, last = range_of(word:match("^%s*(.-)%s*$"))
    if not first then return nil, ("'%s' is no seed and no range such as 1..100"):format(word) end
    if last < first then
      return nil, ("'%s' is no range: the smaller seed comes first"):format(word)
    end
    if last > most then return nil, ("seeds go up to %d"):format(most) end
    for seed = first, last do
      if not seen[seed] then list[#list + 1] = seed end
      seen[seed] = true
    end
  end
  if not list[1] then return nil, ("'%s' names no seed"):format(text) end
  return list
end

-- ---- matches ------------------------------------------------------------------------------------

--- What this library is, as far as that decides how a match goes: its version, and the machine in
-- which mods run.
function schedule.version()
  local is_stock = astar.sandbox == "stock"
  return ("%s %s"):format(astar.version, is_stock and "stock" or astar.features.vault)
end

local function parameters_in_words(values)
  local words = {}
  for i, name in ipairs(values and core.keys(values) or {}) do
    words[i] = ("%s=%s"):format(name, exact.digits(values[name], 14))
  end
  return table.concat(words, " ")
end

local function id_of(match, a, b)
  return core.checksum(table.concat({ match.version, match.game_sum, match.map_sum,
    exact.digits(match.seed, 17), exact.digits(match.ticks, 17), match.sums[1], match.sums[2],
    parameters_in_words(a.values), parameters_in_words(b.values) }, "\n"))
end

--- The match of two entrants. `given`: game, ticks.
function schedule.match(given, a, b, map, seed)
  local match = { mods = { a.folder, b.folder }, names = { a.name, b.name },
    sums = { a.sum, b.sum }, map = map.file, map_name = map.name, map_sum = map.sum,
    game = given.game.file, game_sum = given.game.sum, seed = seed, ticks = given.ticks,
    version = schedule.version() }
  local first, second = unpack(entrants.options(a, b))
  if next(first) or next(second) then match.options = { first, second } end
  match.id = id_of(match, a, b)
  return match
end

-- All pairs of `count` mods, by their numbers.
local function all_pairs(count)
  local list = {}
  for i = 1, count do
    for k = i + 1, count do list[#list + 1] = { i, k } end
  end
  return list
end

--- Calls f(match, i, k) for each match of the mods i and k, in the canonical order: seed by seed,
-- so that what is there after a while is of all pairs and maps; both mods of a pair are on both
-- sides. `given`: game, ticks, mods, maps, seeds; pairs, a list of pairs of numbers of mods, or
-- nil: all.
function schedule.each(given, f)
  local list, mods = given.pairs or all_pairs(#given.mods), given.mods
  for _, seed in ipairs(given.seeds) do
    for _, map in ipairs(given.maps) do
      for _, pair in ipairs(list) do
        local i, k = pair[1], pair[2]
        f(schedule.match(given, mods[i], mods[k], map, seed), i, k)
        f(schedule.match(given, mods[k], mods[i], map, seed), k, i)
      end
    end
  end
end

--- The line of a match.
function schedule.line(match) return json(match) end

return schedule
