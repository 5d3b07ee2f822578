-- Breaches: the cheapest path where walls, units and closed links can be removed at a price, by
-- hand (spec/c/questions.c tries them on random worlds); and where large units do not get through.

local astar = require "astar"
local cases = require "support.cases"
local new_random = require "support.random"
local says = require "support.says"

local function cells(path)
  local list = {}
  for x, y, i in path:cells() do list[i] = x .. "," .. y end
  return table.concat(list, " ")
end

-- ---- by hand ------------------------------------------------------------------------------------

local function kinds(list)
  local words = {}
  for i, one in ipairs(list) do
    words[i] = ("%s %d,%d %s"):format(one.terrain or one.kind, one.x, one.y, one.price)
  end
  return table.concat(words, "; ")
end

describe("map:breach", function()
  it("goes through a wall where that costs less than going round it", function()
    local map = astar.map { rows = {
      ".....#.....",
      ".....#.....",
      ".....#.....",
      ".....#.....",
      "...........",
    } }
    local round = map:path(4, 1, 8, 1).cost
    local through = map:breach(4, 1, 8, 1, nil, { terrain = 30 })
    assert.equal("4,1 5,1 6,1 7,1 8,1", cells(through.path))
    assert.same({ 40, 30, 70 }, { through.path.cost, through.price, through.cost })
    assert.equal("wall 6,1 30", kinds(through.obstacles))
    assert.equal(3, through.obstacles[1].index)
    local around = map:breach(4, 1, 8, 1, nil, { terrain = 200 })
    assert.same({ round, 0, round }, { around.path.cost, around.price, around.cost })
    assert.same({}, around.obstacles)
  end)

  it("chooses by the prices of terrains, 100 straight steps if none is given", function()
    local map = astar.map { rows = { "..#..", "..%..", "..#.." },
      terrains = { plain = 10, wall = false, gate = false }, legend = { ["%"] = "gate" } }
    assert.equal("wall 3,1 1000", kinds(map:breach(1, 1, 5, 1).obstacles))
    local cheap = map:breach(1, 1, 5, 1, nil, { terrains = { gate = 50 } })
    assert.equal("gate 3,2 50", kinds(cheap.obstacles))
    assert.same({ nil, "unreachable" },
      { map:breach(1, 1, 5, 1, nil, { terrains = { gate = false }, terrain = false }) })
  end)

  it("removes each cell once for a unit of several cells, and only as many as it needs", function()
    local map = astar.map { rows = {
      "....#....",
      "....#....",
      "....#....",
    } }
    local class = map:class { size = 2 }
    local found = map:breach(1, 1, 8, 1, { class = class }, { terrain = 7 })
    assert.equal("wall 5,1 7; wall 5,2 7", kinds(found.obstacles))
    assert.same({ 70, 14 }, { found.path.cost, found.price })
    for _, one in ipairs(found.obstacles) do map:set(one.x, one.y, "plain") end
    assert.equal(found.path.cost, map:path(1, 1, 8, 1, { class = class }).cost)
  end)

  it("knows what the player knows", function()
    local map = astar.map { rows = { "..#..", "..#..", "..#.." } }
    local red, careful = map:player "red", map:class { unknown = false }
    red:see(1, 2, 1)
    local found = map:breach(1, 2, 5, 2, { player = red, class = careful }, { unseen = 3 })
    assert.equal("unseen 3,2 3; unseen 4,2 3; unseen 5,2 3", kinds(found.obstacles))
    assert.equal(0, map:breach(1, 2, 5, 2, { player = red }).price)
    map:set(4, 2, "wall")
    local again = map:breach(1, 2, 5, 2, { player = red, class = careful }, { unseen = 3 })
    assert.equal(kinds(found.obstacles), kinds(again.obstacles))
  end)

  it("passes units that are in the way and links that are closed, for their price", function()
    local map = astar.map { rows = { ".....", "#####", "....." } }
    local link = map:link { from = { 4, 1 }, to = { 4, 3 }, cost = 25, open = false }
    local red = map:player "red"
    red:reveal()
    local one = red:unit { x = 1, y = 1, sight = 6 }
    local other = red:unit { x = 3, y = 1 }
    local found = one:breach(5, 3, nil, { unit = 5, link = 8 })
    assert.equal("unit 3,1 5; link 4,1 8", kinds(found.obstacles))
    assert.equal(other, found.obstacles[1].unit)
    assert.equal(link, found.obstacles[2].link)
    assert.same({ 65, 13 }, { found.path.cost, found.price })
    assert.equal(link, found.path:link(5))
    local straight = one:breach(5, 3, nil, { unit = false, link = false, terrain = 500 })
    assert.equal("wall 1,2 500", kinds(straight.obstacles))
    link:open()
    assert.equal("unit 3,1 5", kinds(one:breach(5, 3, nil, { unit = 5 }).obstacles))
  end)

  it("walks over open ground where a unit was, whatever it stood on", function()
    local map = astar.map { rows = { ".,,." }, legend = { ["."] = "plain", [","] = "swamp" },
      terrains = { plain = 10, swamp = { cost = 35, height = 3 }, wall = false } }
    local red = map:player("red"):reveal()
    local one = red:unit { x = 1, y = 1, class = map:class { climb = 2 } }
    red:unit { x = 2, y = 1 }
    local found = one:breach(4, 1, nil, { unit = 5 })
    assert.same({ 10 + 35 + 10, 5 }, { found.path.cost, found.price })
  end)

  it("counts one that makes way only where it would stay: at the goal", function()
    local map = astar.map { width = 7, height = 1 }
    local red = map:player "red"
    red:reveal()
    local one = red:unit { x = 1, y = 1, avoidance = "yield" }
    red:unit { x = 5, y = 1, avoidance = "yield" }
    assert.equal("unit 5,1 1000", kinds(one:breach(5, 1, { claim_radius = 0 }).obstacles))
    assert.equal("", kinds(one:breach(7, 1, { claim_radius = 0 }).obstacles))
    assert.same({ nil, "goal_blocked" }, { one:path(5, 1, { claim_radius = 0 }) })
  end)

  it("asks the callback about walls, too, which may say that one must stand", function()
    local map = astar.map { rows = { "..#..", "..#..", "..#.." } }
    local function stands(x, y, terrain)
      if terrain == "wall" and y < 3 then return false end
      return x == 3 and 20 or 0
    end
    local found = map:breach(1, 1, 5, 1, { extra_cost = stands })
    assert.equal("wall 3,3 1000", kinds(found.obstacles))
    assert.equal(88, found.path.cost)
    assert.has_error(function()
      map:breach(1, 1, 5, 1, { extra_cost = function() error "oh" end })
    end)
  end)

  it("begins in a wall that stands where the unit does", function()
    local map = astar.map { rows = { "#...", "...." } }
    local found = map:breach(1, 1, 4, 1, nil, { terrain = 9 })
    assert.equal("wall 1,1 9", kinds(found.obstacles))
    assert.equal(1, found.obstacles[1].index)
    assert.same({ 30, 39 }, { found.path.cost, found.cost })
  end)

  it("keeps to its budget, and tells where numbers are too large", function()
    local map = astar.map { width = 200, height = 200 }
    map:fill(100, 1, 1, 200, "wall")
    assert.same({ nil, "budget" }, { map:breach(1, 1, 200, 200, { budget = 100 }) })
    local wide = astar.map { width = 5000, height = 1, fill = "wall" }
    assert.same({ nil, "limit" }, { wide:breach(1, 1, 5000, 1, nil, { terrain = 1000000 }) })
  end)

  it("refuses prices that are none", function()
    local map = astar.map { width = 4, height = 4 }
    local function breach(prices)
      return function() map:breach(1, 1, 4, 4, nil, prices) end
    end
    says("options: unknown key 'wall')", breach { wall = 3 })
    says("terrain = 'wal' is no terrain of the map, the nearest is 'wall'",
      breach { terrains = { wal = 3 } })
    says("wall = -1 is out of range, 0 to 1000000", breach { terrains = { wall = -1 } })
    says("terrains = 3 is not a table", breach { terrains = 3 })
    says("unit = true is not an integer", breach { unit = true })
    says("link = 10000000 is out of range, 0 to 1000000", breach { link = 1e7 })
    says("narrow = 1 is not a boolean", breach { narrow = 1 })
    says("options = 5 is not a table", breach(5))
    says("x = 5 is outside the map, 1 to 4", function() map:breach(1, 1, 5, 4) end)
  end)
end)

