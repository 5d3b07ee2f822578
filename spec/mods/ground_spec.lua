-- What a mod may ask of the ground: areas, chokes, what is cut off, the land of sides, what is seen
-- from where. It is what the game is told by its player's knowledge, and nothing else.

local astar = require "astar"
local modded = require "support.modded"
local small_world = require "support.small_world"

-- A world with a mod whose unit does `text`, with `show` and `dump` for any values.
local HEAD = [[
  local function words(value)
    if type(value) ~= "table" or not pcall(pairs, value) then return tostring(value) end
    local keys, list = {}, {}
    for key in pairs(value) do keys[#keys + 1] = key end
    table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
    for i, key in ipairs(keys) do list[i] = tostring(key) .. "=" .. words(value[key]) end
    return "{" .. table.concat(list, " ") .. "}"
  end
  local function show(...)
    local list = {}
    for i = 1, select("#", ...) do list[i] = words((select(i, ...))) end
    print(table.concat(list, " "))
  end
  return function(unit)
    local world = unit.world
]]

local function scene(rows, text, limits, options)
  local world = small_world(rows, options or { fog = true })
  local mod, lines = modded(world, HEAD .. text .. "\nend", limits)
  assert(mod, lines)
  return world, lines
end

local ROOMS = [[
. . . . . . # . . . . .
. . . . . . # . . . . .
. . . . . . . . . . . .
. . . . . . # . . . . .
. . . . . . # . . . . .
]]

describe("areas in a mod #quick", function()
  it("are those of the map, as its player knows it", function()
    local world, lines = scene(ROOMS, [[
      unit:sleep(1)
      local areas = world:areas()
      local west, east = areas:at(1, 1), areas:at(12, 1)
      show(areas:get(west).size, areas:get(east).size, areas:get(west).dead_end, areas:at(7, 1))
      local door = areas:path(west, east)[1]
      show(door.x, door.y, door.width, door.splits, door.sizes, door.link)
      show(#areas:list(), #areas:chokes(), #areas:chokes(west), areas:get(3))
      for _, part in ipairs(world:cut_off(door.cells):list()) do show(part.size, part.cut_off) end
      local sides = world:sides { { { 1, 3 } }, { { x = 12, y = 3 } } }
      show(sides:at(6, 3), sides:at(7, 3), sides:get(1).size, sides:get(2).size)
      show(world:areas { ratio = 0 }:list()[1].size)
      show(areas)]])
    world:unit { player = "red", x = 6, y = 3, sight = 20, behaviour = "test.it" }
    world.run(2)
    assert.same({}, world.reports)
    assert.same({ "31 25 true nil", "7 3 1 true {1=31 2=25} nil", "2 1 1 nil", "30 false",
      "25 true", "1 2 30 26", "56", "areas" }, lines)
  end)

  local function random_rows(random, width, height)
    local rows = {}
    for y = 1, height do
      local row = {}
      for x = 1, width do row[x] = random(5) == 1 and "#" or "." end
      rows[y] = table.concat(row, " ")
    end
    return table.concat(rows, "\n")
  end

  -- What the host says: all areas and chokes.
  local function told(areas)
    local list = {}
    for _, area in ipairs(areas:list()) do
      list[#list + 1] = ("%d %d %s %s"):format(area.id, area.size, tostring(area.clearance),
        table.concat(area.neighbours, ","))
    end
    for _, choke in ipairs(areas:chokes()) do
      list[#list + 1] = ("%d,%d %d %d %d %s"):format(choke.areas[1], choke.areas[2], choke.x,
        choke.y, choke.width, tostring(choke.splits))
    end
    return list
  end

  it("are the same on random maps, for the classes of its units, half of it unseen", function()
    local random = astar.world { map = astar.map { width = 2, height = 2 }, seed = 5 }.random
    for _ = 1, 8 do
      local world, lines = scene(random_rows(random, 24, 16), [[
        unit:sleep(1)
        local areas = world:areas { ratio = 0.8, width = 3 }
        for _, area in ipairs(areas:list()) do
          show(area.id, area.size, area.clearance, table.concat(area.neighbours, ","))
        end
        for _, choke in ipairs(areas:chokes()) do
          show(choke.areas[1] .. "," .. choke.areas[2], choke.x, choke.y, choke.width, choke.splits)
        end]])
      local big = world.map:class { size = 2, unknown = false }
      world.map:fill(4, 4, 2, 2, "plain")
      local unit = world:unit { player = "red", x = 4, y = 4, class = big, sight = 8,
        behaviour = "test.it" }
      world.run(2)
      local areas = world.map:areas({ class = big, player = unit.player },
        { ratio = 0.8, width = 3 })
      assert.same({}, world.reports)
      assert.is_true(#lines > 1)
      assert.same(told(areas), lines)
    end
  end)

  it("stay as they were found until they are asked for again", function()
    local world, lines = scene(ROOMS, [[
      unit:sleep(1)
      local areas = world:areas()
      unit:sleep(1)
      show(#areas:list(), areas:at(7, 3))
      local again = world:areas()
      show(#again:list(), #areas:list(), again:at(7, 3))]])
    world:unit { player = "red", x = 6, y = 3, sight = 20, behaviour = "test.it" }
    world.run(2)
    world.map:set(7, 3, "wall")
    world.run(2)
    assert.matches("^2 %d+$", lines[1])
    assert.equal("2 2 nil", lines[2])
  end)

  it("have the strength of both sides", function()
    local world, lines = scene(ROOMS, [[
      unit:sleep(1)
      local areas = world:areas()
      show(areas:strength())
      show(areas:strength { key = "hp" })
      show(world:sides({ { unit }, world:known_enemies() }):strength())]], { public = { "hp" } })
    world:unit { player = "red", x = 2, y = 3, sight = 20, data = { hp = 4 },
      behaviour = "test.it" }
    world:unit { player = "red", x = 3, y = 1, data = { hp = 5 } }
    world:unit { player = "blue", x = 5, y = 3, data = { hp = 30 } }
    world:unit { player = "blue", x = 9, y = 3, data = { hp = 60 } }
    world:unit { player = "blue", x = 9, y = 1 }   -- behind the wall
    world.run(2)
    assert.same({}, world.reports)
    assert.same({ "{1={area=27 enemies=1 own=2} 2={area=34 enemies=1 own=0}}",
      "{1={area=27 enemies=30 own=9} 2={area=34 enemies=60 own=0}}",
      "{1={area=1 enemies=0 own=2} 2={area=2 enemies=2 own=0}}" }, lines)
  end)

  it("name a link that leads from one to another by its ends", function()
    local world, lines = scene(ROOMS, [[
      unit:sleep(1)
      for _, choke in ipairs(world:areas():chokes()) do
        show(choke.link, choke.one_way, choke.x1, choke.y1, choke.x2, choke.y2)
      end]])
    world.map:link { from = { 1, 1 }, to = { 12, 5 }, cost = 10, one_way = true }
    world:unit { player = "red", x = 6, y = 3, sight = 20, behaviour = "test.it" }
    world.run(2)
    assert.same({}, world.reports)
    assert.equal("nil nil 7 3 7 3", lines[1])
    assert.equal("true true 1 1 12 5", lines[2])
  end)
end)

describe("sight in a mod #quick", function()
  it("is what many eyes see, and what is between two cells", function()
    local world, lines = scene(ROOMS, [[
      unit:sleep(1)
      local enemies = world:known_enemies()
      local tower = { x = 12, y = 3, radius = 20 }
      local sight = world:sight({ enemies[1], tower, enemies[1].unit }, 3)
      show(sight:count(6, 3), sight:count(8, 3), sight:count(1, 1))
      show(#sight:seen_by(6, 3), sight:seen_by(6, 3)[1] == tower,
        sight:seen_by(9, 3)[1] == enemies[1])
      local cells, most = 0, 0
      for x, y, count in sight:cells() do cells, most = cells + 1, math.max(most, count) end
      show(cells > 20, most, sight)
      show(world:line_of_sight(1, 3, 12, 3))
      show(world:line_of_sight(1, 1, 12, 1))
      show(world:line_of_sight(1, 3, 12, 3, { range = 5 }))
      show(#world:sight({}):seen_by(1, 1))]])
    world:unit { player = "red", x = 6, y = 3, sight = 20, behaviour = "test.it" }
    world:unit { player = "blue", x = 10, y = 3 }
    world.run(2)
    assert.same({}, world.reports)
    assert.same({ "1 3 0", "1 true true", "true 3 sight", "true", "false hidden 7 1", "false far",
      "0" },
      lines)
  end)
end)

describe("the ground in a mod #quick", function()
  -- All questions, in a world where what is beyond column 12 is never seen; `hidden` changes it.
  local ALL = [[
    unit:sleep(1)
    local function ask()
      for _, asked in ipairs { {}, { ratio = 1 }, { width = 2 } } do
        local areas = world:areas(asked)
        show(areas:list())
        show(areas:chokes())
        local first, last = areas:list()[1].id, areas:list()[#areas:list()].id
        show(areas:path(first, last))
        show(areas:strength())
        for x = 1, 24 do show(areas:at(x, 3)) end
      end
      local cut = world:cut_off { { 7, 3 }, { 15, 3 } }
      show(cut:list())
      local sides = world:sides { { unit }, { { 20, 3 } } }
      show(sides:list())
      show(sides:chokes())
      local sight = world:sight({ unit, { x = 20, y = 3 } }, 9)
      local seen = {}
      for x, y, count in sight:cells() do seen[#seen + 1] = ("%d,%d,%d"):format(x, y, count) end
      show(seen)
      for x = 13, 24 do show(sight:count(x, 2), #sight:seen_by(x, 4)) end
      for x = 1, 24 do show(world:line_of_sight(unit.x, unit.y, x, 2)) end
      for x = 1, 24 do show(world:line_of_sight(20, 3, x, 4)) end
      show(world:sites "wall")
      show(#world:known_enemies())
    end
    while true do
      ask()
      unit:sleep(1)
    end]]

  local ROW = "......#....#............"

  local function answers(hidden)
    local row = ROW:gsub(".", "%0 ")
    local gap = ("."):rep(11) .. "#" .. ("."):rep(12)
    local world, lines = scene(table.concat({ row, row, (gap:gsub(".", "%0 ")), row, row }, "\n"),
      ALL, { total = 1e9, instructions = 1e8, nodes = 1e8 })
    hidden(world, true)
    world:unit { player = "red", x = 4, y = 3, sight = 20, behaviour = "test.it" }
    world.run(2)
    hidden(world, false)
    world.run(2)
    assert.same({}, world.reports)
    return lines
  end

  it("tells nothing of what its player has not seen", function()
    local first = answers(function() end)
    assert.is_true(#first > 300)
    for _, hidden in ipairs {
      function(world) world.map:fill(13, 1, 12, 4, "wall") end,
      function(world, before) if not before then world.map:fill(14, 2, 3, 3, "wall") end end,
      function(world, before)
        if before then world.map:link { from = { 20, 1 }, to = { 23, 5 }, cost = 10 } end
      end,
      function(world, before)
        if before then world:unit { player = "blue", x = 20, y = 3, sight = 9 } end
      end,
      function(world, before) if not before then world.map:fill(18, 1, 4, 5, "road") end end,
    } do
      assert.same(first, answers(hidden))
    end
    local seen = answers(function(world) world.map:fill(2, 1, 2, 2, "wall") end)
    assert.is_false(table.concat(first) == table.concat(seen))
  end)

  it("is asked again after each save", function()
    local function run(every)
      local world, lines = scene(ROOMS, [[
        while true do
          local areas = world:areas()
          local sight = world:sight({ unit }, 4)
          show(world.ticks, areas:strength(), sight:count(5, 5))
          unit:sleep(1)
        end]])
      world.heavy = every and { every = every } or false
      world:unit { player = "red", x = 6, y = 3, sight = 20, behaviour = "test.it" }
      world.run(8)
      assert.same({}, world.reports)
      return lines
    end
    assert.same(run(), run(1))
  end)
end)

describe("what the ground costs a mod #quick", function()
  it("is by the cells of the map when areas are found, and else nothing", function()
    local world, lines = scene(("."):rep(100) .. ("\n" .. ("."):rep(100)):rep(99), [[
      for i = 1, 12 do
        local areas, code = world:areas()
        show(i, areas, code)
      end
      for i = 1, 8 do
        local areas, code = world:areas { ratio = i / 10 }
        show(i, areas, code)
      end]], { total = 1e9, nodes = 1e9 })
    world:unit { player = "red", x = 6, y = 3, behaviour = "test.it" }
    world.run(2)
    assert.equal("12 areas nil", lines[12])
    -- 20,000 are looked at for each, and there are 100,000 and an overdraft.
    assert.same({ "4 areas nil", "5 nil budget" }, { lines[16], lines[17] })
  end)

  it("is shared by eight sides at the most", function()
    local world, lines = scene(ROOMS, [[
      local lists = {}
      for i = 1, 8 do lists[i] = { { 2, 2 } } end
      show(world:sides(lists))
      lists[9] = lists[1]
      show(pcall(world.sides, world, lists))]])
    world:unit { player = "red", x = 6, y = 3, behaviour = "test.it" }
    world.run(2)
    assert.equal("areas", lines[1])
    assert.matches("false .*sides: at most 8 sides expected", lines[2])
  end)

  it("is refused where there is not enough for it, or no room", function()
    local world, lines = scene(ROOMS, "show(world:areas())", { nodes = 0 })
    world:unit { player = "red", x = 6, y = 3, behaviour = "test.it" }
    world.run(1)
    assert.same({ "nil budget" }, lines)
    local large = ("."):rep(100) .. ("\n" .. ("."):rep(100)):rep(99)
    world, lines = scene(large, [[
      show(world:areas())
      show(pcall(world.sides, world, { { { 1, 1 } }, { { 9, 9 } } }))
      show(world:sight({ unit }, 20))]], { kept = 2 ^ 16 + 50000, total = 1e9 })
    world:unit { player = "red", x = 6, y = 3, behaviour = "test.it" }
    world.run(1)
    assert.equal("areas", lines[1])
    assert.matches("false .*areas: the game keeps at most 115536 bytes for a mod", lines[2])
    assert.equal("sight", lines[3])
  end)

  it("is kept for the last ones only", function()
    local world, lines = scene(ROOMS, [[
      local first, sights = world:areas(), {}
      for i = 1, 5 do world:areas { ratio = i / 10 } end
      show(pcall(first.list, first))
      for i = 1, 9 do sights[i] = world:sight({ unit }, 1) end
      show(pcall(sights[1].count, sights[1], 1, 1))
      show(sights[2]:count(1, 1))]])
    world:unit { player = "red", x = 6, y = 3, behaviour = "test.it" }
    world.run(1)
    assert.matches("these areas were forgotten: the host keeps the last 4", lines[1], 1, true)
    assert.matches("these sights were forgotten: the host keeps the last 8", lines[2], 1, true)
    assert.equal("0", lines[3])
  end)

  it("is the mod's own fault where it asks for what there is not", function()
    local world, lines = scene(ROOMS, [[
      unit:sleep(1)
      local function try(f, ...) print(select(2, pcall(f, ...))) end
      local areas, sight = world:areas(), world:sight({ unit }, 3)
      try(world.areas, world, 7) try(world.areas, world, { rato = 1 })
      try(world.areas, world, { ratio = 2 }) try(world.areas, world, { width = 0 })
      try(world.areas, world, { class = {} }) try(areas.at, areas, "x")
      try(areas.at, areas, 99, 1) try(areas.path, areas, 1, 99) try(areas.list, {})
      try(areas.chokes, areas, 999)
      try(world.cut_off, world, 7) try(world.cut_off, world, { { 99, 1 } }) try(world.sides, world)
      try(world.sides, world, {}) try(world.sight, world, 7) try(world.sight, world, { unit })
      try(world.sight, world, { { x = 99, y = 1 } }, 3) try(sight.count, sight, 99, 1)
      try(world.line_of_sight, world, 1, 1) try(world.line_of_sight, world, 1, 1, 2, 99)
      try(world.line_of_sight, world, 1, 1, 2, 2, { unit = unit })
      try(function() return areas.size end) try(function() sight.x = 1 end)
      try(areas.strength, areas, { keys = 1 })]])
    world:unit { player = "red", x = 6, y = 3, behaviour = "test.it" }
    world.run(2)
    local expected = {
      "bad argument #1 to 'areas' (table expected, got 7)",
      "(unknown key 'rato', the nearest is 'ratio')", "ratio = 2 is out of range",
      "width = 0 is out of range", "class = a table is not a class",
      "bad argument #1 to 'at' (x = 'x' is not a number)", "x = 99 is outside the map",
      "is no area", "a areas expected, got table", "id = 999 is no area",
      "bad argument #1 to 'cut_off' (cells = 7 is not a list of cells)",
      "x = 99 is outside the map", "a list of lists of cells expected, got nil",
      "the list has 0, it must be 1 to 64", "observers = 7 is not a list of cells",
      "observers[1]: a radius of 0 to 255 expected, got nil", "x = 99 is out",
      "x = 99 is outside the map",
      "bad argument #3 to 'line_of_sight' (a number expected, got nil)",
      "99 is outside the map", "(unknown key 'unit'", "areas has no field 'size'",
      "'x'", "(unknown key 'keys', the nearest is 'key')",
    }
    for i, words in ipairs(expected) do assert.matches(words, tostring(lines[i]), 1, true) end
    assert.equal(#expected, #lines)
  end)
end)
