-- Paths that differ: each against its definition, on random maps with random layers.

local astar = require "astar"
local cases = require "support.cases"
local house = require "support.house"
local new_random = require "support.random"
local says = require "support.says"
local worlds = require "support.worlds"

local function cells_of(path)
  local list = {}
  for i, x, y in path:cells() do list[i] = { x, y } end
  return list
end

local function text(list)
  local words = {}
  for i, cell in ipairs(list) do words[i] = cell[1] .. "," .. cell[2] end
  return table.concat(words, " ")
end

-- ---- the definition ----------------------------------------------------------------------------

-- The path through a cell as two fields have it: its cells, its cost, and its plateau.
local function through(case, x, y)
  local before, after = case.from:path(x, y), case.to:path(x, y)
  if not before or not after then return nil end
  local via = { cost = case.from:cost(x, y) + case.to:cost(x, y), cells = cells_of(before) }
  local at = #via.cells
  for i, cell in ipairs(cells_of(after)) do
    if i > 1 then table.insert(via.cells, cell) end
  end
  local function level(i)
    local cell = via.cells[i]
    return cell and case.from:cost(cell[1], cell[2]) + case.to:cost(cell[1], cell[2]) == via.cost
  end
  local first, last = at, at
  while level(first - 1) do first = first - 1 end
  while level(last + 1) do last = last + 1 end
  local a, b = via.cells[first], via.cells[last]
  via.plateau = case.from:cost(x, y) - case.from:cost(a[1], a[2]) +
    case.to:cost(x, y) - case.to:cost(b[1], b[2])
  return via
end

