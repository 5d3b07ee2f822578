-- Looks for what is nearly everywhere.
-- ends: instructions
local s, sub = ("a"):rep(100000), ("a"):rep(50000) .. "b"
while true do s:find(sub) end
