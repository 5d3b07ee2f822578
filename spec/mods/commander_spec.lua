-- What a commander in a mod knows of the enemy and of the land, and the groups that it makes.

local astar = require "astar"
local modded = require "support.modded"
local small_world = require "support.small_world"

local SOLDIER = [[
  local think = require "astar.think"
  return think.interrupt(function(unit)
    while true do unit:wait(50) end
  end, {
    called = function(unit)
      unit.data.called = (unit.data.called or 0) + 1
      unit:hold_formation()
    end,
  })]]

-- The files of a mod whose commander does `text`, as the body of function(unit, world).
local function files_of(text, soldier)
  return {
    ["mod.lua"] = [[return { name = "test", version = "1",
      behaviours = { it = "it.lua", soldier = "soldier.lua" } }]],
    ["it.lua"] = "return function(unit)\n  local world = unit.world\n" .. text .. "\nend",
    ["soldier.lua"] = soldier,
  }
end

-- A world with such a mod, "test".
local function command(rows, text, limits, options)
  local world = small_world(rows, options)
  local mod, lines = modded(world, files_of(text, SOLDIER), limits)
  assert(mod, lines)
  return world, lines
end

local function soldiers(world, count, x)
  local list = {}
  for i = 1, count do
    list[i] = world:unit { player = "red", x = x or 1, y = i, sight = 4, speed = 0.5,
      behaviour = "test.soldier" }
  end
  return list
end

local FIELD = [[
....................
....................
....................
....................
....................
]]

