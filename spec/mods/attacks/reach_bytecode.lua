-- Has bytecode compiled, in every way that there is.
-- ends: done
local code = "\27Lua"
for _, name in ipairs { "load", "loadstring", "dofile", "loadfile", "require" } do
  local f = _G[name]
  local ok, loaded = pcall(f or error, code)
  if ok and loaded then print("reached: " .. name) end
end
