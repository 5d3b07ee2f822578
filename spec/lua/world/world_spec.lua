local astar = require "astar"
local core = require "astar.core"
local says = require "support.says"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . .
  . . # # # # . .
  . . . . . . . .
]]

describe("what makes a world and its units #quick", function()
  it("is refused where it is an object of another kind", function()
    local map = astar.map { width = 3, height = 3 }
    local player = map:player "red"
    says("bad argument #1 to 'world' (map = ", function() astar.world { map = player } end)
    local world = astar.world { map = map }
    says("is not a player or a player's name)", function()
      world:unit { player = map, x = 1, y = 1 }
    end)
    says("is not a class)", function()
      world:unit { player = player, x = 1, y = 1, class = player }
    end)
  end)
end)

describe("a world #quick", function()
  it("moves units, answers requests and resumes behaviours, tick by tick", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 2, speed = 1 }
    local result = world.outcome(unit, 50, function(one) return one:go(8, 2) end)
    assert.same({ true, ticks = 10 }, result)
    assert.same({ 8, 2 }, { unit.x, unit.y })
    assert.same({ x = 1, y = 2 }, unit.home)
  end)

  it("searches with a budget that grows with its units, unless it has one", function()
    local map = astar.map { width = 5, height = 5 }
    local world, given = astar.world { map = map }, {}
    local work = core.metatables.map.methods.work
    core.metatables.map.methods.work = function(self, nodes, threads)
      given[#given + 1] = nodes
      return work(self, nodes, threads)
    end
    world:tick()
    local unit = world:unit { player = "red", x = 1, y = 1 }
    world:tick()
    world.budget = 700
    world:tick()
    world.budget = false
    unit:remove()
    world:tick()
    core.metatables.map.methods.work = work
    assert.same({ 3000, 3002, 700, 3000 }, given)
  end)

  it("gives units their turns by their ids, in whatever order they were roused", function()
    local world = small_world(FIELD)
    local log, units = {}, {}
    for i = 1, 4 do units[i] = world:unit { player = "red", x = i, y = 1 } end
    for _, i in ipairs { 3, 1, 4, 2 } do
      units[i]:behave(function(one)
        log[#log + 1] = one.id
        one:sleep(2)
        log[#log + 1] = one.id
      end)
    end
    world.run(4)
    assert.same({ 1, 2, 3, 4, 1, 2, 3, 4 }, log)
  end)

  it("tells behaviours of events in the tick in which they come about", function()
    local world = small_world(FIELD)
    local unit, log = world:unit { player = "red", x = 1, y = 1 }, {}
    unit:behave(function(one)
      while true do
        for name, a, b in one:events() do log[#log + 1] = { world.ticks, name, a, b } end
        one:sleep()
      end
    end)
    world:tick()
    unit:tell("attacked", 7, nil)
    unit:tell("fed")
    world:tick():tick()
    assert.same({ { 2, "attacked", 7 }, { 2, "fed" } }, log)
  end)

  it("lets what is told during the turns wait for the next tick", function()
    local world = small_world(FIELD)
    local heard
    local last = world:unit { player = "red", x = 2, y = 1 }
    local first = world:unit { player = "red", x = 1, y = 1 }
    for _, unit in ipairs { last, first } do
      unit:behave(function(one)
        if one == first then last:tell("hello") else first:tell("hello") end
        while not one:event "hello" do one:sleep() end
        heard = (heard or "") .. one.id .. "@" .. world.ticks .. " "
      end)
    end
    world.run(5)
    assert.equal("1@2 2@2 ", heard)
  end)

  it("reveals foreign units to those that see them", function()
    local world = small_world([[
      . . . # . . . .
      . . . # . . . .
      . . . . . . . .
    ]], { fog = true })
    local red = world:unit { player = "red", x = 1, y = 1, sight = 9 }
    local far = world:unit { player = "red", x = 1, y = 2 }
    local blue = world:unit { player = "blue", x = 8, y = 1, speed = 1 }
    blue:behave(function(one) return one:go(4, 3) end)
    local told = {}
    for _ = 1, 15 do
      world:tick()
      for name, who, enemy in world:events() do
        if name == "revealed" then told[#told + 1] = { who, enemy } end
      end
    end
    assert.equal(1, #told)
    assert.equal(red, told[1][1])
    assert.equal(blue, told[1][2])
    assert.not_equal(far, told[1][1])
  end)

  it("reports an error with file, line and unit; the others go on", function()
    local world = small_world(FIELD)
    world:behaviour("broken", function(one)
      one:wait(1)
      error("oh dear")
    end)
    local broken = world:unit { player = "red", x = 1, y = 1, behaviour = "broken" }
    local good = world:unit { player = "red", x = 1, y = 3, speed = 1 }
    assert.is_true(world.outcome(good, 50, function(one) return one:go(8, 3) end)[1])
    assert.equal(1, #world.reports)
    local report = world.reports[1]
    assert.equal(broken, report.unit)
    assert.equal("broken", report.behaviour)
    assert.matches("unit 1 %(red at 1, 1%), behaviour 'broken': .*world_spec.lua:%d+: oh dear",
      report.text)
    assert.is_true(world.failures > 1)
    broken:behave(function() good.data.touched = true end)
    world:tick()
    assert.is_true(good.data.touched)
  end)

  it("survives errors that are no strings, and errors in the report", function()
    local map = astar.map { width = 3, height = 3 }
    local world = astar.world { map = map, report = function() end }
    local unit = world:unit { player = "red", x = 1, y = 1 }
    for _, what in ipairs { {}, 7, true } do
      unit:behave(function() error(what) end)
      world:tick()
    end
    unit:behave(function() error() end)
    world:tick()
    assert.equal(4, world.failures)
  end)

  it("ends a behaviour that is replaced, from outside and from within", function()
    local world = small_world(FIELD)
    local unit, log = world:unit { player = "red", x = 1, y = 1 }, {}
    unit:behave(function(one)
      one:defer(function() log[#log + 1] = "cleaned" end)
      one:wait(100)
    end)
    world:tick()
    unit:behave(function(one)
      log[#log + 1] = "second"
      one:behave(function() log[#log + 1] = "third" end)
      one:wait(1)
      log[#log + 1] = "never"
    end)
    world.run(5)
    assert.same({ "cleaned", "second", "third" }, log)
    assert.same({}, world.reports)
  end)

  it("lets units be removed anywhere", function()
    local world = small_world(FIELD)
    local a = world:unit { player = "red", x = 1, y = 1 }
    local b = world:unit { player = "red", x = 2, y = 1 }
    a:behave(function(one)
      b:remove()
      b:remove()
      one:remove()
    end)
    b:behave(function() error("b is gone") end)
    world.run(3)
    assert.same({}, world.reports)
    assert.equal(0, world:count())
    assert.is_nil(world:unit_at(1, 1))
  end)

  it("says what is wrong in calls", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    says("'map' is missing", astar.world, {})
    says("unknown key 'sede', the nearest is 'seed'", astar.world, { sede = 1 })
    says("'player' is missing", world.unit, world, { x = 1, y = 1 })
    says("there is no behaviour 'patrl', the nearest is 'patrol'", function()
      world:behaviour("patrol", function() end)
      unit:behave("patrl")
    end)
    says("can only be called by the unit's behaviour", function() unit:go(1, 2) end)
    says("map:tick: the map is a world's; world:tick() ticks it, too", world.map.tick, world.map)
    says("#1 to 'world' ('map' has a world already; map:fork() makes another map)", astar.world,
      { map = world.map })
    says("unit has no field 'hp' to set", function() unit.hp = 7 end)
    says("a goal expected", function() unit:path("there") end)
    says("budget = true is not a whole number from 0", astar.world,
      { map = world.map, budget = true })
    says("budget = -1 is not a whole number from 0", astar.world, { map = world.map, budget = -1 })
    says("threads = 0 is not a whole number from 1", astar.world, { map = world.map, threads = 0 })
    says("bad argument #1 to 'world' (seed = 1.5 is not a whole number", astar.world,
      { map = world.map, seed = 1.5 })
    says("#2 to 'influence' (unknown key 'deccay', the nearest is 'decay')", world.influence,
      world, "danger", { deccay = 0.5 })
    says("#2 to 'influence' (influence: 'recipe' together with 'decay' or 'spread')",
      world.influence, world, "danger", { decay = 0.5, recipe = { "sum", "smell" } })
    says("#2 to 'influence' (every = 0 is not a whole number", world.influence, world, "danger",
      { every = 0 })
    local line = debug.getinfo(1, "l").currentline + 2
    says("world_spec.lua:" .. line .. ": bad argument #1 to 'unit'", function()
      return (world:unit { player = "red", x = 99, y = 1 })
    end)
    assert.same({ nil, "crowded" }, { world:unit { player = "red", x = 1, y = 1 } })
    assert.same({ nil, "start_blocked" }, { world:unit { player = "red", x = 3, y = 2 } })
  end)

  it("makes no player for a unit that is refused", function()
    local map = astar.map { rows = { ".#", ".." } }
    local world = astar.world { map = map }
    local before = map:hash()
    says("bad argument #1 to 'unit' (x = 9 is outside the map, 1 to 2)", function()
      world:unit { player = "new", x = 9, y = 1 }
    end)
    assert.equal("start_blocked", select(2, world:unit { player = "new", x = 2, y = 1 }))
    assert.equal(before, map:hash())
    assert.is_nil(map:players()())
    world:unit { player = "new", x = 1, y = 1 }
    says("is not a number", function() world:unit { player = "new", x = 1, y = 2, speed = "x" } end)
    assert.equal("new", map:players()().name)
  end)

  it("keeps up influence maps as it was told last, and reports when it cannot any more", function()
    local world = small_world(FIELD)
    world:influence("danger", { decay = 0.5 })
    local danger = world:influence("danger", { decay = 0.5, every = 2 })
    danger:set(1, 1, 100)
    world.run(2)
    assert.equal(50, danger:get(1, 1))
    danger:remove()
    world.run(4)
    assert.equal(1, #world.reports)
    assert.same({ "danger", 4 }, { world.reports[1].influence, world.reports[1].tick })
    assert.matches("^influence 'danger': .*removed", world.reports[1].text)
  end)

  it("lists the units of a player, who may be named", function()
    local world = small_world(FIELD)
    world:unit { player = "red", x = 1, y = 1 }
    local blue = world:unit { player = "blue", x = 2, y = 1 }
    for _, player in ipairs { "blue", blue.player } do
      local list = {}
      for unit in world:units(player) do list[#list + 1] = unit end
      assert.same({ 1, blue }, { #list, list[1] })
    end
  end)

  it("has units make way for each other, unless they are given another rule", function()
    local world = small_world(". . . .\n")
    local unit = world:unit { player = "red", x = 1, y = 1 }
    assert.equal("yield", unit.avoidance)
    local other = world:unit { player = "red", x = 2, y = 1, avoidance = "wait" }
    assert.equal("wait", other.avoidance)
    unit.avoidance = "repath"
    assert.equal("repath", unit.avoidance)
    assert.equal("repath", unit.body.avoidance)
    assert.has_error(function()
      world:unit { player = "red", x = 3, y = 1, avoidance = "hop" }
    end)
  end)
end)
