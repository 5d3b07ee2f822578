-- Fills the table of strings, and empties it.
-- ends: instructions memory
local i = 0
while true do
  i = i + 1
  local _ = "a" .. i, "b" .. i, "c" .. i
end
