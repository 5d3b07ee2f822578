-- Peaks and slopes of influence maps, against their definitions.

local astar = require "astar"
local new_random = require "support.random"
local says = require "support.says"

local DIRECTIONS = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 },
  { -1, -1 } }

--- Few values, so that many are the same.
local function random_hills(random)
  local map = astar.map { width = random:int(1, 60), height = random:int(1, 50) }
  local hills = map:influence "hills"
  for _ = 1, random:int(0, 30) do
    hills:add(random:int(1, map.width), random:int(1, map.height), random:int(-3, 9),
      random:int(0, 9))
  end
  return map, hills
end

local function each_cell(map)
  local i = -1
  return function()
    i = i + 1
    if i < map.width * map.height then return i % map.width + 1, math.floor(i / map.width) + 1 end
  end
end

local function comes_before(a, b)
  if a.value ~= b.value then return a.value > b.value end
  return a.y < b.y or (a.y == b.y and a.x < b.x)
end

local function peaks_of(map, hills, least, apart)
  local list = {}
  for x, y in each_cell(map) do
    local spot, is_peak = { x = x, y = y, value = hills:get(x, y) }, true
    for ny = math.max(1, y - apart), math.min(map.height, y + apart) do
      for nx = math.max(1, x - apart), math.min(map.width, x + apart) do
        local other = { x = nx, y = ny, value = hills:get(nx, ny) }
        if comes_before(other, spot) then is_peak = false end
      end
    end
    if is_peak and spot.value >= least then list[#list + 1] = spot end
  end
  table.sort(list, comes_before)
  return list
end

local function first(list, n)
  return { table.unpack(list, 1, math.min(n, #list)) }
end

local function max_near(map, hills, x, y, radius)
  local best
  for nx, ny in each_cell(map) do
    local spot = { x = nx, y = ny, value = hills:get(nx, ny), far = (nx - x) ^ 2 + (ny - y) ^ 2 }
    local better = not best or spot.value > best.value or
      (spot.value == best.value and spot.far < best.far)
    if spot.far <= radius ^ 2 and better then best = spot end
  end
  return { best.x, best.y, best.value }
end

local function step(map, hills, x, y, sign)
  local best, most = {}, 0
  for _, d in ipairs(DIRECTIONS) do
    local nx, ny = x + d[1], y + d[2]
    local inside = nx >= 1 and ny >= 1 and nx <= map.width and ny <= map.height
    local rise = inside and (hills:get(nx, ny) - hills:get(x, y)) * sign or 0
    if rise > most then best, most = { nx, ny, hills:get(nx, ny) }, rise end
  end
  return best
end

local function gradient(map, hills, x, y)
  local function at(nx, ny)
    return hills:get(math.min(math.max(nx, 1), map.width), math.min(math.max(ny, 1), map.height))
  end
  return { at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1) }
end

describe("peaks and slopes of an influence map", function()
  it("is that of the definition, on random maps", function()
    for seed = 1, 12 do
      local random = new_random(seed)
      local map, hills = random_hills(random)
      local n, least, apart = random:int(1, 12), random:int(1, 4), random:int(0, 20)
      local expected = first(peaks_of(map, hills, least, apart), n)
      assert.same(expected, hills:peaks(n, { min = least, apart = apart }))
      for _ = 1, 20 do
        local x, y, radius = random:int(1, map.width), random:int(1, map.height), random:int(0, 30)
        assert.same(max_near(map, hills, x, y, radius), { hills:max_near(x, y, radius) })
        assert.same(step(map, hills, x, y, -1), { hills:downhill(x, y) })
        assert.same(step(map, hills, x, y, 1), { hills:uphill(x, y) })
        assert.same(gradient(map, hills, x, y), { hills:gradient(x, y) })
      end
    end
  end)

  it("has a peak for each plateau, and none where all is 0", function()
    local map = astar.map { width = 40, height = 3 }
    local hills = map:influence "hills"
    assert.same({}, hills:peaks(5))
    for x = 3, 30 do hills:set(x, 2, 7) end
    assert.same({ { x = 3, y = 2, value = 7 } }, hills:peaks(5))
    assert.equal(28, #hills:peaks(99, { apart = 0 }))
    assert.same({}, hills:peaks(5, { min = 8 }))
  end)

  it("leads downhill to a least value, and no further", function()
    local map = astar.map { width = 9, height = 9 }
    local hills = map:influence("hills"):add(1, 1, 90, 12)
    local x, y = 2, 2
    while hills:downhill(x, y) do x, y = hills:downhill(x, y) end
    assert.same({ 9, 9 }, { x, y })
  end)

  it("takes the greatest distance apart that there is", function()
    local hills = astar.map { width = 300, height = 1 } :influence "hills"
    for i, x in ipairs { 1, 256, 300 } do hills:set(x, 1, 10 + i) end
    assert.same({ { x = 300, y = 1, value = 13 }, { x = 1, y = 1, value = 11 } },
      hills:peaks(9, { apart = 254 }))
    assert.same({ { x = 300, y = 1, value = 13 } }, hills:peaks(9, { apart = 255 }))
  end)

  it("checks its arguments", function()
    local hills = astar.map { width = 9, height = 5 } :influence "hills"
    says("n = 0 is out of range, 1 to 65535", function() hills:peaks(0) end)
    says("n = nil is not an integer", function() hills:peaks() end)
    says("min = 0 is out of range, 1 to 65535", function() hills:peaks(1, { min = 0 }) end)
    says("apart = 256 is out of range, 0 to 255", function() hills:peaks(1, { apart = 256 }) end)
    says("peaks: unknown key 'most')", function()
      hills:peaks(1, { most = 1 })
    end)
    says("radius = 256 is out of range, 0 to 255", function() hills:max_near(1, 1, 256) end)
    says("bad argument #1 to 'downhill' (x = 10 is outside the map, 1 to 9)", function()
      hills:downhill(10, 1)
    end)
    says("y = 0 is outside the map, 1 to 5", function() hills:uphill(1, 0) end)
    says("x = nil is not an integer", function() hills:gradient() end)
    hills:remove()
    says("influence was removed", function() hills:peaks(1) end)
  end)
end)
