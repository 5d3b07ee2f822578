-- Recursion without end, caught, and again.
-- ends: memory instructions
local function f() return 1 + f() end
while true do pcall(f) end
