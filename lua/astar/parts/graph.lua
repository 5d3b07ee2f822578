--- What graphs add to `require "astar"`.

return function(door)
  local later = door.later
  later.graph = { "astar.graph", "new" }
  later.read_graph, later.load_graph = { "astar.graph", "read" }, { "astar.graph", "load" }
  later.waypoints = { "astar.graph.waypoints", "new" }
end
