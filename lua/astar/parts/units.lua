--- What units add to `require "astar"`, beside what the core's maps have of them.

local lazy = require "astar.lazy"

return function(api)
  api.map.positions = lazy.method("astar.positions.of_map", "find", "positions")
end
