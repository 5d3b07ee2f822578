-- The callback that adds to the cost of a cell, and the trace of a search.

local maps = require "support.maps"

local open_map = maps.open

describe("extra #quick", function()
  local map = maps.read [[
    . . . . .
    . . . . .
    . . . . #
  ]]

  it("adds to the cost of a cell", function()
    local query = { extra_cost = function(x, y) return x == 3 and y == 1 and 7 or nil end }
    assert.same({ 17, 21 }, { map:cost(3, 1, query) })
    assert.same({ 10, 14 }, { map:cost(3, 2, query) })
    assert.equal(40, map:path(1, 2, 5, 2, query).cost)
    query.extra_cost = function(x) return x == 3 and 7 or 0 end
    assert.equal(47, map:path(1, 1, 5, 1, query).cost)
  end)

  it("blocks a cell with false", function()
    local function barrier(x, y)
      if x == 3 and y < 3 then return false end
    end
    local path = map:path(1, 1, 5, 1, { extra_cost = barrier })
    assert.equal("1,1 2,2 2,3 3,3 4,3 4,2 5,1", maps.cells(path))
  end)

  it("is asked once for a cell, with its terrain", function()
    for _, engine in ipairs { "auto", "astar" } do
      local asked, twice = {}, 0
      map:path(1, 1, 5, 2, { engine = engine, extra_cost = function(x, y, name)
        local key = x .. "," .. y
        if asked[key] then twice = twice + 1 end
        asked[key] = name
        return 0
      end })
      assert.equal(0, twice)
      assert.equal("plain", asked["2,2"])
    end
  end)

  it("may raise an error, which arrives as it is", function()
    local function fail() error({ code = 7 }) end
    local ok, message = pcall(map.path, map, 1, 1, 5, 1, { extra_cost = fail })
    assert.is_false(ok)
    assert.same({ code = 7 }, message)
    assert.equal(40, map:path(1, 1, 5, 1).cost)
  end)

  it("must not change the map", function()
    local function edit() map:set(1, 1, "wall") end
    assert.has_error(function() map:path(1, 1, 5, 1, { extra_cost = edit }) end)
    assert.equal("plain", map:get(1, 1))
  end)

  it("may itself ask for paths", function()
    local path = map:path(1, 1, 5, 1, { extra_cost = function(x, y)
      return map:path(x, y, 1, 1).cost > 35 and 10 or 0
    end })
    assert.equal(50, path.cost)
  end)
end)

describe("the trace #quick", function()
  it("has an event for each cell opened, improved and closed", function()
    local map, trace = open_map(9, 9), {}
    local path = map:path(2, 2, 8, 5, { trace = trace })
    local count, last = { opened = 0, improved = 0, closed = 0 }, nil
    for _, event in ipairs(trace) do
      count[event.kind] = count[event.kind] + 1
      assert.equal(event.f, event.g + event.h)
      last = event
    end
    assert.equal(path.expanded + 1, count.closed)
    assert.equal("closed", last.kind)
    assert.is_true(count.opened >= count.closed)
  end)

  it("leads back from the goal by the parents", function()
    local map, trace, parent = open_map(9, 9), {}, {}
    map:fill(4, 1, 1, 6, "wall")
    local path = map:path(2, 2, 8, 5, { trace = trace })
    for _, event in ipairs(trace) do
      parent[event.x .. "," .. event.y] = event.px .. "," .. event.py
    end
    for x, y, i in path:cells() do
      local px, py = path:cell(math.max(1, i - 1))
      assert.equal(px .. "," .. py, parent[x .. "," .. y])
    end
  end)
end)
