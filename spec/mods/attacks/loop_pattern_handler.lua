-- A pattern that does not end, within all that catches errors.
-- ends: error instructions
-- ends in the vault: instructions
local s, wanted = ("a"):rep(300), ("a-"):rep(30) .. "b"
local match = string.match or error
xpcall(match, function() return match(s, wanted) end, s, wanted)
pcall(match, s, wanted)
local co = coroutine.wrap(function() while true do pcall(match, s, wanted) coroutine.yield() end end)
while true do co() end
