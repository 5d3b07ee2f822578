-- Spins in finalizers, each of which makes the next one; and where the collector runs for the host.
-- ends: error
-- ends in the vault: instructions
local metatable = {}
function metatable.__gc()
  setmetatable({}, metatable)
  pcall(function() while true do end end)
end
assert(pcall(setmetatable, {}, metatable))
while true do local _ = ("x"):rep(1000) end
