local astar = require "astar"
local says = require "support.says"

local function new_map()
  return astar.map{ rows = {
    ".....",
    ".###.",
    ".....",
  } }
end

describe("a query #quick", function()
  it("is a table, or compiled from one", function()
    local map = new_map()
    local options = { within = 1, heuristic = "none", heuristic_weight = 1, engine = "astar",
      budget = 100, partial = true, claims = false,
      occupancy = false, claim_radius = 3, claim_penalty = 7 }
    local query = map:query(options)
    assert.equal("query", tostring(query))
    assert.equal(map:path(1, 1, 5, 3, options).cost, map:path(1, 1, 5, 3, query).cost)
    assert.is_true((map:reachable(1, 1, 5, 3, query)))
  end)

  it("has a unit, or a class and a player", function()
    local map = new_map()
    local unit = map:player "red":unit{ x = 1, y = 1 }
    says("#1 to 'query' (query: 'unit' together with 'class')", function()
      map:query{ unit = unit, class = map:class{} }
    end)
    says("#5 to 'path' (query: 'unit' together with 'player')", function()
      map:path(1, 1, 2, 1, { unit = unit, player = map:player "red" })
    end)
    assert.is_truthy(map:path(1, 1, 2, 1, map:query{ unit = unit }))
  end)

  it("includes for a unit every influence map at its own weight", function()
    local map = new_map()
    map:influence("danger", { weight = 2 }):set(2, 1, 5)
    map:influence("smell"):set(2, 1, 3)
    local unit = map:player "red":unit{ x = 1, y = 1 }
    assert.equal(23, unit:path(2, 1).cost)
    assert.equal(15, unit:path(2, 1, { influence = { danger = 1 } }).cost)
    assert.equal(10, unit:path(2, 1, { influence = false }).cost)
    assert.equal(10, map:path(1, 1, 2, 1).cost)
  end)

  it("checks its options", function()
    local map = new_map()
    local function refused(text, options)
      says("bad argument #1 to 'query' (" .. text, function() map:query(options) end)
      says("bad argument #5 to 'path' (" .. text, function() map:path(1, 1, 5, 3, options) end)
    end
    refused("query: unknown key 'heuristic_wieght', the nearest is 'heuristic_weight')",
      { heuristic_wieght = 1 })
    for key, value in pairs { size = 2, diagonal = "never", unknown = 10, costs = {}, climb = 1,
      descend = 1, drift = 1 } do
      assert(pcall(map.class, map, { [key] = value }), key)
      local words = "query: unknown key 'K': it belongs to a class, class = map:class { K = ... })"
      refused((words:gsub("%f[%u]K", key)), { [key] = value })
    end
    refused("query: unknown key 1, the keys are 'class', 'player', ", { 1 })
    refused("query = 7 is not a table)", 7)
    refused("heuristic_weight = 0.5 is out of range, 1 to 64)", { heuristic_weight = 0.5 })
    refused("heuristic_weight = inf is out of range, 1 to 64)", { heuristic_weight = 1 / 0 })
    refused("heuristic = 'octal' is not one of its words, the nearest is 'octile')",
      { heuristic = "octal" })
    refused("engine = 'rough' is not one of its words", { engine = "rough" })
    refused("budget = 0 is out of range, 1 to 4294967295)", { budget = 0 })
    refused("within = -1 is out of range", { within = -1 })
    refused("partial = 1 is not a boolean)", { partial = 1 })
    refused("explain = 'yes' is not a boolean)", { explain = "yes" })
    refused("claims = 1 is not a boolean)", { claims = 1 })
    refused("occupancy = 1 is not a boolean)", { occupancy = 1 })
    refused("claim_ahead = -1 is out of range", { claim_ahead = -1 })
    refused("traffic_cost = -1 is out of range", { traffic_cost = -1 })
    refused("claim_radius = 256 is out of range, 0 to 255)", { claim_radius = 256 })
    refused("claim_penalty = 1.5 is not an integer)", { claim_penalty = 1.5 })
    refused("extra_cost = 7 is not a function)", { extra_cost = 7 })
    refused("trace = 7 is not a table)", { trace = 7 })
    refused("player = 'red' is not a player)", { player = "red" })
    refused("unit = map is not a unit)", { unit = map })
    refused("the player is of another map)", { player = new_map():player "red" })
  end)

  it("checks its influence maps", function()
    local map = new_map()
    local danger = map:influence "danger"
    local function refused(text, influence)
      says(text, function() map:query{ influence = influence } end)
    end
    refused("influence = 7 is not a table or false", 7)
    refused("influence = true is not a table or false", true)
    refused("influence = 'dangr' is no influence of the map, the nearest is 'danger'",
      { dangr = 1 })
    refused("danger = 65 is out of range, -64 to 64", { danger = 65 })
    refused("danger = true is not a number", { danger = true })
    refused("an influence map is named twice", { danger = 1, [danger] = 2 })
    refused("the influence is of another map", { [new_map():influence "danger"] = 1 })
    says("is no influence of the map, which has none", function()
      new_map():query{ influence = { danger = 1 } }
    end)
  end)

  it("names up to 64 influence maps", function()
    local map, influence = new_map(), {}
    for i = 1, 64 do influence[map:influence("layer " .. i):set(2, 1, i == 64 and 5 or 0)] = 1 end
    assert.equal(15, map:cost(2, 1, map:query{ influence = influence }))
    influence[map:influence "one more"] = 1
    says("#1 to 'query' (a query counts at most 64 influence maps)", function()
      map:query{ influence = influence }
    end)
  end)

  it("is of one map, and its objects must be there", function()
    local map, other = new_map(), new_map()
    says("the query is of another map", function() other:path(1, 1, 2, 1, map:query{}) end)
    local red, danger = map:player "red", map:influence "danger"
    local unit = red:unit{ x = 1, y = 1 }
    local queries = { map:query{ unit = unit }, map:query{ player = red },
      map:query{ influence = { danger = 1 } } }
    danger:remove()
    red:remove()
    for i, name in ipairs{ "unit", "player", "influence" } do
      says(("the %s of the query was removed"):format(name), function()
        map:path(1, 1, 2, 1, queries[i])
      end)
      says("was removed", function() map:cost(1, 1, queries[i]) end)
    end
  end)

  it("keeps alive what it names", function()
    local map = new_map()
    local query = map:query{ class = map:class{ plain = 20 }, extra_cost = function() return 1 end }
    collectgarbage()
    assert.equal(21, map:path(1, 1, 2, 1, query).cost)
  end)
end)

