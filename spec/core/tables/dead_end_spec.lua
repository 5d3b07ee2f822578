-- Dead ends: passed over where they hold neither start nor goal, by every engine, and searched
-- again as soon as they might lead somewhere. That paths stay the same on random worlds is for
-- spec/c/paths.c.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"
local says = require "support.says"

local unpack = table.unpack or unpack
local ENGINES = { "auto", "astar" }

-- A hall with blind alleys, and two rooms behind doors.
local ROWS = {
  "...........#....",
  "##.#.#.##..#....",
  "##.#.#.##..#....",
  "####.#####.#....",
  "....#......#....",
  "....#......#....",
  "............#.##",
  "....#......##.##",
  "....#...........",
}

-- A corridor with ten rooms beside it, each behind a door and full of pillars, so that every engine
-- that goes in finds much to do there.
local function rooms()
  local rows = {}
  for y = 1, 33 do
    local row = {}
    for x = 1, 60 do
      local wall = x % 12 == 0 or x % 3 == 0 and y % 3 == 0
      if y == 14 or y == 20 then wall = x % 12 ~= 6
      elseif y > 14 and y < 20 then wall = false end
      row[x] = wall and "#" or "."
    end
    rows[y] = table.concat(row)
  end
  return rows
end

local ROOMS, ALONG = rooms(), { 1, 17, 60, 17 }

local function nodes(map, query, x1, y1, x2, y2)
  local path = assert(map:path(x1 or 1, y1 or 1, x2 or 11, y2 or 9, query))
  return path.expanded, maps.cells(path)
end

--- How many nodes are expanded without and with dead ends; the cells must be the same.
local function compare(rows, query, ...)
  local before, cells = nodes(astar.map{ rows = rows }, query, ...)
  local map = astar.map{ rows = rows }:prepare { dead_ends = true, class = query and query.class }
  local after, same = nodes(map, query, ...)
  assert.equal(cells, same)
  return before, after
end

