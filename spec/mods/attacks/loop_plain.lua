-- An endless loop.
-- ends: instructions
while true do end
