-- __gc that is put in when the metatable is set already.
-- ends: done
-- ends in lua5.2: done instructions
-- ends in the vault: instructions
-- reached in the vault: __gc
local metatable = {}
local function leave() setmetatable({}, metatable) end
leave()
metatable.__gc = function() print "reached: __gc" while true do end end
leave = nil
for _ = 1, 100 do local _ = ("x"):rep(10000) end
pcall(setmetatable, {}, metatable)
for _ = 1, 100 do local _ = ("x"):rep(10000) end
