--- The files of this folder that run inside a box, in the order in which they do, by the kind of
-- the sandbox.

local STOCK = { "protected", "readonly", "base", "strings", "lists", "environment" }
local VAULT = { "protected", "readonly", "base", "strings", "lists", "full_library", "environment" }

return { stock = STOCK, vault = VAULT, bounds = VAULT }
