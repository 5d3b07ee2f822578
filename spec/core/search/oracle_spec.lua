-- The oracle agrees with every search, on thousands of random maps with random layers.

local cases = require "support.cases"
local maps = require "support.maps"
local model = require "support.model"
local new_random = require "support.random"
local oracle = require "support.oracle"
local worlds = require "support.worlds"

local EXACT = { "octile", "euclidean", "chebyshev", "none" }
local EXACT_OF_HEXAGONS = { "octile", "none" }

-- ---- helpers ----------------------------------------------------------------------------------

local function describe_question(question)
  local words = {}
  for key, value in pairs(question) do words[#words + 1] = key .. "=" .. tostring(value) end
  table.sort(words)
  return table.concat(words, " ")
end

--- Fails with all that is needed to see the case again.
local function check(case, what, expected, got)
  if expected == got then return end
  local letters = { plain = ".", road = ":", swamp = ",", wood = "%", wall = "#" }
  local picture = maps.draw(case.world.map, function(x, y)
    if case.x == x and case.y == y then return "A" end
    return letters[case.world.map:get(x, y)]
  end)
  local goal = case.goal or {}
  local where = ("from %s,%s to %s,%s %sx%s within %s"):format(case.x, case.y, goal.x, goal.y,
    goal.width, goal.height, case.within)
  error(("seed %d, %s:\n expected %s\n      got %s\n%s\n%s\n%s:%s %s"):format(case.seed, what,
    tostring(expected), tostring(got), table.concat(picture, "\n"), where, case.world.straight,
    case.world.diagonal, describe_question(case.question)), 2)
end

--- The cells at the goal that others keep.
local function goals_kept(case)
  local rect = oracle.accepted(case.world.map, case.class.size, case.goal, case.within)
  rect.width, rect.height = rect.width + case.class.size - 1, rect.height + case.class.size - 1
  return model.kept(case.world, case.question, rect)
end

--- The three grounds of the oracle, each worked out when first asked for.
local function make_grounds(case)
  local map, question = case.world.map, case.question
  local queries = {
    view = worlds.query(question),
    plain = { class = case.class.object, player = case.player },
  }
  queries.standing = question.unit and
    { unit = question.unit.object, occupancy = question.occupancy, claims = false,
      claim_radius = question.claim_radius, influence = false } or queries.plain
  return setmetatable({ kept = model.kept(case.world, question) }, {
    __index = function(grounds, name)
      local ground = oracle.ground(map, queries[name])
      ground.slopes = model.slopes(case.world, question)
      for cell in pairs(name == "plain" and {} or goals_kept(case)) do
        ground.straight[cell], ground.diagonal[cell] = nil, nil
      end
      grounds[name] = ground
      return ground
    end,
  })
end

local function make_case(seed, most, grid)
  local random = new_random(seed)
  local world = worlds.random(random, most, grid)
  return { seed = seed, random = random, world = world,
    exact = grid == "square" and EXACT or EXACT_OF_HEXAGONS }
end

--- Asks the oracle.
local function consult(case)
  case.grounds = make_grounds(case)
  case.answer = oracle.path(case.world.map, case.class, case.grounds, case.x, case.y, case.goal,
    case.within)
end

--- Puts a new question to the world of a case.
local function ask(case)
  local random, world = case.random, case.world
  case.question = worlds.question(random, world)
  case.class = worlds.class_of(world, case.question)
  case.player = case.question.unit and case.question.unit.player or case.question.player
  repeat
    case.x, case.y = random:cell(world)
  until random:chance(0.1) or world.map:cost(case.x, case.y, { class = case.class.object })
  if case.question.unit and random:chance(0.8) then
    case.x, case.y = case.question.unit.object.x, case.question.unit.object.y
  end
  case.goal = random:rect(world, random:chance(0.7) and 1 or 4)
  case.within = random:chance(0.75) and 0 or random:int(1, 3)
  consult(case)
end

local function find(case, more)
  local query = worlds.query(case.question, more)
  query.within = case.within
  return case.world.map:path(case.x, case.y, case.goal, query)
end

--- Cost of a path by the view's ground, nil where a step of it is not legal.
local function cost_of(case, path)
  local sum, ground, last_x, last_y = 0, case.grounds.view, nil, nil
  for i, x, y in path:cells() do
    if i > 1 then
      local from, to = (last_y - 1) * ground.width + last_x, (y - 1) * ground.width + x
      if not oracle.legal(ground, case.class.diagonal, last_x, last_y, x - last_x, y - last_y) then
        return nil
      end
      sum = sum + oracle.step_cost(ground, from, to, oracle.direction(x - last_x, y - last_y))
    end
    last_x, last_y = x, y
  end
  return sum
end

-- ---- what is checked --------------------------------------------------------------------------

local function check_answer(case, what, path, why)
  local answer = case.answer
  check(case, what .. " status", answer.status, path and path.status or why)
  if not path then return end
  check(case, what .. " cost", answer.cost, path.cost)
  check(case, what .. " cells", answer.cells, maps.cells(path))
end

local function check_exact(case)
  for _, heuristic in ipairs(case.exact) do
    for _, engine in ipairs { "auto", "astar" } do
      local what = heuristic .. " " .. engine
      check_answer(case, what, find(case, { heuristic = heuristic, engine = engine }))
    end
  end
end

local ENGINES = { "astar", "jump", "rough", "pruned", "turn", "flood" }

--- A new engine that no check asks for by name would go untried.
local answered = {}

--- The engines that do not object give the oracle's answer; the one that was named gives it.
local function check_named(case)
  for _, name in ipairs(ENGINES) do
    local query = worlds.query(case.question, { engine = name, within = case.within })
    local search = case.world.map:search(case.x, case.y, case.goal, query)
    local ok, path, why = pcall(search.step, search)
    if ok then
      check_answer(case, name, path, why)
      local engine = search.engine
      if engine ~= "none" then check(case, "the engine", name, engine) end
      answered[engine] = (answered[engine] or 0) + 1
    elseif not path:find("does not answer this exactly", 1, true) then
      error(path)
    end
  end
end

local function check_bounded(case)
  local weight = case.random:pick { 1, 1.25, 1.5, 2, 4 }
  local heuristic = case.random:pick { "octile", "manhattan", "none" }
  if case.world.map.grid ~= "square" and heuristic == "manhattan" then heuristic = "octile" end
  local path, why = find(case,
    { heuristic_weight = weight, heuristic = heuristic, budget = 1000000 })
  check(case, "bounded status", case.answer.status, path and path.status or why)
  if not path then return end
  check(case, "bounded path's cost", cost_of(case, path), path.cost)
  check(case, "at least the optimum", true, path.cost >= case.answer.cost)
  local bound = heuristic == "manhattan" and math.huge or weight * case.answer.cost
  check(case, "within the bound", true, path.cost <= bound)
end

local function check_steps(case)
  local query = worlds.query(case.question, { within = case.within, explain = true })
  local whole = case.world.map:path(case.x, case.y, case.goal, query)
  local search = case.world.map:search(case.x, case.y, case.goal, query)
  local path, why
  repeat path, why = search:step(case.random:int(1, 5)) until why ~= "running"
  check_answer(case, "in steps", path, why)
  if path then check(case, "expanded in steps", whole.expanded, path.expanded) end
end

local function explained(path)
  local sum = 0
  for _, step in ipairs(path:explain()) do
    for key, part in pairs(step) do
      if key ~= "x" and key ~= "y" then sum = sum + part end
    end
  end
  return sum
end

local function check_explanation(case)
  local path = find(case, { explain = true })
  if path then check(case, "explained", path.cost, explained(path)) end
end

local function check_partial(case)
  local answer = case.answer
  local path, why = find(case, { partial = true })
  if answer.status == "complete" or answer.status == "start_blocked" then
    return check_answer(case, "partial", path, why)
  end
  check(case, "partial status", "partial", path and path.status or why)
  check(case, "partial cost", answer.cost, path.cost)
  check(case, "partial cells", answer.cells, maps.cells(path))
end

local function edit(random, map)
  local rect, name = random:rect(map, 3), random:pick { "plain", "road", "swamp", "wood", "wall" }
  if random:chance(0.1) then
    map:terrain("swamp", random:int(1, 4 * map.straight))
  elseif random:chance(0.6) then
    map:set(rect.x, rect.y, name)
  else
    map:fill(rect.x, rect.y, rect.width, rect.height, name)
  end
end

--- Landmarks change no path, whatever becomes of the terrain after they were found.
local function check_prepared(case)
  local random, map = case.random, case.world.map
  map:prepare(worlds.preparation(case.question, random:int(1, 3)))
  for round = 1, 3 do
    for _ = 1, round > 1 and random:int(0, 5) or 0 do edit(random, map) end
    if case.player and random:chance(0.3) then case.player:reveal() end
    consult(case)
    for _, heuristic in ipairs(case.exact) do
      check_answer(case, "prepared, " .. heuristic, find(case, { heuristic = heuristic }))
    end
  end
end

--- Nor do dead ends, which are passed over by every engine, at once or in steps.
local function check_dead_ends(case)
  local random, map = case.random, case.world.map
  if random:chance(0.3) then
    for _ = 1, random:int(1, 5) do edit(random, map) end
  end
  map:find_dead_ends(worlds.query(case.question))
  for round = 1, 3 do
    for _ = 1, round > 1 and random:int(0, 5) or 0 do edit(random, map) end
    if case.player and random:chance(0.3) then case.player:reveal() end
    consult(case)
    check_exact(case)
    check_steps(case)
    check_partial(case)
  end
end

--- A search under way while the terrain changes, so seldom that it need not give up, answers for
-- the terrain that there is in the end. (Units that come into sight meanwhile count at the
-- beginning and at delivery only, so they are left out.)
local function check_edited(case)
  local random, map = case.random, case.world.map
  if case.question.unit then case.question.occupancy = false end
  local query = worlds.query(case.question, { within = case.within, partial = random:chance(0.4),
    engine = random:pick { "auto", "astar" }, heuristic = random:pick(case.exact) })
  local search = map:search(case.x, case.y, case.goal, query)
  local edits, path, why = 0, search:step(1)
  while why == "running" do
    if edits < 3 and random:chance(0.6) then
      edit(random, map)
      if case.player and random:chance(0.5) then case.player:see(case.x, case.y, 5) end
      edits = edits + 1
    end
    path, why = search:step(random:int(1, 6))
  end
  consult(case)
  if query.partial and path and path.status == "partial" then case.answer.status = "partial" end
  check_answer(case, ("%d edits on the way"):format(edits), path, why)
end

--- With less than is needed: what the budget allowed, and a way that is what it says.
local function check_budget(case)
  local engine = case.random:pick { "auto", "astar" }
  local whole, why = find(case, { engine = engine })
  local budget = case.random:int(1, whole and math.max(1, whole.expanded) or 10)
  local path, what = find(case, { engine = engine, budget = budget })
  local expected = whole and (budget < whole.expanded and "budget" or whole.status) or why
  if whole or path then check(case, "budget", expected, path and path.status or what) end
  path, what = find(case, { engine = engine, budget = budget, partial = true, explain = true })
  if not path then return check(case, "no start", "start_blocked", what) end
  check(case, "no more than allowed", true, path.expanded <= budget)
  check(case, "cost of what was found", cost_of(case, path), path.cost)
  check(case, "explained", path.cost, explained(path))
end

local settled = {}

--- A search of an engine that does not object, after so many nodes; nil where it has ended by then.
local function under_way(case, query, nodes)
  local search = case.world.map:search(case.x, case.y, case.goal, query)
  local ok, _, why = pcall(search.step, search, nodes)
  return ok and why == "running" and search or nil
end

--- The same nodes in small steps end in the same beginning.
local function check_settled_in_steps(case, query, bound, path)
  local search = case.world.map:search(case.x, case.y, case.goal, query)
  while search.expanded < path.expanded do search:step(1) end
  check(case, "settled in steps", maps.cells(path), maps.cells((search:settle(bound))))
end

--- A search that is ended early: with a cheapest path from its end on, what it has found costs no
-- more than the bound allows.
local function check_settled(case)
  local random, map = case.random, case.world.map
  case.question.traffic, case.question.extra_cost = nil, nil
  if random:chance(0.4) then map:prepare(worlds.preparation(case.question, 1)) end
  consult(case)
  local query = worlds.query(case.question, { engine = random:pick { "auto", "astar", "pruned" },
    within = case.within, heuristic = random:pick(case.exact), explain = true })
  local search, bound = under_way(case, query, random:int(1, 60)), 1 + random:int(0, 40) / 16
  local path, why
  if search then path, why = search:settle(bound) end
  if not path then return check(case, "not settled", search and "running" or nil, why) end
  settled[search.engine] = (settled[search.engine] or 0) + 1
  check(case, "status", "partial", path.status)
  check(case, "cost of what was settled", cost_of(case, path), path.cost)
  check(case, "explained", path.cost, explained(path))
  check_settled_in_steps(case, query, bound, path)
  if case.answer.status ~= "complete" then return end
  local x, y = path:cell(#path)
  local rest = oracle.path(map, case.class, case.grounds, x, y, case.goal, case.within)
  check(case, "the way that remains", "complete", rest.status)
  check(case, "within the bound", true, path.cost + rest.cost <= bound * case.answer.cost)
end

local function check_reachable(case)
  local query = { class = case.class.object, player = case.player, within = case.within }
  local yes, why = case.world.map:reachable(case.x, case.y, case.goal, query)
  local plain = case.grounds.plain
  local expected = oracle.path(case.world.map, case.class,
    { view = plain, plain = plain, standing = plain }, case.x, case.y, case.goal, case.within)
  check(case, "reachable", expected.status, yes and "complete" or why)
end

local function check_costs(case)
  local costs, query = model.costs(case.world, case.question), worlds.query(case.question)
  for y = 1, case.world.height do
    for x = 1, case.world.width do
      local straight, diagonal = costs(x, y)
      local s, d = case.world.map:cost(x, y, query)
      check(case, "straight cost at " .. x .. "," .. y, straight, s)
      check(case, "diagonal cost at " .. x .. "," .. y, diagonal, d)
    end
  end
end

-- ---- the examples -----------------------------------------------------------------------------

--- Seeds are apart for each example; `worlds_count` worlds of two questions each.
local function on(first_seed, worlds_count, most, examine, grids)
  grids = grids or { "square" }
  for seed = first_seed, first_seed + cases.of(worlds_count) - 1 do
    local case = make_case(seed, most, grids[seed % #grids + 1])
    for _ = 1, 2 do
      ask(case)
      examine(case)
    end
    case.world.map:close()
  end
end

describe("the oracle agrees", function()
  it("on what it costs to enter each cell", function() on(100000, 1200, 10, check_costs) end)
  it("with every exact search", function() on(200000, 5000, 12, check_exact) end)
  it("with every exact search, on larger maps", function() on(300000, 300, 40, check_exact) end)
  it("with every engine that is named", function()
    on(1400000, 1500, 12, check_named)
    for name, least in pairs { astar = 1000, jump = 50, rough = 20, pruned = 500 } do
      local times = answered[name] or 0
      assert.is_true(times >= cases.least(least), ("%s answered only %d times"):format(name, times))
    end
  end)
  it("with searches in steps", function() on(400000, 2500, 12, check_steps) end)
  it("with explanations", function() on(500000, 2500, 12, check_explanation) end)
  it("on the bound of weighted searches", function() on(600000, 2500, 12, check_bounded) end)
  it("on the nearest cell", function() on(700000, 4000, 12, check_partial) end)
  it("with searches under way while the map changes", function()
    on(1100000, 4000, 12, check_edited)
  end)
  it("with searches that use landmarks", function() on(1000000, 2000, 12, check_prepared) end)
  it("with searches that pass over dead ends", function()
    on(1200000, 2000, 12, check_dead_ends)
  end)
  it("with searches that pass over dead ends while the map changes", function()
    on(1300000, 3000, 12, function(case)
      case.world.map:find_dead_ends(worlds.query(case.question))
      check_edited(case)
    end)
  end)
  it("on the bound of searches that are settled", function()
    on(1500000, 700, 30, check_settled)
    for name, least in pairs { astar = 100, pruned = 50 } do
      local times = settled[name] or 0
      assert.is_true(times >= cases.least(least),
        ("%s was settled only %d times"):format(name, times))
    end
  end)
  it("on what a budget allows", function() on(900000, 1500, 12, check_budget) end)
  it("on what is reachable", function() on(800000, 2000, 12, check_reachable) end)
end)

describe("the oracle agrees on hexagons", function()
  local function on_hexagons(first_seed, worlds_count, most, examine)
    on(first_seed, worlds_count, most, examine, { "hex", "flat_hex" })
  end

  it("on what it costs to enter each cell", function()
    on_hexagons(2100000, 300, 10, check_costs)
  end)
  it("with every exact search", function() on_hexagons(2200000, 3000, 12, check_exact) end)
  it("with every exact search, on larger maps", function()
    on_hexagons(2300000, 150, 40, check_exact)
  end)
  it("with every engine that is named", function()
    answered = {}
    on_hexagons(2400000, 1000, 12, check_named)
    assert.is_true((answered.pruned or 0) >= cases.least(400))
    assert.is_nil(answered.jump or answered.rough)
  end)
  it("with searches in steps", function() on_hexagons(2500000, 1000, 12, check_steps) end)
  it("with explanations", function() on_hexagons(2600000, 1000, 12, check_explanation) end)
  it("on the bound of weighted searches", function()
    on_hexagons(2700000, 800, 12, check_bounded)
  end)
  it("on the nearest cell", function() on_hexagons(2800000, 2000, 12, check_partial) end)
  it("with searches under way while the map changes", function()
    on_hexagons(2900000, 2000, 12, check_edited)
  end)
  it("with searches that use landmarks", function()
    on_hexagons(3000000, 1000, 12, check_prepared)
  end)
  it("with searches that pass over dead ends", function()
    on_hexagons(3100000, 1000, 12, check_dead_ends)
  end)
  it("on the bound of searches that are settled", function()
    on_hexagons(3400000, 300, 30, check_settled)
  end)
  it("on what a budget allows", function() on_hexagons(3200000, 500, 12, check_budget) end)
  it("on what is reachable", function() on_hexagons(3300000, 1000, 12, check_reachable) end)
end)
