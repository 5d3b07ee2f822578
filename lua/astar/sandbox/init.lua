--- Sandboxes for mods: a box is a Lua state of its own with the safe library in it. See
-- docs/mods.md, and src/sandbox/sandbox.h for the rules between the two states.
--
-- The other files of this folder run inside the box, before any of the mod's code. Each returns a
-- function that uses nothing outside itself, and whose code is passed to the box. File names are
-- removed from it, because they differ between machines and a mod can read the text of an error.

local core = require "astar.core"

local sandbox = {}

local PARTS = { "protected", "readonly", "base", "strings", "lists", "environment" }

local MANY, DEFAULT = 2 ^ 40, 1000000            -- instructions

local inside = {}
for i, name in ipairs(PARTS) do inside[i] = string.dump(require("astar.sandbox." .. name), true) end

--- sandbox.new{ memory =, instructions =, seconds =, host =, encode =, decode = }
function sandbox.new(options)
  local box = core.sandbox(options):allow(MANY)  -- the library is not the mod's doing
  for i, part in ipairs(inside) do
    local ok, failure = box:trust(part, "sandbox." .. PARTS[i])
    if not ok then error(("sandbox.%s: %s"):format(PARTS[i], failure.message), 2) end
  end
  return box:allow(options.instructions or DEFAULT)
end

--- What this Lua does wrongly that mods could use, and sandboxes have a remedy for: a list.
sandbox.mistakes = core.mistakes

return sandbox
