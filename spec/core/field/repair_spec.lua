-- Fields stay right while the map changes under them.

local astar = require "astar"
local flow = require "support.flow"

local on, shows = flow.on, flow.shows

describe("a field keeps right #quick", function()
  it("when a door is closed and opened", function()
    local map, field = on([[
      A . # . .
      . . . . .
      . . # . .
      # . # . .
    ]], function(map) return map:field { to = { { 1, 1 } } } end)
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
    local map, field = on("A . . .", function(map) return map:field { to = { { 1, 1 } } } end)
    map:set(1, 1, "wall")
    assert.same({ nil, "goal_blocked" }, { field:cost(4, 1) })
    map:set(1, 1, "swamp")
    assert.equal(55, field:cost(4, 1))
  end)

  it("when a terrain is given another cost", function()
    local map, field = on("A . , .", function(map) return map:field { to = { { 1, 1 } } } end)
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
      return map:field({ to = { { 1, 1 } } }, { influence = { [map:influence "danger"] = 1 } })
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
    local field = map:field({ to = { { 1, 1 } } }, { extra_cost = function(_, _, name)
      return name == "mud" and 7 or nil
    end })
    assert.equal(30, field:cost(4, 1))
    map:set(2, 1, "mud")
    assert.equal(37, field:cost(4, 1))
  end)

  it("when more has changed than any log holds", function()
    local map = astar.map { width = 80, height = 60 }
    local field = map:field { to = { { 1, 1 } } }
    for _ = 1, 3 do
      for i = 1, 1500 do
        map:set(i * 7 % 79 + 2, i * 11 % 60 + 1, i % 3 == 0 and "plain" or "wall")
      end
      assert.equal(flow.all(map, map:field { to = { { 1, 1 } } }), flow.all(map, field))
    end
  end)

  it("however often all of it changes", function()
    local map, field = on("A . . . .", function(map)
      map:influence "danger"
      return map:field({ to = { { 1, 1 } } }, { influence = { danger = 1 } })
    end)
    for _ = 1, 100 do
      for ground, cost in pairs { road = 5, swamp = 35, plain = 10 } do
        map:fill(1, 1, 5, 1, ground)
        assert.equal(4 * cost, field:cost(5, 1))
      end
    end
  end)

  it("only where it has changed", function()
    local asked = 0
    local map = astar.map { width = 60, height = 60 }
    local field = map:field({ to = { { 1, 1 } } }, { extra_cost = function()
      asked = asked + 1
      return 0
    end })
    asked = 0
    map:set(30, 30, "wall")
    assert.is_number(field:cost(60, 60))
    assert.equal(0, asked)
    map:set(30, 30, "plain")
    assert.is_number(field:cost(60, 60))
    assert.equal(1, asked)
  end)
end)
