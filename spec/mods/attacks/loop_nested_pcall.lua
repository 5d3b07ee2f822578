-- Catches it from within, as deep as it goes.
-- ends: instructions
local function spin()
  pcall(spin)
  while true do end
end
while true do spin() end
