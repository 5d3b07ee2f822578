-- Keys that fall into the same place of a table.
-- ends: instructions memory
local t = {}
for i = 1, 4000 do t[2 ^ 53 * i], t[i * 2 ^ 40 + 0.5] = i, i end
local wanted = 2 ^ 53 * 5000
while true do local _ = t[wanted], t[wanted + 2 ^ 60], t[wanted] end
