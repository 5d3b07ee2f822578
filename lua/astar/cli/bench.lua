--- astar bench MAP: how long paths on a map take.

local files = require "astar.cli.files"
local json = require "astar.replay.json"
local options = require "astar.cli.query"
local paragraphs = require "astar.cli.paragraphs"
local random = require "astar.world.random"
local stop = require "astar.cli.stop"

local say = files.say

local bench = {}

-- Processor time is told in microseconds: a query that takes less than this is repeated.
local LEAST_SECONDS = 2e-4
local MOST_TRIES = 1000                          -- at cells that nobody can stand on

function bench.add(parser)
  local command = parser:command("bench", "Measure how long paths on a map take.")
    :epilog(paragraphs [[
Queries are pairs of cells of the map between which there is a way, chosen at random with a seed,
so that a second run asks the same; or those of a scenario file of the MovingAI benchmarks. Times
are processor time. A query that takes less than 0.2 ms is repeated, and the mean is taken: they
are the times of a game that has asked before.

Exit status: 0 measured, 1 a query had no path, 2 a mistake.

Examples:
  astar bench arena.map
  astar bench arena.map --scen arena.map.scen
  astar bench big.txt --queries 200 --seed 7 --size 3 --prepare --json]])
  command:argument("map", "The map, or - for standard input.")
  command:option("--scen", "Take the queries from this file, at most N."):argname "FILE"
  options.add_whole(command, "--queries", "How many queries (default 1000).", 1)
  options.add_whole(command, "--seed", "Choose others, 0 to 2147483646.", 0):default "1"
  command:flag("--prepare", "Compute landmarks first (map:prepare).")
  command:flag("--json", "As JSON.")
  options.add(command)
end

-- ---- queries: a list of { x1, y1, x2, y2 } ------------------------------------------------------

-- bucket, map, width, height, x, y of start and goal from 0 on, length
local function scenario_line(map, file, number, line)
  local fields = {}
  for field in line:gmatch("%S+") do fields[#fields + 1] = field end
  local x1, y1, x2, y2 = tonumber(fields[5]), tonumber(fields[6]), tonumber(fields[7]),
    tonumber(fields[8])
  if not (x1 and y1 and x2 and y2) then
    stop.wrong("%s:%d: expected nine fields: bucket, map, width, height, x, y, x, y, length", file,
      number)
  end
  if tonumber(fields[3]) ~= map.width or tonumber(fields[4]) ~= map.height then
    stop.wrong("%s:%d: it is for a map of %s x %s cells, this one has %d x %d", file, number,
      fields[3], fields[4], map.width, map.height)
  end
  local is_inside = math.min(x1, y1, x2, y2) >= 0 and math.max(x1, x2) < map.width
    and math.max(y1, y2) < map.height
  if not is_inside then stop.wrong("%s:%d: a cell outside the map", file, number) end
  return { x1 + 1, y1 + 1, x2 + 1, y2 + 1 }
end

local function from_scenario(map, file, most)
  local list, number = {}, 0
  for line in (files.read(file) .. "\n"):gmatch("(.-)\r?\n") do
    number = number + 1
    local is_query = line:find("%S") and not line:find("^version")
    if is_query and #list < most then
      list[#list + 1] = scenario_line(map, file, number, line)
    end
  end
  if #list == 0 then stop.wrong("%s: it holds no queries", file) end
  return list
end

local function by_chance(map, query, count, seed)
  local draw, list = random.new(seed), {}
  local function cell()
    for _ = 1, MOST_TRIES do
      local x, y = draw(map.width), draw(map.height)
      if map:region(x, y, query) then return x, y end
    end
    stop.wrong "hardly a cell of the map can be entered"
  end
  local tries = 0
  while #list < count do
    local x1, y1 = cell()
    local x2, y2 = cell()
    tries = tries + 1
    if map:region(x1, y1, query) == map:region(x2, y2, query) or tries > count * 20 then
      list[#list + 1] = { x1, y1, x2, y2 }
    end
  end
  return list
end

-- ---- measuring ----------------------------------------------------------------------------------

local function timed(f, ...)
  local from = os.clock()
  f(...)
  return os.clock() - from
end

-- Seconds that one query takes, its path and code.
local function measure(map, one, query)
  local found, code
  local function ask() found, code = map:path(one[1], one[2], one[3], one[4], query) end
  local seconds, times = timed(ask), 1
  while seconds < LEAST_SECONDS do
    times = times * 2
    seconds = timed(function()
      for _ = 1, times do ask() end
    end)
  end
  return seconds / times, found, code
end

-- The mean, and what so many of a hundred do not exceed.
local function statistics(values)
  table.sort(values)
  local sum = 0
  for _, value in ipairs(values) do sum = sum + value end
  local function percentile(share) return values[math.max(1, math.ceil(share * #values))] or 0 end
  return { mean = #values > 0 and sum / #values or 0, p50 = percentile(0.5), p90 = percentile(0.9),
    p99 = percentile(0.99), max = values[#values] or 0 }
end

local function run_queries(map, list, query)
  local times, nodes, costs, failed = {}, {}, {}, 0
  for i, one in ipairs(list) do
    local seconds, found = measure(map, one, query)
    times[i] = seconds * 1e6
    if found then
      nodes[#nodes + 1], costs[#costs + 1] = found.expanded, found.cost
    else
      failed = failed + 1
    end
  end
  return { microseconds = statistics(times), nodes = statistics(nodes), cost = statistics(costs),
    queries = #list, without_path = failed }
end

-- ---- the command --------------------------------------------------------------------------------

local function write_row(what, form, row)
  local cells = {}
  for i, key in ipairs { "mean", "p50", "p90", "p99", "max" } do
    cells[i] = ("%10s"):format(form:format(row[key]))
  end
  say(("  %-14s%s"):format(what, table.concat(cells)))
end

local function write(map, result)
  say(("%d x %d cells; prepared in %.1f ms; %.1f MB, with the tables of queries %.1f MB"):format(
    map.width, map.height, result.prepared_ms, result.bytes_before / 1e6, result.bytes / 1e6))
  say(("%d queries%s"):format(result.queries,
    result.without_path > 0 and (", %d without a path"):format(result.without_path) or ""))
  say(("  %-14s%10s%10s%10s%10s%10s"):format("", "mean", "50 %", "90 %", "99 %", "most"))
  write_row("microseconds", "%.1f", result.microseconds)
  write_row("nodes", "%.0f", result.nodes)
  write_row("cost", "%.0f", result.cost)
end

local function prepare(map, given, set)
  local what = { class = set.class, player = set.player, landmarks = given.prepare }
  return 1000 * timed(function() map:prepare(what) end)
end

function bench.run(given)
  if given.seed > 2147483646 then stop.wrong("--seed: %d is above 2147483646", given.seed) end
  local map = files.map(given.map)
  local query, set = options.of(map, given)
  local before = map:memory()
  local prepared = prepare(map, given, set)
  local list = given.scen and from_scenario(map, given.scen, given.queries or math.huge)
    or by_chance(map, query, given.queries or 1000, given.seed)
  options.ask(map.path, map, list[1][1], list[1][2], list[1][3], list[1][4], query)
  local result = run_queries(map, list, query)
  result.prepared_ms, result.bytes_before, result.bytes = prepared, before, map:memory()
  if given.json then
    say(json(result))
  else
    write(map, result)
  end
  return result.without_path == 0 and stop.FOUND or stop.NONE
end

return bench
