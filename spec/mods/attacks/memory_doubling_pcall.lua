-- A string that doubles, and an error that is caught.
-- ends: memory instructions
local s = "x"
while true do
  pcall(function() s = s .. s end)
end
