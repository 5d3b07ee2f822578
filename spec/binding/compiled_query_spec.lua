--- A compiled query means what the table means from which it was made, in every function that takes
-- a query; what it refers to lives as long as what was asked with it.

local astar = require "astar"
local sorted_keys = require "support.sorted_keys"

-- Two players' units: one stands, one is about to walk along the second row; danger lies above.
local function scene()
  local map = astar.map { legend = { ["~"] = "swamp" },
    terrains = { plain = 10, swamp = 25, wall = false },
    rows = { "..........", "..~~.#....", ".....#....", "..........", ".....#...." } }
  local red = map:player "red":reveal()
  map:player("blue"):see(1, 1, 3)
  local all = { map = map, red = red, blue = map:player "blue", slow = map:class { swamp = 60 },
    wide = map:class { size = 2 } }
  red.traffic_memory = 64
  local runner = red:unit { x = 10, y = 4, speed = 1 }
  runner:follow_path(runner:path(1, 4))
  for _ = 1, 9 do map:tick() end
  runner:remove()
  all.danger = map:influence("danger", { weight = 2 }):add(5, 1, 30, 3)
  all.unit = red:unit { x = 1, y = 2 }
  all.beside = red:unit { x = 2, y = 2 }
  all.walker = red:unit { x = 3, y = 4, speed = 1 }
  all.walker:follow_path(all.walker:path(10, 4, { influence = false }))
  return all
end

-- What is asked for, and how: from the objects of a scene to options.
local OPTIONS = {
  class = function(all) return { class = all.slow } end,
  size = function(all) return { class = all.wide } end,
  player = function(all) return { player = all.blue } end,
  unit = function(all) return { unit = all.unit } end,
  influence = function() return { influence = { danger = 3 } } end,
  ["influence of a unit"] = function(all)
    return { unit = all.unit, influence = { danger = -1 } }
  end,
  ["no influence"] = function(all) return { unit = all.unit, influence = false } end,
  ["no claims"] = function(all) return { unit = all.unit, claims = false } end,
  claim_penalty = function(all) return { unit = all.unit, claim_penalty = 90 } end,
  claim_radius = function(all) return { unit = all.unit, claim_radius = 1, claim_penalty = 90 } end,
  claim_ahead = function(all) return { unit = all.unit, claim_ahead = 1, claim_penalty = 90 } end,
  ["no occupancy"] = function(all) return { unit = all.unit, occupancy = false } end,
  traffic = function(all) return { player = all.walker.player, traffic_cost = 400 } end,
  extra_cost = function() return { extra_cost = function(x) return x end } end,
  within = function() return { within = 2 } end,
  partial = function() return { partial = true } end,
  budget = function() return { budget = 3 } end,
  heuristic_weight = function() return { heuristic_weight = 3, heuristic = "manhattan" } end,
  engine = function() return { engine = "astar", heuristic = "none" } end,
  turn_cost = function() return { turn_cost = 30 } end,
}

