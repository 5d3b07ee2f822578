-- Recursion through pcall, which takes C's stack.
-- ends: done instructions memory
local function f() return pcall(f) end
f()
