-- Hands huge amounts of text to the host.
-- ends: instructions memory error
local s = ("x"):rep(16000)
while true do pcall(print, s, s, s, s, s, s, s, s, s, s, s, s, s) end
