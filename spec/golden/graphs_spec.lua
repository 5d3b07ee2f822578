--- Random graphs with what a player has seen of them, and units on their way.

local astar = require "astar"
local new_random = require "support.random"
local part = require "golden.part"

local CASES, NODES, EDGES = 60, 40, 90

local function told(path, why)
  if not path then return tostring(why) end
  local out = {}
  for node, i in path:nodes() do out[i] = node end
  return ("%d %d nodes %s"):format(path.cost, path.expanded, table.concat(out, " "))
end

local function random_graph(random)
  local graph = astar.graph()
  for _ = 1, NODES do
    local placed = random:chance(0.9)
    graph:add_node(nil, { x = placed and random:int(0, 40) or nil,
      y = placed and random:int(0, 40) or nil, cost = random:int(0, 4),
      open = random:chance(0.95) })
  end
  for _ = 1, EDGES do
    local from, to = random:int(1, NODES), random:int(1, NODES)
    if from ~= to then
      graph:add_edge(from, to, random:int(20, 90),
        { one_way = random:chance(0.2), open = random:chance(0.9) })
    end
  end
  return graph
end

local function ask(print, seed, graph, random, query)
  for _ = 1, 6 do
    local from, to = random:int(1, NODES), random:int(1, NODES)
    print(seed, "path", told(graph:path(from, to, query)))
    print(seed, "reachable", graph:reachable(from, to, query))
    local found, why = graph:nearest(from, { to, random:int(1, NODES) }, query)
    print(seed, "nearest", found and found.node or why)
    local field, out = graph:field({ to = { to } }, query), {}
    for node, cost in field:nodes() do out[#out + 1] = node .. "=" .. cost end
    print(seed, "field", table.concat(out, " "))
  end
end

local function walk(print, seed, graph, random)
  local units = {}
  for i = 1, 8 do
    units[i] = graph:unit { at = random:int(1, NODES), speed = random:int(1, 20),
      player = graph:player(i % 2 == 0 and "red" or "blue") }
  end
  for tick = 1, 60 do
    local unit = random:pick(units)
    local path = unit:path(random:int(1, NODES))
    if path and unit.state == "standing" then unit:follow_path(path) end
    graph:tick()
    for kind, of in graph:events() do print(seed, tick, kind, of.id, of.node) end
  end
end

return part("graphs", function(print)
  for seed = 1, CASES do
    local random = new_random(seed)
    local graph = random_graph(random)
    local player = graph:player "red"
    for _ = 1, 12 do player:see(random:int(1, NODES)) end
    for _, query in ipairs { {}, { player = player }, { player = player, unknown = 30 } } do
      ask(print, seed, graph, random, query)
    end
    walk(print, seed, graph, random)
    print(seed, "hash", graph:hash(), assert(astar.read_graph(graph:save())):hash())
    graph:close()
  end
end)
