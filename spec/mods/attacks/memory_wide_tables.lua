-- Tables with room for very many.
-- ends: memory instructions
local all = {}
for i = 1, 1000 do
  local t = {}
  for k = 1, 16 do t[2 ^ k] = true end
  t[2 ^ 16] = true
  all[i] = table.pack and table.pack(table.unpack({}, 1, 250)) or t
end
while true do all[#all + 1] = { table.unpack and table.unpack({}, 1, 250) } end
