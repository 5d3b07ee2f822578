-- Saving a world: what a saved and a loaded world have in common, and what cannot be saved.

local astar = require "astar"
local small_world = require "support.ann"
local busy = require "support.busy_world"
local cases = require "support.cases"
local says = require "support.says"

local play, restored = busy.play, busy.restored

local function expect_alike(a, b, ticks)
  for tick = 0, ticks do
    assert.equal(a:hash(), b:hash(), ("not alike %d ticks later"):format(tick))
    play(a)
    play(b)
  end
end

describe("a world that was saved and one that was loaded", function()
  for seed = 1, 3 do
    for _, ticks in ipairs(cases.pick({ 0, 1, 2, 3, 17, 60, 133 }, 1, 2 * seed)) do
      it(("continue exactly, seed %d, tick %d"):format(seed, ticks), function()
        local world = busy.world(seed)
        for _ = 1, ticks do play(world) end
        expect_alike(world, restored(world), 120)
      end)
    end
  end

  it("continue exactly when they are saved again and again", function()
    local world = busy.world(9)
    for _ = 1, 8 do
      local other = restored(world)
      expect_alike(world, other, 9)
      world = other
    end
  end)

  it("have the same text when they are saved at the same time", function()
    local world = busy.world(4)
    for _ = 1, 50 do play(world) end
    local text = world:save()
    assert.equal(text, astar.read_world(text, { behaviours = busy.behaviours }):save())
    assert.equal(text, world:save())
  end)
end)

