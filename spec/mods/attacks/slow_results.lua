-- Returns more and more values.
-- ends: instructions memory error
local function many(n)
  if n == 0 then return end
  return nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, many(n - 1)
end
while true do many(10000) end
