local file = require "support.file"
local modded = require "support.modded"
local says = require "support.says"
local small_world = require "support.small_world"

local MAIN = [[return { name = "test", version = "%s", behaviours = { it = "it.lua" } }]]

local function script(word)
  return ([[
    local count = 0
    return function(unit)
      unit.data.trips = (unit.data.trips or 0) + 1
      while true do
        count = count + 1
        print("%s", count, unit.data.trips)
        unit:wait(1)
      end
    end]]):format(word)
end

local function run(word)
  local world = small_world(". . . . . . . .")
  local mod, lines = modded(world, script(word))
  local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, behaviour = "test.it" }
  world.run(2)
  return world, mod, lines, unit
end

describe("a mod that is reloaded #quick", function()
  it("is taken up at the next tick; its units start again and keep their data", function()
    local world, _, lines, unit = run "a"
    assert.is_true(world:reload("test/it.lua", script "b"))
    assert.same({ "a\t1\t1", "a\t2\t1" }, lines)
    world:tick()
    world:tick()
    assert.same({ "a\t1\t1", "a\t2\t1", "b\t1\t2", "b\t2\t2" }, lines)
    assert.equal(2, unit.data.trips)
    assert.same({}, world.reports)
  end)

  it("keeps what its other files were reloaded with", function()
    local world, mod, lines = run "a"
    assert.is_true(world:reload("test/it.lua", script "b"))
    assert.is_true(world:reload("test/mod.lua", MAIN:format "2"))
    world:tick()
    assert.is_true(world:reload("test/mod.lua", MAIN:format "3"))
    world:tick()
    assert.equal("3", mod.version)
    assert.same({ "a\t1\t1", "a\t2\t1", "b\t1\t2", "b\t1\t3" }, lines)
  end)

  it("stays as it is where the new source is broken", function()
    local world, _, lines = run "a"
    local done, message = world:reload("test/it.lua", "return function(unit)\n  unit:go(\nend")
    assert.is_nil(done)
    assert(message:find("test/it.lua:3: ", 1, true), message)
    world:tick()
    assert.equal("a\t3\t1", lines[3])
  end)

  it("cannot be restarted by what it calls", function()
    local world, mod, ok, message = small_world(". . . . . . . ."), nil, nil, nil
    mod = assert(modded(world, script "a", { print = function()
      ok, message = pcall(mod.restart, mod)
    end }))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(3)
    assert.is_false(ok)
    assert.equal("a mod cannot start again while it is in a call", message)
    assert.equal("test.it", unit.behaviour)
    mod:restart()
    world:tick()
    assert.equal(2, unit.data.trips)
    assert.same({}, world.reports)
  end)

  it("may be restarted", function()
    local world, mod, lines = run "a"
    mod:restart()
    world.run(2)
    assert.same({ "a\t1\t1", "a\t2\t1", "a\t1\t2", "a\t2\t2" }, lines)
  end)

  it("reports units whose behaviour is there no more", function()
    local world, _, _, unit = run "a"
    world:reload("test/mod.lua",
      "return { name = 'test', version = '2', behaviours = { other = function() end } }")
    world:tick()
    assert.truthy(world.reports[1].text:find(
      "the mod 'test' has no such behaviour any more", 1, true))
    assert.is_false(unit.behaviour)
    assert.is_nil(world._behaviours["test.it"])
    assert(world:reload("test/mod.lua", MAIN:format(3)))
    world:tick()
    assert.equal("test.it", unit.behaviour)
    assert.equal(1, #world.reports)
    world:reload("test/mod.lua",
      "return { name = 'test', version = '4', behaviours = { other = function() end } }")
    world:tick()
    unit:behave("test.other")
    world:tick()
    local done, message = world:reload("test/mod.lua",
      "return { name = 'best', version = '2', behaviours = {} }")
    assert.is_nil(done)
    assert.equal("test/mod.lua: the mod was called 'test' so far", message)
  end)
end)

describe("a behaviour that is reloaded #quick", function()
  it("is replaced at the next tick, from source or a function", function()
    local world, log = small_world(". . . . . . . ."), {}
    local function note(word)
      return function(unit)
        while true do
          log[#log + 1] = word
          unit:wait(1)
        end
      end
    end
    world:behaviour("it", note "a")
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "it" }
    world:tick()
    assert.is_true(world:reload("it", note "b"))
    world:tick()
    assert.is_true(world:reload("it", "return function(unit) unit.data.c = unit.world.ticks end"))
    world:tick()
    assert.same({ "a", "b" }, log)
    assert.equal(3, unit.data.c)
    local done, message = world:reload("it", "return function(unit)\n  x x\nend")
    assert.is_nil(done)
    assert(message:find("^it:2: "), message)
    done, message = world:reload("it", "return 7")
    assert.is_nil(done)
    assert.equal("it:1: it returns a number, and not a function", message)
    assert.has_error(function() world:reload("itt", note "c") end)
    says("bad argument #1 to 'reload' (a name expected, got nil)",
      function() world:reload(nil) end)
  end)
end)

describe("a folder that is watched #quick", function()
  local folder

  local function write(name, text)
    file.write(folder .. "/" .. name, text)
  end

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    write("mod.lua", MAIN:format(1))
    write("it.lua", script "a")
  end)

  after_each(function() os.execute("rm -r " .. folder) end)

  it("has its mod reloaded when a file changes", function()
    local world = small_world(". . . . . . . .")
    local mod = assert(world:mod(folder))
    assert.equal(mod, world:watch(folder, 2))
    assert.equal(folder, mod.folder)
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(4)
    assert.equal(1, unit.data.trips)
    write("it.lua", script "b")
    world.run(2)
    assert.equal(2, unit.data.trips)
    world.run(4)
    assert.equal(2, unit.data.trips)
    write("mod.lua", MAIN:format(2))
    world.run(2)
    assert.equal("2", mod.version)
  end)

  it("is watched beside those of other mods", function()
    local world, other = small_world(". . . . . . . ."), folder .. "/other"
    assert(os.execute("mkdir " .. other))
    write("other/mod.lua", "return { name = 'other', version = '1', behaviours = {} }")
    local mod = assert(world:mod(folder))
    local second = assert(world:watch(other, 1))
    assert.same({ "other", folder .. "/other" }, { second.name, second.folder })
    assert.equal(mod, world:watch(folder))
    assert.equal(second, world:watch(other))
  end)

  it("is looked at every ten ticks, unless more is said", function()
    local world = small_world(". . . . . . . .")
    local mod = world:mod(folder)
    assert.equal(mod, world:watch(folder))
    world.run(3)
    write("mod.lua", MAIN:format(2))
    local noticed
    world.run(30, function()
      if mod.version == "2" then noticed = noticed or world.ticks end
    end)
    assert.equal(10, noticed)
  end)

  it("is reported once when it is broken, and goes on as it was", function()
    local world = small_world(". . . . . . . .")
    world:mod(folder)
    world:watch(folder, 1)
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(2)
    write("it.lua", "return function(unit)\n  unit.data.trips = = 1\nend")
    world.run(3)
    assert.equal(1, #world.reports)
    assert.truthy(world.reports[1].text:find("it.lua:2: unexpected symbol", 1, true))
    assert.equal(1, unit.data.trips)
    os.remove(folder .. "/it.lua")
    world.run(3)
    assert.equal(2, #world.reports)
    write("it.lua", script "c")
    world.run(2)
    assert.equal(2, unit.data.trips)
    assert.equal(2, #world.reports)
  end)

  it("is looked at between two ticks, if the game asks: while it is paused", function()
    local world = small_world(". . . . . . . .")
    assert(world:watch(folder, 1000))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(2)
    write("it.lua", "return function(unit)")
    assert.is_true(world:reload())
    assert.equal(1, #world.reports)
    assert.equal("error", world.reports[1].kind)
    assert.equal(world.reports[1].text, world:errors()().text)
    write("it.lua", script "b")
    world:reload()
    assert.is_nil(world:errors()())
    assert.same({ "it.lua" }, world.reloads[1].files)
    assert.same({ 2, 1 }, { world.reloads[1].tick, #world.reports })
    world:tick()
    assert.equal(2, unit.data.trips)
    world:reload()
    assert.equal(1, #world.reloads)
  end)

  it("has its mod reloaded when a file comes that was missing", function()
    local world = small_world(". . . . . . . .")
    world:mod(folder)
    world:watch(folder, 1)
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(2)
    write("it.lua", "return require 'ways'")
    world.run(2)
    assert.equal(1, #world.reports)
    assert.truthy(world.reports[1].text:find("ways.lua: No such file", 1, true))
    write("ways.lua", script "b")
    world.run(2)
    assert.equal(2, unit.data.trips)
    assert.equal(1, #world.reports)
  end)

  it("has those files named that have changed, also of what units require late", function()
    local text = "return function(unit) unit.data.way = require 'ways' unit:sleep(%d) end"
    write("it.lua", text:format(50))
    write("ways.lua", "return 1")
    local world = small_world(". . . . . . . .")
    assert(world:watch(folder, 1))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(2)
    write("it.lua", text:format(60))
    world.run(3)
    write("ways.lua", "return 2")
    world.run(3)
    assert.equal(2, unit.data.way)
    assert.same({ { "it.lua" }, { "ways.lua" } },
      { world.reloads[1].files, world.reloads[2].files })
  end)

  it("is not reloaded for a file that is missing all the time", function()
    write("it.lua", "pcall(require, 'ways') return function() end")
    local world = small_world(". . . . . . . .")
    assert(world:watch(folder, 1))
    world.run(3)
    assert.same({}, world.reloads)
  end)

  it("is looked at also where the mod requires a file late", function()
    local world = small_world(". . . . . . . .")
    write("it.lua", "return function(unit) unit:wait(3) unit.data.way = require 'late' end")
    write("late.lua", "return 1")
    world:mod(folder)
    world:watch(folder, 1)
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(6)
    assert.equal(1, unit.data.way)
    write("late.lua", "return 2")
    unit:behave("test.it")
    world.run(6)
    assert.equal(2, unit.data.way)
  end)

  it("is watched once, as often as was said last", function()
    local world = small_world(". . . . . . . .")
    local mod = world:mod(folder)
    world:watch(folder)
    assert.equal(mod, world:watch(folder .. "/", 1))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(1)
    write("it.lua", "return function(unit)")
    world.run(3)
    assert.equal(1, #world.reports)
    assert.equal(1, unit.data.trips)
    for _, every in ipairs { 0, 1.5, -1, "x" } do
      says("bad argument #2 to 'watch' (a whole number of ticks expected, got " .. every .. ")",
        function() world:watch(folder, every) end)
    end
    says("bad argument #1 to 'watch' (a folder expected, got nil)", function() world:watch() end)
  end)
end)
