local astar = require "astar"
local modded = require "support.modded"
local says = require "support.says"
local small_world = require "support.small_world"

local ROOM = [[
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .]]

local function idle(unit)
  while true do
    unit.data.turns = (unit.data.turns or 0) + 1
    unit:sleep(1)
  end
end

local function soldier(x)
  local world = small_world(ROOM)
  world:behaviour("idle", idle)
  return world, world:unit { player = "red", x = x or 1, y = 1, speed = 1, behaviour = "idle" }
end

-- The names of events of orders, with the names of orders and the first that they returned.
local function ended(world)
  local list = {}
  for name, _, of, result in world:events() do
    if name == "order_ended" then
      list[#list + 1] = ("%s %s"):format(tostring(of), tostring(result))
    end
  end
  return list
end

local function names(unit)
  local list = {}
  for i, order in ipairs(unit:orders()) do list[i] = order.behaviour end
  return list
end

describe("unit:order #quick", function()
  it("runs a verb by its name, in place of the behaviour, which begins again after it", function()
    local world, unit = soldier()
    world.run(3)
    local turns = unit.data.turns
    unit:order("go", 5, 1)
    assert.same({ { behaviour = "go", 5, 1, n = 2 } }, unit:orders())
    assert.equal("idle", unit.behaviour)
    world.run(30, function() return ended(world)[1] end)
    assert.same({ "go true" }, ended(world))
    assert.same({ 5, 1, turns }, { unit.x, unit.y, unit.data.turns })
    assert.same({}, unit:orders())
    world.run(2)
    assert.equal(turns + 2, unit.data.turns)
  end)

  it("takes the place of the orders before, and of what they were doing", function()
    local world, unit = soldier()
    unit:order("go", 9, 1):queue_order("go", 1, 3)
    world.run(2)
    unit:order("go", 1, 2)
    assert.same({ "go" }, names(unit))
    world.run(30, function() return ended(world)[1] end)
    assert.same({ 1, 2 }, { unit.x, unit.y })
  end)

  it("takes behaviours of the game, functions, and arguments", function()
    local world, unit = soldier()
    world:behaviour("go", function(one, x) one.data.own_go = x end)
    unit:order("go", 7)
    world:tick()
    assert.equal(7, unit.data.own_go)
    unit:order(function(one, ...) one.data.given = select("#", ...) end, nil, nil)
    world:tick()
    assert.equal(2, unit.data.given)
    assert.equal(idle, world:behaviour("idle"))
    assert.equal(require "astar.verbs".patrol, world:behaviour("patrol"))
  end)

  it("refuses what is no behaviour, with nothing lost", function()
    local _, unit = soldier()
    unit:order("go", 5, 1)
    assert.error_matches(function() unit:order("goo", 1) end,
      "bad argument #1 to 'order' %(there is no behaviour 'goo', the nearest is 'go'%)")
    assert.error_matches(function() unit:queue_order(5) end,
      "bad argument #1 to 'queue_order' %(a name or a function expected, got number%)")
    assert.error_matches(function() unit:order() end, "bad argument #1 to 'order' %(a name")
    assert.same({ "go" }, names(unit))
  end)

  it("is refused by a unit that was removed, as all that does something to it", function()
    local world, unit = soldier()
    unit:order("go", 5, 1)
    unit:remove()
    assert.same({}, unit:orders())
    for method, arguments in pairs { order = { "go", 1, 1 }, queue_order = { "go", 1, 1 },
      behave = {}, cancel_orders = {}, say = { "x" }, mark = { 1, 1 }, stop = {}, place = { 1, 1 },
      set_player = { "blue" } } do
      says(("calling '%s' on bad self (the unit was removed)"):format(method), function()
        unit[method](unit, arguments[1], arguments[2], arguments[3])
      end)
    end
    assert.same({ nil, "gone" }, { unit:tell "called" })
    world:tick()
    assert.same({}, world.reports)
  end)

  it("is refused in the caller's line where a verb could not begin with it", function()
    local _, unit = soldier()
    for method, name in pairs { order = "go", queue_order = "go", behave = "go" } do
      says(("bad argument #2 to '%s' (x = 0 is outside the map"):format(method), function()
        unit[method](unit, name, 0, 5)
      end)
    end
    says("bad argument to 'order' (another unit expected, got ", function()
      unit:order("engage", unit)
    end)
    says("#3 to 'order' (query: unknown key 'withn'", function()
      unit:order("chase", { x = 1, y = 1 }, { withn = 2 })
    end)
    assert.same({}, unit:orders())
  end)

  it("tries each verb of the library, and runs none", function()
    local verbs = require "astar.verbs"
    local world, unit = soldier()
    local before = world:hash()
    for name, verb in pairs(verbs) do
      pcall(unit.order, unit, name, function() end)
      unit:cancel_orders()
      assert.is_function(verb)
    end
    assert.equal(before, world:hash())
  end)

  it("gives a unit without a behaviour something to do", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    unit:order("go", 3, 1)
    world.run(20)
    assert.same({ 3, false, "standing" }, { unit.x, unit.behaviour, unit.state })
  end)

  it("is left behind by an error, which names it", function()
    local world, unit = soldier()
    unit:order(function() error("no powder", 0) end):queue_order("go", 2, 1)
    world.run(20, function() return #ended(world) > 0 and unit.x == 2 end)
    assert.equal(1, #world.reports)
    assert.equal("a function", world.reports[1].behaviour)
    assert.equal(2, unit.x)
    unit:order(function(it) it:go "x" end)
    world:tick()
    assert.equal("a function", world.reports[2].behaviour)
    world.run(2)
    assert.equal("idle", unit.behaviour)
  end)

  it("can be given by the behaviour that it ends", function()
    local world = small_world(ROOM)
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, behaviour = function(one)
      if one.x == 1 then one:order("go", 4, 1) end
      one:sleep()
    end }
    world.run(20, function() return unit.x == 4 end)
    assert.equal(4, unit.x)
    assert.same({}, world.reports)
  end)
end)

describe("unit:queue_order #quick", function()
  it("queues orders, as a click with shift does", function()
    local world, unit = soldier()
    unit:queue_order("go", 3, 1):queue_order("go", 3, 3):queue_order("go", 1, 3)
    assert.same({ "go", "go", "go" }, names(unit))
    local way = {}
    for _ = 1, 40 do
      world:tick()
      for _, one in ipairs(ended(world)) do
        way[#way + 1] = ("%s %d,%d"):format(one, unit.x, unit.y)
      end
    end
    assert.same({ "go true 3,1", "go true 3,3", "go true 1,3" }, way)
  end)

  it("ends the behaviour, with its cleanups, where there was no order", function()
    local world, unit = soldier()
    local cleaned = 0
    unit:behave(function(self)
      self:defer(function() cleaned = cleaned + 1 end)
      self:sleep()
    end)
    world:tick()
    assert.equal(0, cleaned)
    unit:queue_order("go", 3, 1)
    assert.equal(1, cleaned)
    unit:queue_order("go", 1, 1)
    assert.equal(1, cleaned)
  end)

  it("goes on with the next one where one has failed", function()
    local world, unit = soldier()
    for y = 1, 3 do world.map:set(5, y, "wall") end
    world:player("red"):reveal()
    unit:order("go", 7, 1):queue_order("go", 1, 2)
    world.run(20, function() return unit.y == 2 end)
    assert.same({ 1, 2 }, { unit.x, unit.y })
  end)
end)

describe("what orders a unit #quick", function()
  it("returns the unit, whatever it does", function()
    local function nothing(unit) unit:sleep() end
    local states = {
      standing = function() end,
      working = function(unit) unit:behave(nothing) end,
      ordered = function(unit) unit:order("go", 5, 1) end,
      queued = function(unit) unit:order("go", 5, 1):queue_order("go", 1, 1) end,
    }
    for name, state in pairs(states) do
      local world = small_world "......."
      local unit = world:unit { player = "red", x = 1, y = 1 }
      state(unit)
      world:tick()
      for method, arguments in pairs { cancel_orders = {}, order = { "go", 4, 1 },
        queue_order = { nothing }, behave = { nothing }, rouse = {} } do
        assert.equal(unit, unit[method](unit, arguments[1], arguments[2], arguments[3]),
          name .. " " .. method)
      end
    end
  end)
end)

describe("unit:cancel_orders #quick", function()
  it("ends all of them; the behaviour begins again", function()
    local world, unit = soldier()
    unit:order("go", 9, 1):queue_order("go", 1, 3)
    world.run(3)
    unit:cancel_orders()
    assert.same({}, unit:orders())
    world.run(2)
    assert.equal("standing", unit.state)
    assert.is_true(unit.data.turns > 0 and unit.x < 9)
  end)

  it("does nothing where there are none", function()
    local world, unit = soldier()
    world.run(2)
    assert.equal(unit, unit:cancel_orders())
    assert.equal(2, unit.data.turns)
    world:tick()
    assert.equal(3, unit.data.turns)
  end)
end)

describe("an order wins #quick", function()
  it("over a behaviour that is given meanwhile, which begins when the order is done",
    function()
      local world, unit = soldier()
      unit:order("go", 4, 1)
      world.run(2)
      unit:behave(function(one) one.data.other = true one:sleep() end)
      world.run(20, function() return unit.data.other end)
      assert.same({ 4, true }, { unit.x, unit.data.other })
      unit:order("go", 1, 1):behave(nil)
      world.run(20)
      assert.same({ 1, false }, { unit.x, unit.behaviour })
    end)

  it("over a mod, whose behaviour begins again after it", function()
    local world = small_world(ROOM)
    modded(world, [[return function(unit)
      unit.data.begun = (unit.data.begun or 0) + 1
      while true do unit:go(9, 3) unit:sleep(1) end
    end]])
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, behaviour = "test.it" }
    world.run(2)
    unit:order("go", 1, 3)
    world.run(30, function() return ended(world)[1] end)
    assert.same({ 1, 3, 1 }, { unit.x, unit.y, unit.data.begun })
    world.run(40)
    assert.same({ 9, 3, 2 }, { unit.x, unit.y, unit.data.begun })
    assert.same({}, world.reports)
  end)

  it("over earlier ones: a group's over the unit's own, and the other way round", function()
    local world, unit = soldier()
    local group = world:group { units = { unit } }
    unit:order("go", 9, 1)
    group:go(3, 3)
    assert.same({ "hold_formation" }, names(unit))
    world.run(30, function() return group.status == "assembled" end)
    world.run(2)
    assert.same({ 3, 3, "idle" }, { unit.x, unit.y, unit.behaviour })
    assert.same({}, unit:orders())
    group:go(9, 3)
    world.run(3)
    unit:order("go", 1, 1)
    world.run(30, function() return unit.x == 1 and unit.y == 1 end)
    assert.same({ 1, 1 }, { unit.x, unit.y })
  end)
end)

describe("orders that are saved #quick", function()
  local function setup(world) world:behaviour("idle", idle) end

  it("are there after loading, and go on exactly", function()
    local world, unit = soldier()
    unit:order("go", 9, 1):queue_order("patrol", { { x = 1, y = 1 }, { x = 4, y = 2 } })
    world.run(3)
    local again = assert(astar.read_world(assert(world:save()), { setup = setup }))
    local other = again:unit(unit.id)
    assert.same(unit:orders(), other:orders())
    for _ = 1, 40 do
      world:tick()
      again:tick()
      assert.equal(world:hash(), again:hash())
    end
  end)

  it("must have names", function()
    local world, unit = soldier()
    unit:order("go", 2, 1):queue_order(function() end)
    assert.same({ nil, "unit 1: an order is a function without a name; " ..
      "world:behaviour gives it one" }, { world:save() })
    unit:order("go", { x = 1, y = 1, f = print })
    local _, why = world:save()
    assert.matches("^unit 1: .*f is a function, which cannot be saved$", why)
  end)

  it("are refused where the world that loads them lacks their behaviour", function()
    local world, unit = soldier()
    world:behaviour("dig", function(one) one:sleep() end)
    unit:order("dig")
    local _, why = astar.read_world(world:save(), { setup = setup })
    assert.equal("text: there is no behaviour 'dig', which unit 1 is ordered to", why)
  end)
end)
