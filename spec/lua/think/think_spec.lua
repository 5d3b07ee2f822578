local astar = require "astar"
local says = require "support.says"
local small_world = require "support.small_world"

local think = astar.think

local FIELD = [[
  . . . . . . . .
  . . # # # # . .
  . . . . . . . .
]]

-- An action that takes so many ticks and then returns what follows; what happens to it is logged.
local function timed(name, ticks, ...)
  local results = { n = select("#", ...), ... }
  return function(unit)
    local world, log = unit.world, unit.data
    log[#log + 1] = name .. "+" .. world.ticks
    local release = unit:defer(function() log[#log + 1] = name .. "!" .. world.ticks end)
    if ticks > 0 then unit:wait(ticks) end
    release()
    log[#log + 1] = name .. "-" .. world.ticks
    return (table.unpack or unpack)(results, 1, results.n)
  end
end

local function pass(name, ticks) return timed(name, ticks or 0, true) end
local function fail(name, ticks) return timed(name, ticks or 0, nil, "no " .. name) end

-- Runs an action; `at` tells the unit of events: at[tick] = name. Returns what it returned with the
-- tick, and the log as a line.
local function run(tree, at, ...)
  local world = small_world(FIELD)
  local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
  local result
  unit:behave(function(...) result = { tree(...) } end, ...)
  local done = false
  for tick = 1, 60 do
    if at and at[tick] then unit:tell(at[tick], tick) end
    world:tick()
    done = done or result and tick
  end
  assert.same({}, world.reports)
  if result then result[1], result.tick = result[1] or false, done end
  return result or "never", table.concat(unit.data, " "), unit
end

describe("think.sequence #quick", function()
  it("does each in turn, until one fails", function()
    local result, log = run(think.sequence(pass "a", pass("b", 2), pass "c"))
    assert.same({ true, tick = 3 }, result)
    assert.equal("a+1 a-1 b+1 b-3 c+3 c-3", log)
    result, log = run(think.sequence(pass "a", fail "b", pass "c"))
    assert.same({ false, "no b", tick = 1 }, result)
    assert.equal("a+1 a-1 b+1 b-1", log)
  end)

  it("hands on what it is called with", function()
    local got = {}
    local function note(_, ...) got[#got + 1] = { ... } end
    run(think.sequence(note, think.selector(note), think.loop(note, 1)), nil, 5, 6)
    assert.same({ { 5, 6 }, { 5, 6 }, { 5, 6 } }, got)
  end)

  it("takes nothing returned for done, false for failed", function()
    assert.same({ true, tick = 1 }, run(think.sequence(function() end)))
    assert.same({ false, "failed", tick = 1 }, run(think.sequence(function() return false end)))
    assert.same({ false, "failed", tick = 1 }, run(think.sequence(function() return nil end)))
  end)
end)

describe("think.selector #quick", function()
  it("does each in turn, until one is done", function()
    local result, log = run(think.selector(fail("a", 2), pass "b", pass "c"))
    assert.same({ true, tick = 3 }, result)
    assert.equal("a+1 a-3 b+3 b-3", log)
    assert.same({ false, "no b", tick = 1 }, run(think.selector(fail "a", fail "b")))
  end)
end)

describe("think.race #quick", function()
  it("ends as the first that ends; the others are dropped", function()
    local result, log = run(think.race(pass("a", 5), fail("b", 2), pass("c", 9)))
    assert.same({ false, "no b", tick = 3 }, result)
    assert.equal("a+1 b+1 c+1 b-3 c!3 a!3", log)
  end)

  it("drops them before anything else begins", function()
    local _, log = run(think.sequence(think.race(pass("a", 5), pass("b", 2)), pass "c"))
    assert.equal("a+1 b+1 b-3 a!3 c+3 c-3", log)
  end)

  it("prefers the first of those that end in the same turn", function()
    local result, log = run(think.race(pass("a", 2), fail("b", 2)))
    assert.same({ true, tick = 3 }, result)
    assert.equal("a+1 b+1 a-3 b!3", log)
  end)

  it("does not begin what comes after one that ends at once", function()
    local _, log = run(think.race(pass("a", 2), pass "b", pass "c"))
    assert.equal("a+1 b+1 b-1 a!1", log)
  end)

  it("lets all hear the events of a turn", function()
    local function listener(name)
      return function(unit)
        local told, tick = unit:await(name)
        unit.data[#unit.data + 1] = tostring(told) .. tick
      end
    end
    local _, log = run(think.all(listener "x", think.race(listener "x", listener "y"),
      listener "x"), { [4] = "x" })
    assert.equal("true4 true4 true4", log)
  end)
end)

describe("think.all #quick", function()
  it("ends when each is done", function()
    local result, log = run(think.all(pass("a", 2), pass "b", pass("c", 4)))
    assert.same({ true, tick = 5 }, result)
    assert.equal("a+1 b+1 b-1 c+1 a-3 c-5", log)
  end)

  it("ends when one fails; the others are dropped", function()
    local result, log = run(think.all(pass("a", 5), fail("b", 2), pass("c", 1)))
    assert.same({ false, "no b", tick = 3 }, result)
    assert.equal("a+1 b+1 c+1 c-2 b-3 a!3", log)
  end)
end)

describe("think.loop #quick", function()
  it("goes on so many times, or until it fails", function()
    local result, log = run(think.loop(pass("a", 2), 3))
    assert.same({ true, tick = 7 }, result)
    assert.equal("a+1 a-3 a+3 a-5 a+5 a-7", log)
    assert.same({ false, "no a", tick = 3 }, run(think.loop(fail("a", 2))))
    assert.equal("never", (run(think.loop(pass("a", 2)))))
  end)

  it("gives way once a round when its body does not", function()
    local result, log = run(think.loop(pass "a", 3))
    assert.same({ true, tick = 3 }, result)
    assert.equal("a+1 a-1 a+2 a-2 a+3 a-3", log)
    assert.equal("never", (run(think.loop(think.loop(think.succeed(fail "a"))))))
  end)
end)

describe("think.retry #quick", function()
  it("pauses longer after each failure", function()
    local result, log = run(think.retry(fail "a", { times = 5, pause = 2, factor = 3,
      longest = 10 }))
    assert.equal("a+1 a-1 a+3 a-3 a+9 a-9 a+19 a-19 a+29 a-29", log)
    assert.same({ false, "no a", tick = 29 }, result)
  end)

  it("ends when it is done, and pauses for a tick at least", function()
    local function third(unit)
      unit.data.tries = (unit.data.tries or 0) + 1
      return unit.data.tries == 3
    end
    assert.same({ true, tick = 3 }, run(think.retry(third, { pause = 0 })))
    assert.same({ true, tick = 13 }, run(think.retry(third)))
    assert.same({ true, tick = 3 }, run(think.retry(third, { pause = 1.9, factor = 1 })))
  end)
end)

describe("think.invert and think.succeed #quick", function()
  it("change what becomes of an action", function()
    assert.same({ false, "inverted", tick = 3 }, run(think.invert(pass("a", 2))))
    assert.same({ true, tick = 1 }, run(think.invert(fail "a")))
    assert.same({ true, tick = 3 }, run(think.succeed(fail("a", 2))))
  end)
end)

describe("think.till #quick", function()
  local function later(tick) return function(unit) return unit.world.ticks >= tick end end

  it("ends when something holds", function()
    local result, log = run(think.till(later(4), pass("a", 9)))
    assert.same({ true, tick = 4 }, result)
    assert.equal("a+1 a!4", log)
    result, log = run(think.till(later(1), pass("a", 9)))
    assert.same({ true, tick = 1 }, result)
    assert.equal("", log)
  end)

  it("looks every so many ticks", function()
    assert.equal(9, run(think.till(later(6), pass("a", 20), 4)).tick)
  end)

  it("ends with the action, if that is sooner", function()
    assert.same({ false, "no a", tick = 3 }, run(think.till(later(5), fail("a", 2))))
  end)

  it("ends with an event", function()
    local result, log = run(think.till("stop", think.loop(pass("a", 3))), { [6] = "stop" })
    assert.same({ true, tick = 6 }, result)
    assert.equal("a+1 a-4 a+4 a!6", log)
  end)
end)

describe("think.when and think.guarded #quick", function()
  local function before(tick) return function(unit) return unit.world.ticks < tick end end

  it("look once, or all the time", function()
    assert.same({ true, tick = 9 }, run(think.when(before(4), pass("a", 8))))
    assert.same({ false, "unmet", tick = 1 }, run(think.when(before(1), pass "a")))
    local result, log = run(think.guarded(before(4), pass("a", 8)))
    assert.same({ false, "unmet", tick = 4 }, result)
    assert.equal("a+1 a!4", log)
    assert.same({ false, "unmet", tick = 1 }, run(think.guarded(before(1), pass "a")))
    assert.same({ true, tick = 3 }, run(think.guarded(before(9), pass("a", 2))))
    assert.equal(6, run(think.guarded(before(4), pass("a", 20), 5)).tick)
  end)
end)

describe("think.interrupt #quick", function()
  local function flee(unit, ...)
    unit.data[#unit.data + 1] = "flee" .. ...
    unit:wait(3)
  end

  it("does something else at an event, then starts again", function()
    local result, log = run(think.interrupt(pass("a", 6), { attacked = flee }),
      { [3] = "attacked", [4] = "other", [9] = "other" })
    assert.equal("a+1 a!3 flee3 a+6 a-12", log)
    assert.same({ true, tick = 12 }, result)
  end)

  it("does not interrupt what an event has brought about", function()
    local _, log = run(think.interrupt(pass("a", 4), { attacked = flee }),
      { [3] = "attacked", [4] = "attacked", [6] = "attacked" })
    assert.equal("a+1 a!3 flee3 a+6 a-10", log)
  end)

  it("ends when the handler fails", function()
    local result = run(think.interrupt(pass("a", 9), { attacked = fail("b", 2) }),
      { [3] = "attacked" })
    assert.same({ false, "no b", tick = 5 }, result)
  end)

  it("goes round no circles with a handler that ends at once", function()
    local result, log = run(think.interrupt(pass("a", 3), { attacked = pass "b" }),
      { [2] = "attacked", [4] = "attacked" })
    assert.equal("a+1 a!2 b+2 b-2 a+2 a!4 b+4 b-4 a+4 a-7", log)
    assert.same({ true, tick = 7 }, result)
  end)

  it("obeys the outer one first", function()
    local tree = think.interrupt(
      think.interrupt(pass("a", 9), { seen = pass("look", 4) }),
      { attacked = pass("flee", 1) })
    local _, log = run(tree, { [2] = "seen", [3] = "attacked" })
    assert.equal("a+1 a!2 look+2 look!3 flee+3 flee-4 a+4 a-13", log)
  end)

  it("takes the event that came first", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    unit:behave(think.interrupt(pass("a", 9), { x = pass("x", 1), y = pass("y", 1) }))
    world:tick()
    unit:tell("y")
    unit:tell("x")
    world.run(2)
    assert.equal("a+1 a!2 y+2 y-3 a+3", table.concat(unit.data, " "))
  end)
end)

describe("think.listen #quick", function()
  it("calls functions at events while the action goes on", function()
    local function note(unit, tick) unit.data[#unit.data + 1] = "hit" .. tick end
    local result, log = run(think.listen(pass("a", 6), { attacked = note }),
      { [3] = "attacked", [4] = "other", [5] = "attacked" })
    assert.equal("a+1 hit3 hit5 a-7", log)
    assert.same({ true, tick = 7 }, result)
  end)
end)

describe("think.act #quick", function()
  it("is a verb with its arguments", function()
    local result, _, unit = run(think.sequence(think.act("go", 8, 1), think.act("wait", 2)))
    assert.same({ true, tick = 11 }, result)
    assert.equal(8, unit.x)
  end)

  it("without arguments hands on those of the action", function()
    local result, _, unit = run(think.act "go", nil, 4, 1)
    assert.is_true(result[1])
    assert.equal(4, unit.x)
  end)
end)

describe("think #quick", function()
  it("leaves nothing behind when a tree is dropped", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    unit:behave(think.all(think.act("go", 8, 1), think.loop(think.race(pass("a", 2),
      think.till("never", pass("b", 9))))))
    world.run(10)
    assert.equal("moving", unit.state)
    local count = #unit.data
    unit:behave(nil)
    assert.equal("standing", unit.state)
    assert.equal(count + 2, #unit.data)
    local last = unit.world.ticks
    assert.same({ "b!" .. last, "a!" .. last }, { unit.data[count + 1], unit.data[count + 2] })
  end)

  it("keeps what belongs to a unit out of the tree: any number of units may share it", function()
    local function tree()
      return think.loop(think.interrupt(think.sequence(
        think.race(pass("a", 3), pass("b", 4)),
        think.retry(fail "c", { times = 3, pause = 1 }),
        pass "never"), { attacked = pass("d", 2) }))
    end
    local function log_of(make)
      local world, units = small_world(FIELD), {}
      for i = 1, 8 do
        units[i] = world:unit { player = "red", x = i, y = 1 }
        units[i]:behave(think.loop(think.succeed(make())))
      end
      for tick = 1, 40 do
        units[tick % 8 + 1]:tell("attacked")
        world:tick()
      end
      local logs = {}
      for i = 1, 8 do logs[i] = table.concat(units[i].data, " ") end
      return logs
    end
    local shared = tree()
    local logs = log_of(function() return shared end)
    assert.same(log_of(tree), logs)
    assert.not_equal(logs[1], logs[2])
  end)

  it("sleeps until the least wake of what is within", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    unit:behave(think.race(pass("a", 30), think.all(pass("b", 20), pass("c", 25))))
    world:tick()
    assert.equal(21, unit._wake)
    world.run(20)
    assert.equal(26, unit._wake)
    unit:behave(think.race(think.act("await", "x"), think.act("await", "y")))
    world:tick()
    assert.equal(math.huge, unit._wake)
  end)

  it("reports an error with its own place and stack, however deep it is", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local function broken() error("oh dear") end
    unit:behave(think.loop(think.race(pass("a", 9), think.all(think.interrupt(broken,
      { x = pass "x" })))))
    world:tick()
    local report = world.reports[1]
    local line = report.message:match("think_spec.lua:(%d+): oh dear")
    assert.matches("think_spec.lua:" .. line .. "$", report.where)
    assert.matches("think_spec.lua:" .. line .. ".*within a task with", report.traceback)
    assert.equal("a+1 a!1", table.concat(unit.data, " "))
  end)

  it("says what is wrong when a tree is made", function()
    local f, here = function() end, "think_spec.lua:"
    local wrong = {
      ["#2 to 'sequence' (an action expected, got nil)"] = { "sequence", f, nil, f },
      ["#1 to 'selector' (an action expected, got no value)"] = { "selector" },
      ["#1 to 'race' (an action expected, got string)"] = { "race", "go" },
      ["#3 to 'all' (an action expected, got table)"] = { "all", f, f, {} },
      ["#1 to 'loop' (an action expected, got nil)"] = { "loop" },
      ["#2 to 'loop' (a number from 1 up expected, got 0)"] = { "loop", f, 0 },
      ["#2 to 'retry' (unknown key 'time', the nearest is 'times')"] = { "retry", f, { time = 1 } },
      ["#1 to 'invert' (an action"] = { "invert" },
      ["#1 to 'succeed' (an action"] = { "succeed" },
      ["#1 to 'till' (a condition expected, got number)"] = { "till", 7, f },
      ["#2 to 'till' (an action"] = { "till", f },
      ["#3 to 'till' (a number from 1 up expected, got x)"] = { "till", f, f, "x" },
      ["#1 to 'when' (a condition expected, got string)"] = { "when", "x", f },
      ["#1 to 'guarded' (a condition expected, got nil)"] = { "guarded" },
      ["#2 to 'interrupt' (a table of functions by events expected, got nil)"] =
        { "interrupt", f },
      ["#2 to 'interrupt' (a table of functions by events expected, got an empty one)"] =
        { "interrupt", f, {} },
      ["#2 to 'listen' (x = number is not a function by an event's name)"] =
        { "listen", f, { x = 7 } },
      ["#1 to 'act' (there is no verb 'gp', the nearest is 'go')"] = { "act", "gp" },
    }
    for text, call in pairs(wrong) do
      local function make() think[call[1]](call[2], call[3], call[4], call[5]) end
      if call[1] == "selector" then make = function() think.selector() end end
      says(text, make)
      says(here, make)
    end
  end)
end)
