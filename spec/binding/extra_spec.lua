local astar = require "astar"
local says = require "support.says"

local function new_map()
  return astar.map{ rows = {
    ".....",
    "..#..",
    ".....",
  } }
end

local function path_with(map, extra)
  return map:path(1, 2, 5, 2, { extra_cost = extra })
end

describe("extra #quick", function()
  it("adds to the cost of cells, or blocks them", function()
    local map = new_map()
    assert.equal(path_with(map).cost, path_with(map, function() end).cost)
    local path = path_with(map, function(_, y) return y < 3 and 100 or 0 end)
    assert.same({ 2, 3 }, { path:cell(2) })
    assert.same({ nil, "unreachable" }, { path_with(map, function(x) return x ~= 3 and 0 end) })
  end)

  it("is told the cell and its terrain, once each", function()
    local map, seen = new_map(), {}
    map:set(2, 1, "wall")
    path_with(map, function(x, y, terrain)
      local key = x .. "," .. y
      assert.is_nil(seen[key])
      seen[key] = terrain
    end)
    assert.equal("plain", seen["2,2"])
    assert.is_nil(seen["3,2"])
  end)

  it("is told nil for what the player has not seen", function()
    local map, terrains = new_map(), {}
    map:path(1, 2, 5, 2, { player = map:player "red", extra_cost = function(_, _, terrain)
      terrains[tostring(terrain)] = true
    end })
    assert.same({ ["nil"] = true }, terrains)
  end)

  it("must return a sensible number", function()
    local map = new_map()
    local function refused(value, shown)
      says(("extra_cost returned %s for cell "):format(shown), path_with, map, function()
        return value
      end)
    end
    refused(-1, "-1")
    refused(1.5, "1.5")
    refused(65536, "65536")
    refused(0 / 0, "nan")
    refused(1 / 0, "inf")
    refused(true, "true")
    refused("7", "'7'")
    refused({}, "a table")
    assert.is_truthy(path_with(map, function() return 65535 end))
  end)

  it("hands its errors on as they are", function()
    local map, reason, calls = new_map(), {}, 0
    local ok, e = pcall(path_with, map, function()
      calls = calls + 1
      error(reason)
    end)
    assert.is_false(ok)
    assert.equal(reason, e)
    assert.equal(1, calls)
    assert.is_truthy(path_with(map))
  end)

  it("does so in every function that takes a query", function()
    local map, reason = new_map(), {}
    local query = map:query{ extra_cost = function() error(reason) end }
    local path = path_with(map)
    local unit = map:player "red":unit{ x = 1, y = 2 }
    for _, f in ipairs{
      function() map:path(1, 2, 5, 2, query) end, function() map:cost(1, 1, query) end,
      function() unit:path(5, 2, query) end, function() path:blocked(query) end,
    } do
      local ok, e = pcall(f)
      assert.is_false(ok)
      assert.equal(reason, e)
    end
  end)

  it("ends a search that it fails in", function()
    local map, reason = new_map(), {}
    local search = map:search(1, 2, 5, 2, { engine = "astar", extra_cost = function(x)
      if x > 3 then error(reason) end
    end })
    local ok, e
    repeat ok, e = pcall(search.step, search, 1) until not ok
    assert.equal(reason, e)
    assert.same({ nil, "cancelled" }, { search:step(1) })
  end)

  it("finds the map locked", function()
    local map = new_map()
    local red = map:player "red"
    local unit, danger = red:unit{ x = 1, y = 1 }, map:influence "danger"
    local route = unit:path(2, 1)
    local edits = {
      function() map:set(1, 1, "wall") end, function() map:fill "wall" end,
      function() map:paint(function() end) end, function() map:block_circle(1, 1, 1) end,
      function() map:terrain("mud", 1) end, function() map:class{} end,
      function() map:player "blue" end, function() map:influence "smell" end,
      function() map:tick() end, function() map:close() end,
      function() red:see(1, 1, 1) end, function() red:end_sight() end, function() red:reveal() end,
      function() red:forget() end, function() red:share(red) end, function() red:remove() end,
      function() red:unit{ x = 2, y = 1 } end,
      function() unit:follow_path(route) end, function() unit:stop() end,
      function() unit:place(2, 1) end, function() unit:remove() end,
      function() unit.speed = 1 end, function() unit.sight = 1 end,
      function() danger:set(1, 1, 1) end, function() danger:add(1, 1, 1) end,
      function() danger:decay(0.5) end, function() danger:spread(0.5) end,
      function() danger:clear() end, function() danger:remove() end,
    }
    local before = map:hash()
    for _, edit in ipairs(edits) do
      says("map is locked while a callback runs", path_with, map, edit)
    end
    assert.equal(before, map:hash())
    getmetatable(map).__gc(map)
    says("map is closed", map.hash, map)
  end)

  it("cannot close the map by the back door", function()
    local map = new_map()
    path_with(map, function() getmetatable(map).__gc(map) end)
    assert.matches("^%x+$", map:hash())
  end)

  it("may ask for paths itself", function()
    local map, inner = new_map(), nil
    local path = path_with(map, function(x, y)
      if x == 4 and not inner then inner = map:path(x, y, 1, 1) end
      pcall(path_with, map, function() error "inner" end)
    end)
    assert.equal(path_with(map).cost, path.cost)
    local x, y = inner:cell(1)
    assert.equal(map:path(x, y, 1, 1).cost, inner.cost)
  end)

  it("may not do so without end", function()
    local map, depth = new_map(), 0
    local function extra()
      depth = depth + 1
      map:path(1, 2, 5, 2, { extra_cost = extra })
    end
    says("callbacks are nested too deeply", path_with, map, extra)
    assert.equal(100, depth)
    assert.is_truthy(path_with(map))
  end)

  it("cannot step or close the search that asks it", function()
    local map, search = new_map(), nil
    local messages = {}
    search = map:search(1, 2, 5, 2, { engine = "astar", extra_cost = function()
      messages[1] = select(2, pcall(search.step, search))
      messages[2] = select(2, pcall(search.close, search))
    end })
    search:step()
    assert.matches("search is running", messages[1])
    assert.matches("search is running", messages[2])
  end)

  it("gives a clean error when it yields", function()
    local map = new_map()
    local thread = coroutine.create(path_with)
    local ok, message = coroutine.resume(thread, map, function() coroutine.yield() end)
    assert.is_false(ok)
    assert.matches("attempt to yield across", message)
    assert.is_truthy(path_with(map))
  end)
end)
