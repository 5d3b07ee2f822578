-- Has errors find their places in a deep stack.
-- ends: instructions error
local function deep(n)
  if n > 0 then
    local x = deep(n - 1)
    return x
  end
  while true do
    pcall(error, "x", 2 ^ 31 - 1)
    pcall(error, "x", -1)
    pcall(error, "x", 3000)
  end
end
deep(3000)
