--- make bench: how fast astar is, from C and from Lua, and beside its peers (--peers).
--
-- From the environment:
--   ASTAR_BENCH  the folder with the maps (../shared/bench); see MISSING below
--   ONLY         these sections only; "layers" stands for all whose names begin with it
--   MAPS         these maps only          REPEAT   rounds, 3
--   BUILD        where programs are and results go
--   UNITS        of the section "world": how many units, one run for each
--   TICKS        how long games are played: "world", "crowd"
--   BASE         of the section "world": the folder of another checkout, with its module built: its
--                worlds are run beside ours
--   AVOIDANCE    of the section "crowd": the units' rule
--   SIZES        of the maps of the section "growth"; the last, of "queue", "ticks" and
--                "first-step", too
--
-- Results: tables on the terminal and in bench.md, figures in bench.csv. The exit status is 1 where
-- a length was wrong or one of our programs failed. Speed is no matter of success.

local data = require "bench.data"
local machine = require "bench.machine"
local process = require "bench.process"
local programs = require "bench.programs"
local results = require "bench.results"
local sections = require "bench.sections"
local tables = require "bench.tables"

local MISSING = [[
bench: no maps in %s.
They are MovingAI's, by Nathan Sturtevant: https://movingai.com/benchmarks/grids.html. Put maps and
scenarios as FOLDER/uniform/NAME.map and NAME.scen, maps of one byte a cell (0 blocked, else the
factor 1 to 5 of the cost of entering it) as FOLDER/weighted/NAME.cost and NAME.scen, crowds of the
League of Robot Runners as FOLDER/crowd/MAP-UNITS.agents and MAP-UNITS.tasks beside MAP.map, and
say ASTAR_BENCH=FOLDER. The sections that need no maps: make bench ONLY="growth call".
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

-- Is the section the one named, or of the group of that name?
local function is_named(section, name)
  return section == name or section:sub(1, #name + 1) == name .. "-"
end

local function check_names(names)
  for _, name in ipairs(names) do
    local known = false
    local all = {}
    for i, section in ipairs(sections) do
      all[i] = section.name
      known = known or is_named(section.name, name)
    end
    if not known then
      die("bench: no section '%s'; there are %s\n", name, table.concat(all, ", "))
    end
  end
end

local function chosen_sections()
  local only, list = words(environment("ONLY", "")), {}
  check_names(only)
  for _, section in ipairs(sections) do
    local chosen = #only == 0
    for _, name in ipairs(only) do chosen = chosen or is_named(section.name, name) end
    if chosen then list[#list + 1] = section end
  end
  return list
end

local function check_maps(source, chosen)
  local needed = false
  for _, section in ipairs(chosen) do needed = needed or #section.kinds > 0 end
  local there, unknown = data.look(source)
  if needed and not there then die(MISSING, source.folder) end
  if needed and #unknown > 0 then
    die("bench: no map '%s' in %s\n", table.concat(unknown, "', '"), source.folder)
  end
end

local function checked_base(folder)
  if folder and not programs.base(folder, "lua5.4") then
    die("bench: no module has been built in BASE, '%s': make -C FOLDER module\n", folder)
  end
  return folder
end

local function new_bench()
  local build, lua = environment("BUILD", "build"), process.quote(arg[-1] or "lua5.4")
  local folder = environment("ASTAR_BENCH", "../shared/bench")
  local repeats = tonumber(environment("REPEAT", "3"))
  if not repeats or repeats < 1 or repeats % 1 ~= 0 then
    die("bench: REPEAT is a number of rounds, not '%s'\n", os.getenv("REPEAT"))
  end
  local sizes = environment("SIZES")
  local units, ticks = environment("UNITS"), tonumber(environment("TICKS", ""))
  return { build = build, lua = lua, repeats = repeats, sizes = sizes and words(sizes),
    units = units and words(units), ticks = ticks,
    avoidance = environment("AVOIDANCE"), base = checked_base(environment("BASE")),
    source = data.open(folder, build .. "/bench/data", words(environment("MAPS", ""))),
    results = results.new(), machine = machine(repeats), failed = 0,
    ours = programs.ours(build, lua), peers = {} }
end

local function add_peers(bench)
  local missing
  bench.peers, missing = programs.peers(bench.build)
  if #missing > 0 then
    print("Peers that are not there: " .. table.concat(missing, ", ") .. ".")
  end
end

-- ---- doing it ----------------------------------------------------------------------------------

-- A part of the report, as bench/fill.lua finds it.
local function part(name, title, text)
  print(("## %s\n\n%s"):format(title, text))
  return ("<!-- bench %s -->\n## %s\n\n%s<!-- /bench -->\n"):format(name, title, text)
end

local function run(bench, chosen)
  local report = { part("machine", "The machine", bench.machine .. "\n") }
  for _, section in ipairs(chosen) do
    local name = section.name
    section.run(bench, section.kinds)
    process.progress()
    local measured = #bench.results:maps(name) > 0
    report[#report + 1] = part(name, section.title,
      measured and tables[name](bench.results) or "Nothing was measured.\n")
  end
  return table.concat(report, "\n")
end

local function write(name, text)
  local file = assert(io.open(name, "w"))
  file:write(text)
  file:close()
end

local function verdict(bench)
  local wrong = bench.results:wrong()
  if wrong > 0 then print(("%d answers of astar are WRONG."):format(wrong)) end
  if bench.failed > 0 then print(("%d runs of programs FAILED."):format(bench.failed)) end
  return wrong == 0 and bench.failed == 0 and 0 or 1
end

local function main()
  io.stdout:setvbuf("line")
  local chosen, bench = chosen_sections(), new_bench()
  check_maps(bench.source, chosen)
  if arg[1] == "--peers" then add_peers(bench) end
  local report = run(bench, chosen)
  write(bench.build .. "/bench.md", report)
  bench.results:write_csv(bench.build .. "/bench.csv")
  print(("In %s: bench.md, bench.csv."):format(bench.build))
  return verdict(bench)
end

os.exit(main())
