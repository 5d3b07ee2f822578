local astar = require "astar"
local says = require "support.says"

local think = astar.think

local ROWS = {
  "....................",
  ".####..~~~....##....",
  ".#..#..~~~....##..o.",
  ".#.......~..........",
  ".####..........#.##.",
  "...............#..#.",
  "..oo....######.#..#.",
  "..oo.........#.####.",
  ".............#......",
  "....................",
}

local function new_map()
  return astar.map { rows = ROWS, legend = { ["~"] = "swamp", o = "ore" }, terrains = { plain = 10,
    swamp = 35, ore = 12, wall = { cost = false, opaque = true } } }
end

-- ---- a world with everything in it --------------------------------------------------------------

local behaviours = {}

function behaviours.digger(unit, reach)
  while true do
    local found = unit:gather("ore", { within = 1 })
    if found then unit.data.loads = (unit.data.loads or 0) + 1 end
    unit:wait(unit.world.random(reach))
    unit:go(unit.home)
  end
end

function behaviours.rover(unit)
  unit:patrol(unit.data.route)
end

function behaviours.hunter(unit)
  while true do
    local foe = unit:enemies(8)[1]
    unit.data.prey = foe or unit.data.prey
    if not foe then unit:explore() end
    if foe then unit:chase(foe) end
    unit:sleep(5)
  end
end

behaviours.guard = think.chooser {
  { name = "guard", evaluate = function() return 1 end,
    execute = function(unit) return unit:guard(unit.home, { radius = 3 }) end },
  { name = "flee", evaluate = function(unit) return unit.data.hit and 2 end,
    execute = think.sequence(think.act("flee", nil, { ticks = 20 }), function(unit)
      unit.data.hit = nil
    end) },
  events = { "hit" },
}

local function add_units(world)
  local map, player = world.map, world.player
  local red, blue = player(world, "red"), player(world, "blue")
  local big = map:class { size = 2, swamp = false }
  local shared = { count = 0 }
  local function add(given)
    given.data = given.data or {}
    given.data.shared = shared
    return (world:unit(given))
  end
  for i = 1, 4 do
    add { player = red, x = i, y = 9, speed = 0.3 + i / 8, sight = 5, behaviour = "digger" }
    add { player = blue, x = 20, y = i + 3, speed = 0.5, sight = 4, behaviour = "hunter",
      collisions = ({ "wait", "repath", "aside", "sidestep" })[i] }
  end
  add { player = red, x = 6, y = 1, class = big, speed = 0.4, sight = 6,
    data = { route = { { x = 6, y = 1 }, { x = 18, y = 1 }, { x = 9, y = 9 } } },
    behaviour = "rover" }
  add { player = red, x = 10, y = 9, speed = 0.6, sight = 6, behaviour = "guard" }
  return red, blue
end

local function add_groups(world, red, blue)
  local list = {}
  for i = 1, 5 do
    list[i] = world:unit { player = blue, x = 9 + i, y = 1, speed = 0.5, sight = 3 }
  end
  world:group { units = list, formation = "wedge" }:go(17, 9, { influence = { danger = 1 } })
  list = {}
  for i = 1, 3 do
    list[i] = world:unit { player = red, x = i, y = 1, speed = 0.4, sight = 3 }
  end
  world:group { units = list, formation = "line" }:hold()
end

local function busy_world(seed)
  local world = astar.world { map = new_map(), seed = seed, budget = 150, report = error }
  for name, f in pairs(behaviours) do world:behaviour(name, f) end
  world:influence("danger", { weight = 2, decay = 0.9, spread = 0.1, every = 3 })
  world:player("spectator")
  local red, blue = add_units(world)
  red:share(world:player "spectator")
  for unit in world:units() do
    if unit.behaviour == "digger" then unit:behave("digger", 4 + unit.id) end
  end
  add_groups(world, red, blue)
  world.data = { hits = 0, foes = { [red] = blue, [blue] = red },
    danger = world:influence("danger") }
  return world
