-- The log of a world, and what behaviours draw: kept within bounds, shown to the game and to
-- recordings, and of no effect on the game.

local astar = require "astar"
local modded = require "support.modded"
local reader = require "support.recording"
local says = require "support.says"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . .
  . . . . . . . .
]]

local function lines_of(world, kind)
  local list = {}
  for line in world:log() do
    if not kind or line.kind == kind then list[#list + 1] = line end
  end
  return list
end

local function drawings_of(world)
  local list = {}
  for one in world:drawings() do list[#list + 1] = one end
  return list
end

-- A world in which a unit of red's runs that code, as a mod's.
local function run(code, ticks)
  local world = small_world(FIELD)
  assert(modded(world, "return function(unit) " .. code .. " unit:sleep() end"))
  local unit = world:unit { player = "red", x = 1, y = 1, sight = 3, behaviour = "test.it" }
  world.run(ticks or 1)
  return world, unit
end

describe("the log #quick", function()
  it("has what mods print, with tick, mod, player and unit", function()
    local world, unit = run("unit:wait(2) print('hello', 7)", 4)
    local line = lines_of(world)[1]
    assert.same({ 3, "print", "hello\t7", "test", "red", unit.id },
      { line.tick, line.kind, line.text, line.mod, line.player, line.unit })
  end)

  it("has what a mod prints while it is loaded", function()
    local world = small_world(FIELD)
    assert(modded(world, "print 'loading' return function() end"))
    local line = lines_of(world)[1]
    assert.same({ "loading", "test" }, { line.text, line.mod })
    assert.is_nil(line.unit)
  end)

  it("has what a mod prints also where the game takes it", function()
    local world, lines = small_world "....", {}
    local files = { ["it.lua"] = "return function() print('a', 1) end", ["mod.lua"] =
      [[return { name = "test", version = "1", behaviours = { it = "it.lua" } }]] }
    local mod = assert(world:mod({ name = "test", files = files },
      { print = function(whose, text) lines[#lines + 1] = { whose, text } end }))
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world:tick()
    assert.same({ { mod, "a\t1" } }, lines)
    for line in world:log() do lines[#lines + 1] = line.text end
    assert.equal("a\t1", lines[2])
  end)

  it("goes to the standard error where the game's own log fails", function()
    local said, stderr = {}, io.stderr
    local world = astar.world { map = astar.map { width = 2, height = 1 },
      report = function() end, log = function() error("the disk is full", 0) end }
    world:unit { player = "red", x = 1, y = 1, behaviour = function() error("oh", 0) end }
    io.stderr = { write = function(_, text) said[#said + 1] = text end } -- luacheck: ignore 122
    local ok, why = pcall(world.tick, world)
    io.stderr = stderr                           -- luacheck: ignore 122
    assert.is_true(ok, why)
    assert.equal(1, #said)
    assert.matches("^astar: tick 1, unit 1 .*oh .*\n%(and logging it: the disk is full%)\n$",
      said[1])
  end)

  it("has errors and reloads", function()
    local world = run "unit.data.x.y = 1"
    assert(world:reload("test/it.lua", "return function() end"))
    world:tick()
    local lines = lines_of(world)
    assert.same({ "error", "reload" }, { lines[1].kind, lines[2].kind })
    assert.same({ "test", "test" }, { lines[1].mod, lines[2].mod })
    assert.equal(world.reports[1].text, lines[1].text)
  end)

  it("goes to the function that the game gives, and never to the screen itself", function()
    local heard = {}
    local world = astar.world { map = astar.map { width = 3, height = 3 },
      log = function(line) heard[#heard + 1] = line.text end }
    assert(world:mod { name = "loud", files = {
      ["mod.lua"] = "return { name = 'loud', version = '1', behaviours = { it = function(unit) "
        .. "print('a') print('b') end } }" } })
    world:unit { player = "red", x = 1, y = 1, behaviour = "loud.it" }
    world:tick()
    assert.same({ "a", "b" }, heard)
    local again = assert(astar.read_world(assert(world:save()), { log = function() end,
      setup = function(other) other:mod { name = "loud", files = { ["mod.lua"] =
        "return { name = 'loud', version = '1', behaviours = { it = function() end } }" } } end }))
    assert.equal(1, again:count())
    says("#2 to 'mod' (print = 5 is not a function)",
      world.mod, world, { name = "x", files = {} }, { print = 5 })
  end)

  it("keeps the last 256 lines of each mod, cut to 400 bytes, no control characters", function()
    local world = run "for i = 1, 300 do print(i) end print(('\\27\195\164'):rep(200))"
    assert(world:mod { name = "other", files = { ["mod.lua"] =
      "print 'other' return { name = 'other', version = '1', behaviours = {} }" } })
    local lines = lines_of(world)
    assert.equal(257, #lines)
    assert.equal("46", lines[1].text)
    assert.equal("other", lines[257].text)
    assert.equal("\\27\195\164", lines[256].text:sub(1, 5))
    assert.is_true(#lines[256].text <= 403)
    assert.matches("[\164\\27]%.%.%.$", lines[256].text)
  end)

  it("has its bytes paid for by the mod", function()
    local world = run "while true do print(('x'):rep(10000)) end"
    assert.matches("too many instructions", world.reports[1].text)
    assert.is_true(#lines_of(world, "print") <= 100)
  end)

  it("is in the recording, with its tick and unit", function()
    local world = small_world(FIELD)
    assert(modded(world, "return function(unit) unit:wait(3) print 'seen' end"))
    local recording = astar.record(world)
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(6)
    for _, note in ipairs(reader.notes(recording)) do
      if note.kind == "print" then
        return assert.same({ 4, "seen", "test", "red", unit.id },
          { note.tick, note.text, note.mod, note.player, note.unit })
      end
    end
    error("no note")
  end)
end)

describe("a drawing #quick", function()
  it("is there for so many ticks: of a unit, a cell, a line, a circle", function()
    local world, unit = run [[
      unit:say("to arms", 3):mark(4, 2, "ore"):mark({ x = 5, y = 1 }, "post", 2)
      unit.world:draw_line(1, 1, 8, 2, "front", 4):draw_circle(3, 1, 2.5)
    ]]
    local list = drawings_of(world)
    assert.same({ "say", "mark", "mark", "line", "circle" }, { list[1].kind, list[2].kind,
      list[3].kind, list[4].kind, list[5].kind })
    for _, one in ipairs(list) do
      assert.same({ 1, "test", "red", unit.id }, { one.tick, one.mod, one.player, one.unit })
    end
    assert.same({ "to arms", 4, 2, "ore", 51, 3 },
      { list[1].text, list[2].x, list[2].y, list[2].text, list[2].ends, list[3].ends })
    assert.same({ 8, 2, "front", 2.5, "" }, { list[4].x2, list[4].y2, list[4].text,
      list[5].radius, list[5].text })
    world.run(2)
    assert.equal(4, #drawings_of(world))
    world:tick()
    assert.equal(3, #drawings_of(world))
    world:tick()
    assert.equal(2, #drawings_of(world))
    world.run(60)
    assert.equal(0, #drawings_of(world))
  end)

  it("has a text that can be shown, and is no longer than one that can", function()
    local world = small_world(FIELD)
    world:unit({ player = "red", x = 1, y = 1 }):mark(1, 1, "a\nb\255c" .. ("x"):rep(999))
    local text = drawings_of(world)[1].text
    assert.equal("a\nb\\255cx", text:sub(1, 9))
    assert.equal(403, #text)
  end)

  it("takes the place of one that stood there; nothing said is silence", function()
    local world, unit = run [[
      unit:say("a") unit:say("b") unit:mark(1, 1, "x") unit:mark(1, 1, "y")]]
    assert.same({ "b", "y" }, { drawings_of(world)[1].text, drawings_of(world)[2].text })
    unit:say()                                     -- the game says nothing of the mod's
    assert.equal(2, #drawings_of(world))
    assert.equal(1, #drawings_of((run "unit:say('a') unit:say() unit:mark(1, 1)")))
  end)

  it("of the game is by its units and its world", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    assert.equal(unit, unit:say("hello"))
    assert.equal(unit, unit:mark(unit, "here"))
    assert.equal(world, world:draw_line(1, 1, 2, 2))
    assert.equal(world, world:draw_circle(1, 1, 3, "range", 1))
    assert.equal(4, #drawings_of(world))
    unit:remove()
    assert.equal(3, #drawings_of(world))           -- nobody is there to say it
  end)

  it("is one of the last 64 of its mod", function()
    local world = run "for i = 1, 100 do unit.world:draw_circle(1, 1, i) end"
    local list = drawings_of(world)
    assert.same({ 64, 37 }, { #list, list[1].radius })
  end)

  it("is refused with wrong arguments, at the mod's line", function()
    local WRONG = {
      ["unit:say({})"] = "bad argument #1 to 'say' (a text expected, got table)",
      ["unit:say('x', 0)"] = "bad argument #2 to 'say' (1 to 1000 ticks expected, got 0)",
      ["unit:mark('x')"] =
        "bad argument #1 to 'mark' (x and y expected, or something that has them, got string)",
      ["unit:mark({}, 'x')"] =
        "bad argument #1 to 'mark' (x and y expected, or something that has them, got table)",
      ["unit:mark(1, nil)"] = "bad argument #2 to 'mark' (a cell of the map expected, got nil)",
      ["unit:mark(1, 2, {})"] = "bad argument #3 to 'mark' (a text expected, got table)",
      ["unit:mark(unit, 'x', 1001)"] =
        "bad argument #3 to 'mark' (1 to 1000 ticks expected, got 1001)",
      ["unit.world:draw_line(1, 1, 0/0, 2)"] = "bad argument #3 to 'draw_line' (a cell of the map",
      ["unit.world:draw_circle(1, 1, -1)"] =
        "bad argument #3 to 'draw_circle' (a radius in cells expected, got -1)",
    }
    for code, message in pairs(WRONG) do
      local world = run(code)
      local text = world.reports[1] and world.reports[1].text or ""
      assert(text:find(message, 1, true) and text:find("test/it.lua:1", 1, true),
        code .. ": " .. text)
      assert.equal(0, #drawings_of(world))
    end
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    says("bad argument #1 to 'say' (a text expected, got table)", function() unit:say({}) end)
    says("bad argument #3 to 'draw_circle' (a radius in cells expected, got nil)",
      function() world:draw_circle(1, 1) end)
  end)

  it("of a foreign unit is refused", function()
    local world = small_world(FIELD)
    assert(modded(world, [[
      return function(unit)
        local enemy = unit:enemies(9)[1]
        print(pcall(enemy.say, enemy, "boo"))
        print(pcall(enemy.mark, enemy, 1, 1, "boo"))
        unit:sleep()
      end]]))
    world:unit { player = "red", x = 1, y = 1, sight = 9, behaviour = "test.it" }
    world:unit { player = "blue", x = 3, y = 1 }
    world.run(2)
    local lines = lines_of(world)
    for i = 1, 2 do
      assert(lines[i].text:find("false\tunit 2 is blue's: only your own units say", 1, true),
        lines[i].text)
    end
    assert.equal(0, #drawings_of(world))
  end)

  it("is in the recording", function()
    local world = small_world(FIELD)
    local recording = astar.record(world)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    world:tick()
    unit:say("hello", 30)
    world:draw_line(1, 1, 4.5, 2, "front")
    world:tick()
    local found = {}
    for _, note in ipairs(reader.notes(recording)) do found[note.kind] = note end
    assert.same({ 1, "hello", unit.id, 30 },
      { found.say.tick, found.say.text, found.say.unit, found.say.ticks })
    assert.same({ 4.5, 2, "front", 50 },
      { found.line.x2, found.line.y2, found.line.text, found.line.ticks })
  end)

  it("and the log change nothing in the game", function()
    local function hash(code)
      local world = small_world(FIELD)
      world:behaviour("it", function(unit)
        code(unit)
        unit:go(8, 2)
      end)
      world:unit { player = "red", x = 1, y = 1, speed = 1, behaviour = "it" }
      world.run(9)
      return world:hash()
    end
    assert.equal(hash(function() end), hash(function(unit)
      unit:say("x"):mark(1, 1)
      unit.world:draw_circle(1, 1, 1)
    end))
  end)
end)
