-- Paths: what they tell, and that they stay what they are.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"

local function example()
  local map, at = maps.read [[
    . . . . . .
    A . # # . .
    . . . # . B
    . . . . . .
  ]]
  return map:path(at.A.x, at.A.y, at.B.x, at.B.y), map
end

describe("a path", function()
  local path, map = example()

  it("has as many cells as # says, the start included", function()
    assert.equal("1,2 2,3 3,4 4,4 5,4 6,3", maps.cells(path))
    assert.equal(6, #path)
  end)

  it("has a cost, a status, and a number of nodes that were expanded for it", function()
    assert.equal(14 + 14 + 10 + 10 + 14, path.cost)
    assert.equal("complete", path.status)
    assert.is_true(path.expanded > 0)
  end)

  it("gives its cells by number, from either end", function()
    assert.same({ 1, 2 }, { path:cell(1) })
    assert.same({ 3, 4 }, { path:cell(3) })
    assert.same({ 6, 3 }, { path:cell(-1) })
    assert.same({ 1, 2 }, { path:cell(-6) })
    assert.has_error(function() path:cell(7) end)
    assert.has_error(function() path:cell(0) end)
    assert.has_error(function() path:cell(-7) end)
  end)

  it("goes through its cells in order", function()
    local list = {}
    for x, y, i in path:cells() do list[#list + 1] = i .. ":" .. x .. "," .. y end
    assert.equal("1:1,2 2:2,3 3:3,4 4:4,4 5:5,4 6:6,3", table.concat(list, " "))
  end)

  it("may be gone through several times at once", function()
    local pairs_seen = 0
    for _ in path:cells() do
      for _ in path:cells() do pairs_seen = pairs_seen + 1 end
    end
    assert.equal(36, pairs_seen)
  end)

  it("of one cell has no length", function()
    local still = map:path(2, 2, 2, 2)
    assert.same({ 1, 0, 0 }, { #still, still.cost, still.distance })
    assert.same({ map:center(2, 2) }, { still:point(3) })
    assert.same({ 2, 2 }, { still:cell(-1) })
  end)

  it("says what it is", function()
    assert.truthy(tostring(path):find "path")
  end)

  it("survives edits, other searches and the garbage collector", function()
    local kept, ground = example()
    local before = maps.cells(kept)
    ground:fill("wall")
    for _ = 1, 20 do ground:path(1, 1, 6, 4, { partial = true }) end
    ground = nil
    collectgarbage()
    collectgarbage()
    assert.equal(before, maps.cells(kept))
    assert.is_nil(ground)
    assert.equal(62, kept.cost)
  end)

  it("gives its cells after its map was closed", function()
    local kept, ground = example()
    local before = maps.cells(kept)
    ground:close()
    assert.equal(before, maps.cells(kept))
    assert.has_error(function() kept:point(1) end)
  end)
end)

describe("points on a path", function()
  --- The line through the centers of a path's cells.
  local function line(map, path)
    local points, length = {}, 0
    for x, y, i in path:cells() do
      local wx, wy = map:center(x, y)
      local last = points[i - 1]
      if last then length = length + math.sqrt((wx - last.x) ^ 2 + (wy - last.y) ^ 2) end
      points[i] = { x = wx, y = wy, at = length }
    end
    return points, length
  end

  local function model_point(points, distance)
    for i = 2, #points do
      local a, b = points[i - 1], points[i]
      if distance <= b.at then
        local share = (distance - a.at) / (b.at - a.at)
        return a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
      end
    end
    return points[#points].x, points[#points].y
  end

  local worlds = {
    square = { cell = 1 },
    oblong = { cell = { 32, 20 }, origin = { -100, 50 } },
    isometric = { cell = { 64, 32 }, origin = { 500, 7 }, projection = "isometric" },
  }

  for name, options in pairs(worlds) do
    it("lie where the centers of the cells are joined, " .. name, function()
      for seed = 1, cases.of(3) do
        local random = new_random(seed)
        options.width, options.height = 30, 20
        local map = astar.map(options)
        map:paint(function() return random:chance(0.25) and "wall" or nil end)
        local x, y = random:cell(map)
        local path = map:path(x, y, random:int(1, 30), random:int(1, 20), { partial = true })
        if path then
          local points, length = line(map, path)
          assert.is_true(math.abs(length - path.distance) < 1e-6 * (1 + length))
          for _ = 1, 20 do
            local distance = random:int(0, 1200) / 1000 * length
            local ex, ey = model_point(points, distance)
            local px, py = path:point(distance)
            assert.is_true(math.abs(ex - px) + math.abs(ey - py) < 1e-6 * (1 + length))
          end
        end
      end
    end)
  end
end)

describe("path:blocked", function()
  it("is the first cell that can no longer be entered", function()
    local path, map = example()
    assert.is_nil(path:blocked())
    map:set(4, 4, "wall")
    assert.equal(4, path:blocked())
    map:set(2, 3, "wall")
    assert.equal(2, path:blocked())
    map:set(2, 3, "plain")
    assert.equal(4, path:blocked())
  end)

  it("begins to look where it is told to", function()
    local path, map = example()
    map:set(2, 3, "wall"):set(5, 4, "wall")
    assert.equal(2, path:blocked(nil, 1))
    assert.equal(5, path:blocked(nil, 3))
    assert.is_nil(path:blocked(nil, 6))
  end)

  it("minds the corners that a class must not cut", function()
    local path, map = example()
    map:set(2, 4, "wall")
    assert.equal(3, path:blocked())
    assert.is_nil(path:blocked { class = map:class { diagonal = "always" } })
    assert.equal(2, path:blocked { class = map:class { diagonal = "never" } })
  end)

  it("is what a player knows of", function()
    local path, map = example()
    local red = map:player("red"):reveal()
    map:set(4, 4, "wall")
    assert.is_nil(path:blocked { player = red })
    red:see(3, 4, 2)
    assert.equal(4, path:blocked { player = red })
  end)

  it("sees units and the callback too", function()
    local path, map = example()
    local red = map:player("red"):reveal()
    local unit = red:unit { x = 1, y = 2 }
    red:unit { x = 5, y = 4 }
    assert.equal(5, path:blocked { unit = unit })
    assert.is_nil(path:blocked { unit = unit, occupancy = false })
    assert.equal(3, path:blocked { extra_cost = function(x) return x ~= 3 and 0 end })
  end)

  it("asks of each class whether it has the room", function()
    local path, map = example()
    assert.equal(2, path:blocked { class = map:class { size = 2 } })
  end)
end)

describe("a partial path", function()
  local function octile(x, y, goal)
    local dx = math.max(goal.x - x, 0, x - goal.x - goal.width + 1)
    local dy = math.max(goal.y - y, 0, y - goal.y - goal.height + 1)
    return 10 * math.max(dx, dy) + 4 * math.min(dx, dy)
  end

  --- Walls all across the map, some with a door, and small closed rooms.
  local function walled(int, width, height)
    local terrains = { plain = 10, wall = false }
    local map = astar.map { width = width, height = height, terrains = terrains }
    for _ = 1, int:int(2, 9) do
      local x, y = int:int(1, width), int:int(1, height)
      if int:chance(0.5) then map:fill(x, 1, 1, height, "wall")
      else map:fill(1, y, width, 1, "wall") end
      if int:chance(0.5) then map:set(x, y, "plain") end
    end
    for _ = 1, int:int(0, 900) do map:set(int:int(1, width), int:int(1, height), "wall") end
    return map
  end

  --- The cell that the rule names, looked for everywhere.
  local function nearest_of_all(map, x, y, goal)
    local start = { x = x, y = y, width = 1, height = 1 }
    local best = { octile(x, y, goal), 0, x, y }
    for cy = 1, map.height do
      for cx = 1, map.width do
        local far, from = octile(cx, cy, goal), octile(cx, cy, start)
        local first = cy < best[4] or (cy == best[4] and cx < best[3])
        local better = far < best[1] or (far == best[1] and (from < best[2] or
          (from == best[2] and first)))
        if better and map:reachable(x, y, cx, cy) then best = { far, from, cx, cy } end
      end
    end
    return best[3], best[4]
  end

  it("ends at the nearest cell of all, on maps of many blocks", function()
    for seed = 1, cases.of(4) do
      local int = new_random(seed)
      local width, height = int:int(20, 90), int:int(20, 90)
      local map = walled(int, width, height)
      for _ = 1, 8 do
        local x, y = int:int(1, width), int:int(1, height)
        local goal = int:rect(map, int:pick { 1, 40 })
        if goal.width * goal.height > 1 then
          map:fill(goal.x, goal.y, goal.width, goal.height, "wall")
        end
        map:set(x, y, "plain")
        local path = assert(map:path(x, y, goal, { partial = true }))
        local ex, ey = path:cell(#path)
        if path.status == "partial" then
          assert.same({ nearest_of_all(map, x, y, goal) }, { ex, ey }, "seed " .. seed)
        else
          assert.equal(0, octile(ex, ey, goal))
        end
      end
    end
  end)
end)
