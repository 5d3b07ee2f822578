-- Has a table made again with each key.
-- ends: instructions
-- ends in lua5.1, lua5.2: memory instructions
local t, n = {}, 2 ^ 14
for i = 1, n do t["k" .. i % 100 .. "/" .. i] = true end
local i = 0
while true do
  i = i + 1
  t["k" .. i % 100 .. "/" .. i] = nil
  t["n" .. i] = true
end
