-- Looks for what is nearly everywhere.
-- ends: instructions
local s, sub = ("a"):rep(16000), ("a"):rep(8000) .. "b"
while true do s:find(sub) end
