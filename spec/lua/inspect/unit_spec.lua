-- lua/astar/inspect/unit.lua: what the page shows of a unit.

local about = require "astar.inspect.unit"
local astar = require "astar"
local modded = require "support.modded"
local small_world = require "support.small_world"
local think = require "astar.think"

local FIELD = ". . . . . . . .\n. . . . . . . .\n. . . . . . . ."

-- The rows of a unit, "section/name" and words, and its choice.
local function shown(unit)
  local found, rows = about(unit), {}
  for _, section in ipairs(found.sections) do
    for _, row in ipairs(section.rows) do rows[section.title .. "/" .. row.name] = row.words end
  end
  return rows, found.choice
end

describe("what a page shows of a unit #quick", function()
  it("is its body", function()
    local map = astar.map { levels = { { name = "low", width = 4, height = 1 },
      { name = "high", width = 4, height = 4 } } }
    local world = astar.world { map = map, report = error }
    local friend = world:unit { player = "red", x = 1, y = 1, avoidance = "wait", priority = 3 }
    local x, y = map:level("high"):cell(2, 1)
    local unit = world:unit { player = "red", x = x, y = y, sight = 5, speed = 1.232,
      class = map:class { size = 2 } }
    unit.home = friend
    local rows = shown(unit)
    assert.same({ ["Unit/id"] = "2", ["Unit/player"] = "red", ["Unit/state"] = "standing",
      ["Unit/at"] = ("%d, %d of the level %s"):format(unit.x, unit.y, tostring(unit.level)),
      ["Unit/speed"] = "1.23 cells a tick", ["Unit/sight"] = "5", ["Unit/size"] = "2 × 2",
      ["Unit/avoidance"] = "yield, priority 0", ["Unit/home"] = tostring(friend) }, rows)
    friend.home = { x = 3, y = 1 }
    rows = shown(friend)
    assert.equal("3, 1", rows["Unit/home"])
    assert.equal("wait, priority 3", rows["Unit/avoidance"])
    assert.is_nil(rows["Unit/size"])
  end)

  it("is what it does, and when it goes on", function()
    local world = small_world(FIELD)
    world:behaviour("keep", function(one)
      for i, key in ipairs { 7, "b", "a", "d", "c" } do one:reserve(key, "purpose " .. i) end
      one:sleep(one.data.ticks)
      error "enough"
    end)
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "keep",
      data = { ticks = 2 } }
    local friend = world:unit { player = "red", x = 1, y = 2 }
    world:tick()
    local rows = shown(unit)
    assert.equal("keep", rows["What it does/runs"])
    assert.equal("7; a; b; c; d", rows["What it does/has reserved"])
    assert.equal("3", rows["What it does/wakes in tick"])
    assert.is_nil(rows["What it does/pauses until tick"])
    assert.is_nil(rows["What it does/wakes"])
    world.run(2)
    rows = shown(unit)
    assert.equal(tostring(unit._again), rows["What it does/pauses until tick"])
    assert.is_nil(rows["What it does/has reserved"])
    unit.data.ticks = nil
    world.run(unit._again - world.ticks)
    rows = shown(unit)
    assert.equal("when something happens", rows["What it does/wakes"])
    assert.is_nil(rows["What it does/pauses until tick"])
    unit:order("keep", 8, { 1, { { 1 } } }, "x")
    rows = shown(unit)
    assert.equal("keep(8, { 1, {…} }, x)", rows["What it does/order 1"])
    unit:order(function() end)
    assert.equal("a function()", shown(unit)["What it does/order 1"])
    assert.is_nil(rows["What it does/group"])
    world:group { units = { unit, friend } }
    assert.equal("1, of 2 units", shown(friend)["What it does/group"])
    assert.is_nil(shown(friend)["What it does/wakes"])
  end)

  it("is its path, and what that costs", function()
    local world = small_world "........"
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    world:influence("smell", { weight = 1 }):set(3, 1, 50)
    local function follow(x, query)
      unit.body:follow_path(unit.body:path(x, 1, query))
      return shown(unit)
    end
    local rows = follow(5, { influence = { smell = 1 }, explain = true })
    assert.same({ "5, 1", "4, of which it has done 0" }, { rows["Path/to"], rows["Path/steps"] })
    assert.equal(("%d, complete"):format(unit.route.cost), rows["Path/cost"])
    assert.is_nil(rows["Path/bill"])
    assert.equal("40", rows["Path/paid for terrain"])
    assert.equal("50", rows["Path/paid for smell"])
    assert.is_nil(rows["Path/cut at"])
    assert.is_nil(follow(1)["Path/bill"])
    assert.equal("it was not explained", follow(2)["Path/bill"])
    rows = follow(5)
    assert.equal("it was not explained", rows["Path/bill"])
    world.map:set(3, 1, "wall")
    world:player("red"):see(3, 1, 0)
    assert.equal("3, 1", shown(unit)["Path/cut at"])
  end)

  it("is its mod, and what that may spend", function()
    local world = small_world(FIELD)
    local mod = assert(modded(world, "return function(unit) unit:go(8, 3) unit:sleep() end",
      { total = 5000, instructions = 4000, nodes = 3000 }))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world:tick()
    local rows = shown(unit)
    local sandbox = astar.sandbox == "stock" and "stock sandbox" or astar.sandbox
    assert.equal("test 1, in the " .. sandbox, rows["Mod and account/mod"])
    local other = world:unit { player = "red", x = 1, y = 2 }
    assert.is_nil(shown(other)["Mod and account/mod"])
    mod:_part_of(unit.player).instance.scripts[unit.id].paths = 1
    assert.equal("1", shown(unit)["Mod and account/paths kept"])
    assert.equal("1, 1 of them wait", rows["Mod and account/requests"])
    assert.is_nil(rows["Mod and account/paths kept"])
    local used = rows["Mod and account/this unit"]
      :match "^(%d+) of 3600 instructions, 3000 of 3000 nodes left$"
    assert.is_true(tonumber(used) > 100)
    assert.equal(used .. " of 5000 instructions in this tick",
      rows["Mod and account/its player's side"])
    local account = mod:_part_of(unit.player).account
    account.resting = 1
    assert.is_nil(shown(unit)["Mod and account/rests until tick"])
    account.resting, account.naming = 2, 0       -- it is not asked for its verbs
    account.tick, account.units[unit.id].tick = 0, 0
    rows = shown(unit)
    assert.equal("2", rows["Mod and account/rests until tick"])
    assert.equal("0 of 5000 instructions in this tick", rows["Mod and account/its player's side"])
    assert.matches("^0 of 3600 instructions, ", rows["Mod and account/this unit"])
  end)

  it("is its data", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local function data(value)
      unit.data = { key = value }
      return shown(unit)["unit.data/key"]
    end
    assert.equal("1.23457", data(1.2345678))
    assert.equal("false", data(false))
    assert.equal("true", data(true))
    assert.is_nil(data "")
    assert.equal("{ 0 = a, b, 1.5 = c }", data { [0] = "a", "b", [1.5] = "c" })
    assert.equal("{ \\0 }", data { "\0" })
    assert.equal("{}", data {})
    assert.equal(tostring(unit), data(unit))
    assert.equal("red", data(setmetatable({}, { __tostring = function() return "red" end })))
    assert.equal("table", data(setmetatable({}, { __tostring = error })))
    unit.data = {}
    for i = 1, 41 do unit.data[i] = i end
    local rows = shown(unit)
    assert.same({ "40" }, { rows["unit.data/40"], rows["unit.data/41"] })
    unit.data = 7
    assert.is_nil(shown(unit)["unit.data/key"])
  end)
