-- Coroutines within coroutines, which take C's stack.
-- ends: error memory instructions
local function f() return coroutine.wrap(f)() end
return f()
