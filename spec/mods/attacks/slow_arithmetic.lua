-- Reckons with text of many digits.
-- ends: instructions
-- for the vault
local digits = ("1"):rep(16000)
while true do local _ = digits + 0, -digits end
