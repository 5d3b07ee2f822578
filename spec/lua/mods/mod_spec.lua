local Account = require "astar.mods.account"
local parts = require "support.parts"
local modded = require "support.modded"
local says = require "support.says"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . .
  . . # # # # . .
  . . . . . . . .
]]

-- How a whole number is shown that the game's Lua has as a float: a machine has it as an integer.
local function whole(number)
  local is_float = math.type and require("astar").sandbox == "stock"
  return number .. (is_float and ".0" or "")
end

local function main(behaviours, more)
  return ("return { name = 'test', version = '1', behaviours = { %s } %s }"):format(behaviours,
    more or "")
end

describe("loading a mod #quick", function()
  it("gives its behaviours names in the world", function()
    local world = small_world(FIELD)
    local mod, lines = modded(world, {
      ["mod.lua"] = main("it = 'it.lua', own = function(unit) print('own', unit) end"),
      ["it.lua"] = "local tools = require 'tools.words'\n" ..
        "return function(unit) print(tools.hello, unit.x, unit.y) end",
      ["tools/words.lua"] = "return { hello = 'hello from' }",
    })
    assert.equal("mod 'test' 1", tostring(mod))
    world:unit { player = "red", x = 2, y = 1, behaviour = "test.it" }
    world:unit { player = "red", x = 3, y = 1, behaviour = "test.own" }
    world:tick()
    assert.same({ "hello from\t2\t1", "own\tunit 2 (red at 3, 1)" }, lines)
    assert.same({}, world.reports)
  end)

  it("takes behaviours that are made by thinking", function()
    local world = small_world(FIELD)
    local _, lines = modded(world, [[
      local think = require "astar.think"
      local function tell(unit) print(unit.x, unit.world.ticks) end
      return think.sequence(think.act("go", 8, 1), tell)
    ]])
    world:unit { player = "red", x = 1, y = 1, speed = 1, behaviour = "test.it" }
    world.run(12)
    assert.same({ "8\t9" }, lines)
  end)

  it("says what is wrong, and leaves nothing behind", function()
    local function message(files)
      local world = small_world(FIELD)
      local mod, why = modded(world, files)
      assert.is_nil(mod)
      assert.is_nil(next(world._mods))
      assert.is_nil(next(world._behaviours))
      return why
    end
    local function it_says(text, files)
      local why = message(files)
      assert(why:find(text, 1, true), why)
    end
    it_says("test/mod.lua: there is no such file", {})
    it_says("mod.lua: it returns a table with name, version and behaviours, and not a number",
      { ["mod.lua"] = "return 7" })
    it_says("test/mod.lua: it returns a table with name, version and behaviours, and not nothing",
      { ["mod.lua"] = "local main = {}" })
    it_says("test/mod.lua: 'version' is missing", { ["mod.lua"] = "return { name = 'a' }" })
    it_says("mod.lua: unknown key 'behaviors', the nearest is 'behaviours'",
      { ["mod.lua"] = "return { name = 'a', version = '1', behaviors = {} }" })
    it_says("mod.lua: behaviours is not a table, but a number",
      { ["mod.lua"] = "return { name = 'a', version = '1', behaviours = 7 }" })
    it_says("mod.lua: version is not a string, but a number",
      { ["mod.lua"] = "return { name = 'a', version = 1, behaviours = {} }" })
    it_says("mod.lua: behaviours: 1 is not a name", { ["mod.lua"] = main("function() end") })
    it_says("mod.lua: name = 'a b' is not of letters",
      { ["mod.lua"] = "return { name = 'a b', version = '1', behaviours = {} }" })
    it_says("mod.lua: behaviours.it: it.lua returns a number, and not a function",
      { ["mod.lua"] = main("it = 'it.lua'"), ["it.lua"] = "return 7" })
    it_says("mod.lua: behaviours.it: it.lua returns nothing, and not a function",
      "local function it(unit) unit:wait(1) end")
    it_says("test/it.lua:2: ", "local x =\nend")
    it_says("test/it.lua:2: attempt to index", "local x\nx.y = 1")
    it_says("test/it.lua: bad argument #1 to 'act' (there is no verb 'goo', the nearest is 'go')",
      "return require'astar.think'.act('goo', 1, 1)")
    it_says("too many instructions", "while true do end")
  end)

  it("may name its author, and say what it is", function()
    local world = small_world(FIELD)
    local text = main("", ", author = 'me', description = 'x'")
    local mod = assert(modded(world, { ["mod.lua"] = text }))
    assert.equal("me", mod.author)
    assert.equal("x", mod.description)
    assert(world:reload("test/mod.lua", main("")))
    world:tick()
    assert.is_nil(mod.author)
    local _, why = world:reload("test/mod.lua", main("", ", author = 5"))
    assert.equal("test/mod.lua: author is not a string, but a number", why)
  end)

  it("finds files of its own only", function()
    local world = small_world(FIELD)
    for _, name in ipairs { "../other/mod", "/etc/passwd", "a..b", "", "C:\\\\x", "a/./b" } do
      local mod, why = modded(world, ("return require '%s'"):format(name))
      assert.is_nil(mod)
      assert(why:find("a mod's files are named by letters, digits, _ and -", 1, true), why)
    end
    local _, why = modded(world, "return require 'other'")
    assert(why:find("test/other.lua: there is no such file", 1, true), why)
    _, why = modded(world, "return require 'it'")
    assert(why:find("it.lua requires itself", 1, true), why)
  end)

  it("says the same of a file that fails whenever it is required", function()
    local world = small_world(FIELD)
    modded(world, { ["mod.lua"] = main "it = 'it.lua'", ["bad.lua"] = "local x = nil + 1",
      ["it.lua"] = "return function(unit) require(unit.data.file) end" })
    for i = 1, 4 do
      world:unit { player = "red", x = i, y = 1, behaviour = "test.it",
        data = { file = i % 2 == 0 and "none" or "bad" } }
    end
    world:tick()
    for i, text in ipairs { "test/bad.lua:1: attempt to perform arithmetic",
      "test/none.lua: there is no such file" } do
      assert(world.reports[i].text:find(text, 1, true), world.reports[i].text)
    end
    local counts = {}
    for failure in world:errors() do counts[#counts + 1] = failure.count end
    assert.same({ 2, 2 }, counts)
  end)

  it("freezes what is global then", function()
    local world = small_world(FIELD)
    modded(world, "count = 1\nreturn function() count = count + 1 end")
    world:unit { player = "red", x = 2, y = 1, behaviour = "test.it" }
    world:tick()
    local said = world.reports[1].text
    assert.truthy(said:find("it.lua:2: a mod cannot set the global 'count'", 1, true))
  end)

  it("has each name once", function()
    local world = small_world(FIELD)
    modded(world, "return function() end")
    local mod, why = modded(world, "return function() end")
    assert.is_nil(mod)
    assert.equal("test/mod.lua: there is a mod 'test' in this world", why)
    says("bad argument #1 to 'mod' (a folder or { files = … } expected, got number)",
      function() world:mod(7) end)
    says("#2 to 'mod' (unknown key 'memroy', the nearest is 'memory')",
      function() world:mod("x", { memroy = 1 }) end)
    local least = (rawget(_G, "jit") or math.type) and 1572864 or 2097152
    local range = ("memory = 100000 is not a whole number from %d to 1099511627776"):format(least)
    says(("bad argument #2 to 'mod' (%s)"):format(range),
      function() world:mod("x", { memory = 100000 }) end)
    says("#2 to 'mod' (instructions = -5 is not a whole number from 1000 to 1125899906842624)",
      function() world:mod("x", { instructions = -5 }) end)
    assert(modded(small_world(FIELD), "return function() end", { memory = least, nodes = 0 }))
  end)

  it("reads folders", function()
    local world = small_world(FIELD)
    local mod, why = world:mod("spec/no/such/folder")
    assert.is_nil(mod)
    assert(why:find("spec/no/such/folder/mod.lua: No such file", 1, true), why)
  end)
end)

describe("a unit in a mod #quick", function()
  local function run(text, options)
    options = options or {}
    local world = small_world(options.field or FIELD, options.world)
    local mod, lines = modded(world, text, options.limits)
    assert(mod, lines)
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 4,
      behaviour = "test.it", data = options.data, home = options.home }
    if options.setup then options.setup(world, unit) end
    world.run(options.ticks or 40)
    return lines, world, unit
  end

  it("tells units and players to the host, and is told them", function()
    local heard
    local lines, world, unit = run([[
      return function(unit)
        unit:friends(9)[1]:tell("hello", unit.player, unit, { unit.player })
        local player, friend, list = select(2, unit:await("welcome"))
        print(player == unit.player, friend == unit:friends(9)[1], list[1] == player)
      end]], { setup = function(world, unit)
        world:unit { player = "red", x = 2, y = 1, behaviour = function(other)
          heard = { other:await("hello", 20) }
          unit:tell("welcome", other.player, other, { other.player })
        end }
      end })
    assert.same({}, world.reports)
    local red = world:player "red"
    assert.same({ true, red, unit, red }, { heard[1], heard[2], heard[3], heard[4][1] })
    assert.same({ "true\ttrue\ttrue" }, lines)
  end)

  it("hears events in its own turns only", function()
    local lines, world = run([[
      return function(unit)
        while true do
          local friend = unit:friends(9)[1]
          print(unit.id, unit:event("hello"), friend:event("hello"))
          unit:sleep(1)
        end
      end]], { ticks = 3, setup = function(world, unit)
        local other = world:unit { player = "red", x = 2, y = 1, behaviour = "test.it" }
        unit:behave("test.it")
        other:tell("hello")
      end })
    assert.same({}, world.reports)
    local nothing = { "1\tnil\tnil", "2\tnil\tnil" }
    assert.same({ nothing[1], "2\ttrue\tnil", nothing[1], nothing[2], nothing[1], nothing[2] },
      lines)
  end)

  it("has the fields that it has in the host's state", function()
    local lines, world = run [[
      return function(unit)
        print(unit.id, unit.x, unit.y, unit.state, unit.speed, unit.sight, unit.avoidance)
        print(unit.home.x, unit.home.y, unit.class.size, unit.player.name, unit.behaviour)
        print(unit.removed, unit.group, unit.route, unit.progress, unit.from_x, unit.fraction)
        print(unit.world.ticks, unit.world.map.width, unit.world.map.height)
        print(unit:distance(4, 3), unit:knows(3, 2))
        unit.avoidance, unit.home = "wait", { x = 2, y = 3 }
        print(unit.avoidance, unit.home.x)
      end]]
    assert.same({}, world.reports)
    assert.same({
      "1\t1\t1\tstanding\t" .. whole(1) .. "\t4\tyield",
      "1\t1\t1\tred\ttest.it", "false\tfalse\tnil\tnil\t1\t" .. whole(1),
      "1\t8\t3", "3\tvisible\twall", "wait\t2",
    }, lines)
  end)

  it("has a home with a place and a size in whole numbers, and nothing beside", function()
    local lines, world = run [[
      return function(unit)
        for _, home in ipairs { { x = 2, y = 2, width = 7, height = 2, junk = 1 },
          { x = 8, y = 3 }, { x = 1, y = 1, height = 2 } } do
          unit.home = home
          local kept = unit.home
          print(kept.x, kept.y, kept.width, kept.height, kept.junk)
        end
        for _, home in ipairs { { x = 1.5, y = 1 }, { x = 1, y = "1" }, { y = 1 }, 5,
          { x = 0 / 0, y = 1 }, { x = 1, y = 1, width = 1.5 }, { x = 1, y = 1, height = "2" },
          { x = 0, y = 1 }, { x = 2, y = 1, width = 8 }, { x = 1, y = 1, height = 2 ^ 60 },
          { x = 1, y = 1, width = 0 } } do
          print((select(2, pcall(function() unit.home = home end))))
        end
        print(unit.home.x, unit.home.height)
      end]]
    assert.same({}, world.reports)
    local refused = "unit.home is anything with x and y, whole numbers"
    assert.same({ "2\t2\t7\t2\tnil", "8\t3\tnil\tnil\tnil", "1\t1\tnil\t2\tnil" },
      { lines[1], lines[2], lines[3] })
    for i = 4, 10 do assert.truthy(lines[i]:find(refused, 1, true), lines[i]) end
    local outside = "unit%.home: .* are not of the map, which has 8 × 3"
    for i = 11, 14 do assert.matches(outside, lines[i]) end
    assert.equal("1\t2", lines[15])
  end)

  it("finds units by their player, an object or a name", function()
    local lines, world = run([[
      return function(unit)
        local function count(...)
          local n = 0
          for _ in unit.world:units(...) do n = n + 1 end
          return n
        end
        print(count(), count(unit.player), count "red", count "blue", count "nobody")
        print(select(2, pcall(count, 5)))
        print(select(2, pcall(count, unit)))
      end]], { setup = function(world)
        world:unit { player = "red", x = 2, y = 1 }
        world:unit { player = "blue", x = 3, y = 1 }
      end })
    assert.same({}, world.reports)
    assert.equal("3\t2\t2\t1\t0", lines[1])
    assert.truthy(lines[2]:find("a player or a name expected, got number", 1, true))
    assert.truthy(lines[3]:find("a player or a name expected, got table", 1, true))
  end)

  it("says what is wrong with a reservation, a file's name, a list of threats", function()
    local lines = run [[
      return function(unit)
        local world = unit.world
        print(pcall(world.reserve, world, "key"))
        print(pcall(world.release, world, {}, unit))
        print(pcall(world.holder, world))
        print(world:reserve(3, unit), world:holder(3.0))
        print(pcall(world.holder, world, ("k"):rep(257)))
        print(pcall(require, ("f"):rep(129)))
        local threats = {}
        for i = 1, 1025 do threats[i] = { x = 1, y = 1 } end
        print(pcall(unit.flight, unit, threats))
      end]]
    assert.same({ "false\ttest/it.lua:3: bad argument #2 to 'reserve' (a unit expected, got nil)",
      "false\ttest/it.lua:4: bad argument #1 to 'release' "
        .. "(a string or a number expected, got table)",
      "false\ttest/it.lua:5: bad argument #1 to 'holder' (a string or a number expected, got nil)",
      "true\tunit 1 (red at 1, 1)",
      "false\ttest/it.lua:7: bad argument #1 to 'holder' (a key has at most 256 bytes, got 257)",
      "false\ttest/it.lua:8: bad argument #1 to 'require' "
        .. "(a file's name has at most 128 bytes, got 129)",
      "false\ttest/it.lua:11: bad argument #1 to 'flight' "
        .. "(at most 1024 threats expected, got 1025)" }, lines)
  end)

  it("walks, waits, and hears events", function()
    local lines, world = run([[
      return function(unit)
        local path = unit:path(8, 1)
        print(path, #path, path:cell(-1))
        print(path:cell(3))
        local n = 0
        for x, y, i in path:cells() do n = n + x end
        print(n, path.cost, path.status, path.distance, path:blocked())
        print(unit:walk(path))
        print(unit:event "arrived")
        print(unit:await("ping", 30))
        print(unit:nearest({ { x = 1, y = 3 }, { x = 7, y = 3 } }).index)
        print(unit:go(unit.home))
        print(unit:reachable(3, 2))
        local found = unit:nearest("wall", { within = 1 }, 2)
        print(#found, found[1].x, found[2].x, #found[2].path)
        return "done", unit
      end]], { setup = function(world, unit)
        world.run(15)
        unit:tell("ping", 7, { deep = { 1 } }, unit)
      end })
    assert.same({}, world.reports)
    assert.same({
      "path (8 cells, cost 70, complete)\t8\t8\t1", "3\t1",
      "36\t70\tcomplete\t" .. whole(7) .. "\tnil",
      "true", "true", "true\t7\ttable\tunit 1 (red at 8, 1)", "2", "true",
      "false\tgoal_blocked", "2\t3\t4\t3",
    }, lines)
  end)

  it("returns what it returned", function()
    local world = small_world(FIELD)
    modded(world, "return function(unit) return nil, 'bored', { 7 }, unit, print end")
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world:tick()
    for name, who, a, b, c, d, e in world:events() do
      assert.same({ "ended", 1, nil, "bored", 7, 1, "function" },
        { name, who.id, a, b, c[1], d.id, e })
    end
  end)

  it("may be called by a behaviour of the game's, which goes on with what it returned", function()
    local world = small_world(FIELD)
    local _, lines = modded(world, [[
      return function(unit, word)
        print(word, unit.world.ticks)
        unit:sleep(2)
        print("late", unit.world.ticks)
        return "done", 7
      end]])
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local log = {}
    unit:behave(function(one)
      log = { world:behaviour("test.it")(one, "early") }
      log[3] = world.ticks
      one:sleep()
    end)
    for _ = 1, 5 do world:tick() end
    assert.same({}, world.reports)
    assert.same({ "early\t1", "late\t3" }, lines)
    assert.same({ "done", 7, 3 }, log)
  end)

  it("ends when it is given more than can be passed, and the mod goes on", function()
    local world = small_world(FIELD)
    local mod = assert(modded(world, "return function(unit) unit:sleep() end"))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(1)
    local much = {}
    for i = 1, 20 do much[i] = ("x"):rep(100000) end
    unit:behave("test.it", much)
    world.run(1)
    assert.equal(1, #world.reports)
    assert.equal("tick 2, unit 1 (red at 1, 1), behaviour 'test.it': too much to pass at once: "
      .. "more than 1048576 bytes", world.reports[1].text)
    assert.is_false(parts.instance(mod).current)
    mod:restart()
    unit:behave("test.it")
    world.run(1)
    assert.equal("test.it", unit.behaviour)
  end)

  it("is weighed again where it is started again", function()
    local world = small_world(FIELD)
    local mod = modded(world, "return function(unit) unit.data.x = 1 unit:sleep() end")
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(2)
    local account = mod._parts[1].account
    account:restart(mod._revision.bytes)
    local kept = account.kept
    account:keep_paths(100)
    mod:restart()
    assert.same({ kept, 0 }, { account.kept, account.answers })
  end)

  it("pays for what it tells by the byte", function()
    local world = small_world(FIELD)
    modded(world, [[
      local much = {}
      for i = 1, 4000 do much[i] = i end
      return function(unit)
        unit:sleep(1)
        while true do unit:tell("news", much) end
      end]])
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(2)
    assert.equal(1, #world.reports)
    assert.truthy(world.reports[1].text:find("too many instructions", 1, true))
    local count = 0
    for name in world:events() do count = count + (name == "news" and 1 or 0) end
    assert(count > 0 and count < 10, count)
  end)

  it("is told as much as can be told at once", function()
    local world = small_world(FIELD)
    local _, lines = modded(world, [[return function(unit)
      unit:sleep()
      local count = 0
      for _ in unit:events "news" do count = count + 1 end
      print(count)
    end]])
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(1)
    for _ = 1, 20 do unit:tell("news", ("x"):rep(100000)) end
    world.run(1)
    assert.same({}, world.reports)
    assert.same({ "1" }, lines)
  end)

  it("tells a unit up to 131,072 bytes before its turn", function()
    local word = ("x"):rep(16000)
    local before = Account.weight { "news", word, word, word, word, word, word, word, word }
    local rest = 131072 - before - Account.weight { "news", "" }
    for more, heard in pairs { [0] = "unit", [1] = "nil\tfull" } do
      local world = small_world(FIELD)
      local lines = select(2, modded(world, ([[return function(unit)
        local w = ("x"):rep(16000)
        unit:tell("news", w, w, w, w, w, w, w, w)
        print(unit:tell("news", ("x"):rep(%d)))
      end]]):format(rest + more), { instructions = 1e6, total = 3e6 }))
      world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
      world.run(1)
      assert.same({}, world.reports)
      assert.same({ heard }, lines)
    end
  end)

  it("is called with what the game gives it", function()
    local world = small_world(FIELD)
    local _, lines = modded(world, "return function(unit, ...) print(select('#', ...), ...) end")
    local unit = world:unit { player = "red", x = 1, y = 1 }
    unit:behave("test.it", 7, nil, unit, world.map, nil)
    world:tick()
    assert.same({ "5\t7\tnil\tunit 1 (red at 1, 1)\tnil\tnil" }, lines)
  end)

  it("begins other things, of this mod or of the world", function()
    local log = {}
    local lines, world, unit = run([[
      return function(unit)
        unit:defer(function() print("undone") end)
        unit:behave(function(one, word)
          print(word, one.world.ticks)
          one:behave("host", 3)
          one:sleep(1)
          print "never"
        end, "then")
        print "still"
        unit:sleep(1)
        print "never"
      end]], { setup = function(world)
        world:behaviour("host", function(one, n) log[1] = { one.id, n, world.ticks } end)
      end })
    assert.same({}, world.reports)
    assert.same({ "undone", "still", "then\t2" }, lines)
    assert.same({ { 1, 3, 3 } }, log)
    assert.is_false(unit.behaviour)
  end)

  it("gives back what it holds when it is ended from without", function()
    local lines, world, unit = run([[
      return function(unit)
        unit:defer(function() print("undone", unit.x) end)
        unit:reserve("tower", "post")
        unit:sleep()
      end]], { ticks = 3 })
    assert.equal("3 red=tower", next(world._reserved))
    unit:behave(nil)
    assert.same({ "undone\t1" }, lines)
    assert.is_nil(next(world._reserved))
    assert.same({}, world.reports)
  end)

  it("may be removed in the middle", function()
    local lines, world, unit = run([[
      return function(unit)
        unit:defer(function() print "undone" end)
        unit:go(8, 1)
      end]], { ticks = 4 })
    unit:remove()
    world.run(3)
    assert.same({ "undone" }, lines)
    assert.same({}, world.reports)
  end)

  it("fails with file, line and unit", function()
    local _, world = run [[
      local function deep(unit)
        return unit.data.x.y
      end
      return function(unit)
        unit:wait(2)
        deep(unit)
      end]]
    local report = world.reports[1]
    assert.equal(1, #world.reports)
    assert.truthy(report.text:find("^tick %d+, unit 1 %(red at 1, 1%), behaviour 'test.it': "))
    assert.truthy(report.text:find("test/it.lua:2: attempt to index", 1, true))
    if not jit then assert.equal("test/it.lua:2", report.where) end
    assert.truthy(report.traceback:find("test/it.lua:6", 1, true))
  end)

  it("has mistakes in calls blamed on its own lines", function()
    local _, world = run [[return function(unit)
        unit:path(1, 1, { hueristic_weight = 2 })
      end]]
    assert.truthy(world.reports[1].text:find(
      "unknown key 'hueristic_weight', the nearest is 'heuristic_weight'", 1, true))
    assert.equal("test/it.lua:2", world.reports[1].where)
    _, world = run [[return function(unit)
        local a = unit.statee
      end]]
    assert.truthy(world.reports[1].text:find(
      "test/it.lua:2: unit has no field 'statee', the nearest is 'state'", 1, true))
  end)

  it("knows all names of a unit, and says which it cannot set", function()
    local lines = run [[return function(unit)
        for _, key in ipairs { "x", "y", "state", "id", "player", "class", "world", "body", "speed",
          "sight", "progress", "route", "group", "behaviour", "from_x", "width", "removed", "go",
          "wait", "path", "tell", "behave", "units_near", "flight", "visible_to", "rouse" } do
          local ok, message = pcall(function() unit[key] = 1 end)
          if not message:find("a mod cannot set '" .. key .. "' of a unit", 1, true) then
            print(key, message)
          end
        end
        for _, key in ipairs { "data", "avoidance", "home" } do
          unit[key] = unit[key]
        end
        print(pcall(function() unit.tel = 1 end))
      end]]
    assert.equal(1, #lines)
    assert.truthy(lines[1]:find("false.*unit has no field 'tel'"), lines[1])
  end)

  it("shares nothing but the words with other units of the mod", function()
    local world = small_world(FIELD)
    local _, lines = modded(world, [[
      return function(unit)
        for other in unit.world:units(unit.player) do
          if other ~= unit then print(unit.id, other, other.data.name, other:sees(unit)) end
        end
        print(unit.world:unit_at(2, 1) == unit, unit.world:unit_at(5, 1))
      end]])
    world:unit { player = "red", x = 2, y = 1, behaviour = "test.it", data = { name = "a" } }
    world:unit { player = "red", x = 3, y = 1, behaviour = "test.it", data = { name = "b" } }
    world:tick()
    assert.same({}, world.reports)
    assert.same({ "1\tunit 2 (red at 3, 1)\tb\ttrue", "true\tnil",
      "2\tunit 1 (red at 2, 1)\ta\ttrue", "false\tnil" }, lines)
  end)

  it("keeps its place in a group", function()
    local world = small_world([[
      . . . . . . . . . . . .
      . . . . . . . . . . . .
      . . . . . . . . . . . .
    ]])
    local _, lines = modded(world, [[
      return function(unit)
        print(unit.id, unit:hold_formation())
      end]])
    local units = {}
    for i = 1, 4 do
      units[i] = world:unit { player = "red", x = i, y = 1, speed = 0.5 }
    end
    local group = world:group { units = units }
    for i = 1, 2 do units[i]:behave("test.it") end
    world:tick()
    group:go(10, 2)
    world.run(60)
    assert.same({}, world.reports)
    assert.equal("assembled", group.status)
    assert.same({ "1\ttrue\tnil", "2\ttrue\tnil" }, lines)
  end)
end)
