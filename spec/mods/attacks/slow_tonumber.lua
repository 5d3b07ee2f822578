-- Numbers of 100,000 digits.
-- ends: instructions
local digits = ("7"):rep(16000)
while true do tonumber(digits) end
