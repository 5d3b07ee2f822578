-- Paths of straight lines in any direction: turns, lengths, and the cells along them.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

-- ---- helpers ----------------------------------------------------------------------------------

local function turns(path)
  local list = {}
  for x, y, i in path:corners() do list[i] = { x, y } end
  return list
end

local function spell(path)
  local list = turns(path)
  for i, turn in ipairs(list) do list[i] = turn[1] .. "," .. turn[2] end
  return table.concat(list, " ")
end

--- The turns of the any-angle path from A to B in a picture.
local function turned(picture, query)
  local map, at = maps.read(picture)
  query = query and query(map) or {}
  query.any_angle = true
  return spell(map:path(at.A.x, at.A.y, at.B.x, at.B.y, query))
end

-- ---- turns ------------------------------------------------------------------------------------

describe("any_angle with a callback #quick", function()
  it("pulls the path straight over cells that cost more or less", function()
    local map = astar.map { width = 20, height = 5 }
    for _, extra in ipairs { 0, 2 } do
      local path = map:path(1, 1, 20, 5, { any_angle = true,
        extra_cost = function() return extra end })
      local corners = {}
      for x, y in path:corners() do corners[#corners + 1] = x .. "," .. y end
      assert.equal("1,1 20,5", table.concat(corners, " "))
    end
  end)
end)

describe("an any-angle path", function()
  it("leads straight where it can", function()
    assert.equal("1,1 7,3", turned [[
      A . . . . . .
      . . . . . . .
      . . . . . . B
    ]])
    assert.equal("1,1 4,1", turned "A . . B")
    local map = maps.read "A ."
    assert.equal("1,1", spell(map:path(1, 1, 1, 1, { any_angle = true })))
  end)

  it("turns beside the corners of what is in its way, and grazes none of them", function()
    assert.equal("1,1 4,5 6,5 9,1", turned [[
      A . . . # . . . B
      . . . . # . . . .
      . . . . # . . . .
      . . . . # . . . .
      . . . . . . . . .
    ]])
    assert.equal("1,1 4,1 7,3", turned [[
      A . . . . . .
      . . # . . . .
      . . . . . . B
    ]])
  end)

  it("leads through passages of one cell", function()
    assert.equal("1,1 3,1 3,5 5,5", turned [[
      A . . # #
      # # . # #
      # # . # #
      # # . # #
      # # . . B
    ]])
  end)

  it("turns to either side between two corners", function()
    assert.equal("1,1 3,3 4,7", turned [[
      A . . . . . .
      . . . # . . .
      . . . . . . .
      . # . . . . .
      . . . . . . .
      . . . . . . .
      . . . B . . .
    ]])
    assert.equal("1,1 3,3 7,4", turned [[
      A . . . . . .
      . . . # . . .
      . . . . . . .
      . # . . . . B
      . . . . . . .
    ]])
  end)

  it("keeps a large unit off the walls", function()
    assert.equal("1,1 5,4 8,4 8,1", turned([[
      A . . . . . # B .
      . . . . . . # . .
      . . . . . . # . .
      . . . . . . . . .
      . . . . . . . . .
    ]], function(map)
      return { class = map:class { size = 2 } }
    end))
  end)

  it("is as long as its lines, and its points lie on them", function()
    local map = astar.map { width = 9, height = 5, cell = 10 }
    local path = map:path(1, 1, 5, 4, { any_angle = true })
    assert.near(50, path.distance, 1e-9)
    local x, y = path:point(25)
    assert.near(25, x, 1e-9)
    assert.near(20, y, 1e-9)
    assert.equal("1,1 2,2 3,2 4,3 5,4", maps.cells(path))
    assert.equal(3 * 14 + 10, path.cost)
  end)

  it("turns at its waypoints if it was not asked for lines", function()
    local map = astar.map { width = 9, height = 5 }
    assert.equal("1,1 4,4 5,4", spell(map:path(1, 1, 5, 4)))
  end)
end)

-- ---- the map in steps, tickets, limits ---------------------------------------------------------

--- A map of 40 x 40 cells of one terrain, with many walls.
local function crowded_map()
  local random = new_random(11)
  local map = astar.map { width = 40, height = 40, terrains = maps.TERRAINS, fill = "plain" }
  for _ = 1, 300 do map:set(random:int(2, 39), random:int(2, 39), "wall") end
  return map
end

local ANY = { any_angle = true }

describe("the search", function()
  it("finds the same in steps, in the queue, and on a loaded map", function()
    local map = crowded_map()
    local path = map:path(1, 1, 40, 40, ANY)
    assert.is_true(path.expanded > 100)
    local search = map:search(1, 1, 40, 40, ANY)
    local found, why
    repeat found, why = search:step(7) until why ~= "running"
    assert.equal("anya", search.engine)
    assert.same({ spell(path), path.expanded }, { spell(found), found.expanded })
    local ticket = map:request_path(1, 1, 40, 40, ANY)
    local loaded = astar.read(map:save())
    local same = loaded:tickets()()
    while not ticket.done do map:work(100, 2) end
    while not same.done do loaded:work(1000) end
    assert.same({ spell(path), spell(path) }, { spell(ticket.path), spell(same.path) })
    assert.equal("anya", same.engine)
  end)

  it("leaves to searches of other classes what they keep of cells", function()
    local map = crowded_map()
    map:terrain("mud", 30)
    local flat = map:class { mud = 10 }
    for i = 1, 40, 3 do map:set(i, 20, "mud") end
    local cells = maps.cells(map:path(1, 1, 40, 40))
    assert.is_truthy(map:path(1, 1, 40, 40, { class = flat, any_angle = true }))
    assert.equal(cells, maps.cells(map:path(1, 1, 40, 40)))
  end)

  it("begins again, in steps along the grid, where the map changes under it", function()
    local map = crowded_map()
    local search = map:search(1, 1, 40, 40, ANY)
    search:step(20)
    map:fill(20, 1, 1, 38, "wall")
    local path, why
    repeat path, why = search:step(500) until why ~= "running"
    assert.equal(map:path(1, 1, 40, 40).cost, path.cost)
    assert.is_nil(path:blocked(ANY))
    assert.are_not.equal("anya", search.engine)
  end)

  it("ends where it has come to when the budget is used up", function()
    local map = crowded_map()
    assert.same({ nil, "budget" }, { map:path(1, 1, 40, 40, { any_angle = true, budget = 30 }) })
    local path = map:path(1, 1, 40, 40, { any_angle = true, budget = 30, partial = true })
    assert.equal("partial", path.status)
    assert.is_true(#path > 1 and path.expanded == 30)
    assert.is_nil(path:blocked(ANY))
  end)

  it("leads to the nearest cell that can be reached", function()
    local map = crowded_map():fill(38, 38, 3, 3, "wall"):set(40, 40, "plain")
    local path = map:path(1, 1, 40, 40, { any_angle = true, partial = true })
    local grid = map:path(1, 1, 40, 40, { partial = true })
    assert.same({ grid:cell(-1) }, { path:cell(-1) })
    assert.equal("partial", path.status)
    assert.is_true(path.distance < grid.distance)
  end)

  it("keeps to the layers: units and danger beside a line make it go along the grid", function()
    local map = astar.map { width = 20, height = 9, terrains = maps.TERRAINS, fill = "plain" }
    local red = map:player("red"):reveal()
    local unit = red:unit { x = 1, y = 5 }
    local function engine()
      local search = map:search(1, 5, 20, 7, { unit = unit, any_angle = true })
      local path = search:step()
      return search.engine, path
    end
    assert.equal("anya", (engine()))
    local other = red:unit { x = 10, y = 4 }
    assert.equal("anya", (engine()))
    other:remove()
    red:unit { x = 10, y = 5 }
    local name, path = engine()
    assert.are_not.equal("anya", name)
    assert.equal(map:path(1, 5, 20, 7, { unit = unit }).cost, path.cost)
  end)

  it("is exact on no other map, and says why", function()
    local map = crowded_map()
    local function refused(why, query)
      query.engine = "anya"
      if query.any_angle == nil then query.any_angle = true end
      assert.error_matches(function() map:path(1, 1, 40, 40, query) end, why, 1, true)
    end
    refused("'any_angle' is not set", { any_angle = false })
    refused("it cuts no corners", { class = map:class { diagonal = "always" } })
    refused("the goal is more than one cell", { within = 1 })
    refused("the cells that can be entered do not all cost the same",
      { class = map:class { costs = { wall = 30 } } })
    assert.equal("anya", (function()
      local search = map:search(1, 1, 40, 40, { any_angle = true, engine = "anya" })
      search:step()
      return search.engine
    end)())
  end)

  it("is refused where it means nothing", function()
    local map = crowded_map()
    local function fails(why, call)
      assert.error_matches(call, why, 1, true)
    end
    fails("'any_angle' together with 'turn_cost'", function()
      map:path(1, 1, 2, 2, { any_angle = true, turn_cost = 1 })
    end)
    fails("'any_angle' together with 'traffic_cost'", function()
      map:path(1, 1, 2, 2, { any_angle = true, traffic_cost = 1 })
    end)
    fails("'any_angle' means nothing to nearest", function()
      map:nearest(1, 1, { { 2, 2 } }, ANY)
    end)
    fails("'any_angle' means nothing to a field", function()
      map:field({ to = { { 2, 2 } } }, ANY)
    end)
    fails("any_angle = 1", function() map:path(1, 1, 2, 2, { any_angle = 1 }) end)
  end)

  it("gives units cells to walk along", function()
    local map = crowded_map()
    local unit = map:player("red"):reveal():unit { x = 1, y = 1, speed = 1 }
    local path = unit:path(40, 40, { any_angle = true, claims = false })
    assert.is_true(unit:follow_path(path) ~= nil)
    for _ = 1, 200 do map:tick() end
    assert.same({ 40, 40 }, { unit.x, unit.y })
  end)
end)

describe("a line with any_angle", function()
  it("is free only for a unit that overlaps nothing", function()
    local map = maps.read [[
      . . . . .
      . # . . .
      . . . . .
    ]]
    assert.is_number(map:line(1, 1, 5, 2))
    assert.same({ nil, "unreachable" }, { map:line(1, 1, 5, 2, ANY) })
    assert.is_number(map:line(3, 1, 5, 2, ANY))
    assert.is_number(map:line(1, 1, 5, 1, ANY))
  end)
end)
