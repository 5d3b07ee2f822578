local astar = require "astar"
local random = require "astar.world.random"

local map = astar.map { width = 1, height = 1, terrains = { ground = 10 }, fill = "ground" }

local function assign(points, places) return map:_assign(points, places) end

local function length(a, b)
  return math.sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2)
end

local function sum(points, places, place_of)
  local total = 0
  for i, point in ipairs(points) do total = total + length(point, places[place_of[i]]) end
  return total
end

-- The least sum of all permutations.
local function least(points, places)
  local n, best, used = #points, math.huge, {}
  local function try(i, total)
    if i > n then best = math.min(best, total) end
    for j = 1, n do
      if not used[j] then
        used[j] = true
        try(i + 1, total + length(points[math.min(i, n)], places[j]))
        used[j] = nil
      end
    end
  end
  try(1, 0)
  return best
end

-- The same for many, by the chains of points that give way to each other (the Hungarian method).
local function least_of_many(points, places)
  local n, taken, u, v = #points, {}, {}, { [0] = 0 }
  for i = 0, n do taken[i], u[i], v[i] = 0, 0, 0 end
  for i = 1, n do
    local minimum, before, done, place = {}, {}, {}, 0
    for j = 0, n do minimum[j] = math.huge end
    taken[0] = i
    repeat
      done[place] = true
      local point, step, best = taken[place], math.huge, nil
      for j = 1, n do
        if not done[j] then
          local rest = length(points[point], places[j]) - u[point] - v[j]
          if rest < minimum[j] then minimum[j], before[j] = rest, place end
          if minimum[j] < step then step, best = minimum[j], j end
        end
      end
      for j = 0, n do
        if done[j] then u[taken[j]], v[j] = u[taken[j]] + step, v[j] - step
        else minimum[j] = minimum[j] - step end
      end
      place = best
    until taken[place] == 0
    repeat
      taken[place], place = taken[before[place]], before[place]
    until place == 0
  end
  return -v[0]
end

local function side(a, b, c)
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
end

-- Do the lines a-b and c-d cross within both?
local function cross(a, b, c, d)
  return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
end

local function crossings(points, places, place_of)
  local count = 0
  for i = 1, #points do
    for j = i + 1, #points do
      if cross(points[i], places[place_of[i]], points[j], places[place_of[j]]) then
        count = count + 1
      end
    end
  end
  return count
end

