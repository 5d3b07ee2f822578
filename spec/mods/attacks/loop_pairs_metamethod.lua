-- Spins in __pairs.
-- ends: instructions
for _ in pairs(setmetatable({}, { __pairs = function() while true do end end })) do break end
