-- A comparison that says anything, of a list that is long.
-- ends: done
local list, n = {}, 0
for i = 1, 500 do list[i] = i end
table.sort(list, function() n = n + 1 return n % 3 == 0 end)
table.sort(list, function() return true end)