end)

local function named(score, name)
  return { name = name, evaluate = function() return score end, execute = think.act("wait", 9) }
end

describe("what a chooser has weighed #quick", function()
  local function choice_of(behaviour)
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = behaviour }
    world:tick()
    return select(2, shown(unit))
  end

  it("is shown with its scores, and the one that runs", function()
    assert.same({ { name = "a\\194\\133?", score = 2, chosen = false },
      { name = "candidate 2", score = 3.5, chosen = true },
      { name = "low", score = 0, chosen = false } },
      choice_of(think.utility { named(2, "a\194\133\n"), named(3.5), named(-1, "low") }))
    assert.same({ { name = "a", score = 2 ^ 53 - 1, chosen = false },
      { name = "b", score = 0, chosen = false }, { name = "c", score = 0, chosen = true } },
      choice_of(think.utility { named(2 ^ 53 - 1, "a"), named(2 ^ 53, "b"),
        named(math.huge, "c") }))
  end)

  it("is nothing of a unit that has no chooser, or none with a name", function()
    assert.is_nil(choice_of(nil))
    assert.is_nil(choice_of(function(unit) unit:sleep() end))
    assert.is_nil(choice_of(think.utility { named(1, "") }))
  end)
end)

describe("what a mod says that a unit does #quick", function()
  -- What is shown of a unit whose mod answers this: verbs, the numbers in them, how many have
  -- ended, the last one, its code, the names that it has weighed, their scores, and the chosen one.
  local function shown_for(...)
    local world, answer = small_world(FIELD), { n = select("#", ...), ... }
    local mod = assert(modded(world, "return function(unit) unit:sleep() end"))
    world:unit { player = "blue", x = 8, y = 1 } -- red does not see it: its first unit is id 2
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world:tick()
    mod:_part_of(unit.player).instance.box = { kind = "stock", used = 0, broken = false,
      allow = function() end,
      call = function() return true, (table.unpack or unpack)(answer, 1, answer.n) end }
    return shown(unit)
  end

  local function verbs_for(...) return shown_for(...)["What it does/verbs"] end

  it("is shown with its numbers, units by their ids", function()
    assert.equal("chase(unit 2) > go(1, 2.5, 0)",
      verbs_for("chase(\2) > go(\1, \3, \1)", { 1, 1, 250, "x" }))
    assert.equal("chase(unit 0) > wait(0)", verbs_for("chase(\2) > wait(\1)", { 9 }))
    assert.equal("wait(0)", verbs_for("wait(\1)", 7))
    assert.is_nil(verbs_for(7))
    assert.is_nil(shown_for("rest")["What it does/last verb"])
    assert.equal("go: blocked", shown_for("", nil, 1, "go", "blocked")["What it does/last verb"])
    assert.equal("go: done", shown_for("", nil, 1, "go")["What it does/last verb"])
  end)

  local function choice_for(...)
    return select(2, shown_for("rest", {}, 0, nil, nil, ...))
  end

  it("is shown with what it has weighed, what is no number as 0", function()
    local function one(score) return { name = "a", score = score, chosen = false } end
    assert.same({ one(2), { name = "a", score = 0, chosen = true }, one(0), one(0), one(0) },
      choice_for("a\na\na\na\na", { 2, "3", 0 / 0, -2 ^ 53 }, 2))
    assert.same({ one(1) }, choice_for("a", { 1 }, "x"))
  end)

  it("has weighed nothing without names, or without scores", function()
    assert.is_nil(choice_for())
    assert.is_nil(choice_for("", { 1 }, 1))
    assert.is_nil(choice_for(7, { 1 }, 1))
    assert.is_nil(choice_for("a", "scores", 1))
    assert.is_nil(choice_for("a", nil, 1))
  end)
end)
