-- Lanes and making way: which unit waits for which, how far it looks ahead, where it steps aside.

local astar = require "astar"

--- Two rooms, joined by a lane of so many cells in the middle row. Cells of a room that only lead
-- into the lane belong to it.
local function two_rooms(room, lane, height)
  local rows, middle = {}, math.floor((height + 1) / 2)
  for y = 1, height do
    rows[y] = ("."):rep(room) .. (y == middle and "." or "#"):rep(lane) .. ("."):rep(room)
  end
  return astar.map { rows = rows }, middle
end

local function walker(map, red, x, y, to_x)
  local unit = red:unit { x = x, y = y, speed = 1, avoidance = "yield" }
  unit:follow_path(map:path(x, y, to_x, y))
  return unit
end

describe("a lane", function()
  it("is not entered while somebody comes the other way, up to 256 cells ahead", function()
    for _, case in ipairs { { 1, false }, { 10, false }, { 256, false }, { 257, true } } do
      local map, y = two_rooms(3, 300, 3)
      local red = map:player("red"):reveal()
      local unit = walker(map, red, 2, y, map.width)
      walker(map, red, 2 + case[1], y, 1)
      map:tick()
      assert.same({ case[1], case[2] }, { case[1], unit.x == 3 })
    end
  end)

  it("keeps waiting units in their queue, whichever unit comes behind them", function()
    local map, y = two_rooms(12, 40, 5)
    local red, queue = map:player("red"):reveal(), {}
    for x = 4, 11 do queue[#queue + 1] = walker(map, red, x, y, map.width) end
    walker(map, red, 45, y, 1)
    for _ = 1, 14 do
      map:tick()
      for i, unit in ipairs(queue) do
        assert.same({ i, 3 + i, y, "waiting" }, { i, unit.x, unit.y, unit.state })
      end
    end
  end)

  it("has those wait in their queue, too, whose path leaves it", function()
    local map = astar.map { rows = {
      "........########....",
      "........########....",
      "........########....",
      "........########....",
      "....................",
      "........########....",
    } }
    local red, never = map:player("red"):reveal(), map:class { diagonal = "never" }
    local unit = red:unit { x = 4, y = 3, class = never, speed = 1, avoidance = "yield" }
    local other = red:unit { x = 4, y = 4, speed = 1, avoidance = "yield" }
    other:follow_path(map:path(4, 4, 20, 5))
    walker(map, red, 16, 5, 1)
    map:tick()
    local path = map:path(4, 3, 20, 5, { class = never })
    assert.same({ 4, 4, 4, 5 }, { select(1, path:cell(2)), select(2, path:cell(2)), path:cell(3) })
    unit:follow_path(path)
    for _ = 1, 5 do
      map:tick()
      assert.same({ 4, 3, 4, 4 }, { unit.x, unit.y, other.x, other.y })
    end
  end)

  -- How many units go in from the west until one goes in from the east.
  local function turn(lane, goal)
    local map, y = two_rooms(10, lane, 5)
    local red, west, entered = map:player("red"):reveal(), {}, 0
    local east = red:unit { x = lane + 15, y = y, speed = 1, avoidance = "yield" }
    for x = 1, 8 do west[x] = walker(map, red, x, y, goal) end
    map:tick()
    east:follow_path(map:path(east.x, y, 1, y))
    while east.x > lane + 11 and map.ticks < 2000 do
      local was = {}
      for i, unit in ipairs(west) do was[i] = unit.x end
      map:tick()
      for i, unit in ipairs(west) do
        if was[i] < 10 and unit.x == 10 then entered = entered + 1 end
        for x = 1, 9 do
          if unit.state == "standing" and not map:unit_at(x, y) then
            unit:place(x, y)
            unit:follow_path(map:path(x, y, goal, y))
          end
        end
      end
    end
    return entered
  end

  it("is for 16 units in a row, and four more for each cell of it", function()
    for lane = 1, 6 do                             -- and a cell of each room
      assert.same({ lane, 16 + 4 * (lane + 2) }, { lane, turn(lane, lane + 14) })
      assert.same({ lane, 16 + 4 * (lane + 2) }, { lane, turn(lane, lane + 11) })
    end
  end)

  it("is saved when somebody has used it, and no other", function()
    local map, y = two_rooms(3, 5, 3)
    local function bytes_of_lanes()
      local saved = map:save()
      return saved:find("TIME", 1, true) - saved:find("LANE", 1, true)
    end
    local empty = bytes_of_lanes()
    assert.is_true(empty <= 16)
    walker(map, map:player("red"):reveal(), 2, y, map.width)
    map:tick()
    assert.equal(empty + 29, bytes_of_lanes())
  end)
end)

describe("a unit that makes way", function()
  it("steps off the way of the other, where there is a choice", function()
    for _, east in ipairs { false, true } do
      local map = astar.map { width = 11, height = 9 }
      local red, class = map:player("red"):reveal(), map:class { diagonal = "never" }
      local x, goal = east and 4 or 8, east and 9 or 3
      local path = map:path(x, 2, goal, 5, { class = class })
      assert.same({ x, 5 }, { path:cell(4) })          -- down first, then to the side
      local unit = red:unit { x = x, y = 2, class = class, speed = 1, avoidance = "yield" }
      local other = red:unit { x = x, y = 5, class = class, speed = 1, avoidance = "yield" }
      unit:follow_path(path)
      for _ = 1, 3 do map:tick() end
      assert.same({ x, 5, east and 3 or 9, 5 }, { unit.x, unit.y, other.x, other.y })
    end
  end)

  -- One that stood in a lane of six cells, at 12, 3, is pushed out of it by one that goes through.
  local function pushed_out(gap)
    local rows = {}
    for y = 1, 5 do rows[y] = ("."):rep(8) .. (y == 3 and "." or "#"):rep(6) .. ("."):rep(8) end
    local map = astar.map { rows = rows }
    local red = map:player("red"):reveal()
    local function unit(x)
      return red:unit { x = x, y = 3, speed = 1, avoidance = "yield" }
    end
    local first, second, other = unit(8), unit(8 - gap), unit(12)
    first:follow_path(map:path(8, 3, 22, 2))
    return map, other, second
  end

  it("does not come back into a lane while somebody comes through it", function()
    local map, other, second = pushed_out(3)
    second:follow_path(map:path(second.x, 3, 22, 4))
    for _ = 1, 7 do map:tick() end
    for x = 12, 15 do
      assert.same({ x, 3, 15, 4 }, { second.x, second.y, other.x, other.y })
      map:tick()
    end
    for _ = 1, 4 do map:tick() end
    assert.same({ 12, 3 }, { other.x, other.y })
  end)

  it("comes back another way when its own has been blocked for 48 steps' time", function()
    local map = astar.map { rows = { "........", ".######.", "........" } }
    local red, found = map:player("red"):reveal(), {}
    local unit = walker(map, red, 1, 1, 8)
    local other = red:unit { x = 3, y = 1, speed = 1, avoidance = "yield" }
    for tick = 1, 70 do
      map:tick()
      for kind in map:events() do found[#found + 1] = kind .. " " .. tick end
      if unit.state == "standing" then unit.avoidance = "wait" end
      if tick == 2 then assert.same({ 4, 1 }, { other.x, other.y }) end
      if tick > 10 and tick < 52 then assert.same({ 8, 2 }, { other.x, other.y }) end
    end
    assert.same({ "arrived 7", "rerouted 52", "arrived 63" }, found)
    assert.same({ 3, 1, 8, 1 }, { other.x, other.y, unit.x, unit.y })
  end)

  it("looks for no way back where it has not been moved", function()
    local map = astar.map { rows = { "...", "...", "..." } }
    map:player("red"):reveal():unit { x = 2, y = 2, speed = 1, avoidance = "yield" }
    for _ = 1, 60 do
      map:tick()
      for kind in map:events() do error(kind) end
    end
  end)
end)
