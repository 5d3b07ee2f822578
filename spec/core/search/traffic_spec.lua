-- Traffic: what a player's units count by walking, and what steps against a stream cost.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"
local says = require "support.says"

local NAMES = {
  ["1,0"] = "east", ["-1,0"] = "west", ["0,1"] = "south", ["0,-1"] = "north",
  ["1,1"] = "south_east", ["-1,1"] = "south_west",
  ["1,-1"] = "north_east", ["-1,-1"] = "north_west",
}

local function counted(player, x, y)
  local list, at = {}, player:traffic_at(x, y)
  for name, count in pairs(at) do
    if count > 0 then list[#list + 1] = name .. " " .. count end
  end
  table.sort(list)
  return table.concat(list, ", ")
end

local function walker(player, from_x, from_y, to_x, to_y, options)
  local given = { x = from_x, y = from_y, speed = 1, avoidance = "yield" }
  for key, value in pairs(options or {}) do given[key] = value end
  local unit = player:unit(given)
  unit:follow_path(assert(unit:path(to_x, to_y, { occupancy = false, claims = false })))
  return unit
end

describe("traffic", function()
  it("is counted where a player wants it: from where units came into a cell", function()
    local map = astar.map { width = 6, height = 3 }
    local red, blue = map:player "red", map:player "blue"
    red.traffic_memory = 8
    walker(red, 1, 1, 4, 1)
    walker(blue, 1, 2, 4, 2)
    walker(red, 6, 1, 5, 2)
    map:tick()
    assert.equal("west 9", counted(red, 2, 1))
    assert.equal("north_east 9", counted(red, 5, 2))
    assert.equal("", counted(red, 1, 1))
    assert.equal("", counted(red, 2, 2), "another player's units are counted")
    assert.equal("", counted(blue, 2, 2), "a player counts that was not told to")
    assert.equal(8, red.traffic_memory)
    assert.equal(0, blue.traffic_memory)
  end)

  it("is forgotten where it is set again, and ends with 0", function()
    local map = astar.map { width = 6, height = 1 }
    local red = map:player "red"
    red.traffic_memory = 8
    walker(red, 1, 1, 6, 1)
    map:tick()
    red.traffic_memory = 100
    assert.equal("", counted(red, 2, 1))
    map:tick()
    assert.equal("west 1", counted(red, 3, 1), "the least that a step counts is 1")
    red.traffic_memory = 0
    assert.equal("", counted(red, 3, 1))
    map:tick()
    assert.equal("", counted(red, 4, 1))
  end)

  it("counts the units that wait, once in the time of a step", function()
    local map = astar.map { rows = { "....", "####" } }
    local red = map:player "red"
    red.traffic_memory = 16
    red:unit { x = 3, y = 1, avoidance = "wait" }
    walker(red, 1, 1, 4, 1, { avoidance = "wait" })
    for _ = 1, 2 do map:tick() end
    assert.equal("waits 5, west 5", counted(red, 2, 1))
    map:tick()
    assert.equal("waits 10, west 5", counted(red, 2, 1))
  end)

  it("is more for slow units: a stream without gaps counts as much at any speed", function()
    local function full_count(speed)
      local map = astar.map { width = 160, height = 1 }
      local red, most = map:player "red", 0
      red.traffic_memory = 16
      for x = 1, 80 do walker(red, x, 1, 80 + x, 1, { speed = speed }) end
      for _ = 1, 75 / speed do
        map:tick()
        most = math.max(most, red:traffic_at(80, 1).west)
      end
      return most
    end
    for _, speed in ipairs { 1, 0.5, 0.25, 0.125 } do
      local full = full_count(speed)
      assert(full >= 115 and full <= 140, ("%d at speed %g"):format(full, speed))
    end
  end)

  it("covers all cells of a large unit", function()
    local map = astar.map { width = 6, height = 4 }
    local red, large = map:player "red", map:class { size = 2 }
    red.traffic_memory = 8
    walker(red, 1, 1, 5, 1, { class = large })
    map:tick()
    for _, cell in ipairs { { 2, 1 }, { 3, 1 }, { 2, 2 }, { 3, 2 } } do
      assert.equal("west 9", counted(red, cell[1], cell[2]))
    end
    assert.equal("", counted(red, 4, 1))
  end)

  it("fades to seven sixteenths in the ticks of its memory, wherever it was counted", function()
    for _, memory in ipairs { 1, 2, 3, 7, 16, 64 } do
      local map = astar.map { width = 3, height = 11 }
      local red = map:player "red"
      red.traffic_memory = memory
      local units = {}
      for y = 1, 11 do units[y] = walker(red, 1, y, 3, y) end
      map:tick()
      local before = red:traffic_at(2, 1).west
      for _, unit in ipairs(units) do unit:remove() end
      for _ = 1, memory do map:tick() end
      for y = 1, 11 do
        assert.equal(math.floor(before / 2) - math.floor(before / 16), red:traffic_at(2, y).west)
      end
    end
  end)
end)

-- ---- what it costs ------------------------------------------------------------------------------

local TWO_STREETS = [[
  # . . . . . . . . . . #
  A . # # # # # # # # . B
  # . . . . . . . . . . #
]]

-- A map with two streets, and a stream of red units in the northern one, to the west.
local function streets()
  local map, at = maps.read(TWO_STREETS)
  local red = map:player("red"):reveal()
  red.traffic_memory = 8
  local units = {}
  for x = 5, 11 do units[#units + 1] = walker(red, x, 1, x - 3, 1) end
  for _ = 1, 3 do map:tick() end
  for _, unit in ipairs(units) do unit:remove() end
  return map, red, at
end

local function goes(path)
  for x, y in path:cells() do
    if x == 6 then return ({ "north", "wall", "south" })[y] end
  end
end

describe("a query with a cost for traffic", function()
  it("goes where others do not come the other way, and with them", function()
    local map, red, at = streets()
    local function path(a, b, traffic)
      return goes(assert(map:path(a.x, a.y, b.x, b.y, { player = red, traffic_cost = traffic })))
    end
    assert.equal("north", path(at.A, at.B))
    assert.equal("south", path(at.A, at.B, 100))
    assert.equal("north", path(at.B, at.A, 100))
  end)

  it("pays for a step what was counted of those who come, and a tenth of those who wait", function()
    local map, red, at = streets()
    local path = map:path(6, 1, 8, 1, { player = red, traffic_cost = 60, explain = true })
    local against = red:traffic_at(6, 1).east
    local steps = path:explain()
    assert(against > 0)
    assert.equal(math.floor(60 * 10 * against / 1280), steps[1].traffic)
    local sum = 0
    for _, step in ipairs(steps) do sum = sum + step.terrain + (step.traffic or 0) end
    assert.equal(sum, path.cost)
    assert.is_nil(map:path(at.B.x, at.B.y, at.A.x, at.A.y,
      { player = red, traffic_cost = 640, explain = true }):explain()[1].traffic)
  end)

  it("means nothing without a player, or where the player counts nothing", function()
    local map, red, at = streets()
    local blue = map:player("blue"):reveal()
    for _, query in ipairs { { traffic_cost = 100 }, { traffic_cost = 100, player = blue } } do
      local path = map:path(at.A.x, at.A.y, at.B.x, at.B.y, query)
      assert.equal("north", goes(path))
    end
    red.traffic_memory = 0
    assert.equal("north",
      goes(map:path(at.A.x, at.A.y, at.B.x, at.B.y, { player = red, traffic_cost = 100 })))
  end)

  it("is answered by plain A*, with turns or not; others say that they know no traffic", function()
    local map, red, at = streets()
    for _, engine in ipairs { "jps", "jpsw", "dijkstra" } do
      local ok, why = pcall(map.path, map, at.A.x, at.A.y, at.B.x, at.B.y,
        { player = red, traffic_cost = 100, engine = engine })
      assert.is_false(ok)
      if engine ~= "dijkstra" then assert.truthy(why:find("it knows no traffic", 1, true), why) end
    end
    local found = map:nearest(at.A.x, at.A.y, { { at.B.x, at.B.y } },
      { player = red, traffic_cost = 100 })
    assert.equal("south", goes(found.path))
    local turning = map:path(at.A.x, at.A.y, at.B.x, at.B.y,
      { player = red, traffic_cost = 100, turn_cost = 1, explain = true })
    local sum = 0
    for _, step in ipairs(turning:explain()) do
      sum = sum + step.terrain + (step.traffic or 0) + (step.turn or 0)
      assert.is_nil(step.changed)
    end
    assert.equal("south", goes(turning))
    assert.equal(sum, turning.cost)
  end)

  it("does not change what lines and map:cost tell, and means nothing to fields", function()
    local map, red = streets()
    local with, without = { player = red, traffic_cost = 500 }, { player = red }
    assert.equal(map:cost(6, 1, without), map:cost(6, 1, with))
    assert.equal(map:line(2, 1, 9, 1, without), map:line(2, 1, 9, 1, with))
    says("'traffic_cost' means nothing to a field", function()
      map:field({ to = { { 2, 1 } } }, with)
    end)
  end)

  it("is added up for weighted searches, too", function()
    for seed = 1, cases.of(8) do
      local random = new_random(seed)
      local map = astar.map { width = 16, height = 12 }
      local red = map:player("red"):reveal()
      red.traffic_memory = 8
      for _ = 1, 40 do map:set(random:int(1, 16), random:int(1, 12), random:pick { "wall" }) end
      for _ = 1, 25 do
        local x, y = random:int(1, 16), random:int(1, 12)
        local unit = red:unit { x = x, y = y, speed = 1, avoidance = "yield" }
        local path = unit and unit:path(random:int(1, 16), random:int(1, 12), { occupancy = false })
        if path then unit:follow_path(path) end
      end
      for _ = 1, 6 do map:tick() end
      local path = map:path(random:int(1, 16), random:int(1, 12), random:int(1, 16),
        random:int(1, 12),
        { player = red, traffic_cost = 300, heuristic_weight = 3, explain = true })
      local sum = 0
      for _, step in ipairs(path and path:explain() or {}) do
        assert.is_nil(step.changed)
        sum = sum + step.terrain + (step.traffic or 0)
      end
      assert.equal(path and path.cost or 0, sum)
    end
  end)

  it("is refused where it is no cost", function()
    local map, red = streets()
    for _, wrong in ipairs { -1, 65536, 1.5, "much" } do
      assert.has_error(function() map:path(1, 2, 2, 2, { player = red, traffic_cost = wrong }) end)
    end
    for _, wrong in ipairs { -1, 65536, 0.5, "much" } do
      assert.has_error(function() red.traffic_memory = wrong end)
    end
    assert.equal(8, red.traffic_memory)
  end)
end)

-- ---- what was counted, by a model ---------------------------------------------------------------

describe("what traffic counts", function()
  -- The steps of all units, tick by tick, and the rows that fade; straight from the description.
  local function model(width, height, memory)
    local counts, amount = {}, nil
    local function key(x, y, name) return x .. "," .. y .. " " .. name end
    return {
      fade = function(tick)
        local first = math.floor(tick % memory * height / memory)
        local last = math.floor((tick % memory + 1) * height / memory)
        for at, count in pairs(counts) do
          local y = tonumber(at:match ",(%d+)")
          if y > first and y <= last then
            counts[at] = math.floor(count / 2) - math.floor(count / 16)
          end
        end
      end,
      step = function(unit, from_x, from_y)
        local ticks = math.ceil(1 / unit.speed)
        local whole = math.floor((ticks * 72 + math.floor(memory / 2)) / memory)
        amount = math.min(255, math.max(1, whole))
        local name = NAMES[from_x - unit.x .. "," .. from_y - unit.y]
        local at = key(unit.x, unit.y, name)
        counts[at] = math.min(255, (counts[at] or 0) + amount)
      end,
      check = function(player, tick)
        for y = 1, height do
          for x = 1, width do
            for _, name in pairs(NAMES) do
              assert.equal(counts[key(x, y, name)] or 0, player:traffic_at(x, y)[name],
                ("tick %d, %s"):format(tick, key(x, y, name)))
            end
          end
        end
      end,
    }
  end

  it("is the steps of all its units, and fades", function()
    for seed = 1, cases.of(2) do
      local random = new_random(seed)
      local width, height, memory = random:int(5, 12), random:int(5, 12), random:int(1, 20)
      local map = astar.map { width = width, height = height }
      local red, units = map:player("red"):reveal(), {}
      local counts = model(width, height, memory)
      red.traffic_memory = memory
      for _ = 1, 8 do
        units[#units + 1] = red:unit { x = random:int(1, width), y = random:int(1, height),
          speed = random:pick { 0.25, 0.5, 1 }, avoidance = "yield" }
      end
      for tick = 1, 60 do
        local before = {}
        for _, unit in ipairs(units) do
          before[unit] = { unit.x, unit.y }
          if unit.state == "standing" then
            local path = unit:path(random:int(1, width), random:int(1, height),
              { occupancy = false, claims = false, traffic_cost = 60 })
            if path then unit:follow_path(path) end
          end
        end
        map:tick()
        counts.fade(tick)
        for _, unit in ipairs(units) do
          local was = before[unit]
          if was[1] ~= unit.x or was[2] ~= unit.y then counts.step(unit, was[1], was[2]) end
        end
        counts.check(red, tick)
      end
    end
  end)

  it("is saved, and hashed", function()
    local map, red = streets()
    local hash = map:hash()
    local again = assert(astar.read(map:save()))
    assert.equal(hash, again:hash())
    local loaded = again:player "red"
    assert.equal(8, loaded.traffic_memory)
    for y = 1, 3 do
      for x = 1, 12 do assert.same(red:traffic_at(x, y), loaded:traffic_at(x, y)) end
    end
    for _ = 1, 5 do
      map:tick()
      again:tick()
      assert.equal(map:hash(), again:hash())
    end
    red.traffic_memory = 8
    assert.not_equal(again:hash(), map:hash())
  end)
end)
