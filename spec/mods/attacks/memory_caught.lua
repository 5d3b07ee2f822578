-- Catches the end of memory, frees it, and goes on.
-- ends: memory instructions
while true do
  local t = {}
  local ok = pcall(function() while true do t[#t + 1] = ("x"):rep(1000) .. #t end end)
  t = nil
  if not ok then print "reached: memory has ended and it goes on" end
end
