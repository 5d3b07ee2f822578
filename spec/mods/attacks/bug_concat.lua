-- Lets the stack move while Lua puts texts together: some Luas then go on in the old one.
-- ends: done
-- for the vault
local function dig(n) if n == 0 then return 0 end return 1 + dig(n - 1) end
local grown = setmetatable({}, { __concat = function() dig(3000) return "?" end })
for _ = 1, 20 do
  local ok, text = pcall(function() return "k" .. "l" .. "m" .. "n" .. grown end)
  if ok and text ~= "klm?" then print("reached: " .. tostring(text)) end
end
