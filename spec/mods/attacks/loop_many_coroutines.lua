-- Many coroutines, each of which does too little to be noticed.
-- ends: instructions
while true do
  local co = coroutine.wrap(function() local n = 0 for i = 1, 20 do n = n + i end end)
  co()
end