describe("the option narrow of map:breach", function()
  it("finds the place that is too narrow, and the largest unit that gets through", function()
    local map = astar.map { rows = {
      "......#......",
      "......#......",
      "......#......",
      ".............",
      ".............",
      "......#......",
    } }
    local query = { class = map:class { size = 3 } }
    local function narrow_of(...) return map:breach(1, 1, 11, 1, query, ...).narrow end
    local narrow = narrow_of { narrow = true }
    assert.same({ 2, 5, 4 }, { narrow.size, narrow.x, narrow.y })
    assert.equal(map:path(1, 1, 11, 1, { class = map:class { size = 2 } }).cost, narrow.path.cost)
    assert.is_nil(narrow_of())
    map:fill(7, 4, 1, 2, "wall")
    assert.is_nil(narrow_of { narrow = true })
  end)

  it("finds the largest size that gets through on random maps", function()
    for seed = 1, cases.of(40) do
      local random = new_random(seed)
      local world = { width = random:int(4, 14), height = random:int(4, 14) }
      local map = astar.map { width = world.width, height = world.height }
      for _ = 1, random:int(0, 20) do
        local x, y = random:cell(world)
        map:set(x, y, "wall")
      end
      -- It goes by the terrain alone, whatever layers add.
      local danger = map:influence "danger"
      for y = 1, world.height do
        for x = 1, world.width do danger:set(x, y, random:int(90, 99)) end
      end
      local size, rule = random:int(2, 4), random:pick { "no_obstacles", "always", "never" }
      local x1, y1 = random:cell(world)
      local x2, y2 = random:cell(world)
      local class_asked = map:class { size = size, diagonal = rule }
      local query = { class = class_asked, influence = { danger = 1 } }
      local breach = map:breach(x1, y1, x2, y2, query, { narrow = true })
      local narrow = breach and breach.narrow
      local is_way = map:reachable(x1, y1, x2, y2, query)
      local largest
      for smaller = size - 1, 1, -1 do
        local class = map:class { size = smaller, diagonal = rule }
        largest = largest or map:path(x1, y1, x2, y2, { class = class })
        if breach and largest and not is_way then
          assert.equal(smaller, narrow.size)
          assert.equal(largest.cost, narrow.path.cost)
          assert.equal(cells(largest), cells(narrow.path))
          -- Or it is where a larger one could stand, but a corner is in its way.
          local larger, first = map:class { size = smaller + 1, diagonal = rule }, nil
          for x, y in narrow.path:cells() do
            if not first and not map:cost(x, y, { class = larger }) then first = { x, y } end
          end
          if first and rule == "always" then
            assert.same(first, { narrow.x, narrow.y })
          end
          break
        end
      end
      assert.equal(not breach or is_way or largest == nil, narrow == nil)
    end
  end)

  it("is nil where units alone are in the way", function()
    local map = astar.map { rows = { "......", "......" } }
    local red = map:player("red"):reveal()
    local cart = red:unit { x = 1, y = 1, class = map:class { size = 2 } }
    red:unit { x = 4, y = 1 }
    local breach = cart:breach(5, 1, nil, { narrow = true })
    assert.equal("unit 4,1 1000", kinds(breach.obstacles))
    assert.is_nil(breach.narrow)
  end)
end)
