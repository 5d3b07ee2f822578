-- A thousand requests at once: queue.lua SIZE uniform|weighted REQUESTS NODES THREADS prints for
-- each tick its microseconds by the clock on the wall; then "end WRONG FIRST": how many tickets end
-- otherwise than map:path answers, and the microseconds of the first request, which makes the
-- tables.

local clock = require "bench.stopwatch"
local random = require "bench.random"
local rooms = require "bench.rooms"
local scenario = require "bench.scenario"

local size, weighted = tonumber(arg[1]), arg[2] == "weighted"
local requests, nodes, threads = tonumber(arg[3]), tonumber(arg[4]), tonumber(arg[5])
local RUBBLE = 30 -- one cell in so many is blocked

local int = random(size)

local function with_rubble(rows)
  for y, row in ipairs(rows) do
    rows[y] = row:gsub("[1-5]", function() return int(1, RUBBLE) == 1 and "0" or nil end)
  end
  return rows
end

local map = scenario.map{ rows = with_rubble(rooms(size, weighted)), weighted = weighted }

local function random_request()
  return { int(1, size), int(1, size), int(1, size), int(1, size) }
end

local function ask(r)
  r.ticket = map:request_path(r[1], r[2], r[3], r[4])
  return r
end

local function tick()
  local start = clock.wall()
  map:work(nodes, threads)
  return clock.wall() - start
end

local function outcome(path, code)
  if not path then return code end
  local cells = { path.cost }
  for x, y in path:cells() do cells[#cells + 1] = y * size + x end
  return table.concat(cells, " ")
end

local function is_right(r)
  local ticket = r.ticket
  return ticket.done
    and outcome(ticket.path, ticket.code) == outcome(map:path(r[1], r[2], r[3], r[4]))
end

local start = clock.wall()
ask{ 1, 1, size - 1, size - 1 }
local first_us = clock.wall() - start
while map.pending_requests > 0 do tick() end
local asked = {}
for i = 1, requests do asked[i] = ask(random_request()) end
while map.pending_requests > 0 do print(("%.3f"):format(tick())) end
local wrong = 0
for _, r in ipairs(asked) do wrong = wrong + (is_right(r) and 0 or 1) end
print(("end %d %.3f"):format(wrong, first_us))
