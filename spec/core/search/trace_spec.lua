-- Traces of all engines: what each has opened, improved, passed and closed, and that a trace
-- changes nothing.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"

local SIDE = 24

--- A map at random, without costs that differ, and a unit that fears a part of it.
local function random_map(random)
  local map = astar.map { width = SIDE, height = SIDE, terrains = maps.TERRAINS, fill = "plain" }
  for _ = 1, random:int(60, 160) do map:set(random:int(1, SIDE), random:int(1, SIDE), "wall") end
  map:set(1, 1, "plain"):set(SIDE, SIDE, "plain")
  local unit = map:player("red"):reveal():unit { x = 1, y = 1 }
  map:influence("danger"):add(12, 12, 30, 4)
  return map, unit
end

local function with_swamps(map, random)
  for _ = 1, 80 do
    local x, y = random:int(1, SIDE), random:int(1, SIDE)
    if map:get(x, y) == "plain" then map:set(x, y, "swamp") end
  end
  return map
end

local function query_of(engine, unit)
  local query = { engine = engine }
  if engine == "jps_layers" then query.unit = unit end
  if engine == "turn" then query.turn_cost = 7 end
  if engine == "anya" then query.any_angle = true end
  return query
end

local ENGINES = { "astar", "jps", "jps_layers", "jpsw", "turn", "anya" }

--- A search to the far corner, its path or code, and its trace if that is asked for.
local function run(map, query, traced, nodes)
  query.trace = traced and {} or nil
  local search = map:search(1, 1, SIDE, SIDE, query)
  local path, code
  repeat path, code = search:step(nodes) until path or code ~= "running"
  return search, path, query.trace
end

local function shape(path) return path and maps.cells(path) .. " for " .. path.cost end

