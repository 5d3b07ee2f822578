-- Straight lines, and paths smoothed by them.

local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"
local model = require "support.model"
local oracle = require "support.oracle"
local worlds = require "support.worlds"

-- ---- helpers ----------------------------------------------------------------------------------

--- The line from A to B in a picture.
local function line(picture, query)
  local map, at = maps.read(picture)
  if type(query) == "function" then query = query(map) end
  return map:line(at.A.x, at.A.y, at.B.x, at.B.y, query)
end

local function points(path, query)
  local list = {}
  for i, x, y in path:smooth(query) do list[i] = { x, y } end
  return list
end

--- The points of the smoothed path from A to B: "1,1 4,3".
local function smoothed(picture, query)
  local map, at = maps.read(picture)
  if type(query) == "function" then query = query(map) end
  local list = points(map:path(at.A.x, at.A.y, at.B.x, at.B.y, query), query)
  for i, point in ipairs(list) do list[i] = point[1] .. "," .. point[2] end
  return table.concat(list, " ")
end

-- ---- lines ------------------------------------------------------------------------------------

describe("a line", function()
  it("costs its length times what its cells cost", function()
    assert.equal(40, line "A . . . B")
    assert.equal(43, line [[
      A . . .
      . . . .
      . . . .
      . . . B
    ]])
    assert.equal(64, line [[
      A . . . . . .
      . . . . . . .
      . . . . . . B
    ]])
    assert.equal(5 + 35 + 5 + 5, line "A , : B")
    assert.equal(0, (function()
      local map = maps.read "A ."
      return map:line(1, 1, 1, 1)
    end)())
  end)

  it("is rounded up, from 1024ths that are rounded up", function()
    -- Four cells at a quarter of sqrt(5), 2289/1024: 2065 x 2289 / 4 is 1024 x 1154 and a quarter.
    assert.equal(1155, line([[
      A . .
      . , B
    ]], function(map) return { class = map:class { plain = 516, swamp = 517 } } end))
  end)

  it("is the same in both directions", function()
    local map = maps.read [[
      A . , . . : .
      . . , . . : .
      . . . % . : B
    ]]
    assert.equal(map:line(1, 1, 7, 3), map:line(7, 3, 1, 1))
  end)

  it("ends where a cell cannot be entered", function()
    assert.same({ nil, "unreachable" }, { line "A . # . B" })
    assert.same({ nil, "unreachable" }, { line [[
      A . .
      . # .
      . . B
    ]] })
  end)

  it("passes by what it does not cross", function()
    assert.is_number(line [[
      A . . # #
      # . . . #
      # # . . B
    ]])
  end)

  local CORNER = { no_obstacles = false, at_most_one_obstacle = true, always = true, never = false }
  for rule, free in pairs(CORNER) do
    it("goes through a corner as the diagonal rule " .. rule .. " says", function()
      local cost, why = line([[
        A # .
        . B .
      ]], function(map) return { class = map:class { diagonal = rule } } end)
      assert.equal(free and 15 or nil, cost)
      assert.equal(not free and "unreachable" or nil, why)
    end)
  end

  it("is that of a large unit", function()
    local picture = [[
      A . . . . .
      . . . . . .
      # . . . B .
      . . . . . .
    ]]
    assert.is_number(line(picture))
    local function large(map) return { class = map:class { size = 2 } } end
    assert.is_number(line(picture, large))
    assert.same({ nil, "unreachable" }, { line([[
      A . . . . .
      . . # . . .
      . . . . B .
      . . . . . .
    ]], large) })
  end)

  it("counts everything that the query counts", function()
    local map = maps.read "A . . . ."
    map:influence("danger"):set(3, 1, 25)
    assert.equal(65, map:line(1, 1, 5, 1, { influence = { danger = 1 } }))
    assert.equal(40 + 6, map:line(1, 1, 5, 1,
      { extra_cost = function(x) return x == 2 and 6 or 0 end }))
    local red = map:player("red"):reveal()
    local unit = red:unit { x = 1, y = 1 }
    red:unit { x = 4, y = 1 }
    assert.same({ nil, "unreachable" }, { map:line(1, 1, 5, 1, { unit = unit }) })
    assert.equal(40, map:line(1, 1, 5, 1))
  end)

  it("begins only where the class can stand", function()
    assert.same({ nil, "start_blocked" }, { maps.read("A # ."):line(2, 1, 3, 1) })
  end)
end)

-- ---- smoothing --------------------------------------------------------------------------------

