local astar = require "astar"
local says = require "support.says"

local function new_map()
  return astar.map{ cell = 2, rows = {
    "......",
    ".####.",
    "......",
  } }
end

local function cells(path)
  local list = {}
  for x, y, i in path:cells() do list[i] = x .. "," .. y end
  return table.concat(list, " ")
end

describe("map:path #quick", function()
  it("gives a path, or nil and the reason", function()
    local map = new_map()
    assert.equal("1,1 1,2 1,3 2,3", cells(map:path(1, 1, 2, 3)))
    assert.same({ nil, "goal_blocked" }, { map:path(1, 1, 2, 2) })
    assert.same({ nil, "start_blocked" }, { map:path(2, 2, 1, 1) })
    assert.same({ nil, "budget" }, { map:path(1, 1, 6, 3, { budget = 1, engine = "astar" }) })
    map:fill(4, 1, 1, 3, "wall")
    assert.same({ nil, "unreachable" }, { map:path(1, 1, 6, 3) })
  end)

  it("is priced from a first cell that was built over, with a callback or without", function()
    local map = new_map()
    local path = map:path(1, 1, 6, 1)
    map:set(1, 1, "wall")
    local function nothing() return 0 end
    assert.same({ 50, 50 }, { path:cost_now(), path:cost_now { extra_cost = nothing } })
    assert.same({ 1, nil }, { path:blocked(), path:blocked(nil, 2) })
    map:set(2, 1, "wall")
    assert.same({ nil, "blocked" }, { path:cost_now() })
  end)

  it("goes to the nearest cell of a rectangle", function()
    local map = new_map()
    assert.equal(20, map:path(1, 1, { x = 1, y = 3, width = 6, height = 1 }).cost)
    assert.equal(30, map:path(1, 1, { x = 4, y = 1 }).cost)
  end)

  it("checks its arguments", function()
    local map = new_map()
    says("bad argument #4 to 'path' (y = 4 is outside the map, 1 to 3)", function()
      map:path(1, 1, 1, 4)
    end)
    says("bad argument #1 to 'path' (x = nil is not an integer)", function() map:path() end)
    says("bad argument #3 to 'path' (goal: unknown key 'w')", function()
      map:path(1, 1, { x = 1, y = 1, w = 2 })
    end)
    says("#3 to 'path' (goal: 1 x 2 cells from 1, 3 on reach beyond the map)", function()
      map:path(1, 1, { x = 1, y = 3, width = 1, height = 2 })
    end)
    says("bad argument #3 to 'path' (goal: 'y' is missing)", function()
      map:path(1, 1, { x = 1 })
    end)
    says("#3 to 'path' (width = 7 does not fit the map, 1 to 6)", function()
      map:path(1, 1, { x = 1, y = 1, width = 7 })
    end)
    says("map expected, got nil", map.path)
  end)

  it("makes no garbage but the path", function()
    local map = new_map()
    local options = { within = 1, player = map:player "red", partial = true }
    local query = map:query(options)
    local function growth(given)
      collectgarbage()
      collectgarbage "stop"
      local before = collectgarbage "count"
      for _ = 1, 100 do map:path(1, 1, 6, 3, given) end
      local grown = collectgarbage "count" - before
      collectgarbage "restart"
      return grown
    end
    growth(query)
    assert.is_true(growth(query) < 100 * 0.2)
    assert.is_true(growth(options) < 100 * 0.2)
  end)
end)

