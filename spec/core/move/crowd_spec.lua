-- Crowds: units that move together, where there is little room; see also collision_spec.lua.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"
local until_all_stand = require "support.until_all_stand"

--- The units of a picture: a block of capitals is a unit of that size, and has its goal where the
-- upper left cell of the block would be at the small letter. Without one it stands.
local function scene(rows)
  local units, goals, terrain, classes = {}, {}, {}, {}
  for y, row in ipairs(rows) do terrain[y] = row:gsub("%a", ".") end
  local map = astar.map { rows = terrain }
  local red = map:player("red"):reveal()
  local function class(size)
    classes[size] = classes[size] or map:class { size = size }
    return classes[size]
  end
  for y, row in ipairs(rows) do
    for x, letters in row:gmatch("()(%a+)") do
      for offset = 0, #letters - 1 do
        local letter = letters:sub(offset + 1, offset + 1)
        local at = { x = x + offset, y = y }
        if letter:match "%l" then
          goals[#goals + 1] = { name = letter:upper(), at = at }
        elseif not units[letter] then
          local size = #letters:match("^" .. letter .. "+", offset + 1)
          units[letter] = red:unit { x = at.x, y = y, class = class(size), speed = 1,
            avoidance = "yield" }
        end
      end
    end
  end
  for _, goal in ipairs(goals) do
    local unit = units[goal.name]
    unit:follow_path(assert(unit:path(goal.at.x, goal.at.y, { claims = false, occupancy = false })))
  end
  return map, units
end

local where = maps.where

describe("where there is little room #quick", function()
  it("one that wants out of a dead end and one that wants in change places", function()
    local map, units = scene {
      "######...",
      "bA....B.a",
      "######...",
    }
    assert.is_truthy(until_all_stand(map, 60))
    assert.same({ "9,2", "1,2" }, { where(units.A), where(units.B) })
  end)

  it("two pass each other in a corridor of length 100 with one bay", function()
    local map = astar.map { rows = { ("#"):rep(50) .. "." .. ("#"):rep(49), ("."):rep(100) } }
    local red = map:player("red"):reveal()
    local a = red:unit { x = 1, y = 2, speed = 1, avoidance = "yield" }
    local b = red:unit { x = 100, y = 2, speed = 1, avoidance = "yield" }
    a:follow_path(map:path(1, 2, 100, 2))
    b:follow_path(map:path(100, 2, 1, 2))
    assert.is_truthy(until_all_stand(map, 110))
    assert.same({ "100,2", "1,2" }, { where(a), where(b) })
  end)

  describe("two columns in a corridor with one bay", function()
    --- A corridor with a bay above it at `bay`, closed at its ends, or with rooms of 5 x 4 there.
    local function corridor(length, bay, has_rooms)
      local above = ("#"):rep(bay - 1) .. "." .. ("#"):rep(length - bay)
      if not has_rooms then return astar.map { rows = { above, ("."):rep(length) } }, 2 end
      local rows = { ("#"):rep(length), above, ("."):rep(length), ("#"):rep(length) }
      for y, row in ipairs(rows) do rows[y] = "....." .. row .. "....." end
      return astar.map { rows = rows }, 3
    end

    --- Ticks until so many from each end are at the other, the first as far as it can (nil: never).
    local function pass(map, y, count, most)
      local red, units = map:player("red"):reveal(), {}
      local function send(x, goal)
        local unit = red:unit { x = x, y = y, speed = 1, avoidance = "yield" }
        unit:follow_path(unit:path(goal, y, { claims = false, occupancy = false }))
        units[#units + 1] = { unit = unit, goal = goal }
      end
      for i = 1, count do
        send(count + 1 - i, map.width + 1 - i)
        send(map.width - count + i, i)
      end
      for tick = 1, most do
        map:tick()
        local home = true
        for _, one in ipairs(units) do
          home = home and one.unit.x == one.goal and one.unit.y == y
        end
        if home then return tick end
      end
      return nil
    end

    for count = 2, 3 do
      it(("of %d get past each other, with rooms at the ends of its 100 cells"):format(count),
        function()
          local map, y = corridor(100, 51, true)
          assert.is_number(pass(map, y, count, 250))
        end)

      it(("of %d get past each other, closed at the ends of its 100 cells"):format(count),
        function()
          local map, y = corridor(100, 51, false)
          assert.is_number(pass(map, y, count, 500))
        end)
    end

    it("of 2 get past each other wherever the bay is", function()
      for _, length in ipairs { 24, 37, 64, 80, 100 } do
        for _, tenths in ipairs { 3, 4, 5 } do
          local bay = math.floor(length * tenths / 10) + 1
          local map, y = corridor(length, bay, false)
          assert(pass(map, y, 2, 20 * length), ("a bay at %d of %d"):format(bay, length))
        end
      end
    end)
  end)

  it("a ring that is full but for one cell turns", function()
    local map = astar.map { rows = { "....", ".##.", "...." } }
    local red, units = map:player("red"):reveal(), {}
    local ring = { { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 1 }, { 4, 2 }, { 4, 3 }, { 3, 3 }, { 2, 3 },
      { 1, 3 }, { 1, 2 } }
    for i = 1, 9 do
      units[i] = red:unit { x = ring[i][1], y = ring[i][2], speed = 1, avoidance = "yield" }
    end
    for i = 1, 9 do
      local goal = ring[(i + 4) % 10 + 1]
      units[i]:follow_path(map:path(units[i].x, units[i].y, goal[1], goal[2]))
    end
    assert.is_truthy(until_all_stand(map, 60))
    for i = 1, 9 do
      local goal = ring[(i + 4) % 10 + 1]
      assert.equal(goal[1] .. "," .. goal[2], where(units[i]))
    end
  end)

  it("one that was sent where another stands stays beside it", function()
    local map, units = scene { "........", "AA..BBb.", "AAa.BB..", "........" }
    for _, unit in pairs(units) do unit:stop() end
    local a, b = units.A, units.B
    a:follow_path(a:path(5, 2, { occupancy = false }))
    for _ = 1, 30 do map:tick() end
    for _ = 1, 30 do
      map:tick()
      assert.same({ "3,2", "5,2" }, { where(a), where(b) })
    end
  end)

  it("one that has lost its place to another finds itself one beside it", function()
    local map, units = scene { "........", "A......a", "........" }
    local passer = units.A
    local guard = passer.player:unit { x = 4, y = 2, speed = 1, avoidance = "yield" }
    for _ = 1, 20 do
      if where(passer) == "4,2" then break end
      map:tick()
    end
    passer:stop()
    for _ = 1, 20 do map:tick() end
    local at = where(guard)
    assert(math.abs(guard.x - 4) <= 1 and math.abs(guard.y - 2) <= 1, at)
    for _ = 1, 30 do
      map:tick()
      assert.same({ "4,2", at }, { where(passer), where(guard) })
    end
  end)

  it("a full ring turns, too", function()
    local map = astar.map { rows = { "..", ".." } }
    local red, units = map:player("red"):reveal(), {}
    local ring = { { 1, 1 }, { 2, 1 }, { 2, 2 }, { 1, 2 } }
    for i, at in ipairs(ring) do
      units[i] = red:unit { x = at[1], y = at[2], speed = 1, avoidance = "yield" }
    end
    for i = 1, 4 do
      local goal = ring[i % 4 + 1]
      units[i]:follow_path(map:path(units[i].x, units[i].y, goal[1], goal[2]))
    end
    map:tick()
    for i = 1, 4 do
      local goal = ring[i % 4 + 1]
      assert.equal(goal[1] .. "," .. goal[2], where(units[i]))
    end
  end)

  it("a crowd at a door gets through", function()
    local rows = {}
    for y = 1, 12 do rows[y] = ("."):rep(12) .. (y == 6 and "." or "#") .. ("."):rep(12) end
    local map = astar.map { rows = rows }
    local red, units = map:player("red"):reveal(), {}
    for i = 0, 47 do
      local x, y = 1 + i % 8, 1 + math.floor(i / 8) * 2
      units[i + 1] = red:unit { x = x, y = y, speed = 0.5, avoidance = "yield" }
    end
    for _, unit in ipairs(units) do
      unit:follow_path(map:path(unit.x, unit.y, unit.x + 16, unit.y))
    end
    -- one unit after the other, at two ticks a step
    assert.is_truthy(until_all_stand(map, 2 * 48 + 2 * 40))
    for i, unit in ipairs(units) do
      assert.same({ 17 + (i - 1) % 8, 1 + math.floor((i - 1) / 8) * 2 }, { unit.x, unit.y })
    end
  end)

  it("units of different speeds and phases go on", function()
    local map = astar.map { rows = { "..............", ".############.", ".............." } }
    local red, random, units = map:player("red"):reveal(), new_random(5), {}
    local arrived = 0
    for x = 1, 14 do
      for y = 1, 3, 2 do
        units[#units + 1] = red:unit { x = x, y = y, avoidance = "yield",
          speed = ({ 0.25, 0.3, 0.5, 1 })[random:int(1, 4)] }
      end
    end
    for _ = 1, 2000 do
      for _, unit in ipairs(units) do
        if unit.state == "standing" then
          local path = unit:path(random:int(1, 14), random:int(1, 2) * 2 - 1,
            { occupancy = false, claims = false })
          unit:follow_path(path)
        end
      end
      map:tick()
      for kind in map:events() do arrived = arrived + (kind == "arrived" and 1 or 0) end
    end
    assert(arrived > 500, arrived .. " arrivals")
  end)
end)

--- Two rooms ten units wide and high, joined by a corridor one unit wide and eight long.
local function rooms(size)
  local rows, room = {}, ("."):rep(10 * size)
  for y = 1, 10 * size do
    local open = y > 4 * size and y <= 5 * size
    rows[y] = room .. (open and "." or "#"):rep(8 * size) .. room
  end
  return astar.map { rows = rows }
end

--- Places of units that do not overlap, in any order.
local function places(random, x, size)
  local list = {}
  for i = 0, 99 do
    list[i + 1] = { x = x + i % 10 * size, y = 1 + math.floor(i / 10) * size }
  end
  return random:shuffle(list)
end

--- So many units of a size change sides. Returns the ticks that they took (nil: not all have
-- arrived), and the length of the longest of their paths.
local function change_sides(seed, size, count)
  local random, map = new_random(seed), rooms(size)
  local red, class = map:player("red"):reveal(), map:class { size = size }
  local right, units, longest = map.width - 10 * size + 1, {}, 0
  local starts = { places(random, 1, size), places(random, right, size) }
  local goals = { places(random, right, size), places(random, 1, size) }
  for i = 1, count do
    local side = i % 2 + 1
    local at, goal = table.remove(starts[side]), table.remove(goals[side])
    local unit = red:unit { x = at.x, y = at.y, class = class, speed = 1, avoidance = "yield" }
    local path = map:path(at.x, at.y, goal.x, goal.y, { class = class })
    units[i], longest = { unit = unit, goal = goal }, math.max(longest, #path)
    unit:follow_path(path)
  end
  while map.ticks < 20 * longest do
    map:tick()
    local home = true
    for _, one in ipairs(units) do
      home = home and one.unit.x == one.goal.x and one.unit.y == one.goal.y
    end
    if home then return map.ticks, longest end
  end
  return nil, longest
end

describe("two crowds of large units #quick", function()
  local CROWDS = { { size = 2, count = 20, most = 4 }, { size = 3, count = 6, most = 5 } }

  for _, crowd in ipairs(CROWDS) do
    it(("of %d x %d get through a corridor against each other"):format(crowd.size, crowd.size),
      function()
        for seed = 1, 30 do
          local ticks, ideal = change_sides(seed, crowd.size, crowd.count)
          assert(ticks, ("seed %d: not all have arrived"):format(seed))
          assert(ticks <= crowd.most * ideal, ("seed %d: %d ticks instead of %d"):format(seed,
            ticks, ideal))
        end
      end)
  end
end)
