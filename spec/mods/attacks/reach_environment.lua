-- Tries to get another environment, or another file's.
-- ends: done
local function see() return _ENV end
if see() ~= nil and see() ~= _G then print "reached: another environment" end
if _G._G ~= _G then print "reached: another table of globals" end
for key, value in pairs(_G) do
  if type(value) == "userdata" or type(value) == "thread" then print("reached: " .. key) end
end
