-- A loop whose counter cannot get to its end.
-- ends: instructions
for _ = 1, math.huge do end
