-- What the host charges for what a mod asks of the ground, of influence maps, of the enemy and of
-- its groups, and what it keeps for it: exactly, with an instance that writes it down.

local Account = require "astar.mods.account"
local ground = require "astar.mods.ground"
local influences = require "astar.mods.influences"
local instance_of = require "support.charged_instance"
local orders = require "astar.mods.orders"
local own_groups = require "astar.mods.own_groups"
local queries = require "astar.mods.queries"
local plain = require "astar.mods.plain_data"
local reconnaissance = require "astar.mods.reconnaissance"

local unpack = table.unpack or unpack

-- Two areas of 31 and 25 cells, and a choke of one cell between them.
local ROOMS = [[
. . . . . . # . . . . .
. . . . . . # . . . . .
. . . . . . . . . . . .
. . . . . . # . . . . .
. . . . . . # . . . . .
]]

-- What was written down since the last time.
local function charges(instance)
  local list = { charged = instance.charged, kept = instance.kept, asked = instance.asked,
    flooded = instance.flooded }
  instance.charged, instance.kept, instance.asked, instance.flooded = {}, {}, nil, nil
  return list
end

local function with_areas()
  local instance, id = instance_of(1, ROOMS)
  queries.identify(instance, id)
  return instance, ground.areas(instance, "areas", 1, {})
end

