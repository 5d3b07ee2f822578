--- What units add to `require "astar"`, beside what the core's maps have of them.

local later = require "astar.later"

return function(door)
  door.map.positions = later.method("astar.positions.of_map", "find", "positions")
end
