local astar = require "astar"
local maps = require "support.maps"
local says = require "support.says"

local LEGEND = { ["."] = "plain", ["2"] = "hill", ["5"] = "peak", [">"] = "river", ["#"] = "wall" }

--- A map from rows of text: hills are 2 high, peaks 5, and the river runs east.
local function land(rows)
  return astar.map { rows = rows, legend = LEGEND, terrains = {
    plain = 10, hill = { cost = 10, height = 2 }, peak = { cost = 10, height = 5 },
    river = { cost = 12, current = { east = 8 } }, wall = false,
  } }
end

local function bill(path)
  local sums = { total = 0 }
  for _, step in ipairs(path:explain()) do
    for name, part in pairs(step) do
      if name ~= "x" and name ~= "y" then
        sums[name] = (sums[name] or 0) + part
        sums.total = sums.total + part
      end
    end
  end
  return sums
end

describe("heights #quick", function()
  local rows = {
    ".......",
    ".22522.",
    ".22222.",
    ".......",
  }

  it("make steps costlier uphill, and downhill what the class says", function()
    local map = land { "..25.." }
    local walker = map:class { climb = 4, descend = 1 }
    local goat = map:class { climb = 2, descend = -3 }
    assert.equal(50 + 5 * 4 + 5 * 1, map:path(1, 1, 6, 1, { class = walker }).cost)
    assert.equal(50 + 5 * 2 - 9, map:path(1, 1, 6, 1, { class = goat, explain = true }).cost)
    local sums = bill(map:path(1, 1, 6, 1, { class = goat, explain = true }))
    assert.same({ 50, -5, 6 }, { sums.terrain, sums.height, sums.floor })
    assert.equal(50, map:path(1, 1, 6, 1).cost)
  end)

  it("are gone round by those who mind them", function()
    local map = land(rows)
    local query = { class = map:class { climb = 20 }, explain = true }
    local around = map:path(1, 3, 7, 4, query)
    assert.equal(table.concat({ ".......", ".hhphh.", "Ahhhhh.", ".*****B", "" }, "\n"),
      map:draw { path = around })
    local over = map:path(1, 3, 7, 3, query)
    assert.equal(68, over.cost)
    assert.equal(60, map:path(1, 3, 7, 3).cost)
  end)

  it("count up and down in fields, from both sides", function()
    local map = land { ".25." }
    local class = map:class { climb = 4, descend = 1 }
    local field = map:field({ to = { { 4, 1 } } }, { class = class })
    local reach = map:field({ from = { 4, 1 } }, { class = class })
    assert.same({ 30 + 20 + 5, 20 + 12 + 5, 10 + 5, 0 },
      { field:cost(1, 1), field:cost(2, 1), field:cost(3, 1), field:cost(4, 1) })
    assert.same({ 30 + 20 + 5, 20 + 20 + 3, 10 + 20, 0 },
      { reach:cost(1, 1), reach:cost(2, 1), reach:cost(3, 1), reach:cost(4, 1) })
  end)

  it("are those of the costliest cell under a large unit, the highest of several", function()
    local map = land {
      "....",
      ".52.",
      "....",
    }
    local big = map:class { size = 2, climb = 3 }
    -- At 1,1 and 2,1 it stands on the peak, at 3,1 on the hill.
    assert.equal(20, map:path(1, 1, 3, 1, { class = big }).cost)
    assert.equal(20 + 9, map:path(3, 1, 1, 1, { class = big }).cost)
  end)

  it("are not known of unseen cells", function()
    local map = land { "..5.." }
    local red, class = map:player "red", map:class { climb = 6 }
    local query = { class = class, player = red }
    assert.equal(40, map:path(1, 1, 5, 1, query).cost)
    red:see(3, 1, 1)
    assert.equal(70, map:path(1, 1, 5, 1, query).cost)
    red:end_sight()
    map:set(3, 1, "plain")
    assert.equal(70, map:path(1, 1, 5, 1, query).cost)
    assert.equal(40, map:path(1, 1, 5, 1, { class = class }).cost)
  end)

  it("may be given to a terrain that there is", function()
    local map = land { "..." }
    local query = { class = map:class { climb = 5 } }
    assert.same({ 10, false }, { map:terrain "plain" })
    map:set(2, 1, "river"):terrain("river", { height = 4 })
    assert.same({ 12, false, 4, { east = 8 } }, { map:terrain "river" })
    assert.equal(12 + 20 - 8 + 10, map:path(1, 1, 3, 1, query).cost)
    map:terrain("river", { cost = 20, current = false })
    assert.same({ 20, false, 4 }, { map:terrain "river" })
    assert.equal(20 + 20 + 10, map:path(1, 1, 3, 1, query).cost)
  end)
end)

