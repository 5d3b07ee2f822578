-- What the objects of a mod's state answer, and what they refuse.

local modded = require "support.modded"
local small_world = require "support.small_world"
local wrong_verbs = require "support.wrong_verbs"

local unpack = table.unpack or unpack

local FIELD = [[
  . . . . . . . .
  . . # # # # . .
  . . . . . . . .
]]

-- A behaviour is run: what it prints, the world and the unit.
local function run(text, options)
  options = options or {}
  local world = small_world(FIELD)
  local mod, lines = modded(world, "return function(unit)\n" .. text .. "\nend", options.limits)
  assert(mod, lines)
  local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 4,
    behaviour = "test.it" }
  if options.setup then options.setup(world, unit) end
  world.run(options.ticks or 3)
  return lines, world, unit, mod
end

describe("a unit in a mod #quick", function()
  it("has nothing of the library's own", function()
    local lines = run [[
      for _, name in ipairs { "_think", "_call" } do
        print(select(2, pcall(function() return unit[name] end)))
      end]]
    assert.matches("unit has no field '_think'", lines[1])
    assert.matches("unit has no field '_call'", lines[2])
  end)
end)

describe("a path in a mod #quick", function()
  it("has its cells by numbers, from both ends", function()
    local lines, world = run [[
      local path = unit:path(4, 1)
      for _, i in ipairs { 1, 2, 4, -1, -2, -4 } do print(path:cell(i)) end
      for _, i in ipairs { 0, 5, -5, 1.5, "1" } do print(select(2, pcall(path.cell, path, i))) end]]
    assert.same({}, world.reports)
    assert.same({ "1\t1", "2\t1", "4\t1", "4\t1", "3\t1", "1\t1" }, { unpack(lines, 1, 6) })
    for i, index in ipairs { "0", "5", "-5", "1.5", "1" } do
      assert.equal(("test/it.lua:4: bad argument #1 to 'cell' (index = %s is out of range, 1 to 4 "
        .. "or -4 to -1)"):format(index), lines[6 + i])
    end
  end)

  it("has a point for each way along it, and its corners", function()
    local lines, world = run [[
      local path = unit:path(8, 3)
      print(path:point(0))
      print(path:point(2))
      print(path:point(99))
      for x, y, i in path:smooth() do print(i, x, y) end]]
    assert.same({}, world.reports)
    local path = world.map:path(1, 1, 8, 3)
    local expected = {}
    for _, distance in ipairs { 0, 2, 99 } do
      local x, y = path:point(distance)
      expected[#expected + 1] = ("%s\t%s"):format(x, y)
    end
    for x, y, i in path:smooth() do expected[#expected + 1] = ("%d\t%d\t%d"):format(i, x, y) end
    for i, line in ipairs(expected) do assert.equal(line, lines[i]) end
    assert.is_true(#expected >= 5)
  end)
end)

describe("what is found in a mod #quick", function()
  it("tells what each of its steps costs if the mod has asked for it, recorded or not", function()
    local text = [[
      local steps = unit:path(4, 1, { explain = true }):explain()
      print(#steps, steps[2].terrain, unit:path(4, 1):explain())
      local ticket = unit.body:request_path({ x = 4, y = 1 }, { explain = true })
      local plain = unit.body:request_path { x = 4, y = 1 }
      unit:wait(2)
      print(#ticket.path:explain(), plain.path:explain())
      unit.body:follow_path(plain.path)
      print(unit.route:explain())
      unit.body:follow_path(ticket.path)
      print(#unit.route:explain())]]
    for _, is_recorded in ipairs { false, true } do
      local lines, world = run(text, { ticks = 6, setup = function(world)
        if is_recorded then require("astar").record(world) end
      end })
      assert.same({}, world.reports)
      assert.same({ "3\t10\tnil\tnot explained", "3\tnil\tnot explained",
        "nil\tnot explained", "3" }, lines)
    end
  end)

  it("has the goal's number where the goals were a list, and else none", function()
    local lines, world = run [[
      local far = unit:nearest({ { 8, 3 }, { 3, 1 } })
      print(far.index, far.x, far.y, far.goal[1])
      local wall = unit:nearest("wall", { within = 1 })
      print(wall.index, wall.goal)
      local all = unit:nearest("wall", { within = 1 }, 3)
      print(#all, all[0], all[1].x, all[2].x, all[3].x)
      print(pcall(unit.nearest, unit, { { x = 1, y = 1 }, { x = 3 } }))
      print(pcall(unit.nearest, unit, { unit, 5 }))
      print(pcall(unit.nearest, unit, print))
      print(pcall(unit.path, unit, 3, 1, { extra_cost = print }))
      print(pcall(unit.path, unit, 3, 1, { trace = print }))]]
    assert.same({}, world.reports)
    assert.same({ "2\t3\t1\t3", "nil\tnil", "3\tnil\t3\t4\t5",
      "false\ttest/it.lua:8: bad argument #1 to 'nearest' (goals[2].y = nil is not an integer)",
      "false\ttest/it.lua:9: bad argument #1 to 'nearest' (goals[2] = 5 is not a cell { x, y })",
      "false\ta mod's goals are a list, the name of a terrain, or "
        .. "{ unseen = true }",
      "false\tquery: a mod cannot use 'extra_cost'",
      "false\tquery: a mod cannot use 'trace'" }, lines)
  end)
end)

describe("a unit in a mod #quick", function()
  it("refuses what is no name of an event, and no behaviour", function()
    local lines = run [[
      print(pcall(unit.tell, unit, 7))
      print(pcall(unit.tell, unit))
      print(pcall(unit.behave, unit, 7))
      print(pcall(unit.behave, unit, {}))]]
    assert.same({
      "false\ttest/it.lua:2: bad argument #1 to 'tell' (the event's name expected, got number)",
      "false\ttest/it.lua:3: bad argument #1 to 'tell' (the event's name expected, got nil)",
      "false\ttest/it.lua:4: bad argument #1 to 'behave' (a name or a function expected, "
        .. "got number)",
      "false\ttest/it.lua:5: bad argument #1 to 'behave' (a name or a function expected, "
        .. "got table)" }, lines)
  end)

  it("is what its methods are called with, and they return it", function()
    local lines, world = run [[
      print(pcall(unit.rouse, 7))
      print(unit:rouse() == unit, unit:say("x") == unit, unit:mark(1, 1) == unit)]]
    assert.same({}, world.reports)
    assert.matches("^false\t.*a unit expected, got number", lines[1])
    assert.equal("true\ttrue\ttrue", lines[2])
  end)

  it("draws lots in its world: the dot is a part of it", function()
    local lines, world = run [[
      local random = unit.world.random
      print(type(random(6)), random:pick { "only" })
      print(select(2, pcall(function() return random.shufle end)))
      print(select(2, pcall(function() return random.pik end)))
      print(select(2, pcall(function() random.pick = 1 end)))
      print(select(2, pcall(function() random.x = 1 end)))
      print(select(2, pcall(unit.sleep, unit, "x")))]]
    assert.same({}, world.reports)
    assert.same({ "number\tonly",
      "test/it.lua:4: random has no field 'shufle', the nearest is 'shuffle'",
      "test/it.lua:5: random has no field 'pik', the nearest is 'pick'",
      "test/it.lua:6: field 'pick' of random is read-only",
      "test/it.lua:7: random has no field 'x' to set",
      "test/it.lua:8: bad argument #1 to 'sleep' (a number of ticks expected, got x)" }, lines)
  end)

  it("acts for itself: what takes time cannot be called on another one", function()
    local lines, world = run([[
      if unit.id > 1 then unit:sleep() end
      local other = unit:friends(9)[1]
      print(pcall(function() other:wait(1) end))
      print(pcall(function() other:sleep(1) end))]], { setup = function(world)
        world:unit { player = "red", x = 3, y = 1, sight = 4, behaviour = "test.it" }
      end })
    assert.same({}, world.reports)
    local words = "false\ttest/it.lua:%d: '%s' can only be called by the unit's behaviour"
    assert.same({ words:format(4, "wait"), words:format(5, "sleep") }, lines)
  end)

  it("has a group that tells its state, and nothing else", function()
    local lines, world = run([[
      local group = unit.group
      print(group.status, group.code)
      print(pcall(function() return group.stattus end))
      print(pcall(function() group.status = 1 end))]], { setup = function(world, unit)
        world:group { units = { unit } }
      end })
    assert.same({}, world.reports)
    assert.same({ "standing\tnil",
      "false\ttest/it.lua:4: group has no field 'stattus', the nearest is 'status'",
      "false\ttest/it.lua:5: a mod cannot set 'status' of a group" }, lines)
  end)

  it("is told what is plain; nothing of metatables, functions, threads", function()
    local lines, world = run([[
      print(unit:await("news"))]], { setup = function(world, unit)
        world.run(1)
        unit:tell("news", setmetatable({}, {}), print, coroutine.create(function() end), 5, false)
      end })
    assert.same({}, world.reports)
    assert.same({ "true\tnil\tnil\tnil\t5\tfalse" }, lines)
  end)

  it("keeps what its cleanups write into its data, however it is ended", function()
    local text = [[
      unit:defer(function() unit.data.cleaned = (unit.data.cleaned or 0) + 1 end)
      unit:wait(100)]]
    local endings = {
      behave = function(_, unit) unit:behave(nil) end,
      restart = function(_, _, mod) mod:restart() end,
      order = function(_, unit) unit:behave(function() end) end,
    }
    for name, ending in pairs(endings) do
      local _, world, unit, mod = run(text)
      assert.is_nil(unit.data.cleaned)
      ending(world, unit, mod)
      world:tick()
      assert.equal(1, unit.data.cleaned, name)
    end
  end)

  -- The game ends the unit while another one of the mod has its turn: its cleanups run behind that.
  local function ended_in_a_turn(cleanup, ending)
    local world, unit = small_world(FIELD)
    local mod, why = modded(world, {
      ["mod.lua"] = [[return { name = "test", version = "1",
        behaviours = { it = "it.lua", other = "other.lua" } }]],
      ["it.lua"] = "return function(unit) unit:defer(function() " .. cleanup
        .. " end) unit:wait(100) end",
      ["other.lua"] = "return function(unit) unit:sleep(2) print 'end it' end",
    }, { readonly = { "hp" }, print = function() ending(unit) end })
    assert(mod, why)
    unit = world:unit { player = "red", x = 1, y = 1, sight = 4, behaviour = "test.it" }
    world:unit { player = "red", x = 2, y = 1, sight = 4, behaviour = "test.other" }
    unit.data.hp = 5
    world.run(6)
    return unit, world.reports
  end
  local function without_behaviour(unit) unit:behave(nil) end

  it("keeps what cleanups write that run behind the turn of another unit", function()
    local write = "unit.data.cleaned = unit.data.hp"
    local unit, reports = ended_in_a_turn(write, without_behaviour)
    assert.same({}, reports)
    assert.equal(5, unit.data.cleaned)
    unit, reports = ended_in_a_turn(write, function(one) one:behave "test.it" end)
    assert.same({}, reports)
    assert.equal(5, unit.data.cleaned)
    reports = select(2, ended_in_a_turn(write, function(one) one:remove() end))
    assert.same({}, reports)
  end)

  it("is reported where these cleanups fail, and where they write what they may not", function()
    local _, reports = ended_in_a_turn("error 'no'", without_behaviour)
    assert.equal("tick 3, unit 1 (red at 1, 1), behaviour 'test.it': test/it.lua:1: no",
      reports[1].text)
    assert.is_nil(reports[2])
    local unit
    unit, reports = ended_in_a_turn("unit.data.hp = 6", without_behaviour)
    assert.equal("tick 3, unit 1 (red at 1, 1), behaviour 'test.it': unit.data.hp is the game's: "
      .. "a mod can only read it", reports[1].text)
    assert.equal(5, unit.data.hp)
  end)
end)

local GO = "bad argument #1 to 'go' " ..
  "(a goal expected, x and y or something that has them, got 'x')"

-- What is reported of a mod whose file this is.
local function report_of(text)
  local world = small_world(FIELD)
  assert(modded(world, "local think = require 'astar.think'\n" .. text))
  world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
  world.run(5)
  assert.equal(1, #world.reports)
  return world.reports[1]
end

describe("a mistake in a call that only the game can find #quick", function()
  local CALLS = {
    ["unit:path(5, 1):smooth { budget = 0 }"] =
      "bad argument to 'smooth' (budget = 0 is out of range, 1 to 4294967295)",
    ["unit:path(5, 1):blocked { budgt = 1 }"] =
      "bad argument to 'blocked' (query: unknown key 'budgt', the nearest is 'budget')",
    ["unit:path(5, 1):point 'x'"] = "bad argument to 'point' (distance = 'x' is not a number)",
    ["unit:path(99, 1)"] = "bad argument to 'path' (x = 99 is outside the map, 1 to 8)",
    ["unit:units_near(9, 'al')"] = "bad argument to 'units_near' "
      .. "(side = 'al' is not one of its words: 'any', 'friends', 'enemies')",
    ["unit.class:cost(900)"] =
      "bad argument to 'cost' (terrain = 900 is not the name of a terrain)",
    ["unit.player:knows(99, 1)"] = "bad argument to 'knows' (x = 99 is outside the map, 1 to 8)",
    ["unit.world.random(6, 'x')"] = "bad argument to 'random' (integer expected, got x)",
    ["unit.avoidance = 'wiat'"] =
      "unit.avoidance = 'wiat' is not one of its words, the nearest is 'wait'",
  }

  it("names what the mod has called, in pcall and in reports", function()
    for call, words in pairs(CALLS) do
      local lines = run("print(select(2, pcall(function() " .. call .. " end)))")
      assert.same({ words }, lines)
      local report = select(2, run("(function() " .. call .. " end)()")).reports[1]
      assert.truthy(report.text:find(words, 1, true), report.text)
      assert.equal("test/it.lua:2", report.where)
    end
  end)

  it("is that of the verb that the mod has called, which calls others", function()
    for call, words in pairs {
      ["unit:go(99, 1)"] = "bad argument to 'go' (x = 99 is outside the map, 1 to 8)",
      ["unit:friends 'x'"] = "bad argument to 'friends' (radius = 'x' is not an integer)",
      ["unit:units_near 'x'"] = "bad argument to 'units_near' (radius = 'x' is not an integer)",
      ["unit:go(5, 'x')"] = "bad argument #2 to 'go' (y = 'x' is not a number)",
      ["error 'bad'"] = "bad",
    } do
      local report = select(2, run(call)).reports[1]
      assert.equal(("tick 1, unit 1 (red at 1, 1), behaviour 'test.it': test/it.lua:2: %s")
        :format(words), report.text)
    end
  end)

  for way, case in pairs(wrong_verbs) do
    it("is told with file, line and verb where that " .. way, function()
      local report = report_of(case[2])
      assert.equal(("test/it.lua:%d: %s"):format(case[1], GO), report.text:match "'test.it': (.*)$")
      assert.equal("test/it.lua:" .. (case[3] or case[1]), report.where)
    end)
  end

  it("is told with the file where that has returned the action", function()
    local report = report_of "return think.act('go', 'x')"
    assert.equal("test/it.lua: " .. GO, report.text:match "'test.it': (.*)$")
  end)

  it("may be a colon in place of a dot", function()
    local lines = run [[
      print(pcall(unit.world.random, unit.world, 6))
      print(pcall(function() return unit.world:random(6) end))]]
    local words = "^false\t.*calling 'random' on bad self %(write world.random%(6%), with a dot%)$"
    assert.matches(words, lines[1])
    assert.equal("false\ttest/it.lua:3: calling 'random' on bad self (write world.random(6), with "
      .. "a dot)", lines[2])
  end)
end)

describe("what a behaviour returns, or gives another one #quick", function()
  it("is paid for by its length, were it a single value", function()
    local function used(text)
      local _, _, _, mod = run(text, { ticks = 1 })
      return mod._parts[1].account.used
    end
    local short, long = used "return 'x'", used("return '" .. ("x"):rep(500) .. "'")
    assert.is_true(used "return" < short)
    assert.is_true(short + 400 < long)
    local given = "unit:behave('test.it', ('x'):rep(%d))"
    assert.is_true(used(given:format(1)) + 500 < used(given:format(501)))
  end)
end)

describe("a list of threats #quick", function()
  it("is the first argument of those that take one", function()
    for _, method in ipairs { "cover", "flight", "find_flight" } do
      local lines = run(("print(pcall(unit.%s, unit, 7, 3))"):format(method), { ticks = 1 })
      assert.matches(("bad argument #1 to '%s' (a list of threats expected, got 7)"):format(method),
        lines[1], 1, true)
    end
  end)
end)

describe("a mod's main table #quick", function()
  it("says each thing once, whatever its metatable says", function()
    local world = small_world(FIELD)
    local mod, why = modded(world, { ["mod.lua"] = [=[
      local main = { name = "test", version = "1", behaviours = {} }
      return setmetatable({}, { __pairs = function()
        local n, keys = 0, { "name", "version", "behaviours", "name" }
        return function() n = n + 1 return keys[n], main[keys[n]] end
      end })]=] })
    assert.is_nil(mod)
    assert.equal("test/mod.lua: it has 'name' twice", why)
  end)
end)