describe("a smoothed path", function()
  it("goes straight where nothing is in the way", function()
    assert.equal("1,1 7,3", smoothed [[
      A . . . . . .
      . . . . . . .
      . . . . . . B
    ]])
    assert.equal("1,1 4,1", smoothed "A . . B")
  end)

  it("turns at corners", function()
    assert.equal("1,2 3,1 5,1 8,3", smoothed [[
      . . . . . . . .
      A . # # . . . .
      . . # # . . . B
      . . . . . . . .
    ]])
  end)

  it("does not cut through what is dearer", function()
    assert.equal("1,1 4,3 8,2", smoothed [[
      A . . , , . . .
      . . . , , . . B
      . . . . . . . .
    ]])
    assert.equal("1,1 8,2", smoothed [[
      A . . , , . . .
      . . . , , . . B
      . . . , , . . .
    ]])
  end)

  it("keeps to a road where leaving it costs more than it saves", function()
    assert.equal("1,1 1,3 2,4 8,4", smoothed [[
      A . . . . . . .
      : . . . . . . .
      : . . . . . . .
      : : : : : : : B
    ]])
  end)

  it("is that of a large unit", function()
    assert.equal("1,1 7,4", smoothed([[
      A . . # . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . . . B .
      . . . . . . . .
    ]], function(map) return { class = map:class { size = 2 } } end))
    assert.equal("1,1 1,3 2,4 7,4", smoothed([[
      A . # # . . . .
      . . # # . . . .
      . . # # . . . .
      . . . . . . B .
      . . . . . . . .
    ]], function(map) return { class = map:class { size = 2, diagonal = "always" } } end))
  end)

  local RULES = { no_obstacles = "1,1 1,4 4,4", at_most_one_obstacle = "1,1 1,3 2,4 4,4",
                  always = "1,1 4,4", never = "1,1 1,4 4,4" }
  for rule, expected in pairs(RULES) do
    it("keeps to the diagonal rule " .. rule, function()
      assert.equal(expected, smoothed([[
        A . # .
        . . # .
        . # . .
        . . . B
      ]], function(map) return { class = map:class { diagonal = rule } } end))
    end)
  end

  it("stays as it was where it cannot be walked any more", function()
    local map = maps.read "A . . . . . ."
    local path = map:path(1, 1, 7, 1)
    map:set(4, 1, "wall")
    assert.same({ { 1, 1 }, { 7, 1 } }, points(path))
    map:set(4, 1, "plain"):set(1, 1, "wall")
    assert.same({ { 1, 1 }, { 7, 1 } }, points(path))
  end)

  it("is of one cell where the path is", function()
    local map = maps.read "A ."
    assert.same({ { 1, 1 } }, points(map:path(1, 1, 1, 1)))
  end)
end)

-- ---- the oracle -------------------------------------------------------------------------------

--- The part of the line between two centers, from 0 to 1, that lies within a cell; nil: none.
local function within(a, b, x, y)
  local from, to = 0, 1
  for axis = 1, 2 do
    local start, delta, cell = a[axis], b[axis] - a[axis], axis == 1 and x or y
    if delta == 0 then
      if start ~= cell then return nil end
    else
      local enter, leave = (cell - 0.5 - start) / delta, (cell + 0.5 - start) / delta
      if enter > leave then enter, leave = leave, enter end
      from, to = math.max(from, enter), math.min(to, leave)
    end
  end
  if to - from > 1e-9 then return from, to end
end

