-- Everything beside everything else, on random worlds with links, of squares and of hexagons: what
-- the parts say of one query must agree.

local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"
local worlds = require "support.worlds"

local GRIDS = { "square", "square", "hex", "flat_hex" }

local function make_case(seed)
  local random = new_random(seed)
  local grid = random:pick(GRIDS)
  local world = worlds.random(random, 12, grid)
  worlds.join(random, world)
  local question = worlds.question(random, world)
  question.extra_cost = nil
  local case = { seed = seed, random = random, world = world, map = world.map, grid = grid,
    question = question }
  case.x, case.y = random:cell(world)
  if question.unit then case.x, case.y = question.unit.object.x, question.unit.object.y end
  case.to_x, case.to_y = random:cell(world)
  return case
end

local function query_of(case, more) return worlds.query(case.question, more) end

local function find(case, more)
  return case.map:path(case.x, case.y, case.to_x, case.to_y, query_of(case, more))
end

local function told(path, why)
  if not path then return why end
  return ("%s %d %s"):format(path.status, path.cost, maps.cells(path))
end

local function same(case, what, expected, got)
  assert.equal(expected, got, ("seed %d, %s, %s"):format(case.seed, case.grid, what))
end

-- What the explained steps add up to.
local function explained(path)
  local sum = 0
  for _, step in ipairs(path:explain()) do
    for key, value in pairs(step) do
      if key ~= "x" and key ~= "y" then sum = sum + value end
    end
  end
  return sum
end

-- Every step leads to a neighbour or over an open link, into a cell that has a cost.
local function check_steps(case, path)
  local last_x, last_y
  local reach = case.grid == "square" and 1 or nil
  for i, x, y in path:cells() do
    local link = path:link(i)
    if last_x and not link then
      same(case, "a step", reach or 1, case.map:distance(last_x, last_y, x, y))
      if not case.question.unit then
        same(case, "a cost", true, case.map:cost(x, y, query_of(case)) ~= nil)
      end
    end
    last_x, last_y = x, y
  end
end

local checks = {}

function checks.paths_cost_what_they_say(case)
  local turn = case.grid == "square" and case.random:chance(0.5) and case.random:int(1, 30) or nil
  local path = find(case, { explain = true, turn_cost = turn })
  if not path then return end
  same(case, "explained", path.cost, explained(path))
  same(case, "priced", path.cost, path:price(query_of(case, { turn_cost = turn })))
  check_steps(case, path)
  return true
end

function checks.engines_agree(case)
  local expected = told(find(case))
  same(case, "plain", expected, told(find(case, { engine = "astar" })))
  local search = case.map:search(case.x, case.y, case.to_x, case.to_y, query_of(case))
  local path, why
  repeat path, why = search:step(3) until why ~= "running"
  same(case, "in steps", expected, told(path, why))
  return true
end

function checks.fields_agree(case)
  case.question.traffic, case.question.unit = nil, nil
  local path, why = find(case)
  local query = query_of(case)
  local field = case.map:field({ { case.to_x, case.to_y } }, query)
  local reach = case.map:reach_field(case.x, case.y, nil, query)
  local nearest = case.map:nearest(case.x, case.y, { { case.to_x, case.to_y } }, query)
  if field then same(case, "field", path and path.cost, (field:cost(case.x, case.y))) end
  if path then
    same(case, "reach", path.cost, reach:cost(case.to_x, case.to_y))
    same(case, "reach path", told(path), told(reach:path(case.to_x, case.to_y)))
    same(case, "nearest", told(path), told(nearest.path))
    same(case, "field path", path.cost, field:path(case.x, case.y).cost)
  elseif why == "unreachable" then
    same(case, "nearest", nil, nearest)
  end
  return path ~= nil
end

function checks.alternatives_begin_with_the_path(case)
  case.question.traffic = nil
  local path = find(case)
  local list, why = case.map:alternatives(case.x, case.y, case.to_x, case.to_y, query_of(case),
    { stretch = 3, apart = 1, plateau = 0 })
  if not path then return same(case, "alternatives", nil, list) or same(case, "why", why, why) end
  same(case, "first", told(path), told(list[1]))
  for i, one in ipairs(list) do
    same(case, "explained", one.cost, explained(one))
    if not case.question.unit then same(case, "price", one.cost, one:price(query_of(case))) end
    same(case, "in order", true, i == 1 or one.cost >= list[i - 1].cost)
    check_steps(case, one)
  end
  return #list > 1
end

