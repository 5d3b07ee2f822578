-- Occupancy: cells that other units cover.

local astar = require "astar"
local maps = require "support.maps"

local function open_map(width, height)
  return astar.map { width = width, height = height, terrains = maps.TERRAINS, fill = "plain" }
end

--- Sends a unit from one end of a row to the other.
local function send(player, y, from, to, class)
  local unit = player:unit { x = from, y = y, class = class, speed = 1 }
  return unit:follow_path(unit:path(to, y))
end

describe("occupancy", function()
  local map, red, blue, asker
  before_each(function()
    map = open_map(12, 8)
    red, blue = map:player("red"):reveal(), map:player("blue"):reveal()
    asker = red:unit { x = 3, y = 3 }
  end)

  local function free(x, y, options)
    local query = options or {}
    query.unit = asker
    return map:cost(x, y, query) ~= nil
  end

  it("blocks the cells of units that stand", function()
    red:unit { x = 8, y = 5 }
    red:unit { x = 5, y = 5, class = map:class { size = 2 } }
    assert.is_false(free(8, 5))
    assert.is_false(free(6, 6))
    assert.is_true(free(7, 6))
    assert.is_true(free(8, 5, { occupancy = false }))
  end)

  it("does not block those of units that go their way, unless they touch the asker", function()
    local other = send(red, 6, 3, 12)
    assert.is_true(free(3, 6))
    asker:place(4, 5)
    assert.is_false(free(3, 6))
    map:tick()
    map:tick()
    assert.equal(5, other.x)
    assert.is_false(free(5, 6))
    map:tick()
    assert.is_true(free(6, 6))
  end)

  it("does not block the asker's own cell", function()
    assert.is_true(free(3, 3))
  end)

  it("blocks for units of every size", function()
    red:unit { x = 8, y = 5 }
    local big = red:unit { x = 1, y = 6, class = map:class { size = 2 } }
    assert.is_nil(map:cost(7, 4, { unit = big }))
    assert.is_nil(map:cost(8, 5, { unit = big }))
    assert.equal(10, (map:cost(9, 5, { unit = big })))
  end)

  it("is that of foreign units only where they are visible", function()
    blue:unit { x = 8, y = 5 }
    assert.is_true(free(8, 5))
    red:see(8, 7, 3)
    assert.is_false(free(8, 5))
    red:end_sight()
    assert.is_true(free(8, 5))
  end)

  it("follows what a wall uncovers or hides, though nobody has moved", function()
    local small = astar.map { width = 9, height = 3 }
    small:terrain("wall", { cost = false, opaque = true })
    small:fill(5, 1, 1, 3, "wall")
    local scout = small:player("red"):reveal():unit { x = 2, y = 2, sight = 8 }
    small:player("blue"):unit { x = 8, y = 2 }
    for _ = 1, 3 do
      assert.is_not_nil(small:cost(8, 2, { unit = scout }), "a unit behind a wall is known")
      small:set(5, 2, "plain")
      assert.is_nil(small:cost(8, 2, { unit = scout }), "a unit in sight is not known")
      small:set(5, 2, "wall")
    end
  end)

  it("blocks nothing for a query without a unit", function()
    red:unit { x = 8, y = 5 }
    assert.equal(10, (map:cost(8, 5)))
    assert.equal(10, (map:cost(8, 5, { player = red })))
  end)

  it("leads paths round", function()
    red:unit { x = 5, y = 3 }
    local path = asker:path(7, 3)
    assert.equal("3,3 4,2 5,2 6,2 7,3", maps.cells(path))
  end)
end)
