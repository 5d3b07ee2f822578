-- Fields to goals, units that follow them, and their limits.

local astar = require "astar"
local flow = require "support.flow"
local maps = require "support.maps"

local on, shows = flow.on, flow.shows

-- ---- to goals ---------------------------------------------------------------------------------

describe("a field to goals #quick", function()
  it("has the cost of the way to the cheapest goal, and the step", function()
    local map, field = on([[
      A . . . # . . .
      . . # . # . , .
      . . # . . . , B
    ]], function(map, at) return map:field { to = { { at.A.x, at.A.y }, { at.B.x, at.B.y } } } end)
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
    ]], function(map) return map:field { to = { { 1, 1 } } } end)
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
    ]], function(map) return map:field { to = { { 1, 1 } } } end)
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
    ]], function(map)
      return map:field({ to = { { 1, 1 } } }, { class = map:class { size = 2 } })
    end)
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
        return map:field({ to = { { 1, 1 } } }, { class = map:class { diagonal = rule } })
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
      return map:field({ to = { { 1, 1 } } }, { influence = { danger = 1 } })
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
    local field = map:field({ to = { { 1, 1 } } }, { player = red })
    assert.equal(28, field:cost(3, 3))
    red:see(2, 3, 2)
    assert.equal(40, field:cost(3, 3))
  end)

  it("says why there is no way, as a search does", function()
    local map = maps.read [[
      . . # . . # .
      . . # . . # #
    ]]
    local field = map:field { to = { { 1, 1 }, { 3, 1 } } }
    assert.same({ nil, "unreachable" }, { field:cost(4, 1) })
    assert.same({ nil, "start_blocked" }, { field:cost(3, 1) })
    assert.same({ nil, "unreachable" }, { field:step(7, 1) })
    assert.same({ nil, "unreachable" }, { field:path(7, 1) })
    local walled = map:field { to = { { 3, 1 }, { 6, 2 } } }
    assert.same({ nil, "goal_blocked" }, { walled:cost(1, 1) })
  end)
end)

-- ---- units ------------------------------------------------------------------------------------

describe("units in a field #quick", function()
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
    local field = map:field({ to = { { 1, 1 } } }, { unit = unit })
    assert.same({ nil, "crowded" }, { field:cost(5, 1) })
    assert.equal(40,
      map:field({ to = { { 1, 1 } } }, { unit = unit, occupancy = false }):cost(5, 1))
    assert.equal(40, map:field { to = { { 1, 1 } } }:cost(5, 1))
    assert.same({ nil, "goal_blocked" },
      { map:field({ to = { { 3, 1 } } }, { unit = unit }):cost(4, 1) })
  end)

  it("may leave the cell in which they stand", function()
    assert.equal(20, map:field({ to = { { 1, 1 } } }, { unit = unit }):cost(3, 1))
  end)

  it("count as they stood when it was made or updated, whatever else has changed since", function()
    local field = map:field({ to = { { 1, 1 } } }, { unit = unit, influence = false })
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
    local field = map:field({ to = { { 1, 1 } } }, { unit = unit, claim_penalty = 100 })
    shows([[
        0 110 128 138 148
      110 114 124 134 144
      120 124 128 138 148
    ]], flow.costs(map, field))
  end)
end)

-- ---- limits -----------------------------------------------------------------------------------

describe("the limits of a field #quick", function()
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
    local field = map:field({ to = { { 1, 1 } } }, query)
    assert.equal(4169992050, field:cost(1, 85))
    assert.same({ nil, "limit" }, { field:cost(1, 99) })
    assert.same({ nil, "limit" }, { map:path(1, 99, 1, 1, query) })
    assert.same({ nil, "limit" }, { map:field({ from = { 1, 1 } }, query):cost(1, 99) })
    assert.same({ nil, "unreachable" },
      { map:field({ from = { 1, 1 }, max_cost = 4294967294 }, query):cost(1, 99) })
    assert.same({ nil, "limit" }, { map:field({ flee = { { 1, 1 } } }, query) })
    map:set(99, 2, "plain")
    assert.same({ nil, "limit" }, { field:cost(1, 99) })
    map:terrain("plain", 1)
    map:fill("plain")
    assert.is_number(field:cost(1, 99))
  end)

  it("end a field whose layers could add up to too much", function()
    local map = astar.map { width = 3, height = 1 }
    local danger = map:influence("danger"):set(2, 1, 60000)
    assert.same({ nil, "limit" },
      { map:field({ to = { { 1, 1 } } }, { influence = { danger = 60 } }) })
    danger:set(2, 1, 1)
    local field = map:field({ to = { { 1, 1 } } }, { influence = { danger = 60 } })
    danger:set(2, 1, 60000)
    assert.same({ nil, "limit" }, { field:cost(3, 1) })
    danger:set(2, 1, 2)
    assert.equal(140, field:cost(3, 1))
  end)
end)
