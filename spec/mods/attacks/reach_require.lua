-- Requires what is none of its files.
-- ends: done
for _, name in ipairs { "os", "io", "astar", "astar.core", "astar.sandbox", "astar.mods.guest.unit",
  "../secret", "..", "/etc/passwd", "mod.lua/../../secret", "C:\\secret", "a\0b", "", ".", ("x"):rep(1000),
  "astar.mods.guest.bridge", 7, {}, true } do
  local ok = require and pcall(require, name)
  if ok then print("reached: " .. tostring(name)) end
end
