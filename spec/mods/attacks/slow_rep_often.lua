-- Long strings, again and again.
-- ends: instructions memory
while true do pcall(string.rep, "x", 2 ^ 14 - 100) end
