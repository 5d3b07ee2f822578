-- Copies as many values as a stack can hold, with each instruction.
-- ends: instructions memory error
local function many(n, ...)
  if n == 0 then
    while true do
      local function take() end
      take(...)
    end
  end
  return many(n - 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, ...)
end
many(20000)
