-- What is hidden from a mod's player tells the mod nothing: no answer, no price, no number. Each
-- question is asked in worlds that look the same to the player and are others in the dark.

local astar = require "astar"
local modded = require "support.modded"
local small_world = require "support.small_world"

local FIELD = (("."):rep(40) .. "\n"):rep(20)

-- A red unit in a corner that sees five cells far, with a behaviour of this text.
local function corner(text, limits)
  local world = small_world(FIELD, { fog = true })
  local mod, lines = modded(world, text, limits)
  assert(mod, lines)
  world:unit { player = "red", x = 2, y = 2, sight = 5, speed = 1, behaviour = "test.it" }
  return world, lines
end

local function hide(world, count)
  for i = 1, count do
    world:unit { player = "blue", x = 20 + i % 20, y = 10 + math.floor(i / 20), speed = 1 }
  end
end

-- ---- prices -------------------------------------------------------------------------------------

-- How often one can ask that in a turn.
local function times(question, hidden)
  local world, lines = corner(([[
    local n = 0
    return function(unit)
      local world = unit.world
      if n > 0 then print(n) unit:sleep() end
      while true do %s n = n + 1 end
    end]]):format(question), { instructions = 40000 })
  hide(world, hidden)
  world:tick()
  world:unit(1):behave("test.it")                -- it had too much to do
  world.run(2)
  return assert(lines[1], question)
end

describe("a price #quick", function()
  for _, question in ipairs {
    "for one in world:units() do end", "for one in world:units('blue') do end",
    "world:known_enemies()", "world:strength(2, 2, 3)", "unit:enemies(60)", "unit:friends(3)",
    "unit:units_near(60)", "world:unit_at(20, 10)", "world:player('blue')",
    "unit:clear_shot(9, 9)", "unit:nearest({ { 9, 9 } })", "unit:path(12, 9)",
  } do
    it("of " .. question .. " is the same whatever is hidden", function()
      local none = times(question, 0)
      assert.equal(none, times(question, 1))
      assert.equal(none, times(question, 60))
    end)
  end

  it("grows with what the player has met", function()
    local function used(met)
      local world = corner "return function(unit) unit:wait(1) unit:enemies(60) unit:sleep() end"
      for i = 1, met do world:unit { player = "blue", x = 2 + i % 5, y = 3 + math.floor(i / 5) } end
      world:tick()
      world:tick()
      return world:mods()():_use().red
    end
    assert.is_true(used(10) > used(5) and used(5) > used(0))
  end)
end)

-- ---- numbers ------------------------------------------------------------------------------------