describe("known enemies #quick", function()
  local SAY = [[
    while true do
      for _, enemy in ipairs(world:known_enemies(unit.data.options)) do
        print(("%d: %d at %d, %d in %d, %s, %s %s"):format(world.ticks, enemy.unit.id, enemy.x,
          enemy.y, enemy.tick, tostring(enemy.visible), tostring(enemy.data.hp),
          tostring(enemy.data.plan)))
      end
      unit:sleep(1)
    end]]

  local function scene(options)
    local world, lines = command(FIELD, SAY, { public = { "hp" } })
    local eye = world:unit { player = "red", x = 1, y = 3, sight = 6, behaviour = "test.it",
      data = { options = options } }
    local enemy = world:unit { player = "blue", x = 7, y = 3, speed = 1,
      data = { hp = 9, plan = "attack" } }
    return world, lines, eye, enemy
  end

  it("are where they were seen last, with what was public of them then", function()
    local world, lines, _, enemy = scene()
    world.run(1)
    enemy:order("go", 12, 3)
    world.run(4)
    enemy.data.hp = 3
    world.run(1)
    assert.equal("1: 2 at 7, 3 in 1, true, 9 nil", lines[1])
    assert.equal("6: 2 at 7, 3 in 3, false, 9 nil", lines[6])
  end)

  it("do not change with what is hidden", function()
    local a, lines_a, _, enemy_a = scene()
    local b, lines_b, _, enemy_b = scene()
    for _, one in ipairs { a, b } do one.run(1) end
    for _, enemy in ipairs { enemy_a, enemy_b } do enemy:order("go", 15, 3) end
    for _, one in ipairs { a, b } do one.run(3) end
    enemy_b.data.hp = 1
    enemy_b:order("go", 20, 1)
    for _, one in ipairs { a, b } do one.run(20) end
    assert.same(lines_a, lines_b)
  end)

  -- Red's eye is at 1, 3; blue's unit is at 7, 3, and walks away, or is removed out of sight.
  local function lost(dies)
    local world, lines, eye, enemy = scene()
    world.run(1)
    enemy:order("go", 15, 3)
    world.run(6)
    if dies then enemy:remove() end
    return world, lines, eye
  end

  it("tell nothing of whether a unit lives that nobody sees", function()
    local a, lines_a = lost(false)
    local b, lines_b = lost(true)
    for _, one in ipairs { a, b } do
      one.heavy = { every = 3 }
      one.run(8)
    end
    assert.equal("15: 2 at 7, 3 in 3, false, 9 nil", lines_a[15])
    assert.same(lines_a, lines_b)
  end)

  it("are gone when their place is in sight again, whether they live or not", function()
    for _, dies in ipairs { false, true } do
      local world, lines, eye = lost(dies)
      eye:place(1, 1)
      eye.sight = 2
      world.run(2)
      assert.equal("9: 2 at 7, 3 in 3, false, 9 nil", lines[#lines])
      eye.sight = 9
      world.run(3)
      assert.equal(9, #lines)
      world.heavy = { every = 1 }
      world.run(2)
      assert.equal(9, #lines)
    end
  end)

  it("are none that were seen to be removed", function()
    local world, lines, _, enemy = scene()
    world.run(2)
    enemy:remove()
    world.run(2)
    assert.equal(2, #lines)
    assert.same({}, world._ghosts)
  end)

  -- All that a script can ask about a unit that it was told of, seen or never seen.
  local ASK = [[
    local _, enemy = unit:await "attacked"
    local function show(...)
      local words = {}
      for i = 1, select("#", ...) do words[i] = tostring((select(i, ...))) end
      print(table.concat(words, " "))
    end
    while true do
      show(enemy, enemy.removed, enemy.x, enemy.y, enemy.state, enemy.player, enemy.class)
      show(pcall(function() return enemy.data.hp end))
      show(pcall(unit.body.path, unit.body, enemy))
      show(pcall(unit.body.reachable, unit.body, enemy))
      show(pcall(unit.body.request_path, unit.body, enemy))
      show(unit:sees(enemy), unit:distance(enemy), unit:clear_shot(enemy))
      show(enemy:tell("boo"))
      show(pcall(enemy.stop, enemy))
      show(pcall(enemy.say, enemy, "boo"))
      show(pcall(function() unit.home = enemy return unit.home end))
      show(unit:tell("again", enemy))
      for _, name, other in unit:events() do show(name, other, other and other.removed) end
      show(#world:known_enemies(), world:strength(8, 3, 9), enemy:visible_to(unit.player))
      unit:sleep(1)
    end]]

  local function asked(far, happens)
    local world, lines = command(FIELD, ASK, { public = { "hp" } })
    local eye = world:unit { player = "red", x = 1, y = 3, sight = 6, behaviour = "test.it" }
    local enemy = world:unit { player = "blue", x = far and 15 or 7, y = 3, data = { hp = 9 } }
    world:player "green"
    world:unit { player = "green", x = 20, y = 5 }
    world.run(2)
    eye:tell("attacked", enemy)
    world.run(1)
    enemy:place(16, 3)
    world.run(2)
    happens(enemy, world)
    world.heavy = { every = 2 }
    world.run(6)
    assert.same({}, world.reports)
    return lines
  end

  it("and nothing that a script can ask differs", function()
    for _, far in ipairs { true, false } do
      local first = asked(far, function() end)
      assert.is_true(#first > 20)
      for _, happens in ipairs {
        function(enemy) enemy:remove() end,
        function(enemy) enemy:place(20, 1) end,
        function(enemy, world) enemy:set_player(world:player "green") end,
        function(enemy, world) enemy:set_class(world.map:class {}) end,
        function(enemy) enemy.data.hp = 1 end,
      } do
        assert.same(first, asked(far, happens))
      end
    end
  end)

  it("can be those seen lately, or those near a place", function()
    local world, lines, eye, enemy = scene { within = 2 }
    world.run(1)
    enemy:order("go", 12, 3)
    world.run(9)
    assert.equal(5, #lines)                      -- it was seen until tick 3
    eye.data.options = { near = { x = 9, y = 3 }, radius = 2 }
    world.run(1)
    assert.equal(6, #lines)
    eye.data.options = { near = { x = 10, y = 3 }, radius = 2 }
    world.run(1)
    assert.equal(6, #lines)
  end)

  it("are no friends, and none that nobody has seen", function()
    local world, lines = command(FIELD, [[print(#world:known_enemies())]])
    world:player("green"):share(world:player "red")
    world:unit { player = "red", x = 1, y = 3, sight = 6, behaviour = "test.it" }
    world:unit { player = "green", x = 2, y = 3 }
    world:unit { player = "blue", x = 15, y = 3 }
    world.run(1)
    assert.same({ "0" }, lines)
  end)

  it("are saved", function()
    local world, lines, _, enemy = scene()
    world.heavy = { every = 20 }
    world.run(1)
    enemy:order("go", 12, 3)
    world.run(7)
    assert.equal("8: 2 at 7, 3 in 3, false, 9 nil", lines[#lines])
  end)

  it("are asked for with options that there are", function()
    local world, lines = command(FIELD, [[
      local function try(...) print(select(2, pcall(world.known_enemies, world, ...))) end
      try(7) try { witin = 3 } try { within = -1 } try { near = { x = 1, y = 1 } }
      try { near = {}, radius = 1 }]])
    world:unit { player = "red", x = 1, y = 3, behaviour = "test.it" }
    world.run(1)
    local expected = {
      "bad argument #1 to 'known_enemies' (table expected, got 7)",
      "(unknown key 'witin', the nearest is 'within')",
      "(within = -1 is not a whole number from 0 to 2147483648)",
      "(near and radius go together)", "(near.x = nil is not an integer)",
    }
    for i, words in ipairs(expected) do assert.matches(words, lines[i], 1, true) end
  end)
end)

describe("what a commander weighs #quick", function()
  it("is the strength of both sides around a place", function()
    local world, lines = command(FIELD, [[
      unit:sleep(1)
      print(world:strength(5, 3, 3))
      print(world:strength(5, 3, 3, { key = "hp" }))
      print(world:strength(20, 3, 3))
      print(pcall(world.strength, world, 5, 3))]], { public = { "hp" } })
    world:unit { player = "red", x = 2, y = 3, sight = 8, data = { hp = 4 },
      behaviour = "test.it" }
    world:unit { player = "red", x = 4, y = 1, data = { hp = 5 } }
    world:unit { player = "blue", x = 8, y = 3, data = { hp = 30 } }
    world:unit { player = "blue", x = 9, y = 3, data = { hp = 30 } }
    world.run(3)
    assert.same({ "2\t1", "9\t30", "0\t0" }, { lines[1], lines[2], lines[3] })
    assert.matches("bad argument #3 to 'strength' (a number expected, got nil)", lines[4], 1, true)
  end)

  it("are the threats along a path, as it comes near them", function()
    local world, lines = command(FIELD, [[
      unit:sleep(1)
      local path = unit:path(20, 3)
      for _, threat in ipairs(world:threats_along(path, 1)) do
        print(threat.unit.id, threat.index, threat.distance)
      end
      print(pcall(world.threats_along, world, {}, 1))]])
    world:unit { player = "red", x = 1, y = 3, sight = 20, behaviour = "test.it" }
    for _, x in ipairs { 15, 6 } do world:unit { player = "blue", x = x, y = 4 } end
    world:unit { player = "blue", x = 10, y = 1 }
    world.run(3)
    assert.same({ "3\t5\t1", "4\t14\t1" }, { lines[1], lines[2] })
    assert.matches("bad argument #1 to 'threats_along' (a path expected, got table)", lines[3], 1,
      true)
  end)

  it("are the sites of a terrain, as far as its player knows them", function()
    local world, lines = command([[
.=..............=...
==..............=...
....................
.....=..............
....................
]], [[
      for _, site in ipairs(world:sites "road") do print(site.x, site.y, site.cells) end
      print(pcall(world.sites, world, "rod"))
      print(pcall(world.sites, world))]], nil, { fog = true })
    world:unit { player = "red", x = 3, y = 3, sight = 8, behaviour = "test.it" }
    world.run(1)
    assert.same({ "2\t2\t3", "6\t4\t1" }, { lines[1], lines[2] })
    assert.matches("there is no terrain 'rod', the nearest is 'road'", lines[3], 1, true)
    assert.matches("bad argument #1 to 'sites' (the name of a terrain expected, got nil)", lines[4],
      1, true)
  end)
end)

describe("the sites of a map of hexagons #quick", function()
  it("are of cells that are neighbours there", function()
    for _, grid in ipairs { "hex", "flat_hex" } do
      for count, rows in ipairs { { ".=..", "=...", "...." }, { "=...", ".=..", "...." } } do
        local world = astar.world { map = astar.map { grid = grid, rows = rows, legend =
          { ["."] = "plain", ["="] = "road" }, terrains = { plain = 10, road = 5 } } }
        local _, lines = modded(world, "return function(unit) print(#unit.world:sites 'road') end")
        world:unit { player = "red", x = 3, y = 3, sight = 9, behaviour = "test.it" }
        for _ = 1, 2 do world:tick() end
        assert.equal(tostring(count), lines[1], grid)
      end
    end
  end)
end)

describe("a group of a mod's #quick", function()
  local MARCH = [[
    local list = {}
    for one in world:units(unit.player) do
      if one ~= unit then list[#list + 1] = one end
    end
    local group = world:group { units = list, name = "left wing", formation = "line" }
    print(group, group.name, group:count(), group.player, group.status)
    group:go(12, 3)
    while group.status ~= "assembled" do unit:sleep(1) end
    print(world.ticks > 10, group.status)
    unit:wait(1000)]]

  local function marching(heavy)
    local world, lines = command(FIELD, MARCH)
    if heavy then world.heavy = heavy end
    local units = soldiers(world, 3)
    world:unit { player = "red", x = 1, y = 5, behaviour = "test.it" }
    return world, lines, units
  end

  it("calls its units, which march in formation", function()
    local world, lines, units = marching()
    world.run(60)
    assert.same({ "group 1\tleft wing\t3\tplayer 'red'\tstanding", "true\tassembled" }, lines)
    for _, unit in ipairs(units) do
      assert.equal(12, unit.x)
      assert.equal(1, unit.data.called)
      assert.equal("left wing", unit.group.name)
      assert.equal("test", unit.group.owner)
      assert.same({}, unit:orders())
    end
  end)

  it("marches on when the world is saved and loaded again and again", function()
    local world, _, units = marching { every = 10 }
    world.run(40)
    for _, unit in ipairs(units) do assert.is_true(unit.x > 5) end
  end)

  -- The world, once more from its saved text, with `soldier` instead of the mod's file.
  local function again_with(world, soldier)
    local text, reports = assert(world:save()), {}
    local function setup(new)
      assert(modded(new, files_of(MARCH, soldier)))
    end
    return assert(astar.read_world(text, { setup = setup,
      report = function(one) reports[#reports + 1] = one.text end })), reports
  end

  it("marches on in a world that is loaded", function()
    local world = marching()
    world.run(8)
    local again, reports = again_with(world, SOLDIER)
    for _ = 1, 60 do
      world:tick()
      again:tick()
      assert.equal(world:hash(), again:hash())
    end
    assert.same({}, reports)
    local group = again:groups()()
    assert.equal("left wing", group.name)
    assert.equal("test", group.owner)
  end)

  it("calls its units again in a loaded world whose mod is another one", function()
    local world = marching()
    world.run(8)
    local again, reports = again_with(world, SOLDIER .. " -- changed")
    for _ = 1, 60 do again:tick() end
    assert.matches("these files have changed: soldier.lua", reports[1], 1, true)
    local called = {}
    for unit in again:units() do called[#called + 1] = unit.data.called end
    assert.same({ 2, 2, 2 }, called)
  end)

  it("goes on when the mod is loaded again", function()
    local world, _, units = marching()
    world.run(8)
    for mod in world:mods() do mod:restart() end
    world.run(3)
    for _, unit in ipairs(units) do assert.equal(2, unit.data.called) end
  end)

  it("comes after orders of the game", function()
    local world, _, units = marching()
    world.run(8)
    units[1]:order("go", 1, 1)
    world.run(60)
    assert.same({ 1, 1 }, { units[1].x, units[1].y })
    assert.equal(12, units[2].x)
  end)

  it("has units that run the mod, and no others; and the game's groups are the game's", function()
    local world, lines = command(FIELD, [[
      local function try(f, ...) print(select(2, pcall(f, ...))) end
      unit:sleep(1)
      local list = {}
      for one in world:units() do list[one.id] = one end
      local group = world:group()
      try(group.add, group, list[2])
      try(group.add, group, list[4])
      try(group.add, group, 7)
      try(list[3].group.stop, list[3].group)
      print(list[3].group.status, list[3].group:count())
      try(group.add, group, list[3])
      try(world.group, world, { units = { 1 } })
      try(world.group, world, { unit = {} })
      try(group.go, group, 30, 3)
      try(group.go, group, "there")
      try(group.go, group, 3)
      try(group.hold, group, { formation = "ring" })
      try(function() return group.leader end)
      try(function() group.name = "x" end)
      group:disband()
      try(group.stop, group)
      for i = 1, 64 do world:group() end
      try(world.group, world)]])
    world:unit { player = "red", x = 1, y = 1, sight = 20, behaviour = "test.it" }
    world:unit { player = "red", x = 2, y = 1 }
    world:unit { player = "blue", x = 3, y = 1 }
    local fourth = world:unit { player = "red", x = 4, y = 1, behaviour = "test.soldier" }
    world:group { units = { fourth } }
    world.run(4)
    local expected = {
      "unit 2 is not this mod's", "unit 4 is not this mod's",
      "bad argument #1 to 'add' (a unit expected, got number)",
      "group 1 is not this mod's: you order only groups that it has made",
      "standing\t1", "unit 3 is in a group of the game's",
      "bad argument #1 to 'group' (units[1] = number is not a unit)",
      "unknown key 'unit', the nearest is 'units'",
      "30, 3 is no cell of the map",
      "bad argument #1 to 'go' (a goal expected", "bad argument #2 to 'go' (y = ",
      "there is no formation 'ring'", "group has no field 'leader'",
      "a mod cannot set 'name' of a group", "group 2 was disbanded",
      "a mod has at most 64 groups for a player",
    }
    for i, words in ipairs(expected) do assert.matches(words, tostring(lines[i]), 1, true) end
    assert.equal(#expected, #lines)
  end)

  it("ends with its player", function()
    local world = command(FIELD, [[world:group { name = "a" } unit:wait(1000)]])
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(1)
    assert.is_truthy(world:groups()())
    world:player("red"):remove()
    world.run(1)
    assert.is_nil(world:groups()())
    assert(world:save())
  end)

  it("waits where its mod has nothing left for fields", function()
    local world, lines = command(FIELD, [[
      local group = world:group { units = { unit } }
      print(group:go(10, 3))]], { nodes = 0 })
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(1)
    assert.same({ "nil\tbudget" }, lines)
  end)
end)

describe("the ways of a mod's groups #quick", function()
  it("are kept on its account", function()
    local world, lines = command(("."):rep(100) .. ("\n" .. ("."):rep(100)):rep(99), [[
      for i = 1, 3 do
        local group = world:group { name = "group " .. i }
        print(pcall(group.go, group, 10 + i, 3))
        if i == 2 then world:groups()():stop() end
      end]], { kept = 2 * 80000 + 20000, total = 10000000 })
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world.run(1)
    assert.matches("^true", lines[1])
    assert.matches("^true", lines[2])
    assert.matches("^true", lines[3])
    local other, said = command(("."):rep(100) .. ("\n" .. ("."):rep(100)):rep(99), [[
      for i = 1, 3 do
        local group = world:group { name = "group " .. i }
        print(pcall(group.go, group, 10 + i, 3))
      end]], { kept = 2 * 80000 + 20000, total = 10000000 })
    other:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    other.run(1)
    assert.matches("^true", said[2])
    assert.matches("the way of a group: the game keeps at most 180000 bytes for a mod", said[3], 1,
      true)
  end)
end)

describe("squads #quick", function()
  local PLAN = [[
    local squads = require "astar.squads"
    local PLAN = {
      { name = "bridge", role = "soldier", count = 2, formation = "line" },
      { name = "raid", role = "soldier" },
      { name = "dig", accepts = function(one) return one.data.role == "gatherer" end },
    }
    while true do
      local groups, words = squads.muster(world, unit.player, PLAN), {}
      for _, squad in ipairs(PLAN) do
        local ids = {}
        for one in groups[squad.name]:units() do ids[#ids + 1] = tostring(one.id) end
        words[#words + 1] = squad.name .. " " .. table.concat(ids, " ")
      end
      print(table.concat(words, ", "))
      unit:sleep(1)
    end]]

  local function filled()
    local world, lines = command(FIELD, PLAN)
    world:unit { player = "red", x = 20, y = 5, behaviour = "test.it", data = { role = "head" } }
    for i, role in ipairs { "soldier", "gatherer", "soldier", "soldier", "soldier" } do
      world:unit { player = "red", x = 1 + i, y = 1, behaviour = "test.soldier",
        data = { role = role } }
    end
    return world, lines
  end

  it("are filled in the order of the plan, and keep the units that they have", function()
    local world, lines = filled()
    world.run(2)
    assert.equal("bridge 2 4, raid 5 6, dig 3", lines[#lines])
    world:unit(2):remove()
    world.run(1)
    assert.equal("bridge 4, raid 5 6, dig 3", lines[#lines])
    world:unit { player = "red", x = 1, y = 5, behaviour = "test.soldier",
      data = { role = "soldier" } }
    world.run(1)
    assert.equal("bridge 4 7, raid 5 6, dig 3", lines[#lines])
  end)

  it("let go of units that they take no more", function()
    local world, lines = filled()
    world.run(1)
    world:unit(4).data.role = "gatherer"
    world.run(1)
    assert.equal("bridge 2, raid 5 6, dig 3 4", lines[#lines])
  end)

  it("are found again when the mod was loaded again", function()
    local world, lines = filled()
    world.run(2)
    assert(world:save())
    world.run(2)
    assert.equal("bridge 2 4, raid 5 6, dig 3", lines[#lines])
    local count = 0
    for _ in world:groups() do count = count + 1 end
    assert.equal(3, count)
  end)

  it("serve the game's scripts as well", function()
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1, data = { role = "soldier" } }
    local groups = astar.squads.muster(world, world:player "red", { { name = "all" } })
    assert.equal(unit.group, groups.all)
    assert.equal("group 1 'all' (1 units, standing)", tostring(groups.all))
  end)

  it("are given as a plan that holds", function()
    local world = small_world(FIELD)
    for _, case in ipairs {
      { 7, "a list of squads expected, got number" }, { { 7 }, "squad 1 is not a table" },
      { { {} }, "squad 1 has no name" }, { { { nam = "x" } }, "the nearest is 'name'" },
      { { { name = "a" }, { name = "a" } }, "two squads are called 'a'" },
      { { { name = "a", count = 1.5 } }, "count = 1.5 is not a whole number" },
      { { { name = "a", count = -1 } }, "count = -1 is not a whole number from 0 to 2147483648" },
    } do
      local ok, message = pcall(astar.squads.muster, world, world:player "red", case[1])
      assert.is_false(ok)
      assert.matches(case[2], message, 1, true)
    end
    local groups = astar.squads.muster(world, world:player "red", { { name = "a", count = 0 } })
    assert.equal(0, groups.a:count())
  end)
end)
