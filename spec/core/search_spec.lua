-- Searches: what they find, what they answer where there is nothing to be found, and what they do.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local walks, refuses = maps.walks, maps.refuses

--- A map of one size with a class for each diagonal rule.
local function by_rule(rule)
  return function(map) return { class = map:class { diagonal = rule } } end
end

local function open_map(width, height)
  return astar.map { width = width, height = height, terrains = maps.TERRAINS, fill = "plain" }
end

local function shape(path, why)
  return path and path.status .. " " .. path.cost .. ": " .. maps.cells(path) or why
end

describe("a path", function()
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

-- A cell waits in the queue for one way, and a cheaper one comes to it: it is the latter that tells
-- whether a detour from there is still of use.
describe("a cell that is reached more cheaply while it waits", function()
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

describe("the goal is closed, not opened", function()
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

describe("the diagonal rule", function()
  it("no_obstacles goes round both corners", function()
    walks([[
      A . # .
      * # . .
      * * * B
    ]], by_rule "no_obstacles")
  end)

  it("at_most_one_obstacle cuts a corner", function()
    walks([[
      A # . .
      . * # .
      . . * B
    ]], by_rule "at_most_one_obstacle")
    assert.equal("unreachable", refuses([[
      A #
      # B
    ]], by_rule "at_most_one_obstacle"))
  end)

  it("always slips between two walls", function()
    walks([[
      A # .
      # * #
      . # B
    ]], by_rule "always")
  end)

  it("never goes straight", function()
    local path = walks([[
      A . .
      * . .
      * * B
    ]], by_rule "never")
    assert.equal(40, path.cost)
  end)
end)

describe("a unit of 2 x 2 cells", function()
  local function two(map) return { class = map:class { size = 2 } } end

  it("is named by its upper left cell and needs room for all four", function()
    walks([[
      * * * * . .
      A . . . B .
      . . # . . .
      . . # . . .
    ]], two)
    assert.equal("unreachable", refuses([[
      A . # . B .
      . . . . . .
      . . # . . .
    ]], two))
  end)

  it("pays for the dearest cell it covers", function()
    local map = maps.read [[
      . . . .
      . . . ,
    ]]
    local query = two(map)
    assert.equal(10, map:cost(2, 1, query))
    assert.equal(35, map:cost(3, 1, query))
    assert.is_nil(map:cost(4, 1, query))
  end)
end)

describe("an outcome without a path is told:", function()
  it("start_blocked", function()
    local map = maps.read "# . ."
    assert.same({ nil, "start_blocked" }, { map:path(1, 1, 3, 1) })
    assert.same({ nil, "start_blocked" }, { map:path(1, 1, 1, 1) })
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

describe("the budget", function()
  local map = open_map(30, 20)

  for _, engine in ipairs { "auto", "astar" } do
    it("is counted exactly, " .. engine, function()
      map:fill("wall", 12, 2, 1, 19):fill("wall", 18, 1, 1, 19)
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

describe("heuristics", function()
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

  it("manhattan finds a dearer way now and then where steps are diagonal", function()
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

  it("weight makes paths dearer by so much at most", function()
    local random, map = new_random(7), open_map(60, 60)
    map:paint(function() return random:chance(0.3) and "wall" or nil end)
    map:fill("plain", 1, 1, 3, 3):fill("plain", 58, 58, 3, 3)
    local best = map:path(2, 2, 59, 59, { engine = "astar" })
    for _, weight in ipairs { 1.25, 1.5, 2, 5 } do
      local path = map:path(2, 2, 59, 59, { heuristic_weight = weight })
      assert.is_true(path.cost <= weight * best.cost)
      assert.is_true(path.expanded <= best.expanded)
    end
  end)
end)

describe("goals", function()
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
    map:fill("wall", 3, 1, 3, 1):fill("wall", 3, 3, 3, 1)
    local far = { x = 1, y = 1, width = 1, height = 3 }
    assert.equal("4,2 3,2 2,2 1,2", maps.cells(map:path(4, 2, far)))
    local pair = open_map(5, 3)
    pair:fill("wall", 1, 1, 5, 3):fill("plain", 1, 2, 5, 1):set(1, 1, "plain"):set(1, 3, "plain")
    pair:set(1, 2, "wall"):set(2, 1, "plain"):set(2, 3, "plain")
    assert.equal("3,2 2,2 2,1 1,1",
      maps.cells(pair:path(3, 2, { x = 1, y = 1, width = 1, height = 3 })))
  end)
end)

describe("a partial path", function()
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
    map:fill("wall", 18, 18, 5, 5):set(20, 20, "plain")
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

describe("extra", function()
  local map = maps.read [[
    . . . . .
    . . . . .
    . . . . #
  ]]

  it("adds to the cost of a cell", function()
    local query = { extra_cost = function(x, y) return x == 3 and y == 1 and 7 or nil end }
    assert.same({ 17, 21 }, { map:cost(3, 1, query) })
    assert.same({ 10, 14 }, { map:cost(3, 2, query) })
    assert.equal(40, map:path(1, 2, 5, 2, query).cost)
    query.extra_cost = function(x) return x == 3 and 7 or 0 end
    assert.equal(47, map:path(1, 1, 5, 1, query).cost)
  end)

  it("blocks a cell with false", function()
    local function barrier(x, y)
      if x == 3 and y < 3 then return false end
    end
    local path = map:path(1, 1, 5, 1, { extra_cost = barrier })
    assert.equal("1,1 2,2 2,3 3,3 4,3 4,2 5,1", maps.cells(path))
  end)

  it("is asked once for a cell, with its terrain", function()
    for _, engine in ipairs { "auto", "astar" } do
      local asked, twice = {}, 0
      map:path(1, 1, 5, 2, { engine = engine, extra_cost = function(x, y, name)
        local key = x .. "," .. y
        if asked[key] then twice = twice + 1 end
        asked[key] = name
        return 0
      end })
      assert.equal(0, twice)
      assert.equal("plain", asked["2,2"])
    end
  end)

  it("may raise an error, which arrives as it is", function()
    local function fail() error({ code = 7 }) end
    local ok, message = pcall(map.path, map, 1, 1, 5, 1, { extra_cost = fail })
    assert.is_false(ok)
    assert.same({ code = 7 }, message)
    assert.equal(40, map:path(1, 1, 5, 1).cost)
  end)

  it("must not change the map", function()
    local function edit() map:set(1, 1, "wall") end
    assert.has_error(function() map:path(1, 1, 5, 1, { extra_cost = edit }) end)
    assert.equal("plain", map:get(1, 1))
  end)

  it("may itself ask for paths", function()
    local path = map:path(1, 1, 5, 1, { extra_cost = function(x, y)
      return map:path(x, y, 1, 1).cost > 35 and 10 or 0
    end })
    assert.equal(50, path.cost)
  end)
end)

describe("numbers too large", function()
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

describe("searches in steps", function()
  local map, at = maps.read [[
    . . . . . . . .
    . . # # # # . .
    A . . . . # . B
    . . # # # # . .
    . . . . . . . .
  ]]
  local function begin(query) return map:search(at.A.x, at.A.y, at.B.x, at.B.y, query) end
  local whole = map:path(at.A.x, at.A.y, at.B.x, at.B.y, { engine = "astar" })

  local function run(search, nodes)
    local path, why
    repeat path, why = search:step(nodes) until why ~= "running"
    return path, why
  end

  it("expand at most so many nodes at a time", function()
    local search = begin { engine = "astar" }
    assert.same({ nil, "running" }, { search:step(5) })
    assert.equal(5, search.expanded)
  end)

  it("give what one go gives", function()
    for nodes = 1, 9 do
      local path = run(begin { engine = "astar" }, nodes)
      assert.equal(shape(whole), shape(path))
      assert.equal(whole.expanded, path.expanded)
    end
  end)

  it("give their outcome again when stepped further", function()
    local search = begin()
    local path = search:step()
    assert.equal(path, search:step(1))
  end)

  it("may be under way at once", function()
    local back = map:search(at.B.x, at.B.y, at.A.x, at.A.y, { engine = "astar" })
    local there, paths = begin { engine = "astar" }, {}
    repeat
      paths.there = paths.there or there:step(2)
      paths.back = paths.back or back:step(3)
      map:path(1, 1, 8, 5)
    until paths.there and paths.back
    assert.equal(shape(whole), shape(paths.there))
    assert.equal(whole.cost, paths.back.cost)
  end)

  it("count towards the budget as a whole", function()
    local search = begin { engine = "astar", budget = 10 }
    local _, why = run(search, 3)
    assert.equal("budget", why)
    assert.equal(10, search.expanded)
  end)

  it("end where they are closed", function()
    local search = begin()
    search:close()
    assert.has_error(function() search:step() end)
  end)
end)

describe("a map that changes under a search", function()
  local PICTURE = [[
    . . . . . . . . . .
    . . . . . . . . . .
    A . . . . . . . . B
    . . . . . . . . . .
    . . . . . . . . . .
  ]]

  local function begin()
    local map, at = maps.read(PICTURE)
    return map, map:search(at.A.x, at.A.y, at.B.x, at.B.y, { engine = "astar" })
  end

  it("starts again where an edit touches what was looked at", function()
    local map, search = begin()
    search:step(4)
    map:fill("wall", 3, 2, 1, 3)
    local path = search:step()
    assert.equal(shape(map:path(1, 3, 10, 3)), shape(path))
  end)

  it("goes on where it does not", function()
    local map, search = begin()
    search:step(4)
    map:set(8, 3, "wall")
    local path = search:step()
    local fresh = map:path(1, 3, 10, 3, { engine = "astar" })
    assert.equal(shape(fresh), shape(path))
    assert.equal(fresh.expanded, path.expanded)
  end)

  it("is given up at once where the goal is cut off, however far away", function()
    local map = open_map(200, 200)
    local search = map:search(10, 10, 190, 190, { engine = "astar" })
    search:step(20)
    map:fill("wall", 180, 1, 1, 200)
    assert.same({ nil, "unreachable" }, { search:step() })
    assert.equal(20, search.expanded)
  end)

  it("gives a partial path another end, where that matters", function()
    local map = open_map(30, 5):fill("wall", 20, 1, 1, 5)
    local search = map:search(2, 3, 29, 3, { engine = "astar", partial = true })
    search:step(3)
    map:set(20, 1, "plain")
    local path = search:step()
    assert.equal(shape(map:path(2, 3, 29, 3)), shape(path))
  end)

  it("gives up after beginning again three times", function()
    local map, search = begin()
    for i = 1, 4 do
      assert.same({ nil, "running" }, { search:step(2) })
      map:set(2, 3, i % 2 == 0 and "plain" or "road")
    end
    assert.same({ nil, "changing" }, { search:step() })
  end)

  it("is noticed by knowledge too", function()
    local map = maps.read(PICTURE)
    local red = map:player("red"):reveal()
    local search = map:search(1, 3, 10, 3, { player = red, engine = "astar" })
    search:step(4)
    map:fill("wall", 3, 2, 1, 3)
    assert.equal(90, map:path(1, 3, 10, 3, { player = red }).cost)
    red:see(1, 3, 4)
    assert.is_true(search:step().cost > 90)
  end)

  it("is no matter where the edit cannot be known", function()
    local map = maps.read(PICTURE)
    local red = map:player("red"):reveal()
    local query = { player = red, engine = "astar" }
    local expanded = map:path(1, 3, 10, 3, query).expanded
    local search = map:search(1, 3, 10, 3, query)
    for x = 2, 9 do
      search:step(1)
      map:fill("wall", x, 2, 1, 3)
    end
    assert.equal(expanded, search:step().expanded)
  end)

  it("leaves no unit standing on a path that is delivered", function()
    local map = maps.read(PICTURE)
    local red = map:player "red"
    local unit, other = red:unit { x = 1, y = 3 }, red:unit { x = 1, y = 5 }
    local search = unit:search(10, 3, { engine = "astar" })
    search:step(3)
    other:place(6, 3)
    local path = search:step()
    assert.equal("complete", path.status)
    for _, x, y in path:cells() do assert.is_false(x == 6 and y == 3) end
    assert.is_nil(path:blocked { unit = unit })
  end)
end)

describe("a unit that steps in between", function()
  it("at a corner of the way is noticed at delivery too", function()
    local map = open_map(12, 12)
    local red = map:player "red"
    local unit, other = red:unit { x = 2, y = 2 }, red:unit { x = 12, y = 1 }
    local search = unit:search(10, 10, { engine = "astar" })
    search:step(3)
    other:place(7, 6)
    local path = search:step()
    assert.is_nil(path:blocked { unit = unit })
    assert.is_true(path.cost > 8 * 14)
  end)
end)

describe("the numbers that mark what a search has met", function()
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

describe("the trace", function()
  it("has an event for each cell opened, improved and closed", function()
    local map, trace = open_map(9, 9), {}
    local path = map:path(2, 2, 8, 5, { trace = trace })
    local count, last = { opened = 0, improved = 0, closed = 0 }, nil
    for _, event in ipairs(trace) do
      count[event.kind] = count[event.kind] + 1
      assert.equal(event.f, event.g + event.h)
      last = event
    end
    assert.equal(path.expanded + 1, count.closed)
    assert.equal("closed", last.kind)
    assert.is_true(count.opened >= count.closed)
  end)

  it("leads back from the goal by the parents", function()
    local map, trace, parent = open_map(9, 9), {}, {}
    map:fill("wall", 4, 1, 1, 6)
    local path = map:path(2, 2, 8, 5, { trace = trace })
    for _, event in ipairs(trace) do
      parent[event.x .. "," .. event.y] = event.px .. "," .. event.py
    end
    for i, x, y in path:cells() do
      local px, py = path:cell(math.max(1, i - 1))
      assert.equal(px .. "," .. py, parent[x .. "," .. y])
    end
  end)
end)

describe("a unit asks", function()
  it("from where it is", function()
    local map = open_map(6, 6)
    local unit = map:player("red"):unit { x = 2, y = 3 }
    assert.equal(shape(map:path(2, 3, 6, 6)), shape(unit:path(6, 6)))
    assert.equal(shape(map:path(2, 3, 6, 6)), shape(unit:search(6, 6):step()))
    assert.is_true(unit:reachable(6, 6))
    assert.equal("2,3 3,3", maps.cells(unit:path { x = 3, y = 1, width = 2, height = 6 }))
  end)
end)
