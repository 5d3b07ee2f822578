-- A chain of tables that are called: in C, in the square of its length.
-- ends: instructions
-- for the vault
local t = function() end
for _ = 1, 500 do t = setmetatable({}, { __call = t }) end
while true do t() end
