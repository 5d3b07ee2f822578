-- Metatables with what runs when no hook does.
-- ends: done
-- reached in the vault: __gc, __close, __mode
for _, name in ipairs { "__gc", "__close", "__mode" } do
  if pcall(setmetatable, {}, { [name] = function() end }) then print("reached: " .. name) end
end
if pcall(setmetatable, {}, setmetatable({ __gc = 1 }, {})) then print "reached: __gc" end
if pcall(setmetatable, "", {}) then print "reached: the metatable of strings" end
if pcall(setmetatable, print, {}) then print "reached: the metatable of functions" end
if pcall(setmetatable, string, {}) then print "reached: the metatable of the library" end
if pcall(setmetatable, nil, {}) then print "reached: the metatable of nil" end
