-- Asks for what no mod shall have.
-- ends: done
-- reached in the vault: load, string
for _, name in ipairs { "io", "os", "debug", "package", "load", "loadstring", "loadfile",
  "dofile", "collectgarbage", "getfenv", "setfenv", "newproxy", "module", "jit", "ffi", "gcinfo",
  "host", "expose", "sandbox" } do
  if _G[name] ~= nil then print("reached: " .. name) end
end
if string.dump or string.gsub or string.gmatch or string.match then print "reached: string" end
if math.random or math.randomseed then print "reached: math" end
