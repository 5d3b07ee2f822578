-- Has large tables put in order.
-- ends: instructions memory
local t = {}
for i = 1, 5000 do t["k" .. i] = i end
while true do
  next(t)
  for _ in pairs(t) do break end
end