local function scattered(pick, n, size)
  local list, taken = {}, {}
  while #list < n do
    local x, y = pick(size), pick(size)
    if not taken[y * size + x] then
      taken[y * size + x] = true
      list[#list + 1] = { x = x, y = y }
    end
  end
  return list
end

local function is_permutation(place_of, n)
  local seen = {}
  for i = 1, n do seen[place_of[i]] = true end
  return #seen == n and #place_of == n
end

describe("an assignment", function()
  it("has the least sum of all, compared with every permutation", function()
    local pick = random.new(3)
    for round = 1, 60 do
      local n = pick(7)
      local points, places = scattered(pick, n, 6), scattered(pick, n, 6)
      local place_of = assign(points, places)
      assert.is_true(is_permutation(place_of, n))
      assert.near(least(points, places), sum(points, places, place_of), 1e-6, "round " .. round)
    end
  end)

  -- Where places are close to each other many assignments are as good; one of them is taken.
  it("is one and the same of those that are as good", function()
    local pick, sums = random.new(6), {}
    for i, n in ipairs { 2, 9, 30, 64, 65, 66, 80, 100, 121 } do
      local points, places, total = scattered(pick, n, 12), scattered(pick, n, 12), 0
      for k, place in ipairs(assign(points, places)) do
        total = (total * 31 + place * k) % 1000003
      end
      sums[i] = total
    end
    assert.same({ 64, 574796, 773342, 933268, 440271, 582877, 180735, 542914, 235784 }, sums)
  end)

  it("has no lines that cross, for few and for many", function()
    local pick = random.new(4)
    for _, n in ipairs { 2, 9, 30, 64, 65, 120 } do
      local points, places = scattered(pick, n, 40), scattered(pick, n, 40)
      local place_of = assign(points, places)
      assert.is_true(is_permutation(place_of, n))
      assert.equal(0, crossings(points, places, place_of))
    end
  end)

  it("has nobody overtake another on one line", function()
    local points, places = {}, {}
    for i = 1, 6 do points[i], places[i] = { x = i, y = 1 }, { x = 12 - i, y = 1 } end
    local place_of = assign(points, places)
    for i = 1, 6 do assert.equal(7 - i, place_of[i]) end
    local pick = random.new(5)
    for _ = 1, 20 do
      pick:shuffle(points)
      pick:shuffle(places)
      place_of = assign(points, places)
      for i = 1, 6 do assert.equal(points[i].x + 5, places[place_of[i]].x) end
    end
  end)

  -- All ways are equal then, which no other assignment makes shorter.
  it("keeps the places of a crowd that only moves on", function()
    local pick = random.new(6)
    for _, way in ipairs { { 3, 5 }, { -40, 0 }, { 0, 17 }, { -2, -1 }, { 0, 0 } } do
      for _, n in ipairs { 64, 65, 100, 150 } do
        local points, places = scattered(pick, n, 60), {}
        for i, one in ipairs(points) do
          places[i] = { x = one.x + way[1], y = one.y + way[2] }
        end
        pick:shuffle(places)
        local place_of = assign(points, places)
        for i, one in ipairs(points) do
          local place = places[place_of[i]]
          assert.same({ one.x + way[1], one.y + way[2] }, { place.x, place.y })
        end
      end
    end
  end)

  local SHAPES = {}

  function SHAPES.near(pick, n) return scattered(pick, n, 40), scattered(pick, n, 40) end

  function SHAPES.far(pick, n)
    local points, places = scattered(pick, n, 40), scattered(pick, n, 40)
    for _, place in ipairs(places) do place.x, place.y = place.x + 200, place.y - 30 end
    return points, places
  end

  function SHAPES.unfolding(pick, n)
    local points, places = {}, {}
    for i = 0, n - 1 do
      points[i + 1] = { x = i, y = 7 }
      places[i + 1] = { x = n + i % 12, y = math.floor(i / 12) }
    end
    return pick:shuffle(points), pick:shuffle(places)
  end

  -- Many are assigned block by block.
  it("has the least sum up to 64, and above at most a tenth more, if places are near", function()
    local most = { near = 1.1, far = 1.001, unfolding = 1.001 }
    for name, shape in pairs(SHAPES) do
      for _, n in ipairs { 20, 64, 65, 130 } do
        local points, places = shape(random.new(n), n)
        local place_of = assign(points, places)
        assert.is_true(is_permutation(place_of, n))
        local ratio = sum(points, places, place_of) / least_of_many(points, places)
        assert.is_true(ratio <= (n <= 64 and 1.0001 or most[name]), name .. n .. ": " .. ratio)
      end
    end
  end)

  -- The pairs that are looked at across blocks end somewhere among so many.
  it("is a permutation for more than it can look through", function()
    local points, places = SHAPES.near(random.new(9), 700)
    assert.is_true(is_permutation(assign(points, places), 700))
  end)

  it("is empty for nobody", function()
    assert.same({}, assign({}, {}))
  end)

  it("takes places far from the map, and no others", function()
    local far = { { x = 5e8, y = -5e8 }, { x = -1e300, y = 0 / 0 } }
    assert.same({ 2, 1 }, assign({ { x = 1, y = 1 }, { x = -9, y = 1 } }, far))
    local ok, message = pcall(map._assign, map, { { x = 1, y = 1 } }, {})
    assert.is_false(ok)
    assert.matches("as many places as points expected", message)
  end)
end)
