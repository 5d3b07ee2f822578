-- Has a few long keys put in order.
-- ends: instructions memory
local t = {}
for i = 1, 10 do t[("x"):rep(16000) .. i % 10] = i end
while true do for _ in pairs(t) do break end end
