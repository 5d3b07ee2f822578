-- Closures without end.
-- ends: memory instructions
local list = {}
while true do
  local n = #list
  list[n + 1] = function() return n end
end
