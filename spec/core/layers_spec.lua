-- What lies on the terrain: influence, claims, occupancy; one by one and together.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local function open_map(width, height)
  return astar.map { width = width, height = height, terrains = maps.TERRAINS, fill = "plain" }
end

--- The values of an influence map, row by row, as text.
local function values(map, influence)
  local rows = {}
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do row[x] = ("%d"):format(influence:get(x, y)) end
    rows[y] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

local function sum(map, influence)
  local total = 0
  for y = 1, map.height do
    for x = 1, map.width do total = total + influence:get(x, y) end
  end
  return total
end

local function picture(text)
  return (text:gsub("^%s+", ""):gsub("%s*\n%s*", "\n"):gsub("%s+$", ""):gsub(" +", " "))
end

-- ---- influence --------------------------------------------------------------------------------

describe("an influence map", function()
  it("is made on first use, with a name and a weight", function()
    local map = open_map(2, 2)
    local danger = map:influence("danger", { weight = 2 })
    assert.equal(danger, map:influence "danger")
    assert.equal("danger", danger.name)
    assert.equal(2, danger.weight)
    assert.equal(1, map:influence("scent").weight)
  end)

  it("is set and read cell by cell", function()
    local map = open_map(3, 1)
    local danger = map:influence "danger"
    danger:set(2, 1, 70):set(3, 1, -7)
    assert.equal("0 70 -7", values(map, danger))
    assert.equal("0 0 0", values(map, danger:clear()))
  end)

  it("is stamped, and falls off to nothing one cell beyond the radius", function()
    local map = open_map(7, 5)
    local danger = map:influence("danger"):add(4, 3, 30, 2)
    assert.equal(picture [[
      0  0  0 10  0  0  0
      0  0 16 20 16  0  0
      0 10 20 30 20 10  0
      0  0 16 20 16  0  0
      0  0  0 10  0  0  0
    ]], values(map, danger))
  end)

  it("is stamped without falling off", function()
    local map = open_map(5, 3)
    local danger = map:influence("danger"):add(1, 2, 8, 1, "none"):add(2, 2, -3, 1, "none")
    assert.equal(picture [[
      8 -3 0 0 0
      5 5 -3 0 0
      8 -3 0 0 0
    ]], values(map, danger))
  end)

  it("falls off with the distance as Euclid has it", function()
    local map = open_map(41, 41)
    local danger = map:influence("danger"):add(21, 21, 5000, 12)
    for y = 1, 41 do
      for x = 1, 41 do
        local far = math.sqrt((x - 21) ^ 2 + (y - 21) ^ 2)
        local expected = far <= 12 and 5000 * (13 - far) / 13 or 0
        assert.is_true(math.abs(danger:get(x, y) - expected) <= 1)
      end
    end
  end)

  it("decays towards nothing, whatever its sign", function()
    local map = open_map(4, 1)
    local danger = map:influence "danger"
    danger:set(1, 1, 100):set(2, 1, -101):set(3, 1, 1)
    assert.equal("50 -50 0 0", values(map, danger:decay(0.5)))
    assert.equal("50 -50 0 0", values(map, danger:decay(1)))
    assert.equal("0 0 0 0", values(map, danger:decay(0)))
  end)

  it("spreads to the eight neighbours in equal parts", function()
    local map = open_map(5, 3)
    local danger = map:influence("danger"):set(3, 2, 160)
    assert.equal(picture [[
      0 10 10 10 0
      0 10 80 10 0
      0 10 10 10 0
    ]], values(map, danger:spread(0.5)))
  end)

  it("spreads without losing anything, at the edges either", function()
    local random, map = new_random(11), open_map(37, 23)
    local danger = map:influence "danger"
    for _ = 1, 60 do
      local x, y = random:cell(map)
      danger:set(x, y, random:int(-3000, 9000))
    end
    local before = sum(map, danger)
    for _ = 1, 20 do
      danger:spread(random:int(0, 1024) / 1024)
      assert.equal(before, sum(map, danger))
    end
  end)

  it("stays within the largest cost", function()
    local map = open_map(2, 1)
    local danger = map:influence("danger"):add(1, 1, 60000):add(1, 1, 60000):add(2, 1, -60000)
    assert.equal("65535 -65535", values(map, danger:add(2, 1, -60000)))
  end)

  it("is included where a query says so, with its weight", function()
    local map = open_map(3, 1)
    local danger = map:influence("danger"):set(2, 1, 25)
    assert.equal(10, map:cost(2, 1))
    assert.equal(35, map:cost(2, 1, { influence = { danger = 1 } }))
    assert.equal(60, map:cost(2, 1, { influence = { [danger] = 2 } }))
    assert.equal(10 + 13, map:cost(2, 1, { influence = { danger = 0.5 } }))
    assert.equal(1, map:cost(2, 1, { influence = { danger = -1 } }))
    danger:set(2, 1, -10)
    assert.same({ 1, 4 }, { map:cost(2, 1, { influence = { danger = 1 } }) })
  end)

  it("is included for a unit with its own weight, unless the query says otherwise", function()
    local map = open_map(3, 1)
    map:influence("danger", { weight = 3 }):set(2, 1, 5)
    local unit = map:player("red"):unit { x = 1, y = 1 }
    assert.equal(25, map:cost(2, 1, { unit = unit }))
    assert.equal(10, map:cost(2, 1, { unit = unit, influence = false }))
    assert.equal(15, map:cost(2, 1, { unit = unit, influence = { danger = 1 } }))
  end)

  it("counts with the largest part over the cells a unit covers", function()
    local map = open_map(3, 2)
    map:influence("danger"):set(2, 2, 9):set(2, 1, 4):set(3, 1, -5)
    map:influence("scent"):set(2, 1, 100)
    local query = { class = map:class { size = 2 }, influence = { danger = 1, scent = 0.25 } }
    assert.equal(10 + 9 + 25, map:cost(1, 1, query))
    assert.equal(10 + 9 + 25, map:cost(2, 1, query))
  end)

  it("is added to a diagonal step as it is", function()
    local map = open_map(2, 2)
    map:influence("danger"):set(2, 2, 7)
    assert.same({ 17, 21 }, { map:cost(2, 2, { influence = { danger = 1 } }) })
  end)

  it("leads paths round danger, and along what is welcome", function()
    maps.walks([[
      . * * * * . .
      A . . . . * B
      . . . . . . .
    ]], function(map)
      map:influence("danger"):add(4, 2, 30)
      map:influence("cover"):add(3, 1, -5):add(5, 1, -5)
      return { influence = { danger = 1, cover = 1 } }
    end)
  end)

  it("counts no longer once it is removed", function()
    local map = open_map(2, 1)
    local danger = map:influence("danger"):set(2, 1, 5)
    local unit = map:player("red"):unit { x = 1, y = 1 }
    danger:remove()
    assert.equal(10, map:cost(2, 1, { unit = unit }))
    assert.equal(0, map:influence("danger"):get(2, 1))
  end)
end)

