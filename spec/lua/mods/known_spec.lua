-- What a mod may know beside where units are: what the game makes public of foreign ones, what it
-- tells a player, and influence maps.

local astar = require "astar"
local modded = require "support.modded"

-- A red unit of a mod, and a blue one that stands 4 cells east of it.
local function meeting(text, limits)
  local reports = {}
  local world = astar.world { map = astar.map { width = 30, height = 5 },
    report = function(report) reports[#reports + 1] = report.text end }
  local mod, lines = modded(world, text, limits)
  assert(mod, lines)
  local red = world:unit { player = "red", x = 2, y = 2, sight = 8, behaviour = "test.it",
    data = { hp = 5 } }
  local blue = world:unit { player = "blue", x = 6, y = 2, data = { hp = 7, role = "guard",
    plan = "secret", deep = { a = 1 } } }
  return world, lines, reports, red, blue
end

describe("public data #quick", function()
  local LOOK = [[return function(unit)
    unit:sleep(2)
    local enemy = unit:enemies(20)[1]
    while true do
      print(enemy.data.hp, enemy.data.role, enemy.data.plan, enemy.data.deep and enemy.data.deep.a)
      unit:sleep(1)
    end
  end]]

  it("of a foreign unit are read while it is visible", function()
    local world, lines, reports, _, blue = meeting(LOOK, { public = { "hp", "role", "deep" } })
    for _ = 1, 4 do world:tick() end
    assert.equal("7\tguard\tnil\t1", lines[#lines])
    blue.data.hp = 3
    world:tick()
    assert.equal("3\tguard\tnil\t1", lines[#lines])
    blue:place(28, 2)
    for _ = 1, 2 do world:tick() end
    assert.equal("nil\tnil\tnil\tnil", lines[#lines])
    assert.same({}, reports)
  end)

  it("are none unless the game says so", function()
    local world, _, reports = meeting(LOOK)
    for _ = 1, 4 do world:tick() end
    assert.matches("unit 2 is another player's", reports[1])
  end)

  it("cannot be written", function()
    local world, _, reports, _, blue = meeting([[return function(unit)
      unit:sleep(2)
      unit:enemies(20)[1].data.hp = 0
      unit:sleep(1)
    end]], { public = { "hp" } })
    for _ = 1, 5 do world:tick() end
    assert.matches("the data of unit 2 are not this mod's to change", reports[1])
    assert.equal(7, blue.data.hp)
  end)

  it("are a list of keys", function()
    local world = astar.world { map = astar.map { width = 3, height = 3 } }
    assert.has_error(function() world:mod({ name = "a", files = {} }, { public = "hp" }) end)
  end)
end)

describe("facts #quick", function()
  it("are what the game tells the player of the unit that asks", function()
    local asked = {}
    local world, lines, reports = meeting([[return function(unit)
      while true do
        local facts = unit.world.facts
        print(facts.score, facts.list[1], facts.secret)
        facts.score = 100
        unit:sleep(1)
      end
    end]], { facts = function(player)
      asked[#asked + 1] = player.name
      return { score = #asked, list = { "a" }, secret = print }
    end })
    for _ = 1, 3 do world:tick() end
    assert.same({ "red", "red", "red" }, asked)
    assert.same({ "1\ta\tnil", "2\ta\tnil", "3\ta\tnil" }, lines)
    assert.same({}, reports)
  end)

  it("are none where the game tells nothing", function()
    local world, lines = meeting "return function(unit) print(unit.world.facts.score) end"
    world:tick()
    assert.same({ "nil" }, lines)
  end)
end)

describe("unit:influence #quick", function()
  local ASK = [[return function(unit)
    print(unit:influence("fear"), unit:influence("fear", 3, 2), unit:influence("none"))
    print(pcall(unit.influence, unit, 3))
    print(pcall(unit.influence, unit, "fear", 99, 1))
  end]]

  it("is the value of an influence map, in a mod and in the game", function()
    local world, lines = meeting(ASK)
    world:influence("fear"):set(2, 2, 40):set(3, 2, 50)
    world:tick()
    assert.equal("40\t50\tnil", lines[1])
    assert.matches("bad argument #1 to 'influence' .*the name of an influence map expected",
      lines[2])
    assert.matches("x = 99 is outside the map", lines[3])
    local unit = world:unit { player = "red", x = 3, y = 2 }
    assert.equal(50, unit:influence("fear"))
    assert.equal(40, unit:influence("fear", 2, 2))
    assert.is_nil(unit:influence("none"))
    assert.has_error(function() unit:influence() end)
  end)
end)

describe("cover and shots #quick", function()
  it("tell nothing of units that are out of sight", function()
    local world, lines, reports, _, blue = meeting([[return function(unit)
      unit:sleep(2)
      local enemy = unit:enemies(20)[1]
      while true do
        local path = unit:cover(enemy.removed and {} or { enemy }, 5)
        print(#path, unit:clear_shot(enemy))
        print(unit:clear_shot(enemy, { range = 3 }))
        unit:sleep(1)
      end
    end]])
    for _ = 1, 4 do world:tick() end
    assert.same({ "2\ttrue", "false\tfar" }, { lines[1], lines[2] })
    blue:place(28, 2)
    for _ = 1, 2 do world:tick() end
    assert.same({ "1\tfalse\tunseen", "false\tunseen" }, { lines[#lines - 1], lines[#lines] })
    blue:remove()
    for _ = 1, 2 do world:tick() end
    assert.equal("false\tunseen", lines[#lines])
    assert.same({}, reports)
  end)
end)
