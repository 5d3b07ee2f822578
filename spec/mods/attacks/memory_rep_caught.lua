-- Gigabytes at once, caught each time.
-- ends: done
-- ends in the vault: memory
for i = 20, 40 do
  local ok = pcall(function() return #("x"):rep(2 ^ i, "yz") end)
  if ok and i > 22 then print "reached: gigabytes" end
end
