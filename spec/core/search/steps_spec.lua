-- Searches in steps, on maps that change under them.

local maps = require "support.maps"

local open_map = maps.open

local function shape(path, why)
  return path and path.status .. " " .. path.cost .. ": " .. maps.cells(path) or why
end

describe("searches in steps #quick", function()
  local map, at = maps.read [[
    . . . . . . . .
    . . # # # # . .
    A . . . . # . B
    . . # # # # . .
    . . . . . . . .
  ]]
  local function begin(query) return map:search(at.A.x, at.A.y, at.B.x, at.B.y, query) end
  local whole = map:path(at.A.x, at.A.y, at.B.x, at.B.y, { engine = "astar" })

  local function run(search, nodes)
    local path, why
    repeat path, why = search:step(nodes) until why ~= "running"
    return path, why
  end

  it("expand at most so many nodes at a time", function()
    local search = begin { engine = "astar" }
    assert.same({ nil, "running" }, { search:step(5) })
    assert.equal(5, search.expanded)
  end)

  it("give what one go gives", function()
    for nodes = 1, 9 do
      local path = run(begin { engine = "astar" }, nodes)
      assert.equal(shape(whole), shape(path))
      assert.equal(whole.expanded, path.expanded)
    end
  end)

  it("give their outcome again when stepped further", function()
    local search = begin()
    local path = search:step()
    assert.equal(path, search:step(1))
  end)

  it("may be under way at once", function()
    local back = map:search(at.B.x, at.B.y, at.A.x, at.A.y, { engine = "astar" })
    local there, paths = begin { engine = "astar" }, {}
    repeat
      paths.there = paths.there or there:step(2)
      paths.back = paths.back or back:step(3)
      map:path(1, 1, 8, 5)
    until paths.there and paths.back
    assert.equal(shape(whole), shape(paths.there))
    assert.equal(whole.cost, paths.back.cost)
  end)

  it("count towards the budget as a whole", function()
    local search = begin { engine = "astar", budget = 10 }
    local _, why = run(search, 3)
    assert.equal("budget", why)
    assert.equal(10, search.expanded)
  end)

  it("end where they are closed", function()
    local search = begin()
    search:close()
    assert.has_error(function() search:step() end)
  end)
end)

describe("a map that changes under a search #quick", function()
  local PICTURE = [[
    . . . . . . . . . .
    . . . . . . . . . .
    A . . . . . . . . B
    . . . . . . . . . .
    . . . . . . . . . .
  ]]

  local function begin()
    local map, at = maps.read(PICTURE)
    return map, map:search(at.A.x, at.A.y, at.B.x, at.B.y, { engine = "astar" })
  end

  it("starts again where an edit touches what was looked at", function()
    local map, search = begin()
    search:step(4)
    map:fill(3, 2, 1, 3, "wall")
    local path = search:step()
    assert.equal(shape(map:path(1, 3, 10, 3)), shape(path))
  end)

  it("goes on where it does not", function()
    local map, search = begin()
    search:step(4)
    map:set(8, 3, "wall")
    local path = search:step()
    local fresh = map:path(1, 3, 10, 3, { engine = "astar" })
    assert.equal(shape(fresh), shape(path))
    assert.equal(fresh.expanded, path.expanded)
  end)

  it("is given up at once where the goal is cut off, however far away", function()
    local map = open_map(200, 200)
    local search = map:search(10, 10, 190, 190, { engine = "astar" })
    search:step(20)
    map:fill(180, 1, 1, 200, "wall")
    assert.same({ nil, "unreachable" }, { search:step() })
    assert.equal(20, search.expanded)
  end)

  it("gives a partial path another end, where that matters", function()
    local map = open_map(30, 5):fill(20, 1, 1, 5, "wall")
    local search = map:search(2, 3, 29, 3, { engine = "astar", partial = true })
    search:step(3)
    map:set(20, 1, "plain")
    local path = search:step()
    assert.equal(shape(map:path(2, 3, 29, 3)), shape(path))
  end)

  it("gives up after beginning again three times", function()
    local map, search = begin()
    for i = 1, 4 do
      assert.same({ nil, "running" }, { search:step(2) })
      map:set(2, 3, i % 2 == 0 and "plain" or "road")
    end
    assert.same({ nil, "changing" }, { search:step() })
  end)

  it("is noticed by knowledge too", function()
    local map = maps.read(PICTURE)
    local red = map:player("red"):reveal()
    local search = map:search(1, 3, 10, 3, { player = red, engine = "astar" })
    search:step(4)
    map:fill(3, 2, 1, 3, "wall")
    assert.equal(90, map:path(1, 3, 10, 3, { player = red }).cost)
    red:see(1, 3, 4)
    assert.is_true(search:step().cost > 90)
  end)

  it("is no matter where the edit cannot be known", function()
    local map = maps.read(PICTURE)
    local red = map:player("red"):reveal()
    local query = { player = red, engine = "astar" }
    local expanded = map:path(1, 3, 10, 3, query).expanded
    local search = map:search(1, 3, 10, 3, query)
    for x = 2, 9 do
      search:step(1)
      map:fill(x, 2, 1, 3, "wall")
    end
    assert.equal(expanded, search:step().expanded)
  end)

  it("leaves no unit standing on a path that is delivered", function()
    local map = maps.read(PICTURE)
    local red = map:player "red"
    local unit, other = red:unit { x = 1, y = 3 }, red:unit { x = 1, y = 5 }
    local search = unit:search(10, 3, { engine = "astar" })
    search:step(3)
    other:place(6, 3)
    local path = search:step()
    assert.equal("complete", path.status)
    for x, y in path:cells() do assert.is_false(x == 6 and y == 3) end
    assert.is_nil(path:blocked { unit = unit })
  end)
end)

describe("a unit that steps in between #quick", function()
  it("at a corner of the way is noticed when the path is made too", function()
    local map = open_map(12, 12)
    local red = map:player "red"
    local unit, other = red:unit { x = 2, y = 2 }, red:unit { x = 12, y = 1 }
    local search = unit:search(10, 10, { engine = "astar" })
    search:step(3)
    other:place(7, 6)
    local path = search:step()
    assert.is_nil(path:blocked { unit = unit })
    assert.is_true(path.cost > 8 * 14)
  end)
end)
