--- Mods for specs: modded(world, files, limits) -> mod, lines. `files`: from names to text, with a
-- mod.lua; or the text of a single behaviour, "test.it". What the mod prints are the lines, unless
-- limits.print takes them.

local own_lines = require "support.own_lines"
local trace = require "support.trace"

return function(world, files, limits)
  local lines = {}
  if type(files) == "string" then
    files = { ["it.lua"] = files, ["mod.lua"] =
      [[return { name = "test", version = "1", behaviours = { it = "it.lua" } }]] }
  end
  local given, mod, reason = {}
  for key, value in pairs(limits or {}) do given[key] = value end
  given.print = nil
  local heard, on_print = world._on_line, limits and limits.print
  rawset(world, "_on_line", function(line)
    if heard then heard(line) end
    if line.kind ~= "print" or mod and line.mod ~= mod.name then return end
    local text = own_lines.shown(line.text)
    if on_print then return on_print(mod, text) end
    lines[#lines + 1] = text
    trace("print", text)
  end)
  mod, reason = world:mod({ name = "test", files = files }, given)
  return mod, mod and lines or reason
end
