--- A search over the parameters that a mod declares: which values win most? The cross-entropy
-- method (R. Y. Rubinstein, 1999): candidates are drawn at random around a mean, all play the same
-- matches, and the best quarter of them decides around which mean, and how far from it, the next
-- are drawn.
--
-- The best of many candidates has also been lucky. So the first half of the seeds is for the
-- search, and the second half says how good what it has found is, and what the default is on the
-- same seeds.

local copied = require "astar.copied"
local pairs = require "astar.pairs".pairs
local random = require "astar.world.random"
local Rate = require "astar.arena.rate"
local schedule = require "astar.arena.schedule"
local standings = require "astar.arena.standings"

local search = {}

local SHARE = 4                                  -- of so many candidates one is among the best
local FIRST_SPREAD, LEAST_SPREAD = 1 / 3, 1 / 50 -- of a parameter's range
local STEPS = 1000                               -- values of a range that are told apart

-- ---- candidates ---------------------------------------------------------------------------------

local function defaults_of(declared)
  local values = {}
  for _, own in ipairs(declared) do values[own.name] = own.default end
  return values
end

-- A number of the normal distribution, nearly, by sums only: the same on every machine.
local function normal(draw)
  local sum = -6
  for _ = 1, 12 do sum = sum + draw() end
  return sum
end

local function rounded(own, value)
  value = math.max(own.least, math.min(own.most, value))
  if own.whole then return math.floor(value + 0.5) end
  local step = (own.most - own.least) / STEPS
  return math.min(own.most, own.least + step * math.floor((value - own.least) / step + 0.5))
end

local function drawn(declared, around, draw)
  local values = {}
  for _, own in ipairs(declared) do
    local mean, spread = around[own.name].mean, around[own.name].spread
    values[own.name] = rounded(own, mean + spread * normal(draw))
  end
  return values
end

local function first_around(declared)
  local around = {}
  for _, own in ipairs(declared) do
    around[own.name] = { mean = own.default, spread = FIRST_SPREAD * (own.most - own.least) }
  end
  return around
end

-- Where the next candidates are drawn: around the mean of the best, and half as near to it as they
-- are themselves, since a few that are alike by chance would end the search.
local function next_around(declared, best, last)
  local around = {}
  for _, own in ipairs(declared) do
    local mean, squares = 0, 0
    for _, one in ipairs(best) do mean = mean + one.values[own.name] / #best end
    for _, one in ipairs(best) do squares = squares + (one.values[own.name] - mean) ^ 2 end
    local spread = (math.sqrt(squares / #best) + last[own.name].spread) / 2
    around[own.name] = { mean = mean,
      spread = math.max(spread, LEAST_SPREAD * (own.most - own.least)) }
  end
  return around
end

-- ---- playing ------------------------------------------------------------------------------------

-- A plan in which each list of values plays against all opponents.
local function plan_of(given, lists, seeds)
  local plan = { game = given.game, ticks = given.ticks, maps = given.maps, seeds = seeds,
    mods = {}, pairs = {} }
  for i, values in ipairs(lists) do
    local mod = copied(given.subject)
    mod.values = values
    plan.mods[i] = mod
  end
  for _, other in ipairs(given.opponents) do
    plan.mods[#plan.mods + 1] = other
    for i in ipairs(lists) do plan.pairs[#plan.pairs + 1] = { i, #plan.mods } end
  end
  return plan
end

-- How each list of values does: Rates, and lists of its scores by what is played.
local function scores_of(plan, count, played)
  local rates, scores = {}, {}
  for i = 1, count do rates[i], scores[i] = Rate.new(), {} end
  schedule.each(plan, function(match, i, k)
    local result = played:of(match)
    if not result then return end
    local own, side = i <= count and i or k, i <= count and 1 or 2
    local score, group = standings.score(result, side), standings.group(match)
    rates[own]:add(score, group)
    scores[own][("%s %d %d"):format(group, side, side == 1 and k or i)] = { score, group }
  end)
  return rates, scores
end

local function play(given, lists, seeds)
  local plan = plan_of(given, lists, seeds)
  local done, message = given.play(plan)
  if not done then return nil, message end
  return scores_of(plan, #lists, given.results)
end

-- ---- rounds -------------------------------------------------------------------------------------

-- Candidates of a round with their scores, the best first.
local function ranked(lists, rates)
  local list = {}
  for i, values in ipairs(lists) do
    list[i] = { values = values, rate = rates[i]:mean(), at = i }
  end
  table.sort(list, function(a, b)
    if a.rate ~= b.rate then return a.rate > b.rate end
    return a.at < b.at
  end)
  return list
end

-- The best so far is a candidate again: that costs no match.
local function round(given, around, draw, best)
  local lists = { best }
  while #lists < given.candidates do lists[#lists + 1] = drawn(given.declared, around, draw) end
  local rates, message = play(given, lists, given.first)
  if not rates then return nil, message end
  local list = ranked(lists, rates)
  local few = {}
  for i = 1, math.max(2, math.floor(#list / SHARE)) do few[i] = list[i] end
  return few
end

local function plain(values, rate)
  return { values = values, played = rate.count, rate = rate:mean(), error = rate:error(0, 1) }
end

-- What was found, and the default, on seeds that had no part in the search.
local function judged(given, best)
  local rates, scores = play(given, { given.default, best }, given.second)
  if not rates then return nil, scores end
  local change = Rate.new()
  for key, one in pairs(scores[2]) do
    local before = scores[1][key]
    if before then change:add(one[1] - before[1], one[2]) end
  end
  return { mod = given.subject.name, parameters = given.declared,
    default = plain(given.default, rates[1]), best = plain(best, rates[2]),
    change = { rate = change:mean(), error = change:error(-1, 1) }, rounds = {} }
end

--- Searches: what was found, as plain data | nil, message. `given`:
--   subject     an entrant that declares parameters; opponents, a list of others
--   game, maps, ticks, seeds
--   rounds      how many; candidates, in each of them, at least 4
--   results     of what is played; play, a function(plan) that adds to them what is missing
--   told        a function that is called with each round: its number, the best values, their rate
function search.run(given)
  local half = math.floor(#given.seeds / 2)
  if half < 1 then return nil, "a search needs two seeds or more" end
  given.declared, given.first, given.second = given.subject.parameters, {}, {}
  for i, seed in ipairs(given.seeds) do
    local list = i <= half and given.first or given.second
    list[#list + 1] = seed
  end
  given.default = defaults_of(given.declared)
  local around, draw, best = first_around(given.declared), random.new(1), given.default
  local rounds = {}
  for i = 1, given.rounds do
    local few, message = round(given, around, draw, best)
    if not few then return nil, message end
    around, best = next_around(given.declared, few, around), few[1].values
    rounds[i] = { values = best, rate = few[1].rate }
    given.told(i, best, few[1].rate)
  end
  local found, message = judged(given, best)
  if found then found.rounds = rounds end
  return found, message
end

return search
