-- Packs what is long, and unpacks what says that it is.
-- ends: error
-- ends in the vault: memory
local pack, unpack = string.pack or error, string.unpack
pcall(unpack, "s8", pack("i8", 2 ^ 62))
pcall(unpack, "!16 i16", ("x"):rep(40), 2 ^ 32 + 1)
pcall(pack, ("!16 i16 Xi16"):rep(100), 1)
local s = "x"
while true do s = pack("s8s8", s, s) end
