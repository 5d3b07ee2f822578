-- Everything beside everything else, on random worlds with links, of squares and of hexagons: what
-- the parts say of one query must agree. Which capabilities were crossed is counted: two that never
-- met fail.

local cases = require "support.cases"
local hex = require "support.hex"
local maps = require "support.maps"
local new_random = require "support.random"
local worlds = require "support.worlds"

local CASES = 400                                -- of each check
local GRIDS = { "square", "square", "hex", "flat_hex" }

-- ---- cases ------------------------------------------------------------------------------------

local function add_flow(random, world)
  if not world.influences.danger then return end
  world.map:influence("flow", { recipe = { "flow", "danger", radius = random:int(1, 4) },
    weight = 0 })
  world.flow = true
end

local function ask(case)
  local random, world = case.random, case.world
  local question = worlds.question(random, world)
  if world.flow and random:chance(0.6) then
    question.influence = question.influence or {}
    question.influence.flow = random:pick { 0.5, 1, 2 }
  end
  if case.grid == "square" and random:chance(0.35) then
    question.turn_cost = random:int(1, 2 * world.straight)
  end
  if random:chance(0.35) then question.within = random:int(1, 3) end
  return question
end

local function make_case(seed)
  local random = new_random(seed)
  local grid = random:pick(GRIDS)
  local world = worlds.random(random, 12, grid)
  worlds.join(random, world)
  if random:chance(0.7) then add_flow(random, world) end
  local case = { seed = seed, random = random, world = world, map = world.map, grid = grid }
  case.question = ask(case)
  case.x, case.y = random:cell(world)
  if case.question.unit then
    case.x, case.y = case.question.unit.object.x, case.question.unit.object.y
  end
  local x, y = random:cell(world)
  case.goal = { x = x, y = y, width = 1, height = 1 }
  if random:chance(0.35) then
    case.goal.width = random:int(1, math.min(3, world.width - x + 1))
    case.goal.height = random:int(1, math.min(3, world.height - y + 1))
  end
  return case
end

local function query_of(case, more) return worlds.query(case.question, more) end

local function find(case, more)
  return case.map:path(case.x, case.y, case.goal, query_of(case, more))
end

local function class_of(case) return worlds.class_of(case.world, case.question) end

local function told(path, why)
  if not path then return why end
  return ("%s %d %s"):format(path.status, path.cost, maps.cells(path))
end

local function same(case, what, expected, got)
  if expected == got then return end
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
  for x, y, i in path:cells() do
    local link = path:link(i)
    if last_x and not link then
      same(case, "a step", 1, case.map:distance(last_x, last_y, x, y))
      if not case.question.unit then
        same(case, "a cost", true, case.map:cost(x, y, query_of(case)) ~= nil)
      end
    end
    last_x, last_y = x, y
  end
end

-- How many steps a unit at a cell is from the goal, from the nearest cell that it covers.
local function away(case, x, y)
  local goal, size = case.goal, class_of(case).size
  if case.grid ~= "square" then
    return hex.between(case.grid, { x = x, y = y, width = size, height = size }, goal)
  end
  return math.max(0, goal.x - (x + size - 1), x - (goal.x + goal.width - 1),
    goal.y - (y + size - 1), y - (goal.y + goal.height - 1))
end

local function check_end(case, path)
  local x, y = path:cell(-1)
  local within, goal = case.question.within or 0, case.goal
  local inside = x >= goal.x and y >= goal.y and x < goal.x + goal.width
    and y < goal.y + goal.height
  same(case, "the end", true, inside or within > 0 and away(case, x, y) <= within)
end

-- What it costs at least to come to the goal from a cell.
local function rest(case, x, y)
  local path = case.map:path(x, y, case.goal, query_of(case))
  return path and path.cost or math.huge
end

-- ---- what is asked for ------------------------------------------------------------------------

local function drops(...)
  local keys = { ... }
  return function(case)
    for _, key in ipairs(keys) do case.question[key] = nil end
  end
end

