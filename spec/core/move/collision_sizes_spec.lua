-- Collisions of units of several cells: each cell that a unit covers takes part in each rule.

local astar = require "astar"
local cases = require "support.cases"
local new_random = require "support.random"

local STEPS = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 },
  { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 } }

--- Calls visit(size, step, x, y) for each cell that a unit at 10, 10, of a size up to `largest`,
-- comes to cover in a step, and did not cover before.
local function each_cell_entered(largest, visit)
  for size = 1, largest do
    for _, step in ipairs(STEPS) do
      for x = 10 + step[1], 9 + step[1] + size do
        for y = 10 + step[2], 9 + step[2] + size do
          local before = x >= 10 and x < 10 + size and y >= 10 and y < 10 + size
          if not before then visit(size, step, x, y) end
        end
      end
    end
  end
end

local function at_10(size, step, rule)
  local map = astar.map { width = 24, height = 24 }
  local red, class = map:player("red"):reveal(), map:class { size = size }
  local unit = red:unit { x = 10, y = 10, class = class, speed = 1, avoidance = rule }
  local x, y = 10 + 6 * step[1], 10 + 6 * step[2]
  unit:follow_path(map:path(10, 10, x, y, { class = class }))
  return map, unit, x, y, red
end

local function case(size, step, x, y)
  return ("size %d, step %d, %d, somebody at %d, %d"):format(size, step[1], step[2], x, y)
end

