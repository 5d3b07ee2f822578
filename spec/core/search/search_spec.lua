-- Searches: what they find, what they answer where there is nothing to be found, and what they do.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local walks, open_map = maps.walks, maps.open

local function shape(path, why)
  return path and path.status .. " " .. path.cost .. ": " .. maps.cells(path) or why
end

describe("a path #quick", function()
  it("is straight over open ground", function()
    local path = walks [[
      . . . . .
      A * * * B
      . . . . .
    ]]
    assert.equal(40, path.cost)
  end)

  it("goes diagonally where that is shorter", function()
    local path = walks [[
      A . . .
      . * . .
      . . * B
    ]]
    assert.equal(38, path.cost)
  end)

  it("goes round a wall, not over its corners", function()
    local path = walks [[
      . . * * * .
      . A . # B .
      . . . # . .
      . . . # . .
    ]]
    assert.equal(44, path.cost)
  end)

  it("takes the road, though it is longer", function()
    local path = walks [[
      . . = = = = . .
      A * . . . . * B
    ]]
    assert.equal(10 + 7 + 5 + 5 + 5 + 14 + 10, path.cost)
  end)

  it("keeps out of the swamp", function()
    walks [[
      . * * * .
      A , , , B
      . , , , .
    ]]
  end)

  it("goes through the swamp where the way round is longer still", function()
    walks [[
      A * ; * B
      . . , . .
      . . , . .
      . . . . .
    ]]
  end)

  it("to where one stands has one cell and costs nothing", function()
    local path = open_map(3, 3):path(2, 2, 2, 2)
    assert.equal("complete 0: 2,2", shape(path))
    assert.equal(1, #path)
    assert.equal(0, path.expanded)
  end)

  it("is the one whose directions, read backwards, come first", function()
    walks [[
      A . . . .
      . * * * B
    ]]
    walks [[
      A . .
      . * .
      . . *
      . . B
    ]]
  end)
end)

describe("a search that is under way #quick", function()
  it("begins again when a far cell becomes cheaper than all were that it knew", function()
    local map = astar.map { width = 40, height = 20,
      terrains = { { name = "swamp", cost = 40 }, { name = "bog", cost = 45 },
                   { name = "road", cost = 10 } } }
    for i = 1, 200 do map:set(i * 37 % 40 + 1, i * 53 % 19 + 1, "bog") end
    local search = map:search(2, 18, 38, 18)
    assert.same({ nil, "running" }, { search:step(2) })
    for x = 12, 38 do map:set(x, 8, "road") end
    for y = 8, 17 do map:set(38, y, "road") end
    local path
    repeat path = search:step(20) until path
    assert.equal(map:path(2, 18, 38, 18).cost, path.cost)
    assert.is_true(path.cost < 36 * 40)
  end)
end)

-- A cell waits in the queue for one way, and a cheaper one comes to it: it is the latter that tells
-- whether a detour from there is still of use.
describe("a cell that is reached more cheaply while it waits #quick", function()
  local function steps(straight, diagonal)
    return { straight = straight, diagonal = diagonal,
             terrains = { { name = "plain", cost = straight }, { name = "wall", cost = false } },
             legend = { ["."] = "plain", ["#"] = "wall" } }
  end

  it("leads to the cheapest path", function()
    local path = walks([[
      . . . B .
      . . # * .
      . . * * .
      # . * # .
      . * . . .
      * . . . .
      * # . . #
      * . # . .
      . A . . .
    ]], nil, steps(3, 5))
    assert.equal(33, path.cost)
  end)

  it("leads to the first of the cheapest paths", function()
    walks([[
      . * * * . . . . . . . .
      A . # . * . . . . . . .
      . . . # . * * # . # . .
      . . . . . # * * * * * B
    ]], nil, steps(2, 3))
    walks([[
      . . . . . . # . .
      * * * . # . * * *
      A # . * * * . # B
      . . . # . . . . .
    ]], nil, steps(3, 5))
  end)
end)

describe("the goal is closed, not opened #quick", function()
  it("where the last step is dear: straight into the river costs less", function()
    local map, at = maps.read [[
      A .
      . B
    ]]
    map:set(at.B.x, at.B.y, "water")
    for _, engine in ipairs { "auto", "astar" } do
      local path = map:path(1, 1, 2, 2, { engine = engine })
      assert.equal("complete 210: 1,1 1,2 2,2", shape(path))
    end
  end)

  it("where the crossing is dear: the bridge is farther off, and cheaper", function()
    local path = walks [[
      . . . A . . . . .
      . . . . * * * . .
      ~ ~ ~ ~ ~ ~ ~ = ~
      . . . . . . * . .
      . . . B * * . . .
    ]]
    assert.equal(89, path.cost)
  end)

  it("and the parents of an open goal may change", function()
    local trace = {}
    local map = maps.read [[
      A .
      . B
    ]]
    map:set(2, 2, "water")
    map:path(1, 1, 2, 2, { trace = trace })
    local seen = {}
    for _, event in ipairs(trace) do
      if event.x == 2 and event.y == 2 then seen[#seen + 1] = event.kind .. event.g end
    end
    assert.equal("opened280 improved210 improved210 closed210", table.concat(seen, " "))
  end)
end)

describe("an outcome without a path is told: #quick", function()
  it("start_blocked", function()
    local map = maps.read "# . ."
    assert.same({ nil, "start_blocked" }, { map:path(1, 1, 3, 1) })
    assert.same({ nil, "start_blocked" }, { map:path(1, 1, 1, 1) })
    assert.same({ 3, 1 }, { map:path(1, 1, 3, 1, { partial = true }):cell(-1) })
    map:fill(1, 1, 3, 1, "wall")
    assert.same({ nil, "start_blocked" }, { map:path(1, 1, 3, 1, { partial = true }) })
  end)

  it("goal_blocked", function()
    local map = maps.read ". . #"
    assert.same({ nil, "goal_blocked" }, { map:path(1, 1, 3, 1) })
  end)

  it("unreachable, without a search", function()
    local map = maps.read "A # B"
    assert.same({ nil, "unreachable" }, { map:path(1, 1, 3, 1) })
    local search = map:search(1, 1, 3, 1)
    assert.same({ nil, "unreachable" }, { search:step(1) })
    assert.equal(0, search.expanded)
  end)

  it("crowded, where only units are in the way", function()
    local map = maps.read ". . . ."
    local red = map:player "red"
    local unit = red:unit { x = 1, y = 1 }
    red:unit { x = 3, y = 1 }
    assert.same({ nil, "crowded" }, { unit:path(4, 1) })
    assert.same({ nil, "goal_blocked" }, { unit:path(3, 1) })
    assert.equal("complete", unit:path(4, 1, { occupancy = false }).status)
  end)

  it("unreachable, where units stand about but the callback is in the way", function()
    local map = maps.read ". . . .\n. . # ."
    local unit = map:player("red"):reveal():unit { x = 1, y = 1 }
    map:player("red"):unit { x = 4, y = 2 }
    local path, why = unit:path(4, 1, { extra_cost = function(x) return x ~= 2 and 0 end })
    assert.same({ nil, "unreachable" }, { path, why })
  end)

  it("crowded, where units stand in those cells of the goal that can be reached", function()
    local map = maps.read ". . . # ."
    local unit = map:player("red"):reveal():unit { x = 1, y = 1 }
    map:player("red"):unit { x = 3, y = 1 }
    assert.same({ nil, "crowded" }, { unit:path { x = 3, y = 1, width = 3, height = 1 } })
  end)
end)

describe("the budget #quick", function()
  local map = open_map(30, 20)

  for _, engine in ipairs { "auto", "astar" } do
    it("is counted exactly, " .. engine, function()
      map:fill(12, 2, 1, 19, "wall"):fill(18, 1, 1, 19, "wall")
      local needed = map:path(2, 10, 28, 12, { engine = engine }).expanded
      assert.is_true(needed > 1)
      local enough = { engine = engine, budget = needed }
      assert.equal(needed, map:path(2, 10, 28, 12, enough).expanded)
      local short = { engine = engine, budget = needed - 1 }
      assert.same({ nil, "budget" }, { map:path(2, 10, 28, 12, short) })
    end)
  end

  it("is no limit where nothing is said", function()
    local path = map:path(2, 10, 28, 12, { heuristic = "none", engine = "astar" })
    assert.is_true(path.expanded > 300 and path.expanded <= 600)
  end)

  it("spent, a partial search gives the nearest cell it has closed", function()
    local path = map:path(2, 10, 28, 10, { engine = "astar", budget = 12, partial = true })
    assert.equal("partial", path.status)
    assert.equal(12, path.expanded)
    local x = path:cell(-1)
    assert.is_true(x > 6 and x < 15)
  end)
end)

describe("heuristics #quick", function()
  it("find the same way, whichever is exact", function()
    for _, heuristic in ipairs { "octile", "euclidean", "chebyshev", "none" } do
      walks([[
        * * * * * * *
        A # . . . # B
        . # . # . # .
        . . . # . . .
      ]], { heuristic = heuristic })
    end
  end)

  it("expand the less, the nearer they come to the truth", function()
    local map, expanded = open_map(40, 40), {}
    for i, heuristic in ipairs { "octile", "euclidean", "chebyshev", "none" } do
      local query = { heuristic = heuristic, engine = "astar" }
      expanded[i] = map:path(5, 20, 35, 25, query).expanded
    end
    for i = 2, #expanded do assert.is_true(expanded[i - 1] < expanded[i]) end
  end)

  it("manhattan is exact where no step is diagonal", function()
    for _, heuristic in ipairs { "manhattan", "none" } do
      walks([[
        * * * * .
        A . # * B
        . . # . .
      ]], function(map)
        return { heuristic = heuristic, class = map:class { diagonal = "never" } }
      end)
    end
  end)

  it("manhattan finds a costlier way now and then where steps are diagonal", function()
    local best = maps.walks [[
      A * * * . .
      . . # . * .
      . . . . . B
    ]]
    local path = maps.walks([[
      A . . . . .
      . * # . . .
      . * * * * B
    ]], { heuristic = "manhattan" })
    assert.same({ 58, 64 }, { best.cost, path.cost })
  end)

  it("weight makes paths costlier by so much at most", function()
    local random, map = new_random(7), open_map(60, 60)
    map:paint(function() return random:chance(0.3) and "wall" or nil end)
    map:fill(1, 1, 3, 3, "plain"):fill(58, 58, 3, 3, "plain")
    local best = map:path(2, 2, 59, 59, { engine = "astar" })
    for _, weight in ipairs { 1.25, 1.5, 2, 5 } do
      local path = map:path(2, 2, 59, 59, { heuristic_weight = weight })
      assert.is_true(path.cost <= weight * best.cost)
      assert.is_true(path.expanded <= best.expanded)
    end
  end)

  it("weight does not have cells opened again and again", function()
    local random, map = new_random(3), open_map(90, 90)
    local ground = { "road", "plain", "swamp", "wood" }
    map:paint(function() return random:chance(0.2) and "wall" or random:pick(ground) end)
    map:fill(1, 1, 3, 3, "plain"):fill(88, 88, 3, 3, "plain")
    map:fill(60, 10, 1, 51, "wall"):fill(10, 60, 51, 1, "wall")
    local best = map:path(2, 2, 89, 89, { engine = "astar" })
    for _, weight in ipairs { 1.5, 2, 3, 5 } do
      local path = map:path(2, 2, 89, 89, { heuristic_weight = weight })
      assert.is_true(path.cost <= weight * best.cost)
      assert.is_true(path.expanded <= 1.2 * best.expanded)
    end
  end)
end)

describe("goals #quick", function()
  it("within = n: next to the tree, at any of its sides", function()
    local map = maps.read [[
      . . . . . .
      . . . . # .
      . . . . . .
    ]]
    assert.equal("1,2 2,2 3,2 4,2", maps.cells(map:path(1, 2, 5, 2, { within = 1 })))
    assert.equal("1,2 2,2", maps.cells(map:path(1, 2, 5, 2, { within = 3 })))
    assert.equal("4,1", maps.cells(map:path(4, 1, 5, 2, { within = 1 })))
  end)

  it("within is measured from the nearest cell that is covered", function()
    local map = open_map(12, 5)
    local query = { class = map:class { size = 3 }, within = 1 }
    assert.equal("1,1 2,1 3,1 4,1 5,1 6,1 7,1", maps.cells(map:path(1, 1, 10, 2, query)))
    assert.equal("12,2 11,2", maps.cells(map:path(12, 2, 10, 2, { within = 1 })))
  end)

  it("a rectangle: the cell that is cheapest to reach", function()
    local map = maps.read [[
      . . . . . # #
      . . . . . # #
      . . . . . . .
    ]]
    local hall = { x = 5, y = 1, width = 2, height = 3 }
    assert.equal("2,2 3,2 4,2 5,2", maps.cells(map:path(2, 2, hall)))
    assert.equal("7,3 6,3", maps.cells(map:path(7, 3, hall)))
  end)

  it("of equally cheap cells of a rectangle the first in reading order is taken", function()
    local map = open_map(7, 3)
    local sides = { x = 1, y = 1, width = 7, height = 3 }
    assert.equal("4,2", maps.cells(map:path(4, 2, sides)))
    map:fill(3, 1, 3, 1, "wall"):fill(3, 3, 3, 1, "wall")
    local far = { x = 1, y = 1, width = 1, height = 3 }
    assert.equal("4,2 3,2 2,2 1,2", maps.cells(map:path(4, 2, far)))
    local pair = open_map(5, 3)
    pair:fill(1, 1, 5, 3, "wall"):fill(1, 2, 5, 1, "plain"):set(1, 1, "plain"):set(1, 3, "plain")
    pair:set(1, 2, "wall"):set(2, 1, "plain"):set(2, 3, "plain")
    assert.equal("3,2 2,2 2,1 1,1",
      maps.cells(pair:path(3, 2, { x = 1, y = 1, width = 1, height = 3 })))
  end)
end)

describe("a partial path #quick", function()
  it("leads to the reachable cell nearest to the goal", function()
    local map, at = maps.read [[
      A . . . # . .
      . . . . # B .
      . . . . # . .
    ]]
    local path = map:path(at.A.x, at.A.y, at.B.x, at.B.y, { partial = true })
    assert.equal("partial 34: 1,1 2,2 3,2 4,2", shape(path))
  end)

  it("is complete where the goal can be reached", function()
    local path = open_map(4, 4):path(1, 1, 4, 1, { partial = true })
    assert.equal("complete", path.status)
  end)

  it("stays where it is, if there is no nearer cell", function()
    local map = maps.read ". . . # ."
    assert.equal("partial 0: 3,1", shape(map:path(3, 1, 5, 1, { partial = true })))
  end)

  it("to another island expands a corner of the map only", function()
    local map = open_map(300, 300)
    map:fill(18, 18, 5, 5, "wall"):set(20, 20, "plain")
    local path = map:path(40, 30, 20, 20, { partial = true, engine = "astar" })
    assert.equal("partial", path.status)
    assert.is_true(path.expanded < 400)
    assert.same({ nil, "unreachable" }, { map:path(40, 30, 20, 20) })
  end)

  it("leads round units that stand, up to them", function()
    local map = maps.read [[
      . . . . #
      . . # . .
      . . . . #
    ]]
    local red = map:player("red"):reveal()
    local unit = red:unit { x = 1, y = 2 }
    red:unit { x = 4, y = 2 }
    local path = unit:path(5, 2, { partial = true })
    assert.equal("partial", path.status)
    assert.equal("1,2 2,1 3,1 4,1", maps.cells(path))
  end)
end)

describe("numbers too large #quick", function()
  local function corridor(length)
    return astar.map { width = length, height = 1, straight = 1, diagonal = 1, fill = "mud",
                       terrains = { mud = 65535 } }
  end

  for _, engine in ipairs { "auto", "astar" } do
    it("end the search with limit, not with a wrong path, " .. engine, function()
      local query = { engine = engine }
      assert.equal(65536 * 65535, corridor(65537):path(1, 1, 65537, 1, query).cost)
      assert.same({ nil, "limit" }, { corridor(66000):path(1, 1, 66000, 1, query) })
    end)
  end
end)

describe("the numbers that mark what a search has met #quick", function()
  --- Answers to all questions on a small map, each from a map that never saw another search.
  local function answers(make, query)
    local list = {}
    for from = 1, 9 do
      for to = 1, 9 do
        local map = make()
        local sx, sy = (from - 1) % 3 + 1, math.floor((from - 1) / 3) + 1
        local gx, gy = (to - 1) % 3 + 1, math.floor((to - 1) / 3) + 1
        list[#list + 1] = { sx, sy, gx, gy, shape(map:path(sx, sy, gx, gy, query(map))) }
        map:close()
      end
    end
    return list
  end

  local function make() return (maps.read ". . . \n . # , \n . . .") end

  local queries = {
    ["plain A*"] = function() return { engine = "astar" } end,
    ["the fastest engine"] = function() return {} end,
    ["layers"] = function(map)
      local danger = map:influence "danger"
      danger:clear():add(3, 3, 30, 1)
      return { influence = { danger = 1 }, extra_cost = function(x) return x == 1 and 3 or nil end }
    end,
  }

  for name, query in pairs(queries) do
    it("run out and begin again: " .. name, function()
      local expected, map = answers(make, query), make()
      local compiled = map:query(query(map))
      for i = 1, 5000 do
        local one = expected[i % #expected + 1]
        local got = shape(map:path(one[1], one[2], one[3], one[4], compiled))
        if got ~= one[5] then error(("search %d: %s, not %s"):format(i, got, one[5])) end
      end
    end)
  end
end)

describe("a unit asks #quick", function()
  it("from where it is", function()
    local map = open_map(6, 6)
    local unit = map:player("red"):unit { x = 2, y = 3 }
    assert.equal(shape(map:path(2, 3, 6, 6)), shape(unit:path(6, 6)))
    assert.equal(shape(map:path(2, 3, 6, 6)), shape(unit:search(6, 6):step()))
    assert.is_true(unit:reachable(6, 6))
    assert.equal("2,3 3,3", maps.cells(unit:path { x = 3, y = 1, width = 2, height = 6 }))
  end)
end)
