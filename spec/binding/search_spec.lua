local astar = require "astar"
local says = require "support.says"

local function new_map()
  return astar.map{ rows = {
    "......",
    ".####.",
    "......",
  } }
end

local ASTAR = { engine = "astar" }

local function run(search, nodes)
  local path, why
  repeat path, why = search:step(nodes) until path or why ~= "running"
  return path, why
end

describe("map:search #quick", function()
  it("comes to the same path step by step", function()
    local map = new_map()
    local search = map:search(1, 1, 6, 3, ASTAR)
    assert.equal("search (running)", tostring(search))
    assert.same({ nil, "running" }, { search:step(1) })
    local path = run(search, 1)
    assert.equal(map:path(1, 1, 6, 3).cost, path.cost)
    assert.equal(path, search:step(1))
    assert.equal("search (ok)", tostring(search))
    assert.is_true(search.expanded > 1)
    assert.equal(path.expanded, search.expanded)
  end)

  it("comes to the same reason", function()
    local map = new_map()
    local search = map:search(1, 1, 2, 2)
    assert.same({ nil, "goal_blocked" }, { search:step(1) })
    assert.same({ nil, "goal_blocked" }, { search:step() })
    map:fill(4, 1, 1, 3, "wall")
    assert.same({ nil, "unreachable" }, { map:search(1, 1, { x = 6, y = 1 }):step() })
  end)

  it("steps to the end without a number", function()
    assert.equal(6, #new_map():search(1, 1, 6, 1):step())
  end)

  it("checks its arguments", function()
    local map = new_map()
    says("bad argument #3 to 'search' (x = 7 is outside", function() map:search(1, 1, 7, 1) end)
    says("bad argument #5 to 'search' (query: unknown key 'fast'", function()
      map:search(1, 1, 6, 1, { fast = true })
    end)
    local search = map:search(1, 1, 6, 3)
    says("bad argument #1 to 'step' (nodes = 0 is out of range, 1 to 4294967295)", function()
      search:step(0)
    end)
    says("#1 to 'step' (nodes = 1.5 is not an integer)", function() search:step(1.5) end)
    says("bad argument #1 to 'end_early' (bound = 0.9 is out of range, 1 to 64)", function()
      search:end_early(0.9)
    end)
    says("bad argument #1 to 'end_early' (bound = nil is not a number)", function()
      search:end_early()
    end)
    says("field 'expanded' of search is read-only", function() search.expanded = 1 end)
    says("search expected, got nil", search.step)
  end)

  it("takes compiled queries, and many at once", function()
    local map = new_map()
    local query = map:query(ASTAR)
    local a, b = map:search(1, 1, 6, 3, query), map:search(6, 3, 1, 1, query)
    local first, second
    repeat first, second = a:step(1), b:step(1) until first and second
    assert.equal(first.cost, second.cost)
  end)

  it("fills a trace as it goes", function()
    local map, whole, trace = new_map(), {}, {}
    map:path(1, 1, 6, 3, { trace = whole })
    local search = map:search(1, 1, 6, 3, { trace = trace })
    search:step(1)
    assert.is_true(#trace > 1 and #trace < #whole)
    run(search, 1)
    assert.same(whole, trace)
  end)
end)

describe("unit:search #quick", function()
  it("starts at the unit", function()
    local map = new_map()
    local unit = map:player "red":unit{ x = 1, y = 3 }
    assert.same({ 1, 3 }, { unit:search(6, 3):step():cell(1) })
    assert.is_truthy(unit:search({ x = 6, y = 1, width = 1, height = 3 }, {}):step())
    says("#3 to 'search' (query: 'class' where a unit asks for itself)", function()
      unit:search(6, 3, { class = map:class{} })
    end)
  end)
end)

describe("a suspended search #quick", function()
  it("is refused when what it refers to was removed", function()
    local function refused(name, prepare)
      local map = new_map()
      local red = map:player "red"
      local unit, danger = red:unit{ x = 1, y = 1 }, map:influence "danger":set(3, 1, 5)
      local search, object = prepare(map, { red = red, unit = unit, danger = danger })
      search:step(1)
      object:remove()
      says(("the %s of the search was removed"):format(name), function() search:step(1) end)
      search:close()
    end
    refused("unit", function(_, have) return have.unit:search(6, 3, ASTAR), have.unit end)
    refused("unit", function(_, have) return have.unit:search(6, 3, ASTAR), have.red end)
    refused("influence", function(_, have) return have.unit:search(6, 3, ASTAR), have.danger end)
    refused("player", function(map, have)
      return map:search(1, 1, 6, 3, { player = have.red, engine = "astar" }), have.red
    end)
    refused("unit", function(map, have)
      return map:search(1, 1, 6, 3, map:query{ unit = have.unit, engine = "astar" }), have.unit
    end)
    refused("influence", function(map, have)
      return map:search(1, 1, 6, 3, { influence = { danger = 1 }, engine = "astar" }), have.danger
    end)
  end)

  it("keeps its outcome when that happens afterwards", function()
    local map = new_map()
    local unit = map:player "red":unit{ x = 1, y = 1 }
    local search = unit:search(6, 3)
    local path = search:step()
    unit:remove()
    assert.equal(path, search:step())
  end)

  it("cannot end early where a step back has a cost of its own", function()
    local map = new_map()
    local red = map:player "red"
    local function one() return 1 end
    for key, value in pairs { turn_cost = 5, traffic_cost = 5, extra_cost = one } do
      local search = map:search(1, 1, 6, 3, { [key] = value, player = red })
      says(("a search with '%s' cannot end early"):format(key), function() search:end_early(2) end)
      assert.equal("complete", search:step().status)
    end
  end)

  it("is closed", function()
    local map = new_map()
    local search = map:search(1, 1, 6, 3, ASTAR)
    search:step(2)
    search:close()
    search:close()
    assert.equal("search (closed)", tostring(search))
    assert.equal(2, search.expanded)
    says("search is closed", function() search:step(1) end)
  end)

  it("ends with its map", function()
    local map = new_map()
    local search, done = map:search(1, 1, 6, 3, ASTAR), map:search(1, 1, 6, 3)
    search:step(1)
    done:step()
    map:close()
    says("map is closed", function() search:step(1) end)
    says("map is closed", function() done:step(1) end)
    search:close()
    assert.equal("search (closed)", tostring(search))
  end)

  it("may be stepped by any coroutine", function()
    local map, calls = new_map(), 0
    local search = map:search(1, 1, 6, 3, { engine = "astar", extra_cost = function()
      calls = calls + 1
      return 0
    end })
    local path
    repeat path = coroutine.wrap(function() return (search:step(1)) end)() until path
    assert.equal(map:path(1, 1, 6, 3).cost, path.cost)
    assert.is_true(calls > 0)
  end)
end)
