-- Objects that come back to life when they are collected, and bring others with them.
-- ends: error
-- ends in the vault: memory instructions
local kept, metatable = {}, {}
function metatable.__gc(t)
  kept[#kept + 1] = { t, setmetatable({ ("x"):rep(200) }, metatable) }
end
assert(pcall(setmetatable, {}, metatable))
while true do local _ = setmetatable({}, metatable) end
