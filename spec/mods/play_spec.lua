-- What mods could do to the game by fair-looking means: names that are not theirs, numbers that
-- cannot be saved, marks on objects, speeds of their own, text that a terminal obeys.

local modded = require "support.modded"
local small_world = require "support.small_world"
local visible = require "astar.world.visible_text"

local FIELD = [[
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
]]

-- A unit of red's with that behaviour, and one of blue's in sight: world, unit, enemy, lines.
local function play(text, ticks, data, limits)
  local world = small_world(FIELD)
  local mod, lines = modded(world, text, limits)
  assert(mod, lines)
  local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 9,
    behaviour = "test.it", data = data }
  local enemy = world:unit { player = "blue", x = 8, y = 3, speed = 1, sight = 1 }
  local events = {}
  for _ = 1, ticks or 3 do
    world:tick()
    for name, who, a, b, c in world:events() do events[#events + 1] = { name, who, a, b, c } end
  end
  return world, unit, enemy, lines, events
end

describe("what a mod tells #quick", function()
  it("a foreign unit, the game hears as told, and by whom", function()
    local _, unit, enemy, lines, events = play [[
      return function(unit)
        local enemy = unit:enemies(20)[1]
        for _, name in ipairs { "ended", "arrived", "told", "blocked", "left" } do
          print(pcall(enemy.tell, enemy, name, "done"))
          print(pcall(unit.tell, unit, name, "done"))
        end
        enemy:tell("killed", unit)
        unit:tell("hit", 3)
      end]]
    for i = 1, 10 do
      assert(lines[i]:find("is an event that the world alone tells of", 1, true), lines[i])
    end
    assert.equal(10, #lines)
    table.remove(events, 1)                        -- "revealed"
    local wanted = { { "told", enemy, unit, "killed", unit }, { "hit", unit, 3 },
      { "ended", unit } }
    for i, event in ipairs(wanted) do
      for k = 1, 5 do assert.equal(event[k], events[i][k]) end
    end
    assert.equal(#wanted, #events)
  end)
end)

describe("what cannot be saved #quick", function()
  local BIG = "above 2^53 and not the same number everywhere"
  local BIGGEST = math.maxinteger and "math.maxinteger" or nil

  local function it_is_refused(where, code)
    if not BIGGEST then return end
    local text = ("return function(unit) local big = %s %s unit:sleep() end"):format(BIGGEST, code)
    local world = play(text)
    assert(world.reports[1], code)
    local said = world.reports[1].text
    assert(said:find(where, 1, true), said)
    assert(said:find(BIG, 1, true), said)
    for one in world:units() do one:behave(nil) end
    assert(world:save())
  end

  it("is refused where a mod writes it", function()
    it_is_refused("unit.data.big is 9223372036854775807", "unit.data.big = big")
    it_is_refused("unit.data.list.2 is 9223372036854775807", "unit.data.list = { 1, big }")
    it_is_refused("unit.data.a has a key that is 9223372036854775807",
      "unit.data.a = { [big] = 1 }")
    it_is_refused("unit.data.a is -9223372036854775808",
      "unit.data.a, unit.data.b = math.mininteger, big")
    it_is_refused("argument 2 of the behaviour is 9223372036854775807",
      "unit:behave('test.it', 1, big)")
    it_is_refused("argument 1 of the behaviour.a.b is 9223372036854775807",
      "unit:behave('test.it', { a = { b = big } })")
  end)

  it("is refused where the game writes it", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    if math.maxinteger then
      assert.has_error(function() unit.home = { x = 1, y = math.maxinteger } end,
        "unit.home.y is 9223372036854775807, " .. BIG)
    end
    unit.home = { x = 2 ^ 53, y = -2 ^ 53 }
    assert(world:save())
  end)
end)

describe("what the game reserves to itself #quick", function()
  it("is the same number for the mod, or it was changed", function()
    for _, one in ipairs { { 10, "10.0" }, { 0.0, "-0.0" }, { 7, "8" }, { 2.0, "2" } } do
      local given, written = one[1], one[2]
      local has_kinds = written == "8" or written == "-0.0" or
        math.type ~= nil and require("astar").sandbox == "stock"   -- a machine is told of numbers
      local world, unit = play(
        ("return function(unit) unit.data.hp = %s unit:sleep() end"):format(written), 2,
        { hp = given }, { readonly = { "hp" } })
      assert.equal(has_kinds, world.failures > 0)
      assert.equal(tostring(given), tostring(unit.data.hp))
    end
  end)

  it("may be what a mod does not see", function()
    local world = small_world(FIELD)
    assert(modded(world, "return function(unit) unit.data.other = 1 unit:sleep() end",
      { readonly = { "who", "list", "f" } }))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    unit.data = { who = unit, list = { unit, 5 }, f = print }
    world:tick()
    assert.same({}, world.reports)
    assert.same({ who = unit, list = { unit, 5 }, f = print, other = 1 }, unit.data)
  end)

  it("stays what it has become while the mod had its turn", function()
    local world, unit
    world = small_world(FIELD)
    assert(modded(world, "return function(unit) unit.data.n = 1 print 'x' unit:sleep() end",
      { readonly = { "hp" }, print = function() unit.data.hp = 3 end }))
    unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it", data = { hp = 7 } }
    world:tick()
    assert.same({ hp = 3, n = 1 }, unit.data)
  end)

  it("is the speed of a unit in the ranks, too", function()
    local world = small_world(FIELD)
    assert(modded(world, [[
      return function(unit)
        print(pcall(function() return unit.group._fall_in end), unit.group._fall_in)
        local held = unit:start(unit.hold_formation)
        for _ = 1, 3 do unit:step(held) unit:sleep(1) end
        held:drop()
        unit:sleep()
      end]]))
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, behaviour = "test.it" }
    local group = world:group { units = { unit } }
    group:go(8, 3, { speed = 0.5 })
    world:tick()
    world:tick()
    unit.speed = 0.25
    for _ = 1, 4 do world:tick() end
    assert.same({}, world.reports)
    assert.equal(0.25, unit.speed)
  end)
end)

describe("text of a mod #quick", function()
  it("is shown without what a terminal would obey", function()
    local _, _, _, lines = play [[return function() print("\27]0;owned\7\27[2J line\r\n\tend") end]]
    assert.equal("\\27]0;owned\\7\\27[2J line\\13\n\tend", lines[1])
    local world = play [[return function() error("\27[31mred\7") end]]
    assert(world.reports[1].text:find("\\27[31mred\\7", 1, true), world.reports[1].text)
    for _, key in ipairs { "text", "message", "traceback" } do
      assert.is_nil(world.reports[1][key]:find("[\7\27]"), key)
    end
    local _, message = small_world(FIELD):mod { name = "x", files = {
      ["mod.lua"] = "error '\\27[2J'" } }
    assert(message:find("\\27[2J", 1, true), message)
    local mod = assert(small_world(FIELD):mod { name = "x", files = {
      ["mod.lua"] = "return { name = 'x', version = '\\27[1', behaviours = {} }" } })
    assert.equal("mod 'x' \\27[1", tostring(mod))
    assert.is_nil((small_world(FIELD):mod { name = "x", files = {
      ["mod.lua"] = "return { name = 'x', version = '1', behaviours = { ['\\27'] = print } }" } }))
  end)

  it("may be of any language", function()
    for _, text in ipairs { "abc\n\tdef", "über", "日本語", "\240\159\152\128", "" } do
      assert.equal(text, visible(text))
    end
    assert.equal("a\\194\\155b", visible "a\194\155b")             -- CSI of the second set
    assert.equal("a\\155b\\195\\188", visible "a\155b\195\188")     -- no UTF-8 at all
    assert.equal("\\226\\128\\174abc", visible "\226\128\174abc")  -- from right to left
    assert.equal("\\0\\127", visible "\0\127")
  end)
end)

describe("an object of a mod's #quick", function()
  it("takes no mark, whatever it is", function()
    local _, _, _, lines = play([[
      return function(unit)
        local enemy = unit:enemies(20)[1]
        local ticket = unit.body:request_path({ x = 3, y = 1 })
        local inner = unit:start(function(u) u:sleep(1) end)
        for _, object in ipairs { unit, enemy, unit.body, unit.player, unit.class, unit.world,
          unit.world.map, unit.world.random, unit:path(4, 1), ticket, inner } do
          for _, key in ipairs { "mark", "_mark", 1, "id", "name", "done", "wake" } do
            print(pcall(function() object[key] = true end))
          end
          print(pcall(rawset, object, "mark", true))
          print(pcall(setmetatable, object, nil))
          print(pcall(next, object))
          print(pcall(table.insert, object, 1))
          print(getmetatable(object))
        end
      end]], 3, nil, { instructions = 3000000 })
    local count = 0
    for _, line in ipairs(lines) do
      assert(line:find("^false"), line)
      count = count + 1
    end
    assert.equal(11 * 12, count)
  end)

  it("is the same for as long as somebody holds it, and its data for a turn", function()
    local _, _, _, lines = play([[
      return function(unit)
        local data, other
        for u in unit.world:units(unit.player) do if u ~= unit then other = u end end
        for turn = 1, 3 do
          local again
          for u in unit.world:units(unit.player) do if u ~= unit then again = u end end
          if other then
            print(again == other, again.data == other.data, again.data == data)
            data = again.data
          end
          unit:wait(1)
        end
      end]], 5)
    assert.equal(0, #lines)                        -- alone
    local world = small_world(FIELD)
    local mod
    mod, lines = modded(world, [[
      return function(unit)
        local data
        for turn = 1, 3 do
          local other
          for u in unit.world:units(unit.player) do if u ~= unit then other = u end end
          print(other.data == other.data, other.data == data)
          data = other.data
          unit:wait(1)
        end
      end]])
    assert(mod, lines)
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world:unit { player = "red", x = 2, y = 1, data = { n = 1 } }
    for _ = 1, 5 do world:tick() end
    assert.same({ "true\tfalse", "true\tfalse", "true\tfalse" }, lines)
  end)

  it("is made by nobody but the library", function()
    local _, _, _, lines = play [[
      return function(unit)
        local enemy = unit:enemies(20)[1]
        local fake = setmetatable({ id = enemy.id, _is_unit = true, _is_path = true, x = 1, y = 1 },
          { __eq = function() return true end, __contents = { trace = { 1 } }, __sealed = true,
            __index = enemy, __len = function() return 1 end })
        print(pcall(unit.tell, unit, "x", fake))
        print(pcall(unit.path, unit, 3, 3, fake))
        print(pcall(unit.walk, unit, fake))
        print(pcall(unit.body.follow_path, unit.body, fake))
        print(pcall(unit.step, unit, { step = print, ended = true }))
        print(pcall(unit.world.reserve, unit.world, "k", fake))
        print(pcall(unit.world.units, unit.world, fake))
        print(pcall(function() unit.data.x = fake end) and pcall(error, "later"))
        unit.data.x = nil
      end]]
    assert.equal(8, #lines)
    for _, line in ipairs(lines) do assert(line:find("^false"), line) end
  end)
end)

describe("what is read-only #quick", function()
  it("does not hand out what is behind it", function()
    local _, _, _, lines = play {
      ["mod.lua"] = [[
        setmetatable(_G, { __index = function(_, key) return key == "dear" and 5 or nil end })
        Class = setmetatable({ n = 1 }, { __call = function(self) return self.n end })
        Class.__index = Class
        list = { 1, 2, 3 }
        return { name = "test", version = "1", behaviours = { it = "it.lua" } }]],
      ["it.lua"] = [[
        return function(unit)
          local _, inner = pairs(string)
          print(inner == string, dear, Class(), #list, list[2], Class.n)
          print(pcall(function() new = 1 end))
          print(pcall(function() Class.n = 2 end))
          print(pcall(function() list[2] = 3 end))
          print(pcall(function() list[4] = 3 end))
          print(pcall(rawset, _G, "new", 1))
          print(pcall(setmetatable, _G, nil))
          print(pcall(setmetatable, Class, {}))
          print(pcall(function() inner.rep = print end))
          print(pcall(function() getmetatable(Class).__call = print end))
          local names = {}
          for i, value in ipairs(list) do names[i] = value end
          for key, value in pairs(list) do names[key] = names[key] + value end
          print(true and table.concat(names, " "), table.concat(list, " "), Class())
        end]] }
    assert.equal("true\t5\t1\t3\t2\t1", lines[1])
    for i = 2, 10 do assert(lines[i]:find("^false"), lines[i]) end
    assert.equal("2 4 6\t1 2 3\t1", lines[11])
  end)
end)
