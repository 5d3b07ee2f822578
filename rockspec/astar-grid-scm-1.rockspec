-- Written by `make rockspec`. The rock is called astar-grid, the module astar.
rockspec_format = "3.0"
package = "astar-grid"
version = "scm-1"

source = {
  -- For `luarocks make` in this folder; a rock that is published names its archive.
  url = "git+file://.",
}

description = {
  summary = "Exact pathfinding on grids for games",
  detailed = [[
A*, jump point search and Dijkstra fields over terrain, movement classes, danger, comrades' paths
and fog of war; the same C library serves games without Lua.
]],
  license = "MIT",
}

dependencies = { "lua >= 5.1, < 5.5" }

build = {
  type = "builtin",
  modules = {
    ["astar.core"] = {
      sources = {
        "src/binding/args.c",
        "src/binding/ask.c",
        "src/binding/cells.c",
        "src/binding/child.c",
        "src/binding/class.c",
        "src/binding/events.c",
        "src/binding/field.c",
        "src/binding/influence.c",
        "src/binding/map.c",
        "src/binding/module.c",
        "src/binding/nearest.c",
        "src/binding/object.c",
        "src/binding/path.c",
        "src/binding/player.c",
        "src/binding/query.c",
        "src/binding/roster.c",
        "src/binding/search.c",
        "src/binding/terrain.c",
        "src/binding/ticket.c",
        "src/binding/unit.c",
        "src/core/astar_search.c",
        "src/core/blend.c",
        "src/core/buckets.c",
        "src/core/changes.c",
        "src/core/claims.c",
        "src/core/class.c",
        "src/core/crew.c",
        "src/core/delivery.c",
        "src/core/estimate.c",
        "src/core/field_read.c",
        "src/core/field_repair.c",
        "src/core/field_sync.c",
        "src/core/find.c",
        "src/core/geometry.c",
        "src/core/goal.c",
        "src/core/goal_side.c",
        "src/core/grid.c",
        "src/core/influence.c",
        "src/core/jump.c",
        "src/core/jump_search.c",
        "src/core/landmark.c",
        "src/core/line.c",
        "src/core/map.c",
        "src/core/memory.c",
        "src/core/node.c",
        "src/core/occupancy.c",
        "src/core/open.c",
        "src/core/path.c",
        "src/core/pattern.c",
        "src/core/plane.c",
        "src/core/player.c",
        "src/core/pruned_search.c",
        "src/core/question.c",
        "src/core/queue.c",
        "src/core/ray.c",
        "src/core/region.c",
        "src/core/region_block.c",
        "src/core/region_draft.c",
        "src/core/region_family.c",
        "src/core/region_leaf.c",
        "src/core/scene.c",
        "src/core/search.c",
        "src/core/sight.c",
        "src/core/smooth.c",
        "src/core/target.c",
        "src/core/terrain.c",
        "src/core/thread.c",
        "src/core/tick.c",
        "src/core/trail.c",
        "src/core/turn_search.c",
        "src/core/unit.c",
        "src/core/view.c",
      },
      incdirs = { "src" },
      defines = { "NDEBUG" },
    },
    ["astar.draw"] = "lua/astar/draw.lua",
    ["astar.figure"] = "lua/astar/figure.lua",
    ["astar.formats"] = "lua/astar/formats/init.lua",
    ["astar.formats.movingai"] = "lua/astar/formats/movingai.lua",
    ["astar.formats.places"] = "lua/astar/formats/places.lua",
    ["astar.formats.rows"] = "lua/astar/formats/rows.lua",
    ["astar.formats.text"] = "lua/astar/formats/text.lua",
    ["astar"] = "lua/astar/init.lua",
    ["astar.letters"] = "lua/astar/letters.lua",
    ["astar.options"] = "lua/astar/options.lua",
    ["astar.paint"] = "lua/astar/paint.lua",
    ["astar.queue"] = "lua/astar/queue.lua",
    ["astar.random"] = "lua/astar/random.lua",
    ["astar.task"] = "lua/astar/task.lua",
    ["astar.unit"] = "lua/astar/unit.lua",
    ["astar.verbs.go"] = "lua/astar/verbs/go.lua",
    ["astar.verbs"] = "lua/astar/verbs/init.lua",
    ["astar.verbs.wait"] = "lua/astar/verbs/wait.lua",
    ["astar.verbs.walk"] = "lua/astar/verbs/walk.lua",
    ["astar.world"] = "lua/astar/world.lua",
  },
}

test = {
  type = "command",
  command = "make test",
}
