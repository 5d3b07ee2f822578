-- The queue on a map whose tables nobody has made: ticks.lua SIZE uniform|weighted NODES REQUESTS
-- prints for each call its microseconds of processor time, the requests first; then
-- "end WRONG FIRST": how many tickets end otherwise than map:path answers, and in which tick the
-- first has ended.

local clock = require "bench.stopwatch"
local random = require "bench.random"
local rooms = require "bench.rooms"
local scenario = require "bench.scenario"

local size, weighted = tonumber(arg[1]), arg[2] == "weighted"
local nodes, requests = tonumber(arg[3]), tonumber(arg[4])
local int = random(size)
local map = scenario.map{ rows = rooms(size, weighted), weighted = weighted }

local function timed(call, ...)
  clock.start()
  local result = call(map, ...)
  print(("%.3f"):format(clock.stop()))
  return result
end

local asked = {}
for i = 1, requests do
  local q = { int(1, size), int(1, size), int(1, size), int(1, size) }
  q.ticket = timed(map.request_path, q[1], q[2], q[3], q[4])
  asked[i] = q
end

local ticks, first = 0, nil
while map.pending_requests > 0 do
  ticks = ticks + 1
  if timed(map.work, nodes) > 0 then first = first or ticks end
end

local function cost_of(path) return path and path.cost end

local wrong = 0
for _, q in ipairs(asked) do
  local same = cost_of(q.ticket.path) == cost_of(map:path(q[1], q[2], q[3], q[4]))
  wrong = wrong + (same and 0 or 1)
end
print(("end %d %d"):format(wrong, first))
