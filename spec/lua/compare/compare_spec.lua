-- Comparing worlds, saves, recordings and maps: what is planted is found, with its tick and unit.

local astar = require "astar"
local saves = require "astar.compare.saves"
local states = require "astar.save.states"
local busy = require "support.busy_world"
local Reader = require "astar.record.reader"
local pages = require "astar.record.run"
local stream = require "astar.record.stream"

local in_vault = astar.sandbox ~= "stock"

local COUNTER = [[return function(unit)
  local turns = 0
  while true do
    turns = turns + 1
    unit.data.turns = turns
    local path = unit:find { x = (unit.x * 7 + turns * 3) % 20 + 1, y = 1 + turns % 10 }
    if path then unit:walk(path) end
    unit:wait(1 + turns % 3)
  end
end]]

-- Two players whose units run mods, or stand about.
local function new_world(source)
  local world = astar.world { map = busy.map(), seed = 5, report = error }
  assert(world:mod { files = { ["it.lua"] = source or COUNTER,
    ["mod.lua"] = 'return { name = "m", version = "1", behaviours = { it = "it.lua" } }' } })
  for i = 1, 8 do
    world:unit { player = i % 2 == 0 and "red" or "blue", x = 2 * i, y = 9 + i % 2, speed = 0.5,
      sight = 4, data = { hp = 10 }, behaviour = i > 2 and "m.it" or nil }
  end
  world:influence("danger", { decay = 0.9, every = 5 })
  world.map:link { from = { 1, 10 }, to = { 20, 10 }, cost = 200, one_way = true }
  return world
end

local AT, LAST = 23, 40

-- What is done in the second world alone, after tick AT: { f, what is said of two worlds, and of
-- two recordings }. Lua patterns.
local PLANTED = {
  ["where a unit is"] = { function(world) world:unit(1):place(1, 1) end,
    "unit 1: x is 2, and 1 in the other", "unit 1: x is 2, and 1 in the other" },
  ["how fast it is"] = { function(world) world:unit(4).speed = 0.25 end,
    "unit 4: speed is 0.5, and 0.25", "unit 4: speed is 0.5, and 0.25 in the other" },
  ["whose it is"] = { function(world) world:unit(1):set_player("red") end,
    "unit 1: player is ", "unit 1: player is blue, and red in the other" },
  ["a link that is closed"] = { function(world) world.map:links()():close() end,
    "link 1: is_open is 1, and 0 in the other",
    "the map: links is 1, 10 to 20, 10 one%-way, and 1, 10 to 20, 10 closed one%-way in the" },
  ["hit points"] = { function(world) world:unit(2).data.hp = 9 end,
    "unit 2: data.hp is 10, and 9", "unit 2: data.hp is 10, and 9" },
  ["a unit that is gone"] = { function(world) world:unit(7):remove() end,
    "unit 7 is there, and not there", "unit 7 is there, and not there in the other" },
  ["chance"] = { function(world) world.random(10) end,
    "the world: random%[1%] is %d+, and %d+", "the world: random is %x+, and %x+" },
  ["data of the game"] = { function(world) world.data.score = 3 end,
    "the world: data.score is nil, and 3", nil },
  ["a unit in the game's data"] = { function(world) world.data.best = world:unit(3) end,
    "the world: data.best is nil, and unit 3 in", nil },
  ["a player in the game's data"] = { function(world) world.data.first = world:player "red" end,
    "the world: data.first is nil, and player red in", nil },
  ["what a player knows"] = { function(world) world:player("red"):see(20, 3, 1) end,
    "player red: ", "player red: what it knows at %d+, %d+ is %w+, and " },
  ["terrain"] = { function(world) world.map:set(20, 3, "wall") end,
    "the map: terrain at 20, 3 is plain, and wall",
    "the map: terrain at 20, 3 is plain, and wall" },
  ["influence"] = { function(world) world:influence("danger"):add(5, 5, 90, 3) end,
    "influence danger: value at %d+, %d+ is 0, and %d+",
    "influence danger: value at %d+, %d+ is level 0, and level %d+" },
  ["a key that a unit holds"] = { function(world) world:reserve("gold", world:unit(1)) end,
    "the world: reserved.gold is nil, and 1", nil },
  ["an order"] = { function(world) world:unit(1):order("explore") end,
    "unit 1: orders is nil, and a table", "unit 1" },
  ["the path that it claims"] = { function(world)
      local unit = world:unit(2)
      unit:follow_path(unit:path(18, 9))
    end, "unit 2", "unit 2" },
}

