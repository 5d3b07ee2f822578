--- What mods add to `require "astar"`, and to worlds.

local additions = require "astar.parts.additions"
local chosen = require "astar.sandbox.chosen"
local core = require "astar.core"
local lazy = require "astar.lazy"
local strict = require "astar.arguments.strict"

additions[#additions + 1] = function(World)
  World._for_mods = lazy.module "astar.mods"
  strict.methods("world", World, {
    mod = lazy.method("astar.mods", "load", "mod"), reload = lazy.method("astar.mods", "reload"),
    watch = lazy.method("astar.mods", "watch"),
  }, World)
end

return function(api)
  local astar = api.astar
  -- In `sandbox` mods run that are loaded from now on: "vault", "bounds" or "stock", see
  -- docs/mods.md.
  astar.sandbox = core.sandboxes[1]
  astar.features.sandboxes, astar.features.vault = core.sandboxes, core.vault_identity or false
  chosen.by = astar
end
