-- Compares text of zeros, which is compared piece by piece.
-- ends: instructions
-- for the vault
local a, b = ("\0"):rep(16000) .. "a", ("\0"):rep(16000) .. "b"
while true do local _ = a < b, a < b, a < b, a < b end