end

-- What a game does between the ticks, with the world's own chance.
local function play(world)
  world:tick()
  local random, data = world.random, world.data
  local unit = world:unit_at(random(20), random(10))
  if unit and random(3) == 1 then
    data.hits, data.last = data.hits + 1, unit
    data.danger:add(unit.x, unit.y, 40, 2)
    unit.data.hit = true
    unit:tell("hit")
    if random(4) == 1 then unit:remove() end
  end
  if random(30) == 1 then
    world.map:set(random(20), 10, random(2) == 1 and "wall" or "plain")
  end
  if random(40) == 1 then
    for group in world:groups() do
      if group:count() > 0 then group:go(random(20), 9, { formation = "box" }) end
    end
  end
end

local function restored(world, given)
  given = given or {}
  given.behaviours, given.report = given.behaviours or behaviours, given.report or error
  return assert(astar.read_world(assert(world:save()), given))
end

local function expect_alike(a, b, ticks)
  for tick = 0, ticks do
    if a:hash() ~= b:hash() then error(("not alike %d ticks later"):format(tick), 2) end
    play(a)
    play(b)
  end
end

describe("a world that was saved and one that was loaded", function()
  for seed = 1, 3 do
    for _, ticks in ipairs { 0, 1, 2, 3, 17, 60, 133 } do
      it(("go on alike, seed %d, tick %d"):format(seed, ticks), function()
        local world = busy_world(seed)
        for _ = 1, ticks do play(world) end
        expect_alike(world, restored(world), 120)
      end)
    end
  end

  it("go on alike when they are saved again and again", function()
    local world = busy_world(9)
    for _ = 1, 8 do
      local other = restored(world)
      expect_alike(world, other, 9)
      world = other
    end
  end)

  it("have the same text when they are saved at the same time", function()
    local world = busy_world(4)
    for _ = 1, 50 do play(world) end
    local text = world:save()
    assert.equal(text, astar.read_world(text, { behaviours = behaviours }):save())
    assert.equal(text, world:save())
  end)
end)

-- ---- the demo -----------------------------------------------------------------------------------

describe("the battle of the demo", function()
  it("goes on alike", function()
    local old_path = package.path
    package.path = "./examples/?.lua;" .. old_path
    local game = require "demo.game"
    package.path = old_path
    local mods = { red = "examples/skirmish/red", blue = "examples/skirmish/blue" }
    local battle = game.new { file = "examples/valley.txt", seed = 3, mods = mods, report = error }
    for _ = 1, 250 do battle:tick() end

    for _, side in ipairs(battle.sides) do side.mod = { name = side.mod.name } end
    battle.world.data = { sides = battle.sides, holder = battle.holder,
      spectator = battle.spectator, last_death = battle.last_death }
    local function setup(world)
      for _, side in ipairs { "red", "blue" } do assert(world:mod(mods[side])) end
    end
    local world = assert(astar.read_world(battle.world:save(), { setup = setup, report = error }))
    local again = setmetatable({ map = world.map, world = world, waiting = {} },
      getmetatable(battle))
    for key, value in pairs(world.data) do again[key] = value end

    for _ = 1, 150 do
      assert.equal(battle.world:hash(), world:hash())
      battle:tick()
      again:tick()
    end
    assert.equal(game.score(battle.sides.red), game.score(again.sides.red))
  end)
end)

-- ---- what is kept -------------------------------------------------------------------------------

local function small_world()
  local world = astar.world { map = astar.map { width = 8, height = 4 }, seed = 7,
    report = error }
  world:behaviour("stay", function(unit) unit:wait(1000) end)
  return world, world:unit { player = "red", x = 2, y = 2, data = { name = "Ann" } }
end

local function stay(unit) unit:wait(1000) end

local function small_again(world) return restored(world, { behaviours = { stay = stay } }) end

