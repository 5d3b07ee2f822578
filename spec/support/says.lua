--- says(text, f, …): f(…) raises an error with this text in it. That of an argument begins with its
-- number, "#2 to 'find' (x = 0 is": a call with a wrong number is no help.

local assert = require "luassert"                -- which counts assertions, see outputhandler.lua
local own_lines = require "support.own_lines"

return function(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "no error, expected: " .. text)
  own_lines.check(message)
  if not tostring(message):find(text, 1, true) then
    error(("expected '%s' in: %s"):format(text, tostring(message)), 2)
  end
end
