-- Paths of straight lines in any direction: turns, lengths, and the cells along them.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"
local oracle = require "support.oracle"
local worlds = require "support.worlds"

-- ---- helpers ----------------------------------------------------------------------------------

local function turns(path)
  local list = {}
  for i, x, y in path:turns() do list[i] = { x, y } end
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

--- The length of straight lines between cells, in cells.
local function length(points)
  local sum = 0
  for k = 2, #points do
    sum = sum + math.sqrt((points[k][1] - points[k - 1][1]) ^ 2 +
                          (points[k][2] - points[k - 1][2]) ^ 2)
  end
  return sum
end

-- ---- the oracle -------------------------------------------------------------------------------

--- Do the parts of the line, from 0 to 1, that lie within one cell of a centre in both axes have a
-- length? The unit then covers a part of that cell on its way.
local function covers(a, b, x, y)
  local from, to = 0, 1
  for axis = 1, 2 do
    local start, delta, centre = a[axis], b[axis] - a[axis], axis == 1 and x or y
    if delta == 0 then
      if math.abs(start - centre) >= 1 then return false end
    else
      local enter, leave = (centre - 1 - start) / delta, (centre + 1 - start) / delta
      if enter > leave then enter, leave = leave, enter end
      from, to = math.max(from, enter), math.min(to, leave)
    end
  end
  return to - from > 1e-9
end

local function clear(blocked, a, b)
  for _, cell in ipairs(blocked) do
    if covers(a, b, cell[1], cell[2]) then return false end
  end
  return true
end

--- The cells of a ground that are open, and those that are not.
local function sort_out(ground)
  local open, blocked = {}, {}
  for y = 1, ground.height do
    for x = 1, ground.width do
      local is_open = ground.straight[(y - 1) * ground.width + x]
      table.insert(is_open and open or blocked, { x, y })
    end
  end
  return open, blocked
end

--- The length of the shortest path that may turn at any cell: Dijkstra over all clear lines.
local function shortest(ground, from, to)
  local open, blocked = sort_out(ground)
  local at, done = {}, {}
  for i, cell in ipairs(open) do
    if cell[1] == from[1] and cell[2] == from[2] then at[i] = 0 end
  end
  while true do
    local best
    for i in pairs(at) do
      if not done[i] and (not best or at[i] < at[best]) then best = i end
    end
    if not best then return nil end
    local cell = open[best]
    if cell[1] == to[1] and cell[2] == to[2] then return at[best] end
    done[best] = true
    for i, other in ipairs(open) do
      local far = at[best] + length { cell, other }
      if not done[i] and far < (at[i] or math.huge) and clear(blocked, cell, other) then
        at[i] = far
      end
    end
  end
end

--- A map of one cost with a class and a player, who may have seen a part of it.
local function plain_case(seed)
  local random = new_random(seed)
  local width, height = random:int(1, 14), random:int(1, 14)
  local map = astar.map { width = width, height = height, terrains = maps.TERRAINS, fill = "plain" }
  local density = random:pick { 3, 8, 15, 25, 40 }
  for y = 1, height do
    for x = 1, width do
      if random:int(1, 100) <= density then map:set(x, y, "wall") end
    end
  end
  local query = { class = map:class { size = random:pick { 1, 1, 1, 1, 2, 3 },
                                      unknown = random:chance(0.5) and 10 } }
  if random:chance(0.3) then
    query.player = map:player("red")
    query.player:see(random:int(1, width), random:int(1, height), random:int(0, 8))
  end
  return { random = random, map = map, query = query, seed = seed, width = width, height = height,
           ground = oracle.ground(map, query) }
end