describe("map:cost and its like #quick", function()
  it("give the cost of entering a cell", function()
    local map = new_map()
    assert.same({ 10, 14 }, { map:cost(1, 1) })
    assert.is_nil((map:cost(2, 2)))
    says("bad argument #1 to 'cost' (x = 6 is outside the map, 1 to 5)", function()
      map:cost(6, 1)
    end)
    says("bad argument #3 to 'cost' (query: unknown key", function()
      map:cost(1, 1, { wihtin = 1 })
    end)
  end)

  it("say where layers add up to more than can be", function()
    local map = new_map()
    map:influence("danger", { weight = 64 }):set(1, 1, 65535)
    local query = { influence = { danger = 64 } }
    assert.same({ nil, "limit" }, { map:cost(1, 1, query) })
    assert.same({ nil, "limit" }, { map:path(1, 1, 2, 1, query) })
  end)

  it("prepare for many searches", function()
    local map = new_map():terrain("swamp", 35):fill(1, 1, 3, 1, "swamp")
    local before = map:path(1, 1, 5, 3)
    assert.equal(map, map:prepare { landmarks = true })
    assert.equal(map, map:prepare { landmarks = true, player = map:player "red" })
    assert.equal(before.cost, map:path(1, 1, 5, 3).cost)
    says("map is locked while a callback runs", function()
      map:path(1, 1, 5, 3, { extra_cost = function() map:prepare { landmarks = true } end })
    end)
  end)

  it("tell regions apart", function()
    local map = astar.map{ rows = { "..#.", "..#." } }
    local id, size = map:region(1, 1)
    assert.same({ id, 4 }, { map:region(2, 2) })
    assert.equal(4, size)
    assert.not_equal(id, (map:region(4, 1)))
    assert.is_nil((map:region(3, 1)))
    says("bad argument #2 to 'region' (y = 3 is outside", function() map:region(1, 3) end)
  end)

  it("tell what can be reached", function()
    local map = astar.map{ rows = { "..#.", "..#." } }
    assert.is_true(map:reachable(1, 1, 2, 2))
    assert.same({ false, "unreachable" }, { map:reachable(1, 1, 4, 2) })
    assert.same({ false, "goal_blocked" }, { map:reachable(1, 1, 3, 2) })
    assert.same({ false, "start_blocked" }, { map:reachable(3, 1, 1, 1) })
    assert.is_true(map:reachable(1, 1, { x = 2, y = 1, width = 3, height = 2 }))
    says("bad argument #3 to 'reachable' (x = nil is not an integer)", function()
      map:reachable(1, 1)
    end)
  end)
end)