describe("a trace", function()
  it("changes nothing: path, cost, engine and number of nodes", function()
    local seen = 0
    for seed = 1, cases.of(5) do
      local random = new_random(seed)
      local map, unit = random_map(random)
      for _, engine in ipairs(ENGINES) do
        local query = query_of(engine, unit)
        local plain, path = run(map, query)
        local traced, same, trace = run(map, query, true)
        assert.equal(shape(path), shape(same))
        assert.equal(plain.expanded, traced.expanded)
        assert.equal(plain.engine, traced.engine)
        assert.is_true(#trace > 0 or traced.engine == "none")
        if path then seen = seen + 1 end
      end
    end
    assert.is_true(seen > 0)
  end)

  it("tells estimates of two straight steps where these cost less than a diagonal one", function()
    local map = astar.map { width = SIDE, height = SIDE }
    local gain = map:influence "gain"
    for y = 1, SIDE do
      for x = 1, SIDE do gain:set(x, y, -8) end
    end
    local _, path, trace = run(map, { influence = { gain = 1 } }, true)
    assert.equal(2 * 2 * (SIDE - 1), path.cost)
    for _, one in ipairs(trace) do
      assert.equal(2 * (SIDE - one.x + SIDE - one.y), one.h)
      assert.equal(one.f, one.g + one.h)
    end
  end)

  it("is the same in steps as in one", function()
    for seed = 1, cases.of(2) do
      local map, unit = random_map(new_random(seed))
      for _, engine in ipairs(ENGINES) do
        local query = query_of(engine, unit)
        local _, _, whole = run(map, query, true)
        local _, _, stepped = run(map, query, true, 1)
        assert.same(whole, stepped, engine)
      end
    end
  end)
end)

--- What a straight or diagonal run from one cell to another costs; nil: it is none.
local function run_cost(event)
  local dx, dy = math.abs(event.x - event.px), math.abs(event.y - event.py)
  if dx ~= dy and dx ~= 0 and dy ~= 0 then return nil end
  return math.max(dx, dy) * (dx == dy and 14 or 10)
end

local function key(x, y) return y * 1000 + x end

--- Each event is consistent with those before.
local function check_events(trace, engine)
  local costs, expanded = {}, 0
  for i, event in ipairs(trace) do
    local at, from = key(event.x, event.y), key(event.px, event.py)
    assert.equal(event.f, event.g + event.h, engine)
    if i > 1 and at ~= from then
      assert.truthy(costs[from], engine .. ": the parent was told before")
      local least = costs[from] + run_cost(event)
      if engine == "jpsw" then assert.is_true(event.g >= least) -- the parent may be better now
      else assert.equal(least, event.g, engine) end
    end
    if event.kind == "closed" then expanded = expanded + 1 end
    if event.kind == "closed" and i < #trace then assert.truthy(costs[at], engine) end
    costs[at] = math.min(costs[at] or math.huge, event.g)
  end
  return expanded
end

describe("the trace of", function()
  for _, engine in ipairs { "astar", "jps", "jpsw" } do
    it(engine .. " tells how each cell was reached, from one that was told, and at which cost",
      function()
        local paths = 0
        for seed = 1, cases.of(4) do
          local map = random_map(new_random(seed))
          local search, path, trace = run(map, query_of(engine), true)
          if path then
            local expanded = check_events(trace, engine)
            local first, last = trace[1], trace[#trace]
            assert.same({ "opened", 1, 1, 0 }, { first.kind, first.x, first.y, first.g })
            assert.same({ "closed", SIDE, SIDE, path.cost, 0 },
              { last.kind, last.x, last.y, last.g, last.h })
            if engine ~= "jps" then assert.is_true(expanded > search.expanded) end
            paths = paths + 1
          end
        end
        assert.is_true(paths > 0)
      end)
  end

  it("every engine ends with the goal, at the cost of the path", function()
    for seed = 1, cases.of(3) do
      local map, unit = random_map(new_random(seed))
      for _, engine in ipairs(ENGINES) do
        local _, path, trace = run(map, query_of(engine, unit), true)
        local first, last = trace[1], trace[#trace]
        if path then
          assert.same({ "opened", 1, 1, 0 }, { first.kind, first.x, first.y, first.g }, engine)
        end
        -- Those two close others at the end.
        if path and engine ~= "turn" and engine ~= "astar" then
          assert.same({ "closed", SIDE, SIDE }, { last.kind, last.x, last.y }, engine)
          if engine ~= "anya" then assert.equal(path.cost, last.g, engine) end
        end
      end
    end
  end)

  it("jump point search has few cells, far from one another", function()
    local map = maps.read [[
      . . . . . . . . .
      . A . . # . . . .
      . . . . # . . B .
      . . . . # . . . .
      . . . . . . . . .
    ]]
    local jump, plain = {}, {}
    map:path(2, 2, 8, 3, { engine = "jps", trace = jump })
    map:path(2, 2, 8, 3, { engine = "astar", trace = plain })
    assert.is_true(#jump < #plain / 3)
    assert.equal(table.concat({
      "..-..-...",
      ".x..#....",
      "....#..x.",
      "...-#....",
      "...o.....", "" }, "\n"), map:draw { trace = jump })
  end)

  it("jump point search tells the bend and the goal where that is in sight", function()
    local map = astar.map { width = 9, height = 5 }
    local trace = {}
    local path = map:path(1, 1, 9, 4, { engine = "jps", trace = trace })
    local told = {}
    for i, one in ipairs(trace) do
      told[i] = ("%s %d,%d from %d,%d: %d + %d"):format(one.kind, one.x, one.y, one.px, one.py,
        one.g, one.h)
    end
    assert.equal(92, path.cost)
    assert.same({ "opened 1,1 from 1,1: 0 + 92", "closed 1,1 from 1,1: 0 + 92",
      "passed 4,4 from 1,1: 42 + 50", "closed 9,4 from 4,4: 92 + 0" }, told)
  end)

  it("the pruned search passes cells that it does not open", function()
    local random = new_random(3)
    local map = with_swamps(random_map(random), random)
    local search, _, trace = run(map, { engine = "jpsw" }, true)
    local kinds = {}
    for _, event in ipairs(trace) do kinds[event.kind] = (kinds[event.kind] or 0) + 1 end
    assert.equal("jpsw", search.engine)
    assert.is_true(kinds.passed > 0 and kinds.closed == search.expanded + 1)
  end)

  it("the search for the nearest is that of a flood: without an estimate", function()
    local map = random_map(new_random(5))
    local trace = {}
    map:nearest(1, 1, { { SIDE, SIDE }, { 20, 3 } }, { engine = "dijkstra", trace = trace })
    assert.is_true(#trace > 10)
    for _, event in ipairs(trace) do assert.same({ event.g, 0 }, { event.f, event.h }) end
  end)

  it("any-angle search sees from corners: a parent is where a line begins", function()
    local map = maps.read [[
      . . . . . . .
      . A . # . B .
      . . . # . . .
    ]]
    local trace, turns = {}, {}
    local path = map:path(2, 2, 6, 2, { engine = "anya", any_angle = true, trace = trace })
    for x, y, i in path:corners() do turns[i] = { x, y } end
    local last = trace[#trace]
    assert.same({ "closed", 6, 2 }, { last.kind, last.x, last.y })
    assert.same(turns[#turns - 1], { last.px, last.py })
    local corners = 0
    for _, event in ipairs(trace) do
      assert.equal(event.f, event.g + event.h)
      if event.kind == "passed" then
        corners = corners + 1
        local left = math.sqrt((6 - event.x) ^ 2 + (2 - event.y) ^ 2)
        assert.is_true(math.abs(event.h - 10 * left) < 1)
      end
    end
    assert.is_true(corners > 0)
  end)

  it("links names the far end as the parent", function()
    local map = astar.map { width = 30, height = 3 }:fill(15, 1, 1, 3, "wall")
    map:link { from = { 2, 2 }, to = { 29, 2 }, cost = 5 }
    for _, engine in ipairs { "astar", "jpsw", "turn" } do
      local query, crossed = query_of(engine), false
      query.trace = {}
      map:path(1, 1, 30, 1, query)
      for _, event in ipairs(query.trace) do
        crossed = crossed or event.x == 29 and event.px == 2 and event.py == 2
      end
      assert.is_true(crossed, engine)
    end
  end)

  it("no engine that is named is plain A*'s", function()
    local map = random_map(new_random(1))
    local trace = {}
    local search = map:search(1, 1, SIDE, SIDE, { trace = trace })
    search:step()
    assert.equal("astar", search.engine)
    local turning = map:search(1, 1, SIDE, SIDE, { trace = trace, turn_cost = 1 })
    turning:step()
    assert.equal("turn", turning.engine)
  end)
end)
