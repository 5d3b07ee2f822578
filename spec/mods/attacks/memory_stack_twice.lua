-- Needs more stack than there is, from where most of it is in use, time and again.
-- ends: instructions memory error
local function endless() return 1 + endless() end
local function try() pcall(endless) pcall(endless) end
local function deep(n, f)
  if n == 0 then return f() end
  return 1 + (deep(n - 1, f) or 0)
end
for n = 500, 50000, 500 do pcall(deep, n, try) end
