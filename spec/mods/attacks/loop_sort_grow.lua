-- A comparison that lengthens what is sorted.
-- ends: instructions memory
local t = { 3, 2, 1 }
while true do table.sort(t, function(a, b) t[#t + 1] = 1 return a < b end) end
