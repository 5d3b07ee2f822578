-- lua/astar/arena/search.lua: which values it tries, and what it finds. No match is played: the mod
-- whose values are nearer to the best ones wins.

local copied = require "astar.copied"
local results = require "astar.arena.results"
local schedule = require "astar.arena.schedule"
local search = require "astar.arena.search"

local PARAMETERS = {
  { name = "pause", least = -10, most = 10, default = 0, whole = true },
  { name = "share", least = 0.5, most = 1.5, default = 1 },
}

local function far(mod)
  if not mod.values then return mod.far end
  return math.abs(mod.values.pause - 7) / 20 + math.abs(mod.values.share - 0.75)
end

local function mod(name, sum, distance)
  return { name = name, folder = name, sum = sum, own_name = name, far = distance }
end

-- Also notes what was played: how many matches with which seeds, and the values of the first four.
local function given(notes)
  local own = { game = { file = "game.lua", sum = "g" }, ticks = 5, seeds = { 1, 2, 3, 4, 5 },
    maps = { { name = "m", file = "m", sum = "x" } }, rounds = 4, candidates = 9,
    subject = mod("a", "1"), results = results.new(),
    opponents = { mod("b", "2", 0), mod("c", "3", 0.1), mod("d", "4", 0.3) } }
  own.subject.parameters = PARAMETERS
  function own.play(plan)
    local count, values = 0, {}
    schedule.each(plan, function(match, i, k)
      local one, a, b = copied(match), far(plan.mods[i]), far(plan.mods[k])
      -- The first side has some luck with each seed: not all that is nearer wins everything.
      a = a - match.seed / 50
      one.hash, one.seconds, one.errors, one.errors_of = "1", 0, 0, { 0, 0 }
      one.winner, one.points = a < b and 1 or b < a and 2 or 0, { -a, -b }
      own.results:add(one)
      count = count + 1
    end)
    for i = 1, 4 do
      local tried = plan.mods[i].values
      values[i] = tried and ("%d %.4g"):format(tried.pause, tried.share)
    end
    notes[#notes + 1] = ("%d of %s: %s"):format(count, table.concat(plan.seeds, " "),
      table.concat(values, ", "))
    return true
  end
  function own.told(i, best, rate)
    notes[#notes + 1] = ("%d: %d %.4g, %.4f"):format(i, best.pause, best.share, rate)
  end
  return own
end

describe("a search for parameters #quick", function()
  it("tries the same values everywhere, ever nearer to the best", function()
    local notes = {}
    local found = assert(search.run(given(notes)))
    assert.equal([[
108 of 1 2: 0 1, -1 0.5, -3 0.715, 10 1.108
1: 5 0.771, 0.4167
108 of 1 2: 5 0.771, -8 0.966, 3 0.503, 2 0.561
2: 5 0.771, 0.4167
108 of 1 2: 5 0.771, -4 0.891, 5 0.904, 4 0.765
3: 5 0.771, 0.4167
108 of 1 2: 5 0.771, 9 0.828, 3 0.818, 7 0.83
4: 7 0.83, 0.5000
36 of 3 4 5: 0 1, 7 0.83]], table.concat(notes, "\n"))
    -- The default loses all 18 matches; what was found loses 8 of them.
    assert.same({ 18, 0, 18, "0.556", "0.556" }, { found.default.played, found.default.rate,
      found.best.played, ("%.3f"):format(found.best.rate), ("%.3f"):format(found.change.rate) })
    assert.equal("0.462 0.340 0.753", ("%.3f %.3f %.3f"):format(found.default.error,
      found.best.error, found.change.error))
    assert.equal("a", found.mod)
    assert.equal(PARAMETERS, found.parameters)
    local rounds = {}
    for i, one in ipairs(found.rounds) do
      rounds[i] = ("%d %.4g"):format(one.values.pause, one.rate)
    end
    assert.same({ "5 0.4167", "5 0.4167", "5 0.4167", "7 0.5" }, rounds)
  end)

  it("says why it has ended: too few seeds, or what could not be played", function()
    local own = given {}
    own.seeds = { 1 }
    assert.same({ nil, "a search needs two seeds or more" }, { search.run(own) })
    for last = 1, 5 do
      local notes = {}
      own = given(notes)
      local play, count = own.play, 0
      function own.play(plan)
        count = count + 1
        if count == last then return nil, "no more" end
        return play(plan)
      end
      assert.same({ nil, "no more" }, { search.run(own) })
      assert.equal(2 * (last - 1), #notes)
    end
  end)
end)
