--- Sandboxes for mods: a box is a Lua state of its own with the safe library in it. See
-- docs/mods.md, and src/sandbox/sandbox.h for what holds it together.
--
-- The other files of this folder run inside of the box, before anything of the mod's does: each
-- returns a function that stands on its own, of which the box is given the code. Without the names
-- of files, as these differ from machine to machine, and a mod may look at the text of an error.

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
