-- The price of a call from Lua: call.lua BATCHES prints for each batch of calls its microseconds a
-- call, "KIND US"; then "garbage KIND BYTES OBJECT": the bytes of garbage that a query leaves, and
-- how many of them are the path object. call.c measures the same calls from C.

local clock = require "bench.stopwatch"
local astar = require "astar"

local batches = tonumber(arg[1])
local CALLS = 1000

local map = astar.map{ width = 64, height = 64 }
map:fill(33, 1, 1, 64, "wall")
local query = map:query{}

local KINDS = {
  { "two-cells", 2, 2, 3, 2 },
  { "30-cells", 2, 2, 20, 31 },
  { "unreachable", 2, 2, 60, 60 },
}

local function calls(count, kind)
  local x, y, goal_x, goal_y, path = kind[2], kind[3], kind[4], kind[5], nil
  for _ = 1, count do path = map:path(x, y, goal_x, goal_y, query) end
  return path
end

local function measure(kind)
  clock.start()
  calls(CALLS, kind)
  print(("%s %.4f"):format(kind[1], clock.stop() / CALLS))
end

-- Bytes of garbage for each of CALLS times, once LuaJIT has compiled what it wants to.
local function bytes_of(make)
  make()
  collectgarbage()
  collectgarbage("stop")
  local before = collectgarbage("count")
  make()
  local bytes = (collectgarbage("count") - before) * 1024 / CALLS
  collectgarbage("restart")
  return bytes
end

local function garbage(kind)
  local path, like = calls(1, kind), clock.like
  local bytes = bytes_of(function() calls(CALLS, kind) end)
  local object = path and bytes_of(function() for _ = 1, CALLS do like(path) end end) or 0
  print(("garbage %s %.0f %.0f"):format(kind[1], bytes, object))
end

for _, kind in ipairs(KINDS) do calls(CALLS, kind) end
for _ = 1, batches do
  for _, kind in ipairs(KINDS) do measure(kind) end
end
for _, kind in ipairs(KINDS) do garbage(kind) end
print "end"
