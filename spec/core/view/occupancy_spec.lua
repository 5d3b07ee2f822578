-- Occupancy: cells that other units cover.

local astar = require "astar"
local maps = require "support.maps"

local open_map, send = maps.open, maps.send

describe("occupancy #quick", function()
  local map, red, blue, asker
  before_each(function()
    map = open_map(12, 8)
    red, blue = map:player("red"):reveal(), map:player("blue"):reveal()
    asker = red:unit { x = 3, y = 3 }
  end)

  local function free(x, y, options)
    local query = options or {}
    query.unit = asker
    return map:cost(x, y, query) ~= nil
  end

  it("blocks the cells of units that stand", function()
    red:unit { x = 8, y = 5 }
    red:unit { x = 5, y = 5, class = map:class { size = 2 } }
    assert.is_false(free(8, 5))
    assert.is_false(free(6, 6))
    assert.is_true(free(7, 6))
    assert.is_true(free(8, 5, { occupancy = false }))
  end)

  it("does not block those of units that go their way, unless they touch the asker", function()
    local other = send(red, 6, 3, 12)
    assert.is_true(free(3, 6))
    asker:place(4, 5)
    assert.is_false(free(3, 6))
    map:tick()
    map:tick()
    assert.equal(5, other.x)
    assert.is_false(free(5, 6))
    map:tick()
    assert.is_true(free(6, 6))
  end)

  it("does not block the asker's own cell", function()
    assert.is_true(free(3, 3))
  end)

  it("blocks for units of every size", function()
    red:unit { x = 8, y = 5 }
    local big = red:unit { x = 1, y = 6, class = map:class { size = 2 } }
    assert.is_nil(map:cost(7, 4, { unit = big }))
    assert.is_nil(map:cost(8, 5, { unit = big }))
    assert.equal(10, (map:cost(9, 5, { unit = big })))
  end)

  it("is that of foreign units only where they are visible", function()
    blue:unit { x = 8, y = 5 }
    assert.is_true(free(8, 5))
    red:see(8, 7, 3)
    assert.is_false(free(8, 5))
    red:end_sight()
    assert.is_true(free(8, 5))
  end)

  it("follows what a wall uncovers or hides, though nobody has moved", function()
    local small = astar.map { width = 9, height = 3 }
    small:terrain("wall", false)
    small:fill(5, 1, 1, 3, "wall")
    local scout = small:player("red"):reveal():unit { x = 2, y = 2, sight = 8 }
    small:player("blue"):unit { x = 8, y = 2 }
    for _ = 1, 3 do
      assert.is_not_nil(small:cost(8, 2, { unit = scout }), "a unit behind a wall is known")
      small:set(5, 2, "plain")
      assert.is_nil(small:cost(8, 2, { unit = scout }), "a unit in sight is not known")
      small:set(5, 2, "wall")
    end
  end)

  it("blocks nothing for a query without a unit", function()
    red:unit { x = 8, y = 5 }
    assert.equal(10, (map:cost(8, 5)))
    assert.equal(10, (map:cost(8, 5, { player = red })))
  end)

  it("leads paths round", function()
    red:unit { x = 5, y = 3 }
    local path = asker:path(7, 3)
    assert.equal("3,3 4,2 5,2 6,2 7,3", maps.cells(path))
  end)
end)

describe("friendly units that make way #quick", function()
  local map, red, asker, other
  before_each(function()
    map = open_map(40, 5)
    red = map:player("red"):reveal()
    asker = red:unit { x = 2, y = 3, avoidance = "yield" }
    other = red:unit { x = 25, y = 3, avoidance = "yield" }
  end)

  local function passes(unit, x, y, options)
    local query = options or {}
    query.unit = unit or asker
    return map:cost(x or 25, y or 3, query) ~= nil
  end

  it("are no obstacles where they stand far away", function()
    assert.is_true(passes())
    asker:place(15, 3)
    assert.is_false(passes())
    assert.is_true(passes(asker, 25, 3, { claim_radius = 9 }))
  end)

  it("are obstacles if one of the two does not yield, or the other one cannot move", function()
    asker.avoidance = "repath"
    assert.is_false(passes())
    asker.avoidance = "yield"
    assert.is_true(passes())
    other.avoidance = "wait"
    assert.is_false(passes())
    other.avoidance = "yield"
    other.speed = 0
    assert.is_false(passes())
    other.speed = 1
    assert.is_true(passes())
  end)

  it("are those of players that share both ways", function()
    local blue = map:player("blue"):reveal()
    local ally = blue:unit { x = 30, y = 3, avoidance = "yield" }
    red:see(30, 3, 2)
    assert.is_false(passes(asker, ally.x, 3))
    blue:share(red)
    assert.is_false(passes(asker, ally.x, 3))
    red:share(blue)
    assert.is_true(passes(asker, ally.x, 3))
  end)

  it("keep their places from one that would stay", function()
    local function code(...) return select(2, ...) end
    assert.equal("goal_blocked", code(asker:path(25, 3)))
    assert.equal("24,3", maps.cells(asker:path(25, 3, { partial = true })):match("%S+$"))
    map:fill(25, 1, 1, 2, "wall"):fill(25, 4, 1, 2, "wall")
    red:reveal()
    assert.equal("complete", asker:path(30, 3).status)
    map:fill(26, 1, 1, 5, "wall")
    red:reveal()
    assert.equal("crowded", code(asker:nearest(function(x) return x == 25 end)))
    assert.equal("goal_blocked", code(asker:nearest({ { 25, 3 } })))
    assert.equal("goal_blocked",
      code(map:field({ from = { 2, 3 }, max_cost = 10000 }, { unit = asker }):cost(25, 3)))
  end)

  it("may come to stand at the end of a path that is looked for in steps", function()
    for _, wall in ipairs { false, true } do      -- with it, the nearest cell is the end
      if wall then
        map:fill(31, 1, 1, 5, "wall")
        red:reveal()
      end
      local x = wall and 35 or 30
      local search = asker:search(x, 3, { engine = "astar", partial = true })
      search:step(1)
      local late = red:unit { x = 30, y = 3, avoidance = "yield" }
      local path = search:step()
      assert.equal(maps.cells(asker:path(x, 3, { partial = true })), maps.cells(path))
      late:remove()
    end
  end)

  it("may come to stand beside a path that is explained", function()
    for _, engine in ipairs { "astar", "jps", "jpsw", "auto" } do
      local fresh = open_map(60, 40)
      local player = fresh:player("red"):reveal()
      local unit = player:unit { x = 3, y = 3, avoidance = "yield" }
      local search = unit:search(55, 30, { engine = engine, explain = true })
      search:step(1)
      player:unit { x = 3, y = 38 }
      local path, sum = search:step(), 0
      for _, step in ipairs(path:explain()) do
        for key, part in pairs(step) do
          if key ~= "x" and key ~= "y" then sum = sum + part end
        end
      end
      assert.equal(path.cost, sum, engine)
      fresh:close()
    end
  end)
end)