-- To a cell, or to a goal before the end.
local function comes_back(case, list)
  local seen = {}
  for i, cell in ipairs(list) do
    local name = cell[1] .. "," .. cell[2]
    if seen[name] or (i < #list and case.is_goal[name]) then return true end
    seen[name] = true
  end
  return false
end

local function near_count(map, list, earlier, apart)
  local count = 0
  for _, cell in ipairs(list) do
    local near = false
    for _, path in ipairs(earlier) do
      for _, other in ipairs(path) do
        near = near or map:distance(cell[1], cell[2], other[1], other[2]) <= apart
      end
    end
    if near then count = count + 1 end
  end
  return count
end

local function ratio(value) return math.floor(value * 1024 + 0.5) end

local function part(cost, value) return math.floor(cost * ratio(value) / 1024) end

-- The next path by its definition, nil if there is none.
local function next_path(case, earlier, best, variety)
  local found
  for y = 1, case.map.height do
    for x = 1, case.map.width do
      local via = case.vias[(y - 1) * case.map.width + x]
      local better = via and via.cost <= part(best, variety.stretch)
        and (not found or via.cost < found.cost)
      local passes = better and via.plateau >= part(best, variety.plateau)
      if passes and not comes_back(case, via.cells) and
         near_count(case.map, via.cells, earlier, variety.apart) * 1024
           <= ratio(variety.share) * #via.cells
      then
        found = via
      end
    end
  end
  return found
end

local function make_vias(case)
  case.vias = {}
  for y = 1, case.map.height do
    for x = 1, case.map.width do
      case.vias[(y - 1) * case.map.width + x] = through(case, x, y)
    end
  end
end

-- Of hexagons most that keep well apart, which are few.
local function random_variety(random, grid)
  if grid ~= "square" and random:chance(0.7) then
    return { count = random:int(2, 3), stretch = 3, share = random:int(20, 60) / 100,
      apart = random:int(1, 4), plateau = 0 }
  end
  return { count = random:int(1, 4), stretch = random:pick { 1, 1.25, 1.5, 3 },
    share = random:pick { 0, 0.25, 0.5, 0.8, 1 }, apart = random:int(0, 3),
    plateau = random:pick { 0, 0.1, 0.25, 1 } }
end

-- ---- random maps -------------------------------------------------------------------------------

local function check_bill(path)
  local sum = 0
  for _, step in ipairs(path:explain()) do
    for name, amount in pairs(step) do
      if name ~= "x" and name ~= "y" then sum = sum + amount end
    end
  end
  assert.equal(path.cost, sum)
end

-- A rectangle, the list of its cells, and the set of them.
local function random_goal(random, world)
  local x, y = random:cell(world)
  local rect = { x = x, y = y, width = 1, height = 1 }
  if random:chance(0.4) then
    rect.width = random:int(1, math.min(4, world.width - x + 1))
    rect.height = random:int(1, math.min(3, world.height - y + 1))
  end
  local list, set = {}, {}
  for cy = y, y + rect.height - 1 do
    for cx = x, x + rect.width - 1 do
      list[#list + 1] = { cx, cy }
      set[cx .. "," .. cy] = true
    end
  end
  return rect, list, set
end

-- Of squares or hexagons, perhaps with links.
local function make_world(grid, has_links)
  return function(random)
    local world = worlds.random(random, grid == "square" and 13 or 10, grid)
    if has_links then worlds.join(random, world) end
    local question = worlds.question(random, world)
    question.traffic = nil
    local x, y = random:cell(world)
    if question.unit then x, y = question.unit.object.x, question.unit.object.y end
    return world, question, x, y, random_goal(random, world)
  end
end

-- With levels: from one to another one.
local function make_house(random)
  local built = house.join(random, house.random(random, 2, 7))
  local side = built.levels[1].here
  local x, y = side.at(random:cell(built.levels[1]))
  local to_x, to_y = built.levels[2].here.at(random:cell(built.levels[2]))
  local goal = { x = to_x, y = to_y, width = 1, height = 1 }
  return built, {}, x, y, goal, { { to_x, to_y } }, { [to_x .. "," .. to_y] = true }
end

local function try_case(seed, make)
  local random = new_random(seed)
  local world, question, x, y, goal, goals, is_goal = make(random)
  local variety = random_variety(random, world.map.grid)
  local query = worlds.query(question)
  local first, code = world.map:path(x, y, goal, query)
  local list, why = world.map:alternatives(x, y, goal, query, variety)
  local where = ("seed %d, from %d, %d to %d, %d"):format(seed, x, y, goal.x, goal.y)
  if not first then
    assert.same({ nil, code }, { list, why }, where)
    return 0
  end
  local case = { map = world.map, from = world.map:reach_field(x, y, nil, query),
    to = world.map:field(goals, query), is_goal = is_goal }
  make_vias(case)
  local earlier = { cells_of(first) }
  assert.equal(text(earlier[1]), text(cells_of(list[1])), where)
  for i = 2, variety.count do
    local expected = first.cost > 0 and next_path(case, earlier, first.cost, variety)
    if not expected then
      assert.is_nil(list[i], where)
      break
    end
    assert.is_truthy(list[i], where)
    assert.equal(text(expected.cells), text(cells_of(list[i])), where)
    assert.equal(expected.cost, list[i].cost, where)
    earlier[i] = expected.cells
  end
  for _, path in ipairs(list) do check_bill(path) end
  return #list
end

-- `least`: so many must have two paths.
local function try_all(first_seed, count, make, least)
  local counts = { [0] = 0, 0, 0, 0, 0 }
  for seed = first_seed, first_seed + cases.of(count) - 1 do
    local paths = try_case(seed, make)
    counts[paths] = counts[paths] + 1
  end
  assert.is_true(counts[2] >= cases.least(least) and counts[3] >= cases.least(1))
end

describe("map:alternatives on random maps", function()
  it("are the cheapest that keep to the variety", function()
    try_all(1, 1200, make_world("square"), 50)
  end)
  it("are it with links", function() try_all(10000, 600, make_world("square", true), 10) end)
  it("are it between hexagons", function()
    try_all(20000, 900, make_world("hex", true), 10)
    try_all(30000, 900, make_world("flat_hex", true), 10)
  end)
  it("are it over several levels", function() try_all(40000, 1000, make_house, 10) end)
end)

-- ---- by hand -----------------------------------------------------------------------------------

describe("map:alternatives", function()
  local function two_bridges()
    return astar.map { rows = {
      "............",
      "............",
      "###.########",
      "............",
      "............",
      "############",
      "............",
    } }
  end

  it("leads over other bridges, each path with its bill", function()
    local map = two_bridges()
    map:set(11, 3, "plain")
    local list = map:alternatives(1, 1, 1, 5, nil, { stretch = 8, apart = 1 })
    assert.equal(2, #list)
    assert.same({ 88, 228 }, { list[1].cost, list[2].cost })
    assert.equal(228, list[1]:compare(list[2]).other_cost)
    assert.equal(1, #map:alternatives(1, 1, 1, 5, nil, { stretch = 2, apart = 1 }))
    assert.equal(1, #map:alternatives(1, 1, 1, 5, nil, { stretch = 8, apart = 1, count = 1 }))
  end)

  it("keeps apart from earlier paths on open ground", function()
    local map = astar.map { width = 40, height = 30 }
    local list = map:alternatives(3, 15, 38, 15, nil, { count = 5, apart = 4, share = 0.3 })
    assert.equal(3, #list)
    for i = 2, 3 do assert.is_true(list[i].cost >= list[i - 1].cost) end
    local _, y = list[1]:cell(18)
    local _, other = list[2]:cell(18)
    assert.is_true(math.abs(y - other) > 4)
  end)

  it("is asked by a unit, as far as its player knows", function()
    local map = two_bridges()
    map:set(11, 3, "plain")
    local red = map:player "red"
    red:reveal()
    local unit = red:unit { x = 1, y = 1 }
    assert.equal(2, #unit:alternatives(1, 5, nil, { stretch = 8, apart = 1 }))
    map:set(11, 3, "wall")
    assert.equal(2, #unit:alternatives(1, 5, nil, { stretch = 8, apart = 1 }))
    assert.equal(1, #map:alternatives(1, 1, 1, 5, nil, { stretch = 8, apart = 1 }))
    assert.equal(2, #unit:alternatives({ x = 1, y = 5, width = 2, height = 1 }, nil,
      { stretch = 8, apart = 1 }))
  end)

  it("takes links", function()
    local map = two_bridges()
    local link = map:link { from = { 2, 5 }, to = { 2, 7 }, cost = 20 }
    map:link { from = { 9, 5 }, to = { 9, 7 }, cost = 20, one_way = true }
    local list = map:alternatives(1, 5, 12, 7, nil, { apart = 1, share = 0.6 })
    assert.same({ 2, 130, 130 }, { #list, list[1].cost, list[2].cost })
    local taken = { list[1]:link(3), list[2]:link(3) }
    assert.is_true(taken[1] == link or taken[2] == link)
    for _, path in ipairs(list) do
      local sum = 0
      for _, step in ipairs(path:explain()) do sum = sum + step.terrain + (step.link or 0) end
      assert.equal(130, sum)
    end
  end)

  it("tells why there is no path, and has one where the start is the goal", function()
    local map = two_bridges()
    assert.same({ nil, "unreachable" }, { map:alternatives(1, 1, 1, 7) })
    assert.same({ nil, "goal_blocked" }, { map:alternatives(1, 1, 1, 6) })
    assert.same({ nil, "budget" }, { map:alternatives(1, 1, 12, 5, { budget = 1 }) })
    assert.equal(1, #map:alternatives(1, 1, 1, 1))
  end)

  it("refuses what means nothing to it", function()
    local map = two_bridges()
    local function ask(query, variety)
      return function() map:alternatives(1, 1, 1, 5, query, variety) end
    end
    for name, value in pairs { partial = true, any_angle = true, turn_cost = 3, traffic = 5,
                               trace = {} } do
      says("query: '" .. name .. "' means nothing to alternatives", ask { [name] = value })
    end
    says("count = 0 is out of range, 1 to 2147483647", ask(nil, { count = 0 }))
    says("stretch = 0.5 is out of range, 1 to 64", ask(nil, { stretch = 0.5 }))
    says("share = 2 is out of range, 0 to 1", ask(nil, { share = 2 }))
    says("apart = 255 is out of range, 0 to 254", ask(nil, { apart = 255 }))
    says("plateau = -1 is out of range, 0 to 1", ask(nil, { plateau = -1 }))
    says("variety: unknown key 'plateu', the nearest is 'plateau'", ask(nil, { plateu = 1 }))
    says("variety = 3 is not a table", ask(nil, 3))
    says("map is locked while a callback runs", function()
      map:path(1, 1, 1, 5, { extra_cost = function() map:alternatives(1, 1, 1, 5) end })
    end)
    says("oh", ask { extra_cost = function() error "oh" end })
  end)
end)
