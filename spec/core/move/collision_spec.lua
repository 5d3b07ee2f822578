-- Collisions: what each rule does, case by case; crowds that meet; and what never happens.

local astar = require "astar"
local maps = require "support.maps"
local cases = require "support.cases"
local new_random = require "support.random"
local until_all_stand = require "support.until_all_stand"

--- Units by the letters of a picture: a capital has its goal where the small letter is; a unit
--- without a goal stands. All have the same rule, except those that `rules` names.
local function scene(rows, rule, rules)
  local starts, goals, order = {}, {}, {}
  for y, row in ipairs(rows) do
    for x = 1, #row do
      local letter = row:sub(x, x)
      if letter:match "%u" then
        starts[letter] = { x = x, y = y }
        order[#order + 1] = letter
      elseif letter:match "%l" then
        goals[letter:upper()] = { x = x, y = y }
      end
    end
  end
  table.sort(order)
  local terrain = {}
  for y, row in ipairs(rows) do terrain[y] = row:gsub("%a", ".") end
  local map = astar.map { rows = terrain }
  local red, units = map:player("red"):reveal(), {}
  for _, letter in ipairs(order) do
    local at = starts[letter]
    units[letter] = red:unit { x = at.x, y = at.y, speed = 1,
      avoidance = rules and rules[letter] or rule }
  end
  for letter, goal in pairs(goals) do
    local unit = units[letter]
    unit:follow_path(map:path(unit.x, unit.y, goal.x, goal.y))
  end
  return map, units
end

local events, where = maps.events, maps.where

describe("the rule of a unit", function()
  it("is to wait, unless it is given another", function()
    local map = astar.map { rows = { "..." } }
    local unit = map:player("red"):unit { x = 1, y = 1 }
    assert.equal("wait", unit.avoidance)
    unit.avoidance = "yield"
    assert.equal("yield", unit.avoidance)
    assert.has_error(function() unit.avoidance = "shout" end)
    assert.has_error(function() map:player("red"):unit { x = 2, y = 1, avoidance = 1 } end)
  end)
end)

describe("a unit that waits", function()
  it("waits for one that comes against it for ever", function()
    local map, units = scene({ "......", "bA..Ba", "......" }, "wait")
    for _ = 1, 20 do map:tick() end
    assert.same({ "3,2", "4,2" }, { where(units.A), where(units.B) })
  end)
end)

describe("a unit that finds new paths", function()
  it("goes round one that stands, and says so", function()
    local map, units = scene({ "......", "A..S.a", "......" }, "repath")
    map:tick()
    map:tick()
    map:tick()
    assert.equal("waiting 1", events(map))
    local before = units.A.route
    map:tick()
    assert.equal("rerouted 1", events(map))
    assert.equal("moving", units.A.state)
    assert.are_not.equal(before, units.A.route)
    assert.same({ 6, 2 }, { units.A.route:cell(#units.A.route) })
    assert.equal(units.A.route, units.A.route)
    assert.is_truthy(until_all_stand(map, 6))
    assert.same({ "6,2", "4,2" }, { where(units.A), where(units.S) })
  end)

  it("goes round one that comes against it; the other goes straight on", function()
    for _, row in ipairs { "bA...Ba", "bA..Ba." } do
      local map, units = scene({ ".......", row, "......." }, "repath")
      local rerouted = 0
      for _ = 1, 12 do
        map:tick()
        rerouted = rerouted + select(2, events(map):gsub("rerouted", ""))
      end
      local a, b = row:find "a", row:find "b"
      assert.same({ a .. ",2", b .. ",2", 1 }, { where(units.A), where(units.B), rerouted })
    end
  end)

  it("waits for one that crosses its way", function()
    local map, units = scene({ "....B.", "......", "..A..a", "......", "....b." }, "repath")
    units.B.speed = 0.5
    local route = units.A.route
    repeat
      map:tick()
      if units.A.state == "waiting" then assert.equal("moving", units.B.state) end
      if units.A.route then assert.equal(route, units.A.route) end
    until units.A.state == "standing"
    assert.equal("6,3", where(units.A))
  end)

  it("waits where there is no other way, and goes on when it is free", function()
    local map, units = scene({ "A..S.a", "######" }, "repath")
    for _ = 1, 40 do map:tick() end
    assert.same({ "3,1", "waiting" }, { where(units.A), units.A.state })
    units.S:remove()
    assert.is_truthy(until_all_stand(map, 20))
    assert.equal("6,1", where(units.A))
  end)

  it("finds them within a number of nodes a tick, however few", function()
    local map, units = scene({ "........", "A..S...a", "...#....", "........" }, "repath")
    assert.equal(4096, map.reroute_budget)
    map.reroute_budget = 1
    local ticks = 0
    repeat
      map:tick()
      ticks = ticks + 1
    until units.A.state == "standing" or ticks == 100
    assert.equal("8,2", where(units.A))
    assert.has_error(function() map.reroute_budget = 0 end)
  end)
end)

describe("a unit that keeps to its right", function()
  it("passes one that comes against it, and is back on its path", function()
    local map, units = scene({ "......", "bA..Ba", "......" }, "keep_right")
    local path = units.A.route
    map:tick()
    map:tick()
    assert.same({ "4,3", "3,2" }, { where(units.A), where(units.B) })
    assert.equal(path, units.A.route)
    assert.is_truthy(until_all_stand(map, 6))
    assert.same({ "6,2", "1,2" }, { where(units.A), where(units.B) })
  end)

  it("finds a new path where there is no room", function()
    local map, units = scene({ "bA..Ba", ".####.", "......" }, "keep_right", { B = "wait" })
    assert.is_truthy(until_all_stand(map, 60))
    assert.same({ "6,1", "1,1" }, { where(units.A), where(units.B) })
  end)
end)

describe("units that make way", function()
  it("let one through that has somewhere to go, and return", function()
    local map, units = scene({ "......", "A..S.a", "......" }, "yield")
    for _ = 1, 3 do map:tick() end
    assert.same({ "4,2", "standing" }, { where(units.A), units.S.state })
    assert.is_true(units.S.y ~= 2)
    assert.is_truthy(until_all_stand(map, 3))
    assert.same({ "6,2", "4,2", 0 }, { where(units.A), where(units.S), map.wait_ticks })
  end)

  it("leave the right of way to the lower id", function()
    local map, units = scene({ "......", "bA..Ba", "......" }, "yield")
    assert.is_truthy(until_all_stand(map, 8))
    assert.same({ "6,2", "1,2" }, { where(units.A), where(units.B) })
  end)

  it("back out of a lane for one that was in it", function()
    local map, units = scene({ "#.#####", "bA...Ba", "#######" }, "yield")
    assert.is_truthy(until_all_stand(map, 40))
    assert.same({ "7,2", "1,2" }, { where(units.A), where(units.B) })
  end)

  it("let one out of a dead end before they go in", function()
    local map, units = scene({ "######...", "aB...A.b.", "######..." }, "yield")
    assert.is_truthy(until_all_stand(map, 40))
    assert.same({ "1,2", "8,2" }, { where(units.A), where(units.B) })
  end)

  it("go another way when they have waited for their turn for long", function()
    local map, units = scene({
      "......###......",
      "A..b...B......a",
      "......###......",
      "...............",
      "......###......",
    }, "yield", { B = "wait" })
    units.B.speed = 0
    for _ = 1, 60 do map:tick() end
    assert.same({ "15,2", "8,2" }, { where(units.A), where(units.B) })
  end)

  it("of two players make way where they see each other", function()
    local map = astar.map { rows = { "##.##", ".....", "##.##" } }
    local red, blue = map:player("red"):reveal(), map:player("blue"):reveal()
    local a = red:unit { x = 1, y = 2, speed = 1, avoidance = "yield" }
    local b = blue:unit { x = 3, y = 2, speed = 1, avoidance = "yield" }
    a:follow_path(map:path(1, 2, 5, 2))
    for _ = 1, 3 do map:tick() end
    assert.same({ "2,2", "3,2" }, { where(a), where(b) })
    red:see(3, 2, 3)
    blue:see(3, 2, 3)
    for _ = 1, 8 do map:tick() end
    assert.same({ "5,2", "3,2" }, { where(a), where(b) })
  end)

  it("are not moved where they have another rule, or cannot move", function()
    for _, how in ipairs { "rule", "speed" } do
      local map, units = scene({ ".....", "A.S.a", "....." }, "yield",
        { S = how == "rule" and "wait" or nil })
      if how == "speed" then units.S.speed = 0 end
      assert.is_truthy(until_all_stand(map, 60))
      assert.same({ "5,2", "3,2" }, { where(units.A), where(units.S) })
    end
  end)

  it("may be of several cells", function()
    local map = astar.map { width = 12, height = 6 }
    local red, big = map:player("red"):reveal(), map:class { size = 2 }
    local a = red:unit { x = 1, y = 3, class = big, speed = 1, avoidance = "yield" }
    local b = red:unit { x = 11, y = 3, class = big, speed = 1, avoidance = "yield" }
    local c = red:unit { x = 6, y = 3, speed = 1, avoidance = "yield" }
    a:follow_path(map:path(1, 3, 11, 3, { class = big }))
    b:follow_path(map:path(11, 3, 1, 3, { class = big }))
    for _ = 1, 40 do map:tick() end
    assert.same({ "11,3", "1,3", "6,3" }, { where(a), where(b), where(c) })
  end)
end)

-- ---- crowds -----------------------------------------------------------------------------------

--- Fails where two units are in one cell, or two have exchanged places in the last tick.
local function check_tick(map, units, before)
  local taken = {}
  for i, unit in ipairs(units) do
    local key = unit.y * map.width + unit.x
    assert(not taken[key], "two units in one cell")
    taken[key] = i
    assert(map:unit_at(unit.x, unit.y) == unit)
  end
  for i, unit in ipairs(units) do
    local other = before[unit.y * map.width + unit.x]
    local swapped = other and other ~= i and taken[before[-i]] == other
    assert(not swapped, "two units have exchanged places")
  end
  before = {}
  for key, i in pairs(taken) do
    before[key] = i
    before[-i] = key
  end
  return before
end

--- Different cells of a part of the map, in any order.
local function cells_of(random, x, width, height)
  local cells = {}
  for i = 0, width * height - 1 do
    cells[i + 1] = { x = x + i % width, y = 1 + math.floor(i / width) }
  end
  return random:shuffle(cells)
end

local function length_of(path)
  local length, last_x, last_y = 0, nil, nil
  for x, y in path:cells() do
    if last_x then length = length + (x ~= last_x and y ~= last_y and math.sqrt(2) or 1) end
    last_x, last_y = x, y
  end
  return length
end

--- Two crowds of `count`, each in its own part of the map, which is `width` columns wide, change
-- sides. Returns how many ticks they took (nil: they did not come to an end), how many the longest
-- of their paths takes alone: the ideal time, in which nobody ever waits; and the map. A unit
-- whose goal is closed in by others that do not make way need not arrive.
local function change_sides(seed, rule, rows, width, count, speed)
  local random = new_random(seed)
  local map = astar.map { rows = rows }
  local red, right = map:player("red"):reveal(), map.width - width + 1
  local starts = { cells_of(random, 1, width, map.height),
    cells_of(random, right, width, map.height) }
  local goals = { cells_of(random, right, width, map.height),
    cells_of(random, 1, width, map.height) }
  local units, aims, longest = {}, {}, 0
  for i = 1, 2 * count do
    local side = random:int(1, 2)
    if #starts[side] == width * map.height - count then side = 3 - side end
    local at, aim = table.remove(starts[side]), table.remove(goals[side])
    units[i] = red:unit { x = at.x, y = at.y, speed = speed, avoidance = rule }
    aims[i] = aim
  end
  for i, unit in ipairs(units) do
    local path = map:path(unit.x, unit.y, aims[i].x, aims[i].y)
    longest = math.max(longest, length_of(path))
    unit:follow_path(path)
  end
  local ideal, before = math.ceil(longest / speed), {}
  local function is_home(i)
    local unit, aim = units[i], aims[i]
    if unit.state ~= "standing" then
      return rule ~= "yield" and map.ticks > ideal and
        select(2, unit:path(aim.x, aim.y)) == "crowded"
    end
    return unit.x == aim.x and unit.y == aim.y
  end
  while map.ticks < 20 * ideal do
    map:tick()
    if speed <= 1 then before = check_tick(map, units, before) end
    local home = 0
    while home < #units and is_home(home + 1) do home = home + 1 end
    if home == #units then return map.ticks, ideal, map end
  end
  return nil, ideal, map
end

local function corridor()
  local rows = {}
  for y = 1, 10 do
    rows[y] = ("."):rep(10) .. (y == 5 and "." or "#"):rep(8) .. ("."):rep(10)
  end
  return rows
end

local function field()
  local rows = {}
  for y = 1, 40 do rows[y] = ("."):rep(60) end
  return rows
end

describe("two crowds", function()
  it("of 20 get through a corridor one cell wide and 8 long, against each other", function()
    for _, speed in ipairs { 1, 0.25 } do
      for seed = 1, cases.of(2) do
        local ticks, ideal = change_sides(seed, "yield", corridor(), 10, 20, speed)
        assert(ticks, ("seed %d, speed %g: not all have arrived"):format(seed, speed))
        assert(ticks <= 4 * ideal, ("seed %d, speed %g: %d ticks instead of %d")
          :format(seed, speed, ticks, ideal))
      end
    end
  end)

  it("of 100 get through each other in an open field, by any rule but waiting", function()
    for rule, seeds in pairs { yield = 3, repath = 1, keep_right = 1 } do
      for seed = 1, cases.of(seeds) do
        local ticks, ideal = change_sides(seed, rule, field(), 15, 100, 1)
        assert(ticks, ("%s, seed %d: not all have arrived"):format(rule, seed))
        assert(ticks <= 2 * ideal, ("%s, seed %d: %d ticks instead of %d")
          :format(rule, seed, ticks, ideal))
      end
    end
  end)

  it("do the same again, to the last bit", function()
    for rule, rows in pairs { yield = corridor(), repath = field(), keep_right = field() } do
      local _, _, first = change_sides(3, rule, rows, 10, 20, 0.3)
      collectgarbage()
      local _, _, again = change_sides(3, rule, rows, 10, 20, 0.3)
      assert.equal(first:hash(), again:hash())
      assert.equal(first.wait_ticks, again.wait_ticks)
    end
  end)
end)

-- ---- any map ----------------------------------------------------------------------------------

--- Fails where two units are on their ways across each other, on the two diagonals of a square.
local function check_crossings(units)
  local middles = {}
  for _, unit in ipairs(units) do
    if unit.fraction < 1 and unit.x ~= unit.from_x and unit.y ~= unit.from_y then
      local middle = (unit.y + unit.from_y) * 1000 + unit.x + unit.from_x
      assert(not middles[middle], "two units cross each other")
      middles[middle] = true
    end
  end
end

--- Fails where a unit has not stepped to a neighbour that can be entered, or stayed.
local function check_steps(map, units, was)
  for i, unit in ipairs(units) do
    local dx, dy = math.abs(unit.x - was[i].x), math.abs(unit.y - was[i].y)
    assert(dx <= 1 and dy <= 1, "a unit has made two steps at once")
    assert(map:get(unit.x, unit.y) ~= "wall", "a unit is in a wall")
    was[i] = { x = unit.x, y = unit.y }
  end
end

local function random_rows(random, width, height)
  local walls, rows = random:int(0, 45), {}
  for y = 1, height do
    local row = {}
    for x = 1, width do row[x] = random:int(1, 100) <= walls and "#" or "." end
    rows[y] = table.concat(row)
  end
  return rows
end

local RULES = { "wait", "repath", "keep_right", "yield", "yield" }
local SPEEDS = { 0.3, 0.5, 1 }

local function random_crowd(random, map)
  local players = { map:player("red"):reveal(), map:player("blue") }
  local units, was = {}, {}
  for _ = 1, random:int(2, 40) do
    local x, y = random:int(1, map.width), random:int(1, map.height)
    local unit = players[random:int(1, 2)]:unit { x = x, y = y, sight = random:int(2, 6),
      speed = SPEEDS[random:int(1, 3)], avoidance = RULES[random:int(1, 5)] }
    if unit then
      units[#units + 1] = unit
      was[#was + 1] = { x = x, y = y }
    end
  end
  return units, was
end

local function give_orders(random, map, units)
  for _, unit in ipairs(units) do
    if unit.state == "standing" and random:int(1, 4) == 1 then
      local path = unit:path(random:int(1, map.width), random:int(1, map.height),
        { partial = true, occupancy = random:int(1, 2) == 1 })
      if path then unit:follow_path(path) end
    end
  end
end

describe("on any map, by any rules", function()
  it("no two are in one cell, none exchange places, none cross each other", function()
    for seed = 1, cases.of(8) do
      local random = new_random(seed)
      local map = astar.map { rows = random_rows(random, random:int(3, 20), random:int(3, 14)) }
      local units, was = random_crowd(random, map)
      local before = {}
      for _ = 1, 80 do
        give_orders(random, map, units)
        map:tick()
        before = check_tick(map, units, before)
        check_crossings(units)
        check_steps(map, units, was)
      end
    end
  end)
end)
