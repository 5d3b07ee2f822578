--- What the tools add to `require "astar"`.

return function(api)
  local lazy = api.lazy
  lazy.compare = { "astar.compare", "of" }
  lazy.record, lazy.replay = { "astar.record", "new" }, { "astar.replay", "write" }
  lazy.inspect = { "astar.inspect", "new" }
end
