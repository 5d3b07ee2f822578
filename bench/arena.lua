-- What an arena takes beyond the ticks of its matches: the skirmish of the examples, in one process
-- as a worker plays it. Processor time since the process has begun, so starting it is included.
--
--   LUA_PATH=… LUA_CPATH=… lua5.4 bench/arena.lua [SEEDS [TICKS]]

local entrants = require "astar.arena.entrants"
local games = require "astar.arena.game"
local results = require "astar.arena.results"
local schedule = require "astar.arena.schedule"
local standings = require "astar.arena.standings"
local page = require "astar.arena.page"
local workers = require "astar.arena.workers"

local SEEDS, TICKS = tonumber(arg[1] or 2), tonumber(arg[2] or 3000)

local function plan_of()
  local plan = { ticks = TICKS, seeds = {} }
  for seed = 1, SEEDS do plan.seeds[seed] = seed end
  plan.game = assert(games.load("examples/demo/match.lua"))
  plan.mods = assert(entrants.mods { "examples/skirmish/red", "examples/skirmish/blue" })
  plan.maps = assert(entrants.maps(plan.game, {}, plan.mods))
  return plan
end

local plan, matches, played = plan_of(), {}, results.new()
schedule.each(plan, function(match) matches[#matches + 1] = match end)
assert(workers.here(matches, function(line) played:add(assert(results.parse(line))) end))
local sums = standings.of(plan, played)
page(sums, false)
local all = os.clock()
print(("%d matches of %d ticks: %.0f matches an hour and core"):format(#matches, TICKS,
  3600 * #matches / all))
print(("%.2f s, of which ticks %.2f s; the rest is %.2f %%, %.0f ms a match"):format(all,
  sums.seconds, 100 * (all - sums.seconds) / all, 1000 * (all - sums.seconds) / #matches))
