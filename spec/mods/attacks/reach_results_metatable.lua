-- Gives back an object whose metamethods would run in the host.
-- ends: error
return setmetatable({}, { __index = function() while true do end end })
