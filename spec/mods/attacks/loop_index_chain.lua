-- Chains of __index, up to Lua's limit for them.
-- ends: error
local t = {}
for _ = 1, 3000 do t = setmetatable({}, { __index = t }) end
return t.x
