-- What each query of a mod is charged for, by the host: exactly, with a side that writes it down.

local numbers = require "astar.world.numbers"
local plain = require "astar.mods.plain_data"
local queries = require "astar.mods.queries"
local Side = require "astar.mods.side"
local small_world = require "support.small_world"

-- Forty units on eight by five cells, beside as many that are free; a side whose unit is the 20th.
local function side_of(units)
  local world = small_world((("."):rep(16) .. "\n"):rep(5))
  for i = 0, (units or 40) - 1 do
    world:unit { player = "red", x = 1 + i % 8, y = 1 + math.floor(i / 8) }
  end
  local side = { world = world, player = world:player "red", mod = { name = "test" },
    charged = {}, searched = {}, owed = 0, answers = {}, own = { nodes = 1000 },
    limits = { kept = 2 ^ 20, public = {} } }
  side.box = { used = 0, charge = function(_, count) side.charged[#side.charged + 1] = count end }
  side.account = {
    search = function(_, _, nodes) side.searched[#side.searched + 1] = nodes end,
    flood = function(_, _, cells) side.flooded = cells end,
    may_flood = function() return true end,
    owe = function(_, count) side.owed = side.owed + count end,
  }
  local unit = world:unit_at(math.min(4, units or 4), units and 1 or 3)
  side.current = { unit = unit, keep_answer = function(_, paths)
    side.answers[#side.answers + 1] = paths
    return #side.answers
  end }
  function side.path_of() return side.path end
  side.check_influence = Side.check_influence
  numbers.begin(world)
  side.numbers, side.unit_of = numbers.of(world, side.player), Side.unit_of
  return side, unit.id
end

describe("a query of a mod is charged #quick", function()
  it("for the units, or the cells, that are looked at, and for those found", function()
    local side, id = side_of()
    assert.equal(24 * 4, #queries.around(side, id, 2))
    assert.same({ math.floor(25 / 5 + 24 * 24 / 64), 50 + 20 * 24 }, side.charged)
    side.charged = {}
    assert.equal(39 * 4, #queries.around(side, id, 9))
    assert.same({ math.floor(40 / 5 + 39 * 39 / 64), 50 + 20 * 39 }, side.charged)
    side.charged = {}
    assert.equal(40 * 4, #queries.units(side, "red"))
    assert.equal(0, #queries.units(side, "blue"))
    assert.same({ 24 * 40, 50 + 20 * 40, 24 * 40, 50 }, side.charged)
  end)

  it("for eyes by what they may see, and for a line of sight", function()
    local side, id = side_of()
    queries.cover(side, id, { 1, 1, 8, 5 }, 3)
    assert.same({ 2 * (400 + 49) }, side.charged)
    assert.equal(1, #side.searched)
    for _, radius in ipairs { 0 / 0, -1, 256, "3" } do
      assert.has_error(function() queries.cover(side, id, { 1, 1 }, radius) end,
        "a radius of 0 to 255 expected")
    end
    side.charged = {}
    assert.is_true((queries.clear_shot(side, id, 4, 4, { through_units = true })))
    assert.same({ 50 + 2 * 16 }, side.charged)
    assert.same({ false, "gone" }, { queries.clear_shot(side, id, 999) })
  end)

  it("for a search by its nodes, 64 at least", function()
    local side, id = side_of(1)
    queries.path(side, id, { x = 2, y = 1 })
    assert.same({ 64 }, side.searched)
    side.own.nodes = 1
    queries.path(side, id, { x = 2, y = 1 })
    assert.same({ 64, 64 }, side.searched)
    side.own.nodes = 0
    assert.equal("budget", select(2, queries.path(side, id, { x = 2, y = 1 })))
    assert.same({ 64, 64 }, side.searched)
  end)

  it("for no more nodes than are left, nor than it asks for", function()
    local side, id = side_of(1)
    for _, case in ipairs { { 1000, nil, 1000 }, { 1000, 7, 7 }, { 3, 7, 3 }, { 3, nil, 3 } } do
      local query = { budget = case[2] }
      side.own.nodes = case[1]
      queries.path(side, id, { x = 2, y = 1 }, query)
      assert.equal(case[3], query.budget)
    end
  end)

  it("for goals, and for the paths that are found", function()
    local side, id = side_of(1)
    local number, list = queries.nearest(side, id, { 16, 5, 9, 5, 12, 1 }, nil, 2)
    assert.equal(1, number)
    assert.same({ 9, 5, 2, 12, 1, 3 }, list)
    assert.same({ 5 * 6, 150 * 2 }, side.charged)
    assert.equal(math.floor((9 + 12) / 8), side.owed)
    assert.same({ 9, 12 }, { #side.answers[1][1], #side.answers[1][2] })
    side.charged = {}
    local _, unseen = queries.nearest(side, id, { unseen = true }, nil, 1)
    assert.equal("unreachable", unseen)
    assert.same({}, side.charged)
  end)

  it("for threats, and for the field by the cells that are looked at", function()
    local side, id = side_of(1)
    queries.flight(side, id, { 3, 1, 5, 1 })
    assert.same({ 20 * 4 }, side.charged)
    assert.same({ 64 }, side.searched)
    assert.is_true(side.flooded >= 80)
    queries.flight(side, id, { 3, 1, 5, 1 })
    assert.equal(0, side.flooded)
    assert.equal(3, (queries.flight(side, id, { 3, 1 })))
    assert.same({ 1, 1 }, { side.answers[3][1]:cell(1) })
    assert.has_error(function() queries.flight(side, id, {}) end)
    local many = {}
    for i = 1, 2050 do many[i] = 1 end
    side.charged = {}
    assert.has_error(function() queries.flight(side, id, many) end)
    assert.same({}, side.charged)
    side.own.nodes = 0
    assert.equal("budget", select(2, queries.flight(side, id, { 3, 1 })))
    side.own.nodes, side.account.may_flood = 1, function() return false end
    assert.equal("budget", select(2, queries.flight(side, id, { 3, 1 })))
  end)

  it("for a path by its cells", function()
    local side, id = side_of(1)
    queries.path(side, id, { x = 9, y = 1 })
    side.path, side.charged = side.answers[1][1], {}
    local cells = queries.path_cells(side, 1)
    assert.same({ 1, 1, 2, 1 }, { cells[1], cells[2], cells[3], cells[4] })
    assert.equal(18, #cells)
    assert.equal(8, queries.path_distance(side, 1))
    assert.same({ side.path:point(3) }, { queries.path_point(side, 1, 3) })
    assert.is_nil(queries.path_blocked(side, 1))
    assert.same({ 1, 1, 1, 9, 1, 2 }, queries.path_smooth(side, 1))
    assert.same({ 9 * 5, 9 * 2, 9, 9 * 15, 9 * 100 }, side.charged)
  end)

  it("for words that are compared, and for facts", function()
    local side = side_of(1)
    assert.equal("flee", (queries.spell(side, "fle", { "flee", "go", "wait" })))
    assert.same({ 30 * 3 }, side.charged)
    side.charged = {}
    assert.same({}, queries.facts(side))
    side.limits.facts = function() return "none" end
    assert.same({}, queries.facts(side))
    side.limits.facts = function(player) return { own = player.name, few = { 1, 2 } } end
    assert.same({ own = "red", few = { 1, 2 } }, queries.facts(side))
    assert.equal(3, #side.charged)
    assert.equal(side.charged[1], side.charged[2])
    assert.is_true(side.charged[3] > side.charged[1])
  end)
end)

describe("a query of a mod #quick", function()
  it("is about units of its player", function()
    local side, id = side_of(1)
    local foe = side.world:unit { player = "blue", x = 5, y = 5 }
    assert.has_error(function() queries.home(side, 2) end, "there is no unit 2")
    assert.equal(2, side.numbers:take(foe.id))
    assert.has_error(function() queries.home(side, 2) end, "unit 2 is another player's")
    assert.has_error(function() queries.home(side, 99) end, "there is no unit 99")
    assert.same({ x = 1, y = 1 }, queries.home(side, id))
    assert.is_nil(queries.unit_at(side, 5, 5))
    assert.equal(id, queries.unit_at(side, 1, 1))
    assert.is_nil(queries.unit_at(side, 2, 2))
    assert.equal(0, #queries.units(side, "blue"))
    assert.equal(4, #queries.units(side))
  end)

  it("numbers classes as they come, and looks at what can be seen", function()
    local side, id = side_of(1)
    local world = side.world
    local boat = world.map:class { plain = 10, size = 2 }
    side.classes, side.class_numbers = {}, {}
    local other = world:unit { player = "red", x = 5, y = 2, class = boat }
    local foe = world:unit { player = "blue", x = 9, y = 1, class = boat }
    assert.same({ 2, 3 }, { side.numbers:take(other.id), side.numbers:take(foe.id) })
    assert.same({ "red", 1 }, { queries.identify(side, id) })
    assert.same({ "blue", 2 }, { queries.identify(side, foe.id) })
    assert.same({ "red", 2 }, { queries.identify(side, other.id) })
    assert.same({ "red", 1 }, { queries.identify(side, id) })
    assert.same({ 1, 2, 10 }, { queries.class_size(side, 1), queries.class_size(side, 2),
      queries.class_cost(side, 2, "plain") })
    assert.same({ true, 1, 1, "standing" }, { queries.look(side, id) })
    assert.same({ false }, { queries.look(side, foe.id) })
    foe:remove()
    assert.same({}, { queries.look(side, foe.id) })
    assert.has_error(function() queries.identify(side, foe.id) end,
      ("unit %d was removed"):format(foe.id))
  end)

  it("reads the fields of its own units, and no others", function()
    local side, id = side_of(1)
    local unit = side.current.unit
    unit.speed, unit.sight, unit.priority = 0.5, 3, 2
    unit:order("go", 9, 1)
    for _ = 1, 2 do side.world:tick() end
    for _, key in ipairs { "from_x", "from_y", "fraction", "progress", "speed", "sight",
      "avoidance", "priority" } do
      assert.equal(unit[key], queries.field(side, id, key), key)
    end
    assert.is_falsy(queries.field(side, id, "behaviour"))
    unit:behave(function(one) one:sleep() end)
    assert.equal("a function", queries.field(side, id, "behaviour"))
    assert.is_false(queries.group(side, id))
    side.world:group()
    local group = side.world:group { units = { unit } }
    numbers.note_group(side.world, group)
    assert.same({ 2, 1 }, { group.id, queries.group(side, id) })
  end)

  it("has no functions of the mod's, and tables for options", function()
    local side, id = side_of(1)
    local goal = { x = 2, y = 1 }
    for _, key in ipairs { "extra_cost", "trace" } do
      assert.has_error(function() queries.path(side, id, goal, { [key] = print }) end,
        ("query: a mod cannot use '%s'"):format(key))
    end
    assert.has_error(function() queries.path(side, id, goal, 7) end, "query: a table expected")
  end)

  it("of a foreign unit's data shows what the game makes public, where it is seen", function()
    local side = side_of(1)
    local data = { hp = 3, plan = "secret" }
    local foe = side.world:unit { player = "blue", x = 5, y = 1, data = data }
    side.limits.public = { "hp" }
    assert.equal(2, side.numbers:take(foe.id))
    assert.same({}, plain.unpacked(queries.data(side, foe.id)))
    side.current.unit.sight = 9
    side.world:tick()
    assert.same({ hp = 3 }, plain.unpacked(queries.data(side, foe.id)))
    side.limits.public = {}
    assert.has_error(function() queries.data(side, foe.id) end,
      ("unit %d is another player's"):format(foe.id))
  end)
end)