describe("numbers of units and groups #quick", function()
  it("are the player's own counting: hidden births leave no gap", function()
    local world, lines = corner [[
      return function(unit)
        while true do
          local list = {}
          for one in unit.world:units() do list[#list + 1] = one.id .. one.player.name end
          print(unit.id, table.concat(list, " "))
          unit:wait(1)
        end
      end]]
    hide(world, 7)
    world:tick()
    world:unit { player = "red", x = 3, y = 2 }
    hide(world, 3)
    world:tick()
    for unit in world:units("blue") do
      if unit.id % 3 == 0 then unit:place(1 + unit.id % 5, 5) end
    end
    local last = world:unit { player = "red", x = 4, y = 1 }
    assert.is_true(last.id > 9)
    world:tick()
    last:remove()
    world:tick()
    assert.same({ "1\t1red", "1\t1red 2red", "1\t1red 2red 3red 4blue 5blue",
      "1\t1red 2red 4blue 5blue" }, lines)
  end)

  it("are given in reading order to those that come in sight together", function()
    for _, order in ipairs { { 3, 4 }, { 4, 3 } } do
      local world, lines = corner [[
        return function(unit)
          for one in unit.world:units("blue") do print(one.id, one.x, one.y) end
          for _, one in ipairs(unit:enemies(9)) do print(one.id, one.x, one.y) end
        end]]
      for _, x in ipairs(order) do world:unit { player = "blue", x = x, y = 4 } end
      world:tick()
      assert.same({ "2\t3\t4", "3\t4\t4", "2\t3\t4", "3\t4\t4" }, lines)
    end
  end)

  it("of groups have no gaps either", function()
    local world, lines = corner [[
      return function(unit)
        local world = unit.world
        local one = world:group { units = { unit } }
        print(one.id, one)
        one:disband()
        unit:wait(2)
        print(world:group({ units = { unit } }).id, unit.group)
        for group in world:groups() do print(group.id, group == unit.group) end
      end]]
    hide(world, 4)
    for _ = 1, 3 do
      for unit in world:units("blue") do world:group { units = { unit } } end
      world:tick()
    end
    assert.same({ "1\tgroup 1", "2\tgroup 2", "2\ttrue" }, lines)
  end)

  it("are the same in the world that was saved, in the loaded one, and after going back", function()
    local text = [[
      return function(unit)
        unit.data.list = {}
        for one in unit.world:units() do
          unit.data.list[#unit.data.list + 1] = one.id .. one.player.name
        end
        unit.data.drawn = unit.world.random(1000)
        unit:wait(1)
      end]]
    local world = corner(text)
    hide(world, 9)
    for unit in world:units("blue") do if unit.id > 7 then unit:place(unit.id - 6, 4) end end
    local function go(one)
      one:tick()
      local unit = one:unit(1)
      unit:behave("test.it")
      one:tick()
      return table.concat(unit.data.list, " ") .. " " .. unit.data.drawn
    end
    assert.matches("^1red 2blue 3blue 4blue %d+$", go(world))
    local other = assert(astar.read_world(assert(world:save()), { setup = function(one)
      assert(modded(one, text))
    end }))
    local snapshot = world:snapshot()
    local expected = go(world)
    assert.equal(expected, go(other))
    assert.equal(world:hash(), other:hash())
    world:restore(snapshot)
    assert.equal(expected, go(world))
  end)
end)

-- ---- players ------------------------------------------------------------------------------------

describe("a player that a mod names #quick", function()
  it("is one whether or not it has units, or is there at all", function()
    local function told(prepare)
      local world, lines = corner [[
        return function(unit)
          local world = unit.world
          for _, name in ipairs { "blue", "green" } do
            local player = world:player(name)
            local count = 0
            for _ in world:units(player) do count = count + 1 end
            print(player, player == world:player(name), count)
            print(pcall(unit.path, unit, 3, 3, { player = player }))
            print(pcall(unit.tell, unit, "player", player))
            print(pcall(player.knows, player, 1, 1))
          end
        end]]
      prepare(world)
      world:tick()
      return lines
    end
    local none = told(function() end)
    assert.equal(8, #none)
    assert.same(none, told(function(world) hide(world, 3) end))
    assert.same(none, told(function(world)
      world:unit { player = "green", x = 30, y = 15 }
    end))
  end)
end)

-- ---- random numbers -----------------------------------------------------------------------------

describe("a mod's random numbers #quick", function()
  local DRAW = [[return function(unit)
    while true do
      for _ = 1, %d do unit.world.random(6) end
      unit.data.next = unit.world.random(2 ^ 30)
      unit:wait(1)
    end
  end]]

  local function drawing(count, seed)
    local world = small_world(FIELD, { seed = seed })
    local main = "return { name = '%s', version = '1', behaviours = { it = 'it.lua' } }"
    for _, name in ipairs { "one", "two" } do
      assert(world:mod { name = name, files = { ["mod.lua"] = main:format(name),
        ["it.lua"] = DRAW:format(name == "one" and count or 1) } })
    end
    local units = {}
    for i, name in ipairs { "one", "two", "one" } do
      units[i] = world:unit { player = i < 3 and "red" or "blue", x = i, y = 1,
        behaviour = name .. ".it" }
    end
    for _ = 1, 4 do world:tick() end
    return world, units[1].data.next, units[2].data.next, units[3].data.next
  end

  it("move neither the game's nor another mod's, nor another player's", function()
    local world, one, two, three = drawing(1)
    local busy, busy_one, busy_two = drawing(40)
    local drawn = world.random(2 ^ 30)
    assert.equal(drawn, busy.random(2 ^ 30))
    assert.equal(two, busy_two)
    assert.not_equal(one, busy_one)
    assert.not_equal(one, two)
    assert.not_equal(one, three)
    assert.not_equal(one, drawn)
  end)

  it("follow from the world's seed", function()
    local _, one, two, three = drawing(3, 5)
    assert.same({ one, two, three }, { select(2, drawing(3, 5)) })
    local _, other = drawing(3, 6)
    assert.not_equal(one, other)
  end)
end)
