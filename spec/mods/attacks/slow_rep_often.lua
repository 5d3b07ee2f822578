-- Long strings, again and again.
-- ends: instructions memory
while true do pcall(string.rep, "x", 2 ^ 17 - 100) end