describe("a path #quick", function()
  it("has fields that are read-only", function()
    local path = new_map():path(1, 1, 3, 1)
    assert.same({ 20, "complete", 4 }, { path.cost, path.status, path.distance })
    assert.is_true(path.expanded >= 0)
    assert.equal("path (3 cells, cost 20, complete)", tostring(path))
    says("path has no field 'length'", function() return path.length end)
    says("field 'cost' of path is read-only", function() path.cost = 1 end)
  end)

  it("tells a cost of more than 2^31", function()
    local map = astar.map { width = 40001, height = 1, diagonal = 10, fill = "plain",
      terrains = { plain = 65535 } }
    local path = map:path(1, 1, 40001, 1)
    assert.equal(2621400000, path.cost)
    assert.equal("path (40001 cells, cost 2621400000, complete)", tostring(path))
  end)

  it("is a sequence of cells", function()
    local path = new_map():path(1, 1, 3, 1)
    assert.equal(3, #path)
    assert.same({ 1, 1 }, { path:cell(1) })
    assert.same({ 3, 1 }, { path:cell(-1) })
    assert.same({ 1, 1 }, { path:cell(-3) })
    assert.equal("1,1 2,1 3,1", cells(path))
    says("bad argument #1 to 'cell' (index = 4 is out of range, -3 to 3)", function()
      path:cell(4)
    end)
    says("#1 to 'cell' (index = 0 is out of range, 1 to 3 or -3 to -1", function() path:cell(0) end)
    says("#1 to 'cell' (index = 1.5 is not an integer)", function() path:cell(1.5) end)
  end)

  it("has points in the world", function()
    local path = new_map():path(1, 1, 3, 1)
    assert.same({ 1, 1 }, { path:point(0) })
    assert.same({ 2.5, 1 }, { path:point(1.5) })
    assert.same({ 5, 1 }, { path:point(100) })
    says("#1 to 'point' (distance = -1 is out of range", function() path:point(-1) end)
    says("#1 to 'point' (distance = nan is out of range", function() path:point(0 / 0) end)
  end)

  it("knows what blocks it", function()
    local map = new_map()
    local path = map:path(1, 1, 5, 1)
    assert.is_nil(path:blocked())
    map:set(3, 1, "wall")
    assert.equal(3, path:blocked())
    assert.equal(3, path:blocked({}, 3))
    assert.is_nil(path:blocked(nil, 4))
    assert.equal(4, path:blocked({ extra_cost = function(x) return x ~= 4 and 0 end }, 4))
    says("bad argument #2 to 'blocked' (from = 6 is out of range, 1 to 5)", function()
      path:blocked(nil, 6)
    end)
    says("#1 to 'blocked' (query: unknown key 'x')", function() path:blocked{ x = 1 } end)
  end)

  it("explains itself when asked to", function()
    local map = new_map()
    map:influence "danger":set(2, 1, 4)
    map:influence "floor":set(2, 1, 3)
    local path = map:path(1, 1, 3, 1, { explain = true, influence = { danger = 2, floor = 1 },
      extra_cost = function(x) return x == 2 and 6 or 0 end })
    assert.same({
      { x = 2, y = 1, terrain = 10, claims = 0, extra = 6, floor = 0, danger = 8,
        ["influence.floor"] = 3 },
      { x = 3, y = 1, terrain = 10, claims = 0, extra = 0, floor = 0, danger = 0,
        ["influence.floor"] = 0 },
    }, path:explain())
    assert.equal(37, path.cost)
    assert.same({ nil, "not explained" }, { map:path(1, 1, 3, 1):explain() })
  end)

  it("explains what a unit counted, even when the influence map is gone", function()
    local map = new_map()
    local danger = map:influence("danger", { weight = 2 }):set(2, 1, 4)
    local unit = map:player "red":unit{ x = 1, y = 1 }
    local path = unit:path(2, 1, { explain = true })
    danger:remove()
    assert.equal(8, path:explain()[1].danger)
    assert.equal(18, path.cost)
  end)

  it("outlives its map's closing as far as it needs no map", function()
    local map = new_map()
    local path = map:path(1, 1, 3, 1)
    map:close()
    assert.equal("1,1 2,1 3,1", cells(path))
    assert.same({ 3, 20, "complete" }, { #path, path.cost, path.status })
    says("map is closed", function() path:point(1) end)
    says("map is closed", function() path:blocked() end)
    says("map is closed", function() return path.distance end)
  end)

  it("keeps its map from being collected", function()
    local path = new_map():path(1, 1, 3, 1)
    collectgarbage()
    collectgarbage()
    assert.same({ 2.5, 1 }, { path:point(1.5) })
  end)
end)

describe("trace #quick", function()
  it("is filled with what was opened and closed", function()
    local map = astar.map{ rows = { "..." } }
    local trace = {}
    for i = 1, 100 do trace[i] = "old" end
    map:path(1, 1, 3, 1, { trace = trace })
    assert.same({ kind = "opened", x = 1, y = 1, px = 1, py = 1, f = 20, g = 0, h = 20 }, trace[1])
    assert.same({ kind = "closed", x = 1, y = 1, px = 1, py = 1, f = 20, g = 0, h = 20 }, trace[2])
    assert.same({ kind = "opened", x = 2, y = 1, px = 1, py = 1, f = 20, g = 10, h = 10 }, trace[3])
    assert.equal("closed", trace[#trace].kind)
    assert.is_true(#trace < 10)
  end)
end)
