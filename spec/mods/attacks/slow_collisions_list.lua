-- Keys that fill one chain when the table grows for the last time.
-- ends: memory instructions
local t, step = {}, 131072
for i = 1, 2 ^ 16 + 2 do t[i * (step - 1)] = i end
