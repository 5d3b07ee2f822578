-- Paths and routes as strings: what a changed map makes of them, and what damaged ones say.

local astar = require "astar"
local maps = require "support.maps"
local Random = require "support.random"
local says = require "support.says"

local ROWS = {
  ".........",
  ".........",
  "####.##.#",
  ".........",
  ".........",
}

local function rooms()
  return astar.map { rows = ROWS, legend = { ["#"] = "wall" } }
end

describe("path:save #quick", function()
  it("is read again as it was, on another map of the same ground", function()
    local map = rooms()
    local path = map:path(1, 1, 1, 5)
    local again, change = rooms():read_path(path:save())
    assert.equal(maps.cells(path), maps.cells(again))
    assert.equal(path.cost, again.cost)
    assert.is_nil(change)
    assert.equal(path:save(), again:save())
  end)

  it("keeps the lines of an any-angle path", function()
    local map = rooms()
    local query = { any_angle = true }
    local path = map:path(1, 1, 9, 5, query)
    local again = assert(map:read_path(path:save(query), query))
    assert.equal(path.distance, again.distance)
    says("an any-angle path has no cost by its cells", path.cost_now, path)
  end)

  it("notices a change anywhere, and a cell of the path that is blocked", function()
    local map = rooms()
    local text = map:path(1, 1, 1, 5):save()
    map:set(9, 5, "wall")
    assert.equal("changed", select(2, map:read_path(text)))
    map:set(9, 5, "plain")
    assert.is_nil(select(2, map:read_path(text)))
    map:link { from = { 1, 1 }, to = { 1, 5 }, cost = 5 }
    assert.equal("changed", select(2, map:read_path(text)))
    map:set(5, 3, "wall")
    assert.same({ n = 2, nil, "blocked" }, table.pack and table.pack(map:read_path(text))
      or { n = select("#", map:read_path(text)), map:read_path(text) })
  end)

  it("is of the query that it was saved with", function()
    local map = rooms()
    local query = { influence = { danger = 1 } }
    local danger = map:influence "danger"
    danger:set(5, 3, 7)
    local path = map:path(1, 1, 1, 5, query)
    local text = path:save(query)
    assert.is_nil(select(2, map:read_path(text, query)))
    assert.equal("changed", select(2, map:read_path(text)))
    assert.equal(path.cost, path:cost_now(query))
    assert.equal(path.cost - 7, path:cost_now())
    danger:set(5, 3, 17)
    assert.equal("changed", select(2, map:read_path(text, query)))
    assert.equal(path.cost + 10, path:cost_now(query))
    assert.equal(20, path:cost_now(nil, #path - 2))
    map:set(5, 3, "wall")
    assert.same({ nil, "blocked" }, { path:cost_now(query) })
  end)

  it("says what is wrong with a text", function()
    local map = rooms()
    local text = map:path(1, 1, 1, 5):save()
    local function code(wrong) return select(2, map:read_path(wrong)) end
    assert.equal("foreign", code "")
    assert.equal("foreign", code "a letter")
    assert.equal("foreign", code(map:save()))
    assert.equal("damaged", code(text:sub(1, 20)))
    assert.equal("damaged", code(text:sub(1, -2)))
    assert.equal("damaged", code(text .. "x"))
    local other = astar.map { width = 9, height = 6 }
    assert.same({ nil, "foreign" }, { other:read_path(text) })
    says("#1 to 'read_path' (string expected", map.read_path, map, 7)
    says("#1 to 'save' (query: 'extra_cost' leaves no ground to compare)",
      map.path(map, 1, 1, 1, 5).save,
      map:path(1, 1, 1, 5), { extra_cost = function() return 0 end })
  end)
end)

describe("map:routes #quick", function()
  local PLACES = { mine = { 1, 1 }, home = { 9, 1 }, port = { 1, 5 } }

  it("finds the paths between places, and reads them from a string", function()
    local map = rooms()
    local routes = map:routes { places = PLACES }
    local again = assert(rooms():read_routes(routes:save()))
    for _, from in ipairs { "mine", "home", "port" } do
      for _, to in ipairs { "mine", "home", "port" } do
        if from ~= to then
          local a, b = PLACES[from], PLACES[to]
          local path = map:path(a[1], a[2], b[1], b[2])
          assert.equal(maps.cells(path), maps.cells(routes:path(from, to)))
          assert.equal(maps.cells(path), maps.cells(again:path(from, to)))
          assert.is_nil(select(2, again:path(from, to)))
        end
      end
    end
    local names = {}
    for name, x, y in again:places() do names[#names + 1] = name .. x .. y end
    assert.same({ "home91", "mine11", "port15" }, names)
    assert.equal(routes:save(), again:save())
    assert.equal("routes (3 places)", tostring(again))
  end)

  it("notices a changed map, and finds them again", function()
    local map = rooms()
    local text = map:routes { places = PLACES }:save()
    map:set(1, 3, "plain")
    map:set(8, 1, "wall")
    local routes = map:read_routes(text)
    assert.is_true(routes.changed)
    assert.equal("routes (3 places, changed)", tostring(routes))
    assert.same({ nil, "blocked" }, { routes:path("mine", "home") })
    assert.equal("changed", select(2, routes:path("mine", "port")))
    assert.equal(routes, routes:update())
    assert.is_false(routes.changed)
    assert.equal(40, routes:path("mine", "port").cost)
    assert.is_nil(select(2, routes:path("mine", "home")))
  end)

  it("has codes where there is no path", function()
    local map = astar.map { rows = { "..#.." }, legend = { ["#"] = "wall" } }
    local routes = map:routes { places = { a = { 1, 1 }, b = { 5, 1 } } }
    assert.same({ nil, "unreachable" }, { routes:path("a", "b") })
    assert.same({ nil, "unreachable" }, { map:read_routes(routes:save()):path("b", "a") })
  end)

  it("refuses what are no places", function()
    local map = rooms()
    says("#1 to 'routes' ('places' is missing)", map.routes, map, {})
    says("#1 to 'routes' (1 places: 2 to 64 make routes)",
      map.routes, map, { places = { a = { 1, 1 } } })
    says("#1 to 'routes' (places.a = 7 is not a cell { x, y })", map.routes, map,
      { places = { a = 7, b = { 1, 1 } } })
    says("#1 to 'routes' (places.a.x = 10 is outside the map, 1 to 9)", map.routes, map,
      { places = { a = { 10, 1 }, b = { 1, 1 } } })
    says("#1 to 'routes' (places.a.y = nil is not an integer)", map.routes, map,
      { places = { a = { 1 }, b = { 1, 1 } } })
    says("#1 to 'routes' (places: 1 is not a name)", map.routes, map, { places = { { 1, 1 } } })
    says("#1 to 'routes' (unknown key 'place', the nearest is 'places')",
      map.routes, map, { place = {} })
    local routes = map:routes { places = PLACES }
    says("#1 to 'path' (there is no place 'mien', the nearest is 'mine')",
      routes.path, routes, "mien", "home")
    says("#2 to 'path' ('mine' is where the path begins)", routes.path, routes, "mine", "mine")
    says("#1 to 'read_routes' (a string expected, got 3)", map.read_routes, map, 3)
    says("routes has no field 'change', the nearest is 'changed'",
      function() return routes.change end)
  end)

  it("refuses each text that is not whole", function()
    local map = rooms()
    local text = map:routes { places = PLACES }:save()
    local random = Random(5)
    for i = 1, 400 do
      local at = random:int(1, #text)
      local byte = string.char((text:byte(at) + random:int(1, 255)) % 256)
      local routes, code = map:read_routes(text:sub(1, at - 1) .. byte .. text:sub(at + 1))
      assert.is_nil(routes)
      assert.is_truthy(code == "damaged" or code == "foreign" or code == "newer", code)
      assert.is_nil((map:read_routes(text:sub(1, i % #text))))
    end
    assert.same({ nil, "newer" }, { map:read_routes((text:gsub("routes 1", "routes 2", 1))) })
    assert.same({ nil, "foreign" }, { map:read_routes "a letter" })
    assert.same({ nil, "damaged" }, { astar.map { width = 4, height = 4 }:read_routes(text) })
  end)
end)
