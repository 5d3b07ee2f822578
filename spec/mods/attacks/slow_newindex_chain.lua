-- Sets a field by way of 1990 tables, in one instruction.
-- ends: instructions error
-- for the vault
local t = setmetatable({}, { __newindex = function() end })
for _ = 1, 1990 do t = setmetatable({}, { __newindex = t }) end
while true do t.x, t.y = 1, 2 end
