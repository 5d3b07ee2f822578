-- The query of a unit's path: with it the unit looks for another way, when others are in its way.

local astar = require "astar"
local maps = require "support.maps"
local says = require "support.says"

-- The unit A is on its way to B; one that stands in S bars the street. The way in the north is
-- shorter than that in the south.
local PICTURE = [[
  # # # . . . . # # # #
  # # # . # # . # # # #
  A . . . . S . . . . B
  # # # . # # . # # # #
  # # # . # # . # # # #
  # # # . . . . # # # #
]]

local function scene(query, options)
  local map, at = maps.read(PICTURE)
  local red = map:player("red"):reveal()
  map:influence("danger", { weight = 0 }):add(4, 1, 200, 0)
  red.traffic_memory = options and options.traffic or 0
  red:unit { x = at.S.x, y = at.S.y }
  local unit = red:unit { x = at.A.x, y = at.A.y, speed = 1, avoidance = "repath" }
  local path = unit:path(at.B.x, at.B.y, { occupancy = false })
  unit:follow_path(path, query)
  return map, unit
end

-- In which row it passes the other.
local function row(map, unit)
  for _ = 1, 16 do
    map:tick()
    if unit.x == 6 then return unit.y end
  end
end

describe("the query of a unit's path #quick", function()
  it("is asked for the way round others", function()
    assert.equal(1, row(scene()))
    assert.equal(6, row(scene { influence = { danger = 1 } }))
    assert.equal(1, row(scene { influence = { danger = 0.01 } }))
  end)

  it("may be a compiled one, or have a cost for traffic", function()
    local map, unit = scene()
    unit:follow_path(unit:path(11, 3, { occupancy = false }),
      map:query { influence = { danger = 1 } })
    assert.equal(6, row(map, unit))
    map, unit = scene({ traffic_cost = 2000 }, { traffic = 16 })
    local stream = {}
    for i, way in ipairs { { 4, 1, 4, 2 }, { 5, 1, 4, 1 }, { 6, 1, 5, 1 }, { 7, 1, 6, 1 } } do
      stream[i] = unit.player:unit { x = way[1], y = way[2], speed = 1, avoidance = "yield" }
      stream[i]:follow_path(stream[i]:path(way[3], way[4], { occupancy = false, claims = false }))
    end
    map:tick()
    for _, one in ipairs(stream) do one:remove() end
    assert.equal(6, row(map, unit))
  end)

  it("is asked for the way round a wall that has cut the path", function()
    local function passes(query)
      local map = astar.map { rows = { ".......", ".......", "......." } }
      map:influence("danger", { weight = 0 }):add(4, 1, 200, 0)
      local unit = map:player("red"):reveal():unit { x = 1, y = 2, speed = 1, sight = 9 }
      unit:follow_path(unit:path(7, 2), query)
      map:set(4, 2, "wall")
      map:tick()
      for x, y in unit.route:cells() do
        if x == 4 then return y end
      end
    end
    assert.equal(1, passes())
    assert.equal(3, passes { influence = { danger = 1 } })
  end)

  it("goes with the path", function()
    local map, unit = scene { influence = { danger = 1 } }
    unit:stop()
    unit:follow_path(unit:path(11, 3, { occupancy = false }))
    assert.equal(1, row(map, unit))
    map, unit = scene { influence = { danger = 1 } }
    unit:follow_path(unit:path(11, 3, { occupancy = false }))
    assert.equal(1, row(map, unit))
  end)

  it("loses an influence map that is removed, and no other", function()
    local map, unit = scene { influence = { danger = 1 }, traffic_cost = 7 }
    map:influence("fear", { weight = 0 }):add(4, 6, 400, 0)
    unit:follow_path(unit:path(11, 3, { occupancy = false }),
      { influence = { danger = 1, fear = 1 } })
    map:influence("fear"):remove()
    assert.equal(6, row(map, unit))
    map, unit = scene { influence = { danger = 1 } }
    map:influence("danger"):remove()
    local again = astar.read(map:save())
    assert.equal(map:hash(), again:hash())
    assert.equal(1, row(map, unit))
  end)

  it("is saved, and is part of the hash", function()
    local map, unit = scene { influence = { danger = 1 }, claim_radius = 3, traffic_cost = 9 }
    local plain = scene()
    assert.not_equal(plain:hash(), map:hash())
    local again = astar.read(map:save())
    assert.equal(map:hash(), again:hash())
    for _ = 1, 20 do
      map:tick()
      again:tick()
      assert.equal(map:hash(), again:hash())
    end
    assert.equal(11, unit.x)
  end)

  it("leaves to the unit what the unit is, and where its path ends", function()
    local map, unit = scene { within = 5, partial = true, engine = "jps", occupancy = false }
    assert.equal(1, row(map, unit))
    for _ = 1, 20 do map:tick() end
    assert.same({ 11, 3 }, { unit.x, unit.y })
  end)

  it("is refused where it means nothing, and then nothing has changed", function()
    local map, unit = scene { influence = { danger = 1 } }
    local path = unit:path(11, 3, { occupancy = false })
    says("#2 to 'follow_path' (query: 'extra_cost' cannot be asked while units move)",
      function() unit:follow_path(path, { extra_cost = function() return 1 end }) end)
    says("#2 to 'follow_path' (query: 'trace' means nothing while units move)",
      function() unit:follow_path(path, { trace = {} }) end)
    says("#2 to 'follow_path' (query: 'player' where a unit asks for itself)",
      function() unit:follow_path(path, { player = unit.player }) end)
    says("claim_ahead", function() unit:follow_path(path, { claim_ahead = -1 }) end)
    says("nearest is 'traffic_cost'", function() unit:follow_path(path, { traffic_cots = 1 }) end)
    assert.equal(6, row(map, unit))
  end)
end)
