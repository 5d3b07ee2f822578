-- What mods are told of units that are out of sight.

local modded = require "support.modded"
local small_world = require "support.small_world"

local unpack = table.unpack or unpack

-- Red stands in the west, blue in the east, and each sees six cells far.
local FIELD = [[
  . . . . . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . . . . . .
]]

-- Looks at enemies while it sees any, and prints what it is asked about.
local WATCH = [[
  return function(unit)
    while true do
      unit:enemies(20)
      %s
      local asked, enemy = unit:event("asked")
      if asked then print(unit.player.name, enemy.x, enemy.y, enemy.state) end
      unit:sleep(1)
    end
  end]]

local GARBAGE = "local waste for i = 1, 2000 do waste = { {} } end"

local function new_field(more)
  local world = small_world(FIELD)
  local mod, lines = modded(world, WATCH:format(more or ""))
  assert(mod, lines)
  local function watcher(player, x)
    return world:unit { player = player, x = x, y = 1, sight = 6, behaviour = "test.it" }
  end
  local enemy = world:unit { player = "green", x = 4, y = 2 }
  return world, lines, enemy, watcher("red", 1), watcher("blue", 20)
end

-- It goes from red's sight out of all sight, past blue's, and away.
local function pass_by(more)
  local world, lines, enemy, red, blue = new_field(more)
  world.run(5)
  enemy:place(5, 1)
  world.run(1)
  enemy:place(11, 1)
  world.run(40)
  red:tell("asked", enemy)
  blue:tell("asked", enemy)
  world.run(2)
  enemy:place(17, 2)
  world.run(5)
  enemy:place(10, 1)
  world.run(5)
  red:tell("asked", enemy)
  blue:tell("asked", enemy)
  world.run(2)
  assert.same({}, world.reports)
  return lines, world, enemy, red
end

describe("a unit out of sight #quick", function()
  it("is where the player saw it last, and not where another player did", function()
    assert.same({ "red\t5\t1\tstanding", "blue\tnil\tnil\tnil", "red\t5\t1\tstanding",
      "blue\t17\t2\tstanding" }, (pass_by()))
  end)

  it("is there also when the mod's state has let go of what it knew", function()
    assert.same((pass_by()), (pass_by(GARBAGE)))
  end)

  it("is remembered in a world that was saved", function()
    local lines, world, enemy, red = pass_by()
    local text = assert(world:save())
    world.run(1)
    red:tell("asked", enemy)
    world.run(1)
    assert.equal("red\t5\t1\tstanding", lines[5])

    local again_lines
    local again = assert(require("astar").read_world(text, { setup = function(new)
      local mod
      mod, again_lines = modded(new, WATCH:format(""))
      assert(mod)
    end }))
    again:tick()
    for unit in again:units("red") do
      for other in again:units("green") do unit:tell("asked", other) end
    end
    again:tick()
    assert.same({ "red\t5\t1\tstanding" }, again_lines)
  end)

  it("is forgotten with those who saw it", function()
    local _, world, enemy = pass_by()
    assert.truthy(world._sighted[2][enemy.id])
    world:player("red"):remove()
    world.run(1)
    assert.equal(17, world._sighted[2][enemy.id].x)
    assert.falsy((world._sighted[3] or {})[enemy.id])
    enemy:remove()
    assert.equal(17, world._sighted[2][enemy.id].x)          -- blue does not know
    world:player("blue"):remove()
    world.run(1)
    for _, by in pairs(world._sighted) do assert.same({}, by) end
    assert.same({}, world._ghosts)
  end)

  it("can be told to a unit whose player has never seen it", function()
    local world = small_world(FIELD)
    local _, lines = assert(modded(world, [[
      return function(unit)
        local _, enemy = unit:await "attacked"
        print(enemy, unit:sees(enemy), unit:distance(enemy) < 5)
        for _, verb in ipairs { "go", "chase", "approach", "follow", "flee", "engage", "guard" } do
          print(verb, unit[verb](unit, enemy))
        end
        print(pcall(unit.path, unit, enemy))
      end]]))
    local unit = world:unit { player = "red", x = 1, y = 1, sight = 6, behaviour = "test.it" }
    local enemy = world:unit { player = "green", x = 15, y = 2 }
    world.run(1)
    unit:tell("attacked", enemy)
    world.run(60)
    assert.same({}, world.reports)
    assert.same({ "unit 2 (green, never seen)\tfalse\tfalse", "go\tnil\tunseen",
      "chase\tnil\tlost", "approach\tnil\tunseen\tnil\tnil", "follow\tnil\tlost",
      "flee\ttrue", "engage\tnil\tlost", "guard\tnil\tunseen",
      "false\ttest/it.lua:7: bad argument #1 to 'path' "
        .. "(a goal expected, x and y or something that has them, got unit 2 "
      .. "(green, never seen))" }, lines)
  end)

  local KNOWN = [[
    return function(unit)
      while true do
        for _, one in ipairs(unit.world:known_enemies()) do
          print(unit.world.ticks, one.visible, one.x, one.tick)
        end
        unit:sleep(1)
      end
    end]]

  it("was seen last when its player saw it last, if it has stood still as well", function()
    local world = small_world(FIELD)
    local _, lines = assert(modded(world, KNOWN))
    local enemy = world:unit { player = "green", x = 4, y = 2 }
    world:unit { player = "red", x = 1, y = 1, sight = 6, behaviour = "test.it" }
    world.run(5)
    enemy:place(15, 2)
    world.run(2)
    assert.same({ "4\ttrue\t4\t4", "5\ttrue\t4\t5", "6\tfalse\t4\t5", "7\tfalse\t4\t5" },
      { unpack(lines, 4) })
  end)

  it("was seen last in this tick, if it has left since the tick began", function()
    local world = small_world(FIELD)
    local _, lines = assert(modded(world, KNOWN))
    world:unit { player = "green", x = 4, y = 2, behaviour = function(unit)
      unit:sleep(5)
      unit:place(15, 2)
    end }
    world:unit { player = "red", x = 1, y = 1, sight = 6, behaviour = "test.it" }
    world.run(8)
    assert.same({ "5\ttrue\t4\t5", "6\tfalse\t4\t6", "7\tfalse\t4\t6" }, { unpack(lines, 5, 7) })
  end)

  it("is looked at by nobody where there are no mods", function()
    local world = small_world(FIELD)
    world:unit { player = "red", x = 1, y = 1, sight = 6 }
    world:unit { player = "green", x = 3, y = 1 }
    world.run(3)
    assert.same({}, world._sighted)
  end)
end)
