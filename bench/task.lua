--- The part of a measuring program that is the same for all: it is called with
-- MAP SCEN SECTION PASSES SECONDS and prints a line per query, as scenario.h says.

local unpack = table.unpack or unpack

local scenario = require "bench.scenario"
local stats = require "bench.stats"

local task = {}

function task.read(arguments)
  local map, scen, section, passes, seconds = unpack(arguments, 1, 5)
  return { scenario = scenario.load(map, scen), section = section,
    passes = tonumber(passes), seconds = tonumber(seconds) }
end

--- The number as C and Lua read it again.
function task.number(value)
  return value == math.huge and "inf" or ("%.8f"):format(value)
end

-- What is quick is answered more often: a few milliseconds of a program's life say little, in which
-- its pages, caches and predictions are new. The same numbers are in scenario.c.
local SETTLED, MOST_PASSES = 0.3, 101

--- `answer(query, check)` returns microseconds, the length where `check` is set, expanded nodes.
-- Returns the microseconds of the very first answer, which makes what is made on first use.
function task.run(t, answer)
  local queries, times, first = t.scenario.queries, {}, {}
  local began = os.clock()
  local first_us = answer(queries[1], false)
  for i, query in ipairs(queries) do
    if i > 1 and os.clock() >= began + t.seconds then break end
    local us, length, expanded = answer(query, true)
    times[i], first[i] = { us }, { length, expanded }
  end
  for pass = 2, MOST_PASSES do
    if pass > t.passes and os.clock() >= began + SETTLED then break end
    for i, list in ipairs(times) do list[#list + 1] = (answer(queries[i], false)) end
  end
  for i, list in ipairs(times) do
    print(("%.3f %s %d"):format(stats.median(list), task.number(first[i][1]), first[i][2]))
  end
  return first_us
end

return task