--- A maze without a circle, in which cells with odd coordinates are rooms.
local function maze(size, seed)
  local int, rows = new_random(seed), {}
  for y = 1, size do
    rows[y] = {}
    for x = 1, size do rows[y][x] = "#" end
  end
  local stack = { { 1, 1 } }
  rows[1][1] = "."
  while #stack > 0 do
    local x, y = stack[#stack][1], stack[#stack][2]
    local ways = {}
    for _, way in ipairs{ { 2, 0 }, { -2, 0 }, { 0, 2 }, { 0, -2 } } do
      local row = rows[y + way[2]]
      if row and row[x + way[1]] == "#" then ways[#ways + 1] = way end
    end
    if #ways == 0 then
      stack[#stack] = nil
    else
      local way = int:pick(ways)
      rows[y + way[2] / 2][x + way[1] / 2], rows[y + way[2]][x + way[1]] = ".", "."
      stack[#stack + 1] = { x + way[1], y + way[2] }
    end
  end
  for y = 1, size do rows[y] = table.concat(rows[y]) end
  return rows
end

describe("dead ends #quick", function()
  it("are passed over by every engine", function()
    for _, search in ipairs(ENGINES) do
      for _, weight in ipairs{ 1, 2 } do
        for _, turn in ipairs{ 0, 5 } do
          local query = { engine = search, heuristic = "none", heuristic_weight = weight,
            turn_cost = turn }
          local before, after = compare(ROOMS, query, unpack(ALONG))
          assert.is_true(after < before, ("%s: %d, %d"):format(search, before, after))
        end
      end
    end
  end)

  it("are passed over where layers apply and terrains differ", function()
    local function world(find)
      local map = astar.map{ rows = ROOMS, terrains = { plain = 10, swamp = 30, wall = false } }
      map:fill(20, 15, 9, 4, "swamp")
      map:influence("danger", { weight = 1 }):set(10, 17, 30)
      map:player("red"):unit{ x = 40, y = 17 }
      if find then map:prepare { dead_ends = true } end
      return map
    end
    for _, search in ipairs(ENGINES) do
      for _, influence in ipairs{ false, { danger = 1 } } do
        local query = { engine = search, heuristic = "none", influence = influence }
        local before, cells = nodes(world(), query, unpack(ALONG))
        local after, same = nodes(world(true), query, unpack(ALONG))
        assert.equal(cells, same)
        assert.is_true(after < before, ("%s: %d, %d"):format(search, before, after))
      end
    end
  end)

  it("are searched where they hold the start or the goal", function()
    for _, search in ipairs(ENGINES) do
      for _, ends in ipairs{ { 5, 4, 16, 1 }, { 16, 1, 5, 4 }, { 3, 3, 7, 3 }, { 13, 1, 16, 5 } } do
        compare(ROWS, { engine = search }, unpack(ends))
      end
    end
  end)

  it("leave little of a maze but the way", function()
    for seed = 1, cases.of(20) do
      local rows = maze(31, seed)
      for _, search in ipairs(ENGINES) do
        local before, after = compare(rows, { engine = search }, 1, 1, 31, 31)
        local length = #astar.map{ rows = rows }:path(1, 1, 31, 31)
        assert.is_true(after <= before and after <= length + 1)
      end
    end
  end)

  it("lead to any cell of a goal that is a rectangle", function()
    for x = 1, 14 do
      for y = 1, 7 do
        local goal = { x = x, y = y, width = 3, height = 3 }
        local plain = astar.map{ rows = ROWS }:path(11, 9, goal)
        local path = astar.map{ rows = ROWS }:prepare { dead_ends = true }:path(11, 9, goal)
        assert.equal(maps.cells(plain), maps.cells(path))
      end
    end
  end)

  it("hold for the class they were found for", function()
    local map = astar.map{ rows = ROWS }
    local big = map:class{ size = 2 }
    map:prepare { dead_ends = true, class = big }
    assert.equal(nodes(astar.map{ rows = ROWS }), (nodes(map)))
    local query = { class = big, engine = "astar", heuristic = "none" }
    local open = map:path(1, 8, 1, 5, query)
    assert.equal(4, #open)
  end)
end)

describe("edits and dead ends: #quick", function()
  local QUERY = { engine = "astar", heuristic = "none" }

  it("a cell that is opened leads where it leads", function()
    local map = astar.map{ rows = ROWS }:prepare { dead_ends = true }
    assert.equal(21, #map:path(3, 1, 2, 5))
    map:set(3, 4, "plain")
    assert.equal(6, #map:path(3, 1, 2, 5))
  end)

  it("what was blocked again is passed over again", function()
    local map = astar.map{ rows = ROWS }:prepare { dead_ends = true }
    local before = nodes(map, QUERY)
    map:set(3, 4, "plain")
    assert.is_true(nodes(map, QUERY) > before)
    map:set(3, 4, "wall")
    assert.equal(before, (nodes(map, QUERY)))
  end)

  it("a cell that is blocked and opened again changes nothing", function()
    local map = astar.map{ rows = ROWS }:prepare { dead_ends = true }
    local before = nodes(map, QUERY)
    map:set(5, 2, "wall")
    nodes(map, QUERY)
    map:set(5, 2, "plain")
    assert.equal(before, (nodes(map, QUERY)))
  end)

  it("node counts do not depend on the way to the present", function()
    local random = new_random(7)
    for _ = 1, 30 do
      local straight, round = astar.map{ rows = ROWS }, astar.map{ rows = ROWS }
      straight:prepare { dead_ends = true }
      round:prepare { dead_ends = true }
      for _ = 1, 40 do
        round:set(random:int(1, 16), random:int(1, 9), random:pick{ "wall", "plain" })
        round:path(1, 1, 11, 9)
      end
      for y = 1, 9 do
        for x = 1, 16 do straight:set(x, y, round:get(x, y)) end
      end
      for _, search in ipairs(ENGINES) do
        local query = { engine = search }
        local one, other = straight:path(1, 1, 11, 9, query), round:path(1, 1, 11, 9, query)
        assert.equal(one and one.expanded, other and other.expanded)
      end
    end
  end)

  it("found again, they are those of the present", function()
    local map = astar.map{ rows = ROWS }:prepare { dead_ends = true }
    map:set(3, 4, "plain"):set(15, 7, "plain"):set(5, 1, "wall"):prepare { dead_ends = true }
    local fresh = astar.map{ rows = ROWS }
    fresh:set(3, 4, "plain"):set(15, 7, "plain"):set(5, 1, "wall"):prepare { dead_ends = true }
    assert.equal(nodes(fresh, QUERY, 1, 5), (nodes(map, QUERY, 1, 5)))
  end)

  it("a search under way begins again where one is opened that it passed over", function()
    for _, search in ipairs(ENGINES) do
      local map = astar.map{ rows = ROWS }:prepare { dead_ends = true }
      local query = { engine = search, heuristic = "none" }
      local under_way = map:search(3, 1, 2, 5, query)
      assert.same({ nil, "running" }, { under_way:step(3) })
      map:set(3, 4, "plain")
      local path
      repeat path = under_way:step(100) until path
      assert.equal(6, #path)
    end
  end)
end)

describe("map:is_dead_end #quick", function()
  local map = astar.map{ rows = ROWS }

  local function asked(x, y, width, height, rule)
    return { map:is_dead_end(x, y, width, height, { class = map:class{ diagonal = rule } }) }
  end

  it("says where the door is, in the rectangle or next to it", function()
    assert.same({ true, 14, 7 }, asked(13, 1, 4, 7))
    assert.same({ true, 14, 6 }, asked(13, 1, 4, 6))
    assert.same({ true, 4, 7 }, asked(1, 5, 4, 5))
    assert.same({ true, 5, 2 }, asked(5, 2, 1, 3))
  end)

  it("says where there is another way out", function()
    assert.same({ false, 8, 6 }, asked(6, 5, 3, 3))
    assert.same({ false, 14, 9 }, asked(12, 9, 5, 1))
  end)

  it("knows of no door where no way leads out", function()
    assert.same({ true }, asked(1, 1, 16, 9))
    assert.same({ true }, asked(1, 4, 2, 1))
  end)

  it("follows the class's rule for diagonal steps", function()
    for _, rule in ipairs{ "never", "no_obstacles", "at_most_one_obstacle" } do
      assert.is_true(asked(5, 2, 1, 3, rule)[1])
    end
    assert.same({ true, 4, 7 }, asked(1, 5, 4, 5, "never"))
    assert.same({ false, 4, 6 }, asked(1, 5, 4, 5, "always"))
  end)

  it("notices edits", function()
    local own = astar.map{ rows = ROWS }
    assert.is_true((own:is_dead_end(1, 5, 4, 5)))
    own:set(3, 4, "plain")
    assert.same({ false, 4, 7 }, { own:is_dead_end(1, 5, 4, 5) })
    own:set(5, 7, "wall")
    assert.same({ true, 3, 5 }, { own:is_dead_end(1, 5, 4, 5) })
  end)

  it("checks its arguments", function()
    says("bad argument #3 to 'is_dead_end'", function() map:is_dead_end(1, 1, 17, 1) end)
    says("unknown key 'clas'", function() map:is_dead_end(1, 1, 2, 2, { clas = 1 }) end)
  end)
end)

describe("map:prepare of dead ends #quick", function()
  it("returns the map, and checks its options", function()
    local map = astar.map{ rows = ROWS }
    assert.equal(map, map:prepare { dead_ends = true })
    assert.equal(map, map:prepare { dead_ends = true, player = map:player "red" })
    says("bad argument #1 to 'prepare' (options: unknown key 'clas'", function()
      map:prepare { dead_ends = true, clas = 1 }
    end)
    says("map is locked while a callback runs", function()
      map:path(1, 1, 5, 3, { extra_cost = function() map:prepare { dead_ends = true } end })
    end)
  end)
end)

describe("dead ends that are found again #quick", function()
  it("take the place of those that were found before", function()
    local map = astar.map{ rows = ROWS }:prepare { dead_ends = true }
    local memory = map:memory()
    assert.is_true(memory > 0)
    for _ = 1, 3 do assert.equal(memory, map:prepare { dead_ends = true }:memory()) end
  end)
end)
