-- What searches of a graph cost: graphs.lua KIND NODES QUERIES. Nodes lie on a grid, shaken; each
-- has roads to its neighbours to the right and below, a fifth of which are missing. A road costs
-- its length, and up to half as much more. Of KIND "roads" nodes have places; of "nowhere" they
-- have none, so there are no estimates; with "fog" the query is that of a player that has seen
-- two thirds of all.
--
-- Prints for each query "TIME DIJKSTRA FIELD" in microseconds of processor time: a path, the same
-- without estimates, and a field to that goal. Then "end WRONG": answers that differ in cost.

local clock = require "bench.stopwatch"
local astar = require "astar"
local random = require "bench.random"

local kind, nodes, count = arg[1], tonumber(arg[2]), tonumber(arg[3])
local GAP, SHAKEN, FIELDS = 100, 40, 10                -- FIELDS: one for so many queries
local int = random(7)
local side = math.floor(math.sqrt(nodes))

local function new_graph()
  local graph, places = astar.graph(), {}
  for i = 1, side * side do
    local x = (i - 1) % side * GAP + int(0, SHAKEN)
    local y = math.floor((i - 1) / side) * GAP + int(0, SHAKEN)
    places[i] = { x, y }
    graph:add_node(nil, kind:find "roads" and { x = x, y = y } or nil)
  end
  local function road(a, b)
    local dx, dy = places[a][1] - places[b][1], places[a][2] - places[b][2]
    local length = math.ceil(math.sqrt(dx * dx + dy * dy))
    if int(1, 5) > 1 then graph:add_edge(a, b, length + int(0, math.floor(length / 2))) end
  end
  for i = 1, side * side do
    if i % side ~= 0 then road(i, i + 1) end
    if i + side <= side * side then road(i, i + side) end
  end
  return graph
end

local graph = new_graph()
local red = graph:player "red"
for _ = 1, side * side do red:see(int(1, side * side)) end
local query = kind:find "fog" and { player = red } or {}

local function timed(method, ...)
  clock.start()
  local found = method(graph, ...)
  return clock.stop(), found
end

local wrong, asked = 0, 0
graph:path(1, side * side, query)                      -- the scratch memory is made
while asked < count do
  local from, to = int(1, side * side), int(1, side * side)
  local time, path = timed(graph.path, from, to, query)
  if path then
    asked = asked + 1
    local plain, found = timed(graph.nearest, from, { to, to }, query)
    if found.path.cost ~= path.cost then wrong = wrong + 1 end
    local field_time = 0
    if asked % FIELDS == 1 then
      local field = graph:field({ to = { to } }, query)
      field_time = timed(function() return field:cost(from) end)
      if field:cost(from) ~= path.cost then wrong = wrong + 1 end
      field:close()
    end
    print(("%.3f %.3f %.3f"):format(time, plain, field_time))
  end
end
print(("end %d"):format(wrong))
