-- Walks over bytes that are no characters.
-- ends: instructions error
local s = "a" .. ("\128"):rep(16000)
while true do
  pcall(function() for _ in utf8.codes(s) do break end end)
  pcall(utf8.len, s)
  utf8.offset(s, 2)
end
