-- What each query of a mod is charged for, by the host: exactly, with an instance that writes it
-- down.

local instance_of = require "support.charged_instance"
local numbers = require "astar.world.numbers"
local plain = require "astar.mods.plain_data"
local queries = require "astar.mods.queries"

describe("a query of a mod is charged #quick", function()
  it("for the units, or the cells, that are looked at, and for those found", function()
    local instance, id = instance_of()
    assert.equal(24 * 4, #queries.around(instance, id, 2))
    assert.same({ math.floor(25 / 5 + 24 * 24 / 64), 50 + 20 * 24 }, instance.charged)
    instance.charged = {}
    assert.equal(39 * 4, #queries.around(instance, id, 9))
    assert.same({ math.floor(40 / 5 + 39 * 39 / 64), 50 + 20 * 39 }, instance.charged)
    instance.charged = {}
    assert.equal(40 * 4, #queries.units(instance, "red"))
    assert.equal(0, #queries.units(instance, "blue"))
    assert.same({ 24 * 40, 50 + 20 * 40, 24 * 40, 50 }, instance.charged)
  end)

  it("for eyes by what they may see, and for a line of sight", function()
    local instance, id = instance_of()
    queries.cover(instance, id, { 1, 1, 8, 5 }, 3)
    assert.same({ 2 * (400 + 49) }, instance.charged)
    assert.equal(1, #instance.searched)
    for _, radius in ipairs { 0 / 0, -1, 256, "3" } do
      assert.has_error(function() queries.cover(instance, id, { 1, 1 }, radius) end,
        "a radius of 0 to 255 expected")
    end
    instance.charged = {}
    assert.is_true((queries.clear_shot(instance, id, 4, 4, { through_units = true })))
    assert.same({ 50 + 2 * 16 }, instance.charged)
    assert.same({ false, "gone" }, { queries.clear_shot(instance, id, 999) })
  end)

  it("for a search by its nodes, 64 at least", function()
    local instance, id = instance_of(1)
    queries.path(instance, id, { x = 2, y = 1 })
    assert.same({ 64 }, instance.searched)
    instance.own.nodes = 1
    queries.path(instance, id, { x = 2, y = 1 })
    assert.same({ 64, 64 }, instance.searched)
    instance.own.nodes = 0
    assert.equal("budget", select(2, queries.path(instance, id, { x = 2, y = 1 })))
    assert.same({ 64, 64 }, instance.searched)
  end)

  it("for no more nodes than are left, nor than it asks for", function()
    local instance, id = instance_of(1)
    for _, case in ipairs { { 1000, nil, 1000 }, { 1000, 7, 7 }, { 3, 7, 3 }, { 3, nil, 3 } } do
      local query = { budget = case[2] }
      instance.own.nodes = case[1]
      queries.path(instance, id, { x = 2, y = 1 }, query)
      assert.equal(case[3], query.budget)
    end
  end)

  it("for goals, and for the paths that are found", function()
    local instance, id = instance_of(1)
    local number, list = queries.nearest(instance, id, { 16, 5, 9, 5, 12, 1 }, nil, 2)
    assert.equal(1, number)
    assert.same({ 9, 5, 2, 12, 1, 3 }, list)
    assert.same({ 5 * 6, 150 * 2 }, instance.charged)
    assert.equal(math.floor((9 + 12) / 8), instance.owed)
    assert.same({ 9, 12 }, { #instance.answers[1][1], #instance.answers[1][2] })
    instance.charged = {}
    local _, unseen = queries.nearest(instance, id, { unseen = true }, nil, 1)
    assert.equal("unreachable", unseen)
    assert.same({}, instance.charged)
  end)

  it("for threats, and for the field by the cells that are looked at", function()
    local instance, id = instance_of(1)
    queries.flight(instance, id, { 3, 1, 5, 1 })
    assert.same({ 20 * 4 }, instance.charged)
    assert.same({ 64 }, instance.searched)
    assert.is_true(instance.flooded >= 80)
    queries.flight(instance, id, { 3, 1, 5, 1 })
    assert.equal(0, instance.flooded)
    assert.equal(3, (queries.flight(instance, id, { 3, 1 })))
    assert.same({ 1, 1 }, { instance.answers[3][1]:cell(1) })
    assert.has_error(function() queries.flight(instance, id, {}) end)
    local many = {}
    for i = 1, 2050 do many[i] = 1 end
    instance.charged = {}
    assert.has_error(function() queries.flight(instance, id, many) end)
    assert.same({}, instance.charged)
    instance.own.nodes = 0
    assert.equal("budget", select(2, queries.flight(instance, id, { 3, 1 })))
    instance.own.nodes, instance.account.may_flood = 1, function() return false end
    assert.equal("budget", select(2, queries.flight(instance, id, { 3, 1 })))
  end)

  it("for a path by its cells", function()
    local instance, id = instance_of(1)
    queries.path(instance, id, { x = 9, y = 1 })
    instance.path, instance.charged = instance.answers[1][1], {}
    local cells = queries.path_cells(instance, 1)
    assert.same({ 1, 1, 2, 1 }, { cells[1], cells[2], cells[3], cells[4] })
    assert.equal(18, #cells)
    assert.equal(8, queries.path_distance(instance, 1))
    assert.same({ instance.path:point(3) }, { queries.path_point(instance, 1, 3) })
    assert.is_nil(queries.path_blocked(instance, 1))
    assert.same({ 1, 1, 1, 9, 1, 2 }, queries.path_smooth(instance, 1))
    assert.same({ 9 * 5, 9 * 2, 9, 9 * 15, 9 * 100 }, instance.charged)
  end)

  it("for words that are compared, and for facts", function()
    local instance = instance_of(1)
    assert.equal("flee", (queries.spell(instance, "fle", { "flee", "go", "wait" })))
    assert.same({ 30 * 3 }, instance.charged)
    instance.charged = {}
    assert.same({}, queries.facts(instance))
    instance.limits.facts = function() return "none" end
    assert.same({}, queries.facts(instance))
    instance.limits.facts = function(player) return { own = player.name, few = { 1, 2 } } end
    assert.same({ own = "red", few = { 1, 2 } }, queries.facts(instance))
    assert.equal(3, #instance.charged)
    assert.equal(instance.charged[1], instance.charged[2])
    assert.is_true(instance.charged[3] > instance.charged[1])
  end)
end)

describe("a query of a mod #quick", function()
  it("is about units of its player", function()
    local instance, id = instance_of(1)
    local enemy = instance.world:unit { player = "blue", x = 5, y = 5 }
    assert.has_error(function() queries.home(instance, 2) end, "there is no unit 2")
    assert.equal(2, instance.numbers:take(enemy.id))
    assert.has_error(function() queries.home(instance, 2) end, "unit 2 is another player's")
    assert.has_error(function() queries.home(instance, 99) end, "there is no unit 99")
    assert.same({ x = 1, y = 1 }, queries.home(instance, id))
    assert.is_nil(queries.unit_at(instance, 5, 5))
    assert.equal(id, queries.unit_at(instance, 1, 1))
    assert.is_nil(queries.unit_at(instance, 2, 2))
    assert.equal(0, #queries.units(instance, "blue"))
    assert.equal(4, #queries.units(instance))
  end)

  it("numbers classes as they come, and looks at what can be seen", function()
    local instance, id = instance_of(1)
    local world = instance.world
    local boat = world.map:class { plain = 10, size = 2 }
    instance.classes, instance.class_numbers = {}, {}
    local other = world:unit { player = "red", x = 5, y = 2, class = boat }
    local enemy = world:unit { player = "blue", x = 9, y = 1, class = boat }
    assert.same({ 2, 3 }, { instance.numbers:take(other.id), instance.numbers:take(enemy.id) })
    assert.same({ "red", 1 }, { queries.identify(instance, id) })
    assert.same({ "blue", 2 }, { queries.identify(instance, enemy.id) })
    assert.same({ "red", 2 }, { queries.identify(instance, other.id) })
    assert.same({ "red", 1 }, { queries.identify(instance, id) })
    assert.same({ 1, 2, 10 }, { queries.class_size(instance, 1), queries.class_size(instance, 2),
      queries.class_cost(instance, 2, "plain") })
    assert.same({ true, 1, 1, "standing" }, { queries.look(instance, id) })
    assert.same({ false }, { queries.look(instance, enemy.id) })
    enemy:remove()
    assert.same({}, { queries.look(instance, enemy.id) })
    assert.has_error(function() queries.identify(instance, enemy.id) end,
      ("unit %d was removed"):format(enemy.id))
  end)

  it("reads the fields of its own units, and no others", function()
    local instance, id = instance_of(1)
    local unit = instance.current.unit
    unit.speed, unit.sight, unit.priority = 0.5, 3, 2
    unit:order("go", 9, 1)
    for _ = 1, 2 do instance.world:tick() end
    for _, key in ipairs { "from_x", "from_y", "fraction", "progress", "speed", "sight",
      "avoidance", "priority" } do
      assert.equal(unit[key], queries.field(instance, id, key), key)
    end
    assert.is_falsy(queries.field(instance, id, "behaviour"))
    unit:behave(function(one) one:sleep() end)
    assert.equal("a function", queries.field(instance, id, "behaviour"))
    assert.is_false(queries.group(instance, id))
    instance.world:group()
    local group = instance.world:group { units = { unit } }
    numbers.note_group(instance.world, group)
    assert.same({ 2, 1 }, { group.id, queries.group(instance, id) })
  end)

  it("has no functions of the mod's, and tables for options", function()
    local instance, id = instance_of(1)
    local goal = { x = 2, y = 1 }
    for _, key in ipairs { "extra_cost", "trace" } do
      assert.has_error(function() queries.path(instance, id, goal, { [key] = print }) end,
        ("query: a mod cannot use '%s'"):format(key))
    end
    assert.has_error(function() queries.path(instance, id, goal, 7) end, "query: a table expected")
  end)

  it("of a foreign unit's data shows what the game makes public, where it is seen", function()
    local instance = instance_of(1)
    local data = { hp = 3, plan = "secret" }
    local enemy = instance.world:unit { player = "blue", x = 5, y = 1, data = data }
    instance.limits.public = { "hp" }
    assert.equal(2, instance.numbers:take(enemy.id))
    assert.same({}, plain.unpacked(queries.data(instance, enemy.id)))
    instance.current.unit.sight = 9
    instance.world:tick()
    assert.same({ hp = 3 }, plain.unpacked(queries.data(instance, enemy.id)))
    instance.limits.public = {}
    assert.has_error(function() queries.data(instance, enemy.id) end,
      ("unit %d is another player's"):format(enemy.id))
  end)
end)
