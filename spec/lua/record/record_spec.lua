local astar = require "astar"
local cases = require "support.cases"
local core = require "astar.core"
local modded = require "support.modded"
local reader = require "support.recording"
local says = require "support.says"
local small_world = require "support.small_world"

local ROOMS = [[
  . . . . . . . . . . . .
  . . # # # # . . # # . .
  . . # . . . . . . # . .
  . . . . # # # . . . . .
  . . . . . . . . . . . .
  . . # . . # . . . # . .
  . . . . . . . . . . . .
]]

-- ---- a world in which everything happens --------------------------------------------------------

local function wander(unit)
  while true do unit:go(unit.world.random(12), unit.world.random(7), { within = 1 }) end
end

local function hunter(unit)
  unit:guard({ x = 6, y = 4 }, { radius = 8, engage = function(one, enemy)
    local done, code = one:chase(enemy)
    return done, code
  end })
end

-- Units of all speeds and sizes; some die, come later, are put elsewhere or lose their speed.
local function lively(options, seed, grid)
  local world = small_world(ROOMS, { fog = true, seed = seed or 5, map = { grid = grid } })
  local fear = world:influence("fear", { weight = 1, decay = 0.8, every = 7 })
  local big = world.map:class { size = 2 }
  world:player("red"):share(world:player("crowd"))
  world:behaviour("wander", wander)
  local recording = astar.record(world, options)
  for i, speed in ipairs { 0.3, 1, 0.45, 2.5, 0.1 } do
    world:unit { player = i % 2 == 0 and "blue" or "red", x = 1, y = i, speed = speed, sight = i,
      behaviour = i == 3 and hunter or "wander", data = { hp = i } }
  end
  world:unit { player = "blue", x = 7, y = 4, class = big, speed = 0.7 }
  local function step()
    world:tick()
    local tick = world.ticks
    for unit in world:units() do
      if tick % 40 == unit.id then unit.speed = unit.speed * 0.9 end
      if tick == 30 and unit.id == 2 then unit:remove() end
      if tick == 45 and unit.id == 4 then unit:place(12, 7) end
      if tick == 37 and unit.id == 3 then unit:set_player("red") end
      if tick == 52 and unit.id == 1 then unit:set_class(big) end
      if tick == 90 and unit.id == 3 then unit:set_player("blue") end
      if tick == 50 and unit.id == 5 then unit:behave(nil) end
      unit.data.hp = unit.data.hp and unit.data.hp - (tick % 9 == 0 and 1 or 0)
    end
    if tick == 33 then fear:add(6, 4, 400, 3) end
    if tick == 38 then world.map:fill(8, 5, 1, 2, "wall") end
    if tick == 60 then
      world:unit { player = "blue", x = 12, y = 1, speed = 0.6, sight = 3, behaviour = wander }
    end
  end
  return world, recording, step
end

-- Everything that the recording is to say of a unit.
local function truth(unit)
  local body = unit.body
  return { id = unit.id, player = body.player.name, size = body.width,
    x = body.x, y = body.y, from_x = body.from_x, from_y = body.from_y,
    fraction = math.floor(body.fraction * 1024 + 0.5), state = body.state, sight = body.sight,
    speed = math.floor(body.speed * 1024 + 0.5), hp = unit.data.hp and tostring(unit.data.hp),
    goal = body.route and { body.route:cell(-1) }, cost = body.route and body.route.cost }
end

