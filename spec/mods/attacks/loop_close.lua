-- Spins where a variable is closed, as the error passes through.
-- ends: instructions syntax
local metatable = {}
local function closing() return setmetatable({}, metatable) end
local t = closing()
metatable.__close = function() while true do end end
local function spin()
  local x <close> = t
  while true do end
end
while true do pcall(spin) end
