-- A unit that gets another player or class while a world runs.

local astar = require "astar"
local modded = require "support.modded"
local says = require "support.says"
local small_world = require "support.small_world"

local OPEN = [[
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .]]

local function scene(options)
  local world = small_world(OPEN, options)
  local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 2,
    data = { ammo = 3 } }
  return world, unit, world:unit { player = "blue", x = 7, y = 3, sight = 9 }
end

local MOD = [[return function(unit)
  while true do
    local other = unit:units_near(20)[1]
    print(other.player.name, other.class.size, #unit:enemies(20), #unit:friends(20))
    unit:sleep(1)
  end
end]]

-- The last event that is not of walking.
local function last_event(world)
  local last
  for name, unit, of in world:events() do
    if name ~= "revealed" then last = ("%s %d %s"):format(name, unit.id, of.name) end
  end
  return last
end

describe("unit:set_player #quick", function()
  it("gives it to another player, and what it did ends", function()
    local world, unit = scene()
    world:reserve("post", unit)
    unit:behave("go", 8, 1)
    unit:queue_order("go", 8, 2)
    world:tick()
    local red, blue = world:player "red", world:player "blue"
    assert.is_nil(last_event(world))
    assert.equal(unit, unit:set_player("blue"))
    assert.same({ blue, false, {}, 3, "standing" },
      { unit.player, unit.behaviour, unit:orders(), unit.data.ammo, unit.state })
    assert.is_nil(world:holder("post"))
    assert.equal("player_changed 1 red", last_event(world))
    assert.same({}, { world:units(red)() })
    for _ = 1, 9 do world:tick() end
    assert.same({ {}, "standing" }, { world.reports, unit.state })
    unit:order("go", 3, 3)
    for _ = 1, 9 do world:tick() end
    assert.same({ 3, 3 }, { unit.x, unit.y })
  end)

  it("runs the cleanups of what it did while it is still its old player's", function()
    local world, unit = scene()
    local whose
    unit:behave(function(one)
      one:defer(function() whose = one.player.name end)
      one:go(8, 1)
    end)
    world:tick()
    unit:set_player(world:player "blue")
    assert.equal("red", whose)
  end)

  it("can be done by one's own behaviour, which ends", function()
    local world, unit = scene()
    local went_on = false
    unit:behave(function(one)
      one:set_player("blue")
      one:sleep(1)
      went_on = true
    end)
    for _ = 1, 3 do world:tick() end
    assert.same({ "blue", false, {}, false },
      { unit.player.name, unit.behaviour, world.reports, went_on })
  end)

  it("takes it out of its group", function()
    local world, unit, enemy = scene()
    local group = world:group { units = { unit } }
    group:go(6, 2)
    world:tick()
    unit:set_player("blue")
    assert.same({ false, 0 }, { unit.group, group:units()() or 0 })
    local other = world:group { units = { unit, enemy } }
    other:go(5, 2)
    for _ = 1, 5 do world:tick() end
    assert.same({}, world.reports)
  end)

  it("is revealed to those that had it", function()
    local world, unit = scene { fog = true }
    local seen
    local watcher = world:unit { player = "red", x = 2, y = 2, sight = 3 }
    watcher:behave(function(one)
      repeat
        one:sleep()
        local yes, enemy = one:event("revealed")
        seen = seen or yes and enemy
      until false
    end)
    world:tick()
    unit:set_player("blue")
    for _ = 1, 2 do world:tick() end
    assert.equal(unit, seen)
  end)

  it("is known to mods at once, and saved", function()
    local world, unit, enemy = scene()
    local _, lines = modded(world, MOD)
    enemy:behave("test.it")
    for _ = 1, 3 do world:tick() end
    assert.equal("red\t1\t1\t0", lines[#lines])
    unit:set_class(world.map:class { size = 2 })
    world:tick()
    assert.equal("red\t2\t1\t0", lines[#lines])
    unit:set_player("blue")
    world:tick()
    assert.equal("blue\t2\t0\t1", lines[#lines])
    assert.same({}, world.reports)
    local again
    local other = assert(astar.read_world(assert(world:save()), {
      setup = function(one) again = select(2, modded(one, MOD)) end }))
    world:tick()
    other:tick()
    assert.equal("blue\t2\t0\t1", again[#again])
    assert.equal(world:hash(), other:hash())
  end)

  it("continues exactly like the world that is saved and loaded after each tick", function()
    local world, unit, enemy = scene { fog = true }
    world.heavy = true
    for i, one in ipairs { unit, enemy } do
      one:order("patrol", { { x = 1, y = i }, { x = 8, y = i } })
    end
    for tick = 1, 40 do
      world:tick()
      if tick % 10 == 0 then unit:set_player(tick % 20 == 0 and "red" or "blue") end
      if tick % 15 == 0 then unit:order("go", tick % 7 + 1, 2) end
    end
    assert.same({}, world.reports)
  end)

  it("takes players of its map", function()
    local world, unit = scene()
    local other = scene()
    says("#1 to 'set_player' (a player of the unit's map, or a name, expected, got",
      function() unit:set_player() end)
    says("#1 to 'set_player' (a player of the unit's map",
      function() unit:set_player(other:player "red") end)
    says("#1 to 'set_player' (there is no player 'rde', the nearest is 'red'",
      function() unit:set_player("rde") end)
    says("#1 to 'set_player' (there is no player ''", function() unit:set_player("") end)
    assert.equal("red", unit.player.name)
    unit:remove()
    says("removed", function() unit:set_player("blue") end)
    assert.equal(1, world:count())
  end)
end)

describe("unit:set_class #quick", function()
  it("makes it another kind of unit, and it finds its way again", function()
    local world, unit = scene()
    local large = world.map:class { size = 2 }
    unit:behave("go", 7, 1)
    for _ = 1, 2 do world:tick() end
    assert.equal(unit, unit:set_class(large))
    assert.equal(2, unit.width)
    for _ = 1, 20 do world:tick() end
    assert.same({ 7, 1, {} }, { unit.x, unit.y, world.reports })
  end)

  it("does nothing where there is no room", function()
    local world, unit = scene()
    local large = world.map:class { size = 2 }
    world:unit { player = "red", x = 2, y = 2 }
    assert.same({ nil, "crowded" }, { unit:set_class(large) })
    world.map:set(1, 2, "wall")
    assert.same({ nil, "goal_blocked" }, { unit:set_class(large) })
    assert.equal(1, unit.width)
    says("#1 to 'set_class' (class = nil is not a class)", function() unit:set_class() end)
  end)
end)
