-- Levels beside everything else: a level is as good as a map of its own. What is asked on a level
-- of a house is asked on a map that has nothing but its cells (support/house.lua).

local astar = require "astar"
local cases = require "support.cases"
local house = require "support.house"
local new_random = require "support.random"
local says = require "support.says"

-- ---- houses with something in them --------------------------------------------------------------

local function each_map(built, f)
  f(built.map)
  for _, level in ipairs(built.levels) do f(level.alone.map) end
end

-- The objects of one name on the map of a side.
local function furnish(random, built)
  local objects, size = {}, random:chance(0.7) and 1 or 2
  each_map(built, function(map)
    objects[map] = { class = map:class { size = size }, red = map:player "red",
      blue = map:player "blue", danger = map:influence "danger", units = {} }
    objects[map].red:reveal()
  end)
  for _, level in ipairs(built.levels) do
    for _ = 1, random:int(0, 3) do
      local x, y = random:cell(level)
      local amount, radius = random:int(-20, 60), random:int(0, 5)
      house.on_both(level, function(side)
        local cell_x, cell_y = side.at(x, y)
        objects[side.map].danger:add(cell_x, cell_y, amount, radius)
      end)
    end
    for _ = 1, random:int(0, 4) do
      local x, y = random:cell(level)
      local player = random:pick { "red", "blue" }
      house.on_both(level, function(side)
        local cell_x, cell_y = side.at(x, y)
        objects[side.map][player]:unit { x = cell_x, y = cell_y }
      end)
    end
  end
  built.objects = objects
  return built
end

local function query_of(built, side, kind)
  local own = built.objects[side.map]
  if kind == 1 then return {} end
  if kind == 2 then return { class = own.class } end
  return { class = own.class, player = own.red, influence = { danger = 1 } }
end

