-- Recursion through the library, which takes C's stack.
-- ends: error memory instructions
local t
t = setmetatable({}, { __tostring = function() return tostring(t) .. "" end })
return tostring(t)
