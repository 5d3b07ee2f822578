-- Which engine answers: each where the documentation says so, and none where it is not exact.

local astar = require "astar"
local maps = require "support.maps"

local EAST = { 2, 2, 19, 2 }

--- A map of 40 x 30 cells of one terrain, with a wall that the way from A to B has to go round.
local function uniform(more)
  local options = { width = 40, height = 30, terrains = maps.TERRAINS, fill = "plain" }
  for key, value in pairs(more or {}) do options[key] = value end
  return astar.map(options):fill(10, 1, 1, 20, "wall")
end

local function weighted()
  return uniform():fill(3, 3, 9, 9, "swamp")
end

--- A unit that has been told where a little danger is.
local function with_danger(amount)
  local map = uniform()
  local unit = map:player("red"):reveal():unit { x = 2, y = 2 }
  map:influence("danger"):set(10, 21, amount or 50)
  return map, unit
end

--- The engine of a search from 2, 2 to 19, 2, and what came out.
local function engine_of(map, query)
  local x, y, goal_x, goal_y = table.unpack(EAST)
  local search = map:search(x, y, goal_x, goal_y, query)
  local path, code = search:step()
  return search.engine, path, code
end

local function refusal(map, query)
  local ok, message = pcall(engine_of, map, query)
  return ok and "accepted" or message
end

local function refuses(why, map, query)
  local message = refusal(map, query)
  local wanted = ("query: engine = '%s' does not answer this exactly: %s"):format(query.engine, why)
  assert.truthy(message:find(wanted, 1, true), message)
end

describe("the engine that is chosen #quick", function()
  it("is none where the outcome is known without a search", function()
    local map = uniform():fill(10, 1, 1, 30, "wall")
    assert.equal("none", (engine_of(map)))
    assert.equal("none", map:search(2, 2, 2, 2).engine)
  end)

  it("is jump point search where all cells cost the same", function()
    assert.equal("jps", (engine_of(uniform())))
    local map = uniform()
    assert.equal("jps", (engine_of(map, { class = map:class { size = 3 } })))
  end)

  it("is jump point search where layers apply, but change nothing on the way", function()
    local map, unit = with_danger()
    map:influence("danger"):clear():set(35, 28, 50)
    assert.equal("jps", (engine_of(map, { unit = unit })))
  end)

  it("is the one with layers where these disturb the way on a map of one cost", function()
    local map, unit = with_danger()
    assert.equal("jps_layers", (engine_of(map, { unit = unit })))
  end)

  it("is JPSW where costs differ", function()
    assert.equal("jpsw", (engine_of(weighted())))
    assert.equal("jpsw", (engine_of(weighted(), { heuristic = "none" })))
  end)

  it("is JPSW where a way to several cells is asked for", function()
    assert.equal("jpsw", (engine_of(uniform(), { within = 2 })))
  end)

  it("is JPSW where corners may be cut, or diagonal steps do not pay", function()
    local map = uniform()
    assert.equal("jpsw", (engine_of(map, { class = map:class { diagonal = "always" } })))
    assert.equal("jpsw", (engine_of(uniform { straight = 10, diagonal = 20 })))
  end)

  it("is JPSW where an influence map makes cells cheaper, or many costlier", function()
    local map, unit = with_danger(-3)
    assert.equal("jpsw", (engine_of(map, { unit = unit })))
    map:influence("danger"):add(12, 15, 60, 14)
    assert.equal("jpsw", (engine_of(map, { unit = unit, partial = true })))
    map:influence("danger"):clear():add(12, 15, 60, 14)
    assert.equal("jpsw", (engine_of(map, { unit = unit })))
  end)

  it("is plain A* for other estimates, weights, callbacks and traces", function()
    local function extra(x) return x end
    for _, query in ipairs { { heuristic = "euclidean" }, { heuristic = "chebyshev" },
        { heuristic = "manhattan" }, { heuristic_weight = 1.5 }, { extra_cost = extra },
        { trace = {} } } do
      assert.equal("astar", (engine_of(uniform(), query)))
      assert.equal("astar", (engine_of(weighted(), query)))
    end
  end)

  it("is the one over directions where turning costs something", function()
    assert.equal("turn", (engine_of(uniform(), { turn_cost = 3 })))
    assert.equal("turn", (engine_of(weighted(), { turn_cost = 3, heuristic = "manhattan" })))
  end)

  it("is told by tickets", function()
    local map = uniform()
    local ticket = map:request_path(2, 2, 19, 2)
    assert.equal("none", ticket.engine)
    while map.pending_requests > 0 do map:work(1000) end
    assert.equal("jps", ticket.engine)
  end)
end)

describe("a prepared map #quick", function()
  it("of which cells were opened since does not make searches in steps begin again", function()
    local map = weighted():prepare { landmarks = true }:set(10, 15, "plain")
    local search = map:search(2, 2, 19, 2)
    local path, code
    repeat path, code = search:step(1) until code ~= "running"
    assert.equal("jpsw", search.engine)
    assert.equal(maps.cells(weighted():set(10, 15, "plain"):path(2, 2, 19, 2)), maps.cells(path))
  end)
end)