-- Where a path goes on its level, and what it costs.
local function told(side, path, why)
  if not path then return why end
  local list = { path.status .. " " .. path.cost }
  for x, y in path:cells() do list[#list + 1] = side.back(x, y) end
  return table.concat(list, " ")
end

-- ---- questions ----------------------------------------------------------------------------------

-- Each: function(random, level, kind) -> function(side, query) -> anything that can be compared.
local questions = {}

local function cell(random, level)
  local x, y = random:cell(level)
  return function(side) return side.at(x, y) end
end

local function paths_told(side, list, why)
  if not list then return why end
  local all = {}
  for i, path in ipairs(list) do all[i] = told(side, path) end
  return all
end

function questions.alternatives(random, level)
  local from, to = cell(random, level), cell(random, level)
  local options = { count = random:int(2, 5), apart = random:int(0, 8),
    stretch = random:pick { 1.5, 3 }, share = random:pick { 0.25, 0.5, 0.75 } }
  return function(side, query)
    local x, y = from(side)
    local to_x, to_y = to(side)
    return paths_told(side, side.map:alternatives(x, y, to_x, to_y, query, options))
  end
end

local function area(random)
  local near = random:int(0, 3)
  return random:pick {
    function() return { within = near + 4 } end,
    function(_, place) return { ring = { near, near + 4, of = place } } end,
    function() return { reach = 20 * near } end,
    function() return { terrain = "plain", within = near + 5 } end,
    function(_, place) return { cover = place, within = 9 } end,
    function() return { front = "danger" } end,
  }
end

local function terms(random, kind)
  local weight, radius = random:int(-3, 3), random:int(1, 5)
  local side = kind == 3 and random:pick { "any", "friends", "enemies" } or "any"
  return function(place, other)
    return { { "walk", weight = -1 }, { "distance", to = { place, other }, weight = weight },
      { "danger", weight = -2 }, { "front", influence = "danger", weight = 7 },
      { "terrain", is = "road" }, { "flank", of = place, front = other },
      { "crowding", radius = radius, side = side, weight = -5 }, { "exits", radius = radius },
      { "sight", of = { place, other }, weight = 9 }, { "cover", from = place, range = 6 } }
  end
end

function questions.positions(random, level, kind)
  local from, place, other = cell(random, level), cell(random, level), cell(random, level)
  local source, score = area(random), terms(random, kind)
  return function(side, query)
    local x, y = from(side)
    local p, o = { place(side) }, { other(side) }
    local list, why = side.map:positions(x, y, { from = source(side, p), score = score(p, o),
      count = 5, query = query })
    if not list then return why end
    for _, one in ipairs(list) do one.x, one.y = one.x - side.x, one.y - side.y end
    return list
  end
end

function questions.sides(random, level)
  local one, other = cell(random, level), cell(random, level)
  return function(side, query)
    local areas, why = side.map:sides({ { { one(side) } }, { { other(side) } } }, query)
    if not areas then return why end
    local list = {}
    for y = 1, level.height do
      for x = 1, level.width do list[#list + 1] = areas:at(side.at(x, y)) or false end
    end
    return list
  end
end

function questions.clearance(random, level)
  local at = cell(random, level)
  return function(side, query)
    local x, y = at(side)
    return side.map:clearance(x, y, query) or false
  end
end

function questions.breach(random, level)
  local from, to = cell(random, level), cell(random, level)
  return function(side, query)
    local x, y = from(side)
    local to_x, to_y = to(side)
    local breach, why = side.map:breach(x, y, to_x, to_y, query, { terrains = { wall = 70 } })
    return breach and { breach.price, told(side, breach.path) } or why
  end
end

function questions.any_angle(random, level)
  local from, to = cell(random, level), cell(random, level)
  return function(side, query)
    local x, y = from(side)
    local to_x, to_y = to(side)
    query.any_angle = true
    return told(side, side.map:path(x, y, to_x, to_y, query))
  end
end

function questions.flight(random, level)
  local threat = cell(random, level)
  return function(side, query)
    local x, y = threat(side)
    local field, why = side.map:field({ flee = { { x, y } } }, query)
    if not field then return why end
    local list = {}
    for cell_y = 1, level.height do
      for cell_x = 1, level.width do
        list[#list + 1] = field:cost(side.at(cell_x, cell_y)) or false
      end
    end
    return list
  end
end

function questions.partial(random, level)
  local from, to = cell(random, level), cell(random, level)
  local within = random:int(0, 4)
  return function(side, query)
    local x, y = from(side)
    local to_x, to_y = to(side)
    query.partial, query.within = true, within
    return told(side, side.map:path(x, y, to_x, to_y, query))
  end
end

-- ---- the comparison -----------------------------------------------------------------------------

local function compare(name, seed)
  local random = new_random(seed)
  local built = furnish(random, house.random(random, random:int(2, 4), 12))
  for _ = 1, 6 do
    local level, kind = random:pick(built.levels), random:int(1, 3)
    local ask = questions[name](random, level, kind)
    local here, alone = house.of_both(level, function(side)
      return ask(side, query_of(built, side, kind))
    end)
    assert.same(alone, here, ("%s, seed %d, %s"):format(name, seed, level.name))
  end
end

-- ---- from level to level ------------------------------------------------------------------------

-- The same house twice; in the second one the levels lie elsewhere.
local function two_houses(seed)
  local houses = {}
  for i = 1, 2 do
    local random = new_random(seed)
    houses[i] = furnish(random, house.random(random, random:int(2, 4), 12, i == 2))
    house.join(random, houses[i])
  end
  return houses
end

local function some_cells(random, built, count)
  local list = {}
  for i = 1, count do
    local level = random:pick(built.levels)
    list[i] = { level.here.at(random:cell(level)) }
  end
  return list
end

-- All places of a query over several levels, and what they are worth, by names of cells.
local function places_of(built, seed)
  local random = new_random(seed)
  local kind, cells = random:int(1, 3), some_cells(random, built, 40)
  local score, at, place, other = terms(random, kind), cells[1], cells[2], cells[3]
  local source = random:pick { { cells = cells }, { reach = random:int(50, 400) },
    { ring = { 0, random:int(1, 9), of = cells[4] } }, { within = random:int(1, 9) } }
  local query = query_of(built, built.levels[1].here, kind)
  local list, why = built.map:positions(at[1], at[2], { from = source, count = 1024, query = query,
    score = score(place, other) })
  if not list then return why end
  local places = {}
  for _, one in ipairs(list) do places[house.place(built, one.x, one.y)] = one.why end
  return places
end

-- The squares around the cells of a path, each on its own level, in which cells count as near.
local function is_near(built, path, x, y, apart)
  for px, py in path:cells() do
    if built.map:distance(px, py, x, y) <= apart then return true end
  end
  return false
end

-- Does a path keep to the share of cells near those before it, and cost what it is said to?
local function check_alternative(built, list, number, options, query)
  local path, near = list[number], 0
  for x, y in path:cells() do
    local is_taken = false
    for i = 1, number - 1 do
      is_taken = is_taken or is_near(built, list[i], x, y, options.apart)
    end
    near = near + (is_taken and 1 or 0)
  end
  assert.equal(path.cost, path:cost_now(query))
  assert.is_true(number == 1 or near <= options.share * #path)
end

describe("from level to level", function()
  it("places are worth the same wherever the levels lie", function()
    for seed = 1, cases.of(100) do
      local houses = two_houses(seed)
      assert.same(places_of(houses[1], seed), places_of(houses[2], seed), "seed " .. seed)
    end
  end)

  it("alternatives are as far apart as they are on their levels", function()
    local count = 0
    for seed = 1, cases.of(130) do
      local random, built = new_random(seed), two_houses(seed)[1]
      local cells = some_cells(random, built, 2)
      local query = query_of(built, built.levels[1].here, random:int(1, 3))
      local options = { count = 4, apart = random:int(0, 4), stretch = 3, plateau = 0,
        share = random:pick { 0, 0.25, 0.5 } }
      local list = built.map:alternatives(cells[1][1], cells[1][2], cells[2][1], cells[2][2], query,
        options)
      for i = 1, list and #list or 0 do
        check_alternative(built, list, i, options, query)
        count = count + (i > 1 and 1 or 0)
      end
    end
    assert.is_true(count >= 3, count)
  end)
end)

describe("beside the void", function()
  local rows = { "........", "........" }

  local function two_floors(more)
    local map = astar.map { levels = { { name = "ground", rows = rows },
      { name = "upper", rows = rows } } }
    map:link { from = { 1, 1 }, to = { 1, 4 }, cost = 10 }
    if more then map:link { from = { 8, 1 }, to = { 8, 4 }, cost = 10 } end
    return map
  end

  it("an alternative leads over the floor above, near on the map only", function()
    local map = two_floors(true)
    local list = map:alternatives(1, 1, 8, 1, nil, { apart = 3, share = 0.25 })
    assert.same({ 70, 90 }, { list[1].cost, list[2] and list[2].cost })
    assert.equal("********", (map:draw { path = list[2], level = "upper" }):match("^[*AB]*%S+"))
  end)

  it("a breach does not break through it", function()
    local map = astar.map { levels = { { name = "ground", rows = rows },
      { name = "upper", rows = rows } } }
    assert.same({ nil, "unreachable" }, { map:breach(3, 1, 3, 4) })
    assert.same({ nil, "unreachable" }, { map:breach(3, 1, 3, 3) })
    local large = map:class { size = 2 }
    assert.same({ nil, "unreachable" }, { map:breach(3, 1, 3, 2, { class = large }) })
  end)

  it("units of another floor crowd nobody, and its places are far away", function()
    local map = two_floors()
    map:player("red"):unit { x = 3, y = 2 }
    local function measured(x, y, term)
      local list = map:positions(1, 1, { from = { cells = { { x, y }, { 8, 1 }, { 8, 5 } } },
        count = 3, score = { term } })
      for _, one in ipairs(list) do
        if one.x == x and one.y == y then return one.score end
      end
    end
    assert.equal(1, measured(3, 1, { "crowding", radius = 3 }))
    assert.equal(0, measured(3, 4, { "crowding", radius = 3 }))
    assert.equal(2, measured(3, 1, { "distance", to = { 5, 2 } }))
    assert.equal(2 ^ 24 - 1, measured(3, 4, { "distance", to = { 5, 2 } }))
    assert.equal(200, measured(7, 1, { "flank", of = { 5, 1 }, front = { 1, 1 } }))
    assert.is_nil(measured(7, 4, { "flank", of = { 5, 1 }, front = { 1, 1 } }))
    assert.equal(200, measured(4, 1, { "flank", of = { 5, 1 }, front = { 1, 4 } }))
  end)

  it("there is no front", function()
    local map = two_floors()
    map:influence("ours"):add(4, 2, 9, 9, "none")
    assert.same({}, map:positions(1, 1, { from = { front = "ours" } }))
  end)

  it("says what is wrong with a position query", function()
    local map = two_floors()
    local function ask(term)
      return function() map:positions(1, 1, { from = { within = 2 }, score = { term } }) end
    end
    says("places: one is outside the map, or on more than one level",
      ask { "distance", to = { x = 1, y = 1, width = 1, height = 4 } })
    says("side: friends and enemies are a player's, and there is none",
      ask { "crowding", side = "enemies" })
  end)
end)

describe("a level is a map of its own", function()
  for _, name in ipairs { "alternatives", "positions", "sides", "clearance", "breach",
                          "any_angle", "flight", "partial" } do
    it("for " .. name, function()
      for seed = 1, cases.of(25) do compare(name, seed) end
    end)
  end
end)