-- Plays a world on, and plants in it.
local function play(world, plant)
  for tick = 1, LAST do
    world:tick()
    if tick == AT and plant then plant(world) end
  end
end

local names = {}
for name in pairs(PLANTED) do names[#names + 1] = name end
table.sort(names)

-- Two worlds that were alike until one was changed.
local function parted(name)
  local a, b = new_world(), new_world()
  for _ = 1, AT do
    a:tick()
    b:tick()
  end
  PLANTED[name][1](b)
  return a, b
end

describe("astar.compare of two worlds", function()
  it("finds nothing where there is nothing", function()
    local a, b = new_world(), new_world()
    for _ = 1, LAST do
      a:tick()
      b:tick()
      assert.is_false(astar.compare(a, b, { exact = true }))
    end
  end)

  for _, name in ipairs(names) do
    it("finds " .. name, function()
      local a, b = parted(name)
      local before, other_before = a:hash(), b:hash()
      local found = astar.compare(a, b)
      assert.matches("^tick 23, " .. PLANTED[name][2], tostring(found))
      assert.equal(AT, found.tick)
      assert.equal(tonumber(PLANTED[name][2]:match("^unit (%d)")) or false, found.unit)
      assert.same({ before, other_before }, { a:hash(), b:hash() })    -- it has changed nothing
    end)
  end

  it("does not stop searches that are under way", function()
    local a, b = new_world(), new_world()
    for _, world in ipairs { a, b } do
      world.budget = 5
      for i = 1, 4 do world:unit(i):behave("explore") end
    end
    for _ = 1, 60 do
      a:tick()
      b:tick()
      b.data.odd = not b.data.odd                -- so that there is something to be looked for
      assert.equal("data.odd", astar.compare(a, b, { exact = true }).field)
      b.data.odd = nil
      assert.is_false(astar.compare(a, b, { exact = true }))
    end
  end)

  it("finds the order of the queue, if it is asked exactly", function()
    local a, b = new_world(), new_world()
    local function ask(world, first, second)
      world.map:request_path(1, 1, first, 10)
      world.map:request_path(1, 1, second, 10)
    end
    ask(a, 15, 20)
    ask(b, 20, 15)
    assert.is_false(astar.compare(a, b))
    assert.matches("ticket 1: goal_x is 15, and 20",
      tostring(astar.compare(a, b, { exact = true })))
    a, b = new_world(), new_world()
    ask(a, 15, 20)
    ask(b, 15, 20)
    a.map:work(3)
    assert.matches("^tick 0, the queue: how far its searches have come is %x+, and %x+ in the",
      tostring(astar.compare(a, b, { exact = true })))
  end)

  it("looks past data that cannot be saved", function()
    local a, b = new_world(), new_world()
    a.data.hook, b.data.hook = print, error
    assert.is_false(astar.compare(a, b))
    b:unit(1).data.hp = 9
    assert.matches("unit 1: data.hp is 10, and 9", tostring(astar.compare(a, b)))
    b:unit(1).data.hp, b.data.hook = 10, nil
    assert.matches("the world: data.hook is function, and nil", tostring(astar.compare(a, b)))
  end)

  it("finds when a unit wakes, if it is asked exactly", function()
    local function napping(ticks)
      local world = new_world()
      world:behaviour("nap", function(unit) unit:sleep(ticks) end)
      world:unit(1):behave("nap")
      world:tick()
      return world
    end
    local a, b = napping(8), napping(9)
    assert.is_false(astar.compare(a, b))
    assert.matches("unit 1: when it wakes is 9, and 10 in",
      tostring(astar.compare(a, b, { exact = true })))
  end)

  it("finds that the mods differ in what their scripts keep to themselves", function()
    if not in_vault then return end
    local a = new_world()
    local b = new_world((COUNTER:gsub("local turns = 0", "local turns, secret = 0, 7")))
    a:tick()
    b:tick()
    assert.is_false(astar.compare(a, b))
    assert.matches("mod m: what it is in the middle of",
      tostring(astar.compare(a, b, { exact = true })))
  end)

  it("tells of worlds that cannot be compared", function()
    local a = new_world()
    local b = astar.world { map = astar.map { width = 5, height = 5 } }
    assert.matches("the map: width is 20, and 5", tostring(astar.compare(a, b)))
    assert.matches("the map: width is 20, and 5",
      tostring(astar.compare(astar.record(a), astar.record(b))))
    a:tick()
    assert.matches("the world: ticks is 1, and 0", tostring(astar.compare(a, new_world())))
    assert.has_error(function() astar.compare(a, 7) end, "bad argument #2 to 'compare' (a world, a "
      .. "recording, a map, or the text of a save or a replay expected, got 7)")
    assert.has_error(function() astar.compare(a, b, { exactly = true }) end)
    assert.same({ nil, "the one is a world, the other a map" }, { astar.compare(a, a.map) })
  end)
end)

describe("astar.compare of two recordings", function()
  local function recorded(plant, options)
    local world = new_world()
    local recording = astar.record(world, options)
    play(world, plant)
    return recording
  end

  it("finds nothing where there is nothing, whatever their key frames", function()
    local recording = recorded()
    assert.is_false(astar.compare(recording, recorded()))
    assert.is_false(astar.compare(recording, recorded(nil, { keys = 7 })))
    assert.is_false(astar.compare(recorded(nil, { keys = 9 }), recorded(nil, { keys = 7 })))
  end)

  for _, name in ipairs(names) do
    local words = PLANTED[name][3]
    if words then
      it("finds " .. name, function()
        local plant = PLANTED[name][1]
        for _, options in ipairs { { every = 1 }, { every = 1, keys = 10 } } do
          local found = astar.compare(recorded(nil, { every = 1 }), recorded(plant, options))
          assert.matches("^tick 24, " .. words, tostring(found))
          assert.equal(AT + 1, found.tick)
        end
      end)
    end
  end

  it("finds a path that only one of two units has, and one that leads elsewhere", function()
    local function way(x)
      return function(world)
        local unit = world:unit(2)
        unit:follow_path(unit:path(x, 9))
      end
    end
    local a, b, c = recorded(), recorded(way(18)), recorded(way(17))
    assert.matches("tick 24, unit 2: path is none, and to 18, 9 at a cost of %d+ in",
      tostring(astar.compare(a, b)))
    assert.matches("tick 24, unit 2: path is to 18, 9 at a cost of %d+, and none in",
      tostring(astar.compare(b, a)))
    assert.matches("tick 24, unit 2: path is to 18, 9 at a cost of %d+, and to 17, 9 at a cost of",
      tostring(astar.compare(b, c)))
  end)

  it("finds the cell in which two paths part, counted from the start", function()
    local function way(shut)
      return function(world)
        local unit = world:unit(1)               -- at 2, 10
        local function extra(x, y) return (x ~= shut or y ~= 9) and 0 end
        unit:follow_path(unit:path(9, 9, { extra_cost = extra }))
      end
    end
    assert.matches("tick 24, unit 1: path, cell 6, is 7, 9, and 7, 10 in the other",
      tostring(astar.compare(recorded(way(0)), recorded(way(6)))))
  end)

  it("says when something that is recorded differs, where the first difference is not", function()
    local function plant(world) world.random(10) end
    local function later(world)
      plant(world)
      world.data.at = world.ticks
    end
    local a, b = new_world(), new_world()
    local one, other = astar.record(a), astar.record(b)
    play(a)
    play(b, later)
    b:unit(3).data.hp = 1
    a:tick()
    b:tick()
    local found = astar.compare(one, other)
    assert.equal("random", found.field)
    assert.same({ 41, 3, "data.hp" }, { found.shown.tick, found.shown.unit, found.shown.field })
    assert.matches("; the first that is recorded: tick 41, unit 3: data.hp is 10, and 1 "
      .. "in the other$", tostring(found))
  end)

  it("reads only the parts from the first one on that is another", function()
    local read, of = {}, Reader.of
    local function parts_read(a, b)
      read = {}
      astar.compare(a, b)
      return read
    end
    finally(function() Reader.of = of end)
    function Reader.of(run, part)
      read[#read + 1] = part
      return of(run, part)
    end
    local hit, options = PLANTED["hit points"][1], { keys = 10 }
    local one = recorded(nil, options)
    assert.same({}, parts_read(one, recorded(nil, options)))
    assert.same({ 2, 2 }, parts_read(one, recorded(hit, options)))   -- the last that is the same
    assert.same({ 1, 1 }, parts_read(one, recorded(nil, { keys = 9 })))
  end)

  it("compares the ticks that both have", function()
    local function from(first, last, plant)
      local world = new_world()
      for _ = 1, first do world:tick() end
      local recording = astar.record(world)
      while world.ticks < last do
        if plant and world.ticks == AT then plant(world) end
        world:tick()
      end
      return recording
    end
    local hit = PLANTED["hit points"][1]
    assert.is_false(astar.compare(from(0, 40), from(10, 30)))
    assert.is_false(astar.compare(from(0, 20), from(15, 40, hit)))
    assert.equal(24, astar.compare(from(12, 50), from(0, 30, hit)).tick)
    assert.equal(24, astar.compare(from(23, 50), from(0, 30, hit)).tick)
    assert.same({ nil, "they have no tick in common: 0 to 5, and 8 to 9" },
      { astar.compare(from(0, 5), from(8, 9)) })
  end)

  it("reads pages", function()
    local name = os.tmpname()
    local function page_of(recording)
      assert(astar.replay(recording, name))
      local file = io.open(name, "rb")
      local text = file:read "*a"
      file:close()
      return text
    end
    local page, recording = page_of(recorded()), recorded(PLANTED["hit points"][1])
    assert.is_false(astar.compare(page, recorded()))
    local found = astar.compare(page, page_of(recording))
    assert.equal(tostring(astar.compare(recorded(), recording)), tostring(found))
    assert.equal("data.hp", found.field)
    local other = page:gsub('"library":"[^"]*"', '"library":"0.0.1"')
    assert.matches("^they were made by astar .*, and 0%.0%.1: the two machines need not agree$",
      astar.compare(recording, other).warnings[1])
    for _, length in ipairs { 400, 2000 } do
      local cut = page:sub(1, page:find('id="run">', 1, true) + length)
      assert.same({ nil, "a replay, but cut off or changed" }, { astar.compare(cut, page) })
    end
    os.remove(name)
  end)

  it("refuses bytes that somebody has changed, or finds something", function()
    local name = os.tmpname()
    local recording = recorded()
    assert(astar.replay(recording, name))
    local file = io.open(name, "rb")
    local page = file:read "*a"
    file:close()
    os.remove(name)
    local first, last = page:find('"bytes":"%w+')
    for i = 1, 60 do
      local at = first + 9 + i * 7 % (last - first - 9)
      local letter = page:sub(at, at) == "A" and "B" or "A"
      local changed = page:sub(1, at - 1) .. letter .. page:sub(at + 1)
      local found, message = astar.compare(changed, recording)
      assert.is_true(found and true or found == false or message ~= nil)
    end
    local changed = page:gsub('"height":%d+', '"height":0.5', 1)
    assert.same({ nil, "a replay, but cut off or changed" }, { astar.compare(changed, page) })
  end)

  it("reads pages up to their limits", function()
    local SIZE, DAMAGED = 3000, "a replay, but cut off or changed"
    local function read(given)
      local fields, list = { version = "2", width = "4", height = "1", first = "3", last = "3",
        parts = '[{"number":1,"tick":3,"bytes":"AA=="}]', strings = "[]", cast = "[]",
        players = "[{},{}]", layers = "[{}]", notes = '""' }, {}
      for key, value in pairs(given) do fields[key] = value end
      for key, value in pairs(fields) do list[#list + 1] = ('"%s":%s'):format(key, value) end
      local text = ('<script type="application/json" id="run">{%s}</script>')
        :format(table.concat(list, ","))
      return pages.read(text .. (" "):rep(SIZE - #text))
    end
    local function part(number, tick, bytes)
      return ('[{"number":%s,"tick":%s,"bytes":%s}]'):format(number, tick, bytes)
    end
    for key, values in pairs {
      width = { "0", "1.5", "-1", '"4"', "null", "1e16" }, first = { "-1", "0.5", '"3"', "4" },
      height = { "0", "1.5", "-1", '"1"', "null", "1e16" },
      last = { "2", "3.5", "null", ("%d"):format(2 ^ 53) },
      parts = { "1", "[]", "[1]", part(2, 3, '"AA=="'), part(0, 3, '"AA=="'),
        part(1, '"3"', '"AA=="'), part(1, 3, "1"), part(1, 3, '"!"') },
      strings = { "1", "null" }, cast = { '"a"' }, players = { "1" }, layers = { "true" },
      notes = { "1", "null", '"!"' },
    } do
      for _, value in ipairs(values) do
        assert.same({ nil, DAMAGED }, { read { [key] = value } }, key .. " = " .. value)
      end
    end
    for _, version in ipairs { "1", "3" } do
      assert.same({ nil, "a replay of another version of the library" },
        { read { version = version } })
    end
    local least = read { width = "1", height = "1", first = "0", last = "0", marks = "1" }
    assert.same({ "\0", "", "" }, { least.parts[1].bytes, least.notes, least.marks })
    assert.equal(2 ^ 53 - 1, read({ last = ("%d"):format(2 ^ 53 - 1) }).last)
    -- 16 bytes for each cell, of the land, two players and a layer
    local most = (2 ^ 29 + 128 * SIZE) / 16 / 4
    assert.equal(most, read({ width = "1", height = ("%d"):format(most) }).height)
    for width, height in pairs { [1] = most + 1, [2] = most / 2 + 1, [2 ^ 32] = 2 ^ 32 } do
      assert.same({ nil, "a replay of a map that is too large for its size" },
        { read { width = ("%d"):format(width), height = ("%d"):format(height) } })
    end
  end)

  it("knows a tick by eight letters of its units, and eight of chance", function()
    local one, moved, drawn = new_world(), new_world(), new_world()
    moved:unit_at(2, 10):place(1, 1)
    drawn.random()
    local mark, of_moved, of_drawn = pages.mark(one), pages.mark(moved), pages.mark(drawn)
    assert.matches("^%x+$", mark)
    assert.equal(16, #mark)
    assert.not_equal(mark, of_moved)
    assert.not_equal(mark, of_drawn)
    assert.equal(mark:sub(9), of_moved:sub(9))
    assert.equal(mark:sub(1, 8), of_drawn:sub(1, 8))
  end)

  it("refuses a path that is longer than its map", function()
    local bytes = stream.new()
    for _, number in ipairs { stream.OP.APPEAR, 1, 0, 0, stream.OP.ROUTE, 1, 0, 0, 0, 0, 1,
      8 * 2 ^ 30, 0, stream.OP.TICK } do
      bytes:number(number)
    end
    local film = Reader.of({ width = 9, height = 9, grid = "square", strings = {}, players = {},
      cast = { { id = 1, player = 1, size = 1 } }, layers = {},
      parts = { { tick = 0, bytes = bytes:text() } } })
    assert.has_error(function() film:next() end, "a path out of its map")
  end)
end)

describe("what makes two states differ #quick", function()
  local function difference(a, b)
    local function name_of() end
    a.units, b.units = a.units or {}, b.units or {}
    return { states.difference(a, b, { a = name_of, b = name_of }) }
  end

  it("is a value, a key or a unit that only one of them has", function()
    assert.same({}, difference({ data = { 1 } }, { data = { 1 } }))
    assert.same({ nil, "data.gold", "3", "nil" },
      difference({ data = { gold = 3 } }, { data = {} }))
    assert.same({ nil, "data.gold", "nil", "3" },
      difference({ data = {} }, { data = { gold = 3 } }))
    assert.same({ 2, "", "there", "not there" }, difference({ units = { [2] = {} } }, {}))
    assert.same({ 7, "", "not there", "there" },
      difference({ units = { [2] = {} } }, { units = { [2] = {}, [7] = {} } }))
  end)

  it("is a table in place of another one that both have, in a circle, too", function()
    local a, b, c = {}, {}, {}
    a.own, b.own, c.own = a, b, {}
    c.own.own, c.own.units = c.own, {}
    assert.same({}, difference(a, b))
    assert.same({ nil, "own", "a table", "another table" }, difference(a, c))
  end)
end)

describe("where two influence maps differ #quick", function()
  it("is their first value that does", function()
    local function world(x, y)
      local one = astar.world { map = busy.map() }
      one:influence("danger"):add(x, y, 5)
      return assert(one:save())
    end
    assert.equal("tick 0, influence danger: value at 2, 1 is 0, and 5 in the other",
      tostring(astar.compare(world(19, 9), world(2, 1))))
    assert.equal("tick 0, influence danger: value at 2, 1 is 5, and 0 in the other",
      tostring(astar.compare(world(2, 1), world(19, 9))))
  end)
end)

describe("what makes two saves differ #quick", function()
  local function warnings(a, b)
    return saves.warnings({ state = { mods = a } }, { state = { mods = b } })
  end

  it("is the vault, and the mods with their files and parameters", function()
    local function mod(name, version, files, parameters, vault)
      return { name = name, version = version, files = files, parameters = parameters,
        instances = vault and { { vault = vault } } }
    end
    local one = mod("m", "1", { a = "x", b = "y" }, { n = 0.12345678901234, t = true }, "v1")
    assert.same({}, warnings({ one }, { one }))
    assert.same({ saves.VAULTS:format("v1", "none"),
      "the mod 'm': version 1, and nil; these files differ: b, c; its parameters differ: "
        .. "n is 0.12345678901234, and 0.5, t is true, and not set, u is not set, and 3",
      "only the first has the mod 'x'", "only the second has the mod 'y'" },
      warnings({ one, mod("x"), mod("z") },
        { mod("m", nil, { a = "x", b = "z", c = "w" }, { n = 0.5, u = 3 }), mod("y"), mod("z") }))
    assert.same({ saves.VAULTS:format("none", "v2"), "the mod 'm': these files differ: b" },
      warnings({ mod("m", "1", { b = "1" }) }, { mod("m", "1", {}, nil, "v2") }))
    assert.same({ "the mod 'm': its parameters differ: p is false, and nil" },
      warnings({ mod("m", "1", nil, { p = false }) }, { mod("m", "1", nil, { p = "nil" }) }))
  end)
end)

describe("astar.compare of two saves", function()
  for _, name in ipairs(names) do
    it("finds " .. name, function()
      local a, b = parted(name)
      local found = astar.compare(assert(a:save()), assert(b:save()))
      assert.matches("^tick 23, " .. PLANTED[name][2], tostring(found))
    end)
  end

  it("finds nothing where there is nothing, and says what the mods are", function()
    local a, b = new_world(), new_world()
    local text = a:save()
    assert.is_false(astar.compare(text, b:save()))
    local c = new_world("-- changed\n" .. COUNTER)
    local found = astar.compare(text, c:save())
    assert.same({ "the mod 'm': these files differ: it.lua" }, found.warnings)
    a:tick()
    assert.matches("the world: ticks is 1, and 0", tostring(astar.compare(a:save(), text)))
    assert.same({ nil, "a saved world, but cut off or changed" },
      { astar.compare(text, text:sub(1, -2)) })
  end)
end)

describe("astar.compare of two maps", function()
  it("finds the first cell, or the unit", function()
    local a, b = busy.map(), busy.map()
    assert.is_false(astar.compare(a, b))
    b:set(4, 9, "wall")
    assert.equal("the map: terrain at 4, 9 is plain, and wall in the other",
      tostring(astar.compare(a, b)))
    assert.matches("terrain at 4, 9", tostring(astar.compare(a:save(), b:save())))
  end)
end)
