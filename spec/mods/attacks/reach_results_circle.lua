-- Gives back a table that holds itself.
-- ends: error
local t = {}
t.t = t
return t
