--- Whether mods have become better or worse since results were saved. A match is compared with one
-- of the saved results that has the same map, seed and length, where the mod of the same name was
-- on the same side and the opponent had the same files: only the mod, the game or the library can
-- have changed. Differences of such pairs vary less than those of two rates.

local files = require "astar.files"
local pairs = require "astar.pairs".pairs
local Rate = require "astar.arena.rate"
local results = require "astar.arena.results"
local schedule = require "astar.arena.schedule"
local standings = require "astar.arena.standings"

local baseline = {}

local function key_of(match, side)
  return ("%d %s %s %.0f %.0f\n%s"):format(side, match.sums[3 - side], match.map_sum, match.seed,
    match.ticks, match.names[side])
end

local function is_plain(result)
  for _, options in ipairs(result.options or {}) do
    if options.parameters then return false end
  end
  return result.hash ~= nil
end

--- The saved results of a file | nil, message. Of several versions of a mod the last one is taken.
function baseline.read(name)
  local text, message = files.read(name)
  if not text then return nil, message end
  local saved, count = {}, 0
  for line in text:gmatch("([^\n]+)\n") do
    local one = results.parse(line)
    if one and is_plain(one) then
      saved[key_of(one, 1)], saved[key_of(one, 2)] = one, one
      count = count + 1
    end
  end
  if count == 0 then return nil, ("%s: no results of an arena"):format(name) end
  return saved
end

-- ---- comparing ----------------------------------------------------------------------------------

local function new_sums()
  return { now = Rate.new(), before = Rate.new(), change = Rate.new(), is_same = true }
end

local function note(sums, now, before, side)
  local score, earlier = standings.score(now, side), standings.score(before, side)
  local group = standings.group(now)
  sums.now:add(score, group)
  sums.before:add(earlier, group)
  sums.change:add(score - earlier, group)
  sums.is_same = sums.is_same and now.id == before.id
end

-- As plain data; a mod is worse if its whole interval is below 0.
local function plain(name, sums, opponent)
  local change = sums.change:mean()
  local error = sums.is_same and 0 or sums.change:error(-1, 1)
  return { name = name, against = opponent, matches = sums.change.count,
    before = sums.before:mean(), now = sums.now:mean(), change = change, error = error,
    same = sums.is_same, worse = change + error < 0, better = change - error > 0 }
end

local function list_of(given, sums)
  local list = {}
  for i, mod in ipairs(given.mods) do
    local own = sums[i]
    if own then
      local row = plain(mod.name, own.all)
      row.opponents = {}
      for k, other in ipairs(given.mods) do
        local against = own.against[k]
        if against then
          row.opponents[#row.opponents + 1] = plain(mod.name, against, other.name)
        end
      end
      list[#list + 1] = row
    end
  end
  return list
end

--- Has a schedule a match that can be compared with a saved one?
function baseline.fits(given, saved)
  local fits = false
  schedule.each(given, function(match)
    fits = fits or saved[key_of(match, 1)] ~= nil or saved[key_of(match, 2)] ~= nil
  end)
  return fits
end

--- How each mod does now, compared with the saved results: a list of { name, matches, before, now,
-- change, error, same, worse, better, opponents }, of those mods that can be compared. `worse`: the
-- change is below 0 by more than its error, with which the true one is met in 95 of 100 cases;
-- `opponents` has the same for each of them.
function baseline.compare(given, played, saved)
  local sums = {}
  local function compare(result, side, i, k)
    local before = saved[key_of(result, side)]
    if not before then return end
    sums[i] = sums[i] or { all = new_sums(), against = {} }
    local against = sums[i].against
    against[k] = against[k] or new_sums()
    note(sums[i].all, result, before, side)
    note(against[k], result, before, side)
  end
  schedule.each(given, function(match, i, k)
    local result = played:of(match)
    if result then
      compare(result, 1, i, k)
      compare(result, 2, k, i)
    end
  end)
  return list_of(given, sums)
end

--- Is one of them worse?
function baseline.is_worse(list)
  for _, row in pairs(list) do
    if row.worse then return true end
  end
  return false
end

return baseline
