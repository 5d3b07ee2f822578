--- What graphs add to `require "astar"`.

return function(api)
  local lazy = api.lazy
  lazy.graph = { "astar.graph", "new" }
  lazy.read_graph, lazy.load_graph = { "astar.graph", "read" }, { "astar.graph", "load" }
  lazy.waypoints = { "astar.graph.waypoints", "new" }
end
