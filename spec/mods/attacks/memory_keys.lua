-- Huge strings as keys.
-- ends: memory instructions
local t = {}
for i = 1, 1e6 do t[("x"):rep(16000) .. i] = true end
