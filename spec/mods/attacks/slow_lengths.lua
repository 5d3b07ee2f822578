-- Tables that say that they are long, now and then.
-- ends: instructions error
local asked = 0
local t = setmetatable({}, { __len = function()
  asked = asked + 1
  return asked % 2 == 1 and 3 or 2 ^ 53
end })
pcall(table.insert, t, 1, "x")
pcall(table.remove, t, 1)
pcall(table.insert, t, 1, "x")
pcall(table.remove, t, 1)
pcall(table.unpack, t)
pcall(table.concat, setmetatable({}, { __len = function() return 2 ^ 53 end,
  __index = function() return "" end }))
pcall(table.sort, t)
while true do pcall(table.insert, t, 1, "x") end
