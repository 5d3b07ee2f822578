local astar = require "astar"
local says = require "support.says"
local whole = require "support.file"

-- Towns and their roads; Ostia is an island.
local function towns()
  return astar.graph {
    nodes = { "Rome", "Pisa", "Siena", "Ostia", Lucca = { x = 1, y = 2 } },
    edges = {
      { "Rome", "Siena", cost = 20 },
      { "Siena", "Pisa", cost = 10 },
      { "Rome", "Pisa", cost = 35 },
      { "Pisa", "Lucca", cost = 2, one_way = true },
    },
  }
end

local function names(path)
  local list = {}
  for node, i in path:nodes() do list[i] = node end
  return table.concat(list, " ")
end

local function neighbours(graph, node, query)
  local list = {}
  for name, cost in graph:neighbours(node, query) do list[#list + 1] = name .. " " .. cost end
  return table.concat(list, ", ")
end

describe("a graph #quick", function()
  it("has nodes in the order of insertion, those with keys by their names", function()
    local graph = astar.graph { nodes = { "b", "a", { x = 2, y = 0.5, cost = 3 }, z = {}, d = {} } }
    local list = {}
    for node in graph:nodes() do list[#list + 1] = node end
    assert.same({ "b", "a", 3, "d", "z" }, list)
    assert.same({ number = 3, x = 2, y = 0.5, cost = 3, open = true }, graph:node(3))
    assert.same({ number = 5, name = "z", cost = 0, open = true }, graph:node("z"))
    assert.equal("graph (5 nodes, 0 edges)", tostring(graph))
  end)

  it("is made without anything, and grows", function()
    local graph = astar.graph()
    assert.equal(1, graph:add_node())
    assert.equal(2, graph:add_node("b", { x = 4, y = 5, cost = 7, open = false }))
    local edge = graph:add_edge(1, "b", 9, { one_way = true, open = false })
    assert.same({ 2, 1 }, { graph.node_count, graph.edge_count })
    assert.equal("edge (1 to b, cost 9, closed)", tostring(edge))
    assert.same({ 9, false, true, false }, { edge.cost, edge.is_open, edge.one_way, edge.removed })
    assert.same({ 1, "b" }, { edge:ends() })
  end)

  it("finds the cheapest path", function()
    local path = towns():path("Rome", "Lucca")
    assert.equal("Rome Siena Pisa Lucca", names(path))
    assert.same({ 4, 32, "Rome", "Lucca", "Pisa" },
      { #path, path.cost, path:node(1), path:node(-1), path:node(3) })
    assert.is_nil(path:edge(1))
    assert.equal(towns():path("Rome", "Siena").cost, path:edge(2).cost)
    assert.equal("path (4 nodes, cost 32)", tostring(path))
    assert.equal(1, #towns():path("Ostia", "Ostia"))
  end)

  it("tells why there is none", function()
    local graph = towns()
    assert.same({ nil, "unreachable" }, { graph:path("Rome", "Ostia") })
    assert.same({ nil, "unreachable" }, { graph:path("Lucca", "Pisa") })
    assert.same({ false, "unreachable" }, { graph:reachable("Rome", "Ostia") })
    assert.is_true(graph:reachable("Rome", "Lucca"))
    graph:close_node("Pisa")
    assert.same({ nil, "goal_blocked" }, { graph:path("Rome", "Pisa") })
    assert.same({ nil, "unreachable" }, { graph:path("Rome", "Lucca") })
    assert.equal(2, graph:path("Pisa", "Lucca").cost)
    graph:open_node("Pisa")
    assert.same({ nil, "budget" }, { graph:path("Rome", "Lucca", { budget = 2 }) })
  end)

  it("adds up to less than 2^32 - 1", function()
    local graph = astar.graph { nodes = { "a", "b", "c" } }
    local most = 2147483647
    graph:add_edge("a", "b", most)
    local second = graph:add_edge("b", "c", most)
    assert.equal(4294967294, graph:path("a", "c").cost)
    graph:set_node_cost("b", 1)
    assert.same({ nil, "limit" }, { graph:path("a", "c") })
    assert.same({ nil, "limit" }, { graph:field { to = { "c" } }:cost("a") })
    assert.equal(most, graph:field { to = { "c" } }:cost("b"))
    second:set_cost(most - 1)
    assert.equal(4294967294, graph:path("a", "c").cost)
  end)

  it("prefers nodes that were inserted earlier, read from the goal, and earlier edges", function()
    local graph = astar.graph { nodes = { "s", "a", "b", "c", "d", "g" }, edges = {
      { "s", "b", cost = 1 }, { "s", "a", cost = 1 }, { "b", "c", cost = 1 },
      { "a", "d", cost = 1 }, { "d", "g", cost = 1 }, { "c", "g", cost = 1 } } }
    assert.equal("s b c g", names(graph:path("s", "g")))
    local first = graph:edge("s", "b")
    local second = graph:add_edge("s", "b", 1)
    assert.equal(first, graph:path("s", "b"):edge(2))
    first:set_cost(2)
    assert.equal(second, graph:path("s", "b"):edge(2))
  end)

  it("finds the nearest of many, and the first in the list of equally near ones", function()
    local graph = towns()
    local found = graph:nearest("Rome", { "Ostia", "Pisa", "Siena" })
    assert.same({ "Siena", 3, 20 }, { found.node, found.index, found.path.cost })
    graph:edge("Rome", "Siena"):set_cost(30)
    graph:edge("Rome", "Pisa"):set_cost(30)
    assert.equal("Siena", graph:nearest("Rome", { "Siena", "Pisa" }).node)
    assert.equal("Pisa", graph:nearest("Rome", { "Pisa", "Siena" }).node)
    assert.same({ nil, "unreachable" }, { graph:nearest("Rome", { "Ostia" }) })
  end)

  it("names its neighbours, what entering costs included", function()
    local graph = towns():set_node_cost("Siena", 5)
    assert.equal("Siena 25, Pisa 35", neighbours(graph, "Rome"))
    assert.equal("Siena 15, Rome 35, Lucca 2", neighbours(graph, "Pisa"))
    assert.equal("", neighbours(graph, "Lucca"))
    assert.equal("Pisa 36", neighbours(graph, "Rome", { extra_cost = { Siena = false, Pisa = 1 } }))
    assert.equal(graph:edge("Rome", "Pisa"), (select(3, graph:neighbours("Rome",
      { extra_cost = { Siena = false } })())))
  end)

  it("forgets what is removed, and never gives its number again", function()
    local graph = towns()
    local edge, path = graph:edge("Siena", "Pisa"), graph:path("Rome", "Lucca")
    graph:remove_node("Siena")
    assert.is_true(edge.removed)
    assert.equal("edge (removed)", tostring(edge))
    says("edge.cost: the edge was removed", function() return edge.cost end)
    says("the edge was removed", edge.open, edge)
    assert.equal("Rome Siena Pisa Lucca", names(path))
    assert.is_nil(path:edge(2))
    assert.same({ 2, 3 }, { path:blocked(), path:blocked(nil, 3) })
    assert.equal("Rome Pisa Lucca", names(graph:path("Rome", "Lucca")))
    assert.equal(6, graph:add_node("Siena"))
    assert.same({ nil, "unreachable" }, { graph:path("Rome", "Siena") })
  end)

  it("gives one edge one userdata", function()
    local graph = towns()
    local edge = graph:edge("Rome", "Pisa")
    local all = {}
    for one in graph:edges() do all[#all + 1] = one end
    assert.equal(edge, all[3])
    assert.equal(4, #all)
    assert.is_nil(graph:edge("Lucca", "Pisa"))
  end)

  it("can be closed, and its paths cannot be read any more", function()
    local graph = towns()
    local path, edge, field = graph:path("Rome", "Pisa"), graph:edge("Rome", "Pisa"),
      graph:field { to = { "Rome" } }
    assert.equal("field", tostring(field))
    graph:close()
    graph:close()
    assert.equal("graph (closed)", tostring(graph))
    assert.equal("field (closed)", tostring(field))
    assert.equal("edge (graph closed)", tostring(edge))
    says("graph is closed", graph.path, graph, "Rome", "Pisa")
    says("graph is closed", path.node, path, 1)
    says("graph is closed", edge.ends, edge)
    says("graph is closed", field.cost, field, "Rome")
    assert.same({ 3, 30 }, { #path, path.cost })
    field:close()
  end)
end)

describe("iterators of a graph #quick", function()
  it("are of the graph, whatever is given besides", function()
    local graph = towns()
    graph:player "red"
    for _, name in ipairs { "nodes", "edges", "players" } do
      local plain, more = {}, {}
      for one in graph[name](graph) do plain[#plain + 1] = tostring(one) end
      for one in graph[name](graph, "more", 5) do more[#more + 1] = tostring(one) end
      assert.same(plain, more)
      assert.is_true(#plain > 0)
    end
  end)
end)

describe("a query of a graph #quick", function()
  it("makes nodes and edges costlier, or bars them", function()
    local graph = towns()
    local road = graph:edge("Rome", "Siena")
    assert.equal("Rome Pisa", names(graph:path("Rome", "Pisa", { extra_cost = { Siena = 6 } })))
    assert.equal(35, graph:path("Rome", "Pisa", { extra_cost = { [road] = 5 } }).cost)
    assert.equal("Rome Pisa", names(graph:path("Rome", "Pisa", { extra_cost = { [road] = 6 } })))
    assert.equal("Rome Pisa", names(graph:path("Rome", "Pisa", { extra_cost = { [3] = false } })))
    assert.equal(30, graph:path("Rome", "Pisa", { extra_cost = { Rome = 1000 } }).cost)
    assert.same({ nil, "goal_blocked" },
      { graph:path("Rome", "Pisa", { extra_cost = { Pisa = false } }) })
  end)

  it("takes the greater of two costs for one node", function()
    local graph = towns()
    for _, extra in ipairs { { Siena = 1, [3] = 4 }, { Siena = 4, [3] = 1 } } do
      assert.equal(34, graph:path("Rome", "Pisa", { extra_cost = extra }).cost)
    end
    assert.equal(35, graph:path("Rome", "Pisa", { extra_cost = { Siena = false, [3] = 1 } }).cost)
  end)

  it("goes by what its player has seen", function()
    local graph = towns()
    local red = graph:player "red"
    assert.equal(red, graph:player "red")
    local query = { player = red }
    assert.same({ nil, "unreachable" }, { graph:path("Rome", "Pisa", query) })
    red:see("Rome")
    assert.equal("Rome Pisa", names(graph:path("Rome", "Pisa", query)))
    assert.equal("Rome Siena Pisa",
      names(graph:path("Rome", "Pisa", { player = red, unknown = 14 })))
    graph:edge("Rome", "Pisa"):close()
    graph:close_node("Siena")
    assert.equal("Rome Pisa", names(graph:path("Rome", "Pisa", query)))
    assert.same({ true, 35, true }, { red:knows(graph:edge("Rome", "Pisa")) })
    assert.same({ true, 0, true }, { red:knows("Rome") })
    assert.is_false((red:knows("Siena")))
    red:reveal()
    assert.same({ true, 35, false }, { red:knows(graph:edge("Rome", "Pisa")) })
    assert.same({ nil, "unreachable" }, { graph:path("Rome", "Pisa", query) })
    red:forget()
    assert.is_false((red:knows("Rome")))
  end)

  it("says what is wrong with it", function()
    local graph, other = towns(), towns()
    local function asks(message, query) says(message, graph.path, graph, "Rome", "Pisa", query) end
    asks("query = 7 is not a table", 7)
    asks("query: unknown key 'plaier', the nearest is 'player'", { plaier = 1 })
    asks("player = 'red' is not a graph_player", { player = "red" })
    asks("the player is of another graph", { player = other:player "red" })
    asks("unknown = 0 is out of range, 1 to 2147483647", { unknown = 0 })
    asks("budget = 0 is out of range", { budget = 0 })
    asks("extra_cost = 1 is not a table", { extra_cost = 1 })
    asks("the key = 'Sienna' is no node of the graph, the nearest is 'Siena'",
      { extra_cost = { Sienna = 1 } })
    asks("the key = 17 is no node of the graph", { extra_cost = { [17] = 1 } })
    local function hint_of(written, name)
      local one = astar.graph { nodes = { name } }
      local ok, message = pcall(one.path, one, 1, 1, { extra_cost = { [written] = 1 } })
      assert.is_false(ok)
      return message:match ", the nearest is '(.-)'"
    end
    for _, case in ipairs {
      { "ab", "ba", true }, { "a", "b" }, { "ab", "cb", true }, { "abc", "xbc", true },
      { "abc", "xyc" }, { "abcd", "xycd" }, { "abcde", "xycde", true }, { "abcde", "xyzde" },
      { "ab", "abcdef" }, { "abc", "abcdef", true }, { "", "a" },
      { "hiehgt", "height", true }, { "hiehgtx", "height" },    -- two exchanges, and one more
      { ("a"):rep(31) .. ("b"):rep(32), ("a"):rep(63) },  -- what the first 48 bytes have in common
      { ("a"):rep(32) .. ("b"):rep(31), ("a"):rep(63), true },
      { ("a"):rep(48) .. "b", ("a"):rep(48) .. "c", true },
    } do
      assert.equal(case[3] and case[2] or nil, hint_of(case[1], case[2]))
    end
    asks("the key = true is not the name or number of a node", { extra_cost = { [true] = 1 } })
    asks("the cost = -1 is out of range, 0 to 2147483646", { extra_cost = { Siena = -1 } })
    asks("the cost = true is not a cost or false", { extra_cost = { Siena = true } })
    asks("the edge is of another graph", { extra_cost = { [other:edge("Rome", "Pisa")] = 1 } })
    local removed = graph:edge("Rome", "Pisa")
    removed:remove()
    asks("the edge was removed", { extra_cost = { [removed] = 1 } })
  end)
end)

describe("a field over a graph #quick", function()
  it("leads to the nearest goal, and follows what changes", function()
    local graph = towns()
    local field = graph:field { to = { "Siena", "Lucca" } }
    assert.same({ 20, 2, 0 }, { field:cost("Rome"), field:cost("Pisa"), field:cost("Siena") })
    local node, edge = field:step("Pisa")
    assert.same({ "Lucca", graph:edge("Pisa", "Lucca") }, { node, edge })
    assert.same({ "Siena" }, { field:step("Siena") })
    assert.equal("Pisa Lucca", names(field:path("Pisa")))
    assert.same({ nil, "unreachable" }, { field:cost("Ostia") })
    graph:edge("Pisa", "Lucca"):close()
    assert.equal(10, field:cost("Pisa"))
    graph:remove_node("Siena")
    assert.same({ nil, "unreachable" }, { field:step("Pisa") })
    assert.same({ nil, "unreachable" }, { field:path("Pisa") })
    assert.equal(0, field:cost("Lucca"))
  end)

  it("leads from a start, no farther than a cost", function()
    local graph = towns()
    local list = {}
    for node, cost in graph:field { from = "Rome", max_cost = 30 }:nodes() do
      list[#list + 1] = node .. cost
    end
    assert.same({ "Rome0", "Pisa30", "Siena20" }, list)
    assert.equal("Rome Siena Pisa Lucca", names(graph:field { from = "Rome" }:path("Lucca")))
    assert.same({ nil, "unreachable" },
      { graph:field { from = "Rome", max_cost = 29 }:cost("Pisa") })
  end)

  it("goes by what its player has seen, whom it keeps", function()
    local graph = towns()
    local red = graph:player "red"
    local field = graph:field({ to = { "Pisa" } }, { player = red })
    assert.same({ nil, "unreachable" }, { field:cost("Rome") })
    red:see("Rome")
    assert.equal(35, field:cost("Rome"))
    says("the player cannot be removed: a field goes by what it has seen", red.remove, red)
    field:close()
    red:remove()
    assert.is_true(red.removed)
    assert.equal("player (removed)", tostring(red))
    says("field is closed", field.cost, field, "Rome")
  end)

  it("says what is wrong", function()
    local graph = towns()
    says("#1 to 'field' (to = 'Rome' is not a list of nodes)", graph.field, graph,
      { to = "Rome" })
    says("#1 to 'field' (to: the list is empty)", graph.field, graph, { to = {} })
    says("#1 to 'field' (options: 'to' or 'from' is missing)", graph.field, graph, {})
    says("#1 to 'field' (options: 'to' together with 'from')", graph.field, graph,
      { to = { "Rome" }, from = "Rome" })
    says("#1 to 'field' (options: 'max_cost' without 'from')", graph.field, graph,
      { to = { "Rome" }, max_cost = 3 })
    says("#1 to 'field' (to[2] = 'Romme' is no node of the graph, the nearest is 'Rome')",
      graph.field, graph, { to = { "Rome", "Romme" } })
    says("#2 to 'field' (query: 'budget' means nothing to a field)",
      graph.field, graph, { to = { "Rome" } }, { budget = 2 })
    says("#1 to 'field' (max_cost = -1 is out of range", graph.field, graph,
      { from = "Rome", max_cost = -1 })
  end)
end)

describe("a unit on a graph #quick", function()
  local function traveller(speed)
    local graph = towns()
    local red = graph:player "red"
    local unit = graph:unit { at = "Rome", player = red, speed = speed }
    return graph, unit, red
  end

  local function events(graph)
    local list = {}
    for kind, unit in graph:events() do list[#list + 1] = kind .. " " .. unit.id end
    return table.concat(list, ", ")
  end

  it("travels along edges, in the time that they cost", function()
    local graph, unit = traveller(8)
    unit:follow_path(graph:path("Rome", "Pisa"))
    assert.equal("moving", unit.state)
    assert.equal(0, graph:tick())
    assert.same({ "Siena", "Rome", graph:edge("Rome", "Siena") },
      { unit.node, unit.from, unit.edge })
    assert.is_true(math.abs(unit.fraction - 0.4) < 0.001)
    assert.equal("unit 1 (going to Siena)", tostring(unit))
    graph:tick()
    graph:tick()
    assert.same({ "Pisa", "Siena" }, { unit.node, unit.from })
    assert.equal("Rome Siena Pisa", names(unit.route))
    assert.equal(1, graph:tick())
    assert.equal("arrived 1", events(graph))
    assert.same({ "Pisa", "Pisa", 1, "standing", 4 },
      { unit.node, unit.from, unit.fraction, unit.state, graph.ticks })
    assert.is_nil(unit.route)
    assert.is_nil(unit.edge)
    assert.equal("unit 1 (in Pisa)", tostring(unit))
  end)

  it("shows its player the nodes that it comes to", function()
    local graph, unit, red = traveller(35)
    assert.is_true((red:knows("Rome")))
    assert.is_false((red:knows("Pisa")))
    assert.same({ nil, "unreachable" }, { unit:path("Lucca") })
    unit:follow_path(unit:path("Pisa"))
    graph:tick()
    assert.is_true((red:knows("Pisa")))
    assert.equal("Pisa Lucca", names(unit:path("Lucca")))
    graph:edge("Pisa", "Lucca"):close()
    graph:tick()
    assert.same({ true, 2, false }, { red:knows(graph:edge("Pisa", "Lucca")) })
    red:forget()
    assert.is_true((red:knows("Pisa")))
  end)

  it("waits before what it cannot take, and goes on when it can", function()
    local graph, unit = traveller(20)
    unit:follow_path(graph:path("Rome", "Pisa"))
    local road = graph:edge("Siena", "Pisa"):close()
    graph:tick()
    assert.equal("", events(graph))
    graph:tick()
    assert.same({ "blocked 1", "blocked", "Siena" }, { events(graph), unit.state, unit.node })
    graph:tick()
    assert.equal("", events(graph))
    road:open()
    graph:close_node("Pisa")
    graph:tick()
    assert.equal("blocked", unit.state)
    graph:open_node("Pisa")
    graph:tick()
    assert.same({ "arrived 1", "Pisa" }, { events(graph), unit.node })
  end)

  it("keeps where it is from being removed", function()
    local graph, unit = traveller(8)
    says("#1 to 'remove_node' (node = 'Rome' cannot be removed: units are there)",
      graph.remove_node, graph, "Rome")
    unit:follow_path(graph:path("Rome", "Siena"))
    graph:tick()
    says("the edge cannot be removed: units are on it", unit.edge.remove, unit.edge)
    says("#1 to 'remove_node' (node = 'Rome' cannot be removed", graph.remove_node, graph, "Rome")
    says("#1 to 'remove_node' (node = 'Siena' cannot be removed", graph.remove_node, graph, "Siena")
    unit:remove()
    graph:remove_node("Siena")
    assert.is_true(unit.removed)
    says("the unit was removed", unit.stop, unit)
  end)

  it("stops in the node that it is about to enter", function()
    local graph, unit = traveller(8)
    unit:follow_path(graph:path("Rome", "Pisa"))
    graph:tick()
    unit:stop()
    for _ = 1, 5 do graph:tick() end
    assert.same({ "Siena", "standing", "" }, { unit.node, unit.state, events(graph) })
    unit:place("Ostia").speed = 3.5
    assert.same({ "Ostia", 3.5 }, { unit.node, unit.speed })
  end)

  it("stands where it is placed, though it was on its way", function()
    local graph, unit = traveller(8)
    unit:follow_path(graph:path("Rome", "Pisa"))
    graph:tick()
    unit:place("Ostia")
    assert.same({ "Ostia", "standing" }, { unit.node, unit.state })
    assert.is_nil(unit.route)
    graph:tick()
    assert.same({ "Ostia", "standing", "" }, { unit.node, unit.state, events(graph) })
  end)

  it("has a position where its nodes have places", function()
    local graph = astar.graph { nodes = { a = { x = 2, y = 2 }, b = { x = 4, y = 6 }, "c" } }
    graph:add_edge("a", "b", 4)
    local unit = graph:unit { at = "a", speed = 1 }
    unit:follow_path(unit:path("b"))
    graph:tick()
    assert.same({ 2.5, 3 }, { unit:position() })
    assert.is_nil(unit:place("c"):position())
    assert.is_nil(unit.player)
  end)

  it("is one of the graph's units until it or its player is removed", function()
    local graph, unit, red = traveller(8)
    local other = graph:unit { at = "Pisa" }
    local list = {}
    for one in graph:units() do list[#list + 1] = one end
    assert.same({ unit, other }, list)
    unit:follow_path(graph:path("Rome", "Rome"))
    graph:tick()
    red:remove()
    assert.same({ true, false }, { unit.removed, other.removed })
    assert.equal("", events(graph))
    list = {}
    for one in graph:players() do list[#list + 1] = one end
    assert.same({}, list)
  end)

  it("says what is wrong", function()
    local graph, unit = traveller(8)
    says("#1 to 'unit' (unit: 'at' is missing)", graph.unit, graph, {})
    says("#1 to 'unit' (at = 'Pise' is no node of the graph, the nearest is 'Pisa')",
      graph.unit, graph,
      { at = "Pise" })
    says("#1 to 'unit' (speed = 0 is out of range", graph.unit, graph, { at = "Rome", speed = 0 })
    says("#1 to 'follow_path' (path = nil is not a path of a graph)", unit.follow_path, unit)
    says("#1 to 'follow_path' (the path is of another graph)",
      unit.follow_path, unit, towns():path("Rome", "Pisa"))
    says("#1 to 'follow_path' (the unit's node is not on the path",
      unit.follow_path, unit, graph:path("Siena", "Pisa"))
    says("#2 to 'path' (query: 'player' is that of the unit)", unit.path, unit, "Pisa",
      { player = graph:player "blue" })
    says("field 'node' of graph_unit is read-only", function() unit.node = "Pisa" end)
  end)
end)

describe("a saved graph #quick", function()
  it("goes on as the one that was saved", function()
    local graph = towns()
    local unit = graph:unit { at = "Rome", player = graph:player "red", speed = 3 }
    unit:follow_path(graph:path("Rome", "Pisa"))
    graph:remove_node("Ostia")
    graph:tick()
    local copy = astar.read_graph(graph:save())
    for _ = 1, 12 do
      assert.equal(graph:hash(), copy:hash())
      assert.equal(graph:tick(), copy:tick())
    end
    assert.equal("Pisa", copy:units()().node)
    assert.equal("red", copy:players()().name)
    assert.equal("Rome Siena Pisa Lucca", names(copy:path("Rome", "Lucca")))
    assert.equal(graph:add_node(), copy:add_node())
  end)

  it("has a hash of the cost and the goal of a unit's path, too", function()
    local seen = {}
    for _, find in ipairs {
      function(graph) return graph:nearest("Rome", { "Pisa" }).path end,
      function(graph) return graph:nearest("Rome", { "Ostia", "Pisa" }).path end,
      function(graph) return graph:path("Rome", "Pisa", { extra_cost = { Siena = 1 } }) end,
    } do
      local graph = towns()
      graph:unit({ at = "Rome" }):follow_path(find(graph))
      assert.is_nil(seen[graph:hash()])
      seen[graph:hash()] = true
    end
  end)

  it("is told from anything else", function()
    local saved = towns():save()
    local wrong = "the saved graph was cut off or changed"
    assert.same({ nil, "it is not a saved graph" }, { astar.read_graph("map") })
    assert.same({ nil, "it is not a saved graph" }, { astar.read_graph("") })
    assert.same({ nil, wrong }, { astar.read_graph(saved:sub(1, -2)) })
    assert.same({ nil, wrong }, { astar.read_graph(saved:sub(1, 5)) })
    says("#1 to 'read_graph' (content = 7 is not a string)", astar.read_graph, 7)
  end)

  it("can be a file", function()
    local graph, file = towns(), os.tmpname()
    assert.equal(graph, graph:save(file))
    assert.equal(graph:hash(), astar.load_graph(file):hash())
    whole.write(file, "nothing")
    assert.same({ nil, file .. ": it is not a saved graph" }, { astar.load_graph(file) })
    os.remove(file)
    assert.is_nil((astar.load_graph(file)))
    assert.is_nil((graph:save("/nowhere/at/all")))
    says("#1 to 'save' (file = 1 is not a string)", graph.save, graph, 1)
  end)
end)

describe("mistakes with a graph #quick", function()
  it("are named, and change nothing", function()
    local graph = towns()
    local before = graph:hash()
    says("'add_node' (name = 'Rome' is the name of another node", graph.add_node, graph, "Rome")
    says("#1 to 'add_node' (name = '' is not a name of 1 to 63 bytes)", graph.add_node, graph, "")
    says("#2 to 'add_node' (node: 'y' is missing)", graph.add_node, graph, "Paris", { x = 1 })
    says("#2 to 'add_node' (cost = -1 is out of range, 0 to 2147483646)",
      graph.add_node, graph, nil, { cost = -1 })
    says("#2 to 'add_node' (x = 2097152 is out of range",
      graph.add_node, graph, nil, { x = 2097152, y = 1 })
    says("#2 to 'add_node' (node: unknown key 'closed')",
      graph.add_node, graph, nil,
      { closed = true })
    says("#1 to 'add_edge' (from = 9 is no node of the graph)", graph.add_edge, graph, 9, "Rome", 1)
    says("#2 to 'add_edge' (to = 'Rom' is no node of the graph, the nearest is 'Rome')",
      graph.add_edge, graph, "Pisa",
      "Rom", 1)
    says("#2 to 'add_edge' (to = 'Pisa' is the node where the edge begins)",
      graph.add_edge, graph, 2, "Pisa", 1)
    for _, cost in ipairs { 0, -7, 2147483648 } do
      says(("cost = %.14g is out of range, 1 to 2147483647"):format(cost), graph.add_edge, graph, 1,
        2, cost)
    end
    says("#3 to 'add_edge' (cost = 1.5 is not an integer)", graph.add_edge, graph, 1, 2, 1.5)
    says("#4 to 'add_edge' (edge: unknown key 'oneway', the nearest is 'one_way')",
      graph.add_edge, graph, 1, 2, 3,
      { oneway = true })
    says("#1 to 'remove_node' (node = 'Rom' is no node", graph.remove_node, graph, "Rom")
    local path = graph:path("Rome", "Pisa")
    says("#1 to 'node' (index = 0 is out of range", path.node, path, 0)
    says("graph has no field 'nods', the nearest is 'node'", function() return graph.nods end)
    says("graph expected, got map", graph.path, astar.map { width = 2, height = 2 }, 1, 2)
    assert.equal(before, graph:hash())
  end)

  it("are named where a graph is made", function()
    local function made(message, options) says("'graph' (" .. message, astar.graph, options) end
    made("options = 7 is not a table", 7)
    made("options: unknown key 'node', the nearest is 'nodes'", { node = {} })
    made("options: unknown key 1, the keys are 'edges', 'nodes'", { { "Rome" } })
    made("options: unknown key 'bad'", { worse = 1, bad = 2, worst = 3, evil = 4, wrong = 5 })
    made("nodes = 'a' is not a table", { nodes = "a" })
    made("nodes[2] = 7 is not a table", { nodes = { "a", 7 } })
    made("nodes[2]: name = 'a' is the name of another node", { nodes = { "a", "a" } })
    made("nodes['a']: name = 'a' is the name of another node", { nodes = { "a", a = {} } })
    made("nodes['a']: unknown key 'name'", { nodes = { a = { name = "b" } } })
    made("nodes['a'] = true is not a table", { nodes = { a = true } })
    made("edges = 1 is not a table", { edges = 1 })
    made("edges: unknown key 'x'", { nodes = { "a" }, edges = { x = {} } })
    made("edges[1] = 'a' is not a table", { nodes = { "a" }, edges = { "a" } })
    made("edges[1]: 'cost' is missing", { nodes = { "a", "b" }, edges = { { "a", "b" } } })
    made("edges[1]: unknown key 3", { nodes = { "a", "b" }, edges = { { "a", "b", 5 } } })
    made("edges[1]: to = 'c' is no node of the graph)",
      { nodes = { "a", "b" }, edges = { { "a", "c", cost = 1 } } })
  end)
end)
