-- Keys that have no place in an order.
-- ends: error
local t = { [function() end] = 1, [{}] = 2 }
for _ in pairs(t) do print "reached: an order" end
