-- Looks for long keys, which are compared byte by byte.
-- ends: instructions
local t, wanted = {}, ("x"):rep(16000) .. "?"
for i = 1, 10 do t[("x"):rep(16000) .. i % 10] = i end
while true do local _ = t[wanted], t[wanted], t[wanted] end
