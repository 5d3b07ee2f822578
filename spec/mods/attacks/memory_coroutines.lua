-- Coroutines without end.
-- ends: memory instructions
local list = {}
while true do
  local co = coroutine.create(function() coroutine.yield() end)
  coroutine.resume(co)
  list[#list + 1] = co
end
