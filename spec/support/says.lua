--- says(text, f, …): f(…) raises an error with this text in it.

local assert = require "luassert"                -- which counts assertions, see outputhandler.lua

return function(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "no error, expected: " .. text)
  if not tostring(message):find(text, 1, true) then
    error(("expected '%s' in: %s"):format(text, tostring(message)), 2)
  end
end
