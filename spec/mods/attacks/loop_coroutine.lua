-- Spins in a coroutine and catches its end outside.
-- ends: instructions
while true do
  local co = coroutine.create(function() while true do end end)
  coroutine.resume(co)
end
