--- What the results of a schedule say: ratings, rates of each pair, side and map, and the
-- matches that are worth looking at.

local copied = require "astar.copied"
local Rate = require "astar.arena.rate"
local rating = require "astar.arena.rating"
local schedule = require "astar.arena.schedule"

local standings = {}

local MOST_NOTABLE = 3

-- ---- one match ----------------------------------------------------------------------------------

--- The score of a side in a result: 1, 0.5 or 0.
function standings.score(result, side)
  if result.winner == 0 then return 0.5 end
  return result.winner == side and 1 or 0
end

--- What a match has in common with others: the map and the seed.
function standings.group(match) return ("%s %.0f"):format(match.map_sum, match.seed) end

local function gap(result) return math.abs(result.points[1] - result.points[2]) end

-- ---- sums ---------------------------------------------------------------------------------------

local function row_of(mod)
  return { name = mod.name, folder = mod.folder, played = 0, won = 0, drawn = 0, lost = 0,
    errors = 0, broken = 0, seconds = 0, all = Rate.new(), first = Rate.new(),
    second = Rate.new(), maps = {}, against = {} }
end

local function add_to(rates, key, score, group)
  rates[key] = rates[key] or Rate.new()
  rates[key]:add(score, group)
end

local function add_side(row, result, side, other)
  local score, group = standings.score(result, side), standings.group(result)
  row.played, row.seconds = row.played + 1, row.seconds + result.seconds
  local how = score == 1 and "won" or score == 0 and "lost" or "drawn"
  row[how] = row[how] + 1
  local errors = result.errors_of[side]
  row.errors = row.errors + errors
  row.broken = row.broken + (errors > 0 and 1 or 0)
  row.all:add(score, group)
  row[side == 1 and "first" or "second"]:add(score, group)
  add_to(row.maps, result.map_sum, score, group)
  add_to(row.against, other, score, group)
end

local function rate_of(rate)
  if not rate then return nil end
  return { played = rate.count, rate = rate:mean(), error = rate:error(0, 1) }
end

-- ---- matches worth looking at -------------------------------------------------------------------

local function best_of(list, is_before, is_meant)
  local sorted = {}
  for i, result in ipairs(list) do
    if is_meant(result) then sorted[#sorted + 1] = { result = result, at = i } end
  end
  table.sort(sorted, function(a, b)
    if is_before(a.result, b.result) then return true end
    return not is_before(b.result, a.result) and a.at < b.at
  end)
  local best = {}
  for i = 1, math.min(MOST_NOTABLE, #sorted) do best[i] = sorted[i].result end
  return best
end

local function all() return true end

local function notable(list)
  return {
    lopsided = best_of(list, function(a, b) return gap(a) > gap(b) end,
      function(result) return gap(result) > 0 end),
    closest = best_of(list, function(a, b) return gap(a) < gap(b) end, all),
    broken = best_of(list, function(a, b) return a.errors > b.errors end,
      function(result) return result.errors > 0 end),
  }
end

-- ---- the whole ----------------------------------------------------------------------------------

-- As plain data, for --json and the page.
local function plain_row(row, mods, maps, own)
  local plain = { name = row.name, folder = row.folder, rating = own.rating, error = own.error,
    played = row.played, won = row.won, drawn = row.drawn, lost = row.lost, errors = row.errors,
    broken = row.broken, score = rate_of(row.all), first = rate_of(row.first),
    second = rate_of(row.second), maps = {}, against = {} }
  for i, map in ipairs(maps) do plain.maps[i] = rate_of(row.maps[map.sum]) or false end
  for i in ipairs(mods) do plain.against[i] = rate_of(row.against[i]) or false end
  return plain
end

local function sorted(rows)
  table.sort(rows, function(a, b)
    if a.rating ~= b.rating then return a.rating > b.rating end
    return a.name < b.name
  end)
  return rows
end

-- A result with the names of the schedule: it may have been played under other ones.
local function named(result, match)
  local is_same = result.names[1] == match.names[1] and result.names[2] == match.names[2]
  if is_same and result.mods[1] == match.mods[1] and result.mods[2] == match.mods[2] then
    return result
  end
  local copy = copied(result)
  for _, key in ipairs { "names", "mods", "map", "map_name", "game", "options" } do
    copy[key] = match[key]
  end
  return copy
end

-- The matches of a schedule that have been played: results, and games for rating.of.
local function collect(given, results)
  local sums = { played = {}, games = {}, failed = {}, missing = 0 }
  schedule.each(given, function(match, a, b)
    local result = results:of(match)
    if result then
      sums.played[#sums.played + 1] = named(result, match)
      sums.games[#sums.games + 1] = { a, b, standings.score(result, 1), standings.group(match) }
    else
      local one = results.by_id[match.id]
      if one then sums.failed[#sums.failed + 1] = one end
      sums.missing = sums.missing + 1
    end
  end)
  return sums
end

--- The standings, as plain data. `given`: the schedule's; `results`: see results.lua.
-- mods: a list, the best first, of { name, rating, error, played, won, drawn, lost, errors, broken,
-- score, first, second, maps, against }, where rates are { played, rate, error }, `maps` are in the
-- order of the maps, `against` in that of `order`.
function standings.of(given, results)
  local sums, rows = collect(given, results), {}
  for i, mod in ipairs(given.mods) do rows[i] = row_of(mod) end
  local seconds = 0
  for i, result in ipairs(sums.played) do
    local game = sums.games[i]
    add_side(rows[game[1]], result, 1, game[2])
    add_side(rows[game[2]], result, 2, game[1])
    seconds = seconds + result.seconds
  end
  local ratings, mods, order, maps = rating.of(sums.games, #rows), {}, {}, {}
  for i, row in ipairs(rows) do
    mods[i], order[i] = plain_row(row, given.mods, given.maps, ratings[i]), row.name
  end
  for i, map in ipairs(given.maps) do maps[i] = map.name end
  return { mods = sorted(mods), order = order, maps = maps, played = #sums.played,
    missing = sums.missing, failed = sums.failed, notable = notable(sums.played),
    seconds = seconds, seeds = #given.seeds, ticks = given.ticks, game = given.game.file,
    version = schedule.version() }
end

return standings
