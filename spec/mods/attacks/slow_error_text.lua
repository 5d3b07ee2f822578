-- Errors whose text grows.
-- ends: instructions memory
local text = ("x"):rep(8000)
local function fail() error(text .. "!", 2) end
while true do pcall(fail) end