--- Are the cells of a path those along its lines, each of which is clear or a step?
local function check_cells(case, path)
  local _, all = sort_out(case.ground)
  local list, index, blocked = turns(path), 1, {}
  for _, cell in ipairs(all) do
    if cell[1] ~= list[1][1] or cell[2] ~= list[1][2] then blocked[#blocked + 1] = cell end
  end
  for k = 2, #list do
    local a, b = list[k - 1], list[k]
    local steps = math.max(math.abs(b[1] - a[1]), math.abs(b[2] - a[2]))
    for step = 0, steps do
      local x, y = path:cell(index + step)
      local aside_x = x - (a[1] + (b[1] - a[1]) * step / steps)
      local aside_y = y - (a[2] + (b[2] - a[2]) * step / steps)
      assert.is_true(math.abs(aside_x) <= 0.5 and math.abs(aside_y) <= 0.5, case.what)
    end
    index = index + steps
    local along = (b[1] - a[1]) * (b[2] - a[2])
    local eighth = along == 0 or math.abs(b[1] - a[1]) == math.abs(b[2] - a[2])
    assert.is_true(eighth or clear(blocked, a, b), case.what)
  end
  assert.equal(#path, index, case.what)
end

local function ask(case)
  local a, b = { case.random:cell(case) }, { case.random:cell(case) }
  local query = { any_angle = true }
  for key, value in pairs(case.query) do query[key] = value end
  case.what = ("seed %d, %d,%d to %d,%d"):format(case.seed, a[1], a[2], b[1], b[2])
  return a, b, query
end

-- ---- turns ------------------------------------------------------------------------------------

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

-- ---- against the oracle -----------------------------------------------------------------------

describe("the oracle agrees", function()
  it("that no path of clear lines is shorter, where all cells cost the same", function()
    local found, shorter = 0, 0
    for seed = 1, cases.of(400) do
      local case = plain_case(510000 + seed)
      for _ = 1, 3 do
        local a, b, query = ask(case)
        local grid = case.map:path(a[1], a[2], b[1], b[2], case.query)
        local path, why = case.map:path(a[1], a[2], b[1], b[2], query)
        assert.equal(grid ~= nil, path ~= nil, case.what .. tostring(why))
        if path then
          assert.near(shortest(case.ground, a, b), path.distance, #turns(path) / 65536, case.what)
          assert.near(length(turns(path)), path.distance, 1e-9)
          check_cells(case, path)
          assert.is_nil(path:blocked(query), case.what)
          local smooth = {}
          for i, x, y in grid:smooth(query) do smooth[i] = { x, y } end
          assert.is_true(path.distance <= length(smooth) + 1e-3, case.what)
          assert.is_true(length(smooth) <= grid.distance + 1e-9, case.what)
          found = found + 1
          if path.distance < grid.distance - 1e-6 then shorter = shorter + 1 end
        end
      end
      case.map:close()
    end
    assert.is_true(found >= cases.least(350) and shorter >= cases.least(120))
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
    assert.equal("any_angle", search.engine)
    assert.same({ spell(path), path.expanded }, { spell(found), found.expanded })
    local ticket = map:request_path(1, 1, 40, 40, ANY)
    local loaded = astar.read(map:save())
    local same = loaded:tickets()()
    while not ticket.done do map:work(100, 2) end
    while not same.done do loaded:work(1000) end
    assert.same({ spell(path), spell(path) }, { spell(ticket.path), spell(same.path) })
    assert.equal("any_angle", same.engine)
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
    assert.are_not.equal("any_angle", search.engine)
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
    assert.equal("any_angle", (engine()))
    local other = red:unit { x = 10, y = 4 }
    assert.equal("any_angle", (engine()))
    other:remove()
    red:unit { x = 10, y = 5 }
    local name, path = engine()
    assert.are_not.equal("any_angle", name)
    assert.equal(map:path(1, 5, 20, 7, { unit = unit }).cost, path.cost)
  end)

  it("is exact on no other map, and says why", function()
    local map = crowded_map()
    local function refused(why, query)
      query.engine = "any_angle"
      if query.any_angle == nil then query.any_angle = true end
      assert.error_matches(function() map:path(1, 1, 40, 40, query) end, why, 1, true)
    end
    refused("'any_angle' is not set", { any_angle = false })
    refused("it cuts no corners", { class = map:class { diagonal = "always" } })
    refused("the goal is more than one cell", { within = 1 })
    refused("the cells that can be entered do not all cost the same",
      { class = map:class { costs = { wall = 30 } } })
    assert.equal("any_angle", (function()
      local search = map:search(1, 1, 40, 40, { any_angle = true, engine = "any_angle" })
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
    fails("'any_angle' together with 'traffic'", function()
      map:path(1, 1, 2, 2, { any_angle = true, traffic = 1 })
    end)
    fails("'any_angle' means nothing to nearest", function()
      map:nearest(1, 1, { { 2, 2 } }, ANY)
    end)
    fails("'any_angle' means nothing to a field", function() map:field({ { 2, 2 } }, ANY) end)
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

-- ---- layers -----------------------------------------------------------------------------------

local function layered_case(seed)
  local random = new_random(seed)
  local world = worlds.random(random, 14)
  local question = worlds.question(random, world)
  question.traffic = nil
  local query = worlds.query(question, { explain = true, partial = random:chance(0.5),
                                         within = random:pick { 0, 0, 1, 2 } })
  return { seed = seed, random = random, map = world.map, query = query,
           width = world.width, height = world.height, ground = oracle.ground(world.map, query) }
end

local function explained(path)
  local sum = 0
  for _, step in ipairs(path:explain()) do
    for key, value in pairs(step) do
      if key ~= "x" and key ~= "y" then sum = sum + value end
    end
  end
  return sum
end

local function check_layers(case, counts)
  local a, b, query = ask(case)
  local grid, code = case.map:path(a[1], a[2], b[1], b[2], case.query)
  local search = case.map:search(a[1], a[2], b[1], b[2], query)
  local path, why = search:step()
  assert.equal(grid and grid.status or code, path and path.status or why, case.what)
  if not path then return end
  local exact = search.engine == "any_angle"
  if exact then assert.is_true(path.cost >= grid.cost, case.what)
  else assert.equal(grid.cost, path.cost, case.what) end
  assert.is_true(path.distance <= grid.distance + 1e-3, case.what)
  assert.equal(path.cost, explained(path), case.what)
  assert.is_nil(path:blocked(query), case.what)
  check_cells(case, path)
  counts.exact = counts.exact + (exact and 1 or 0)
  counts.pulled = counts.pulled + (exact and 0 or 1)
  counts.shorter = counts.shorter + (path.distance < grid.distance - 1e-6 and 1 or 0)
end

describe("with layers, different costs, and every rule about corners", function()
  it("a path costs what the cheapest costs, or no layer is on its way", function()
    local counts = { exact = 0, pulled = 0, shorter = 0 }
    for seed = 1, cases.of(800) do
      local case = layered_case(520000 + seed)
      for _ = 1, 3 do check_layers(case, counts) end
      case.map:close()
    end
    assert.is_true(counts.exact >= cases.least(40) and counts.pulled >= cases.least(900))
    assert.is_true(counts.shorter >= cases.least(300))
  end)
end)
