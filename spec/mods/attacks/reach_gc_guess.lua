-- Has every name by which Lua might look for __gc now.
-- ends: instructions
local metatable = {}
local function finalizer() print "reached: a finalizer" end
for a = 128, 255 do
  local begin = "__" .. string.char(a)
  for b = 128, 255 do metatable[begin .. string.char(b)] = finalizer end
end
setmetatable({}, metatable)
while true do local _ = { {}, {}, {}, {} } end
