-- Keeps all that it makes, in as few instructions as can be.
-- ends: memory instructions
local all = {}
for i = 1, 2 ^ 40 do all[i] = { i, { i, { i } }, function() return i end } end
