-- Spins in the middle of a loop that is finite.
-- ends: instructions
-- ends in lua5.1: syntax
for _ = 1, 3 do
  ::again::
  do goto again end
end
