-- Layers together: what lies on the terrain, and units around a goal.

local maps = require "support.maps"

local open_map, send = maps.open, maps.send

describe("a goal that units wall in #quick", function()
  local function ring(red, x, y, radius)
    for dy = -radius, radius do
      for dx = -radius, radius do
        local on_ring = math.max(math.abs(dx), math.abs(dy)) == radius
        if on_ring then red:unit { x = x + dx, y = y + dy } end
      end
    end
  end

  it("is found out without a look at the whole map", function()
    local map = open_map(200, 200)
    local red = map:player "red"
    local unit = red:unit { x = 3, y = 3 }
    ring(red, 150, 150, 6)
    local search = unit:search(150, 150)
    assert.same({ nil, "crowded" }, { search:step() })
    assert.is_true(search.expanded < 1000)
    local plain = unit:search(150, 150, { engine = "astar" })
    assert.same({ nil, "crowded" }, { plain:step() })
    assert.is_true(plain.expanded < 1000)
  end)

  it("is found out as soon from within", function()
    local map = open_map(200, 200)
    local red = map:player "red"
    local unit = red:unit { x = 150, y = 150 }
    ring(red, 150, 150, 6)
    local search = unit:search(3, 3)
    assert.same({ nil, "crowded" }, { search:step() })
    assert.is_true(search.expanded < 1000)
  end)

  it("is reached through a gap, by the same way as ever", function()
    local map = open_map(60, 60)
    local red = map:player "red"
    local unit = red:unit { x = 3, y = 3 }
    ring(red, 45, 45, 6)
    map:unit_at(51, 45):remove()
    local path = unit:path(45, 45)
    assert.equal(maps.cells(unit:path(45, 45, { engine = "astar" })), maps.cells(path))
    assert.is_nil(path:blocked { unit = unit })
  end)

  it("is reached where a wall falls while the search is suspended", function()
    local map = open_map(200, 200)
    local red = map:player "red"
    local unit = red:unit { x = 3, y = 3 }
    map:fill(120, 148, 61, 5, "wall"):fill(121, 149, 59, 3, "plain")
    for y = 149, 151 do map:set(180, y, "plain") red:unit { x = 180, y = y } end
    red:reveal()
    local search = unit:search(150, 150, { engine = "astar" })
    search:step(100)
    map:set(150, 152, "plain")
    red:reveal()
    local path, code = search:step()
    assert.is_nil(code)
    assert.equal(maps.cells(unit:path(150, 150)), maps.cells(path))
  end)

  it("is found out by the same steps, however small", function()
    local map = open_map(60, 60)
    local red = map:player "red"
    local unit = red:unit { x = 3, y = 3 }
    ring(red, 40, 40, 5)
    local whole = unit:search(40, 40)
    whole:step()
    for _, nodes in ipairs { 1, 7, 64, 100 } do
      local search = unit:search(40, 40)
      local outcome
      repeat outcome = { search:step(nodes) } until outcome[2] ~= "running"
      assert.same({ nil, "crowded" }, outcome)
      assert.equal(whole.expanded, search.expanded)
    end
  end)

  it("is reached from a cell that another unit stands in", function()
    local map = open_map(26, 10)
    local red = map:player "red"
    local unit = red:unit { x = 1, y = 1 }
    map:fill(25, 1, 2, 7, "wall"):fill(1, 9, 25, 1, "wall")
    red:reveal()
    red:unit { x = 25, y = 8 }
    for _, turn in ipairs { 0, 1 } do
      for _, engine in ipairs { "astar", "auto" } do
        local path = map:path(25, 8, 5, 10, { unit = unit, turn_cost = turn, engine = engine })
        assert.equal(25, #assert(path))
      end
    end
  end)
end)

describe("layers away from the way #quick", function()
  local function expanded(options, disturb)
    local map = open_map(40, 40)
    local red = map:player "red"
    local unit = red:unit { x = 2, y = 20 }
    disturb(map, red)
    local path = unit:path(39, 20, options)
    local slow = unit:path(39, 20, { engine = "astar" })
    assert.same(maps.cells(slow), maps.cells(path))
    return path.expanded
  end
  local free = expanded({}, function() end)

  it("cost a search over uniform terrain next to nothing", function()
    assert.equal(free, expanded({}, function(map, red)
      for y = 1, 40, 3 do if y ~= 19 then red:unit { x = 20, y = y } end end
      map:influence("danger"):add(30, 10, 30, 6)
    end))
  end)

  it("make it look at more where they are in the way", function()
    assert.is_true(free < expanded({}, function(_, red) red:unit { x = 20, y = 20 } end))
    assert.is_true(free < expanded({}, function(map) map:influence("danger"):set(20, 20, 10) end))
  end)

  it("are not left out at first where they could make a way cheaper", function()
    assert.is_true(free < expanded({}, function(map) map:influence("scent"):set(20, 5, -9) end))
  end)

  it("cut a partial path off where they begin when the budget ends before", function()
    local map = maps.read [[
      . . . . . . . # #
      # # # # # # . # #
      # # # # # # . . #
      # # # # # # # . .
    ]]
    local red = map:player "red"
    local unit = red:unit { x = 1, y = 1 }
    red:unit { x = 4, y = 1 }
    red:reveal()
    for budget = 1, 12 do
      local path = assert(unit:path(9, 4, { partial = true, budget = budget, explain = true }))
      assert.is_nil(path:blocked { unit = unit })
      assert.is_true(path.cost <= 20)
      if budget == 1 then assert.equal("1,1 2,1 3,1", maps.cells(path)) end
    end
  end)
end)

describe("all layers in one query #quick", function()
  local map, unit
  before_each(function()
    map = open_map(8, 5):set(3, 3, "swamp")
    local red = map:player("red"):reveal()
    unit = red:unit { x = 1, y = 3 }
    map:influence("danger", { weight = 2 }):set(3, 3, 4):set(4, 3, -30)
    map:influence("terrain"):set(4, 3, 3)
    send(red, 5, 1, 8)
  end)

  it("add up", function()
    local query = { unit = unit, extra_cost = function(x) return x end, claim_penalty = 6 }
    assert.equal(35 + 8 + 3, map:cost(3, 3, query))
    assert.equal(1, map:cost(4, 3, query))
    assert.equal(10 + 6 + 5, map:cost(5, 5, query))
  end)

  it("are told apart by explain", function()
    local wall = { extra_cost = function(x, y) return y == 3 and x end, explain = true }
    local steps = unit:path(4, 3, wall):explain()
    assert.same({ x = 2, y = 3, terrain = 10, claims = 0, extra = 2, floor = 0, danger = 0,
                  ["influence.terrain"] = 0 }, steps[1])
    assert.same({ x = 3, y = 3, terrain = 35, claims = 0, extra = 3, floor = 0, danger = 8,
                  ["influence.terrain"] = 0 }, steps[2])
    assert.same({ x = 4, y = 3, terrain = 10, claims = 0, extra = 4, floor = 44, danger = -60,
                  ["influence.terrain"] = 3 }, steps[3])
    assert.equal(3, #steps)
  end)

  local function total(path)
    local all = 0
    for _, step in ipairs(path:explain()) do
      for key, part in pairs(step) do
        if key ~= "x" and key ~= "y" then all = all + part end
      end
    end
    return all
  end

  it("are explained for ever as they were", function()
    local path = unit:path(8, 3, { explain = true })
    assert.equal(path.cost, total(path))
    map:influence("danger"):remove()
    map:fill("swamp")
    assert.equal(path.cost, total(path))
  end)

  it("are explained as the search saw them, though they change meanwhile", function()
    local search = unit:search(8, 3, { explain = true, engine = "astar" })
    local fast = unit:search(8, 3, { explain = true })
    search:step(14)
    fast:step(1)
    map:influence("danger"):add(4, 3, 500, 2)
    map:influence("terrain"):add(7, 3, 100, 2)
    local path, fast_path = search:step(), fast:step()
    assert.equal(path.cost, total(path))
    assert.equal(215, path.cost)
    assert.equal(fast_path.cost, total(fast_path))
  end)

  it("are not explained where nobody asked", function()
    assert.same({ nil, "not explained" }, { unit:path(8, 3):explain() })
  end)
end)
