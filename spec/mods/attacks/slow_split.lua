-- Splits at what is nearly everywhere.
-- ends: instructions
local s, sub = ("a"):rep(16000), ("a"):rep(8000) .. "b"
while true do s:split(sub) end
