-- Searches that are ended early, with the beginning of a path.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local function shape(path)
  return path and path.status .. " " .. path.cost .. ": " .. maps.cells(path)
end

local function last(path) return path:cell(#path) end

--- Rooms of rubble, with ground of several costs or of one.
local function rubble(seed, size, costs)
  local random = new_random(seed)
  local map = astar.map { width = size, height = size, fill = "a",
    terrains = { a = 10, b = 20, c = 45, wall = false } }
  map:paint(function() return random:chance(0.25) and "wall" or random:pick(costs) end)
  map:fill(1, 1, 2, 2, "a"):fill(size - 1, size - 1, 2, 2, "a")
  return map, random
end

local ROUGH, EVEN = { "a", "a", "b", "c" }, { "a" }

--- The whole cost, where a cheapest path follows on the beginning.
local function cost_in_all(map, path, x, y, query)
  local from_x, from_y = last(path)
  return path.cost + map:path(from_x, from_y, x, y, query).cost
end

describe("searches that end early", function()
  local map = rubble(1, 80, ROUGH)
  local best = map:path(1, 1, 80, 80)

  local function under_way(nodes, query)
    local search = map:search(1, 1, 80, 80, query)
    assert.same({ nil, "running" }, { search:step(nodes) })
    return search
  end

  it("ends with the beginning of a path", function()
    local search = under_way(50)
    local path = search:end_early(1.25)
    assert.equal("partial", path.status)
    assert.same({ 1, 1 }, { path:cell(1) })
    assert.is_true(#path > 3)
    assert.equal(path, search:step())
    assert.equal(path, search:end_early(2))
    assert.equal("search (partial)", tostring(search))
  end)

  it("ends early again as it did", function()
    local first = shape(under_way(50):end_early(1.25))
    assert.equal(first, shape(under_way(50):end_early(1.25)))
    local search = map:search(1, 1, 80, 80)
    for _ = 1, 7 do search:step(7) end
    search:step(1)
    assert.equal(first, shape(search:end_early(1.25)))
  end)

  it("has a longer beginning with a larger bound", function()
    local before = 0
    for _, bound in ipairs { 1.05, 1.2, 1.5, 2 } do
      local path = under_way(60):end_early(bound)
      assert.is_true(#path >= before)
      assert.is_true(cost_in_all(map, path, 80, 80) <= bound * best.cost)
      before = #path
    end
    assert.is_true(before > 8)
  end)

  it("goes on where no step can be promised", function()
    local search = under_way(50)
    assert.same({ nil, "running" }, { search:end_early(1) })
    assert.equal(shape(best), shape(search:step()))
    search = map:search(1, 1, 80, 80)
    assert.same({ nil, "running" }, { search:end_early(4) })
  end)

  it("gives the outcome where it has ended", function()
    assert.equal("complete", map:search(1, 1, 1, 1):end_early(2).status)
    local search = under_way(50)
    local path = search:step()
    assert.equal(path, search:end_early(2))
    local blocked = rubble(1, 20, EVEN):fill(10, 1, 1, 20, "wall")
    assert.same({ nil, "unreachable" }, { blocked:search(1, 1, 20, 20):end_early(2) })
  end)

  it("explains what it gives", function()
    local path, sum = under_way(50, { explain = true }):end_early(1.5), 0
    for _, step in ipairs(path:explain()) do sum = sum + step.terrain end
    assert.equal(path.cost, sum)
  end)

  it("keeps to its bound where a link spares most of the way", function()
    local strip = astar.map { width = 60, height = 5 }
    for x = 6, 54, 6 do strip:fill(x, 1, 1, 5, "wall"):set(x, x % 12 == 0 and 5 or 1, "plain") end
    strip:link { from = { 1, 3 }, to = { 60, 3 }, cost = 10 }
    local least = strip:path(1, 1, 60, 1).cost
    assert.equal(20 + 10 + 20, least)
    local search = strip:search(1, 1, 60, 1)
    search:step(5)
    local path = search:end_early(1.5)
    assert.is_true(cost_in_all(strip, path, 60, 1) <= 1.5 * least)
  end)
end)

describe("the bound of searches that end early", function()
  --- How often each engine ended early. The straight way leads into a corner.
  local function try(seeds, costs, change)
    local count = {}
    for seed = 1, seeds do
      local map, random = rubble(seed, 70, costs)
      map:fill(30, 5, 1, 26, "wall"):fill(5, 30, 26, 1, "wall")
      if random:chance(0.4) then map:prepare { landmarks = true } end
      local query = change and change(map, random) or {}
      local best = map:path(1, 1, 70, 70, query)
      local search, bound = map:search(1, 1, 70, 70, query), 1 + random:int(1, 16) / 16
      local path, why = search:step(random:int(1, 200))
      if why == "running" then path = search:end_early(bound) end
      if path and path.status == "partial" then
        assert.is_true(cost_in_all(map, path, 70, 70, query) <= bound * best.cost)
        count[search.engine] = (count[search.engine] or 0) + 1
      end
      map:close()
    end
    return count
  end

  local function danger(map, random)
    local influence = map:influence("danger")
    for _ = 1, 4 do influence:add(random:int(1, 70), random:int(1, 70), 80, 4) end
    return { influence = { danger = 2 } }
  end

  it("holds over weighted terrain", function()
    assert.is_true(try(60, ROUGH).jpsw > 30)
  end)
  it("holds with layers", function() assert.is_true(try(60, ROUGH, danger).jpsw > 30) end)
  it("holds over even terrain", function() assert.is_true(try(60, EVEN).jps > 10) end)
  it("holds over even terrain with a few layers", function()
    local function rough(map, random)
      local query = danger(map, random)
      query.engine = "jps_layers"
      return query
    end
    assert.is_true(try(60, EVEN, rough).jps_layers > 10)
  end)
  it("holds where units are in the way", function()
    local count = try(60, ROUGH, function(map, random)
      local red = map:player("red"):reveal()
      for _ = 1, 60 do
        local x, y = random:int(1, 6), random:int(1, 6)
        if x + y > 2 and map:cost(x, y) and not map:unit_at(x, y) then red:unit { x = x, y = y } end
      end
      local unit = red:unit { x = 1, y = 1 }
      return map:path(1, 1, 70, 70, { unit = unit }) and { unit = unit }
    end)
    assert.is_true(count.jpsw > 20)
  end)
end)

describe("a map that changes under searches that end early", function()
  local function begin()
    local map = rubble(3, 60, ROUGH)
    local search = map:search(1, 1, 60, 60)
    search:step(60)
    return map, search
  end

  it("has it begin again where that matters", function()
    local map, search = begin()
    map:fill(3, 1, 1, 3, "wall")
    assert.same({ nil, "running" }, { search:end_early(2) })
    assert.equal(shape(map:path(1, 1, 60, 60)), shape(search:step()))
  end)

  it("is no matter elsewhere", function()
    local map, search = begin()
    local _, other = begin()
    map:set(59, 59, "c")
    assert.equal(shape(other:end_early(1.5)), shape(search:end_early(1.5)))
  end)

  it("leaves no unit standing on what is delivered", function()
    local map = rubble(3, 60, ROUGH)
    local red = map:player("red"):reveal()
    local unit, other = red:unit { x = 1, y = 1 }, red:unit { x = 60, y = 60 }
    local function ended_early(between)
      local search = unit:search(58, 59)
      search:step(60)
      if between then between() end
      return search:end_early(2)
    end
    local x, y = ended_early():cell(3)
    assert.is_nil(ended_early(function() other:place(x, y) end))
  end)
end)
