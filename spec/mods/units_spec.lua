-- Mods that reach for what is not theirs, by way of their units. Each is contained: what it tried
-- fails, and the battle beside it ends with the same hash as without.

local fray = require "support.fray"

local IDLE = "return function(unit) unit:sleep() end"

local function reports_of(world)
  local list = {}
  for i, report in ipairs(world.reports) do list[i] = report.text end
  return table.concat(list, "\n")
end

describe("a mod that attacks", function()
  local peace = fray(IDLE, {})

  -- Runs an attack, each of whose lines is what came of one attempt. `each`: see support/fray.lua.
  local function contained(attack, each, limits)
    local hash, world, victim, lines = fray(attack, { each = each, limits = limits })
    assert.equal(each and fray(IDLE, { each = each }) or peace, hash)
    return lines, reports_of(world), world, victim
  end

  it("orders another player's units", function()
    local lines, reports = contained [[
      return function(unit)
        unit:sleep(20)
        local foe = unit:enemies(9)[1]
        local path = unit:path(8, 6)
        local function try(name, ...)
          local ok, message = pcall(...)
          print(name, ok, message)
        end
        try("behave", foe.behave, foe, nil)
        try("behave", foe.behave, foe, function() end)
        try("stop", foe.stop, foe)
        try("rouse", foe.rouse, foe)
        try("request", foe.body.request, foe.body, { x = 1, y = 1 })
        try("follow", foe.body.follow, foe.body, path)
        try("path", foe.path, foe, 1, 1)
        try("data", function() return foe.data end)
        try("data", function() foe.data = {} end)
        try("set", function() foe.collisions = "wait" end)
        try("set", function() foe.speed = 0 end)
        try("walk", foe.walk, foe, path)
        try("sleep", foe.sleep, foe, 1)
        try("place", foe.place, foe, 1, 1)
        try("remove", foe.remove, foe)
        try("home", function() return foe.home end)
        try("reserve", foe.reserve, foe, "a", "b")
        try("key", function() unit.world:reserve("key", foe) end)
        try("tell", foe.tell, foe, "attacked", unit)
      end]]
    assert.equal("", reports)
    for i, line in ipairs(lines) do
      if i < #lines then assert(line:find("\tfalse\t", 1, true), line) end
    end
    assert.equal(19, #lines)
    assert.truthy(lines[1]:find("is not this mod's to order", 1, true))
    assert.truthy(lines[8]:find("is another player's", 1, true))
  end)

  it("passes its own unit off as another", function()
    local lines, reports = contained [[
      return function(unit)
        unit:sleep(20)
        local foe = unit:enemies(9)[1]
        local own = unit.id
        unit.id = foe.id
        print(pcall(unit.stop, unit))
        print(pcall(unit.behave, unit, nil))
        print(pcall(function() unit.data.hp = 0 end))
        unit.id = own
        print(pcall(rawset, unit, "id", foe.id))
        print(pcall(setmetatable, unit, {}))
        print(pcall(pairs, unit))
        print(pcall(rawget, unit, "_task"))
        print(getmetatable(unit), getmetatable(unit.world), getmetatable(unit.body))
        unit._task, unit._current = nil, foe
      end]]
    assert.truthy(lines[1]:find("^false.*not this mod's"))
    assert.truthy(lines[2]:find("^false.*not this mod's"))
    assert.truthy(lines[3]:find("^false.*another player's"))
    for i = 4, 7 do assert(lines[i]:find("^false\t"), lines[i]) end
    assert.equal("false\tfalse\tfalse", lines[8])
    assert.truthy(reports:find("behaviour 'test.it'", 1, true) or reports == "")
  end)

  it("looks for what its player does not see", function()
    local lines, reports = contained [[
      return function(unit)
        local seen = 0
        for _ in unit.world:units() do seen = seen + 1 end
        for y = 1, 6 do
          for x = 1, 16 do
            if unit.world:unit_at(x, y) then seen = seen - 1 end
          end
        end
        print(seen, unit.world:holder("gather red 1 1"))
        for _, name in ipairs { "red", "blue" } do
          local player = unit.world:player(name)
          print(pcall(player.knows, player, 1, 1))
          print(pcall(unit.visible_to, unit, player))
        end
        print(unit.world:player("nobody"), #unit:around(200, "any"))
      end]]
    assert.equal("", reports)
    assert.equal("0\tnil", lines[1])
    for i = 2, 5 do assert.truthy(lines[i]:find("^false\t.*the player of its unit"), lines[i]) end
    assert.truthy(lines[6]:find("^nil\t"))
  end)

  it("keeps a unit that is removed", function()
    local lines, reports = contained([[
      local kept
      return function(unit)
        unit.data.first = true
        for other in unit.world:units(unit.player) do
          if other ~= unit then kept = other end
        end
        unit:sleep(5)
        print(kept.removed, tostring(kept))
        print(pcall(function() return kept.x end))
        print(pcall(function() return kept.player end))
        print(pcall(function() return kept.data end))
        print(pcall(kept.tell, kept, "hello"))
        print(unit:sees(kept), unit:chase(kept))
        print(pcall(kept.behave, kept, nil))
      end]], function(world)
      if world.ticks == 0 then
        world.friend = world:unit { player = "green", x = 9, y = 1 }
      elseif world.friend then
        world.friend:remove()
        world.friend = nil
      end
    end)
    assert.equal("", reports)
    assert.same({ "true\tunit 14 (removed)", "false\tunit 14 was removed",
      "false\tunit 14 was removed", "false\tthere is no unit 14",
      "true\tunit 14 (removed)", "false\tnil\tgone", "false\tunit 14 is not this mod's to order" },
      lines)
  end)

  it("changes the world in an event", function()
    local lines, reports = contained([[
      local think = require "astar.think"
      local function wreck(unit)
        local world = unit.world
        for _, f in ipairs {
          function() world.ticks = 0 end, function() world.random = nil end,
          function() world.map:set(1, 1, "wall") end, function() world.map.width = 1 end,
          function() world:tick() end, function() world:unit { player = "green", x = 1, y = 1 } end,
          function() world:behaviour("x", wreck) end, function() unit.x = 1 end,
          function() unit.player.name = "red" end, function() unit.class.size = 9 end,
          function() world._units = {} end, function() unit.body:place(1, 1) end,
        } do print(pcall(f)) end
      end
      return think.listen(function(unit) unit:wait(30) end, { alarm = wreck })
    ]], function(world, unit) if world.ticks == 5 then unit:tell("alarm") end end)
    assert.equal("", reports)
    assert.equal(12, #lines)
    for _, line in ipairs(lines) do assert(line:find("^false\t"), line) end
  end)

  it("asks for a million ways", function()
    local _, reports = contained [[
      return function(unit)
        for i = 1, 1000000 do unit.body:request({ x = 1 + i % 16, y = 6 }, {}) end
      end]]
    assert.truthy(reports:find("has 8 requests that wait", 1, true))
    _, reports = contained [[
      return function(unit)
        for i = 1, 1000000 do pcall(unit.body.request, unit.body, { x = 1 + i % 16, y = 6 }, {}) end
      end]]
    assert.truthy(reports:find("too many instructions", 1, true))
    local lines
    lines, reports = contained([[
      return function(unit)
        local code
        repeat
          local path
          path, code = unit:path(1, 6)
        until not path
        local _, nearest = unit:nearest({ { x = 1, y = 6 } })
        print(code, nearest, select(2, unit:flight(unit:enemies(9))))
        unit:sleep(1)
        print(unit:path(1, 6))
        while true do unit:path(1, 6) end
      end]], nil, { nodes = 500 })
    assert.same({ "budget\tbudget\tbudget", "path (10 cells, cost 102, complete)" }, lines)
    assert.truthy(reports:find("too many instructions", 1, true))
  end)

  it("talks without end", function()
    for _, what in ipairs {
      "unit:tell('boo', ('x'):rep(100))", "print 'boo'", "unit.world:units()",
      "unit:around(200, 'any')", "unit:knows(1, 1)",
      "unit.world:holder('x')", "unit:rouse()",
    } do
      local lines, reports, world = contained(("return function(unit) while true do %s end end")
        :format(what))
      assert(reports:find("too many instructions", 1, true), what .. ": " .. reports)
      assert.truthy(#lines < 1000)
      assert.truthy(world.failures == 1)
    end
    local _, reports = contained [[
      return function(unit) for i = 1, 100 do unit:reserve(i, "purpose " .. i) end end]]
    assert.truthy(reports:find("unit 13 has reserved too much", 1, true))
  end)

  it("gives way where it must not", function()
    for text, attack in pairs {
      ["a behaviour has yielded string"] =
        "return function(unit) coroutine.yield('never') end",
      ["can only be called by the unit's behaviour"] =
        "return function(unit) coroutine.wrap(function() unit:sleep(1) end)() end",
      ["a behaviour has yielded nan"] = "return function(unit) coroutine.yield(0/0) end",
      ["a number of ticks expected"] = "return function(unit) unit:sleep(0/0) end",
      ["it.lua:"] = [[return function(unit)
        unit:defer(function() unit:sleep(5) end)
        error "over"
      end]],
    } do
      local _, reports = contained(attack)
      assert(reports:find(text, 1, true), reports)
    end
    contained [[
      local think = require "astar.think"
      return think.chooser { { evaluate = function(unit) coroutine.yield(1) return 1 end,
        execute = function(unit) unit:sleep() end } }]]
    contained "return function(unit) unit:sleep(-1e308) unit:sleep(1e308) end"
  end)

  it("undoes without end when it is ended", function()
    local _, reports, _, victim = contained([[
      return function(unit)
        unit:defer(function() while true do end end)
        unit:reserve("key", "purpose")
        unit:sleep()
      end]], function(world, unit) if world.ticks == 9 then unit:behave(nil) end end)
    assert.truthy(reports:find("too many instructions", 1, true))
    assert.is_nil(next(victim.world._reserved))
  end)

  it("fails in ways that cannot be told", function()
    for _, thrown in ipairs {
      "setmetatable({}, { __tostring = function() error 'again' end })",
      "setmetatable({}, { __tostring = function() while true do end end })",
      "setmetatable({}, { __tostring = function() return 7 end })",
      "unit", "nil", "{}", "print",
    } do
      local _, _, world = contained(("return function(unit) error(%s) end"):format(thrown))
      assert.equal(1, world.failures)
    end
  end)

  it("fills the host's memory by way of data", function()
    local _, reports = contained [[
      return function(unit)
        unit.data.long = ("x"):rep(2 ^ 17) .. unit.id
        for i = 1, 20 do unit.data[i] = unit.data.long .. i end
      end]]
    assert(reports ~= "", reports)
  end)

  it("knows a way forever", function()
    local lines, reports = contained [[
      return function(unit)
        local first = unit:path(1, 6)
        for i = 1, 40 do unit:path(1, 6) end
        print(#first, pcall(first.cells, first))
        for i, x, y in first:cells() do end
      end]]
    assert.equal(1, #lines)
    assert(reports:find("this path was forgotten", 1, true), reports)
  end)
end)