describe("a unit of several cells", function()
  it("goes round one that stands in any of the cells before it", function()
    each_cell_entered(3, function(size, step, x, y)
      local map, unit, goal_x, goal_y, red = at_10(size, step, "repath")
      red:unit { x = x, y = y }
      map:tick()
      map:tick()
      local kinds = {}
      for kind in map:events() do kinds[#kinds + 1] = kind end
      assert.same({ case(size, step, x, y), "rerouted" }, { case(size, step, x, y), kinds[1] })
      for _ = 1, 30 do map:tick() end
      assert.same({ goal_x, goal_y }, { unit.x, unit.y })
    end)
  end)

  it("asks every unit in the cells before it to make way", function()
    each_cell_entered(3, function(size, step, x, y)
      local map, unit, _, _, red = at_10(size, step, "yield")
      local other = red:unit { x = x, y = y, speed = 1, avoidance = "yield" }
      map:tick()
      assert.same({ case(size, step, x, y), 10 + step[1], 10 + step[2] },
        { case(size, step, x, y), unit.x, unit.y })
      assert.is_true(other.x ~= x or other.y ~= y)
      for _ = 1, 30 do map:tick() end
      assert.same({ x, y }, { other.x, other.y })
    end)
  end)

  it("keeps to its right where one that comes against it is in any of these cells", function()
    each_cell_entered(2, function(size, step, x, y)
      local map, unit, _, _, red = at_10(size, step, "keep_right")
      local other = red:unit { x = x, y = y, speed = 0.001 }
      other:follow_path(map:path(x, y, x - 6 * step[1], y - 6 * step[2]))
      map:tick()
      -- It meets the unit only if its next cell is one that the unit covers.
      local to_x, to_y = x - step[1], y - step[2]
      local meets = to_x >= 10 and to_x < 10 + size and to_y >= 10 and to_y < 10 + size
      assert.same({ case(size, step, x, y), meets },
        { case(size, step, x, y), unit.x ~= 10 or unit.y ~= 10 })
    end)
  end)
end)

-- ---- any map ------------------------------------------------------------------------------------

local RULES = { "wait", "repath", "keep_right", "yield", "yield", "yield" }
local SPEEDS = { 0.25, 0.5, 1 }

local function random_map(random)
  local rows, walls = {}, random:int(0, 25)
  for y = 1, random:int(8, 20) do
    local row = {}
    for x = 1, 24 do row[x] = random:int(1, 100) <= walls and "#" or "." end
    rows[y] = table.concat(row)
  end
  return astar.map { rows = rows }
end

--- Units of all sizes of up to two players, by any rules or by one; each with its class.
local function random_crowd(random, map, rule)
  local classes = { map:class {}, map:class { size = 2 }, map:class { size = 3 } }
  local players = { map:player("red"):reveal(), map:player("blue"):reveal() }
  local units = {}
  for _ = 1, 30 do
    local size = random:int(1, 3)
    local player = players[random:int(1, 4) == 1 and 2 or 1]
    local x, y = random:int(1, map.width), random:int(1, map.height)
    local unit = player:unit { x = x, y = y, sight = 5,
      class = classes[size], speed = SPEEDS[random:int(1, 3)],
      avoidance = rule or RULES[random:int(1, #RULES)] }
    if unit then units[#units + 1] = { unit = unit, size = size } end
  end
  return units
end

local function give_orders(random, map, units)
  for _, one in ipairs(units) do
    if one.unit.state == "standing" and random:int(1, 4) == 1 then
      local path = one.unit:path(random:int(1, map.width), random:int(1, map.height),
        { partial = true, occupancy = random:int(1, 2) == 1 })
      if path then one.unit:follow_path(path) end
    end
  end
end

--- Fails where a cell is not covered by just the unit that it should be, or is a wall.
local function check_cells(map, units)
  local covered = 0
  for _, one in ipairs(units) do
    for y = one.unit.y, one.unit.y + one.size - 1 do
      for x = one.unit.x, one.unit.x + one.size - 1 do
        assert(map:unit_at(x, y) == one.unit, "a unit is not where it should be")
        assert(map:get(x, y) ~= "wall", "a unit is in a wall")
      end
    end
    covered = covered + one.size * one.size
  end
  local found = 0
  for y = 1, map.height do
    for x = 1, map.width do found = found + (map:unit_at(x, y) and 1 or 0) end
  end
  assert.equal(covered, found)
end

--- Fails where cells of two units are on their ways across each other.
local function check_crossings(units)
  local middles = {}
  for _, one in ipairs(units) do
    local unit = one.unit
    if unit.fraction < 1 and unit.x ~= unit.from_x and unit.y ~= unit.from_y then
      for i = 0, one.size * one.size - 1 do
        local x = unit.x + unit.from_x + 2 * (i % one.size)
        local y = unit.y + unit.from_y + 2 * math.floor(i / one.size)
        assert(not middles[y * 1000 + x], "two units cross each other")
        middles[y * 1000 + x] = true
      end
    end
  end
end

describe("on any map, by any rules, units of several cells", function()
  it("are each in cells of their own, and step to neighbours only", function()
    for seed = 1, cases.of(8) do
      local random = new_random(seed)
      local map = random_map(random)
      local units = random_crowd(random, map)
      for _ = 1, 60 do
        give_orders(random, map, units)
        for _, one in ipairs(units) do one.x, one.y = one.unit.x, one.unit.y end
        map:tick()
        check_cells(map, units)
        check_crossings(units)
        for _, one in ipairs(units) do
          local dx, dy = math.abs(one.unit.x - one.x), math.abs(one.unit.y - one.y)
          assert(dx <= 1 and dy <= 1, "a unit has made two steps at once")
        end
      end
    end
  end)
end)

-- ---- the same as ever ---------------------------------------------------------------------------

--- Two rooms, joined by corridors one and two cells wide, of which one has a pocket.
local function halls()
  local room, wall = ("."):rep(8), ("#"):rep(8)
  local rows = {}
  for y = 1, 12 do
    local open = y == 3 or y == 7 or y == 8 or y == 11
    rows[y] = room .. (open and room or y == 4 and "#.######" or wall) .. room
  end
  return astar.map { rows = rows }
end

--- A number made of all positions in all ticks: it tells whether anything was done differently.
local function fingerprint(seed, rule)
  local random = new_random(seed)
  local map = seed % 2 == 0 and halls() or random_map(random)
  local units, sum = random_crowd(random, map, rule), 0
  for _ = 1, 150 do
    give_orders(random, map, units)
    map:tick()
    for _, one in ipairs(units) do
      sum = (sum * 31 + one.unit.x * 24 + one.unit.y) % 1000003
    end
  end
  return sum
end

-- Much of the collision rules could be otherwise, but a recorded game replays only if they stay as
-- they are. If you change a rule on purpose, change these numbers and say so in CHANGELOG.md.
local FINGERPRINTS = {
  wait = { 409444, 78143, 654428, 360658, 880723, 712655, 52254, 829149 },
  repath = { 383015, 169256, 55261, 766227, 265461, 886597, 550148, 57973 },
  keep_right = { 673552, 422013, 988724, 971402, 492107, 172565, 847777, 530937 },
  yield = { 685329, 858634, 412502, 307245, 831592, 603500, 707249, 201491 },
}

describe("crowds of units of all sizes", function()
  for _, rule in ipairs { "wait", "repath", "keep_right", "yield" } do
    it("do what they have always done, by the rule " .. rule, function()
      local found = {}
      for seed = 1, 8 do found[seed] = fingerprint(seed, rule) end
      assert.equal(table.concat(FINGERPRINTS[rule], " "), table.concat(found, " "))
    end)
  end
end)
