--- make bench: how fast astar is, from C and from Lua, and beside its peers (--peers).
--
-- From the environment:
--   ASTAR_BENCH  the folder with the maps (../shared/bench); see MISSING below
--   ONLY         these sections only      MAPS    these maps only
--   REPEAT       rounds, 3                BUILD   where programs are and results go
--   SIZES        of the maps of the section "growth"
--
-- Results: tables on the terminal and in bench.md, figures in bench.csv, a chart in bench.svg. The
-- exit status is 1 where a length was wrong or one of our programs failed. Speed is no matter of
-- success.

local chart = require "bench.chart"
local data = require "bench.data"
local process = require "bench.process"
local programs = require "bench.programs"
local results = require "bench.results"
local sections = require "bench.sections"
local tables = require "bench.tables"

local MISSING = [[
bench: no maps in %s.
They are MovingAI's, by Nathan Sturtevant: https://movingai.com/benchmarks/grids.html. Put maps and
scenarios as FOLDER/uniform/NAME.map and NAME.scen, maps of one byte a cell (0 blocked, else the
factor 1 to 5 of the cost of entering it) as FOLDER/weighted/NAME.cost and NAME.scen, and say
ASTAR_BENCH=FOLDER. The sections that need no maps: make bench ONLY="growth call".
]]

local function environment(name, default)
  local value = os.getenv(name)
  return value and value ~= "" and value or default
end

local function words(text)
  local list = {}
  for word in text:gmatch("[^%s,]+") do list[#list + 1] = word end
  return list
end

local function die(format, ...)
  io.stderr:write(format:format(...))
  os.exit(2)
end

-- ---- what to do --------------------------------------------------------------------------------

local function chosen_sections()
  local only, list, known = words(environment("ONLY", "")), {}, {}
  for _, name in ipairs(sections.ORDER) do known[name] = true end
  for _, name in ipairs(only) do
    if not known[name] then
      die("bench: no section '%s'; there are %s\n", name, table.concat(sections.ORDER, ", "))
    end
    list[name] = true
  end
  local ordered = {}
  for _, name in ipairs(sections.ORDER) do
    if #only == 0 or list[name] then ordered[#ordered + 1] = name end
  end
  return ordered
end

local function check_maps(source, chosen)
  local count = #data.names(source, "uniform") + #data.names(source, "weighted")
  for _, name in ipairs(chosen) do
    if sections.NEED_MAPS[name] and count == 0 then die(MISSING, source.folder) end
  end
end

local function new_bench()
  local build, lua = environment("BUILD", "build"), process.quote(arg[-1] or "lua5.4")
  local folder = environment("ASTAR_BENCH", "../shared/bench")
  local sizes = os.getenv("SIZES")
  return { build = build, lua = lua, results = results.new(), failed = 0, peers = {},
    source = data.open(folder, build .. "/bench/data", environment("MAPS", "")),
    ours = programs.ours(build, lua), repeats = tonumber(environment("REPEAT", "3")),
    sizes = sizes and words(sizes) }
end

local function add_peers(bench)
  local missing
  bench.peers, missing = programs.peers(bench.build)
  if #missing > 0 then
    print("Peers that are not there: " .. table.concat(missing, ", ") .. ".\n")
  end
end

-- ---- doing it ----------------------------------------------------------------------------------

local TITLES = {
  uniform = "Uniform grids", weighted = "Weighted grids",
  prepared = "Weighted grids, prepared with map:prepare",
  floods = "Floods: no heuristic, to the cell farthest away", layers = "Layers",
  edits = "Changes: from a change to the next answer of a short query",
  growth = "Growth: rooms, from small to large", call = "The price of a call from Lua",
}

local function run(bench, chosen)
  local report = {}
  for _, name in ipairs(chosen) do
    sections[name](bench)
    process.progress()
    local text = ("## %s\n\n%s"):format(TITLES[name], tables[name](bench.results))
    print(text)
    report[#report + 1] = ("<!-- bench %s -->\n%s<!-- /bench -->\n"):format(name, text)
  end
  return table.concat(report, "\n")
end

local function write(name, text)
  local file = assert(io.open(name, "w"))
  file:write(text)
  file:close()
end

local function main()
  io.stdout:setvbuf("line")
  local chosen, bench = chosen_sections(), new_bench()
  check_maps(bench.source, chosen)
  if arg[1] == "--peers" then add_peers(bench) end
  local report = run(bench, chosen)
  write(bench.build .. "/bench.md", report)
  bench.results:write_csv(bench.build .. "/bench.csv")
  write(bench.build .. "/bench.svg", chart.draw(bench.results))
  local wrong = bench.results:wrong()
  if wrong > 0 then print(("%d answers are WRONG."):format(wrong)) end
  if bench.failed > 0 then print(("%d runs of programs failed."):format(bench.failed)) end
  return wrong == 0 and bench.failed == 0 and 0 or 1
end

os.exit(main())
