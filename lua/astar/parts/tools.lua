--- What the tools add to `require "astar"`.

return function(door)
  local later = door.later
  later.compare = { "astar.compare", "of" }
  later.record, later.replay = { "astar.record", "new" }, { "astar.replay", "write" }
  later.inspect = { "astar.inspect", "new" }
end
