-- Units of one mod that reach for one another before all have had their first turn.

local modded = require "support.modded"
local small_world = require "support.small_world"

-- Four units of red's. The first one runs `code` with each of the others as `friend`; all others
-- run `rest`.
local function run(code, rest, ticks)
  local world = small_world "........\n........\n........"
  local _, lines = modded(world, ([[
    return function(unit)
      if unit.id == 1 then
        for _, friend in ipairs(unit:friends(20)) do %s end
        unit:sleep()
      end
      %s
    end]]):format(code, rest or "unit:sleep()"))
  local units = {}
  for i = 1, 4 do
    units[i] = world:unit { player = "red", x = i, y = 1, speed = 1, sight = 9, data = { n = i },
      behaviour = "test.it" }
  end
  world.run(ticks or 3)
  assert.same({}, world.reports)
  return units, lines, world
end

describe("in the first tick #quick", function()
  it("a unit writes the data of those that come after it, and they read it", function()
    local units, lines = run("friend.data.leader = unit.id", "print(unit.data.leader, unit.data.n)")
    for i = 2, 4 do assert.same({ n = i, leader = 1 }, units[i].data) end
    assert.same({ "1\t2", "1\t3", "1\t4" }, lines)
  end)

  it("a unit orders those that come after it", function()
    local units, _, world = run([[
      friend:stop()
      friend:rouse()
      friend.home = { x = 8, y = 3 }
      friend.avoidance = "wait"
      friend.world:reserve("post " .. friend.id, friend)
      unit.data.heard = friend:tell("hello", unit)]], "while true do unit:sleep() end")
    assert.equal("unit", units[1].data.heard)
    for i = 2, 4 do
      assert.same({ x = 8, y = 3 }, units[i].home)
      assert.equal("wait", units[i].avoidance)
    end
    local count = 0
    for _ in pairs(world._reserved) do count = count + 1 end
    assert.equal(3, count)
    units[2]:behave(nil)
    count = 0
    for _ in pairs(world._reserved) do count = count + 1 end
    assert.equal(2, count)                         -- it is given back with the behaviour
  end)

  it("a unit gives those that come after it a path, and another behaviour", function()
    local units = run([[
      friend.body:follow_path(friend:path(friend.x, 3))]], nil, 6)
    for i = 2, 4 do assert.same({ i, 3 }, { units[i].x, units[i].y }) end
    units = run([[friend:behave("test.it", "named")]], "", 3)
    for i = 2, 4 do assert.is_false(units[i].behaviour) end
  end)

  it("a unit gives those that come after it a function, which they begin with", function()
    local units = run([[
      friend:behave(function(self, word) self.data.word = word self:sleep() end, "early")]],
      "unit.data.own = true", 4)
    for i = 2, 4 do
      assert.equal("early", units[i].data.word)
      assert.is_nil(units[i].data.own)
    end
  end)

  it("a unit that is given a function has forgotten what it was told before", function()
    local units = run([[
      friend:tell("before")
      friend:behave(function(self)
        local before = self:await("before", 2)
        self.data.heard = { before or false, (self:await("after", 4)) }
      end)
      if friend.id == 4 then
        unit:sleep(3)
        for _, one in ipairs(unit:friends(20)) do one:tell("after") end
      end]], nil, 9)
    for i = 2, 4 do assert.same({ false, true }, units[i].data.heard) end
  end)

  it("such a function is forgotten where the game gives them another behaviour", function()
    local world = small_world "........"
    local _, lines = modded(world, { ["mod.lua"] = [[
      return { name = "test", version = "1", behaviours = {
        it = function(unit)
          for _, friend in ipairs(unit:friends(9)) do
            if friend.id == 3 then friend:behave(function() print "early" end) end
          end
          unit:sleep()
        end,
        other = function(unit) print "other" unit:sleep() end } }]] })
    world:unit { player = "red", x = 1, y = 1, sight = 9, behaviour = "test.it" }
    local second
    world:behaviour("give", function() second:behave("test.other") end)
    world:unit { player = "red", x = 5, y = 1, behaviour = "give" }
    second = world:unit { player = "red", x = 3, y = 1, behaviour = "test.other" }
    world.run(3)
    assert.same({}, world.reports)
    assert.same({ "other" }, lines)
  end)

  it("those that pause after an error are there for the others, too", function()
    local world = small_world "........"
    modded(world, [[
      return function(unit)
        if unit.id == 2 then error("oh dear") end
        while true do
          for _, friend in ipairs(unit:friends(9)) do friend.data.tick = unit.world.ticks end
          unit:wait(1)
        end
      end]])
    world:unit { player = "red", x = 1, y = 1, sight = 9, behaviour = "test.it" }
    local second = world:unit { player = "red", x = 3, y = 1, behaviour = "test.it" }
    world.run(12)
    assert.equal(12, second.data.tick)
    assert.equal(1, #world.reports)
  end)
end)

describe("data that are not the mod's to change #quick", function()
  it("are named, with the line at which the unit has given way", function()
    local world = small_world "........"
    modded(world, [[
      return function(unit)
        local friend = unit:friends(9)[1]
        friend.data.n = 1
        unit:wait(1)
      end]])
    world:behaviour("game's", function(unit) unit:sleep() end)
    world:unit { player = "red", x = 1, y = 1, sight = 9, behaviour = "test.it" }
    world:unit { player = "red", x = 3, y = 1, behaviour = "game's" }
    world:tick()
    local text = world.reports[1].text
    assert(text:find("the data of unit 2 are not this mod's to change: it is at no behaviour", 1,
      true), text)
    assert(text:find("test/it.lua:4", 1, true), text)
  end)

  it("are those that the game reserves, which are named with a line, too", function()
    local world = small_world "........"
    modded(world, "return function(unit)\n unit.data.hp = 9\n unit:wait(1)\n end",
      { readonly = { "hp" } })
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it", data = { hp = 1 } }
    world:tick()
    assert(world.reports[1].text:find("unit.data.hp is the game's", 1, true))
    assert(world.reports[1].text:find("test/it.lua:3", 1, true), world.reports[1].text)
  end)
end)

describe("the result of unit:tell names what hears it #quick", function()
  it("in a mod", function()
    local world = small_world("........\n.####...\n........", { fog = true })
    local _, lines = modded(world, [[
      return function(unit)
        while unit.id > 1 do unit:sleep() end
        local units, enemies = {}, {}
        for one in unit.world:units() do units[one.id] = one end
        print(units[2]:tell("hello"))
        print(units[3]:tell("hello"))
        print(units[5]:tell("hello"))
        unit:wait(2)
        print(units[5]:tell("hello"))
        print(units[2]:tell("hello"))
        local word = ("x"):rep(4000)
        for _ = 1, 30 do units[4]:tell("hello", word, word) end
        print(units[4]:tell("hello", word, word))
      end]])
    local function add(player, x, y, behaviour)
      return world:unit { player = player, x = x, y = y, sight = 2, behaviour = behaviour }
    end
    add("red", 1, 1, "test.it")
    local friend = add("red", 2, 1, "test.it")
    add("red", 3, 1)
    local enemy = add("blue", 4, 1)
    add("red", 5, 1, "test.it")
    world:tick()
    assert.same({ "unit", "nil\tidle", "game" }, lines)
    enemy:place(8, 3)
    friend:remove()
    world.run(3)
    assert.same({}, world.reports)
    assert.same({ "nil\tunseen", "nil\tgone", "nil\tfull" }, { lines[4], lines[5], lines[6] })
  end)

  it("in the game", function()
    local world = small_world "...."
    local unit = world:unit { player = "red", x = 1, y = 1 }
    assert.same({ nil, "idle" }, { unit:tell("x") })
    unit:behave(function(one) one:sleep() end)
    assert.equal("unit", unit:tell("x"))
    unit:remove()
    assert.same({ nil, "gone" }, { unit:tell("x") })
  end)
end)
