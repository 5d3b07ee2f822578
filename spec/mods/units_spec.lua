-- Mods that reach for what is not theirs, by way of their units. Each is contained: what it tried
-- fails, and the battle beside it ends with the same hash as without.

local astar = require "astar"
local fray = require "support.fray"
local modded = require "support.modded"
local parts = require "support.parts"

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
        local enemy = unit:enemies(9)[1]
        local path = unit:path(8, 6)
        local function try(name, ...)
          local ok, message = pcall(...)
          print(name, ok, message)
        end
        try("behave", enemy.behave, enemy, nil)
        try("behave", enemy.behave, enemy, function() end)
        try("stop", enemy.stop, enemy)
        try("rouse", enemy.rouse, enemy)
        try("request", enemy.body.request_path, enemy.body, { x = 1, y = 1 })
        try("follow", enemy.body.follow_path, enemy.body, path)
        try("path", enemy.path, enemy, 1, 1)
        try("data", function() return enemy.data end)
        try("data", function() enemy.data = {} end)
        try("set", function() enemy.avoidance = "wait" end)
        try("set", function() enemy.speed = 0 end)
        try("map", function() unit.world.map.width = 3 end)
        try("walk", enemy.walk, enemy, path)
        try("sleep", enemy.sleep, enemy, 1)
        try("place", enemy.place, enemy, 1, 1)
        try("remove", enemy.remove, enemy)
        try("home", function() return enemy.home end)
        try("reserve", enemy.reserve, enemy, "a", "b")
        try("key", function() unit.world:reserve("key", enemy) end)
        try("tell", enemy.tell, enemy, "attacked", unit)
      end]]
    assert.equal("", reports)
    local own, other = "unit 2 is red's; you order only your own", "unit 2 is another player's"
    local wanted = { { "behave", own }, { "behave", own }, { "stop", own }, { "rouse", own },
      { "request", own }, { "follow", own }, { "path", other }, { "data", other },
      { "data", other }, { "set", own },
      { "set", "test/it.lua:19: a mod cannot set 'speed' of a unit" },
      { "map", "test/it.lua:20: a mod cannot change the map" }, { "walk", own },
      { "sleep", own }, { "place", "a mod cannot put a unit elsewhere" },
      { "remove", "a mod cannot remove a unit" }, { "home", other }, { "reserve", own },
      { "key", own } }
    for i, one in ipairs(wanted) do
      local said = lines[i]:gsub("test/it.lua:6: ", "") -- where a state names the call of `pcall`
      assert.equal(("%s\tfalse\t%s"):format(one[1], one[2]), said)
    end
    assert.same({ "tell\ttrue\tgame" }, { select(20, (table.unpack or unpack)(lines)) })
  end)

  it("passes its own unit off as another", function()
    local lines, reports = contained [[
      return function(unit)
        unit:sleep(20)
        local enemy = unit:enemies(9)[1]
        for _, key in ipairs { "id", "_task", "_current", "body", "player", "mark", 1 } do
          print(pcall(function() unit[key] = enemy[key] or enemy end))
          print(pcall(function() enemy[key] = true end))
        end
        for _, key in ipairs { "_task", "_news", "_held", "_is_unit", "_quit", "_think" } do
          print(pcall(function() return unit[key] end))
        end
        print(pcall(rawset, unit, "id", enemy.id))
        print(pcall(setmetatable, unit, {}))
        print(pcall(pairs, unit))
        print(pcall(rawget, unit, "_task"))
        local fake = { id = enemy.id, _is_unit = true, visible_to = enemy.visible_to }
        for _, f in ipairs { unit.stop, unit.go, unit.tell, unit.behave, unit.event, unit.find } do
          print(pcall(f, fake, "x"))
        end
        print(getmetatable(unit), getmetatable(unit.world), getmetatable(unit.body))
      end]]
    assert.equal("", reports)
    for i = 1, #lines - 1 do assert(lines[i]:find("^false\t"), lines[i]) end
    assert.equal(14 + 6 + 4 + 6 + 1, #lines)
    assert.equal("false\tfalse\tfalse", lines[#lines])
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
        print(unit.world:player("nobody"), #unit:units_near(200, "any"))
      end]]
    assert.equal("", reports)
    assert.equal("0\tnil", lines[1])
    for i = 2, 5 do assert.truthy(lines[i]:find("^false\t.*the player of its unit"), lines[i]) end
    assert.truthy(lines[6]:find("^player 'nobody'\t"))
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
        world.data.friend = world:unit { player = "green", x = 9, y = 1 }
      elseif world.data.friend then
        world.data.friend:remove()
        world.data.friend = nil
      end
    end)
    assert.equal("", reports)
    assert.same({ "true\tunit 2 (removed)", "false\tunit 2 was removed",
      "false\tunit 2 was removed", "false\tthere is no unit 2",
      "true\tnil\tgone", "false\tnil\tgone",
      "false\tunit 2 is not at a behaviour of this mod; you order only those that are" },
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
        for i = 1, 1000000 do unit.body:request_path({ x = 1 + i % 16, y = 6 }, {}) end
      end]]
    assert.truthy(reports:find("has 8 requests that wait", 1, true))
    _, reports = contained [[
      return function(unit)
        for i = 1, 1000000 do
          pcall(unit.body.request_path, unit.body, { x = 1 + i % 16, y = 6 }, {})
        end
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
    assert.same({ "budget\tbudget\tbudget", "path (10 cells, cost 102, complete)" },
      { lines[1], lines[2] })
    assert.truthy(reports:find("too many instructions", 1, true))
  end)

  it("talks without end", function()
    for _, what in ipairs {
      "unit:tell('boo', ('x'):rep(100))", "print 'boo'", "unit.world:units()",
      "unit:units_near(200, 'any')", "unit:knows(1, 1)",
      "unit.world:holder('x')", "unit:rouse()",
    } do
      local lines, reports, world = contained(("return function(unit) while true do %s end end")
        :format(what))
      assert(reports:find("too many instructions", 1, true), what .. ": " .. reports)
      assert.truthy(#lines < 1000 * world.failures)
      assert.truthy(world.failures >= 1 and world.failures <= 7)
    end
    local _, reports = contained [[
      return function(unit) for i = 1, 100 do unit:reserve(i, "purpose " .. i) end end]]
    assert.truthy(reports:find("unit 1 has reserved too much", 1, true))
  end)

  it("gives way where it must not", function()
    for _, one in ipairs {
      { "a behaviour has yielded string",
        "return function(unit) coroutine.yield('never') end" },
      { "can only be called by the unit's behaviour",
        "return function(unit) coroutine.wrap(function() unit:sleep(1) end)() end" },
      { "a behaviour has yielded nan",
        "return function(unit) coroutine.yield(0/0) end" },
      { "a number of ticks expected",
        "return function(unit) unit:sleep(0/0) end" },
      { "it.lua:", [[return function(unit)
        unit:defer(function() unit:sleep(5) end)
        error "over"
      end]] },
    } do
      local text, attack = one[1], one[2]
      local _, reports = contained(attack)
      assert(reports:find(text, 1, true), reports)
    end
    contained [[
      local think = require "astar.think"
      return think.utility { { evaluate = function(unit) coroutine.yield(1) return 1 end,
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
    for _, id in pairs(victim.world._reserved) do assert.not_equal(victim.id, id) end
  end)

  it("fails in ways that cannot be told", function()
    for _, thrown in ipairs {
      "setmetatable({}, { __tostring = function() error 'again' end })",
      "setmetatable({}, { __tostring = function() while true do end end })",
      "setmetatable({}, { __tostring = function() return 7 end })",
      "unit", "nil", "{}", "print",
    } do
      local _, _, world = contained(("return function(unit) error(%s) end"):format(thrown))
      assert.is_true(world.failures >= 1)
    end
  end)

  it("fills the host's memory by way of data", function()
    local _, reports = contained [[
      return function(unit)
        unit.data.long = ("x"):rep(2 ^ 14 - 9) .. unit.id
        for i = 1, 100 do unit.data[i] = unit.data.long .. i end
      end]]
    assert(reports ~= "", reports)
  end)

  it("knows a way forever", function()
    local lines, reports = contained [[
      return function(unit)
        local first = unit:path(1, 6)
        for i = 1, 40 do unit:path(1, 6) end
        print(#first, pcall(first.cells, first))
        for x, y, i in first:cells() do end
      end]]
    assert.is_true(#lines >= 1)
    assert(reports:find("this path was forgotten", 1, true), reports)
  end)

  it("changes what is the game's", function()
    local limits = { readonly = { "hp", "side" } }
    for _, change in ipairs { "unit.data.hp = 99", "unit.data = {}", "unit.data.side = 'blue'",
      "unit.data.hp = { 7 }", "rawset(unit.data, 'hp', nil)" } do
      local _, reports, _, victim = contained(
        ("return function(unit) unit.data.own = 1 %s unit:sleep() end"):format(change), nil, limits)
      assert(reports:find("is the game's: a mod can only read it", 1, true), reports)
      assert.same({ hp = 7 }, victim.data)
    end
    local _, reports, _, victim = contained([[
      return function(unit)
        unit.data.own = unit.data.hp
        unit:sleep()
      end]], nil, limits)
    assert.equal("", reports)
    assert.same({ hp = 7, own = 7 }, victim.data)
  end)

  it("spoils what is saved", function()
    local lines, reports, world, victim = contained [[
      return function(unit)
        for _, x in ipairs { 0 / 0, 1 / 0, 1.5, "1", 1e300, 0, 17 } do
          print(pcall(function() unit.home = { x = x, y = 1 } end))
          print(pcall(function() unit.home = { x = 1, y = 1, width = x } end))
        end
        unit.home = { x = 16, y = 2, height = 5, junk = { {}, { {} } } }
        local data = unit.data
        data.nan, data.inf, data.zero, data[0.5], data["a\0b"] = 0 / 0, 1 / 0, -0.0, 2, "\255\n\0"
        data.deep = { { { { { { { { {} } } } } } } } }
        data[-2 ^ 53], data[2 ^ 63], data[true] = 1, 2, 3
        unit:sleep()
      end]]
    assert.equal("", reports)
    assert.equal(14, #lines)
    for _, line in ipairs(lines) do assert.matches("^false\tunit%.home", line) end
    assert.same({ x = 16, y = 2, height = 5 }, victim.home)
    victim:behave(nil)
    local text = assert(world:save())
    local again = assert(astar.read_world(text, { behaviours = world._behaviours }))
    assert.equal(world:hash(), again:hash())
  end)

  it("talks another mod's unit to death", function()
    local other_unit, others = nil, {}
    local _, reports = contained([[
      local text = ("x"):rep(16000)
      return function(unit)
        while true do
          for _, friend in ipairs(unit:friends(9)) do
            local times = friend.behaviour == "calm.calm" and 20 or 0
            for i = 1, times do friend:tell("boo", text) end
          end
          unit:wait(1)
        end
      end]], function(world)
        if world.ticks == 1 then
          assert(modded(world, { ["mod.lua"] = [[
            return { name = "calm", version = "1", behaviours = { calm = function(unit)
              local heard = 0
              while true do
                unit:wait(50)
                for _ in unit:events("boo") do heard = heard + 1 end
                unit.data.heard = heard
              end
            end } }]] }))
          other_unit = world:unit { player = "green", x = 8, y = 2, speed = 1, sight = 9,
            behaviour = "calm.calm" }
          for i = 1, 2 do
            others[i] = world:unit { player = "green", x = 8 + i, y = 2, sight = 9,
              behaviour = "test.it" }
          end
        elseif world.ticks == 50 then
          assert.equal("calm.calm", other_unit.behaviour)
          other_unit.data = {}
        elseif world.ticks == 52 then
          other_unit.data = {}
          other_unit:behave(nil)
          for _, other in ipairs(others) do other:behave(nil) end
        end
      end)
    assert.equal("", reports)
  end)

  it("holds a player that is no more", function()
    local lines, reports, world = contained([[
      return function(unit)
        local grey = unit.world:player "grey"
        print(grey, pcall(unit.tell, unit, "remember", grey))
        unit:wait(8)
        unit:tell("remember", grey)
        unit:wait(1)
        print(select(2, unit:event "remember") == grey)
        unit:wait(10)
        print(grey, pcall(unit.tell, unit, "remember", grey))
        print(pcall(grey.knows, grey, 1, 1))
      end]], function(world)
        if world.ticks == 5 then world:unit { player = "grey", x = 11, y = 1 } end
        if world.ticks == 15 then world:player("grey"):remove() end
      end)
    assert.equal("", reports)
    local no_player = "player 'grey'\tfalse\tthere is no player 'grey' that its player has met"
    assert.same({ no_player, "true", no_player }, { lines[1], lines[2], lines[3] })
    assert.matches("^false\t.*a mod knows only what the player of its unit knows$", lines[4])
    for player in world.map:players() do assert.not_equal("grey", player.name) end
  end)

  it("gives itself something else to do, without end", function()
    for _, attack in ipairs {
      "return function(unit) while true do unit:behave 'test.it' end end",
      "local function again(unit) unit:behave(again) end return again",
      [[return function(unit)
        unit:defer(function() unit:behave "test.it" end)
        unit:behave "test.it"
      end]],
      "return function(unit) unit:rouse() unit:behave('test.it', unit, {}, 'x') end",
    } do
      local _, _, world = contained(attack)
      assert.is_true(world.failures <= 60)
    end
  end)

  it("closes the coroutines of others", function()
    local lines = contained([[
      local threads = {}
      return function(unit)
        threads[#threads + 1] = coroutine.running()
        unit:wait(1)
        for _, thread in ipairs(threads) do
          print(coroutine.close and pcall(coroutine.close, thread), pcall(coroutine.resume, thread))
        end
        unit:sleep()
      end]], function(world)
        if world.ticks ~= 5 then return end
        world.data.friend = world:unit { player = "green", x = 8, y = 6, speed = 1,
          behaviour = "test.it" }
      end)
    assert.truthy(#lines >= 2)
  end)

  it("asks, and takes back what it asked", function()
    local _, reports, world, victim = contained [[
      return function(unit)
        while true do
          for _ = 1, 200 do unit.body:request_path({ x = 1, y = 6 }, {}):cancel() end
          unit:wait(1)
        end
      end]]
    assert.equal("", reports)
    assert.equal(0, #parts.instance(world:mods()(), victim.player.name).scripts[victim.id].tickets)
  end)
end)

-- ---- what a mod says of its own name and behaviours ---------------------------------------------

describe("a mod.lua that lies", function()
  local lies = {
    [[local n = 0
      return setmetatable({}, { __index = function(_, key)
        n = n + 1
        return key == "behaviours" and {} or n > 3 and n or "x"
      end, __pairs = function() return function() end end })]],
    [[local function twice(_, key) return not key and "x" or nil, key and {} or "mod.lua" end
      return { name = "x", version = "1",
        behaviours = setmetatable({}, { __pairs = function() return twice end }) }]],
    [[local function forever() return "x", print end
      return { name = "x", version = "1",
        behaviours = setmetatable({}, { __pairs = function() return forever end }) }]],
    "return { name = ('x'):rep(65), version = '1', behaviours = {} }",
    "return { name = '../x', version = '1', behaviours = {} }",
    "return { name = 'x', version = '1', behaviours = { it = 'mod.lua' } }",
    "return { name = 'x', version = '1', behaviours = { it = '../../secret' } }",
    "return { name = 'x', version = '1', behaviours = { [{}] = print } }",
    "return setmetatable({ name = 'x', version = '1', behaviours = 1 }, { __index = error })",
    "error()", "error({})", "error(setmetatable({}, { __tostring = error }))", "return nil",
    "return coroutine.yield()", "return require", "require 'mod'", "while true do end", "\27Lua",
    "local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end",
    "pcall(require, 'mod') return coroutine.wrap(function() while true do end end)()",
    ("-"):rep(2 ^ 17) .. "-",
  }

  it("is refused, and nothing is left of it", function()
    local small_world = require "support.small_world"
    local world = small_world ". . ."
    local hash = world:hash()
    for _, text in ipairs(lies) do
      local mod, message = world:mod({ name = "bad", files = { ["mod.lua"] = text } },
        { memory = 2 ^ 21, instructions = 100000 })
      assert.is_nil(mod)
      assert(message:find("mod.lua", 1, true), message)
    end
    assert.is_nil(world:mods()())
    assert.is_nil(next(world._behaviours))
    assert.equal(hash, world:hash())
    assert.truthy(select(2, world:mod({ files = { ["mod.lua"] = lies[#lies] } }))
      :find("more than 131072 bytes", 1, true))
  end)
end)
