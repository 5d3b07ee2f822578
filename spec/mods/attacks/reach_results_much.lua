-- Gives back a table of tables of the same tables, which are many in all.
-- ends: error instructions
local t = {}
for _ = 1, 30 do t = { t, t } end
return t
