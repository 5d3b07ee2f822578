-- A pattern that runs for ever, if patterns there are.
-- ends: error
-- ends in the vault: instructions
-- reached in the vault: patterns
if string.gsub or string.match or string.gmatch then print "reached: patterns" end
local s = ("a"):rep(3000)
assert(not s:find(("a-"):rep(3) .. "b"))
return s:match(("a-"):rep(3) .. "b")
