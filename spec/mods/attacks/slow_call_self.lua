-- A table that is to be called in its own place.
-- ends: instructions
-- for the vault
local t = setmetatable({}, {})
getmetatable(t).__call = t
while true do pcall(t) end