local function told(film, unit)
  local cells = unit.route and unit.route.cells
  return { id = unit.id, player = film.names[unit.player].name, size = unit.size,
    x = unit.x, y = unit.y, from_x = unit.from_x, from_y = unit.from_y,
    fraction = math.floor(unit.travelled * 1024 / unit.stride), state = unit.state,
    sight = unit.sight, speed = unit.speed, hp = unit.data.hp, goal = cells and cells[#cells],
    cost = unit.route and unit.route.cost }
end

local function all(film)
  local list = {}
  for i, unit in ipairs(film.units) do list[i] = told(film, unit) end
  return list
end

-- `length` ticks of it: the recording, and what was true after each tick as the recorder saw it.
local function run(length, options, seed, grid)
  local world, recording, step = lively(options, seed, grid)
  local truths = { [0] = {} }
  local observe = recording._observe
  recording._observe = function(...)
    observe(...)
    local list = {}
    for unit in world:units() do list[#list + 1] = truth(unit) end
    truths[world.ticks] = list
  end
  for _ = 1, length do step() end
  return recording, truths, world
end

-- ---- specs --------------------------------------------------------------------------------------

describe("a recording", function()
  it("says of every tick where each unit was, and on what way", function()
    for _, keys in ipairs { 1, 7, 250 } do
      local recording, truths = run(120, { keys = keys, data = { "hp" } })
      local film, ticks = reader.of(recording), 0
      while film:next() do
        assert.same(truths[film.tick], all(film))
        ticks = ticks + 1
      end
      assert.equal(121, ticks)
    end
  end)

  -- Among them are fast units that are back where they were within a tick, and units that change
  -- sides and take a step in the same tick.
  it("does so whatever happens", function()
    for seed = 1, cases.of(12) do
      local recording, truths = run(125, { keys = 250, data = { "hp" } }, seed)
      local film = reader.of(recording)
      while film:next() do assert.same(truths[film.tick], all(film), "seed " .. seed) end
    end
  end)

  it("does so on hexagons, and changes nothing in the game", function()
    for seed = 1, cases.of(3) do
      for _, grid in ipairs { "hex", "flat_hex" } do
        local where = ("seed %d, %s"):format(seed, grid)
        local recording, truths, world = run(125, { keys = 60, data = { "hp" } }, seed, grid)
        local film = reader.of(recording)
        while film:next() do assert.same(truths[film.tick], all(film), where) end
        local other, stopped, step = lively({}, seed, grid)
        stopped:stop()
        for _ = 1, 125 do step() end
        assert.equal(other:hash(), world:hash(), where)
      end
    end
  end)

  -- A step to another row and column is as long as any.
  it("needs no more words for steps on hexagons than for straight ones", function()
    local sizes = {}
    for _, to in ipairs { { 21, 3 }, { 3, 21 } } do
      local map = astar.map { grid = "hex", width = 30, height = 30 }
      local world = astar.world { map = map }
      local recording = astar.record(world, { every = 100 })
      world:unit { player = "red", x = 3, y = 3, speed = 0.3,
        behaviour = function(unit) unit:go(to[1], to[2]) end }
      for _ = 1, 50 do world:tick() end
      sizes[#sizes + 1] = recording:size()
    end
    assert.is_true(sizes[2] < sizes[1] + 20, table.concat(sizes, " "))
  end)

  it("says what the land is, what players take it for, and how strong influence is", function()
    local recording, _, world = run(80, { every = 1 })
    local film, map = reader.of(recording), world.map
    while film:next() do end
    local names = { [0] = nil }
    for id, name in map:terrains() do names[id] = name end
    for y = 1, map.height do
      for x = 1, map.width do
        local cell = (y - 1) * map.width + x
        assert.equal(map:get(x, y), names[film.terrain[cell]])
        for i, one in ipairs(recording._players) do
          local _, known = one.player:knows(x, y)
          assert.equal(known, names[film:knows(i, cell)])
        end
        local value, level = map:influence("fear"):get(x, y), film.levels[1][cell]
        assert.equal(value == 0, level == 0)
        if value > 0 then
          assert(value >= 2 ^ ((level - 1) / 2) and value < 2 ^ (level / 2), value)
        end
      end
    end
  end)

  it("says which players share their sight", function()
    local recording = run(3)
    local film, by_name = reader.of(recording), {}
    while film:next() do end
    for i, one in ipairs(recording._players) do by_name[one.name] = i end
    assert.same({ by_name.red }, film.sees[by_name.crowd])
    assert.same({}, film.sees[by_name.red])
  end)

  it("has the same bytes for the same run", function()
    local page = require("astar.replay").page
    assert.equal(page((run(90))), page((run(90))))
  end)

  it("changes nothing in the game", function()
    local _, _, recorded = run(150)
    local world, recording, step = lively()
    recording:stop()
    for _ = 1, 150 do step() end
    assert.equal(world.map:hash(), recorded.map:hash())
  end)

  it("says what each layer made a path pay", function()
    local world = small_world(ROOMS)
    world:influence("danger"):add(4, 5, 30, 2)
    local unit = world:unit { player = "red", x = 1, y = 5, speed = 0.2, behaviour = function(one)
      one:go(9, 5, { influence = { danger = 1 } })
    end }
    local recording = astar.record(world)
    world.run(3)
    local film = reader.of(recording)
    while film:next() do end
    local route, sum = film.units[1].route, 0
    for _, amount in pairs(route.bill) do sum = sum + amount end
    assert.equal(unit.route.cost, sum)
    assert(route.bill.danger > 0 and route.bill.terrain >= 80)
  end)

  it("says it of each of two influence maps", function()
    local world = small_world(ROOMS)
    for name, value in pairs { danger = 5, smell = 3 } do
      local influence = world:influence(name)
      for y = 1, 7 do influence:set(4, y, value) end
    end
    world:unit { player = "red", x = 1, y = 5, speed = 0.2, behaviour = function(one)
      one:go(9, 5, { influence = { danger = 1, smell = 1 } })
    end }
    local recording = astar.record(world)
    world.run(3)
    local film = reader.of(recording)
    while film:next() do end
    assert.same({ terrain = 80, danger = 5, smell = 3 }, film.units[1].route.bill)
  end)

  it("says it of a path that a mod has found, or requested", function()
    for _, go in ipairs { "unit:walk(unit:path(9, 5))", "unit:go(9, 5)",
      "local t = unit.body:request_path { x = 9, y = 5 } unit:wait(1) unit:walk(t.path)" } do
      local world = small_world(ROOMS)
      assert(modded(world, "return function(unit) " .. go .. " end"))
      world:unit { player = "red", x = 1, y = 5, speed = 0.2, sight = 9, behaviour = "test.it" }
      local recording = astar.record(world)
      world.run(4)
      assert.same({}, world.reports)
      local film = reader.of(recording)
      while film:next() do end
      assert.same({ terrain = 80 }, film.units[1].route.bill)
    end
  end)

  it("says what a layer has given back", function()
    local world = small_world(ROOMS)
    world:influence("hope"):add(5, 5, -9, 3, "none")
    world:unit { player = "red", x = 1, y = 5, speed = 0.2, behaviour = function(one)
      one:go(9, 5, { influence = { hope = 1 } })
    end }
    local recording = astar.record(world)
    world.run(3)
    local film = reader.of(recording)
    while film:next() do end
    assert(film.units[1].route.bill.hope < -20)
  end)

  it("tells of an influence map that is removed, and of another one of its name", function()
    local world = small_world(ROOMS)
    world:influence("danger"):set(4, 5, 30)
    local recording = astar.record(world)
    local levels = {}
    for tick = 1, 30 do
      if tick == 10 then world:influence("danger"):remove() end
      if tick == 20 then world:influence("danger"):set(4, 5, 7) end
      world:tick()
    end
    local film = reader.of(recording)
    while film:next() do levels[#levels + 1] = film.levels[1][4 * 12 + 4] end
    assert.same({ 10, 0, 6 }, { levels[10], levels[20], levels[31] })  -- shades
  end)

  it("tells units apart, however many stand still between them", function()
    local world = small_world((". "):rep(60) .. "\n" .. (". "):rep(60))
    for x = 1, 60 do world:unit { player = "red", x = x, y = 1, speed = 1 } end
    local recording = astar.record(world)
    local movers = { 17, 18, 34, 50, 60 }
    for tick = 1, 12 do
      local unit = world:unit_at(movers[tick % 5 + 1], 1)
      if unit then unit.body:follow_path(unit:path(unit.x, 2)) end
      world:tick()
    end
    local film = reader.of(recording)
    while film:next() do end
    local below = {}
    for _, unit in ipairs(film.units) do
      if unit.y == 2 then below[#below + 1] = unit.id end
    end
    assert.same(movers, below)
  end)

  it("leaves compiled queries alone, whose paths explain nothing", function()
    local world = small_world(ROOMS)
    local query = world.map:query { within = 1 }
    world:unit { player = "red", x = 1, y = 5, speed = 0.2, behaviour = function(one)
      one:walk(assert(one:path({ x = 9, y = 5 }, query)))
    end }
    local recording = astar.record(world)
    world.run(2)
    local film = reader.of(recording)
    while film:next() do end
    assert.same({}, film.units[1].route.bill)
  end)

  it("notes what the game says, errors, and units that come and go", function()
    local world = small_world(ROOMS)
    local recording = astar.record(world, { name = function(unit) return "no " .. unit.id end })
    local unit = world:unit { player = "red", x = 1, y = 1,
      behaviour = function() error("no!") end }
    world:tick()
    recording:note("hello", unit):note("nowhere")
    unit:remove()
    world:tick()
    local notes = {}
    local read = reader.notes(recording)
    for i, note in ipairs(read) do
      notes[i] = ("%d %s %s %s,%s"):format(note.tick, note.kind, tostring(note.unit),
        tostring(note.x and math.floor(note.x)), tostring(note.y and math.floor(note.y)))
    end
    assert.same({ "1 error 1 1,1", "1 comes 1 1,1", "1 note 1 1,1",
      "1 note nil nil,nil", "2 gone 1 1,1" }, notes)
    assert.match("no!", read[1].text)
    assert.equal("no 1", recording._cast[1].name)
  end)

  it("keeps numbers, where they change", function()
    local world = small_world(ROOMS)
    local recording = astar.record(world)
    for tick = 1, 4 do
      world:tick()
      if tick == 4 then recording:value("points", 99, world:player("red")) end
      recording:value("points", math.floor(tick / 2), world:player("red")):value("heat", 1.5)
    end
    assert.equal(2, #recording._values)
    local player = recording._values[1].player
    assert.equal("red", recording._players[player].name)
    assert.same({ name = "points", player = player, { 1, 0 }, { 2, 1 }, { 4, 2 } },
      recording._values[1])
    assert.same({ name = "heat", player = 0, { 1, 1.5 } }, recording._values[2])
  end)

  it("ends when it is told to, and another one can begin", function()
    local world = small_world(ROOMS)
    local recording = astar.record(world)
    says("the world is recorded already", astar.record, world)
    world:tick()
    recording:stop()
    world:tick()
    assert.equal(1, recording.last)
    assert.equal(2, astar.record(world).first)
    recording:stop()
    assert.not_equal(false, world._recording)
    recording:note("too late"):value("points", 1)
    assert.same({}, reader.notes(recording))
    assert.same({}, recording._values)
  end)

  it("says what is wrong with its arguments", function()
    local world = small_world(ROOMS)
    says("bad argument #1 to 'record' (a world expected, got nil", astar.record)
    says("#1 to 'record' (a world expected, got table)", astar.record, {})
    says("#2 to 'record' (unknown key 'key', the nearest is 'keys')",
      astar.record, world, { key = 1 })
    local recording = astar.record(world)
    says("#1 to 'note' (a string expected, got number", recording.note, recording, 5)
    says("#2 to 'note' (a place expected, got here", recording.note, recording, "x", "here")
    says("#2 to 'note' (a place expected, got table", recording.note,
      recording, "x", { x = "a", y = 1 })
    says("#1 to 'value' (a name expected, got nil", recording.value, recording)
    says("#2 to 'value' (a number expected, got 5", recording.value, recording, "x", "5")
    says("#2 to 'value' (a number expected", recording.value, recording, "x", 0 / 0)
    for _, sign in ipairs { -1, 1 } do
      recording:value("x", sign * 2 ^ 53)
      says("#2 to 'value' (a number expected", recording.value, recording, "x",
        sign * (2 ^ 53 + 2))
      says("#2 to 'value' (a number expected", recording.value, recording, "x", sign * math.huge)
    end
    says("bad argument #3 to 'value' (a player of this map expected, got red)", recording.value,
      recording, "x", 1, "red")
    world:tick()
  end)

  it("takes names, health and data as they come", function()
    local world = small_world(ROOMS)
    local cruel = setmetatable({}, { __tostring = function() error("no") end })
    world:unit { player = "red", x = 1, y = 1, data = { thing = cruel, count = 1.5 } }
    local recording = astar.record(world, { name = function() return cruel end,
      health = function() return 0 / 0 end, data = { "thing", "count" } })
    local film = reader.of(recording)
    film:next()
    assert.equal("?", recording._cast[1].name)
    assert.same({ thing = "?", count = "1.5" }, film.units[1].data)
    assert.equal(1, film.units[1].health)
  end)

  it("asks a function that fails no more, and is whole all the same", function()
    local world = small_world(ROOMS)
    world:unit { player = "red", x = 1, y = 1, data = { hp = 2 } }
    local recording = astar.record(world, {
      name = function(unit) return unit.data.title:upper() end,
      health = function(unit) return unit.data.hp / 4 end,
    })
    world:unit { player = "red", x = 2, y = 1 }
    world.run(2)
    assert.equal(2, #world.reports)
    assert.truthy(world.reports[1].text:find("record: name(unit 1 (red at 1, 1)): ", 1, true))
    assert.truthy(world.reports[2].text:find("record: health(unit 2 (red at 2, 1)): ", 1, true))
    local film = reader.of(recording)
    for _ = 0, 2 do film:next() end
    assert.equal(0.5, film.units[1].health)
    assert.equal("unit 1", recording._cast[1].name)
    assert.equal("unit 2", recording._cast[2].name)
  end)

  -- Reading the planes of a large map takes longer than all units.
  it("reads planes only where something has changed since", function()
    local world, reads = small_world(ROOMS, { fog = true }), 0
    local layer = world:influence("fear")
    local recording = astar.record(world, { every = 1 })
    local methods = { core.metatables.map.methods, core.metatables.player.methods,
      core.metatables.influence.methods }
    for i, list in ipairs(methods) do
      local plane = list._plane
      methods[i] = { list, plane }
      list._plane = function(of)
        reads = reads + 1
        return plane(of)
      end
    end
    local function reads_after(change)
      reads = 0
      if change then change() end
      world.run(3)
      return reads
    end
    local players = #recording._players
    local counts = { reads_after(), reads_after(function() layer:set(2, 2, 9) end),
      reads_after(function() world:player("red"):see(1, 1, 2) end),
      reads_after(function() world.map:set(2, 2, "wall") end), reads_after() }
    for _, one in ipairs(methods) do one[1]._plane = one[2] end
    assert.same({ 0, 1, 1, 1 + players, 0 }, counts)
  end)

  it("has another influence map of the same name", function()
    local world = small_world(ROOMS)
    local layer = world:influence("fear")
    layer:set(3, 3, 100)
    local recording = astar.record(world, { every = 1 })
    world.run(1)
    layer:remove()
    world:influence("fear"):set(5, 5, 100)
    world.run(1)
    local film = reader.of(recording)
    for _ = 0, 2 do film:next() end
    local levels = film.levels[1]
    assert.same({ 0, 14 }, { levels[2 * 12 + 3], levels[4 * 12 + 5] })
  end)
end)