describe("world:save", function()
  it("keeps the clock, the chance and the budget", function()
    local world = small_world()
    world.budget = 77
    for _ = 1, 5 do world:tick() end
    local again = small_again(world)
    assert.same({ 5, 5, 77 }, { again.ticks, again.map.ticks, again.budget })
    assert.equal(world.random(1000), again.random(1000))
  end)

  it("keeps data as they hang together, units and all", function()
    local world, ann = small_world()
    local bob = world:unit { player = "blue", x = 5, y = 2, data = { friend = ann, f = 2.0 } }
    ann.data.friend, ann.data.me = bob, ann.data
    world.data.list, ann.data.list = { bob, [ann] = "first" }, nil
    ann.data.list = world.data.list
    local again = small_again(world)
    ann, bob = again:unit_at(2, 2), again:unit_at(5, 2)
    assert.is_true(bob == ann.data.friend and ann == bob.data.friend)
    assert.is_true(ann.data == ann.data.me and ann.data.list == again.data.list)
    assert.same({ "first", tostring(2.0) }, { again.data.list[ann], tostring(bob.data.f) })
    assert.is_true(again.data.list[1] == bob)
  end)

  it("keeps players, influence maps, classes, groups, the map and the world in data", function()
    local world, ann = small_world()
    local map = world.map
    local group = world:group { units = { ann } }
    world.data = { map:player "red", map:influence "smell", map:class { size = 3 }, group, map,
      world }
    local again = small_again(world)
    local data = again.data
    assert.is_true(data[1] == again.map:player "red" and data[2] == again.map:influence "smell")
    assert.equal(3, data[3].size)
    assert.is_true(data[4] == again:groups()() and data[5] == again.map and data[6] == again)
    assert.is_true(again:unit_at(2, 2).group == data[4])
  end)

  it("keeps who was removed as removed", function()
    local world, ann = small_world()
    local bob = world:unit { player = "red", x = 5, y = 2, data = { name = "Bob" } }
    ann.data.friends = { bob, bob }
    bob:remove()
    local friends = small_again(world):unit_at(2, 2).data.friends
    assert.is_true(friends[1] == friends[2] and friends[1].removed)
    assert.same({ 2, "Bob", "unit 2 (removed)" }, { friends[1].id, friends[1].data.name,
      tostring(friends[1]) })
    says("the unit was removed", function() return friends[1].x end)
    local text = world:save()
    assert.equal(text, small_again(world):save())
  end)

  it("keeps behaviours by name, with what they were called with", function()
    local world, ann = small_world()
    local heard = {}
    local function echo(unit, ...) heard[#heard + 1] = { unit.id, select("#", ...), ... } end
    world:behaviour("echo", echo)
    ann:behave("echo", nil, 3, { ann }, nil)
    world:tick()
    ann:behave("echo", "again", nil)
    local again = restored(world, { behaviours = { echo = echo } })
    assert.equal("echo", again:unit_at(2, 2).behaviour)
    world:tick()
    again:tick()
    assert.same({ { 1, 2, "again", nil }, { 1, 2, "again", nil } }, { heard[2], heard[3] })
    assert.same({ 1, 4, nil, 3 }, { heard[1][1], heard[1][2], nil, heard[1][4] })
    assert.is_false(again:unit_at(2, 2).behaviour)
  end)

  it("begins behaviours anew in the world that goes on, too", function()
    local world, ann = small_world()
    local undone = 0
    world:behaviour("hold", function(unit)
      unit.data.begun = (unit.data.begun or 0) + 1
      unit.data.heard = unit:event("hello")
      unit:defer(function() undone = undone + 1 end)
      unit:reserve("ore", "work")
      unit:wait(50)
    end)
    ann:behave("hold")
    world:tick()
    assert.equal(ann, world:holder("ore"))
    ann:tell("hello")
    world:save()
    assert.same({ 1, nil }, { undone, world:holder("ore") })
    world:tick()
    assert.same({ 2, ann, nil }, { ann.data.begun, world:holder("ore"), ann.data.heard })
  end)

  it("leaves nothing of what was under way to come about later", function()
    local world, ann = small_world()
    local function find(unit)
      if unit.data.asleep then
        unit:sleep(20)
        unit.data.woke = unit.world.ticks
      end
      unit.data.asleep = true
      unit:find(8, 4)
      unit:sleep()
    end
    world:behaviour("find", find)
    world.budget = 0
    ann:behave("find")
    world:tick()
    local again = restored(world, { behaviours = { find = find } })
    for _, one in ipairs { world, again } do
      one.budget = 100
      for _ = 1, 30 do
        one:tick()
        if one.ticks == 5 then one.map:request(1, 1, 8, 4) end
      end
      assert.equal(22, one:unit_at(2, 2).data.woke)
    end
  end)

  it("tells of broken routes again", function()
    local world, ann = small_world()
    ann.body:follow(ann.body:path(8, 2))
    world.map:player("red"):reveal()
    world.map:fill("wall", 6, 1, 1, 4)
    ann.sight = 8
    world:tick()
    assert.equal("blocked", (world:events()()))
    for _, one in ipairs { world, small_again(world) } do
      one:tick()
      assert.equal("blocked", (one:events()()))
    end
  end)

  it("knows who went with a player", function()
    local world, ann = small_world()
    ann:behave("stay")
    world:unit { player = "blue", x = 5, y = 2 }
    world:tick()
    ann.player:remove()
    local again = small_again(world)
    assert.same({ 1, 1 }, { world:count(), again:count() })
    for _ = 1, 3 do
      world:tick()
      again:tick()
      assert.equal(world:hash(), again:hash())
    end
  end)

  it("keeps what the game reserved, who was seen, and what is due to influence maps", function()
    local world, ann = small_world()
    world:reserve("gate", ann)
    world:influence("smell", { decay = 0.5, every = 2 }):set(1, 1, 100)
    local foe = world:unit { player = "blue", x = 3, y = 2, behaviour = "stay" }
    ann.sight = 5
    world:tick()
    local again = small_again(world)
    assert.equal(again:unit_at(2, 2), again:holder("gate"))
    for _, one in ipairs { world, again } do
      one:tick()
      for name in one:events() do assert.not_equal("revealed", name) end
      assert.equal(50, one.map:influence("smell"):get(1, 1))
    end
    assert.equal(foe.id, again:unit_at(3, 2).id)
  end)

  it("sends groups on their way again", function()
    local world, ann = small_world()
    local group = world:group { units = { ann }, formation = "column" }
    group:go(8, 4)
    for _ = 1, 6 do world:tick() end
    local again = small_again(world)
    local other = again:groups()()
    assert.same({ "marching", 1, "column" }, { other.status, other.id, other.order.formation })
    for _ = 1, 60 do
      world:tick()
      again:tick()
    end
    assert.same({ "arrived", "arrived" }, { group.status, other.status })
    assert.equal(2, again:group { units = { again:unit_at(8, 4) } }.id)
  end)

  it("leaves units of the map alone that are not the world's", function()
    local world = small_world()
    world.map:player("red"):unit { x = 7, y = 3 }
    local again = small_again(world)
    assert.equal(1, again:count())
    assert.truthy(again.map:unit_at(7, 3))
    assert.is_nil(again:unit_at(7, 3))
  end)

  it("writes files", function()
    local world, file = small_world(), os.tmpname()
    assert.equal(world, world:save(file))
    local again = astar.load_world(file)
    os.remove(file)
    assert.equal(world:hash(), again:hash())
    local _, message = world:save("no/such/folder/file")
    assert.truthy(message:find("no/such/folder", 1, true))
    _, message = astar.load_world("no/such/file")
    assert.truthy(message:find("no/such/file", 1, true))
  end)
end)

-- ---- what cannot be saved -----------------------------------------------------------------------

describe("world:save refuses", function()
  local function refusal(change)
    local world, ann = small_world()
    ann:behave("stay")
    world:tick()
    change(world, ann)
    local task, text, message = ann._task, world:save()
    assert.is_nil(text)
    assert.equal(task, ann._task)                -- nothing has begun anew
    return message
  end

  it("behaviours without a name", function()
    assert.equal("unit 1: its behaviour is a function without a name; world:behaviour gives it one",
      refusal(function(_, ann) ann:behave(function() end) end))
  end)

  it("what is no plain data, and says where it is", function()
    assert.equal("unit 1: data.path.x is a function",
      refusal(function(_, ann) ann.data.path = { x = print } end))
    assert.equal("world.data.co is a thread",
      refusal(function(world) world.data.co = coroutine.create(print) end))
    assert.equal("unit 1: given[2] is path (3 cells, cost 28, complete)",
      refusal(function(world, ann) ann:behave("stay", 1, world.map:path(1, 1, 3, 3)) end))
    assert.equal("unit 1: data.pal is a unit of another world",
      refusal(function(_, ann) ann.data.pal = select(2, small_world()) end))
    assert.equal("world.data.foe is player (removed)", refusal(function(world)
      world.data.foe = world:player "foe"
      world.data.foe:remove()
    end))
    assert.equal("world.data.band is a group that was disbanded", refusal(function(world)
      world.data.band = world:group {}
      world.data.band:disband()
    end))
  end)

  it("to be called within a tick, or by a callback", function()
    local world, ann = small_world()
    ann:behave(function()
      says("a world cannot be saved within its tick", world.save, world)
      ann.data.done = true
    end)
    world:tick()
    assert.is_true(ann.data.done)
    world.map:path(1, 1, 2, 2, { extra = function()
      says("map is locked", world.save, world)
    end })
    says("bad argument #1 to 'save'", world.save, world, 7)
  end)
end)

-- ---- what cannot be loaded ----------------------------------------------------------------------

describe("astar.read_world refuses", function()
  local function why(text, given)
    local world, message = astar.read_world(text, given)
    assert.is_nil(world)
    return message
  end

  local CUT = "text: a saved world, but cut off or changed"

  it("what is cut off, at any length", function()
    local text = small_world():save()
    for size = 1, #text - 1 do assert.equal(CUT, why(text:sub(1, size))) end
    assert.equal(CUT, why(text .. " "))
  end)

  it("what is changed, at any place", function()
    local text = small_world():save()
    for at = 9, #text do
      local byte = string.char((text:byte(at) + 1) % 256)
      assert.equal(CUT, why(text:sub(1, at - 1) .. byte .. text:sub(at + 1)))
    end
  end)

  it("what is none, and what is newer", function()
    assert.equal("text: not a saved world", why "")
    assert.equal("text: not a saved world", why "\137PNG\r\n and so on")
    assert.equal("text: not a saved world", why(new_map():snapshot()))
    local core, text = require "astar.core", small_world():save()
    local body = "2" .. text:sub(26)
    assert.equal("text: saved by a newer version of the library",
      why(text:sub(1, 8) .. core.checksum(body) .. body))
  end)

  it("units at behaviours that there are not", function()
    local world, ann = small_world()
    ann:behave("stay")
    assert.equal("text: there is no behaviour 'stay', which unit 1 is at", why(world:save()))
    assert.truthy(astar.read_world(world:save(), { setup = function(again)
      again:behaviour("stay", stay)
    end }))
  end)

  it("what is wrong with its arguments", function()
    says("bad argument #1 to 'read_world'", astar.read_world, 5)
    says("bad argument #1 to 'load_world'", astar.load_world)
    says("bad argument #2 to 'read_world' (unknown key", astar.read_world, "", { behavior = {} })
  end)

  it("what somebody has made up, who knows the format", function()
    local core, world = require "astar.core", busy_world(2)
    for _ = 1, 20 do play(world) end
    local text = world:save()
    local head, map_size, size = text:sub(25):match("^(%d+ (%d+) (%d+)\n)")
    local from, loaded = #text - tonumber(size) + 1, 0
    assert.truthy(map_size)
    for at = from, #text, 7 do
      local byte = ("@#{}TF019;\"u"):sub(at % 12 + 1, at % 12 + 1)
      local body = text:sub(25, at - 1) .. byte .. text:sub(at + 1)
      local again, message = astar.read_world(text:sub(1, 8) .. core.checksum(body) .. body,
        { behaviours = behaviours, report = function() end })
      assert.truthy(again or message == CUT or message:find("there is no behaviour", 1, true))
      if again then loaded = loaded + 1 end
    end
    assert.truthy(loaded > 0 and #head > 0)
  end)
end)

-- ---- the hash -----------------------------------------------------------------------------------

describe("world:hash", function()
  it("stands for all that a world goes on from", function()
    local function hash_after(change)
      local world, ann = small_world()
      change(world, ann)
      return world:hash()
    end
    local plain, seen = hash_after(function() end), {}
    assert.equal(plain, hash_after(function() end))
    assert.equal(16, #plain)
    for i, change in ipairs {
      function(_, ann) ann.data.x = 1 end,
      function(_, ann) ann.data.x = "1" end,
      function(world) world.random() end,
      function(world) world.data.x = 1 end,
      function(_, ann) ann:behave("stay") end,
      function(_, ann) ann:behave("stay", 1) end,
      function(world, ann) world:reserve(1, ann) end,
      function(world) world.map:set(1, 1, "wall") end,
      function(world) world:group {} end,
      function(world) world.map:request(1, 1, 2, 2) end,
      function(world) world:influence("x", { decay = 0.5 }) end,
      function(world) world:tick() end,
    } do
      local hash = hash_after(change)
      assert.is_nil(seen[hash], "change " .. i)
      assert.not_equal(plain, hash)
      seen[hash] = true
    end
  end)

  it("does not tell 3 from 3.0, and takes data that cannot be saved", function()
    local world, ann = small_world()
    ann.data.x = 3
    local hash = world:hash()
    ann.data.x = 3.0
    assert.equal(hash, world:hash())
    ann.data.f = print
    assert.not_equal(hash, world:hash())
  end)
end)

-- ---- older versions -----------------------------------------------------------------------------

describe("a world saved in version 1 of the format", function()
  local world = assert(astar.load_world("spec/data/version-1.world", {
    behaviours = { patrol = function(unit) unit:patrol(unit.data.route) end },
  }))

  it("has its clock and its chance", function()
    assert.same({ 7, 500, 538 }, { world.ticks, world.budget, world.random(1000) })
  end)

  it("has its units, with data and behaviours", function()
    local ann, bob, eve = world:unit_at(2, 1), world:unit_at(4, 5), world:unit_at(8, 5)
    assert.same({ "Ann", 2.5, 8, "patrol" }, { ann.data.name, ann.data.f, ann.data.route[2].x,
      ann.behaviour })
    assert.is_true(bob.data.friend == ann and world.data.leader == ann)
    assert.same({ true, "Gone" }, { eve.data.gone.removed, eve.data.gone.data.name })
    assert.equal(eve, world:holder "gate")
    assert.same({ "column", 8 }, { bob.group.formation, bob.group.order.x })
  end)

  it("goes on", function()
    for _ = 1, 40 do world:tick() end
    assert.equal(0, world.failures)
    assert.same({ 8, 3 }, { world.map:unit_at(8, 3).x, world.map:unit_at(8, 3).y })
    assert.equal(0, world.map:influence("danger"):get(5, 5))
  end)
end)