-- ---- what is kept -------------------------------------------------------------------------------

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
    world.budget = false
    assert.is_false(small_again(world).budget)
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

  it("keeps removed units as removed", function()
    local world, ann = small_world()
    local bob = world:unit { player = "red", x = 5, y = 2, data = { name = "Bob" } }
    ann.data.friends = { bob, bob }
    bob:remove()
    local friends = small_again(world):unit_at(2, 2).data.friends
    assert.is_true(friends[1] == friends[2] and friends[1].removed)
    assert.same({ 2, "Bob", "unit 2 (removed)", "red" }, { friends[1].id, friends[1].data.name,
      tostring(friends[1]), friends[1].player.name })
    assert.is_false(friends[1]:visible_to(friends[1].player))
    says("the unit was removed", function() return friends[1].x end)
    local text = world:save()
    assert.equal(text, small_again(world):save())
  end)

  it("keeps removed units as homes: of units, and of units that were removed", function()
    local world, ann = small_world()
    local bob = world:unit { player = "red", x = 5, y = 2 }
    local eve = world:unit { player = "red", x = 1, y = 1 }
    ann.home, bob.home, ann.data.bob = eve, eve, bob
    bob:remove()
    eve:remove()
    local again = small_again(world):unit_at(2, 2)
    assert.same({ 3, true }, { again.home.id, again.home.removed })
    assert.is_true(again.home == again.data.bob.home)
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

  it("begins behaviours again in the world that goes on, too", function()
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
    assert.same({ 2, ann, true }, { ann.data.begun, world:holder("ore"), ann.data.heard })
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
        if one.ticks == 5 then one.map:request_path(1, 1, 8, 4) end
      end
      assert.equal(22, one:unit_at(2, 2).data.woke)
    end
  end)

  it("tells of broken routes again", function()
    local world, ann = small_world()
    ann.body:follow_path(ann.body:path(8, 2))
    world.map:player("red"):reveal()
    world.map:fill(6, 1, 1, 4, "wall")
    ann.sight = 8
    world:tick()
    assert.equal("blocked", (world:events()()))
    for _, one in ipairs { world, small_again(world) } do
      one:tick()
      assert.equal("blocked", (one:events()()))
    end
  end)

  it("keeps what was told, as far as it can be saved", function()
    local world, ann = small_world()
    local function listen(unit)
      local heard = unit.data.heard
      for name, a, b, c, d in unit:events() do
        heard[#heard + 1] = { name, a or "nil", b, type(c), d }
      end
      unit:wait(3)
    end
    world:behaviour("listen", listen)
    ann.data.heard = {}
    ann:behave("listen")
    world:tick()
    ann:tell("hit", 3, ann, print, nil)
    ann:tell("seen", { x = 1 }, false, { print })
    local again = restored(world, { behaviours = { listen = listen } })
    for _, one in ipairs { world, again } do
      local unit, told = one:unit_at(2, 2), {}
      for name, who, a, b, c in one:events() do told[#told + 1] = { name, who, a, b, c } end
      assert.equal(2, #told)
      assert.same({ "hit", unit.id, 3, unit.id }, { told[1][1], told[1][2].id, told[1][3],
        told[1][4].id })
      assert.same({ nil, "seen", 1, false }, { told[1][5], told[2][1], told[2][3].x, told[2][4] })
      one:tick()
      local heard = unit.data.heard
      assert.same({ 2, "hit", 3, "nil" }, { #heard, heard[1][1], heard[1][2], heard[1][4] })
      assert.is_true(heard[1][3] == unit and heard[2][2].x == 1)
    end
    assert.equal(world:hash(), again:hash())
  end)

  it("keeps groups that were disbanded as such", function()
    local world, ann = small_world()
    local band = world:group { units = { ann }, formation = "line" }
    band:go(8, 2)
    world:tick()
    band:disband()
    world.data.bands = { band, band }
    local again = small_again(world)
    local bands = again.data.bands
    assert.is_true(bands[1] == bands[2])
    assert.same({ band.id, "line", band.status, band.code, 0 }, { bands[1].id, bands[1].formation,
      bands[1].status, bands[1].code, bands[1]:count() })
    says("the group was disbanded", function() bands[1]:go(1, 1) end)
    assert.is_nil((again:groups()()))
    assert.equal(world:save(), again:save())
  end)

  it("takes what cleanups do as done", function()
    local world, ann = small_world()
    local function meddle(unit)
      unit:defer(function()
        unit.world:unit_at(2, 2):behave("stay", 5)
        unit.world:unit_at(5, 2):remove()
      end)
      unit:wait(9)
    end
    world:behaviour("meddle", meddle)
    local bob = world:unit { player = "red", x = 5, y = 2, behaviour = "stay" }
    local eve = world:unit { player = "red", x = 7, y = 2, behaviour = "meddle" }
    ann:behave("stay", 1)
    world:tick()
    local again = restored(world, { behaviours = { stay = stay, meddle = meddle } })
    assert.same({ "stay", 5, "meddle", true, false }, { ann.behaviour, ann._given[1],
      eve.behaviour, bob.removed, bob.behaviour })
    assert.equal(2, again:count())
    for _ = 1, 3 do
      assert.equal(world:hash(), again:hash())
      world:tick()
      again:tick()
    end
  end)

  it("forgets the updates of influence maps that were removed", function()
    local world = small_world()
    world:influence("smell", { decay = 0.5 }):remove()
    world:influence("noise", { decay = 0.5 }):set(1, 1, 64)
    local again = small_again(world)
    world:tick()
    again:tick()
    assert.same({ 0, 32 }, { world.failures, again:influence("noise"):get(1, 1) })
    assert.equal(world:hash(), again:hash())
  end)

  it("knows the units that went with a player", function()
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

  it("keeps reservations, units that were seen, and what is due to influence maps", function()
    local world, ann = small_world()
    world:reserve("gate", ann)
    world:influence("smell", { decay = 0.5, every = 2 }):set(1, 1, 100)
    local enemy = world:unit { player = "blue", x = 3, y = 2, behaviour = "stay" }
    ann.sight = 5
    world:tick()
    local again = small_again(world)
    assert.equal(again:unit_at(2, 2), again:holder("gate"))
    for _, one in ipairs { world, again } do
      one:tick()
      for name in one:events() do assert.not_equal("revealed", name) end
      assert.equal(50, one.map:influence("smell"):get(1, 1))
    end
    assert.equal(enemy.id, again:unit_at(3, 2).id)
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
    assert.same({ "assembled", "assembled" }, { group.status, other.status })
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
    local _, message = astar.load(file)
    assert.equal(file .. ": a saved world: astar.load_world reads it", message)
    os.remove(file)
    assert.equal(world:hash(), again:hash())
    _, message = world:save("no/such/folder/file")
    assert.equal("no/such/folder/file: No such file or directory", message)
    _, message = astar.load_world("no/such/file")
    assert.equal("no/such/file: No such file or directory", message)
    _, message = astar.load_world("spec")
    assert.matches("^spec: Is a directory", message)
  end)

  it("leaves a file as it was where it cannot be written", function()
    local file = os.tmpname()
    os.remove(file)
    assert(os.execute("mkdir " .. file))
    local done, message = small_world():save(file)
    assert.is_nil(done)
    assert.matches("^" .. file:gsub("%p", "%%%0") .. ": Is a directory", message)
    assert.is_nil(io.open(file .. ".part"))
    assert(os.remove(file))
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
    assert.equal(task, ann._task)                -- nothing has started again
    return message
  end

  it("behaviours without a name", function()
    assert.equal("unit 1: its behaviour is a function without a name; world:behaviour gives it one",
      refusal(function(_, ann) ann:behave(function() end) end))
  end)

  it("fields that cannot be what the game has made them", function()
    local function refuses(words, change)
      assert.equal(words .. ", which cannot be saved", refusal(change))
    end
    refuses("world.budget is 0.5 and not a whole number from 0 to 4294967295",
      function(world) world._budget = 0.5 end)
    refuses("groups[1].speed is 99 and not a number above 0 and up to 64",
      function(world) world:group({})._speed = 99 end)
    refuses("groups[1].formation is 'heap' and not a formation",
      function(world) world:group({})._formation = "heap" end)
    refuses("a disbanded group.status is 'gone' and not one of \"standing\", \"marching\", "
      .. "\"assembled\", \"failed\"", function(world)
      world.data.band = world:group {}
      world.data.band:disband()
      world.data.band._status = "gone"
    end)
  end)

  it("what is no plain data, and says where it is", function()
    local function refuses(words, change)
      assert.equal(words .. ", which cannot be saved", refusal(change))
    end
    refuses("unit 1: data.path.x is a function", function(_, ann) ann.data.path = { x = print } end)
    refuses("world.data.co is a thread", function(world)
      world.data.co = coroutine.create(function() end)
    end)
    refuses("unit 1: argument 2 of its behaviour is path (3 cells, cost 28, complete)",
      function(world, ann) ann:behave("stay", 1, world.map:path(1, 1, 3, 3)) end)
    refuses("unit 1: data.body is the map's unit 1 (red at 2, 2)",
      function(_, ann) ann.data.body = ann.body end)
    refuses("unit 1: data.pal is a unit of another world",
      function(_, ann) ann.data.pal = select(2, small_world()) end)
    refuses("world.data.band is a group of another world",
      function(world) world.data.band = small_world():group {} end)
  end)

  it("to be called within a tick, or by a callback", function()
    local world, ann = small_world()
    local tried = 0
    local function try()
      tried = tried + 1
      says("a world cannot be saved within its tick", world.save, world)
      says("a world cannot tick within its tick", world.tick, world)
    end
    world.report = try
    ann:behave(function()
      try()
      error "and a report"
    end)
    world.map:request_path(1, 1, 3, 3, nil, { done = try })
    world:tick()
    assert.equal(3, tried)
    world.map:path(1, 1, 2, 2, { extra_cost = function()
      says("map is locked", world.save, world)
    end })
    says("bad argument #1 to 'save'", world.save, world, 7)
  end)
end)
