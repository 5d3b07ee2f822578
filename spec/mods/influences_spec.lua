-- Influence maps that mods make themselves. They are those that the game would make of what the
-- mod's player knows.

local astar = require "astar"
local influences = require "astar.mods.influences"
local modded = require "support.modded"
local parts = require "support.parts"
local small_world = require "support.small_world"

local HEAD = [[
  local function show(...)
    local list = {}
    for i = 1, select("#", ...) do list[i] = tostring((select(i, ...))) end
    print(table.concat(list, " "))
  end
  return function(unit)
    local world = unit.world
    local function draw(map)
      for y = 1, world.map.height do
        local row = {}
        for x = 1, world.map.width do row[x] = map:get(x, y) end
        print(table.concat(row, " "))
      end
    end
]]

local RICH = { total = 1e9, instructions = 1e8, nodes = 1e8 }

-- The mod does `text` from the second tick on, unless it is to begin at once.
local function scene(rows, text, limits, begins)
  local world = small_world(rows, { fog = true })
  local given = { public = { "hp" } }
  for key, value in pairs(limits or RICH) do given[key] = value end
  local first = begins == "at once" and "" or "unit:sleep(1)\n"
  local mod, lines = modded(world, HEAD .. first .. text .. "\nend", given)
  assert(mod, lines)
  return world, lines, mod
end

local OPEN = [[
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
]]

