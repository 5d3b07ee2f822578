-- Claims: cells on the paths of other units cost more. They pay: units that take
-- notice of them lose fewer ticks to each other.

local astar = require "astar"
local maps = require "support.maps"

local open_map, send = maps.open, maps.send

describe("claims", function()
  local map, red, blue, asker
  before_each(function()
    map = open_map(30, 8)
    red, blue = map:player("red"):reveal(), map:player("blue"):reveal()
    asker = red:unit { x = 5, y = 5 }
  end)

  local function cost(x, y, options)
    local query = options or {}
    query.unit = asker
    return (map:cost(x, y, query))
  end

  it("cost one straight step on the rest of a friendly unit's path", function()
    send(red, 3, 2, 9)
    assert.equal(20, cost(2, 3))
    assert.equal(20, cost(9, 3))
    assert.equal(10, cost(10, 3))
    assert.same({ 20, 24 }, { map:cost(6, 3, { unit = asker }) })
  end)

  it("end behind the unit as it goes", function()
    local other = send(red, 3, 2, 9)
    for _ = 1, 3 do map:tick() end
    assert.equal(5, other.x)
    assert.equal(10, cost(4, 3))
    assert.equal(20, cost(5, 3))
  end)

  it("cost once for each cell, however many claim it", function()
    send(red, 3, 2, 9)
    send(red, 2, 3, 9):follow_path(map:path(3, 2, 9, 3, { class = asker.class }))
    send(red, 4, 12, 4):follow_path(map:path(12, 4, 4, 3))
    assert.equal(20, cost(9, 3))
    assert.equal(20, cost(8, 3))
  end)

  it("are made by following a path, not by asking for one", function()
    local other = red:unit { x = 2, y = 3 }
    local path = other:path(9, 3)
    assert.equal(10, cost(6, 3))
    other:follow_path(path)
    assert.equal(20, cost(6, 3))
    other:stop()
    assert.equal(10, cost(6, 3))
  end)

  it("are never one's own", function()
    asker:follow_path(asker:path(20, 5))
    assert.equal(10, cost(9, 5))
    assert.equal(150, asker:path(20, 5).cost)
  end)

  it("of others are included where they share with the unit's player, one way only", function()
    local other = send(blue, 3, 2, 9)
    assert.equal(10, cost(6, 3))
    blue:share(red)
    assert.equal(20, cost(6, 3))
    assert.equal(10, (map:cost(5, 5, { unit = other, occupancy = false })))
    asker:follow_path(asker:path(20, 5))
    assert.equal(10, (map:cost(9, 5, { unit = other })))
    blue:share(red, false)
    assert.equal(10, cost(6, 3))
  end)

  it("are included for units near enough, by position", function()
    send(red, 1, 15, 2)
    assert.equal(20, cost(4, 1))
    assert.equal(20, cost(4, 1, { claim_radius = 10 }))
    assert.equal(10, cost(4, 1, { claim_radius = 9 }))
  end)

  it("reach as far ahead as the query says", function()
    send(red, 3, 2, 20)
    for ahead, last in pairs { [0] = 2, [1] = 3, [6] = 8, [16] = 18, [17] = 19, [100] = 20 } do
      for x = 2, 22 do
        assert.equal(x <= last and 20 or 10, (cost(x, 3, { claim_ahead = ahead })))
      end
    end
    assert.same({ 20, 10 }, { (cost(18, 3)), (cost(19, 3)) })
  end)

  it("cover what the other unit covers, on all of its path", function()
    send(red, 1, 2, 9, map:class { size = 3 })
    assert.equal(20, cost(4, 3))
    assert.equal(20, cost(11, 3))
    assert.equal(10, cost(12, 3))
    assert.equal(10, cost(4, 4))
  end)

  it("cost what the query says, or nothing", function()
    send(red, 3, 2, 9)
    assert.equal(17, cost(6, 3, { claim_penalty = 7 }))
    assert.equal(10, cost(6, 3, { claim_penalty = 0 }))
    assert.equal(10, cost(6, 3, { claims = false }))
  end)

  it("never block: the only way is taken", function()
    map:fill(1, 1, 30, 2, "wall"):fill(1, 4, 30, 5, "wall")
    red:reveal()
    local other = red:unit { x = 20, y = 3 }
    other:follow_path(other:path(2, 3))
    asker:place(12, 3)
    assert.equal("complete", asker:path(19, 3).status)
    assert.equal(7 * 20, asker:path(19, 3).cost)
  end)

  it("keep units apart", function()
    send(red, 5, 7, 12)
    local path = asker:path(12, 5, { occupancy = false })
    assert.is_true(path.cost < 70 + 5 * 10)
    assert.equal(70, asker:path(12, 5, { claims = false, occupancy = false }).cost)
  end)
end)

-- Friendly units in the valley: half of them go one round, half the other, against one another.
local ROUNDS = {
  { { 24, 31 }, { 52, 31 }, { 72, 30 }, { 76, 22 }, { 78, 11 }, { 52, 10 }, { 38, 14 } },
  { { 80, 10 }, { 76, 20 }, { 76, 29 }, { 54, 30 }, { 30, 25 }, { 38, 12 }, { 60, 10 } },
}
local WAIT_LIMIT = 4          -- ticks to wait before it searches for another way

local function ticks_lost(first, claims)
  local valley = assert(astar.load "examples/valley.txt")
  local red, units = valley:player("red"):reveal(), {}
  local query = { partial = true, within = 1, claims = claims, claim_radius = 15 }
  for i = 1, 24 do
    local at = ROUNDS[i % 2 + 1][(first + i) % 7 + 1]
    local x, y = valley:nearest_free(at[1], at[2])
    units[i] = { at = first + i, waited = 0,
      unit = red:unit { x = x, y = y, speed = 0.3 + 0.05 * (i % 4) } }
  end
  for _ = 1, 1200 do
    for i, one in ipairs(units) do
      local unit = one.unit
      one.waited = unit.state == "waiting" and one.waited + 1 or 0
      if unit.state == "standing" then one.at = one.at + 1 end
      if unit.state == "standing" or one.waited > WAIT_LIMIT then
        local goal = ROUNDS[i % 2 + 1][one.at % 7 + 1]
        local path = unit:path(goal[1], goal[2], query)
        if path and #path > 1 then unit:follow_path(path) end
      end
    end
    valley:tick()
  end
  return valley.wait_ticks
end

describe("claims in a game", function()
  it("save at least half of the ticks lost to collisions in the valley", function()
    local with, without = 0, 0
    for seed = 1, 4 do
      with, without = with + ticks_lost(seed, true), without + ticks_lost(seed, false)
    end
    assert.is_true(with <= without / 2, ("%d with claims, %d without"):format(with, without))
  end)

  it("are those of the friendly unit's present way, from where it is", function()
    local map = astar.map { width = 9, height = 1, terrains = { plain = 10 }, fill = "plain" }
    local red = map:player("red"):reveal()
    local unit, friend = red:unit { x = 1, y = 1 }, red:unit { x = 3, y = 1, speed = 1 }
    local long, short = map:path(3, 1, 9, 1), map:path(3, 1, 5, 1)
    friend:follow_path(long)
    assert.equal(80 + 70, unit:path(9, 1).cost)
    friend:follow_path(short)
    assert.equal(80 + 30, unit:path(9, 1).cost)
    map:tick()
    assert.equal(80 + 20, unit:path(9, 1).cost)
    assert.equal(80, unit:path(9, 1, { claims = false }).cost)
    assert.equal(80 + 20, unit:path(9, 1).cost)
  end)
end)