describe("currents #quick", function()
  it("make steps cheaper with them and costlier against them, never cheaper than 1", function()
    local map = land { ".>>>." }
    assert.equal(3 * (12 - 8) + 10, map:path(1, 1, 5, 1).cost)
    assert.equal(3 * (12 + 8) + 10, map:path(5, 1, 1, 1).cost)
    map:terrain("river", { current = { east = 30 } })
    assert.equal(3 * 1 + 10, map:path(1, 1, 5, 1).cost)
    local bird = map:class { drift = 0 }
    assert.equal(3 * 12 + 10, map:path(1, 1, 5, 1, { class = bird }).cost)
    local leaf = map:class { drift = 0.25 }
    assert.equal(3 * (12 + 8) + 10, map:path(5, 1, 1, 1, { class = leaf }).cost)
  end)

  it("count by how far a step leads along them", function()
    local map = astar.map { width = 3, height = 3, terrains = {
      plain = 10, stream = { cost = 10, current = { east = 3, north = 2 } } } }
    map:set(2, 2, "stream")
    local query = { explain = true }
    local function current(x, y)
      return map:path(x, y, 2, 2, query):explain()[1].current
    end
    assert.same({ -3, 3, -2, 2 }, { current(1, 2), current(3, 2), current(2, 3), current(2, 1) })
    assert.same({ -5, -1, 1, 5 }, { current(1, 3), current(1, 1), current(3, 3), current(3, 1) })
  end)

  it("carry paths along, and not back the same way", function()
    local map = land {
      ".......",
      ".>>>>>.",
    }
    assert.equal("1,1 2,2 3,2 4,2 5,2 6,2 7,1", maps.cells(map:path(1, 1, 7, 1)))
    assert.equal("7,1 6,1 5,1 4,1 3,1 2,1 1,1", maps.cells(map:path(7, 1, 1, 1)))
  end)

  it("are in all that is said of a path", function()
    local map = land { "2>>." }
    local query = { class = map:class { climb = 5, descend = 2 }, explain = true }
    local there, back = map:path(1, 1, 4, 1, query), map:path(4, 1, 1, 1, query)
    assert.same({ 34, 4, -16 }, { bill(there).terrain, bill(there).height, bill(there).current })
    assert.same({ 34, 10, 16 }, { bill(back).terrain, bill(back).height, bill(back).current })
    assert.equal(bill(there).total, there.cost)
    assert.equal(bill(back).total, back.cost)
    local layers = {}
    for _, layer in ipairs(there:compare(back).layers) do layers[layer.name] = layer.difference end
    assert.same({ terrain = nil, height = 6, current = 32 }, { height = layers.height,
      current = layers.current })
  end)

  it("count in lines, and keep lines from what the path went round", function()
    local map = land { ".>>." }
    assert.same({ 34 - 16, 34 + 16 }, { map:line(1, 1, 4, 1), map:line(4, 1, 1, 1) })
    local hills = land {
      ".......",
      "...5...",
      "...5...",
      "...5...",
    }
    local query = { class = hills:class { climb = 30 } }
    local path = hills:path(1, 3, 7, 3, query)
    local points = {}
    for x, y in path:smooth(query) do points[#points + 1] = x .. "," .. y end
    assert.is_true(#points > 2, table.concat(points, " "))
  end)
end)

describe("searches over slopes #quick", function()
  local function engine_of(map, query)
    local search = map:search(1, 1, map.width, map.height, query)
    local path, why = search:step()
    return search.engine, path and path.cost or why
  end

  it("are pruned, with layers and without", function()
    local map = land { "..2..", ".25..", ".>>>." }
    local query = { class = map:class { climb = 3 } }
    assert.equal("jpsw", (engine_of(map, query)))
    map:influence("danger"):set(3, 2, 9)
    query.influence = { danger = 1 }
    assert.equal("jpsw", (engine_of(map, query)))
  end)

  it("use no tables that know of no direction", function()
    local map = land { "..2..", ".25..", ".>>>." }
    local query = { class = map:class { climb = 3 }, engine = "jps" }
    says("engine = 'jps' does not answer this exactly: the cells that can be entered do not " ..
      "all cost the same, or not from all sides", function() engine_of(map, query) end)
  end)

  it("jump where the class minds neither", function()
    local map = land { "..2..", ".25..", "....." }
    assert.equal("jps", (engine_of(map, {})))
    map:set(2, 3, "river")
    assert.equal("jpsw", (engine_of(map, {})))
  end)

  it("are the same with tables made beforehand", function()
    local map = land { "..2..", ".25..", ".>>>." }
    local class = map:class { climb = 3, descend = -2 }
    local before = maps.cells(map:path(5, 3, 1, 1, { class = class }))
    map:prepare { landmarks = true, class = class }
    map:prepare { dead_ends = true, class = class }
    assert.equal(before, maps.cells(map:path(5, 3, 1, 1, { class = class })))
  end)
end)

describe("slopes #quick", function()
  it("are saved", function()
    local map = land { ".2>" }
    map:class { climb = 7, descend = -2, drift = 1.5 }
    local again = astar.read(map:save())
    assert.equal(map:hash(), again:hash())
    assert.same({ 12, false, 0, { east = 8 } }, { again:terrain "river" })
    local _, class
    for one in again:classes() do _, class = class, one end
    assert.same({ 7, -2, 1.5 }, { class.climb, class.descend, class.drift })
  end)

  it("change the hash", function()
    local map = land { ".2>" }
    local before = map:hash()
    map:terrain("hill", { height = 3 })
    assert.not_equal(before, map:hash())
    map:terrain("hill", { height = 2 })
    assert.equal(before, map:hash())
  end)

  it("are refused where they are wrong", function()
    local map = land { "..." }
    says("height = 1.5 is not an integer", function() map:terrain("hill", { height = 1.5 }) end)
    says("height = 32768 is out of range, -32767 to 32767",
      function() map:terrain("hill", { height = 32768 }) end)
    says("current = 'east' is not a table",
      function() map:terrain("hill", { current = "east" }) end)
    says("unknown key 'up')",
      function() map:terrain("hill", { current = { up = 1 } }) end)
    says("east = -1 is out of range, 0 to 65535",
      function() map:terrain("hill", { current = { east = -1 } }) end)
    says("current: both 'east' and 'west'",
      function() map:terrain("hill", { current = { east = 1, west = 2 } }) end)
    says("current: both 'south' and 'north'",
      function() map:terrain("hill", { current = { south = 1, north = 2 } }) end)
    says("climb = 65536 is out of range, -65535 to 65535",
      function() map:class { climb = 65536 } end)
    says("descend = 'x' is not an integer", function() map:class { descend = "x" } end)
    says("drift = -1 is out of range, 0 to 64", function() map:class { drift = -1 } end)
    says("heights and currents change the cost of a step by 983040 at most", function()
      map:terrain("hill", { height = 20000 }):class { climb = 60 }
    end)
    says("terrains.hill: height = 'x' is not an integer", function()
      astar.map { width = 1, height = 1,
        terrains = { plain = 10, hill = { cost = 1, height = "x" } } }
    end)
    says("terrains.hill: unknown key 'hight', the nearest is 'height'", function()
      astar.map { width = 1, height = 1, terrains = { plain = 10, hill = { cost = 1, hight = 1 } } }
    end)
  end)
end)
