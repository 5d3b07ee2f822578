--- make bench: how fast astar is, from C and from Lua, and beside its peers (--peers).
--
-- From the environment:
--   ASTAR_BENCH  the folder with the maps (../shared/bench); see MISSING below
--   ONLY         these sections only; "layers" stands for all whose names begin with it
--   MAPS         these maps only          REPEAT   rounds, 3
--   BUILD        where programs are and results go
--   UNITS        of the section "world": how many units, one run for each
--   TICKS        how long games are played: "world", "crowd", and at most 1200, "claims" and
--                "collisions"
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
    for _, section in ipairs(sections.ORDER) do known = known or is_named(section, name) end
    if not known then
      die("bench: no section '%s'; there are %s\n", name, table.concat(sections.ORDER, ", "))
    end
  end
end

local function chosen_sections()
  local only, list = words(environment("ONLY", "")), {}
  check_names(only)
  for _, section in ipairs(sections.ORDER) do
    local chosen = #only == 0
    for _, name in ipairs(only) do chosen = chosen or is_named(section, name) end
    if chosen then list[#list + 1] = section end
  end
  return list
end

local function check_maps(source, chosen)
  local needed = false
  for _, name in ipairs(chosen) do needed = needed or sections.needs_maps(name) end
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

-- ---- how long it takes -------------------------------------------------------------------------

-- Seconds for each map, or without maps at all: of the first round, of every further one.
local SECONDS = { uniform = { 0.6, 0.6 }, weighted = { 1.2, 1.2 }, prepared = { 0.8, 0.8 },
  ["dead-ends"] = { 8, 8 }, landmarks = { 8, 8 }, ["first-step"] = { 60, 0 },
  floods = { 0.4, 0.3 },
  ["layers-dense"] = { 5, 0.5 },
  ["layers-claims"] = { 1, 0.5 },
  ["layers-fog"] = { 2, 0.5 }, ["layers-dots"] = { 2, 0.5 }, edits = { 0.9, 0 },
  ["edits-danger"] = { 0.3, 0.3 },
  ["edits-claims"] = { 0.3, 0.3 }, ["edits-switch"] = { 0.3, 0.3 }, growth = { 50, 0 },
  queue = { 45, 45 }, ticks = { 60, 60 },
  ["any-angle"] = { 4, 4 }, learning = { 3, 3 },
  nearest = { 1, 1 }, breaches = { 1.2, 1.2 }, fields = { 0.8, 0.8 }, links = { 20, 20 },
  slopes = { 15, 15 }, graphs = { 30, 30 }, hexagons = { 4, 4 }, sight = { 1, 1 },
  areas = { 1, 1 }, positions = { 2, 2 }, watches = { 2, 2 },
  recipes = { 25, 25 }, claims = { 8, 0 },
  collisions = { 16, 0 }, crowd = { 50, 50 },
  call = { 1, 1 }, world = { 12, 12 }, saving = { 3, 3 },
  sources = { 25, 25 } }
local PEER_SECONDS = { uniform = 2, weighted = 2.2, floods = 0.3 } -- of a round, for each map

local function seconds_of(bench, section)
  local first, further = SECONDS[section][1], SECONDS[section][2]
  local seconds, maps = first + further * (bench.repeats - 1), 0
  for _, peer in ipairs(bench.peers) do
    if peer.sections[section] then seconds = seconds + PEER_SECONDS[section] * bench.repeats end
  end
  for _, kind in ipairs(sections.KINDS[section]) do
    maps = maps + #data.names(bench.source, kind)
  end
  return seconds * (sections.needs_maps(section) and maps or 1)
end

local function count(number, what)
  return ("%d %s%s"):format(number, what, number == 1 and "" or "s")
end

local function announce(bench, chosen)
  local seconds = 0
  for _, section in ipairs(chosen) do seconds = seconds + seconds_of(bench, section) end
  local time = seconds < 90 and ("%d seconds"):format(math.ceil(seconds / 10) * 10)
    or ("%d minutes"):format(math.ceil(seconds / 60))
  print(("This takes about %s: %s, %s.\n"):format(time, count(#chosen, "section"),
    count(bench.repeats, "round")))
end

-- ---- doing it ----------------------------------------------------------------------------------

local TITLES = {
  uniform = "Uniform grids", weighted = "Weighted grids",
  prepared = "Weighted grids, prepared with map:prepare",
  landmarks = "Landmarks, made by map:prepare, and without",
  ["first-step"] = "The first step of a long path, by search:settle",
  ["dead-ends"] = "Dead ends, found by map:find_dead_ends, and without",
  floods = "Floods: no heuristic, to the cell farthest away",
  ["layers-dense"] = "Layers: every one dense, and the same costs as terrain",
  ["layers-claims"] = "Layers: claims alone, and the same without",
  ["layers-fog"] = "Layers: fog, claims, danger in blobs, and the same without",
  ["layers-dots"] = "Layers: fog, claims, danger in dots, and the same without",
  edits = "From a change of terrain to the next answer of a short query",
  ["edits-danger"] = "From a change of danger to the next answer",
  ["edits-claims"] = "From a comrade's new path to the next answer",
  ["edits-switch"] = "From a query without danger to one with it, and back",
  queue = "The queue: a thousand requests at once",
  ticks = "Ticks on a large map, whose tables are made within them",
  nearest = "The nearest of a hundred goals",
  breaches = "Breaches into closed goals, and alternatives",
  ["any-angle"] = "Any-angle paths, and those of the grid",
  learning = "Learning the map: journeys through the unknown, planned afresh",
  fields = "Fields: one for a hundred units, computed and repaired",
  links = "Links: none, stairs that spare hardly a step, and teleports",
  slopes = "Slopes: heights and currents, with layers and without",
  graphs = "Graphs: a hundred thousand nodes",
  hexagons = "Hexagons, and squares on the same maps",
  sight = "Sight as a question", areas = "Terrain analysis", positions = "Position queries",
  watches = "Ticks with watched paths, and without",
  recipes = "Recipes: influence maps that are computed from others",
  claims = "Claims: a game in the valley, with them and without",
  collisions = "Collisions: a game in the valley, with each rule",
  crowd = "A crowd: units with one errand after the other",
  world = "A world: units that roam, and cells that change",
  saving = "Saving, loading and recording a world of units that roam",
  sources = "Where maps come from: rows, tables, Tiled's files",
  growth = "Growth: rooms, from small to large", call = "The price of a call",
}

-- A part of the report, as bench/fill.lua finds it.
local function part(name, title, text)
  print(("## %s\n\n%s"):format(title, text))
  return ("<!-- bench %s -->\n## %s\n\n%s<!-- /bench -->\n"):format(name, title, text)
end

local function run(bench, chosen)
  local report = { part("machine", "The machine", bench.machine .. "\n") }
  for _, name in ipairs(chosen) do
    sections[name](bench)
    process.progress()
    local measured = #bench.results:maps(name) > 0
    report[#report + 1] = part(name, TITLES[name],
      measured and tables[name](bench.results) or "Nothing was measured.\n")
  end
  report[#report + 1] = part("marks", "The marks", tables.marks(bench.results))
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
  announce(bench, chosen)
  local report = run(bench, chosen)
  write(bench.build .. "/bench.md", report)
  bench.results:write_csv(bench.build .. "/bench.csv")
  print(("In %s: bench.md, bench.csv."):format(bench.build))
  return verdict(bench)
end

os.exit(main())
