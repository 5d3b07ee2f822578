-- Puts into a metatable what must not be there when it is set already.
-- ends: done
-- for the vault
-- reached in the vault: setmetatable, a weak table, __call, __gc, __close
local metatable = {}
local weak = setmetatable({}, metatable)
for _, event in ipairs { "__gc", "__close", "__mode", "__call" } do
  metatable[event] = event == "__mode" and "kv" or function() print("reached: " .. event) end
end
rawset(metatable, "__" .. "mode", "kv")
setmetatable(weak, nil)
if pcall(setmetatable, weak, metatable) then print "reached: setmetatable" end
local late = setmetatable({}, {})
local of_late = getmetatable(late)
of_late.__mode, of_late.__call = "kv", function() print "reached: __call" end
for i = 1, 100 do late[i] = {} end
for _ = 1, 2000 do local _ = {} end
for i = 1, 100 do
  if not late[i] then print "reached: a weak table" end
end
pcall(late)