-- ---- claims -----------------------------------------------------------------------------------

--- Sends a unit from one end of a row to the other.
local function send(player, y, from, to, class)
  local unit = player:unit { x = from, y = y, class = class, speed = 1 }
  return unit:follow_path(unit:path(to, y))
end

describe("claims", function()
  local map, red, blue, asker
  before_each(function()
    map = open_map(30, 8)
    red, blue = map:player("red"):reveal(), map:player("blue"):reveal()
    asker = red:unit { x = 5, y = 5 }
  end)

  local function cost(x, y, options)
    local query = options or {}
    query.unit = asker
    return (map:cost(x, y, query))
  end

  it("cost one straight step on the rest of a comrade's path", function()
    send(red, 3, 2, 9)
    assert.equal(20, cost(2, 3))
    assert.equal(20, cost(9, 3))
    assert.equal(10, cost(10, 3))
    assert.same({ 20, 24 }, { map:cost(6, 3, { unit = asker }) })
  end)

  it("end behind the unit as it goes", function()
    local other = send(red, 3, 2, 9)
    for _ = 1, 3 do map:tick() end
    assert.equal(5, other.x)
    assert.equal(10, cost(4, 3))
    assert.equal(20, cost(5, 3))
  end)

  it("cost once for each cell, however many claim it", function()
    send(red, 3, 2, 9)
    send(red, 2, 3, 9):follow_path(map:path(3, 2, 9, 3, { class = asker.class }))
    send(red, 4, 12, 4):follow_path(map:path(12, 4, 4, 3))
    assert.equal(20, cost(9, 3))
    assert.equal(20, cost(8, 3))
  end)

  it("are made by following a path, not by asking for one", function()
    local other = red:unit { x = 2, y = 3 }
    local path = other:path(9, 3)
    assert.equal(10, cost(6, 3))
    other:follow_path(path)
    assert.equal(20, cost(6, 3))
    other:stop()
    assert.equal(10, cost(6, 3))
  end)

  it("are never one's own", function()
    asker:follow_path(asker:path(20, 5))
    assert.equal(10, cost(9, 5))
    assert.equal(150, asker:path(20, 5).cost)
  end)

  it("of others are included where they share with the unit's player, one way only", function()
    local other = send(blue, 3, 2, 9)
    assert.equal(10, cost(6, 3))
    blue:share(red)
    assert.equal(20, cost(6, 3))
    assert.equal(10, (map:cost(5, 5, { unit = other, occupancy = false })))
    asker:follow_path(asker:path(20, 5))
    assert.equal(10, (map:cost(9, 5, { unit = other })))
    blue:share(red, false)
    assert.equal(10, cost(6, 3))
  end)

  it("are included for units near enough, by position", function()
    send(red, 1, 15, 2)
    assert.equal(20, cost(4, 1))
    assert.equal(20, cost(4, 1, { claim_radius = 10 }))
    assert.equal(10, cost(4, 1, { claim_radius = 9 }))
  end)

  it("cover what the other unit covers, on all of its path", function()
    send(red, 1, 2, 9, map:class { size = 3 })
    assert.equal(20, cost(4, 3))
    assert.equal(20, cost(11, 3))
    assert.equal(10, cost(12, 3))
    assert.equal(10, cost(4, 4))
  end)

  it("cost what the query says, or nothing", function()
    send(red, 3, 2, 9)
    assert.equal(17, cost(6, 3, { claim_penalty = 7 }))
    assert.equal(10, cost(6, 3, { claim_penalty = 0 }))
    assert.equal(10, cost(6, 3, { claims = false }))
  end)

  it("never block: the only way is taken", function()
    map:fill("wall", 1, 1, 30, 2):fill("wall", 1, 4, 30, 5)
    red:reveal()
    local other = red:unit { x = 20, y = 3 }
    other:follow_path(other:path(2, 3))
    asker:place(12, 3)
    assert.equal("complete", asker:path(19, 3).status)
    assert.equal(7 * 20, asker:path(19, 3).cost)
  end)

  it("keep units apart", function()
    send(red, 5, 7, 12)
    local path = asker:path(12, 5, { occupancy = false })
    assert.is_true(path.cost < 70 + 5 * 10)
    assert.equal(70, asker:path(12, 5, { claims = false, occupancy = false }).cost)
  end)
end)

-- ---- occupancy --------------------------------------------------------------------------------

describe("occupancy", function()
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

-- ---- all together -----------------------------------------------------------------------------

describe("a goal that units wall in", function()
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
    map:fill("wall", 120, 148, 61, 5):fill("plain", 121, 149, 59, 3)
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
    map:fill("wall", 25, 1, 2, 7):fill("wall", 1, 9, 25, 1)
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

describe("layers away from the way", function()
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

  it("are not hoped to be of no account where they could make a way cheaper", function()
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

describe("all layers in one query", function()
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
