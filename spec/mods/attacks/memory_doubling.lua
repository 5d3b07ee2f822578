-- A string that doubles.
-- ends: memory
local s = 'x' while true do s = s .. s end
