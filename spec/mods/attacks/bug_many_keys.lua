-- An error that is named by a thousand keys, one within the other.
-- ends: syntax
-- ends in the vault: error
local a = {}
return a
-- repeat 1000: .b
