-- Where units go whose goal others have taken; see src/core/move/arrival.h.

local astar = require "astar"

local OPEN = { claims = false, occupancy = false }

local function send(unit, x, y) unit:follow_path(assert(unit:path(x, y, OPEN))) end

-- Ticks. Returns the units that come to stand, in that order, and the event of each.
local function gather(map, ticks)
  local order, kinds = {}, {}
  for _ = 1, ticks do
    map:tick()
    for kind, unit in map:events() do
      if kind == "arrived" or kind == "crowded" then
        order[#order + 1], kinds[unit] = unit, kind
      end
    end
  end
  return order, kinds
end

local function places(map)
  local list = {}
  for unit in map:units() do list[#list + 1] = unit.x .. "," .. unit.y end
  return table.concat(list, " ")
end

local function crowd(count, speed)
  local map = astar.map { width = 40, height = 40 }
  local red = map:player("red"):reveal()
  for i = 0, count - 1 do
    local unit = red:unit { x = i % 6 + 1, y = math.floor(i / 6) + 1, speed = speed or 1,
      avoidance = "yield" }
    send(unit, 30, 30)
  end
  return map
end

describe("units that are all sent to one cell #quick", function()
  it("stand around it in the order of their arrival, and then nothing moves", function()
    for _, speed in ipairs { 1, 0.25, 0.4 } do
      local map = crowd(60, speed)
      local order, kinds = gather(map, math.ceil(120 / speed))
      assert.equal(60, #order)
      assert.equal("arrived", kinds[order[1]])
      assert.same({ 30, 30 }, { order[1].x, order[1].y })
      local early, late = 0, 0
      for i, unit in ipairs(order) do
        local away = math.max(math.abs(unit.x - 30), math.abs(unit.y - 30))
        if i > 1 then assert.equal("crowded", kinds[unit]) end
        if i <= 20 then early = early + away elseif i > 40 then late = late + away end
        assert(away <= 8, ("%d cells away"):format(away))
      end
      assert(early < late, ("the first 20 are %d away in all, the last 20 %d"):format(early, late))
      local before, waits = places(map), map.wait_ticks
      assert.same({}, gather(map, 100))
      assert.same({ before, waits }, { places(map), map.wait_ticks })
    end
  end)

  it("are passed by those who go elsewhere, and close no gap that was made", function()
    local map = crowd(30)
    gather(map, 120)
    local passer = map:player("red"):unit { x = 40, y = 40, speed = 1, avoidance = "yield" }
    send(passer, 20, 20)
    gather(map, 60)
    assert.same({ 20, 20 }, { passer.x, passer.y })
    local before = places(map)
    gather(map, 60)
    assert.equal(before, places(map))
  end)

  it("do not keep from its goal one whose goal is free behind them", function()
    local map = astar.map { rows = { "#########", ".........", "#########" } }
    local red = map:player("red"):reveal()
    red:unit { x = 4, y = 2, speed = 1, avoidance = "yield" }
    local second = red:unit { x = 1, y = 2, speed = 1, avoidance = "yield" }
    send(second, 8, 2)
    local _, kinds = gather(map, 40)
    assert.equal("arrived", kinds[second])
  end)

  it("go on to the goal where it becomes free before they are there", function()
    local map = astar.map { width = 20, height = 5 }
    local red = map:player("red"):reveal()
    local first = red:unit { x = 10, y = 3, speed = 1, avoidance = "yield" }
    local second = red:unit { x = 1, y = 3, speed = 1, avoidance = "yield" }
    send(second, 10, 3)
    gather(map, 3)
    send(first, 10, 1)
    gather(map, 20)
    assert.same({ 10, 3 }, { second.x, second.y })
    second:place(1, 3)
    send(second, 10, 1)
    local _, kinds = gather(map, 20)
    assert.equal("crowded", kinds[second])
    assert.same({ "standing", 9 }, { second.state, second.x })
  end)

  it("are the same in a map that was saved and loaded on the way", function()
    local map = crowd(40)
    for _ = 1, 12 do
      gather(map, 7)
      local twin = astar.read(map:save())
      gather(twin, 40)
      local other = astar.read(map:save())
      gather(other, 40)
      assert.equal(twin:hash(), other:hash())
      twin = astar.read(map:save())
      gather(map, 3)
      gather(twin, 3)
      assert.equal(map:hash(), twin:hash())
    end
  end)
end)
