-- A coroutine in a pcall in a coroutine.
-- ends: instructions
local function nest(depth)
  return function()
    while true do
      pcall(coroutine.wrap(depth > 0 and nest(depth - 1) or function() while true do end end))
    end
  end
end
nest(10)()
