-- A list that is joined to a huge string.
-- ends: error memory
local list, long = {}, {}
for i = 1, 1000 do list[i] = "0123456789" end
local text = table.concat(list)
for i = 1, 1000 do long[i] = text end
return table.concat(long)
