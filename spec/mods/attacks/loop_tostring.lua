-- Spins where the library asks for text.
-- ends: instructions
local t = setmetatable({}, { __tostring = function() while true do end end })
while true do
  pcall(print, t)
  pcall(string.format, "%s", t)
end
