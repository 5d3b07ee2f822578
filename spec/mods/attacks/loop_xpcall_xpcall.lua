-- Handlers within handlers.
-- ends: instructions
local function handler()
  return xpcall(function() while true do end end, handler)
end
handler()
while true do handler() end
