local astar = require "astar"
local says = require "support.says"
local small_world = require "support.small_world"

local utility = astar.think.utility

-- A candidate that is worth what unit.data says, and takes `ticks` ticks, or for ever.
local function candidate(name, ticks, ...)
  local results = { n = select("#", ...), ... }
  return {
    name = name,
    evaluate = function(unit) return unit.data[name] end,
    execute = function(unit)
      local log, world = unit.data.log, unit.world
      log[#log + 1] = name .. "+" .. world.ticks
      local release = unit:defer(function() log[#log + 1] = name .. "!" .. world.ticks end)
      if not ticks then unit:await "never" elseif ticks > 0 then unit:wait(ticks) end
      release()
      log[#log + 1] = name .. "-" .. world.ticks
      return (table.unpack or unpack)(results, 1, results.n)
    end,
  }
end

-- Runs a utility selector; at[tick] is told as an event if it is a string, and else changes
-- unit.data.
local function run(ticks, worths, tree, at)
  local world = small_world ". . . ."
  local unit = world:unit { player = "red", x = 1, y = 1 }
  for name, worth in pairs(worths) do unit.data[name] = worth end
  unit.data.log = {}
  unit:behave(tree)
  for tick = 1, ticks do
    local change = at and at[tick]
    if type(change) == "string" then unit:tell(change) end
    for name, worth in pairs(type(change) == "table" and change or {}) do
      unit.data[name] = worth
    end
    world:tick()
  end
  return table.concat(unit.data.log, " "), world, unit
end

describe("think.utility #quick", function()
  it("does what is worth most, and of equals the first", function()
    assert.equal("b+1", run(3, { a = 1, b = 2 }, utility { candidate "a", candidate "b" }))
    assert.equal("a+1", run(3, { a = 2, b = 2 }, utility { candidate "a", candidate "b" }))
  end)

  it("chooses again when that has ended", function()
    assert.equal("a+1 a-4 b+4",
      run(8, { a = 2, b = 1 }, utility { candidate("a", 3, true), candidate "b" },
        { [3] = { a = 0 } }))
  end)

  it("looks every so many ticks", function()
    assert.equal("a+1 a!6 b+6", run(10, { a = 1 },
      utility { candidate "a", candidate "b", every = 5 }, { [3] = { b = 2 } }))
  end)

  it("looks when an event comes that it was told of", function()
    local tree = utility { candidate "a", candidate "b", every = 50, events = { "attacked" } }
    assert.equal("a+1", run(10, { a = 1 }, tree, { [2] = { b = 2 }, [4] = "seen" }))
    assert.equal("a+1 a!4 b+4", run(10, { a = 1 }, tree, { [2] = { b = 2 }, [4] = "attacked" }))
  end)

  it("keeps what runs unless another is worth more by the margin", function()
    local tree = utility { candidate "a", candidate "b", every = 1, margin = 3 }
    assert.equal("b+1 b!6 a+6", run(9, { a = 1, b = 2 }, tree,
      { [2] = { a = 3 }, [4] = { a = 5 }, [6] = { a = 6 } }))
    tree = utility { candidate "a", candidate "b", every = 1 }
    assert.equal("b+1 b!6 a+6", run(9, { a = 1, b = 2 }, tree,
      { [2] = { a = 2 }, [6] = { a = 3 } }))
  end)

  it("drops what is not worth anything any more, and waits for something", function()
    for _, nothing in ipairs { 0, -1, false } do
      local log, world, unit = run(5, { a = 1 }, utility { candidate "a", every = 2 },
        { [2] = { a = nothing } })
      assert.equal("a+1 a!3", log)
      unit.data.a = 7
      world.run(4)
      assert.equal("a+1 a!3 a+7", table.concat(unit.data.log, " "))
    end
  end)

  it("leaves out for a while what has failed", function()
    local tree = utility { candidate("a", 0, nil, "no"), candidate("b", 4, true), pause = 10 }
    assert.equal("a+1 a-1 b+2 b-6 b+6 b-10 b+10 b-14 a+14 a-14 b+15",
      run(15, { a = 2, b = 1 }, tree))
  end)

  it("looks every 10 ticks, and leaves out what has failed for 20, by default", function()
    assert.equal("a+1 a!11 b+11", run(12, { a = 1 }, utility { candidate "a", candidate "b" },
      { [3] = { b = 2 } }))
    assert.equal("a+1 a-1 b+2 b!21 a+21 a-21 b+22", run(22, { a = 2, b = 1 },
      utility { candidate("a", 0, nil, "no"), candidate "b", every = 1 }))
  end)

  it("gives way once a round, whatever the candidates do", function()
    assert.equal("a+1 a-1 a+2 a-2 a+3 a-3", run(3, { a = 1 }, utility { candidate("a", 0, true) }))
  end)

  it("may be shared by many units", function()
    local world, units = small_world ". . . .", {}
    local tree = utility { candidate "a", candidate("b", 2, nil, "no"), every = 3 }
    for i = 1, 4 do
      units[i] = world:unit { player = "red", x = i, y = 1, behaviour = tree,
        data = { a = i % 2, b = 1, log = {} } }
    end
    world.run(5)
    local logs = {}
    for i = 1, 4 do logs[i] = table.concat(units[i].data.log, " ") end
    assert.same({ "a+1", "b+1 b-3", "a+1", "b+1 b-3" }, logs)
  end)

  it("names the candidate whose evaluation fails", function()
    local function broken() error("oh dear") end
    local wrong = {
      { "candidate 'mine': .*utility_spec.lua:%d+: oh dear", broken },
      { "': candidate 'mine': evaluate has returned string, and not a number",
        function() return "much" end },
      { "': candidate 'mine': evaluate has returned nan", function() return 0 / 0 end },
    }
    for _, case in ipairs(wrong) do
      local _, world = run(1, { a = 1 }, utility { candidate "a",
        { name = "mine", evaluate = case[2], execute = broken } })
      assert.equal(1, #world.reports)
      assert.matches(case[1], world.reports[1].text)
      if case[2] == broken then
        local _, stacks = world.reports[1].traceback:gsub("stack traceback:", "")
        assert.equal(1, stacks)
        assert.matches("utility_spec.lua", world.reports[1].where)
      end
    end
    local _, world = run(1, {}, utility { { evaluate = broken, execute = broken } })
    assert.matches("candidate 1: ", world.reports[1].text)
  end)

  it("says what is wrong when it is made", function()
    local f = function() end
    local wrong = {
      ["a table expected, got nil"] = false,
      ["there is no candidate"] = {},
      ["candidate 1: a table expected, got function"] = { f },
      ["candidate 2: 'execute' is missing"] = { { evaluate = f, execute = f }, { evaluate = f } },
      ["candidate 1: unknown key 'evaluat', the nearest is 'evaluate'"] = { { evaluat = f } },
      ["candidate 1: name = 7 is not a string"] = { { name = 7, evaluate = f, execute = f } },
      ["unknown key 'evry', the nearest is 'every'"] =
        { { evaluate = f, execute = f }, evry = 3 },
      ["events = 'x' is not a list"] = { { evaluate = f, execute = f }, events = "x" },
      ["events[1] is not an event's name"] = { { evaluate = f, execute = f }, events = { 7 } },
    }
    for text, given in pairs(wrong) do
      says(text, function() utility(given or nil) end)
      says("utility_spec.lua:", function() utility(given or nil) end)
    end
  end)
end)
