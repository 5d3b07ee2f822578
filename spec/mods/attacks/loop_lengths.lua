-- Lists that say they are very long.
-- ends: instructions
local t = setmetatable({}, { __len = function() return 2 ^ 53 end, __index = function() return "" end })
while true do
  pcall(table.concat, t)
  pcall(table.insert, t, 1, 1)
  pcall(table.remove, t, 1)
  pcall(table.unpack or unpack, t)
  pcall(table.sort, t)
end
