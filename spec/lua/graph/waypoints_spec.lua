local astar = require "astar"
local says = require "support.says"
local Random = require "support.random"
local cases = require "support.cases"

local ROWS = {
  ".........",
  "..###....",
  "..###.#..",
  "......#..",
  ".........",
}

local function names(path)
  local list = {}
  for node, i in path:nodes() do list[i] = node end
  return table.concat(list, " ")
end

describe("astar.waypoints #quick", function()
  it("joins cells that a free straight line joins", function()
    local map = astar.map { rows = ROWS }
    local graph = astar.waypoints(map, { points = { { 1, 3 }, { 6, 5 }, { 8, 5 }, { 9, 3 } } })
    assert.equal("graph (4 nodes, 3 edges)", tostring(graph))
    assert.same({ number = 2, name = "6,5", x = 6, y = 5, cost = 0, open = true },
      graph:node("6,5"))
    assert.equal(map:line(8, 5, 9, 3), graph:edge("8,5", "9,3").cost)
    assert.is_nil(graph:edge("1,3", "9,3"))
    assert.equal("1,3 6,5 8,5 9,3", names(graph:path("1,3", "9,3")))
  end)

  it("finds the corners of obstacles", function()
    local map = astar.map { rows = ROWS }
    local graph, list = astar.waypoints(map, { corners = true }), {}
    for node in graph:nodes() do list[#list + 1] = node end
    assert.same({ "2,1", "6,1", "6,2", "8,2", "2,4", "6,4", "6,5", "8,5" }, list)
  end)

  it("leaves out what is too far, blocked or there already", function()
    local map = astar.map { rows = ROWS }
    local points = { { 1, 1 }, { 9, 1 }, { 3, 2 }, { x = 1, y = 1 }, { 4, 1 } }
    assert.equal("graph (3 nodes, 3 edges)",
      tostring(astar.waypoints(map, { points = points })))
    assert.equal("graph (3 nodes, 2 edges)",
      tostring(astar.waypoints(map, { points = points, reach = 5 })))
  end)

  it("goes by a query", function()
    local map = astar.map { rows = { "..~..", "....." }, legend = { ["~"] = "swamp" },
      terrains = { plain = 10, swamp = 35, wall = false } }
    local boat = map:class { swamp = false }
    local points = { { 1, 1 }, { 5, 1 } }
    assert.equal(65, astar.waypoints(map, { points = points }):path("1,1", "5,1").cost)
    assert.equal(0, astar.waypoints(map, { points = points, query = { class = boat } }).edge_count)
  end)

  it("knows a way with corners wherever the map has one", function()
    for seed = 1, cases.of(10) do
      local random, rows = Random(seed), {}
      for y = 1, 9 do
        local row = {}
        for x = 1, 12 do row[x] = random:chance(0.3) and "#" or "." end
        rows[y] = table.concat(row)
      end
      local map = astar.map { rows = rows }
      map:set(1, 1, "plain"):set(12, 9, "plain")
      local graph = astar.waypoints(map, { points = { { 1, 1 }, { 12, 9 } }, corners = true })
      assert.equal((map:reachable(1, 1, 12, 9)), (graph:reachable("1,1", "12,9")), "seed " .. seed)
      local path, straight = map:path(1, 1, 12, 9), graph:path("1,1", "12,9")
      assert.is_true(not path or straight.cost <= path.cost + #straight, "seed " .. seed)
    end
  end)

  it("says what is wrong", function()
    local map = astar.map { rows = ROWS }
    local function made(message, options) says(message, astar.waypoints, map, options) end
    says("#1 to 'waypoints' (map = a table is not a map)", astar.waypoints, {}, {})
    for _, grid in ipairs { "hex", "flat_hex" } do
      local hexagons = astar.map { grid = grid, width = 3, height = 3 }
      says("#1 to 'waypoints' (a map of hexagons has no waypoints)",
        astar.waypoints, hexagons, { corners = true })
    end
    made("options = nil is not a table")
    made("unknown key 'point', the nearest is 'points'", { point = {} })
    made("points = 3 is not a list of cells", { points = 3 })
    made("points[2].x = 10 is outside the map, 1 to 9", { points = { { 1, 1 }, { 10, 1 } } })
    made("corners = 1 is not a boolean", { corners = 1 })
    made("reach = 0 is not a number above 0", { reach = 0 })
    made("unknown key 'clas', the nearest is 'class'", { points = { { 1, 1 } },
      query = { clas = 1 } })
  end)
end)
