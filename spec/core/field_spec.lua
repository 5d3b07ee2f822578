-- Fields: costs and steps to goals, from a start, away from threats; that they stay right while the
-- map changes; and that they agree with an oracle, and with searches, whatever the layers are.

local astar = require "astar"
local flow = require "support.flow"
local maps = require "support.maps"
local new_random = require "support.random"
local oracle = require "support.oracle"
local worlds = require "support.worlds"

local picture = flow.picture

--- A map from a picture with a field on it: `make(map, at)` makes it.
local function on(text, make)
  local map, at = maps.read(text)
  return map, make(map, at)
end

local function shows(expected, got)
  if picture(expected) ~= got then
    error(("expected\n%s\ngot\n%s"):format(picture(expected), got), 2)
  end
end

-- ---- to goals ---------------------------------------------------------------------------------

describe("a field to goals", function()
  it("has the cost of the way to the cheapest goal, and the step", function()
    local map, field = on([[
      A . . . # . . .
      . . # . # . , .
      . . # . . . , B
    ]], function(map, at) return map:field { { at.A.x, at.A.y }, { at.B.x, at.B.y } } end)
    shows([[
       0  10  20  30   #  34  24  20
      10  14   #  40   #  38  14  10
      20  24   #  50  55  45  10   0
    ]], flow.costs(map, field))
    shows([[
      o ← ← ← # → ↘ ↓
      ↑ ↖ # ↑ # ↗ ↘ ↓
      ↑ ↑ # ↑ → → → o
    ]], flow.steps(map, field))
  end)

  it("counts what terrain costs that is entered, not what is left", function()
    local map, field = on([[
      A . , . . . .
      . . , . # # .
      : : : : : : .
    ]], function(map) return map:field { { 1, 1 } } end)
    shows([[
       0  10  20  45  55  65  68
      10  14  24  35   #   #  58
      20  24  28  33  38  43  48
    ]], flow.costs(map, field))
  end)

  it("gives paths that follow its steps", function()
    local map, field = on([[
      A . , . . . .
      . . , . # # .
      : : : : : : .
    ]], function(map) return map:field { { 1, 1 } } end)
    local path = field:path(5, 1)
    assert.equal("5,1 4,1 4,2 3,3 2,2 1,1", maps.cells(path))
    assert.same({ 55, "complete", 0 }, { path.cost, path.status, path.expanded })
    path = field:path(1, 1)
    assert.same({ 1, 0 }, { #path, path.cost })
    local unit = map:player("red"):unit { x = 5, y = 1, speed = 1 }
    unit:follow_path(field:path(5, 1))
    while unit.state == "moving" do map:tick() end
    assert.same({ 1, 1 }, { unit.x, unit.y })
  end)

  it("is for large units, named by their upper left cell", function()
    local map, field = on([[
      A . . . . . .
      . . . # . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
    ]], function(map) return map:field({ { 1, 1 } }, { class = map:class { size = 2 } }) end)
    shows([[
       0  10   #   #  74  78   #
      10  14   #   #  64  68   #
      20  24  34  44  54  64   #
      30  34  38  48  58  68   #
       #   #   #   #   #   #   #
    ]], flow.costs(map, field))
  end)

  local RULES = {
    no_obstacles = "o # → ↓\n↑ ← # ↓\n↑ ↖ ← ←",
    at_most_one_obstacle = "o # ↘ ↓\n↑ ↖ # ↙\n↑ ↑ ↖ ←",
    always = "o # ↙ ←\n↑ ↖ # ↙\n↑ ↑ ↖ ←",
    never = "o # → ↓\n↑ ← # ↓\n↑ ← ← ←",
  }
  for rule, steps in pairs(RULES) do
    it("keeps to the diagonal rule " .. rule, function()
      local map, field = on([[
        A # . .
        . . # .
        . . . .
      ]], function(map)
        return map:field({ { 1, 1 } }, { class = map:class { diagonal = rule } })
      end)
      assert.equal(steps, flow.steps(map, field))
    end)
  end

  it("goes round danger", function()
    local map, field = on([[
      A . . . .
      . . . . .
      . . . . .
    ]], function(map)
      map:influence("danger"):set(3, 1, 40):set(3, 2, 20)
      return map:field({ { 1, 1 } }, { influence = { danger = 1 } })
    end)
    shows([[
       0  10  20  52  56
      10  14  24  42  52
      20  24  28  38  48
    ]], flow.costs(map, field))
  end)

  it("knows what its player knows", function()
    local map = maps.read [[
      A . . . .
      . # # # .
      . . . . .
    ]]
    local red = map:player "red"
    red:see(1, 1, 1)
    local field = map:field({ { 1, 1 } }, { player = red })
    assert.equal(28, field:cost(3, 3))
    red:see(2, 3, 2)
    assert.equal(40, field:cost(3, 3))
  end)

  it("says why there is no way, as a search does", function()
    local map = maps.read [[
      . . # . . # .
      . . # . . # #
    ]]
    local field = map:field { { 1, 1 }, { 3, 1 } }
    assert.same({ nil, "unreachable" }, { field:cost(4, 1) })
    assert.same({ nil, "start_blocked" }, { field:cost(3, 1) })
    assert.same({ nil, "unreachable" }, { field:step(7, 1) })
    assert.same({ nil, "unreachable" }, { field:path(7, 1) })
    local walled = map:field { { 3, 1 }, { 6, 2 } }
    assert.same({ nil, "goal_blocked" }, { walled:cost(1, 1) })
  end)
end)

-- ---- units ------------------------------------------------------------------------------------

describe("units in a field", function()
  local map, unit, other
  before_each(function()
    map = maps.read [[
      A . . . .
      . . # . .
      . . # . .
    ]]
    local red = map:player("red"):reveal()
    unit, other = red:unit { x = 5, y = 1 }, red:unit { x = 3, y = 1 }
  end)

  it("are in the way where the query names one", function()
    local field = map:field({ { 1, 1 } }, { unit = unit })
    assert.same({ nil, "crowded" }, { field:cost(5, 1) })
    assert.equal(40, map:field({ { 1, 1 } }, { unit = unit, occupancy = false }):cost(5, 1))
    assert.equal(40, map:field({ { 1, 1 } }):cost(5, 1))
    assert.same({ nil, "goal_blocked" }, { map:field({ { 3, 1 } }, { unit = unit }):cost(4, 1) })
  end)

  it("may leave the cell in which they stand", function()
    assert.equal(20, map:field({ { 1, 1 } }, { unit = unit }):cost(3, 1))
  end)

  it("count as they stood when it was made or updated, whatever else has changed since", function()
    local field = map:field({ { 1, 1 } }, { unit = unit, influence = false })
    other:place(5, 3)
    assert.same({ nil, "crowded" }, { field:cost(5, 1) })
    map:set(4, 2, "swamp")
    assert.same({ nil, "crowded" }, { field:cost(5, 1) })
    map:terrain("plain", 5)
    assert.same({ nil, "crowded" }, { field:cost(5, 1) })
    assert.equal(field, field:update())
    assert.equal(20, field:cost(5, 1))
  end)

  it("claim their paths", function()
    map:fill("plain")
    unit.player:reveal()
    other:follow_path(map:path(3, 1, 1, 1))
    local field = map:field({ { 1, 1 } }, { unit = unit, claim_penalty = 100 })
    shows([[
        0 110 128 138 148
      110 114 124 134 144
      120 124 128 138 148
    ]], flow.costs(map, field))
  end)
end)

-- ---- reach ------------------------------------------------------------------------------------

describe("what can be reached", function()
  local PICTURE = [[
    . . . . . . .
    . . . # . . .
    A . . # . , .
    . . . . . , .
  ]]

  it("is all that costs no more, with the way back", function()
    local map, field = on(PICTURE, function(map) return map:reach_field(1, 3, 34) end)
    shows([[
      20  24  28   #   #   #   #
      10  14  24   #   #   #   #
       0  10  20   #   #   #   #
      10  14  24  34   #   #   #
    ]], flow.costs(map, field))
    shows([[
      ↓ ↓ ↙ # # # #
      ↓ ↙ ← # # # #
      o ← ← # # # #
      ↑ ↖ ← ← # # #
    ]], flow.steps(map, field))
    assert.same({ nil, "unreachable" }, { field:cost(5, 4) })
    assert.same({ nil, "goal_blocked" }, { field:cost(4, 2) })
  end)

  it("can be gone through, cell by cell", function()
    local map, field = on(PICTURE, function(map) return map:reach_field(1, 3, 10) end)
    local list = {}
    for x, y, cost in field:cells() do list[#list + 1] = ("%d,%d:%d"):format(x, y, cost) end
    assert.equal("1,2:10 1,3:0 2,3:10 1,4:10", table.concat(list, " "))
    map:set(1, 3, "wall")
    for _ in field:cells() do error "nothing can be reached from a wall" end
  end)

  it("is reached by the paths that a search would find", function()
    local random = new_random(5)
    for _ = 1, 20 do
      local map = astar.map { width = 15, height = 12, terrains = maps.TERRAINS, fill = "plain" }
      map:paint(function() return random:pick { "plain", "plain", "road", "swamp", "wall" } end)
      map:fill("plain", 2, 5, 12, 1)
      local field, count = map:reach_field(4, 5), 0
      for x, y, cost in field:cells() do
        local path = map:path(4, 5, x, y)
        assert.equal(path.cost, cost)
        assert.equal(maps.cells(path), maps.cells(field:path(x, y)))
        count = count + 1
      end
      assert.is_true(count > 20)
      map:close()
    end
  end)

  it("is nothing from where the class cannot stand", function()
    local map, field = on(". # .", function(map) return map:reach_field(2, 1, 100) end)
    assert.same({ nil, "start_blocked" }, { field:cost(1, 1) })
    map:set(2, 1, "plain")
    assert.equal(10, field:cost(1, 1))
  end)
end)

-- ---- flight -----------------------------------------------------------------------------------

describe("a field of flight", function()
  it("leads to where threats have farthest to go, unless staying is as good", function()
    local map, field = on([[
      . . # . . .
      . . # . # .
      . T . . # .
      . . . . # .
    ]], function(map) return map:flee_field { { 2, 3 } } end)
    shows([[
      80 84  # 50 40 30
      90 94  # 60  # 20
      96 90 80 70  # 10
      92 94 84 80  #  0
    ]], flow.costs(map, field))
    shows([[
      o o # → → ↓
      ↑ ↑ # ↑ # ↓
      o → → ↑ # ↓
      o → ↗ o # o
    ]], flow.steps(map, field))
    assert.equal(field:cost(3, 3), field:path(3, 3).cost)
  end)

  it("leads out of a dead end where there is enough to gain", function()
    local map, field = on([[
      # # # . # # # # # # # # # # # # # #
      T . . . . . . . . . . . . . . . . .
    ]], function(map) return map:flee_field { { 1, 2 } } end)
    shows([[
      # # # ↓ # # # # # # # # # # # # # #
      → → → → → → → → → → → → → → → → → o
    ]], flow.steps(map, field))
    assert.equal("4,1 4,2 5,2", maps.cells(field:path(4, 1)):sub(1, 11))
  end)

  it("leads past a threat where that pays", function()
    local map, field = on([[
      . T . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . . .
    ]], function(map) return map:flee_field { { 2, 1 } } end)
    shows([[
      ↓ → → → → → → → → → → → → → → o
      → → → → → → → → → → → → → → → o
    ]], flow.steps(map, field):gsub("↘", "↓"))
    assert.equal("1,2 2,2 3,2", maps.cells(field:path(1, 2)):sub(1, 11))
  end)

  it("leads through nobody's cell, but out of it", function()
    local map, field = on([[
      . . T . . . . . . . . . . . . . .
    ]], function(map) return map:flee_field { { 3, 1 } } end)
    shows("o ← → → → → → → → → → → → → → → o", flow.steps(map, field))
  end)

  it("leads away from several threats at once, which may be units", function()
    local map, field = on([[
      . . . . . . .
      . . . . . . .
      . . . . . . .
    ]], function(map)
      local red = map:player "red"
      return map:flee_field { red:unit { x = 1, y = 1 }, red:unit { x = 7, y = 3 } }
    end)
    shows([[
      → → → o o o o
      ↓ → → o ← ← ↑
      o o o o ← ← ←
    ]], flow.steps(map, field))
  end)

  it("leaves alone units that cannot be reached", function()
    local map, field = on([[
      . . T . . # . .
      . . . . . # . .
    ]], function(map) return map:flee_field { { 3, 1 } } end)
    shows([[
      4 14 24 14 4 # 0 0
      0 10 16 10 0 # 0 0
    ]], flow.costs(map, field))
    assert.equal(1, #field:path(7, 1))
  end)

  it("is for those whom the threats cannot follow, too", function()
    local map, field = on([[
      # # # # # #
      T . . . . .
    ]], function(map)
      map:set(1, 2, "wall")
      return map:flee_field { { 1, 2 } }
    end)
    shows("# # # # # #\n# 48 36 24 12 0", flow.costs(map, field):gsub("%d+", function(cost)
      return ("%d"):format(math.floor(tonumber(cost) / 12 + 0.9) * 12)
    end))
    shows("# # # # # #\n# → → → → o", flow.steps(map, field))
  end)

  it("spreads danger on all sides of a threat that stands in a wall", function()
    local map, field = on("# . . . # . . . #", function(map) return map:flee_field { { 5, 1 } } end)
    shows("# 0 12 24 # 24 12 0 #", flow.costs(map, field):gsub("%d+", function(cost)
      return ("%d"):format(math.floor(tonumber(cost) / 12 + 0.9) * 12)
    end))
    assert.same({ nil, "start_blocked" }, { field:cost(5, 1) })
  end)

  it("is repaired when the ground changes", function()
    local map, field = on([[
      # # # . # # # # # # # # # # # # # #
      T . . . . . . . . . . . . . . . . .
    ]], function(map) return map:flee_field { { 1, 2 } } end)
    assert.same({ 4, 2 }, { field:step(4, 1) })
    map:set(9, 2, "wall")
    shows([[
      # # # o # # # # # # # # # # # # # #
      → → → → → → → o # o o o o o o o o o
    ]], flow.steps(map, field))
    map:set(9, 2, "plain")
    assert.same({ 4, 2 }, { field:step(4, 1) })
  end)
end)

-- ---- repair -----------------------------------------------------------------------------------

describe("a field keeps right", function()
  it("when a door is closed and opened", function()
    local map, field = on([[
      A . # . .
      . . . . .
      . . # . .
      # . # . .
    ]], function(map) return map:field { { 1, 1 } } end)
    assert.equal(44, field:cost(5, 2))
    map:set(3, 2, "wall")
    assert.same({ nil, "unreachable" }, { field:cost(5, 2) })
    assert.equal(24, field:cost(2, 3))
    map:set(3, 4, "road")
    shows([[
       0  10   #  79  83
      10  14   #  69  73
      20  24   #  59  63
       #  34  44  49  59
    ]], flow.costs(map, field))
    map:set(3, 2, "plain")
    assert.equal(44, field:cost(5, 2))
  end)

  it("when its goal is closed and opened", function()
    local map, field = on("A . . .", function(map) return map:field { { 1, 1 } } end)
    map:set(1, 1, "wall")
    assert.same({ nil, "goal_blocked" }, { field:cost(4, 1) })
    map:set(1, 1, "swamp")
    assert.equal(55, field:cost(4, 1))
  end)

  it("when a terrain is given another cost", function()
    local map, field = on("A . , .", function(map) return map:field { { 1, 1 } } end)
    assert.equal(55, field:cost(4, 1))
    map:terrain("swamp", 12)
    assert.equal(32, field:cost(4, 1))
    map:terrain("swamp", false)
    assert.same({ nil, "unreachable" }, { field:cost(4, 1) })
  end)

  it("when danger comes, moves and goes", function()
    local map, field = on([[
      A . . . .
      . . . . .
    ]], function(map)
      return map:field({ { 1, 1 } }, { influence = { [map:influence "danger"] = 1 } })
    end)
    local danger = map:influence "danger"
    assert.equal(40, field:cost(5, 1))
    danger:add(3, 1, 90, 1)
    assert.equal(93, field:cost(5, 1))
    danger:clear():set(2, 1, -9)
    assert.equal(31, field:cost(5, 1))
    danger:decay(0)
    assert.equal(40, field:cost(5, 1))
  end)

  it("when the callback is told of another terrain at the same cost", function()
    local map = astar.map { width = 4, height = 1, terrains = { plain = 10, mud = 10 } }
    local field = map:field({ { 1, 1 } }, { extra_cost = function(_, _, name)
      return name == "mud" and 7 or nil
    end })
    assert.equal(30, field:cost(4, 1))
    map:set(2, 1, "mud")
    assert.equal(37, field:cost(4, 1))
  end)

  it("when more has changed than any log holds", function()
    local map = astar.map { width = 80, height = 60 }
    local field = map:field { { 1, 1 } }
    for _ = 1, 3 do
      for i = 1, 1500 do
        map:set(i * 7 % 79 + 2, i * 11 % 60 + 1, i % 3 == 0 and "plain" or "wall")
      end
      assert.equal(flow.all(map, map:field { { 1, 1 } }), flow.all(map, field))
    end
  end)

  it("only where it has changed", function()
    local asked = 0
    local map = astar.map { width = 60, height = 60 }
    local field = map:field({ { 1, 1 } },
      { extra_cost = function() asked = asked + 1 return 0 end })
    asked = 0
    map:set(30, 30, "wall")
    assert.is_number(field:cost(60, 60))
    assert.equal(0, asked)
    map:set(30, 30, "plain")
    assert.is_number(field:cost(60, 60))
    assert.equal(1, asked)
  end)
end)

-- ---- limits -----------------------------------------------------------------------------------

describe("the limits of a field", function()
  it("are those of its numbers: what would cost more has no cost", function()
    local map = astar.map { width = 100, height = 99, straight = 1, diagonal = 1,
      terrains = { plain = 65535, wall = false } }
    local query = { influence = {} }
    for i = 1, 14 do
      query.influence[map:influence("danger" .. i):add(50, 50, 65535, 255, "none")] = 1
    end
    map:paint(function(x, y)
      local gap = y % 4 == 0 and 1 or 100
      return y % 2 == 0 and x ~= gap and "wall" or nil
    end)
    local field = map:field({ { 1, 1 } }, query)
    assert.equal(4169992050, field:cost(1, 85))
    assert.same({ nil, "limit" }, { field:cost(1, 99) })
    assert.same({ nil, "limit" }, { map:path(1, 99, 1, 1, query) })
    assert.same({ nil, "limit" }, { map:reach_field(1, 1, nil, query):cost(1, 99) })
    assert.same({ nil, "unreachable" }, { map:reach_field(1, 1, 4294967294, query):cost(1, 99) })
    assert.same({ nil, "limit" }, { map:flee_field({ { 1, 1 } }, query) })
    map:set(99, 2, "plain")
    assert.same({ nil, "limit" }, { field:cost(1, 99) })
    map:terrain("plain", 1)
    map:fill("plain")
    assert.is_number(field:cost(1, 99))
  end)

  it("end a field whose layers could add up to too much", function()
    local map = astar.map { width = 3, height = 1 }
    local danger = map:influence("danger"):set(2, 1, 60000)
    assert.same({ nil, "limit" }, { map:field({ { 1, 1 } }, { influence = { danger = 60 } }) })
    danger:set(2, 1, 1)
    local field = map:field({ { 1, 1 } }, { influence = { danger = 60 } })
    danger:set(2, 1, 60000)
    assert.same({ nil, "limit" }, { field:cost(3, 1) })
    danger:set(2, 1, 2)
    assert.equal(140, field:cost(3, 1))
  end)
end)

-- ---- the oracle -------------------------------------------------------------------------------

local function random_cells(random, world, most)
  local cells = {}
  for i = 1, random:int(1, most) do cells[i] = { random:cell(world) } end
  return cells
end

--- A question with a callback now and then that looks at the terrain, not at the cell alone.
local function random_question(random, world)
  local question = worlds.question(random, world)
  if random:chance(0.1) then
    question.extra_cost = function(x, _, name)
      if name == nil then return 2 end
      return name == "road" and x or name ~= "swamp" and 0
    end
  end
  return question
end

local function make(case)
  local map, query, cells = case.world.map, worlds.query(case.question), case.cells
  if case.kind == "field" then return map:field(cells, query) end
  if case.kind == "flee" then return map:flee_field(cells, query) end
  return map:reach_field(cells[1][1], cells[1][2], case.most, query)
end

local function grounds(case)
  local map, question = case.world.map, case.question
  local class, player = worlds.class_of(case.world, question), case.player
  local plain = { class = class.object, player = player }
  local standing = question.unit and { unit = question.unit.object, occupancy = question.occupancy,
    claims = false, influence = false } or plain
  case.rule = class.diagonal
  case.view = oracle.ground(map, worlds.query(question))
  case.plain, case.standing = oracle.ground(map, plain), oracle.ground(map, standing)
end

local function number(case, cell)
  return (cell[2] - 1) * case.world.width + cell[1]
end

local function has_units(case)
  for i in pairs(case.plain.straight) do
    if not case.standing.straight[i] then return true end
  end
end

--- Why a cell has no cost, in the words of the documentation.
local function reason_for(case)
  local open = false
  for _, cell in ipairs(case.cells) do open = open or case.standing.straight[number(case, cell)] end
  return function(x, y, i)
    if case.kind == "reach" then
      if not case.standing.straight[i] then return "goal_blocked" end
    else
      if not case.plain.straight[i] then return "start_blocked" end
      if case.kind == "field" and not open then return "goal_blocked" end
    end
    local by_terrain = oracle.distances(case.plain, case.rule, x, y)
    local connected = false
    for _, cell in ipairs(case.cells) do
      connected = connected or by_terrain[number(case, cell)] ~= nil
    end
    return connected and not case.most and has_units(case) and "crowded" or "unreachable"
  end
end

local function check(case, what, expected, got)
  if expected == got then return end
  local picture_of = table.concat(maps.draw(case.world.map), "\n")
  error(("seed %d, %s of %s:\n%s\nexpected\n%s\ngot\n%s"):format(case.seed, what, case.kind,
    picture_of, expected, got), 2)
end

local function check_paths(case, field)
  local map, query = case.world.map, worlds.query(case.question)
  for _ = 1, 3 do
    local x, y = case.random:cell(case.world)
    local path, why = field:path(x, y)
    local cost = field:cost(x, y)
    if case.kind == "flee" then
      local end_cost = path and field:cost(path:cell(-1))
      check(case, "path", cost and cost - end_cost, path and path.cost)
    elseif case.kind == "field" then
      check(case, "path", cost, path and path.cost)
      local least
      for _, cell in ipairs(case.cells) do
        local found = map:path(x, y, cell[1], cell[2], query)
        least = found and math.min(least or found.cost, found.cost) or least
      end
      check(case, ("search from %d,%d"):format(x, y), least, cost)
    elseif path or not case.most then
      local start = case.cells[1]
      local found, reason = map:path(start[1], start[2], x, y, query)
      check(case, ("search to %d,%d"):format(x, y), found and maps.cells(found) or reason,
        path and maps.cells(path) or why)
    end
  end
end

local function examine(case, field, what)
  grounds(case)
  local start = number(case, case.cells[1])
  case.start_blocked = case.kind == "reach" and not case.plain.straight[start]
  local expected = flow.expected(case, reason_for(case))
  check(case, what, expected, flow.all(case.world.map, field))
  check_paths(case, field)
end

local EDITS = {
  function(random, map)
    local rect = random:rect(map, 3)
    local name = random:pick { "plain", "road", "swamp", "wood", "wall" }
    map:fill(name, rect.x, rect.y, rect.width, rect.height)
  end,
  function(random, map)
    local x, y = random:cell(map)
    map:set(x, y, random:pick { "plain", "road", "swamp", "wood", "wall" })
  end,
  function(random, map, world)
    local x, y = random:cell(map)
    random:pick(world.players):see(x, y, random:int(1, 4))
  end,
  function(random, map)
    local x, y = random:cell(map)
    local name = random:pick { "danger", "scent" }
    map:influence(name):add(x, y, random:int(-20, 60), random:int(0, 2))
  end,
  function(random, map)
    map:influence(random:pick { "danger", "scent" }):decay(random:pick { 0, 0.5, 0.9 })
  end,
  function(random, map) map:influence(random:pick { "danger", "scent" }):spread(0.5) end,
  function(random, map) map:terrain("swamp", random:int(1, 4 * map.straight)) end,
  function(random, map, world)
    for i = 1, random:chance(0.2) and 1200 or 0 do
      map:set(i % world.width + 1, i % world.height + 1, i % 2 == 0 and "plain" or "swamp")
    end
  end,
}

--- What a unit sees decides which units are in its way: then a field counts them again when it is
-- updated, and not before.
local function settle_units(case, field)
  if case.question.unit then field:update() end
end

local function random_case(seed, most)
  local random = new_random(seed)
  local world = worlds.random(random, most)
  for _, name in ipairs { "danger", "scent" } do
    if not world.influences[name] then
      world.influences[name] = { object = world.map:influence(name), weight = 1 }
    end
  end
  local case = { seed = seed, random = random, world = world,
    question = random_question(random, world) }
  case.kind = random:pick { "field", "field", "reach", "flee" }
  case.cells = random_cells(random, world, case.kind == "reach" and 1 or 3)
  case.player = case.question.unit and case.question.unit.player or case.question.player
  if case.kind == "reach" and random:chance(0.5) then
    case.most = random:int(0, 8 * world.straight)
  end
  return case
end

describe("the oracle agrees", function()
  local function on_worlds(first, count, most, edits)
    for seed = first, first + count - 1 do
      local case = random_case(seed, most)
      local field = make(case)
      examine(case, field, "field")
      for round = 1, edits do
        for _ = 1, case.random:int(1, 3) do
          case.random:pick(EDITS)(case.random, case.world.map, case.world)
        end
        settle_units(case, field)
        local repaired, fresh = flow.all(case.world.map, field), make(case)
        check(case, "repair " .. round, flow.all(case.world.map, fresh), repaired)
        fresh:close()
        examine(case, field, "round " .. round)
      end
      case.world.map:close()
    end
  end

  it("with fresh fields", function() on_worlds(100000, 1200, 9, 0) end)
  it("with fields that were repaired", function() on_worlds(200000, 400, 9, 4) end)
  it("with fields that were repaired, on larger maps", function() on_worlds(300000, 20, 22, 4) end)
end)
