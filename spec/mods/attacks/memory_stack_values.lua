-- Hands on one value more with each call.
-- ends: error memory instructions
-- for the vault
local function more(...) return more(1, ...) end
more()
