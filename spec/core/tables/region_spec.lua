-- Regions: what is connected, and that repairs after edits give what a new computation would.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"

local RULES = { "no_obstacles", "at_most_one_obstacle", "always", "never" }

--- The regions of a map, flooded cell by cell: id and size for each cell, and nothing where the
-- class cannot stand. `stands(x, y)` tells where it can.
local function flood(width, height, corners, stands)
  local id, size = {}, {}
  for first = 1, width * height do
    local open = { first }
    if id[first] or not stands((first - 1) % width + 1, math.floor((first - 1) / width) + 1) then
      open = {}
    end
    for _, cell in ipairs(open) do id[cell] = first end
    local k = 1
    while open[k] do
      local x, y = (open[k] - 1) % width + 1, math.floor((open[k] - 1) / width) + 1
      for ny = math.max(1, y - 1), math.min(height, y + 1) do
        for nx = math.max(1, x - 1), math.min(width, x + 1) do
          local to, straight = (ny - 1) * width + nx, nx == x or ny == y
          if (straight or corners) and not id[to] and stands(nx, ny) then
            id[to] = first
            open[#open + 1] = to
          end
        end
      end
      k = k + 1
    end
    size[first] = #open
  end
  return id, size
end

local function check_all(map, query, corners, stands, what)
  local id, size = flood(map.width, map.height, corners, stands)
  for y = 1, map.height do
    for x = 1, map.width do
      local expected = id[(y - 1) * map.width + x]
      local got, cells = map:region(x, y, query)
      if got ~= expected or cells ~= (expected and size[expected]) then
        error(("%s: region at %d,%d is %s of %s, not %s of %s"):format(what, x, y, tostring(got),
          tostring(cells), tostring(expected), tostring(expected and size[expected])))
      end
    end
  end
end

describe("regions", function()
  it("are numbered by their first cell and know their size", function()
    local map = maps.read [[
      . . # .
      # # # .
      . . # .
    ]]
    assert.same({ 1, 2 }, { map:region(2, 1) })
    assert.same({ 4, 3 }, { map:region(4, 3) })
    assert.same({ 9, 2 }, { map:region(1, 3) })
    assert.is_nil(map:region(1, 2))
  end)

  it("are joined at corners only where steps may always be diagonal", function()
    local map = maps.read [[
      . #
      # .
    ]]
    for _, rule in ipairs(RULES) do
      local _, size = map:region(1, 1, { class = map:class { diagonal = rule } })
      assert.equal(rule == "always" and 2 or 1, size)
    end
  end)

  it("are those of a class: what it can enter, and its size", function()
    local map = maps.read [[
      . . . . .
      . . # . .
      ~ ~ . ~ ~
    ]]
    assert.same({ 1, 1 }, { map:region(1, 1, { class = map:class { size = 2, water = false } }) })
    local giant = map:class { size = 2, wall = 10, water = false }
    assert.same({ 1, 4 }, { map:region(2, 1, { class = giant }) })
    assert.same({ 11, 2 }, { map:region(2, 3, { class = map:class { plain = false } }) })
  end)

  it("come and go with edits", function()
    local map = maps.read ". . . . ."
    assert.same({ 1, 5 }, { map:region(5, 1) })
    map:set(3, 1, "wall")
    assert.same({ 4, 2 }, { map:region(5, 1) })
    map:set(3, 1, "road")
    assert.same({ 1, 5 }, { map:region(5, 1) })
    map:terrain("road", false)
    assert.same({ 4, 2 }, { map:region(5, 1) })
  end)

  it("are those that a player knows of", function()
    local map = maps.read ". . # . ."
    local red = map:player "red"
    assert.same({ 1, 5 }, { map:region(1, 1, { player = red }) })
    red:see(2, 1, 1)
    assert.same({ 1, 2 }, { map:region(1, 1, { player = red }) })
    red:end_sight():forget()
    assert.same({ 1, 5 }, { map:region(1, 1, { player = red }) })
  end)
end)

describe("reachable", function()
  local map, at = maps.read [[
    A . # . .
    . B # . C
    # # # # #
  ]]

  it("tells whether there is a way, and if not why not", function()
    assert.is_true(map:reachable(at.A.x, at.A.y, at.B.x, at.B.y))
    assert.same({ false, "unreachable" }, { map:reachable(at.A.x, at.A.y, at.C.x, at.C.y) })
    assert.same({ false, "goal_blocked" }, { map:reachable(1, 1, 3, 3) })
    assert.same({ false, "start_blocked" }, { map:reachable(3, 3, 1, 1) })
  end)

  it("takes rectangles and within", function()
    assert.is_true(map:reachable(1, 1, { x = 2, y = 1, width = 3, height = 2 }))
    assert.is_false((map:reachable(1, 1, { x = 4, y = 1, width = 2, height = 2 })))
    assert.is_true(map:reachable(1, 1, 4, 1, { within = 2 }))
    assert.is_false((map:reachable(1, 1, 4, 1, { within = 1 })))
  end)
end)

describe("regions repaired after edits", function()
  --- Edits of every kind.
  local function edit(random, map)
    local name = random:pick { "plain", "plain", "wall" }
    local rect = random:rect(map, random:chance(0.8) and 2 or 12)
    if random:chance(0.6) then
      map:set(rect.x, rect.y, name)
    else
      map:fill(rect.x, rect.y, rect.width, rect.height, name)
    end
  end

  local function standing(map, size)
    return function(x, y)
      if x + size - 1 > map.width or y + size - 1 > map.height then return false end
      for cy = y, y + size - 1 do
        for cx = x, x + size - 1 do
          if map:get(cx, cy) == "wall" then return false end
        end
      end
      return true
    end
  end

  local function check(seed, width, height, edits)
    local random = new_random(seed)
    local rule, size = random:pick(RULES), random:chance(0.6) and 1 or random:int(2, 3)
    local map = astar.map { width = width, height = height }
    local density = random:pick { 0.1, 0.4, 0.5 }
    map:paint(function() return random:chance(density) and "wall" or nil end)
    local query = { class = map:class { diagonal = rule, size = size } }
    map:region(1, 1, query)
    for i = 1, edits do
      for _ = 1, random:int(1, 4) do edit(random, map) end
      local what = ("seed %d, edit %d, %s, size %d"):format(seed, i, rule, size)
      check_all(map, query, rule == "always", standing(map, size), what)
    end
    return map, query
  end

  it("is what the definition says, on small maps", function()
    for seed = 1, cases.of(20) do check(seed, new_random(seed):int(1, 20), 1 + seed % 17, 8) end
  end)

  it("is what the definition says, on larger maps", function()
    for seed = 1, cases.of(2) do check(seed, 70, 50, 12) end
  end)

  it("is what a fresh map has", function()
    local map, query = check(99, 100, 90, 3)
    local fresh = astar.map { width = 100, height = 90 }
    fresh:paint(function(x, y) return map:get(x, y) end)
    for y = 1, 90 do
      for x = 1, 100 do
        local id, size = map:region(x, y)
        local fresh_id, fresh_size = fresh:region(x, y)
        assert.is_true(id == fresh_id and size == fresh_size)
      end
    end
    assert.is_not_nil(query)
  end)
end)
