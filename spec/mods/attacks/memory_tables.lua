-- Tables without end.
-- ends: memory instructions
local t = {}
while true do t = { t, {}, {} } end
