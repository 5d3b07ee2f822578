-- Asks for the length of lists with holes.
-- ends: instructions
local t, i = {}, 1
while i < 2 ^ 52 do t[i], i = 1, i * 2 end
for k = 1, 20000 do t[k] = true end
for k = 10000, 20000 do t[k] = nil end
while true do local _ = #t, #t, #t end
