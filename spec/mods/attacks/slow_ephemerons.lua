-- Entries of weak tables that keep each other, which the collector goes through again and again.
-- ends: instructions
local metatable = {}
local t = setmetatable({}, metatable)
metatable.__mode = "k"
local keys, order, x = {}, {}, 1
for i = 1, 3000 do keys[i], order[i] = {}, i end
for i = 3000, 2, -1 do
  x = x * 16807 % 2147483647
  local j = x % i + 1
  order[i], order[j] = order[j], order[i]
end
for i = 3000, 2, -1 do t[keys[order[i - 1]]] = keys[order[i]] end
local first = keys[order[1]]
keys = nil
while first do local _ = {} end
