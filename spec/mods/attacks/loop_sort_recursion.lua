-- A comparison that sorts, which compares by sorting.
-- ends: instructions error memory
local function sort(n) table.sort({ 2, 1 }, function() return sort(n + 1) end) end
while true do pcall(sort, 1) end