describe("an engine that is named #quick", function()
  it("answers where it is exact, with the same path", function()
    local names = { astar = true, jps = true, jpsw = true }
    for name in pairs(names) do
      local engine, path = engine_of(uniform(), { engine = name })
      assert.equal(name, engine)
      assert.equal(maps.cells(uniform():path(2, 2, 19, 2)), maps.cells(path))
    end
    local map, unit = with_danger()
    for _, name in ipairs { "astar", "jps_layers", "jpsw" } do
      local engine, path = engine_of(map, { unit = unit, engine = name })
      assert.equal(name, engine)
      assert.equal(maps.cells(unit:path(19, 2)), maps.cells(path))
    end
    assert.equal("turn", (engine_of(map, { turn_cost = 2, engine = "turn" })))
    assert.equal("turn", (engine_of(map, { turn_cost = 2, engine = "astar" })))
  end)

  it("is refused with the reason: jump point search", function()
    local map, unit = with_danger()
    refuses("the cells that can be entered do not all cost the same", weighted(),
      { engine = "jps" })
    refuses("influence maps, units or 'extra_cost' count", map, { engine = "jps", unit = unit })
    refuses("it cuts no corners", map,
      { engine = "jps", class = map:class { diagonal = "at_most_one_obstacle" } })
    refuses("the goal is more than one cell", map, { engine = "jps", within = 1 })
    refuses("its heuristic is 'octile'", map, { engine = "jps", heuristic = "none" })
    refuses("its 'heuristic_weight' is 1", map, { engine = "jps", heuristic_weight = 2 })
    refuses("it knows no cost of turning", map, { engine = "jps", turn_cost = 1 })
    refuses("a diagonal step costs as much as two straight ones",
      uniform { straight = 1, diagonal = 2 }, { engine = "jps" })
    refuses("the map is too wide or too high for its tables",
      astar.map { width = 65536, height = 2, terrains = { plain = 10 }, fill = "plain" },
      { engine = "jps" })
  end)

  it("is refused with the reason: jump point search with layers", function()
    local map, unit = with_danger()
    refuses("no layer applies", map, { engine = "jps_layers" })
    refuses("it calls no 'extra_cost'", map,
      { engine = "jps_layers", extra_cost = function() return 1 end })
    refuses("it finds no partial paths", map,
      { engine = "jps_layers", unit = unit, partial = true })
    map:influence("danger"):set(5, 5, -1)
    refuses("an influence map makes cells cheaper", map, { engine = "jps_layers", unit = unit })
    refuses("the cells that can be entered do not all cost the same", weighted(),
      { engine = "jps_layers" })
  end)

  it("is refused with the reason: JPSW", function()
    local map = weighted()
    refuses("it calls no 'extra_cost'", map,
      { engine = "jpsw", extra_cost = function() return 1 end })
    refuses("its heuristic is 'octile' or 'none'", map,
      { engine = "jpsw", heuristic = "euclidean" })
    refuses("its 'heuristic_weight' is 1", map, { engine = "jpsw", heuristic_weight = 2 })
    refuses("it knows no cost of turning", map, { engine = "jpsw", turn_cost = 1 })
  end)

  it("is refused with the reason: those for turning and for many goals", function()
    refuses("turning costs nothing", uniform(), { engine = "turn" })
    refuses("it finds the nearest of many goals only", uniform(), { engine = "dijkstra" })
  end)

  it("is refused before it is known whether there is a way at all", function()
    local map = uniform():fill(10, 1, 1, 30, "wall")
    refuses("turning costs nothing", map, { engine = "turn" })
    refuses("the goal is more than one cell", map, { engine = "jps", within = 1, partial = true })
  end)

  it("is refused by a path as by a search", function()
    assert.error_matches(function() uniform():path(2, 2, 19, 2, { engine = "turn" }) end,
      "query: engine = 'turn' does not answer this exactly: turning costs nothing")
    local map = uniform()
    local search = map:search(2, 2, 19, 2, { engine = "turn" })
    assert.error_matches(function() search:step() end, "turning costs nothing")
    assert.equal("none", search.engine)
    assert.same({ nil, "unsuited" }, { search:step() })
  end)

  it("ends a ticket with a code", function()
    local map = uniform()
    local ticket = map:request_path(2, 2, 19, 2, { engine = "turn" })
    while map.pending_requests > 0 do map:work(1000) end
    assert.equal("unsuited", ticket.code)
  end)

  it("finds the nearest of many goals", function()
    local map, unit = with_danger()
    local goals = { { 19, 2 }, { 2, 29 } }
    local expected = map:nearest(2, 2, goals).path
    for _, name in ipairs { "astar", "dijkstra" } do
      local found = map:nearest(2, 2, goals, { engine = name })
      assert.equal(maps.cells(expected), maps.cells(found.path))
    end
    for name, why in pairs { jps = "one goal only", jps_layers = "one goal only",
        jpsw = "one goal only", turn = "turning costs nothing" } do
      assert.error_matches(function() unit:nearest(goals, { engine = name }) end, why)
    end
    for why, query in pairs { ["are asked for in order of cost"] = {},
        ["it calls no 'extra_cost'"] = { extra_cost = function() return 1 end } } do
      query.engine = "dijkstra"
      local what = why:find "in order" and function() return true end or goals
      assert.error_matches(function() map:nearest(2, 2, what, query) end, why)
    end
  end)

  it("is kept when a map is saved with what waits", function()
    local map = uniform()
    map:request_path(2, 2, 19, 2, { engine = "jpsw" })
    local loaded = astar.read(map:save())
    local ticket = loaded:tickets()()
    while loaded.pending_requests > 0 do loaded:work(1000) end
    assert.equal("jpsw", ticket.engine)
  end)
end)