--- The cells that the line crosses, in order: { x, y, its part }.
local function crossed(ground, a, b)
  local list = {}
  for y = math.min(a[2], b[2]), math.max(a[2], b[2]) do
    for x = math.min(a[1], b[1]), math.max(a[1], b[1]) do
      local from, to = within(a, b, x, y)
      if from then
        local i = (y - 1) * ground.width + x
        list[#list + 1] = { x, y, from = from, part = to - from, cost = ground.straight[i] }
      end
    end
  end
  if a[1] == b[1] and a[2] == b[2] then return { { a[1], a[2], part = 0 } } end
  table.sort(list, function(p, q) return p.from < q.from end)
  return list
end

local function distance(a, b)
  return math.sqrt((b[1] - a[1]) ^ 2 + (b[2] - a[2]) ^ 2)
end

--- What the line costs, and its dearest cell; nil where it is not free. Slopes are added at
-- each border that it crosses, and it enters no cell for less than 1.
local function line_cost(ground, rule, a, b)
  local cells, sum, dearest, slopes = crossed(ground, a, b), 0, 0, 0
  for k, cell in ipairs(cells) do
    local before = cells[k - 1]
    if before and not oracle.legal(ground, rule, before[1], before[2], cell[1] - before[1],
                                   cell[2] - before[2]) then
      return nil
    end
    if before and ground.slopes then
      slopes = slopes + ground.slopes(before[1], before[2], cell[1], cell[2])
    end
    sum = sum + cell.part * (cell.cost or 0)
    dearest = math.max(dearest, cell.cost or 0)
  end
  local cost = sum * distance(a, b)
  return ground.slopes and math.max(cost + slopes, #cells - 1) or cost, dearest
end

local function make_case(seed)
  local random = new_random(seed)
  local world = worlds.random(random, 14)
  local question = worlds.question(random, world)
  local query = worlds.query(question)
  local class = worlds.class_of(world, question)
  local ground = oracle.ground(world.map, query)
  ground.slopes = model.slopes(world, question)
  return { seed = seed, random = random, world = world, map = world.map, query = query,
           rule = class.diagonal, ground = ground,
           plain = oracle.ground(world.map, { class = class.object,
             player = question.unit and question.unit.player or question.player }) }
end

local function check_line(case)
  local a, b = { case.random:cell(case.world) }, { case.random:cell(case.world) }
  local cost, why = case.map:line(a[1], a[2], b[1], b[2], case.query)
  local what = ("seed %d, %d,%d to %d,%d"):format(case.seed, a[1], a[2], b[1], b[2])
  if not case.plain.straight[(a[2] - 1) * case.world.width + a[1]] then
    return assert.equal("start_blocked", why, what)
  end
  local expected = line_cost(case.ground, case.rule, a, b)
  assert.equal(expected and "free" or "unreachable", cost and "free" or why, what)
  if cost then
    assert.is_true(cost >= expected * (1 - 1e-3) - (case.world.sloped and 2 or 0)
      and cost <= expected * (1 + 1e-3) + 2, what)
    local enterable = case.ground.straight[(a[2] - 1) * case.world.width + a[1]]
    local back = case.map:line(b[1], b[2], a[1], a[2], case.query)
    if enterable and not case.world.sloped then assert.equal(cost, back, what) end
  end
end

--- What the path costs along its length from cell `i` to `k`, and its dearest cell there.
local function stretch_cost(case, path, i, k)
  local sum, dearest = 0, 0
  local function cost_of(index)
    local x, y = path:cell(index)
    local cost = case.ground.straight[(y - 1) * case.world.width + x] or 0
    dearest = math.max(dearest, cost)
    return cost
  end
  for index = i, k - 1 do
    local length = distance({ path:cell(index) }, { path:cell(index + 1) })
    sum = sum + (cost_of(index) + cost_of(index + 1)) / 2 * length
    if case.ground.slopes then
      local x, y = path:cell(index)
      sum = sum + case.ground.slopes(x, y, path:cell(index + 1))
    end
  end
  return math.max(sum, k - i), dearest
end

local function index_of(path, point, from)
  for i = from, #path do
    local x, y = path:cell(i)
    if x == point[1] and y == point[2] then return i end
  end
end

local function check_smoothing(case)
  local a, b = { case.random:cell(case.world) }, { case.random:cell(case.world) }
  local path = case.map:path(a[1], a[2], b[1], b[2], case.query)
  if not path then return 0 end
  local list, at = points(path, case.query), 1
  local what = ("seed %d, %s"):format(case.seed, maps.cells(path))
  assert.same({ a, b }, { list[1], list[#list] }, what)
  for k = 2, #list do
    local index = index_of(path, list[k], at + 1)
    assert.is_number(index, what)
    local cost, dearest = line_cost(case.ground, case.rule, list[k - 1], list[k])
    local before, most = stretch_cost(case, path, at, index)
    assert.is_number(cost, what)
    assert.is_true(cost <= before + 2 / 1024 and dearest <= most, what)
    at = index
  end
  assert.equal(#path, at)
  return #path - #list
end

describe("the oracle agrees", function()
  it("on what lines cross and cost", function()
    for seed = 1, cases.of(600) do
      local case = make_case(410000 + seed)
      for _ = 1, 8 do check_line(case) end
      case.map:close()
    end
  end)

  it("that smoothed paths cross nothing dearer and cost no more along their length", function()
    local saved = 0
    for seed = 1, cases.of(800) do
      local case = make_case(420000 + seed)
      for _ = 1, 4 do saved = saved + check_smoothing(case) end
      case.map:close()
    end
    assert.is_true(saved >= cases.least(2000))
  end)
end)
