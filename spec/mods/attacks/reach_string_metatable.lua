-- Reaches for the library through the metatable of strings.
-- ends: done
-- reached in the vault: what is not for mods
if getmetatable("") then print "reached: the metatable" end
local index = ("").dump or ("").gsub or ("").match
if index then print "reached: what is not for mods" end
pcall(function() string.rep = print end)
pcall(rawset, string, "rep", print)
if ("x"):rep(2) ~= "xx" then print "reached: the library was changed" end
