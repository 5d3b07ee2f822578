local assignment = require "astar.group.assignment"
local random = require "astar.world.random"

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
      local place_of = assignment.of(points, places)
      assert.is_true(is_permutation(place_of, n))
      assert.near(least(points, places), sum(points, places, place_of), 1e-6, "round " .. round)
    end
  end)

  -- Where places are close to each other many assignments are as good; one of them is taken.
  it("is one and the same of those that are as good", function()
    local pick, sums = random.new(6), {}
    for i, n in ipairs { 2, 9, 30, 64, 65, 66, 80, 100, 121 } do
      local points, places, total = scattered(pick, n, 12), scattered(pick, n, 12), 0
      for k, place in ipairs(assignment.of(points, places)) do
        total = (total * 31 + place * k) % 1000003
      end
      sums[i] = total
    end
    assert.same({ 64, 574796, 773342, 161243, 948275, 10617, 373769, 369229, 232205 }, sums)
  end)

  it("has no lines that cross, for few and for many", function()
    local pick = random.new(4)
    for _, n in ipairs { 2, 9, 30, 64, 65, 120 } do
      local points, places = scattered(pick, n, 40), scattered(pick, n, 40)
      local place_of = assignment.of(points, places)
      assert.is_true(is_permutation(place_of, n))
      assert.equal(0, crossings(points, places, place_of))
    end
  end)

  it("has nobody overtake another on one line", function()
    local points, places = {}, {}
    for i = 1, 6 do points[i], places[i] = { x = i, y = 1 }, { x = 12 - i, y = 1 } end
    local place_of = assignment.of(points, places)
    for i = 1, 6 do assert.equal(7 - i, place_of[i]) end
    local pick = random.new(5)
    for _ = 1, 20 do
      pick:shuffle(points)
      pick:shuffle(places)
      place_of = assignment.of(points, places)
      for i = 1, 6 do assert.equal(points[i].x + 5, places[place_of[i]].x) end
    end
  end)

  -- All ways are equal then, which no other assignment makes shorter. Many are sorted first. Then
  -- nothing is left to exchange, and each pair is looked at once, with 8 coordinates.
  it("keeps the places of a crowd that only moves on, at once", function()
    local pick, reads = random.new(6), 0
    local function watched(one)
      return setmetatable({}, { __index = function(_, key)
        reads = reads + 1
        return one[key]
      end })
    end
    for _, way in ipairs { { 3, 5 }, { -40, 0 }, { 0, 17 }, { -2, -1 }, { 0, 0 } } do
      for _, n in ipairs { 64, 65, 100, 150 } do
        local points, places, seen = scattered(pick, n, 60), {}, {}
        for i, one in ipairs(points) do
          places[i], seen[i] = { x = one.x + way[1], y = one.y + way[2] }, watched(one)
        end
        pick:shuffle(places)
        reads = 0
        local place_of = assignment.of(seen, places)
        assert.is_true(n <= 64 or reads <= 4 * n * (n - 1) + 10 * n, reads .. " reads for " .. n)
        for i, one in ipairs(points) do
          local place = places[place_of[i]]
          assert.same({ one.x + way[1], one.y + way[2] }, { place.x, place.y })
        end
      end
    end
  end)

  it("is empty for nobody", function()
    assert.same({}, assignment.of({}, {}))
  end)
end)