function checks.a_breach_costs_no_more(case)
  if case.grid ~= "square" then return end
  case.question.traffic, case.question.unit = nil, nil
  local path, why = find(case)
  local price = case.random:int(1, 300)
  local breach = case.map:breach(case.x, case.y, case.to_x, case.to_y, query_of(case),
    { terrain = price, unseen = price, unit = price, link = price })
  local none = case.map:breach(case.x, case.y, case.to_x, case.to_y, query_of(case),
    { terrain = false, unseen = false, unit = false, link = false })
  same(case, "without prices", path and path.cost, none and none.cost)
  if path then same(case, "cheaper", true, breach.cost <= path.cost) end
  local answer, code = case.map:why(case.x, case.y, case.to_x, case.to_y, query_of(case))
  same(case, "why", path and "ok" or why, answer and answer.code or code)
  if breach then
    local sum = 0
    for _, one in ipairs(breach.obstacles) do sum = sum + one.price end
    same(case, "price", breach.price, sum)
    same(case, "cost", breach.cost, breach.price + breach.path.cost)
  end
  return true
end

function checks.saved_paths_are_the_same(case)
  case.question.unit, case.question.traffic = nil, nil
  local path = find(case)
  if not path then return end
  local text = path:save(query_of(case))
  local again, changed = case.map:read_path(text, query_of(case))
  same(case, "unchanged", nil, changed)
  same(case, "read", told(path), told(again))
  for i = 1, #path do same(case, "link", path:link(i), again:link(i)) end
  return true
end

function checks.any_angle_paths_keep_to_links(case)
  if case.grid ~= "square" then return end
  case.question.traffic, case.question.unit = nil, nil
  local plain, why = find(case)
  local path, code = find(case, { any_angle = true })
  same(case, "code", plain and "complete" or why, path and path.status or code)
  if not path then return end
  check_steps(case, path)
  for i, x, y in path:cells() do
    if path:link(i) then
      local x1, y1, x2, y2 = path:link(i):ends()
      same(case, "the end of a link", true, x == x1 and y == y1 or x == x2 and y == y2)
    end
  end
  return true
end

-- A watch tells what a search of its own tells.
function checks.watches_tell_what_is_there(case)
  if case.grid ~= "square" then return end
  case.question.unit, case.question.traffic = nil, nil
  for _, unit in ipairs(case.world.units) do unit.object:remove() end
  case.question.claims, case.question.occupancy = nil, nil
  local path = find(case)
  if not path then return end
  local watch = case.map:watch_path(path, query_of(case), { dearer = 0.1, opened = 0.1 })
  for _ = 1, 5 do
    for _ = 1, case.random:int(1, 4) do worlds.edit(case.random, case.world) end
    case.map:tick()
    local price = path:price(query_of(case))
    same(case, "watched", price, watch.cost)
    local best = find(case)
    if watch.better then
      same(case, "better", told(best), told(watch.better))
      same(case, "much", true, not price or watch.better.cost * 10 <= price * 9)
    end
    for kind, of in case.map:watch_events() do
      if of == watch and kind == "cleared" then same(case, "cleared", true, price ~= nil) end
      if of == watch and kind == "blocked" then same(case, "blocked", nil, price) end
    end
  end
  return true
end

local NAMES = { "paths_cost_what_they_say", "engines_agree", "fields_agree",
  "alternatives_begin_with_the_path", "a_breach_costs_no_more", "saved_paths_are_the_same",
  "any_angle_paths_keep_to_links", "watches_tell_what_is_there" }

describe("beside one another, with links:", function()
  for i, name in ipairs(NAMES) do
    it(name:gsub("_", " "), function()
      local tried = 0
      for seed = i * 100000, i * 100000 + cases.of(250) do
        local case = make_case(seed)
        if checks[name](case) then tried = tried + 1 end
        case.map:close()
      end
      assert.is_true(tried >= 10, tried)
    end)
  end
end)

describe("beside a link", function()
  it("a turn costs what the search has counted, also when the path is priced", function()
    local map = maps.read [[
      ......
      ......
      ......
      ......]]
    map:link { from = { 3, 1 }, to = { 3, 4 }, cost = 1 }
    local query = { turn_cost = 7, explain = true }
    local path = map:path(1, 1, 1, 4, query)
    assert.equal("1,1 1,2 1,3 1,4", maps.cells(path))
    local wall = { 1, 2, 3, 4, 5, 6 }
    for _, x in ipairs(wall) do map:set(x, 2, "wall") end
    path = map:path(1, 1, 1, 4, query)
    assert.equal("1,1 2,1 3,1 3,4 2,4 1,4", maps.cells(path))
    assert.equal(20 + 1 + 4 * 7 + 20, path.cost)
    assert.equal(path.cost, explained(path))
    assert.equal(path.cost, path:price(query))
    assert.equal(4 * 7 + 20, path:price(query, 4))
  end)

  it("a breach pays what a path pays where influence is negative", function()
    local map = maps.read [[
      ...#...]]
    map:influence("scent"):add(5, 1, -100, 0)
    local link = map:link { from = { 3, 1 }, to = { 5, 1 }, cost = 4 }
    local path = map:path(1, 1, 7, 1)
    local breach = map:breach(1, 1, 7, 1)
    assert.same({ path.cost, 0 }, { breach.cost, breach.price })
    link:close()
    breach = map:breach(1, 1, 7, 1, nil, { link = 50 })
    assert.same({ path.cost, 50 }, { breach.path.cost, breach.price })
  end)
end)
