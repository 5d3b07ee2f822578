local says = require "support.says"
local skip = require "support.skip"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . .
  . . # # # # . .
  . . . . . . . .
]]

local function one_unit(options)
  local world = small_world(FIELD, options)
  return world, world:unit { player = "red", x = 1, y = 1, speed = 1 }
end

local function forever(unit)
  while true do unit:sleep() end
end

describe("a unit of a world #quick", function()
  it("has the fields of its body, its own, and no others", function()
    local world, unit = one_unit()
    assert.same({ 1, 1, "standing", 1 }, { unit.x, unit.y, unit.state, unit.id })
    unit.speed, unit.sight, unit.data, unit.home = 0.5, 3, { hp = 7 }, { x = 8, y = 3 }
    assert.same({ 0.5, 3, 7, 8 }, { unit.speed, unit.body.sight, unit.data.hp, unit.home.x })
    assert.equal(world, unit.world)
    assert.equal("unit 1 (red at 1, 1)", tostring(unit))
    says("field 'state' of unit is read-only", function() unit.state = "moving" end)
  end)

  it("is a place: as wide and high as its class", function()
    local world, unit = one_unit()
    local giant = world:unit { player = "red", x = 7, y = 1, class = world.map:class { size = 2 } }
    assert.same({ 1, 1, 2, 2 }, { unit.width, unit.height, giant.width, giant.height })
    assert.same({ 1, 2 }, { unit.body.width, giant.body.height })
    assert.equal(4, giant:distance { x = 3, y = 3 })
    assert.equal(6, unit:distance(giant))
    assert.equal(giant, unit:nearest({ giant }).goal)
    assert.equal(giant, world.map:nearest(1, 1, { giant }).goal)
    assert.is_nil((unit:nearest({ giant }, {})))
    assert.equal(giant, unit:nearest({ giant }, { within = 1 }).goal)
    assert.equal(giant, world.map:nearest(1, 1, { giant }, { within = 1 }).goal)
    unit.home = giant
    assert.equal(2, unit.home.height)
    says("field 'width' of unit is read-only", function() giant.width = 3 end)
  end)

  it("tells what it is at, and when that has ended", function()
    local world, unit = one_unit()
    assert.is_false(unit.behaviour)
    world:behaviour("idle", function(one)
      one:sleep(2)
      return nil, "bored"
    end)
    unit:behave("idle")
    assert.equal("idle", unit.behaviour)
    local ended
    world.run(9, function()
      for name, who, ok, code in world:events() do ended = { name, who.id, ok, code } end
      return ended
    end)
    assert.same({ "ended", 1, nil, "bored" }, ended)
    assert.is_false(unit.behaviour)
  end)

  it("hands arguments to its behaviour, nil among them", function()
    local world, unit = one_unit()
    local got
    unit:behave(function(...) got = { n = select("#", ...), ... } end, nil, 7, nil)
    world:tick()
    assert.same({ n = 4, unit, nil, 7 }, got)
  end)

  local yielding_it = skip.where(skip.unyielding())

  yielding_it("goes no further than its next verb when it has ended itself", function()
    local world, unit = one_unit()
    local log = {}
    local function doomed(one)
      one:remove()
      log[#log + 1] = "after"
      pcall(one.defer, one, function() end)
      log[#log + 1] = "never"
    end
    local function persistent(one)
      one:behave(doomed)
      while true do pcall(one.sleep, one, 1) end
    end
    unit:behave(persistent)
    world.run(3)
    assert.same({ "after" }, log)
    assert.same({}, world.reports)
  end)

  it("ends with all that is within it when it is ended from within", function()
    local world, unit = one_unit()
    local log = {}
    unit:behave(function(one)
      one:defer(function() log[#log + 1] = "outer" end)
      local inner = one:start(function()
        one:defer(function() log[#log + 1] = "inner" end)
        one:behave(forever)
        one:sleep(1)
        log[#log + 1] = "never"
      end)
      one:step(inner)
      log[#log + 1] = "never"
    end)
    world.run(3)
    assert.same({ "inner", "outer" }, log)
    assert.same({}, world.reports)
    assert.equal(forever, unit.behaviour)
  end)

  it("has no turn for what it is told when it has nothing to do", function()
    local world, unit = one_unit()
    unit:tell("alarm")
    assert.same({}, world._due)
    local told
    for name, who in world:events() do told = { name, who } end
    assert.same({ "alarm", unit }, told)
  end)

  it("sleeps for whole ticks, at least one", function()
    local world, unit = one_unit()
    local log = {}
    unit:behave(function(one)
      for _, ticks in ipairs { 0, -5, 0.5, 2.5, 1 } do
        one:sleep(ticks)
        log[#log + 1] = world.ticks
      end
    end)
    world.run(20)
    assert.same({ 2, 3, 4, 7, 8 }, log)
  end)

  it("does not gather timers while it waits and much happens", function()
    local world, unit = one_unit()
    unit:behave(function(one) one:wait(1000) end)
    for _ = 1, 500 do
      unit:rouse()
      world:tick()
    end
    assert.equal(1, #world._timers[1001])
  end)
end)

describe("events of a unit #quick", function()
  it("are not heard by a behaviour that was given later", function()
    local world, unit = one_unit()
    local heard = {}
    local function listen(one)
      while true do
        for name in one:events() do heard[#heard + 1] = name end
        one:sleep()
      end
    end
    unit:tell("nobody is there")
    unit:behave(forever):tell("for the first")
    unit:behave(listen):tell("for the second", 1)
    world.run(2)
    assert.same({ "for the second" }, heard)
  end)

  it("give what they were told with, nil among it", function()
    local world, unit = one_unit()
    local got
    unit:behave(function(one)
      while not one:event "hit" do one:sleep() end
      got = { n = select("#", one:event "hit"), one:event "hit" }
    end)
    world:tick()
    unit:tell("missed")
    unit:tell("hit", nil, 3, nil)
    world:tick()
    assert.same({ n = 4, true, nil, 3 }, got)
  end)

  it("are gone in the next turn", function()
    local world, unit = one_unit()
    local seen = {}
    unit:behave(function(one)
      while true do
        seen[#seen + 1] = one:event "hit" or false
        one:sleep(1)
      end
    end)
    world:tick()
    unit:tell("hit")
    world.run(2)
    assert.same({ false, true, false }, seen)
  end)
end)

describe("an error in a behaviour #quick", function()
  it("ends its turn; its own traceback and that of what it is in are reported", function()
    local world, unit = one_unit()
    local function deep() error("deep down") end
    local function within(one) return one:step(one:start(deep)) end
    unit:behave(function(one) return (one:step(one:start(within))) end)
    world:tick()
    local report = world.reports[1]
    assert.matches("unit_spec.lua:%d+: deep down", report.message)
    local line = report.message:match(":(%d+):")
    assert.matches("unit_spec.lua:" .. line .. ".*within a task with.*unit_spec.lua",
      report.traceback)
    assert.equal("unit_spec.lua:" .. line, report.where:match("unit_spec.*"))
    local _, stacks = report.traceback:gsub("stack traceback:", "")
    assert.equal(3, stacks)
    assert.is_function(unit.behaviour)
  end)

  it("is reported with file and line, whatever was raised", function()
    local world, unit = one_unit()
    local strange = setmetatable({}, { __tostring = function() error("no") end })
    for _, what in ipairs { {}, strange, 7, true, "bare" } do
      world.run(200)                               -- until the one before has stopped
      for i = #world.reports, 1, -1 do world.reports[i] = nil end
      unit:behave(function() error(what, 0) end)
      world:tick()
      local report = world.reports[#world.reports]
      assert.equal(what, report.message)
      assert.matches("behaviour 'a function': .*unit_spec.lua:%d+%)", report.text)
      assert.matches("unit_spec.lua:%d+", report.where)
      assert.equal(1, #world.reports)
      unit:behave(nil)
    end
  end)

  it("in a cleanup hurts nobody who ends the behaviour", function()
    local world, unit = one_unit()
    local function untidy(one)
      one:defer(function() error("untidy") end)
      one:sleep()
    end
    local log = {}
    unit:behave(untidy)
    world:tick()
    unit:behave(function(one)
      log[#log + 1] = "second"
      untidy(one)
    end)
    world:tick()
    unit:remove()
    assert.same({ "second" }, log)
    assert.is_true(unit.removed)
    assert.equal(0, world:count())
    assert.equal(2, #world.reports)
    assert.matches("unit 1 .*untidy", world.reports[2].text)
  end)

  it("is reported under the name of the behaviour that raised it", function()
    local world, unit = one_unit()
    world:behaviour("old", function(one)
      one:behave("new")
      error("in the old one")
    end)
    world:behaviour("new", forever)
    unit:behave("old")
    world.run(2)
    assert.equal(1, #world.reports)
    assert.equal("old", world.reports[1].behaviour)
    assert.equal("new", unit.behaviour)
  end)

  it("comes of what is not for behaviours; the tick goes on", function()
    local world, unit = one_unit()
    local other = world:unit { player = "red", x = 8, y = 3 }
    local wrong = {
      ["cannot tick within its tick"] = function() world:tick() end,
      ["a behaviour has yielded string"] = function() coroutine.yield("x") end,
      ["has yielded userdata"] = function(one) one.body:request_path(8, 3):await() end,
      ["can only be called by the unit's behaviour"] = function(one)
        assert(coroutine.resume(coroutine.create(function() one:sleep(1) end)))
      end,
      ["number of ticks expected, got nan"] = function(one) one:sleep(0 / 0) end,
      ["bad argument #1 to 'defer' (a function expected, got nil)"] = function(one)
        one:defer()
      end,
      ["bad argument #1 to 'start' (a function expected, got string)"] = function(one)
        one:start("go")
      end,
      ["#1 to 'find_nearest' (goals[2]: width and height are not whole"] = function(one)
        one:find_nearest { one, { x = 5, y = 2, width = 0 } }
      end,
      ["#1 to 'nearest' (goals[1]: width and height are not whole"] = function(one)
        one:nearest { { x = 5, y = 2, height = "a" } }
      end,
    }
    for text, behaviour in pairs(wrong) do
      local count, turn = #world.reports, nil
      unit:behave(behaviour)
      other:behave(function() turn = world.ticks end)
      world:tick()
      assert.equal(count + 1, #world.reports)
      says(text:gsub("nan", tostring(0 / 0)), error, world.reports[#world.reports].message)
      assert.equal(world.ticks, turn)
    end
    world.run(5)
  end)

  it("of a callback of the queue is raised when the tick is done", function()
    local world, unit = one_unit()
    unit:behave(function(one)
      while true do
        one.data.turn = world.ticks
        one:sleep(1)
      end
    end)
    unit.body:request_path(8, 3, nil, { done = function() error("in a callback", 0) end })
    says("in a callback", world.tick, world)
    assert.equal(1, unit.data.turn)
  end)
end)
