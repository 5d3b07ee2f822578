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

-- Replaces a text in the code of a function by another one, with their lengths before them. How
-- these are written is said in the head of the code.
local function with_text(code, old, new)
  local bytes, is_little = code:byte(9), code:byte(7) == 1
  local function written(text)
    local zeros = ("\0"):rep(bytes - 1)
    local length = string.char(#text + 1)
    return (is_little and length .. zeros or zeros .. length) .. text .. "\0"
  end
  local parts, from = {}, 1
  local first, last = code:find(old .. "\0", 1, true)
  while first do
    parts[#parts + 1] = code:sub(from, first - 1 - bytes) .. written(new)
    from = last + 1
    first, last = code:find(old .. "\0", from, true)
  end
  return table.concat(parts) .. code:sub(from)
end

-- Lua 5.1 and 5.2 leave the file's name in the code, whatever they are told: there it is replaced.
local function code_of(name)
  local part = require("astar.sandbox." .. name)
  local code, info = string.dump(part, true), debug and debug.getinfo(part, "S")
  local is_named = info and not jit and (_VERSION == "Lua 5.1" or _VERSION == "Lua 5.2")
  return is_named and with_text(code, info.source, "=sandbox." .. name) or code
end

local inside = {}
for i, name in ipairs(PARTS) do inside[i] = code_of(name) end

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

--- What the sandbox promises, but this Lua, or another one ("5.1"), does not let it keep: a list.
sandbox.lacks = require("astar.sandbox.promises").lacks

return sandbox
