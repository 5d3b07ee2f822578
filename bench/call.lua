-- The price of a call from Lua: call.lua BATCHES prints for each batch of calls its microseconds a
-- call, "KIND US"; then "garbage KIND BYTES OBJECT": the bytes of garbage that a query leaves, and
-- the bytes of its path object without Lua's header.

local clock = require "bench.stopwatch"
local astar = require "astar"

local batches = tonumber(arg[1])
local CALLS = 1000

local map = astar.map{ width = 64, height = 64 }
map:fill("wall", 33, 1, 1, 64)
local query = map:query{}

-- The fourth number is true where there is a path.
local KINDS = {
  { "two-cells", 2, 2, 3, 2 },
  { "30-cells", 2, 2, 20, 31 },
  { "unreachable", 2, 2, 60, 60 },
}

local function calls(count, x, y, goal_x, goal_y)
  local path
  for _ = 1, count do path = map:path(x, y, goal_x, goal_y, query) end
  return path
end

local function measure(kind)
  clock.start()
  calls(CALLS, kind[2], kind[3], kind[4], kind[5])
  print(("%s %.4f"):format(kind[1], clock.stop() / CALLS))
end

local function garbage(kind)
  collectgarbage()
  collectgarbage("stop")
  local before = collectgarbage("count")
  calls(CALLS, kind[2], kind[3], kind[4], kind[5])
  local bytes = (collectgarbage("count") - before) * 1024 / CALLS
  collectgarbage("restart")
  local path = calls(1, kind[2], kind[3], kind[4], kind[5])
  print(("garbage %s %.1f %d"):format(kind[1], bytes, path and clock.size(path) or 0))
end

for _, kind in ipairs(KINDS) do calls(CALLS, kind[2], kind[3], kind[4], kind[5]) end
for _ = 1, batches do
  for _, kind in ipairs(KINDS) do measure(kind) end
end
for _, kind in ipairs(KINDS) do garbage(kind) end
print "end"
