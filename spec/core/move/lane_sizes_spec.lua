-- Lanes and making way for units of several cells: each cell that a unit covers takes part.

local astar = require "astar"
local new_random = require "support.random"

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

local function where(unit) return unit.x .. "," .. unit.y end

local function until_all_stand(map, most)
  for count = 1, most do
    map:tick()
    local standing = true
    for unit in map:units() do standing = standing and unit.state == "standing" end
    if standing then return count end
  end
end

describe("a lane of two cells' width", function()
  -- Whether a unit of 2 x 2 waits, by what is in the lane before it.
  local CASES = {
    { "B...", "....", "west", true }, { "....", "B...", "west", true },
    { "BB..", "BB..", "west", true }, { "B...", "....", "east", false },
    { "....", "B...", "east", false }, { "BB..", "BB..", "east", false },
  }

  it("is not entered while anybody comes against the unit in any of its cells", function()
    for _, case in ipairs(CASES) do
      local west = case[3] == "west"
      local map, units = scene {
        (west and "b" or ".") .. "......########.......",
        "...AA....." .. case[1] .. "....." .. (west and "." or "b") .. "..",
        "...AA....." .. case[2] .. "....a...",
        ".......########.......",
      }
      map:tick()
      assert.same({ case, case[4] }, { case, units.A.x == 4 })
    end
  end)

  it("keeps waiting units in their queue", function()
    local map, units = scene {
      "..............############..............",
      "..............############..............",
      "AABBCCDDEE..............FF.....abcde....",
      "AABBCCDDEE..............FF..............",
      "..............############..............",
      "f.............############..............",
      "........................................",
    }
    for _ = 1, 8 do
      map:tick()
      assert.same({ "1,3", "3,3", "5,3", "7,3", "9,3" }, { where(units.A), where(units.B),
        where(units.C), where(units.D), where(units.E) })
    end
    assert.is_not_nil(until_all_stand(map, 120))
  end)

  it("is left free by one that stands before it, though it takes two steps", function()
    local map, units = scene {
      "########......",
      "########......",
      "a.......SSAA..",
      "........SSAA..",
      "########......",
      "########......",
    }
    assert.is_not_nil(until_all_stand(map, 30))
    assert.same({ "1,3", "9,3" }, { where(units.A), where(units.S) })
  end)

  it("is not kept by those that only come past its mouth", function()
    local map, units = scene {
      "....BB########......",
      "....BB########......",
      "..................a.",
      "....................",
      "....AA########......",
      "....AA########......",
      "....b.########......",
      "......########......",
    }
    assert.is_not_nil(until_all_stand(map, 40))
    assert.same({ "19,3", "5,7" }, { where(units.A), where(units.B) })
  end)
end)

-- ---- crossings ----------------------------------------------------------------------------------

local DIAGONALS = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }

local function covers(x, y, size, at_x, at_y)
  return at_x >= x and at_x < x + size and at_y >= y and at_y < y + size
end

-- Does a step of one cell from p to q cross that of a cell of a unit that steps from 10, 10?
local function crosses(size, step, p, q)
  if (q.x - p.x) * step[1] == (q.y - p.y) * step[2] then return false end
  for x = 10, 9 + size do
    for y = 10, 9 + size do
      if 2 * x + step[1] == p.x + q.x and 2 * y + step[2] == p.y + q.y then return true end
    end
  end
  return false
end

describe("a step on a diagonal", function()
  -- One cell is under way from p to q; then a unit of this size wants to step from 10, 10.
  local function try(size, step, p, q)
    local map = astar.map { width = 20, height = 20 }
    local red, class = map:player("red"):reveal(), map:class { size = size }
    local slow = red:unit { x = p.x, y = p.y, speed = 0.25 }
    slow:follow_path(map:path(p.x, p.y, q.x, q.y))
    map:tick()
    local unit = red:unit { x = 10, y = 10, speed = 1, class = class }
    unit:follow_path(map:path(10, 10, 10 + 3 * step[1], 10 + 3 * step[2], { class = class }))
    map:tick()
    return unit.x ~= 10
  end

  it("crosses that of no other unit, with none of the unit's cells", function()
    for size = 1, 3 do
      for _, step in ipairs(DIAGONALS) do
        for x = 8, 12 + size do
          for y = 8, 12 + size do
            local free = not covers(10, 10, size, x, y) and
              not covers(10 + step[1], 10 + step[2], size, x, y)
            for _, from in ipairs(free and DIAGONALS or {}) do
              local p, q = { x = x - from[1], y = y - from[2] }, { x = x, y = y }
              assert.same({ size, step, p, q, not crosses(size, step, p, q) },
                { size, step, p, q, try(size, step, p, q) })
            end
          end
        end
      end
    end
  end)
end)

-- ---- crowds -------------------------------------------------------------------------------------

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
  for i = #list, 2, -1 do
    local k = random:int(1, i)
    list[i], list[k] = list[k], list[i]
  end
  return list
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

describe("two crowds of large units", function()
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
