-- Lanes and making way: who waits for whom, how far one looks, where one steps aside to.

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
  local unit = red:unit { x = x, y = y, speed = 1, collisions = "sidestep" }
  unit:follow(map:path(x, y, to_x, y))
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

  it("is saved when somebody has used it, and no other", function()
    local map, y = two_rooms(3, 5, 3)
    local function bytes_of_lanes()
      local saved = map:snapshot()
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
      local unit = red:unit { x = x, y = 2, class = class, speed = 1, collisions = "sidestep" }
      local other = red:unit { x = x, y = 5, class = class, speed = 1, collisions = "sidestep" }
      unit:follow(path)
      for _ = 1, 3 do map:tick() end
      assert.same({ x, 5, east and 3 or 9, 5 }, { unit.x, unit.y, other.x, other.y })
    end
  end)
end)
