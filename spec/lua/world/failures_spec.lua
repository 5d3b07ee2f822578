-- Errors in behaviours: what they cost, how long a unit pauses, and what the game hears of them.

local astar = require "astar"
local command = require "support.command"
local modded = require "support.modded"
local says = require "support.says"
local small_world = require "support.small_world"

local FIELD = ". . . . . . . ."

-- A world with a unit at a behaviour that fails in each turn, and the ticks of its turns.
local function failing(body)
  local world, turns = small_world(FIELD), {}
  world:behaviour("broken", function(unit)
    turns[#turns + 1] = world.ticks
    if body then body(unit) else error("oh dear") end
  end)
  local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "broken" }
  return world, unit, turns
end

describe("a behaviour that fails #quick", function()
  it("starts again after 1, 2, 4 ticks, up to 64", function()
    local world, unit, turns = failing()
    world.run(300)
    assert.same({ 1, 2, 4, 8, 16, 32, 64, 128, 192, 256 }, turns)
    assert.equal("broken", unit.behaviour)
    assert.equal(10, world.failures)
  end)

  it("starts again with what it was called with, and with the unit's data", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    world:behaviour("odd", function(one, a, b)
      one.data.log = (one.data.log or "") .. a .. tostring(b)
      error("no")
    end)
    unit:behave("odd", "x", nil)
    world.run(4)
    assert.equal("xnilxnilxnil", unit.data.log)
  end)

  it("begins at 1 again once it has run for longer than 64 ticks", function()
    local world, _, turns = failing(function(unit)
      if #unit.world.data > 3 then unit:wait(70) end
      table.insert(unit.world.data, unit.world.ticks)
      error("oh dear")
    end)
    world.run(240)
    assert.same({ 1, 2, 4, 8, 16, 87, 158, 229 }, turns)
  end)

  it("hears when it starts again what it was told in the pause", function()
    local heard = {}
    local world, unit = failing(function(one)
      for name, a in one:events() do heard[#heard + 1] = { name, a, one.world.ticks } end
      if one.world.ticks < 4 then error("oh dear") end
      one:sleep()
    end)
    world.run(2)
    unit:tell("hit", 3)
    world:tick()
    unit:tell("hit", 4)
    world:tick()
    assert.same({ { "hit", 3, 4 }, { "hit", 4, 4 } }, heard)
  end)

  it("gives back what it held, each time", function()
    local world, unit = failing(function(one)
      one.world:reserve("gate", one)
      one:defer(function() one.world:release("gate", one) end)
      error("oh dear")
    end)
    world:tick()
    assert.is_nil(world:holder("gate"))
    assert.equal(1, world.failures)
    assert.equal("broken", unit.behaviour)
  end)

  it("has no pause once the unit is given another behaviour", function()
    local world, unit = failing()
    world.run(20)
    local began
    unit:behave(function() began = world.ticks end)
    assert.is_nil(unit.error or nil)
    world:tick()
    assert.equal(21, began)
  end)

  it("does not stop the others", function()
    local world = failing()
    local count = 0
    world:behaviour("well", function(unit)
      while true do
        count = count + 1
        unit:wait(1)
      end
    end)
    world:unit { player = "red", x = 3, y = 1, behaviour = "well" }
    world.run(50)
    assert.equal(50, count)
  end)

  it("of a mod starts again, too", function()
    local world = small_world(FIELD)
    modded(world, [[
      return function(unit)
        unit.data.turns = (unit.data.turns or 0) + 1
        unit:wait(1)
        unit.data.none.at_all = 1
      end]])
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(20)
    assert.equal(5, unit.data.turns)               -- in ticks 1, 3, 6, 11, 20
    assert.equal(1, #world.reports)
    assert(world.reports[1].text:find("test/it.lua:4: ", 1, true), world.reports[1].text)
  end)
end)

describe("an error #quick", function()
  it("is reported when it first occurs, and at the 10th and 100th time", function()
    local world = failing()
    for i = 1, 99 do world:unit { player = "red", x = i % 8 + 1, y = 1, behaviour = "broken" } end
    world.run(300)
    local counts = {}
    for i, report in ipairs(world.reports) do
      counts[i] = report.count
      assert.equal("error", report.kind)
    end
    assert.same({ 1, 10 }, counts)                 -- 8 units have found room
    assert(world.reports[2].text:find("oh dear (10 times since tick 1)", 1, true))
  end)

  it("is another one on another line, with other words, in another behaviour", function()
    local world = small_world(FIELD)
    local function add(name, body)
      world:behaviour(name, body)
      world:unit { player = "red", x = world:count() + 1, y = 1, behaviour = name }
    end
    add("a", function() error("oh dear") end)
    add("b", function() error("oh dear") end)
    add("c", function(unit) error(unit.id > 0 and "this") end)
    add("d", function(unit) error("unit " .. unit.id .. " in tick " .. unit.world.ticks) end)
    world.run(8)
    assert.equal(4, #world.reports)
    assert.equal(16, world.failures)
  end)

  it("of which one line makes ever others is reported a few times, and counted", function()
    local words = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n" }
    local world = failing(function() error(table.remove(words, 1) or "z") end)
    world.run(127)
    local sum = 0
    for one in world:errors() do sum = sum + one.count end
    assert.equal(5, #world.reports)                -- four, and one for all others
    assert.equal(7, sum)
  end)

  it("is open until it has stopped; that is reported with how often it was", function()
    local world, unit = failing()
    world.run(4)
    local one = world:errors()()
    assert.same({ 3, 1, 4, "broken", unit }, { one.count, one.first, one.last, one.behaviour,
      one.unit })
    assert.equal(one, unit.error)
    assert.matches("oh dear", one.text)
    unit:behave(nil)
    world.run(200)
    assert.is_nil(world:errors()())
    local last = world.reports[#world.reports]
    assert.equal("stopped", last.kind)
    assert.equal(3, last.count)
    assert.matches("^not since tick 4: .*oh dear %(3 times since tick 1%)$", last.text)
    assert.equal(2, #world.reports)
  end)

  it("that came once is closed without a word", function()
    local world, unit = failing()
    world:tick()
    unit:behave(nil)
    world.run(200)
    assert.equal(1, #world.reports)
    assert.is_nil(world:errors()())
  end)

  it("of another time is reported again", function()
    local world, unit = failing()
    world:tick()
    unit:behave(nil)
    world.run(200)
    unit:behave("broken")
    world:tick()
    assert.equal(2, #world.reports)
    assert.equal(1, world.reports[2].count)
  end)

  it("in the report is no error of the world's", function()
    local map = astar.map { width = 3, height = 3 }
    local world = astar.world { map = map, report = function() end }
    local kept = {}
    world.report = function(report) kept[#kept + 1] = report.text end
    world:unit { player = "red", x = 1, y = 1, behaviour = function() error("x") end }
    for _ = 1, 3 do world:tick() end
    assert.equal(1, #kept)
  end)
end)

describe("a pause #quick", function()
  local function broken(unit)
    unit.data.turns = (unit.data.turns or 0) + 1
    error("oh dear")
  end

  local function world_of()
    local world = astar.world { map = astar.map { width = 9, height = 9 }, seed = 1,
      report = function() end }
    world:behaviour("broken", broken)
    world:unit { player = "red", x = 2, y = 2, behaviour = "broken" }
    return world
  end

  it("is saved and hashed: a loaded world continues exactly like the original", function()
    local world = world_of()
    for _ = 1, 20 do world:tick() end
    local text = assert(world:save())
    local again = assert(astar.read_world(text,
      { behaviours = { broken = broken }, report = function() end }))
    local turns = again:unit(1).data.turns
    assert.equal(5, turns)                         -- in ticks 1, 2, 4, 8, 16
    for _ = 1, 200 do
      world:tick()
      again:tick()
      assert.equal(world:hash(), again:hash())
      if world.ticks == 31 then assert.equal(turns, again:unit(1).data.turns) end
      if world.ticks == 32 then assert.equal(turns + 1, again:unit(1).data.turns) end
    end
    local fresh = world_of()
    fresh:unit(1).data.turns = 5
    local same = world_of()
    same:unit(1).data.turns = 5
    same:unit(1)._pause, same:unit(1)._again = 4, 9
    assert.not_equal(fresh:hash(), same:hash())
  end)

  it("is the same in heavy mode", function()
    local world = world_of()
    world.heavy = true
    for _ = 1, 40 do world:tick() end
    assert.equal(6, world:unit(1).data.turns)
  end)
end)

describe("a reload #quick", function()
  local function working(unit)
    unit.data.works = unit.world.ticks
    unit:sleep()
  end

  it("closes the errors of a behaviour, and its units start again at once", function()
    local world, unit = failing()
    world.run(20)
    assert.is_true(world:reload("broken", working))
    world:tick()
    assert.equal(21, unit.data.works)
    assert.is_nil(world:errors()())
    assert.is_false(unit.error)
    assert.equal(1, #world.reloads)
    local report = world.reloads[1]
    assert.same({ "reload", 21, "tick 21: took up behaviour 'broken'; 1 unit starts again" },
      { report.kind, report.tick, report.text })
  end)

  it("of a mod says which files it took up, and in which tick", function()
    local world = small_world(FIELD)
    local mod = modded(world, {
      ["mod.lua"] = [[return { name = "test", version = "1", behaviours = { it = "it.lua" } }]],
      ["it.lua"] = "local ways = require 'ways' return function(unit) ways.go(unit) end",
      ["ways.lua"] = "return { go = function(unit) unit.data.x.y = 1 end }",
    })
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world:unit { player = "red", x = 3, y = 1, behaviour = "test.it" }
    world.run(20)
    assert.is_true(world:errors()().count > 8)
    assert(world:reload("test/ways.lua",
      "return { go = function(unit) unit.data.x = unit.world.ticks unit:sleep() end }"))
    world:tick()
    assert.equal(21, unit.data.x)
    assert.is_nil(world:errors()())
    local report = world.reloads[1]
    assert.equal(mod, report.mod)
    assert.same({ "ways.lua" }, report.files)
    assert.equal("tick 21, mod 'test' 1: took up ways.lua; 2 units start again", report.text)
    assert(world:reload("test/ways.lua",
      "return { go = function(unit) unit.data.x = unit.world.ticks unit:sleep() end }"))
    world:tick()
    assert.matches("took up its files, which are the same; 2 units", world.reloads[2].text)
  end)

  it("is taken up between two ticks, if the game asks: while it is paused", function()
    local world, unit = failing()
    world.run(20)
    assert.is_true(world:reload("broken", working))
    assert.is_true(world:reload())
    assert.equal(20, world.reloads[1].tick)
    assert.is_nil(world:errors()())
    world:tick()
    assert.equal(21, unit.data.works)
    assert.equal(1, #world.reloads)
  end)

  it("cannot be asked for within a tick", function()
    local world = small_world(FIELD)
    local message
    world:unit { player = "red", x = 1, y = 1, behaviour = function()
      local _
      _, message = pcall(world.reload, world)
    end }
    world:tick()
    assert.matches("a world cannot reload within its tick", message)
    says("bad argument #1 to 'reload' (a name expected, got number)",
      function() world:reload(5) end)
  end)

  it("goes to no terminal where the game hears no reports", function()
    local text = [[
      local astar = require "astar"
      local world = astar.world { map = astar.map { width = 3, height = 3 } }
      world:behaviour("a", function() end)
      world:reload("a", function() end)
      world:tick()]]
    local file = os.tmpname()
    local handle = assert(io.open(file, "w"))
    handle:write(text)
    handle:close()
    local said = command.output_of(("%s %s 2>&1"):format(command.lua(), file))
    os.remove(file)
    assert.equal("", said)
  end)
end)
