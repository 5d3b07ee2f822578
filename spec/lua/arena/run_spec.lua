-- Matches in rounds: those that were lost are played again, and what cannot be started is told.

local run = require "astar.arena.run"
local says = require "support.says"

local function settings(start)
  return { start = start, what = "matches", results = { add = function() end } }
end

describe("run.all", function()
  local matches = { { id = "a" }, { id = "b" } }

  it("ends with what the starter says", function()
    assert.same({ nil, "no machine" }, { run.all(matches, settings(function()
      return nil, "no machine"
    end)) })
  end)

  it("raises an error of the starter's", function()
    says("broken", run.all, matches, settings(function() error("broken", 0) end))
  end)

  it("lists what was never played, given out one by one from the second round on", function()
    local rounds = {}
    local lost = run.all(matches, settings(function(rest, most)
      rounds[#rounds + 1] = ("%d, %s at most"):format(#rest, most or "any")
      return true
    end))
    assert.same({ "2, any at most", "2, 1 at most", "2, 1 at most" }, rounds)
    assert.same(matches, lost)
  end)

  it("takes what has an outcome, and plays again what is torn", function()
    local MATCH = '"game":"g","game_sum":"1","map_sum":"2","map_name":"m","version":"v",'
      .. '"mods":["x","y"],"sums":["3","4"],"names":["x","y"],"seed":1,"ticks":9'
    local added = {}
    local given = settings(function(_, _, take)
      take(('{"id":"a",%s,"failed":"why"}'):format(MATCH))
      take(('{"id":"b",%s}'):format(MATCH))
      take(('{"id":"b",%s,"fail'):format(MATCH))
      return true
    end)
    given.results.add = function(_, one) added[#added + 1] = one.id end
    assert.same({ { id = "b" } }, run.all(matches, given))
    assert.same({ "a", "a", "a" }, added)
  end)
end)
