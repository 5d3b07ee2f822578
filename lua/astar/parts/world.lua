--- What worlds add to `require "astar"`; and what saves worlds and takes them back, to worlds.

local additions = require "astar.parts.additions"
local lazy = require "astar.lazy"
local strict = require "astar.arguments.strict"

additions[#additions + 1] = function(World)
  World._heavy_mode = lazy.module "astar.save.heavy"
  strict.methods("world", World, {
    save = lazy.method("astar.save", "save"), hash = lazy.method("astar.save", "hash"),
    check_heavy = lazy.method("astar.save.heavy", "check", "check_heavy"),
    snapshot = lazy.method("astar.rewind", "take", "snapshot"),
    restore = lazy.method("astar.rewind", "restore"),
    fork = lazy.method("astar.rewind", "fork"),
    timeline = lazy.method("astar.rewind.timeline", "new", "timeline"),
  }, World)
end

return function(api)
  local of = api.lazy
  of.world = { "astar.world", "new" }
  of.read_world = { "astar.save.restore", "read_world" }
  of.load_world = { "astar.save.restore", "load_world" }
  of.think, of.squads = { "astar.think" }, { "astar.squads" }
end
