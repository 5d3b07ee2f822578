-- Moves 2^53 elements of an empty table.
-- ends: instructions
while true do pcall(table.move, {}, 1, 2 ^ 53, 2) end
