local astar = require "astar"
local reader = require "support.recording"
local says = require "support.says"
local small_world = require "support.small_world"
local think = require "astar.think"

local unpack = table.unpack or unpack

local FIELD = ". . . . . . . .\n. . . . . . . .\n. . . . . . . ."

-- The notes of a kind, as "tick unit by text".
local function told(recording, kind)
  local list = {}
  for _, note in ipairs(reader.notes(recording)) do
    if note.kind == kind then
      list[#list + 1] = ("%d %d %s %s"):format(note.tick, note.unit, tostring(note.by),
        tostring(note.text))
    end
  end
  return list
end

local function film_of(recording)
  local film = reader.of(recording)
  while film:next() do end
  return film
end

local MOD = {
  ["mod.lua"] = [[return { name = "m", version = "1", behaviours = { it = "it.lua" } }]],
}

local function modded(world, text)
  MOD["it.lua"] = text
  assert(world:mod { name = "m", files = MOD })
end

describe("why a unit does what it does #quick", function()
  it("is recorded as the verbs with what they were called with", function()
    local world = small_world(FIELD)
    local enemy = world:unit { player = "blue", x = 8, y = 3 }
    local recording = astar.record(world)
    local calls = {
      { "go(7, 2)", function(unit) unit:go(7, 2) end },
      { "go(7, 2)", function(unit) unit:go({ x = 7, y = 2 }, { within = 0 }) end },
      { "chase(#1)", function(unit) unit:chase(enemy) end },
      { "wait(2.5)", function(unit) unit:wait(2.5) end },
      { "await('bell')", function(unit) unit:await("bell") end },
      { "go(7, 2)", function(unit) unit:watch(9, function() end, unit.go, 7, 2) end },
    }
    for i, call in ipairs(calls) do
      local unit = world:unit { player = "red", x = 1, y = 1, speed = 0.1, behaviour = call[2] }
      world:tick()
      local film = film_of(recording)
      assert.equal(call[1], film.units[2].verbs, i)
      unit:remove()
    end
  end)

  it("is recorded of mods as of the game", function()
    local world = small_world(FIELD)
    modded(world, [[return function(unit) unit:go(7, 2) unit:go(3, 1) unit:await("bell") end]])
    local recording = astar.record(world)
    local unit = world:unit { player = "red", x = 6, y = 2, speed = 1, behaviour = "m.it" }
    world:tick()
    assert.equal("go(7, 2)", film_of(recording).units[1].verbs)
    world.run(4)
    unit:tell("bell")
    world.run(1)
    assert.equal("go: done", told(recording, "code")[1]:match("nil (.*)"))
  end)

  it("is recorded as the codes of verbs", function()
    for _, of_mod in ipairs { false, true } do
      local world = small_world(". . # .\n. . # .")
      local recording = astar.record(world)
      local behaviour = function(unit)
        unit:wait(2)
        unit:go(4, 1)
        unit:sleep()
      end
      if of_mod then
        modded(world, "return function(unit) unit:wait(2) unit:go(4, 1) unit:sleep() end")
      end
      world:unit { player = "red", x = 1, y = 1, speed = 1,
        behaviour = of_mod and "m.it" or behaviour }
      world.run(8)
      local codes = told(recording, "code")
      assert.match("nil go: unreachable$", codes[#codes])
    end
  end)

  it("is recorded as far as there is room, of each player's units for themselves", function()
    local world, units = small_world((("."):rep(50) .. "\n"):rep(6)), {}
    local recording = astar.record(world)
    for i = 1, 300 do
      units[i] = world:unit { player = "red", x = (i - 1) % 50 + 1, y = math.ceil(i / 50) }
    end
    units[300]:remove()
    local other = world:unit { player = "blue", x = 50, y = 6 }
    local word = ("x"):rep(60)
    for _ = 1, 16 do
      for i = 1, 299 do
        for k = 1, 4 do units[i]:tell(word, k .. word, word, word) end
      end
      world:tick()
    end
    other:tell("bell")
    local events = told(recording, "event")
    assert.equal("16 301 nil bell", events[#events])
    local more = {}
    for _, note in ipairs(reader.notes(recording)) do
      if note.kind == "more" then more[#more + 1] = note.text end
    end
    assert.same({ "what else the units of 'red' hear and return is not recorded" }, more)
  end)

  it("is recorded as the events that a unit has heard, and of which unit", function()
    local world = small_world(FIELD)
    local recording = astar.record(world)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local other = world:unit { player = "blue", x = 2, y = 1 }
    unit:tell("attacked", other, 6, { 1 })
    world:tick()
    for i = 1, 9 do unit:tell("shout", i) end
    local list = told(recording, "event")
    assert.equal("0 1 2 attacked (6)", list[1])
    assert.same({ "1 1 nil shout (1)", "1 1 nil shout (2)", "1 1 nil shout (3)",
      "1 1 nil shout (4)" }, { list[2], list[3], list[4], list[5] })
    assert.equal(5, #list)
    world:tick()
    unit:tell(("e"):rep(61), ("x"):rep(61), 2, 3, 4, 5)
    assert.equal(("2 1 nil %s (%s, 2, 3, 4)"):format(("e"):rep(60), ("x"):rep(60)),
      told(recording, "event")[6])
  end)

  it("is recorded as the scores of candidates, where they change", function()
    for _, of_mod in ipairs { false, true } do
      local world = small_world(FIELD)
      local recording = astar.record(world)
      if of_mod then
        modded(world, [[
          local think = require "astar.think"
          return think.utility { every = 1,
            { name = "dig", evaluate = function(unit) return unit.world.ticks > 3 and 7.25 end,
              execute = think.act("wait", 1) },
            { evaluate = function() return 2 end, execute = think.act("wait", 1) } }]])
      end
      world:unit { player = "red", x = 1, y = 1, behaviour = of_mod and "m.it" or think.utility {
        every = 1,
        { name = "dig", evaluate = function(unit) return unit.world.ticks > 3 and 7.25 end,
          execute = think.act("wait", 1) },
        { evaluate = function() return 2 end, execute = think.act("wait", 1) } } }
      world.run(9)
      local list = {}
      for _, note in ipairs(reader.notes(recording)) do
        if note.kind == "scores" then
          list[#list + 1] = ("%s %d %s"):format(note.text:gsub("\n", ","), note.chosen,
            table.concat(note.scores, " "))
        end
      end
      assert.equal(2, #list)
      assert.match("^dig,candidate 2 2 0.* 2", list[1])
      assert.match("^dig,candidate 2 1 7.25 2", list[2])
    end
  end)

  it("is recorded as scores in hundredths, of 16 candidates", function()
    local world, scores = small_world(FIELD), { 1e300, 2 ^ 31 / 100, 0.001, 0.014, 0.015, -1, 0 }
    local recording, given = astar.record(world), { every = 1 }
    for i = 1, 17 do
      given[i] = { name = "c" .. i, evaluate = function() return scores[i] or i end,
        execute = think.act("wait", 1) }
    end
    world:unit { player = "red", x = 1, y = 1, behaviour = think.utility(given) }
    world.run(3)
    for _, note in ipairs(reader.notes(recording)) do
      if note.kind == "scores" then scores = note.scores end
    end
    assert.same({ 2 ^ 31 / 100, 2 ^ 31 / 100, 0.01, 0.01, 0.02, 0, 0, 8, 9, 10, 11, 12, 13, 14, 15,
      16 }, scores)
  end)

  it("is recorded as all of its data", function()
    for _, keys in ipairs { 5, 250 } do
      local world = small_world(FIELD)
      local recording = astar.record(world, { keys = keys })
      local unit = world:unit { player = "red", x = 1, y = 1, data = { role = "scout", hp = 3,
        goal = { x = 4, y = { 1 } }, list = { "a", 2 } } }
      world.run(2)
      assert.same({ role = "scout", hp = "3", goal = "{ x = 4, y = {...} }", list = "{ a, 2 }" },
        film_of(recording).units[1].data)
      assert.equal("scout", recording._cast[1].role)
      unit.data.hp, unit.data.role, unit.data.goal.x = 2, nil, 5
      world.run(7)
      assert.same({ hp = "2", goal = "{ x = 5, y = {...} }", list = "{ a, 2 }" },
        film_of(recording).units[1].data)
    end
  end)

  it("is bounded, whatever a unit has in its data", function()
    local world = small_world(FIELD)
    local recording = astar.record(world)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    for i = 1, 100 do unit.data["key " .. i] = ("z"):rep(5000) end
    for tick = 1, 200 do
      unit.data["key 1"] = ("%d"):format(tick):rep(100)
      world:tick()
    end
    local count = 0
    for _, words in pairs(film_of(recording).units[1].data) do
      assert(#words <= 123)
      count = count + 1
    end
    assert(count <= 32, count)
    assert(recording:size() < 20000, recording:size())
    local bytes = 0
    for _, text in ipairs(recording._strings) do bytes = bytes + #text end
    assert(bytes < 20000, bytes)
  end)

  it("is recorded to the end, and the unit that has brought it", function()
    local world = small_world(FIELD)
    local recording = astar.record(world)
    local victim = world:unit { player = "red", x = 1, y = 1 }
    local killer = world:unit { player = "blue", x = 2, y = 1 }
    local other = world:unit { player = "blue", x = 3, y = 1 }
    world:tick()
    says("bad argument #1 to 'remove' (a unit, or nothing, expected, got 5)", victim.remove,
      victim, 5)
    victim:remove(killer)
    other:remove()
    world:tick()
    assert.same({ "2 1 2 nil", "2 3 nil nil" }, told(recording, "gone"))
  end)
end)

describe("a position query #quick", function()
  local ROOM = "  . . . . . .\n  . . . . . ."

  local function notes_of(run)
    local world = small_world(ROOM)
    local recording = astar.record(world)
    run(world)
    world.run(4)
    assert.same({}, world.reports)
    local list = {}
    for _, note in ipairs(reader.notes(recording)) do
      if note.kind == "heat" then list[#list + 1] = note end
    end
    return list
  end

  it("is recorded with its best places, and the bill of the best one", function()
    local query = { from = { within = 9 }, score = { { "walk", weight = -1 },
      { "distance", to = { 1, 1 }, weight = 3, name = "away" } }, count = 1 }
    local list = notes_of(function(world)
      world:unit { player = "red", x = 3, y = 1, behaviour = function(unit)
        assert.equal(1, #unit:positions(query))
        unit:find_position(query)
      end }
    end)
    assert.equal(2, #list)
    assert.same({ 1, 3, 1, "score 6\nwalk 0\naway 6" },
      { list[1].unit, list[1].x, list[1].y, list[1].text })
    assert.equal(3 * 12, #list[1].scores)
    assert.same({ 0.03, 0.01, 1 }, { unpack(list[1].scores, 1, 3) })
    assert.equal(0, list[1].scores[36])
  end)

  it("of a mod is recorded, too", function()
    local list = notes_of(function(world)
      modded(world, [[
        return function(unit)
          local places = unit:positions { from = { within = 9 }, score = { { "walk" } } }
          print(#places)
        end
      ]])
      world:unit { player = "red", x = 3, y = 1, behaviour = "m.it" }
    end)
    assert.equal("score 34\nwalk 34", list[1].text)
  end)
end)
