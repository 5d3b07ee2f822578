-- Closes coroutines that wait for each other.
-- ends: instructions done error
local chain
for _ = 1, 100 do
  local inner = chain
  chain = coroutine.create(function()
    local ok = inner and coroutine.close and coroutine.close(inner)
    while ok ~= 0 do coroutine.yield() end
  end)
  coroutine.resume(chain)
end
while true do
  coroutine.resume(chain)
  if coroutine.close then pcall(coroutine.close, coroutine.running()) end
end
