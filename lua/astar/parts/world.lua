--- What worlds add to `require "astar"`; and what saves worlds and takes them back, to worlds.

local additions = require "astar.parts.additions"
local later = require "astar.later"
local strict = require "astar.arguments.strict"

additions[#additions + 1] = function(World)
  World._heavy_mode = later.module "astar.save.heavy"
  strict.methods("world", World, {
    save = later.method("astar.save", "save"), hash = later.method("astar.save", "hash"),
    check_heavy = later.method("astar.save.heavy", "check", "check_heavy"),
    snapshot = later.method("astar.rewind", "take", "snapshot"),
    restore = later.method("astar.rewind", "restore"),
    fork = later.method("astar.rewind", "fork"),
    timeline = later.method("astar.rewind.timeline", "new", "timeline"),
  }, World)
end

return function(door)
  local of = door.later
  of.world = { "astar.world", "new" }
  of.read_world = { "astar.save.restore", "read_world" }
  of.load_world = { "astar.save.restore", "load_world" }
  of.think, of.squads = { "astar.think" }, { "astar.squads" }
end
