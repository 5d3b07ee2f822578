local astar = require "astar"
local modded = require "support.modded"
local reader = require "support.recording"
local small_world = require "support.small_world"

describe("the notes of a recording #quick", function()
  local function recorded()
    local world = small_world ". . . . . .\n. . . . . ."
    local unit = world:unit { player = "red", x = 3, y = 2 }
    return world, astar.record(world), unit
  end

  local function of_kind(recording, kind)
    local list = {}
    for _, note in ipairs(reader.notes(recording)) do
      if note.kind == kind then list[#list + 1] = note end
    end
    return list
  end

  it("have each field as it was given", function()
    local world, recording, unit = recorded()
    local drawn = { kind = "draw", shape = "line", color = "#ff0000", x = 1.5, y = 2, x2 = 6,
      y2 = 1.25, radius = 0, width = 0, height = -3, ticks = 30, mod = "scouts" }
    local said = { kind = "say", unit = unit, by = 77, text = "to arms", mod = "scouts",
      player = unit.player, x = unit.x, y = unit.y }
    recording:_note(drawn)
    world.run(300)
    recording:_note(said)
    recording:_note { kind = "print", unit = unit.id, text = 12.5, player = "red" }
    recording:_note { kind = "mark", x = -2, y = 0.1 }
    drawn.tick, said.tick, said.unit, said.player = 0, 300, unit.id, "red"
    assert.same({ drawn, said,
      { tick = 300, kind = "print", unit = unit.id, text = "12.5", player = "red" },
      { tick = 300, kind = "mark", x = -2, y = 0.125 } }, reader.notes(recording))
  end)

  it("take texts, places and units as they come", function()
    local _, recording = recorded()
    local cruel = setmetatable({}, { __tostring = function() error("no") end })
    recording:_note { kind = "mark", x = 0 / 0, y = math.huge, text = cruel, unit = 1.5,
      by = "me" }
    recording:_note { kind = "say", text = ("\195\164"):rep(500) }
    local notes = reader.notes(recording)
    assert.same({ tick = 0, kind = "mark", x = 0, y = 0, text = "?" }, notes[1])
    assert.equal(("\195\164"):rep(200) .. "...", notes[2].text)
    for _, side in ipairs { 1, -1 } do           -- 2^24 cells away is too far
      recording:_note { kind = "mark", x = side * 2 ^ 24, y = side * (2 ^ 24 - 0.125) }
    end
    notes = reader.notes(recording)
    assert.same({ { 0, 2 ^ 24 - 0.125 }, { 0, 0.125 - 2 ^ 24 } },
      { { notes[3].x, notes[3].y }, { notes[4].x, notes[4].y } })
  end)

  it("keep of a mod no more in a tick than they say, and tell of it", function()
    local world, recording = recorded()
    for _ = 1, 3 do
      world:tick()
      for i = 1, 100 do recording:_note { kind = "print", mod = "loud", text = "x" .. i } end
    end
    recording:_note { kind = "print", mod = "other", text = "heard" }
    assert.equal(3 * 64 + 1, #of_kind(recording, "print"))
    local more = of_kind(recording, "more")
    assert.equal(3, #more)
    assert.same({ 1, "loud", "what else 'loud' says in this tick is not recorded" },
      { more[1].tick, more[1].mod, more[1].text })
  end)

  it("keep of a mod no more in a recording than they say, and tell of it once", function()
    local world, recording = recorded()
    for tick = 1, 2000 do
      world:tick()
      recording:_note { kind = "print", mod = "long", text = ("%d"):format(tick):rep(100) }
    end
    local bytes, more = 0, of_kind(recording, "more")
    for _, note in ipairs(of_kind(recording, "print")) do bytes = bytes + #note.text end
    assert(bytes > 200000 and bytes < 262144, bytes)
    assert.equal(1, #more)
    assert.equal("what else 'long' says is not recorded", more[1].text)
    local size = recording:size()
    for _ = 1, 100 do recording:_note { kind = "mark", mod = "long", x = 1, y = 1 } end
    assert.equal(size, recording:size())
  end)

  it("keep errors apart from what is said, and all that the game says", function()
    local world, recording = recorded()
    for _ = 1, 500 do
      world:tick()
      for i = 1, 70 do recording:_note { kind = "print", mod = "long", text = ("y"):rep(i) } end
    end
    recording:_note { kind = "error", mod = "long", text = "it broke" }
    assert.equal(1, #of_kind(recording, "error"))
    for i = 1, 5000 do recording:note("note " .. i) end
    assert.equal(5000, #of_kind(recording, "note"))
  end)

  -- A mod whose units print in tick 3, and fail in the ticks before 10; and a recording.
  local function with_mod()
    local world = small_world ". . . . . .\n. . . . . ."
    assert(modded(world, { ["mod.lua"] =
        [[return { name = "test", version = "1", behaviours = { it = "it.lua" } }]],
      ["it.lua"] = [[
        return function(unit)
          if unit.data.failing then error "oh" end
          unit:wait(2)
          print("here", unit.id)
          unit:sleep()
        end]] }))
    for x = 1, 2 do
      world:unit { player = "red", x = 2 * x, y = 2, behaviour = "test.it" }
    end
    return world, astar.record(world)
  end

  it("have what a mod prints, with tick and unit", function()
    local world, recording = with_mod()
    world.run(5)
    local notes = of_kind(recording, "print")
    assert.same({ tick = 3, kind = "print", mod = "test", player = "red", unit = 1,
      text = "here\t1" }, notes[1])
    assert.equal(2, notes[2].unit)
    assert.equal(2, #notes)
  end)

  it("have what was reloaded, with its files and how many units start again", function()
    local world, recording = with_mod()
    world:behaviour("stroll", function(unit) unit:sleep() end)
    world:unit { player = "blue", x = 6, y = 1, behaviour = "stroll" }
    world.run(2)
    assert(world:reload("test/it.lua", "return function(unit) unit:sleep() end"))
    assert(world:reload("stroll", function(unit) unit:wait(1) end))
    assert.same({}, of_kind(recording, "reload"))
    world.run(2)
    assert.same({
      { tick = 3, kind = "reload", mod = "test",
        text = "tick 3, mod 'test' 1: took up it.lua; 2 units start again" },
      { tick = 3, kind = "reload",
        text = "tick 3: took up behaviour 'stroll'; 1 unit starts again" },
    }, of_kind(recording, "reload"))
  end)

  it("have what was reloaded, however much the mod has said", function()
    local world, recording = with_mod()
    for i = 1, 3000 do
      recording:_note { kind = "print", mod = "test", text = ("%d"):format(i):rep(100) }
      if i % 60 == 0 then world:tick() end
    end
    assert.equal("what else 'test' says is not recorded", of_kind(recording, "more")[1].text)
    assert(world:reload "test")
    world.run(1)
    assert.equal(1, #of_kind(recording, "reload"))
  end)

  it("have errors that have stopped", function()
    local world, recording = with_mod()
    for unit in world:units() do unit.data.failing = true end
    world.run(9)
    for unit in world:units() do unit.data.failing = nil end
    world.run(200)
    local stopped = of_kind(recording, "stopped")
    assert.equal(1, #stopped)
    assert.equal("test", stopped[1].mod)
    assert.match("^not since tick %d+: .*oh %(%d+ times since tick 1%)$", stopped[1].text)
  end)
end)
