-- Conditions of very many parts, through which the compiler goes again for each part.
-- ends: instructions syntax
-- for the vault
local x = a
-- repeat 9000: and b