describe("an influence map of a mod #quick", function()
  it("is made of enemies, its units and places, as they were", function()
    local world, lines = scene(OPEN, [[
      local front = world:influence { "sum", { "own", key = "hp", radius = 2 },
        { map = { "enemies", key = "hp", radius = 2 }, factor = -1 } }
      draw(front)
      show(front)
      unit:sleep(1)
      show(front:get(2, 2), world:influence({ "own", key = "hp" }):get(2, 2))
      show(front:downhill(6, 2))
      show(front:uphill(2, 2))
      show(front:max_near(3, 2, 3))
      show(front:max_near(6, 2, 0))
      local peak = front:peaks(3)[1]
      show(#front:peaks(3), peak.x, peak.y, peak.value)
      show(#front:peaks(3, { min = 90 }))
      draw(world:influence { "places",
        list = { { x = 1, y = 1, worth = 3 }, { x = 9, y = 3 }, unit },
        key = "worth", amount = 2 })]])
    world:unit { player = "red", x = 2, y = 2, sight = 20, data = { hp = 60 },
      behaviour = "test.it" }
    local blue = world:unit { player = "blue", x = 7, y = 2, data = { hp = 30 } }
    world.run(2)
    blue:remove()
    world.run(2)
    assert.same({}, world.reports)
    assert.same({ "32 40 32 0 0 -16 -20 -16 0", "40 60 40 20 -10 -20 -30 -20 -10",
      "32 40 32 0 0 -16 -20 -16 0", "influence", "60 60", "7 2 -30", "nil", "2 2 60",
      "6 2 -20", "1 2 2 60", "0",
      "6 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 0" }, lines)
  end)

  it("is made of what its player knows of cells, and of the game's maps", function()
    local world, lines = scene(OPEN, [[
      for _, word in ipairs { "visible", "seen", "unseen" } do
        draw(world:influence { word, amount = 7 })
      end
      draw(world:influence "danger")
      draw(world:influence { "greatest", "danger", { map = { "visible" }, factor = 2 }, max = 9 })
      print(select(2, pcall(world.influence, world, "plans")))
      print(select(2, pcall(world.influence, world, "nothing")))]])
    world:influence("danger"):set(9, 1, -300):set(1, 3, 70000 - 69995)
    world:influence("plans", { player = "blue" }):set(1, 1, 5)
    local scout = world:unit { player = "red", x = 8, y = 2, sight = 1 }
    world:unit { player = "red", x = 1, y = 2, sight = 2, behaviour = "test.it" }
    world.run(1)
    scout:remove()
    world.run(1)
    assert.same({}, world.reports)
    local none = "0 0 0 0 0 0 0 0 0"
    assert.same({ "7 7 0 0 0 0 0 0 0", "7 7 7 0 0 0 0 0 0", "7 7 0 0 0 0 0 0 0",
      "0 0 0 0 0 0 0 7 0", "0 0 0 0 0 0 7 7 7", "0 0 0 0 0 0 0 7 0",
      "0 0 7 7 7 7 7 0 7", "0 0 0 7 7 7 0 0 0", "0 0 7 7 7 7 7 0 7",
      "0 0 0 0 0 0 0 0 -300", none, "5 0 0 0 0 0 0 0 0",
      "2 2 0 0 0 0 0 0 0", "2 2 2 0 0 0 0 0 0", "5 2 0 0 0 0 0 0 0" },
      { (table.unpack or unpack)(lines, 1, 15) })
    assert.matches("there is no influence map 'plans'", lines[16], 1, true)
    assert.matches("there is no influence map 'nothing'", lines[17], 1, true)
  end)

  it("has a large unit at its middle, and no enemies that were seen too long ago", function()
    local world, lines = scene(OPEN, [[
      draw(world:influence { "own" })
      unit:sleep(5)
      for _, ticks in ipairs { 2, 20 } do
        show(world:influence({ "enemies", within = ticks }):get(7, 2))
      end]])
    local large = world.map:class { size = 3, unknown = false }
    local unit = world:unit { player = "red", x = 1, y = 1, class = large, sight = 20,
      behaviour = "test.it" }
    world:unit { player = "blue", x = 7, y = 2 }
    world.run(2)
    unit.sight = 1
    world.run(6)
    assert.same({}, world.reports)
    assert.same({ "0 0 0 0 0 0 0 0 0", "0 1 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 0", "0", "1" }, lines)
  end)

  it("is nothing in the void between levels", function()
    local map = astar.map { levels = { { name = "a", width = 3, height = 1 },
      { name = "b", width = 2, height = 2 } } }
    local world = astar.world { map = map }
    local mod, lines = modded(world, HEAD .. [[
      local all = world:influence { "sum", { "visible" }, { "unseen" }, { "seen" } }
      local cells = 0
      for _, peak in ipairs(all:peaks(99, { apart = 0 })) do cells = cells + peak.value end
      show(cells)
    end]])
    assert(mod, lines)
    world:unit { player = "red", x = 1, y = 1, sight = 1, behaviour = "test.it" }
    world:tick()
    assert.same({ "7" }, lines)
  end)

  -- Recipes in a mod, and in the game whose maps "own" and "enemies" have the same stamps.
  local SAME = {
    { [[{ "sum", OWN, { map = ENEMIES, factor = -0.5 }, plus = 3, min = -20 }]],
      { "sum", "own", { map = "enemies", factor = -0.5 }, plus = 3, min = -20 } },
    { [[{ "product", OWN, ENEMIES, scale = 16 }]], { "product", "own", "enemies", scale = 16 } },
    { [[{ "greatest", OWN, ENEMIES }]], { "greatest", "own", "enemies" } },
    { [[{ "least", OWN, ENEMIES, "danger" }]], { "least", "own", "enemies", "danger" } },
    { [[{ "tension", OWN, { map = ENEMIES, factor = -1 } }]],
      { "tension", "own", { map = "enemies", factor = -1 } } },
    { [[{ "vulnerability", OWN, { map = ENEMIES, factor = -1 }, max = 50 }]],
      { "vulnerability", "own", { map = "enemies", factor = -1 }, max = 50 } },
    { [[{ "slope", ENEMIES }]], { "slope", "enemies" } },
    { [[{ "near", { map = OWN, factor = 2 }, radius = 4 }]],
      { "near", { map = "own", factor = 2 }, radius = 4 } },
  }

  local function in_mod(recipe)
    return (recipe:gsub("OWN", '{ "own", key = "hp", radius = 5 }')
      :gsub("ENEMIES", '{ "enemies", key = "hp", radius = 3, falloff = "none" }'))
  end

  local function drawn(layer, map)
    local rows = {}
    for y = 1, map.height do
      local row = {}
      for x = 1, map.width do row[x] = layer:get(x, y) end
      rows[y] = table.concat(row, " ")
    end
    return rows
  end

  local function same_on(map, levels)
    local text = {}
    for _, pair in ipairs(SAME) do
      text[#text + 1] = ("draw(world:influence %s)"):format(in_mod(pair[1]))
    end
    text[#text + 1] = ('draw(world:influence(%s))'):format(in_mod
      '{ "spread", { "sum", OWN, ENEMIES }, share = 0.5, times = 2 }')
    local world = astar.world { map = map, seed = 3 }
    local limits = { total = 1e9, instructions = 1e8, nodes = 1e8, public = { "hp" } }
    local mod, lines = modded(world, HEAD .. "unit:sleep(1)\n" .. table.concat(text, "\n")
      .. "\nend", limits)
    assert(mod, lines)
    local random = world.random
    local own, enemies = map:influence("own", { weight = 0 }),
      map:influence("enemies", { weight = 0 })
    local danger = map:influence("danger", { weight = 0 })
    world:player("red"):reveal()
    for i = 1, 12 do
      local x, y
      repeat x, y = random(map.width), random(map.height)
      until not world:unit_at(x, y) and not (levels and not map:level_at(x, y))
      local hp = random(90)
      world:unit { player = i % 2 == 0 and "red" or "blue", x = x, y = y, data = { hp = hp },
        sight = 60, behaviour = i == 2 and "test.it" or nil }
      if i % 2 == 0 then own:add(x, y, hp, 5) else enemies:add(x, y, hp, 3, "none") end
      danger:set(x, y, random(200) - 100)
    end
    for _, player in ipairs(world._players) do player.fog = false end
    for _ = 1, 2 do world:tick() end
    local expected = {}
    for i, pair in ipairs(SAME) do
      local layer = map:influence("made " .. i, { recipe = pair[2] })
      for _, row in ipairs(drawn(layer, map)) do expected[#expected + 1] = row end
    end
    local spread = map:influence("spread", { weight = 0 })
    for y = 1, map.height do
      for x = 1, map.width do
        if not levels or map:level_at(x, y) then
          spread:set(x, y, own:get(x, y) + enemies:get(x, y))
        end
      end
    end
    spread:spread(0.5):spread(0.5)
    for _, row in ipairs(drawn(spread, map)) do expected[#expected + 1] = row end
    assert.same(expected, lines)
  end

  it("is the one that the game's recipe makes, where all is known", function()
    same_on(astar.map { width = 40, height = 19 })
    same_on(astar.map { width = 21, height = 18, grid = "hex" })
    same_on(astar.map { levels = { { name = "a", width = 20, height = 9 },
      { name = "b", width = 11, height = 12 } } }, true)
  end)
end)

describe("what an influence map of a mod tells #quick", function()
  -- What is beyond column 12 is never seen; `hidden` changes it.
  local ALL = [[
    while true do
      local enemies = { "enemies", key = "hp", radius = 6 }
      for _, recipe in ipairs { enemies, { "own", radius = 5, amount = 50 }, { "visible" },
        { "seen" }, { "unseen", amount = 3 }, { "near", { "visible" }, radius = 8 },
        { "spread", { "sum", enemies, { "places", list = world:known_enemies(), key = "hp" } },
          share = 1, times = 9 } } do
        draw(world:influence(recipe))
      end
      unit:sleep(1)
    end]]

  local ROW = ("."):rep(11) .. "#" .. ("."):rep(12)

  local function answers(hidden)
    local row = ROW:gsub(".", "%0 ")
    local world, lines = scene(table.concat({ row, row, row, row, row }, "\n"), ALL)
    world:unit { player = "blue", x = 9, y = 2, data = { hp = 70, secret = 1 } }
    hidden(world, true)
    world:unit { player = "red", x = 4, y = 3, sight = 20, behaviour = "test.it" }
    world.run(2)
    hidden(world, false)
    world.run(2)
    assert.same({}, world.reports)
    return lines
  end

  it("is nothing of what its player has not seen", function()
    local first = answers(function() end)
    assert.is_true(#first >= 70)
    for _, hidden in ipairs {
      function(world) world.map:fill(13, 1, 12, 4, "wall") end,
      function(world, before)
        if before then
          world:unit { player = "blue", x = 20, y = 3, sight = 9, data = { hp = 99 } }
        end
      end,
      function(world, before)
        if not before then
          world:unit { player = "blue", x = 14, y = 2, data = { hp = 99 } }
          world.map:fill(18, 1, 4, 5, "road")
        end
      end,
    } do
      assert.same(first, answers(hidden))
    end
    local seen = answers(function(world, before)
      if before then world:unit { player = "blue", x = 6, y = 3, data = { hp = 5 } } end
    end)
    assert.is_false(table.concat(first) == table.concat(seen))
  end)

  it("changes nothing of the world's map, and is made again after each save", function()
    local function run(text, every)
      local world, lines = scene(OPEN, text, RICH, "at once")
      world.heavy = every and { every = every } or false
      world:unit { player = "red", x = 2, y = 2, sight = 3, data = { hp = 9 },
        behaviour = "test.it" }
      world.run(6)
      assert.same({}, world.reports)
      return lines, world.map:hash()
    end
    local making = [[
      while true do
        show(world.ticks, world:influence({ "own", key = "hp", radius = 2 }):get(2, 1))
        unit:sleep(1)
      end]]
    local lines, hash = run(making)
    assert.same({ lines, hash }, { run(making, 1) })
    local _, without = run "while true do unit:sleep(1) end"
    assert.equal(without, hash)
  end)
end)

describe("what influence maps cost a mod #quick", function()
  local LARGE = ("."):rep(100) .. ("\n" .. ("."):rep(100)):rep(99)

  it("is by the cells of the map and what is in the recipe", function()
    local function made(recipe)
      local world, lines = scene(LARGE, ([[
        local made = 0
        while made < 99 and world:influence(%s) do made = made + 1 end
        show(made, select(2, world:influence "danger"))]]):format(recipe),
        { total = 1e9, instructions = 1e8, nodes = 1e9 })
      world:influence "danger"
      world:unit { player = "red", x = 2, y = 2, behaviour = "test.it" }
      world.run(2)
      assert.same({}, world.reports)
      return lines[1]
    end
    -- There are 100,000 cells to look at, and an overdraft: two for each cell and layer, ten for
    -- one that is copied, six more for each step of spreading.
    assert.equal("5 budget", made '{ "own" }')
    assert.equal("2 budget", made '{ "sum", { "own" }, { "own" } }')
    assert.equal("1 budget", made '"danger"')
    assert.equal("1 budget", made '{ "spread", { "own" }, share = 1, times = 9 }')
    assert.equal("2 budget", made '{ "near", { "own" }, radius = 5 }')
  end)

  it("is refused where there is no room, and leaves none kept", function()
    local world, lines = scene(LARGE, [[
      show(world:influence { "own" })
      show(pcall(world.influence, world, { "sum", { "own" }, { "own" } }))
      show(world:influence { "own" })]],
      { kept = 65536 + 20000 + 100000, total = 1e9, nodes = 1e9, instructions = 1e8 })
    world:unit { player = "red", x = 2, y = 2, behaviour = "test.it" }
    world.run(2)
    assert.equal("influence", lines[1])
    assert.matches("false .*influence maps: the game keeps at most 185536 bytes", lines[2])
    assert.equal("influence", lines[3])
    for nodes, said in pairs { [0] = "nil budget", [1] = "influence" } do
      world, lines = scene(OPEN, "show(world:influence { 'own' })", { nodes = nodes })
      world:unit { player = "red", x = 2, y = 2, behaviour = "test.it" }
      world.run(2)
      assert.same({ said }, lines)
    end
  end)

  it("is not for what is nested too deep, whatever the mod's own state has let pass", function()
    local instance = { world = small_world(OPEN), own = { nodes = 0 }, account = {} }
    local recipe = { "visible" }
    for _ = 2, 8 do
      recipe = { "sum", recipe }
      assert.same({ nil, "budget" }, { influences.new_influence(instance, recipe) })
    end
    assert.error_matches(function() influences.new_influence(instance, { "sum", recipe }) end,
      "^a recipe is at most 8 deep$")
  end)

  it("is paid for if there is half of it left", function()
    local world = scene(OPEN, [[
      while true do
        world:influence { "own" }
        unit:sleep(1)
      end]])
    local unit, asked, paid = world:unit { player = "red", x = 2, y = 2, behaviour = "test.it" }
    world.run(1)
    local account = world:mods()():_part_of(unit.player).account
    function account.may_flood(_, cells)
      asked = cells
      return true
    end
    function account.flood(_, _, cells) paid = cells end
    world.run(1)
    local cells = world.map.width * world.map.height
    assert.same({ cells, 2 * cells }, { asked, paid })
  end)

  it("is instructions for stamps and for peaks", function()
    local function ends(text)
      local world = scene(LARGE, text, { total = 1e9, instructions = 60000, nodes = 1e9 })
      world:unit { player = "red", x = 2, y = 2, behaviour = "test.it" }
      world.run(2)
      return world.reports[1] ~= nil
    end
    local making = [[local list = {}
      for i = 1, 15 do list[i] = unit end
      world:influence { "places", list = list, radius = %d }]]
    assert.is_false(ends(making:format(20)))
    assert.is_true(ends(making:format(255)))     -- 5,000 for each stamp
    local reading = [[local map = world:influence { "own" }
      map:peaks(1, { apart = %d })]]
    assert.is_false(ends(reading:format(9)))
    assert.is_true(ends(reading:format(30)))
    assert.is_true(ends [[world:influence({ "own" }):max_near(5, 5, 200)]])
  end)

  it("is given back by maps that newer ones replace, and by those that failed", function()
    local function layers_of(text)
      local world, _, mod = scene(OPEN, text)
      world:unit { player = "red", x = 2, y = 2, behaviour = "test.it" }
      world.run(2)
      assert.same({}, world.reports)
      local instance, count = parts.instance(mod, "red"), 0
      for _ in instance.canvas:influences() do count = count + 1 end
      return count, instance
    end
    local making = "for _ = 1, 20 do world:influence { 'sum', { 'own' }, { 'own' } } end"
    local count, instance = layers_of(making)
    assert.equal(3 * 8, count)
    -- The map of the instance's own, and the layers, 27 cells each.
    assert.equal(65536 + 2 * 27 + count * (2048 + 9 * 27),
      instance.account.kept - instance.account.base)
    assert.equal(0, (layers_of "pcall(world.influence, world, { 'sum', { 'own' }, 'nothing' })"))
  end)

  it("is kept for the last eight only", function()
    local world, lines = scene(OPEN, [[
      local maps = {}
      for i = 1, 9 do maps[i] = world:influence { "own", amount = i } end
      show(pcall(maps[1].get, maps[1], 1, 1))
      show(maps[2]:get(2, 2), maps[9]:get(2, 2))]])
    world:unit { player = "red", x = 2, y = 2, behaviour = "test.it" }
    world.run(2)
    assert.matches("these influence maps were forgotten: the host keeps the last 8", lines[1], 1,
      true)
    assert.equal("2 9", lines[2])
  end)
end)

describe("an influence map of a mod that cannot be #quick", function()
  it("is the mod's own fault", function()
    local world, lines = scene(OPEN, [[
      local function try(...) print(select(2, pcall(world.influence, world, ...))) end
      local own, deep, wide = { "own" }, { "own" }, { "sum" }
      for i = 1, 8 do deep, wide[i + 1] = { "sum", deep }, { "sum", own, own } end
      try() try(7) try {} try { "som", own } try { "sum" } try { "slope", own, own }
      try { "sum", own, raduis = 3 } try { "own", own } try { "own", radius = 300 }
      try { "near", own } try { "near", own, radius = 33 } try { "spread", own, share = 2 }
      try { "spread", own, share = 1, times = 17 } try { "visible", amount = 1e9 }
      try { "own", key = {} } try { "places" } try { "places", list = { { x = 99, y = 1 } } }
      try { "sum", { "sum", { map = 7 } } } try { "sum", { map = own, factor = 99 } }
      try { "own", falloff = "steep" } try { "enemies", within = -1 } try(deep) try(wide)
      local map = world:influence(own)
      local function read(name, ...) print(select(2, pcall(map[name], ...))) end
      read("get", map, "x") read("get", map, 99, 1) read("get", {}, 1, 1)
      read("max_near", map, 1, 1, 300) read("peaks", map, 1, { apart = 300 })
      read("peaks", map, 1, { mni = 1 }) read("peaks", map)
      print(select(2, pcall(function() return map.size end)))
      print(select(2, pcall(function() map.x = 1 end)))
      local place = {}
      for i = 1, 1025 do place[i] = { x = 1, y = 1 } end
      try { "places", list = place }
      error(select(2, pcall(world.influence, world, { "nera", own })), 0)]])
    world:unit { player = "red", x = 2, y = 2, behaviour = "test.it" }
    world.run(2)
    local expected = {
      "recipe: a name or a recipe expected, got nil", "recipe: a name or a recipe expected, got 7",
      "recipe[1]: nil is no kind of map",
      "recipe[1]: 'som' is no kind of map, the nearest is 'sum'", "'sum' takes 1 to 8 maps, got 0",
      "'slope' takes one map, got 2", "(unknown key 'raduis'", "'own' takes no maps",
      "radius = 300 is not a whole number from 0 to 255",
      "radius = nil is not a whole number from 1 to 32",
      "radius = 33 is not a whole number from 1 to 32", "share = 2", "times = 17 is not a whole",
      "amount = 1000000000 is not", "key = table is not a key of data",
      "places needs a list of places", "x = 99 is outside the map",
      "map = 7 is not a map", "factor = 99", "'steep'",
      "within = -1 is not", "recipe: at most 8 deep", "a recipe has at most 16 maps in it",
      "bad argument #1 to 'get' (x = 'x' is not a number)", "x = 99 is outside the map",
      "influence expected, got table", "radius = 300 is not", "apart = 300 is not",
      "(unknown key 'mni', the nearest is 'min')", "bad argument #1 to 'peaks' (a number expected",
      "influence has no field 'size'", "'x'", "at most 1024 places expected, got 1025",
    }
    for i, words in ipairs(expected) do assert.matches(words, tostring(lines[i]), 1, true) end
    assert.equal(#expected, #lines)
    assert.matches("it.lua:", world.reports[1].text, 1, true)
    assert.matches("the nearest is 'near'", world.reports[1].text, 1, true)
  end)
end)
