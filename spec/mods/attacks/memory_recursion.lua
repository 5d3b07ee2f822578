-- Recursion without end.
-- ends: memory error
local function f() return 1 + f() end
return f()
