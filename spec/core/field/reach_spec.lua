-- Fields from a start, and away from threats.

local astar = require "astar"
local flow = require "support.flow"
local maps = require "support.maps"
local new_random = require "support.random"

local on, shows = flow.on, flow.shows

-- ---- reach ------------------------------------------------------------------------------------

describe("what can be reached #quick", function()
  local PICTURE = [[
    . . . . . . .
    . . . # . . .
    A . . # . , .
    . . . . . , .
  ]]

  it("is all that costs no more, with the way back", function()
    local map, field = on(PICTURE, function(map)
      return map:field { from = { 1, 3 }, max_cost = 34 }
    end)
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
    local map, field = on(PICTURE, function(map)
      return map:field { from = { 1, 3 }, max_cost = 10 }
    end)
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
      map:fill(2, 5, 12, 1, "plain")
      local field, count = map:field { from = { 4, 5 } }, 0
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
    local map, field = on(". # .", function(map)
      return map:field { from = { 2, 1 }, max_cost = 100 }
    end)
    assert.same({ nil, "start_blocked" }, { field:cost(1, 1) })
    map:set(2, 1, "plain")
    assert.equal(10, field:cost(1, 1))
  end)
end)

-- ---- flight -----------------------------------------------------------------------------------

describe("a field of flight #quick", function()
  it("leads to where threats have farthest to go, unless staying is as good", function()
    local map, field = on([[
      . . # . . .
      . . # . # .
      . T . . # .
      . . . . # .
    ]], function(map) return map:field { flee = { { 2, 3 } } } end)
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
    ]], function(map) return map:field { flee = { { 1, 2 } } } end)
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
    ]], function(map) return map:field { flee = { { 2, 1 } } } end)
    shows([[
      ↓ → → → → → → → → → → → → → → o
      → → → → → → → → → → → → → → → o
    ]], flow.steps(map, field):gsub("↘", "↓"))
    assert.equal("1,2 2,2 3,2", maps.cells(field:path(1, 2)):sub(1, 11))
  end)

  it("leads through nobody's cell, but out of it", function()
    local map, field = on([[
      . . T . . . . . . . . . . . . . .
    ]], function(map) return map:field { flee = { { 3, 1 } } } end)
    shows("o ← → → → → → → → → → → → → → → o", flow.steps(map, field))
  end)

  it("leads away from several threats at once, which may be units", function()
    local map, field = on([[
      . . . . . . .
      . . . . . . .
      . . . . . . .
    ]], function(map)
      local red = map:player "red"
      return map:field { flee = { red:unit { x = 1, y = 1 }, red:unit { x = 7, y = 3 } } }
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
    ]], function(map) return map:field { flee = { { 3, 1 } } } end)
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
      return map:field { flee = { { 1, 2 } } }
    end)
    shows("# # # # # #\n# 48 36 24 12 0", flow.costs(map, field):gsub("%d+", function(cost)
      return ("%d"):format(math.floor(tonumber(cost) / 12 + 0.9) * 12)
    end))
    shows("# # # # # #\n# → → → → o", flow.steps(map, field))
  end)

  it("spreads danger on all sides of a threat that stands in a wall", function()
    local map, field = on("# . . . # . . . #", function(map)
      return map:field { flee = { { 5, 1 } } }
    end)
    shows("# 0 12 24 # 24 12 0 #", flow.costs(map, field):gsub("%d+", function(cost)
      return ("%d"):format(math.floor(tonumber(cost) / 12 + 0.9) * 12)
    end))
    assert.same({ nil, "start_blocked" }, { field:cost(5, 1) })
  end)

  it("is repaired when the ground changes", function()
    local map, field = on([[
      # # # . # # # # # # # # # # # # # #
      T . . . . . . . . . . . . . . . . .
    ]], function(map) return map:field { flee = { { 1, 2 } } } end)
    assert.same({ 4, 2 }, { field:step(4, 1) })
    map:set(9, 2, "wall")
    shows([[
      # # # o # # # # # # # # # # # # # #
      → → → → → → → o # o o o o o o o o o
    ]], flow.steps(map, field))
    map:set(9, 2, "plain")
    assert.same({ 4, 2 }, { field:step(4, 1) })
  end)

  it("leads no threat over a link out of a cell in which it cannot stand", function()
    local map = maps.read [[
      T # # # . .
      . . # # . .
    ]]
    map:link { from = { 1, 1 }, to = { 6, 1 }, cost = 1 }
    local field = map:field { flee = { { 1, 1 } } }
    local sides = map:sides { { { 1, 1 } } }
    assert.same({ 20, 11 }, { field:cost(6, 1), field:cost(5, 1) })
    assert.same({ 1, 1 }, { sides:at(2, 2), sides:at(5, 2) })
    map:set(1, 1, "wall")
    assert.same({ 0, 0 }, { field:cost(6, 1), field:cost(5, 1) })
    assert.same({ 1, nil }, { sides:at(2, 2), sides:at(5, 2) })
    map:set(1, 1, "plain")
    assert.same({ 20, 11 }, { field:cost(6, 1), field:cost(5, 1) })
    assert.same({ 1, 1 }, { sides:at(2, 2), sides:at(5, 2) })
  end)
end)