describe("areas are charged #quick", function()
  it("by the cells of the map, once, and once more for each side", function()
    local instance, number = with_areas()
    assert.same({ charged = {}, kept = { 5 * 60 }, asked = 60, flooded = 2 * 60 },
      charges(instance))
    assert.equal(number, ground.areas(instance, "areas", 1, {}))
    assert.same({ charged = {}, kept = {}, asked = 60 }, charges(instance))
    ground.areas(instance, "sides", 1, { lists = { { 1, 3 }, { 12, 3 } } })
    assert.same({ charged = { 4 * 2, 4 * 2 }, kept = { 5 * 60 * 3 }, asked = 60 * 3,
      flooded = 2 * 60 * 3 }, charges(instance))
    ground.areas(instance, "cut_off", 1, { cells = { 7, 3 } })
    assert.same({ charged = { 4 * 2 }, kept = { 5 * 60 }, asked = 60, flooded = 2 * 60 },
      charges(instance))
  end)

  it("where there is something left for it", function()
    local instance = with_areas()
    charges(instance)
    instance.own.nodes = 0
    assert.equal("budget", select(2, ground.areas(instance, "areas", 1, { ratio = 0.1 })))
    assert.same({ charged = {}, kept = {} }, charges(instance))
    instance.own.nodes = 1
    assert.is_number(ground.areas(instance, "areas", 1, { ratio = 0.1 }))
    assert.has_error(function() ground.areas(instance, "areas", 2, {}) end, "a class expected")
    assert.has_error(function() ground.areas(instance, "rooms", 1, {}) end, "areas expected")
    assert.has_error(function() ground.areas(instance, "areas", 1) end, "areas expected")
    assert.has_error(function() ground.areas(instance, "cut_off", 1, {}) end,
      "a list of cells expected")
    local nine = {}
    for i = 1, 9 do nine[i] = { 1, 1 } end
    assert.has_error(function() ground.areas(instance, "sides", 1, { lists = nine }) end,
      "sides: at most 8 sides expected")
    assert.has_error(function() ground.areas(instance, "sides", 1, {}) end,
      "sides: at most 8 sides expected")
  end)

  it("not where they are found again", function()
    local instance = with_areas()
    local one = instance.grounds.list[1]
    charges(instance)
    instance.grounds:close()
    ground.remake_areas(instance, one.from)
    assert.equal(one.version, instance.grounds.list[1].version)
    assert.same({ charged = {}, kept = { 5 * 60 } }, charges(instance))
    ground.remake_sight(instance, { 1, 1, 3 })
    assert.equal(1, #instance.sights.list)
    assert.same({}, charges(instance).charged)
  end)

  it("by those that are read, and by the chokes between them", function()
    local instance, number = with_areas()
    charges(instance)
    local west, east, none = unpack(ground.areas_at(instance, number, { 1, 1, 12, 1, 7, 1 }))
    assert.is_false(none)
    assert.equal(31, ground.area(instance, number, west).size)
    assert.equal(2, #ground.list_areas(instance, number))
    assert.same({ 4 * 6, 40 + 4 * 1 + 2 * 1, 40 * 2 + 4 * 1 }, charges(instance).charged)
    assert.equal(1, #ground.chokes(instance, number, west))
    assert.equal(1, #ground.chokes(instance, number))
    assert.same({ 4, 60, 60, 4 }, charges(instance).charged)
    assert.equal(1, #ground.areas_path(instance, number, west, east))
    assert.same({ 4 * (2 + 1), 60, 4 }, charges(instance).charged)
  end)
end)

describe("sight is charged #quick", function()
  it("by what eyes may see, and the memory of what they may see", function()
    local instance = instance_of(1, ROOMS)
    ground.sight(instance, { 1, 1, 3 })
    local all = (12 + 64) * (5 + 64)
    assert.same({ charged = { 400 + 7 ^ 2 },
      kept = { math.ceil(128 + 7 ^ 2 / 4 + 2 * (7 + 64) ^ 2 + all / 128) } }, charges(instance))
    local number = ground.sight(instance, { 1, 1, 3, 12, 1, 40 })
    assert.same({ charged = { 400 + 7 ^ 2 + 400 + 81 ^ 2 },
      kept = { math.ceil(2 * 128 + 7 ^ 2 / 4 + 81 ^ 2 / 4 + 2 * all + all / 128) } },
      charges(instance))
    assert.same({ 2 }, ground.sight_seen_by(instance, number, 12, 1))
    assert.equal(1, ground.sight_count(instance, number, 12, 1))
    local cells = ground.sight_cells(instance, number)
    assert.same({ 1, 1, 1 }, { cells[1], cells[2], cells[3] })
    assert.same({ 2, math.floor(60 / 16), 4 * #cells / 3 }, charges(instance).charged)
    instance = instance_of(1)
    ground.sight_cells(instance, ground.sight(instance, { 1, 1, 0 }))
    assert.same({ 401, 80 / 16, 4 }, charges(instance).charged)
    local many = {}
    for i = 1, 3 * 1025 do many[i] = 1 end
    assert.has_error(function() ground.sight(instance, many) end,
      "at most 1024 threats expected, got 1025")
    for _, radius in ipairs { -1, 256, "3" } do
      assert.has_error(function() ground.sight(instance, { 1, 1, radius }) end,
        "a radius of 0 to 255 expected")
    end
    assert.is_number(ground.sight(instance, { 1, 1, 0, 2, 1, 255 }))
  end)

  it("along a line by the longer side of the map", function()
    local instance = instance_of(1, ROOMS)
    assert.is_true((ground.line_of_sight(instance, 1, 3, 12, 3)))
    assert.same({ 50 + 2 * 12 }, charges(instance).charged)
    local function look(options)
      return function() return ground.line_of_sight(instance, 1, 3, 12, 3, options) end
    end
    assert.is_true((look { range = 20, min_range = 2 }()))
    assert.has_error(look { unit = 1 }, "unknown key unit")
  end)
end)

describe("influence maps are charged #quick", function()
  local LAYER = 2048 + 9 * 80                    -- bytes

  local STAMPS = { "stamps", list = { 1, 1, 5, 4, 4, 5 }, radius = 2 }

  it("by the looks at each cell, and the maps in a recipe", function()
    for _, case in ipairs {
      { STAMPS, looks = 2, maps = 1, stamps = true },
      { { "stamps", list = { 1, 1, 5, 4, 4, 5 } }, looks = 2, maps = 1, one_cell = true },
      { { "seen" }, looks = 10, maps = 1 },
      { { "spread", { "seen" }, share = 0.5 }, looks = 10 + 6 + 10, maps = 2 },
      { { "spread", { "seen" }, share = 0.5, times = 3 }, looks = 10 + 6 * 3 + 10, maps = 2 },
      { { "near", { "seen" }, radius = 4 }, looks = 2 + 4 + 10, maps = 2 },
      { { "sum", { map = { "unseen" } }, { "visible" } }, looks = 2 + 10 + 10, maps = 3 },
    } do
      local instance = instance_of(1)
      influences.new_influence(instance, case[1])
      local charged = case.stamps and { 2 * 40 + 2 * 5 * 5 / 2 } or case.one_cell and { 2 * 40 + 1 }
      assert.same({ charged = charged or {}, kept = { 65536 + 2 * 80, case.maps * LAYER },
        asked = 80 * case.looks / 2, flooded = 80 * case.looks }, charges(instance))
    end
  end)

  it("by the stamps, and the cells that each of them reaches on the map", function()
    local instance = instance_of(1)
    influences.new_influence(instance, { "stamps", list = { 1, 1, 5 }, radius = 7 })
    influences.new_influence(instance, { "stamps", list = { 1, 1, 5 }, radius = 8 })
    assert.same({ math.floor(40 + 15 * 5 / 2), 40 + 16 * 5 / 2 }, charges(instance).charged)
  end)

  it("by how far each cell is compared", function()
    local instance = instance_of(1)
    local number = influences.new_influence(instance, STAMPS)
    charges(instance)
    influences.influence_peaks(instance, number, 3)
    influences.influence_peaks(instance, number, 3, {})
    influences.influence_peaks(instance, number, 3, { apart = 0 })
    influences.influence_peaks(instance, number, 3, { apart = 4 })
    influences.influence_max_near(instance, number, 1, 1, 2)
    influences.influence_max_near(instance, number, 1, 1, 0)
    assert.same({ 40, 40, 20, 100, 12, 0 }, charges(instance).charged)
  end)

  it("up to the last map, the last place, the last number, and not beyond", function()
    local instance = instance_of(1)
    local function new(node) return influences.new_influence(instance, node) end
    local function sum(count)
      local node = { "sum" }
      for i = 2, count + 1 do node[i] = { "seen" } end
      return node
    end
    local function deep(count)
      local node = { "seen" }
      for _ = 2, count do node = { "sum", node } end
      return node
    end
    local function stamps(count)
      local node = { "stamps", list = {} }
      for i = 1, 3 * count do node.list[i] = 1 end
      return node
    end
    local function spread(times) return { "spread", { "seen" }, share = 0, times = times } end
    local function near(radius) return { "near", { "seen" }, radius = radius } end
    local function wide(radius) return { "stamps", list = {}, radius = radius } end
    local function of(amount) return { "seen", amount = amount } end
    local most = { "sum", sum(7), sum(6) }       -- 16 maps
    for _, node in ipairs { sum(1), sum(8), deep(8), stamps(0), stamps(1024), spread(1), spread(16),
      near(1), near(32), wide(0), wide(255), of(-65535), of(65535), most } do
      assert.is_number(new(node))
    end
    for _, case in ipairs {
      { sum(0), "'sum' takes 1 to 8 maps, got 0" }, { sum(9), "'sum' takes 1 to 8 maps, got 9" },
      { { "sum", sum(7), sum(7) }, "a recipe has at most 16 maps in it" },
      { { "near", { "seen" }, { "seen" } }, "'near' takes one map, got 2" },
      { { "slope", { "seen" }, { "seen" } }, "'slope' takes one map, got 2" },
      { { "spread", { "seen" }, { "seen" } }, "'spread' takes one map, got 2" },
      { deep(9), "a recipe is at most 8 deep" },
      { stamps(1025), "at most 1024 places expected, got 1025" },
      { spread(0), "times = 0 is not a whole number from 1 to 16" },
      { spread(17), "times = 17 is not a whole number from 1 to 16" },
      { spread(1.5), "times = 1.5 is not a whole number from 1 to 16" },
      { near(0), "radius = 0 is not a whole number from 1 to 32" },
      { near(33), "radius = 33 is not a whole number from 1 to 32" },
      { near(), "radius = nil is not a whole number from 1 to 32" },
      { wide(-1), "radius = -1 is not a whole number from 0 to 255" },
      { wide(256), "radius = 256 is not a whole number from 0 to 255" },
      { of(-65536), "amount = -65536 is not a whole number from -65535 to 65535" },
      { of(65536), "amount = 65536 is not a whole number from -65535 to 65535" },
      { { "stamps" }, "a list of stamps expected" }, { { "own" }, "a recipe expected" },
      { 3, "a recipe expected" }, { "none", "there is no influence map 'none'" },
    } do
      assert.has_error(function() new(case[1]) end, case[2])
    end
  end)
end)

describe("what is known of the enemy is charged #quick", function()
  it("by the units that were met, and those that are told of", function()
    local instance = instance_of(1)
    local world = instance.world
    world:unit { player = "red", x = 5, y = 5, sight = 20 }
    for i = 1, 2 do
      local enemy = world:unit { player = "blue", x = 8, y = i, data = { hp = ("x"):rep(80) } }
      instance.numbers:take(enemy.id)
    end
    instance.limits.public = { "hp" }
    local list = reconnaissance.known_enemies(instance)
    assert.equal(2 * 7, #list)
    local weight = plain.weight { hp = ("x"):rep(80) }
    assert.same({ 24 * #instance.numbers.order + math.floor(60 * 2 + 2 * weight / 8) },
      charges(instance).charged)
  end)

  it("by the cells of the map, and those of the terrain", function()
    local instance = instance_of(1)
    instance.world.map:fill(3, 3, 3, 1, "wall"):set(9, 1, "wall")
    instance.player:reveal()
    assert.same({ 9, 1, 1, 4, 3, 3 }, reconnaissance.sites(instance, "wall"))
    assert.same({ 80 / 16, 20 * 4 }, charges(instance).charged)
  end)
end)

describe("a unit of a mod #quick", function()
  it("has no more requests that wait than it may have, whatever it asks for", function()
    local instance, id = instance_of(1)
    instance.limits.requests = 3
    local script, waiting, tickets = instance.scripts[id], 0, {}
    script.number = id
    function script.waiting() return waiting end
    function script.expect_ticket(_, bytes) tickets[#tickets + 1] = bytes end
    function script.keep_ticket() return 7 end
    for _, name in ipairs { "path", "nearest", "flight" } do
      script["ask_" .. name] = function() end
    end
    for _, case in ipairs { { "request_path", { x = 2, y = 1 } }, { "request_nearest", { 2, 1 } },
      { "request_flight", { 2, 1 } }, { "request_positions", {}, nil, 1 } } do
      waiting = 3
      assert.has_error(function() orders[case[1]](instance, id, case[2], case[3], case[4]) end,
        "unit 1 has 3 requests that wait: a mod's units have no more")
      waiting = 2
      if case[1] ~= "request_positions" then
        assert.equal(7, orders[case[1]](instance, id, case[2]))
      end
    end
    assert.same({ 0, 0, 0 }, tickets)
    assert.same({ 5 * 2, 20 * 2 }, charges(instance).charged)
  end)

  it("pays for what it says by the byte", function()
    local instance, id = instance_of(1)
    instance.loading, instance.revision = true, { loaded = true }
    orders.print(instance, "hello")
    assert.equal("gone", select(2, orders.tell(instance, id + 1, "news")))
    assert.same({ 5, Account.weight { "news" } }, charges(instance).charged)
  end)

  it("pays for the explanation and the corners of a path by its cells", function()
    local instance, id = instance_of(1)
    queries.path(instance, id, { x = 9, y = 1 })
    instance.path, instance.charged, instance.explained = instance.answers[1][1], {}, {}
    queries.path_explain(instance, 1)
    queries.path_corners(instance, 1)
    assert.same({ 9 * 50, 9 * 15 }, charges(instance).charged)
  end)

  it("pays for the ends of links that it reads", function()
    local instance, id = instance_of(1)
    instance.world.map:link { from = { 1, 1 }, to = { 9, 3 }, cost = 10 }
    instance.world.map:link { from = { 1, 1 }, to = { 9, 5 }, cost = 10, one_way = true }
    instance.player:reveal()
    assert.same({ 9, 3, 9, 5 }, queries.link_ends(instance, id))
    assert.same({ 2 * 4 + 2 }, charges(instance).charged)
  end)
end)

describe("a group of a mod #quick", function()
  it("is charged by its units when they are listed", function()
    local instance = instance_of(3)
    local units = {}
    for unit in instance.world:units() do units[#units + 1] = unit end
    local group = instance.world:group { units = units }
    instance.numbers.group_ids = { group.id }
    assert.equal(3 * 4, #own_groups.queries.group_units(instance, 1))
    assert.same({ 5 * 3 * 4 }, charges(instance).charged)
  end)
end)