--- Properties of a query or world: whether a case has it; how a question loses it, nil: it cannot;
-- those that it cannot have beside it.
local TRAITS = {
  hexagons = { has = function(case) return case.grid ~= "square" end },
  links = { has = function(case) return #case.world.links > 0 end },
  slopes = { has = function(case) return case.world.sloped end, never = { "hexagons" } },
  sizes = { has = function(case) return class_of(case).size > 1 end },
  unit = { has = function(case) return case.question.unit end,
    drop = drops("unit", "claims", "occupancy", "claim_radius", "claim_ahead", "claim_penalty") },
  player = { has = function(case) return case.question.player end, never = { "unit" } },
  sharing = { has = function(case)
    local unit = case.question.unit
    local player = unit and unit.player or case.question.player
    return player == case.world.players[1] and next(case.world.shares)
  end },
  influence = { has = function(case)
    local own = case.question.influence
    return own ~= false and next(case.world.influences) and (own == nil or next(own))
  end },
  flow_recipe = { has = function(case)
    return case.question.influence and case.question.influence.flow
  end },
  extra_cost = { has = function(case) return case.question.extra_cost end,
    drop = drops "extra_cost" },
  traffic = { has = function(case)
    local question = case.question
    return question.traffic_cost and (question.unit or question.player)
  end, drop = drops "traffic_cost" },
  turn_cost = { has = function(case) return case.question.turn_cost end, drop = drops "turn_cost",
    never = { "hexagons" } },
  within = { has = function(case) return case.question.within end, drop = drops "within" },
  rectangle = { has = function(case) return case.goal.width * case.goal.height > 1 end,
    drop = function(case) case.goal.width, case.goal.height = 1, 1 end },
}

--- Ways of asking: each returns true if there was something to compare. `without`: what a question
-- must lose for it.
local CHECKS = {}

CHECKS.explain_and_price = { run = function(case)
  local path = find(case, { explain = true })
  if not path then return end
  same(case, "explained", path.cost, explained(path))
  if not case.question.unit then
    same(case, "priced", path.cost, path:cost_now(query_of(case)))
    same(case, "blocked", nil, (path:blocked(query_of(case))))
  end
  check_steps(case, path)
  check_end(case, path)
  return true
end }

CHECKS.engines = { run = function(case)
  local path, why = find(case)
  same(case, "plain", told(path, why), told(find(case, { engine = "astar" })))
  return path ~= nil
end }

CHECKS.steps = { run = function(case)
  local found, code = find(case)
  local search = case.map:search(case.x, case.y, case.goal, query_of(case))
  local path, why
  repeat path, why = search:step(3) until why ~= "running"
  same(case, "in steps", told(found, code), told(path, why))
  return path ~= nil
end }

CHECKS.queue = { without = { "extra_cost" }, run = function(case)
  local expected = told(find(case))
  local ticket = case.map:request_path(case.x, case.y, case.goal, query_of(case))
  while not ticket.done do case.map:work(case.random:int(1, 40)) end
  same(case, "queued", expected, told(ticket.path, ticket.code))
  return ticket.path ~= nil
end }

CHECKS.settle = { without = { "extra_cost", "traffic", "turn_cost" }, run = function(case)
  local best = find(case)
  if not best then return end
  local search = case.map:search(case.x, case.y, case.goal, query_of(case))
  local bound = 1 + case.random:int(0, 40) / 16
  if select(2, search:step(case.random:int(1, 9))) ~= "running" then return end
  local path = search:end_early(bound)
  if not path or path.status ~= "partial" then return end
  local x, y = path:cell(-1)
  same(case, "the bound", true, path.cost + rest(case, x, y) <= bound * best.cost)
  return true
end }

CHECKS.field = { without = { "traffic", "turn_cost", "within", "unit" }, run = function(case)
  local path = find(case)
  local goals, query = {}, query_of(case)
  for y = case.goal.y, case.goal.y + case.goal.height - 1 do
    for x = case.goal.x, case.goal.x + case.goal.width - 1 do goals[#goals + 1] = { x, y } end
  end
  local field = case.map:field({ to = goals }, query)
  same(case, "field", path and path.cost, (field:cost(case.x, case.y)))
  if not path then return end
  local reach = case.map:field({ from = { case.x, case.y } }, query)
  local end_x, end_y = path:cell(-1)
  same(case, "reach", told(path), told(reach:path(end_x, end_y)))
  same(case, "field path", path.cost, field:path(case.x, case.y).cost)
  return true
end }

CHECKS.nearest = { without = { "turn_cost" }, run = function(case)
  local least, goals = nil, {}
  local goal = case.goal
  for i = 1, 3 do
    case.goal = i == 1 and { x = goal.x, y = goal.y, width = 1, height = 1 }
      or { width = 1, height = 1 }
    if i > 1 then case.goal.x, case.goal.y = case.random:cell(case.world) end
    goals[i] = { case.goal.x, case.goal.y }
    local path = find(case)
    if path and (not least or path.cost < least) then least = path.cost end
  end
  case.goal = goal
  local found = case.map:nearest(case.x, case.y, goals, query_of(case))
  same(case, "nearest", least, found and found.path.cost)
  return found ~= nil
end }

CHECKS.alternatives = { without = { "traffic", "turn_cost" }, run = function(case)
  local path, why = find(case)
  local list, code = case.map:alternatives(case.x, case.y, case.goal, query_of(case),
    { stretch = 3, apart = 1, plateau = 0 })
  same(case, "the first", told(path, why), told(list and list[1], code))
  for i, one in ipairs(list or {}) do
    same(case, "explained", one.cost, explained(one))
    if not case.question.unit then same(case, "price", one.cost, one:cost_now(query_of(case))) end
    same(case, "in order", true, i == 1 or one.cost >= list[i - 1].cost)
    check_steps(case, one)
    check_end(case, one)
  end
  return list and #list > 1
end }

CHECKS.breach = { without = { "hexagons", "traffic", "turn_cost" }, run = function(case)
  local path = find(case)
  local map, price = case.map, case.random:int(1, 300)
  local query = query_of(case)
  local breach = map:breach(case.x, case.y, case.goal, query,
    { terrain = price, unseen = price, unit = price, link = price })
  local none = map:breach(case.x, case.y, case.goal, query,
    { terrain = false, unseen = false, unit = false, link = false })
  same(case, "without prices", path and path.cost, none and none.cost)
  if path then same(case, "cheaper", true, breach.cost <= path.cost) end
  if not breach then return end
  local sum = 0
  for _, one in ipairs(breach.obstacles) do sum = sum + one.price end
  same(case, "price", breach.price, sum)
  same(case, "cost", breach.cost, breach.price + breach.path.cost)
  return true
end }

CHECKS.saved_path = { without = { "unit", "traffic", "extra_cost" }, run = function(case)
  local path = find(case)
  if not path then return end
  local again, changed = case.map:read_path(path:save(query_of(case)), query_of(case))
  same(case, "unchanged", nil, changed)
  same(case, "read", told(path), told(again))
  for i = 1, #path do same(case, "link", path:link(i), again:link(i)) end
  return true
end }

CHECKS.any_angle = { without = { "hexagons", "traffic", "turn_cost" }, run = function(case)
  local plain, why = find(case)
  local path, code = find(case, { any_angle = true })
  same(case, "code", plain and "complete" or why, path and path.status or code)
  if not path then return end
  check_steps(case, path)
  for x, y, i in path:cells() do
    if path:link(i) then
      local x1, y1, x2, y2 = path:link(i):ends()
      same(case, "the end of a link", true, x == x1 and y == y1 or x == x2 and y == y2)
    end
  end
  return true
end }

-- How far as if all ground were open, from a rectangle.
local function as_if_open(case, rect, x, y)
  local world = case.world
  if case.grid ~= "square" then
    local least = math.huge
    for to_y = rect.y, rect.y + rect.height - 1 do
      for to_x = rect.x, rect.x + rect.width - 1 do
        least = math.min(least, case.map:distance(x, y, to_x, to_y))
      end
    end
    return least
  end
  local dx = math.max(0, rect.x - x, x - (rect.x + rect.width - 1))
  local dy = math.max(0, rect.y - y, y - (rect.y + rect.height - 1))
  return world.straight * math.abs(dx - dy) + world.diagonal * math.min(dx, dy)
end

-- The goal, and of squares what `within` adds.
local function accepted(case)
  local goal, within = case.goal, case.question.within or 0
  if within == 0 or case.grid ~= "square" then return goal end
  local reach = within + class_of(case).size - 1
  local left, top = math.max(1, goal.x - reach), math.max(1, goal.y - reach)
  return { x = left, y = top,
    width = math.min(case.map.width, goal.x + goal.width - 1 + within) - left + 1,
    height = math.min(case.map.height, goal.y + goal.height - 1 + within) - top + 1 }
end

CHECKS.partial = { without = { "unit", "traffic" }, run = function(case)
  local path, why = find(case)
  local part, code = find(case, { partial = true })
  local query = query_of(case)
  if path then
    same(case, "not partial", told(path, why), told(part, code))
    return
  end
  query.turn_cost, query.within = nil, nil
  if why == "start_blocked" then                       -- it leads out of there, if one can get out
    query.extra_cost = nil
    local free, none = case.map:nearest_free(case.x, case.y, query)
    same(case, "leads out", free ~= nil or none == "crowded", part ~= nil)   -- past units
    return
  end
  local reach = case.map:field({ from = { case.x, case.y } }, query)
  local goal, start = accepted(case), { x = case.x, y = case.y, width = 1, height = 1 }
  local best, far, back
  for y = 1, case.map.height do
    for x = 1, case.map.width do
      if reach:cost(x, y) then
        local to, from = as_if_open(case, goal, x, y), as_if_open(case, start, x, y)
        if not best or to < far or to == far and from < back then
          best, far, back = x .. "," .. y, to, from
        end
      end
    end
  end
  local x, y = part:cell(-1)
  same(case, "the nearest", best, x .. "," .. y)
  return true
end }

-- A watch tells what a search of its own tells.
CHECKS.watch = { without = { "hexagons", "unit", "traffic", "turn_cost", "within", "rectangle",
  "extra_cost" }, run = function(case)
  for _, unit in ipairs(case.world.units) do unit.object:remove() end
  case.world.units = {}
  case.question.claims, case.question.occupancy = nil, nil
  local path = find(case)
  if not path then return end
  local watch = case.map:watch_path(path, query_of(case), { costlier = 0.125, better = 0.125 })
  for _ = 1, 5 do
    for _ = 1, case.random:int(1, 4) do worlds.edit(case.random, case.world) end
    case.map:tick()
    local price = path:cost_now(query_of(case))
    same(case, "watched", price, watch.cost)
    if watch.better then
      same(case, "better", told(find(case)), told(watch.better))
      same(case, "much", true, not price or watch.better.cost * 8 <= price * 7)
    end
    for kind, of in case.map:watch_events() do
      if of == watch and kind == "cleared" then same(case, "cleared", true, price ~= nil) end
      if of == watch and kind == "blocked" then same(case, "blocked", nil, price) end
    end
  end
  return true
end }

-- ---- crossing them -----------------------------------------------------------------------------

local function sorted(list)
  local names = {}
  for name in pairs(list) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function holds(list, name)
  for _, one in ipairs(list or {}) do
    if one == name then return true end
  end
  return false
end

-- Makes the question one that the check can ask. False: the world is none for it.
local function suits(case, check)
  for _, name in ipairs(check.without or {}) do
    local trait = TRAITS[name]
    if trait.has(case) and not trait.drop then return false end
    if trait.drop then trait.drop(case) end
  end
  return true
end

local met = {}

local function pair(a, b) return a < b and a .. " and " .. b or b .. " and " .. a end

local function note(case, check)
  local here = { check }
  for _, name in ipairs(sorted(TRAITS)) do
    if TRAITS[name].has(case) then here[#here + 1] = name end
  end
  for i = 1, #here do
    for k = 1, i - 1 do met[pair(here[i], here[k])] = true end
  end
end

-- Those of all pairs that can meet which have not.
local function missing()
  local list, traits = {}, sorted(TRAITS)
  for i, a in ipairs(traits) do
    for k = 1, i - 1 do
      local b = traits[k]
      local never = holds(TRAITS[a].never, b) or holds(TRAITS[b].never, a)
      if not never and not met[pair(a, b)] then list[#list + 1] = pair(a, b) end
    end
    for _, check in ipairs(sorted(CHECKS)) do
      local never = holds(CHECKS[check].without, a)
      if not never and not met[pair(a, check)] then list[#list + 1] = pair(a, check) end
    end
  end
  return list
end

describe("beside one another, with links:", function()
  for i, name in ipairs(sorted(CHECKS)) do
    it(name:gsub("_", " "), function()
      for seed = i * 100000, i * 100000 + cases.of(CASES) - 1 do
        local case = make_case(seed)
        if suits(case, CHECKS[name]) and CHECKS[name].run(case) then note(case, name) end
        case.map:close()
      end
    end)
  end

  it("every two capabilities have met", function()
    assert.same({}, missing())
  end)
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
    assert.equal(path.cost, path:cost_now(query))
    assert.equal(4 * 7 + 20, path:cost_now(query, 4))
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
