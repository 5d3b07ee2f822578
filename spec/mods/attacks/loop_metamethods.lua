-- Spins in metamethods.
-- ends: instructions
local t = setmetatable({}, {})
local metatable = getmetatable(t)
metatable.__index = function(_, key) return t[key] end
metatable.__add = function(a, b) while true do end end
metatable.__eq = function() while true do end end
pcall(function() return t.x end)
pcall(function() return t + 1 end)
while true do pcall(function() return t == setmetatable({}, metatable) end) end
