-- Looks for a field in 1990 tables, in one instruction.
-- ends: instructions error
-- for the vault
local t = {}
for _ = 1, 1990 do t = setmetatable({}, { __index = t }) end
while true do local _ = t.x, t.x, t.x, t.x end
