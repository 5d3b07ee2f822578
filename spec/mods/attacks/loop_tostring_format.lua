-- Text whose __tostring formats the same value again.
-- ends: instructions error memory
local metatable = {}
metatable.__tostring = function(t) return ("%s"):format(t) end
while true do pcall(tostring, setmetatable({}, metatable)) end
