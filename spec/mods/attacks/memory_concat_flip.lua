-- Elements that are short when they are measured, and long when they are put together.
-- ends: instructions memory error
local asked, long = 0, ("x"):rep(16000)
local t = setmetatable({}, { __index = function()
  asked = asked + 1
  return asked > 100 and long or ""
end })
while true do
  asked = 0
  table.concat(t, "", 1, 100)
end
