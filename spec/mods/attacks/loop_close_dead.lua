-- Spins where a dead coroutine is closed, when no hook runs.
-- ends: done instructions syntax
local metatable = {}
local t = setmetatable({}, metatable)
metatable.__close = function() while true do end end
local co = coroutine.create(function()
  local x <close> = t
  error "dead"
end)
coroutine.resume(co)
coroutine.close(co)
