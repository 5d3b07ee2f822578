--- Mods for specs: modded(world, files, limits) -> mod, lines. `files`: from names to text, with a
-- mod.lua; or the text of a single behaviour, "test.it". What the mod prints are the lines.

local trace = require "support.trace"

return function(world, files, limits)
  local lines = {}
  if type(files) == "string" then
    files = { ["it.lua"] = files, ["mod.lua"] =
      [[return { name = "test", version = "1", behaviours = { it = "it.lua" } }]] }
  end
  local given = { print = function(_, text)
    lines[#lines + 1] = text
    trace("print", text)
  end }
  for key, value in pairs(limits or {}) do given[key] = value end
  local mod, message = world:mod({ name = "test", files = files }, given)
  return mod, mod and lines or message
end