local function cells_of(path)
  local list = {}
  for x, y in path:cells() do list[#list + 1] = x .. "," .. y end
  return table.concat(list, " ")
end

local function told(path, why) return path and path.cost .. ": " .. cells_of(path) or why end

local function costs_of(all, field)
  local list = {}
  for y = 1, all.map.height do
    for x = 1, all.map.width do list[#list + 1] = tostring((field:cost(x, y))) end
  end
  return table.concat(list, " ")
end

local function costs_twice(all, field)
  local before = costs_of(all, field)
  all.danger:add(8, 4, 40, 2)
  all.map:set(9, 2, "wall")
  return before .. " / " .. costs_of(all, field:update())
end

local QUESTIONS = {
  path = function(all, query) return told(all.map:path(1, 1, 9, 5, query)) end,
  ["path into a wall"] = function(all, query) return told(all.map:path(1, 1, 6, 3, query)) end,
  reachable = function(all, query) return all.map:reachable(1, 1, 9, 5, query) end,
  region = function(all, query) return select(2, all.map:region(1, 1, query)) end,
  breach = function(all, query)
    local found, why = all.map:breach(1, 1, 9, 5, query, { terrain = 30 })
    return found and found.cost .. ": " .. cells_of(found.path) or why
  end,
  ["breach of a wall"] = function(all, query)
    local breach, why = all.map:breach(1, 1, 6, 3, query)
    return breach and #breach.obstacles or why
  end,
  alternatives = function(all, query)
    local list, why = all.map:alternatives(1, 1, 9, 5, query, { apart = 0 })
    return list and #list .. ": " .. cells_of(list[#list]) or why
  end,
  clearance = function(all, query) return all.map:clearance(3, 2, query) end,
  areas = function(all, query) return #all.map:areas(query):list() end,
  cut_off = function(all, query) return #all.map:cut_off({ { 3, 2 } }, query):list() end,
  sides = function(all, query)
    return all.map:sides({ { { 1, 1 } }, { { 9, 5 } } }, query):get(1).size
  end,
  cost = function(all, query) return all.map:cost(3, 2, query) end,
  is_dead_end = function(all, query) return all.map:is_dead_end(7, 1, 2, 2, query) end,
  nearest = function(all, query)
    local found, why = all.map:nearest(1, 1, { { 9, 5 }, { 6, 1 }, { 4, 4 } }, query)
    return found and found.index .. " " .. found.path.cost or why
  end,
  line = function(all, query) return (all.map:line(1, 1, 9, 5, query)) end,
  field = function(all, query)
    return costs_twice(all, all.map:field({ to = { { 9, 5 } } }, query))
  end,
  ["field from a cell"] = function(all, query)
    return costs_twice(all, all.map:field({ from = { 1, 1 }, max_cost = 200 }, query))
  end,
  ["field that flees"] = function(all, query)
    return costs_twice(all, all.map:field({ flee = { { 9, 5 } } }, query))
  end,
  search = function(all, query)
    local search = all.map:search(1, 1, 9, 5, query)
    local path, why = search:step(1)
    while why == "running" do path, why = search:step(1) end
    return told(path, why)
  end,
  request_path = function(all, query)
    local ticket = all.map:request_path(1, 1, 9, 5, query)
    for _ = 1, 100 do all.map:work(50) end
    return told(ticket.path, ticket.code)
  end,
  blocked = function(all, query)
    local path = all.map:path(1, 1, 3, 4)
    all.map:set(2, 2, "swamp")
    return path:blocked(query)
  end,
  smooth = function(all, query)
    local list = {}
    for x, y in all.map:path(1, 1, 9, 5):smooth(query) do list[#list + 1] = x .. "," .. y end
    return table.concat(list, " ")
  end,
}

-- What is answered, as text, or the error without its place.
local function answer(question, option, compiles)
  local all = scene()
  local options = OPTIONS[option] and OPTIONS[option](all) or {}
  local results = { pcall(function()
    local query = compiles and all.map:query(options) or options
    return QUESTIONS[question](all, query)
  end) }
  if not results[1] then return "error: " .. tostring(results[2]):gsub("^.-:%d+: ", "") end
  for i = 1, #results do results[i] = tostring(results[i]) end
  return table.concat(results, " ")
end

describe("a compiled query #quick", function()
  for _, option in ipairs(sorted_keys(OPTIONS)) do
    it("means what its table means: " .. option, function()
      local differ = 0
      for _, question in ipairs(sorted_keys(QUESTIONS)) do
        local expected = answer(question, option, false)
        assert.equal(expected, answer(question, option, true), question)
        if expected ~= answer(question, "nothing", false) then differ = differ + 1 end
      end
      assert.is_true(differ > 0)
    end)
  end

  it("keeps alive what it refers to, for what was asked with it as well", function()
    local all = scene()
    local map = all.map
    local function options()
      return { class = map:class { swamp = 40 }, influence = { danger = 3 } }
    end
    local function asked_with(ask) return ask(map:query(options())) end
    local field = asked_with(function(query) return map:field({ to = { { 9, 4 } } }, query) end)
    local search = asked_with(function(query) return map:search(1, 3, 9, 3, query) end)
    local ticket = asked_with(function(query) return map:request_path(1, 3, 9, 3, query) end)
    collectgarbage()
    collectgarbage()
    map:class { swamp = 90 }                     -- where the other one was, if it is gone
    local cost = map:path(1, 3, 9, 3, options()).cost
    assert.equal(cost, search:step(1000).cost)
    map:work(1000)
    assert.equal(cost, ticket.path.cost)
    map:set(9, 2, "wall")
    assert.equal(costs_of(all, map:field({ to = { { 9, 4 } } }, options())),
      costs_of(all, field:update()))
  end)
end)
