-- Spins in a coroutine in a coroutine, a hundred deep.
-- ends: instructions
local function chain(n)
  if n == 0 then while true do end end
  return coroutine.wrap(function() chain(n - 1) end)()
end
pcall(chain, 100)
