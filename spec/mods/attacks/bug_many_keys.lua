-- An error that is named by a thousand keys, one within the other.
-- ends: error
-- for the vault
local a = {}
return a
-- repeat 1000: .b
