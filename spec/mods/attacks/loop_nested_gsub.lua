-- Replaces within replacing within replacing: each level has a buffer on the stack of C.
-- ends: error
-- ends in the vault: done error
local deepest = 0
local function level(n)
  deepest = n
  return (("x"):gsub("x", function() return level(n + 1) end))
end
local ok, message = pcall(level, 1)
if not string.gsub then error(message) end
assert(not ok)
if deepest > 250 then print "reached: too deep a level" end
