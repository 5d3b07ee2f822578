-- Passes the processor to and fro.
-- ends: instructions
local function body() while true do coroutine.yield() end end
local one, other = coroutine.create(body), coroutine.create(body)
while true do
  coroutine.resume(one)
  coroutine.resume(other)
end
