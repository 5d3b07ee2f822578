-- lua spec/support/small_stack.lua: a script that goes as deep as it can, in a process whose stack
-- may have no room for that. Prints how that ended, and whether the host and new machines are well.

local sandbox = require "astar.sandbox"

local DEEP = [[
local n = 0
local function f() n = n + 1 return (pcall(f)) end
pcall(f)
return n]]

local box = sandbox.new { memory = 2 ^ 23 }
print("flat", box:run("return 6 * 7", "flat.lua"))
for _ = 1, 2 do
  local done, ok, result = pcall(box.run, box, DEEP, "deep.lua")
  if done then print("deep", ok, result)
  else print("too deep", (tostring(ok):gsub("^[^:]*:%d+: ", "")), box.broken) end
  if box.broken then box = sandbox.new { memory = 2 ^ 23 } end
  print("after", box:run("return 6 * 7", "flat.lua"))
end
