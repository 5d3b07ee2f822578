-- Compares long strings.
-- ends: instructions
local a, b = ("x"):rep(16000), ("x"):rep(16000)
local n = 0
while true do if a == b then n = n + 1 end end
