-- Is always at the limit of its memory, so that each string means a collection.
-- ends: instructions memory
local keep = {}
pcall(function()
  for i = 1, 20000 do keep[i] = { i } end
end)
while true do local s = ("x"):rep(16000) .. #keep end
