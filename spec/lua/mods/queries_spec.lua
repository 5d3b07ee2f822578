-- What each query of a mod is charged for, by the host: exactly, with a side that writes it down.

local queries = require "astar.mods.queries"
local small_world = require "support.small_world"

-- Forty units on eight by five cells, beside as many that are free; a side whose unit is the 20th.
local function side_of(units)
  local world = small_world((("."):rep(16) .. "\n"):rep(5))
  for i = 0, (units or 40) - 1 do
    world:unit { player = "red", x = 1 + i % 8, y = 1 + math.floor(i / 8) }
  end
  local side = { world = world, player = world:player "red", charged = {}, searched = {}, owed = 0,
    own = { nodes = 1000 }, limits = { kept = 2 ^ 20, public = {} }, answers = {} }
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
  return side, unit.id
end

describe("a query of a mod is charged", function()
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

  it("for a search by its nodes, 64 at least", function()
    local side, id = side_of(1)
    queries.path(side, id, { x = 2, y = 1 })
    assert.same({ 64 }, side.searched)
    side.own.nodes = 0
    assert.equal("budget", select(2, queries.path(side, id, { x = 2, y = 1 })))
    assert.same({ 64 }, side.searched)
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
    assert.has_error(function() queries.flight(side, id, {}) end)
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
    assert.same({ 1, 1, 1, 2, 9, 1 }, queries.path_smooth(side, 1))
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

describe("a query of a mod", function()
  it("is about units of its player", function()
    local side, id = side_of(1)
    local foe = side.world:unit { player = "blue", x = 5, y = 5 }
    assert.has_error(function() queries.home(side, foe.id) end,
      ("unit %d is another player's"):format(foe.id))
    assert.has_error(function() queries.home(side, 99) end, "there is no unit 99")
    assert.same({ x = 1, y = 1 }, queries.home(side, id))
    assert.is_nil(queries.unit_at(side, 5, 5))
    assert.equal(id, queries.unit_at(side, 1, 1))
    assert.is_nil(queries.unit_at(side, 2, 2))
    assert.equal(0, #queries.units(side, "blue"))
    assert.equal(4, #queries.units(side))
    assert.is_true(queries.is_player(side, "blue"))
    assert.is_false(queries.is_player(side, "green"))
  end)
end)
