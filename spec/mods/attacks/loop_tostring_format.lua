-- Text that is made of itself.
-- ends: instructions error memory
local metatable = {}
metatable.__tostring = function(t) return ("%s"):format(t) end
while true do pcall(tostring, setmetatable({}, metatable)) end
