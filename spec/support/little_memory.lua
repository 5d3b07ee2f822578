-- lua spec/support/little_memory.lua KIND: a script that fills a small machine, and one that may
-- have more memory than the process. Prints whose the failure is.

local sandbox = require "astar.sandbox"

local HUNGRY = "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(10000) .. i end"

for _, memory in ipairs { 2 ^ 21, 2 ^ 29 } do
  local box = sandbox.new { kind = arg[1], memory = memory, instructions = 1e9 }
  local done, ok, failure = pcall(box.run, box, HUNGRY, "hungry.lua")
  if done then print("the mod's", ok, failure.kind, failure.message)
  else print("the host's", (tostring(ok):gsub("^[^:]*:%d+: ", "")), box.broken) end
  print("after", box:run("return 6 * 7", "flat.lua"))
  box:close()
end
