-- The first step on a large map: first_step.lua MAP SCEN PASSES BOUND NODES…
--
-- A search expands so many nodes, and ends early with the bound; where nothing can be promised it
-- goes on. For each query, first on the map as it is and then prepared, it prints a line: the
-- microseconds of the whole path; then for each number of nodes the microseconds until there is a
-- beginning, its cells, and how much costlier than the cheapest path all is that begins so. Then
-- "end WRONG": how often that was more than the bound allows.

local clock = require "bench.stopwatch"
local scenario = require "bench.scenario"
local stats = require "bench.stats"

local s, passes, bound = scenario.load(arg[1], arg[2]), tonumber(arg[3]), tonumber(arg[4])
local map, wrong = scenario.map(s), 0

local function whole_of(q) return map:path(q.x, q.y, q.goal_x, q.goal_y) end

local function beginning_of(q, nodes)
  local search = map:search(q.x, q.y, q.goal_x, q.goal_y)
  local path, why
  repeat
    path, why = search:step(nodes)
    if why == "running" then path = search:end_early(bound) end
  until path
  return path
end

--- The median of some passes, and what was found.
local function timed(find, q, nodes)
  local times, path = {}, nil
  for pass = 1, passes do
    clock.start()
    path = find(q, nodes)
    times[pass] = clock.stop()
  end
  return stats.median(times), path
end

local function excess(path, whole, q)
  local x, y = path:cell(#path)
  local more = (path.cost + map:path(x, y, q.goal_x, q.goal_y).cost) / whole.cost - 1
  if more > bound - 1 then wrong = wrong + 1 end
  return more
end

local function line_of(q)
  local us, whole = timed(whole_of, q)
  local words = { ("%.3f"):format(us) }
  for i = 5, #arg do
    local first_us, path = timed(beginning_of, q, tonumber(arg[i]))
    local more = whole.cost > 0 and excess(path, whole, q) or 0
    words[#words + 1] = ("%.3f %d %.6f"):format(first_us, #path, more)
  end
  return table.concat(words, " ")
end

whole_of(s.queries[1])
for _, prepared in ipairs({ false, true }) do
  if prepared then map:prepare { landmarks = true } end
  for _, q in ipairs(s.queries) do print(line_of(q)) end
end
print(("end %d"):format(wrong))
