--- The sections of `make bench`, a list in the order of measuring: each { name =, title =, run =,
-- kinds = (of the benchmark's maps that it uses; none: maps of its own) }.
--
-- `run` measures, and adds records to the results; it is called with `bench`:
--   source          the maps             results   where records go
--   ours, peers     programs             repeats   rounds, of which the medians count
--   build, lua      folder, interpreter  sizes     of the section "growth", or nil: all
--   units, ticks    of the section "world", or nil: all; units also of "saving", ticks of "crowd"
--   avoidance       of the section "crowd", or nil: its own
--   base            of the section "world": the folder of another checkout, built; or nil: none
--   failed          runs of our programs that failed, so far

local data = require "bench.data"
local process = require "bench.process"
local programs = require "bench.programs"
local stats = require "bench.stats"

local sections = {}

local UNIFORM, WEIGHTED, BOTH, CROWD = { "uniform" }, { "weighted" }, { "uniform", "weighted" },
  { "crowd" }

local function section(name, kinds, title, run)
  sections[#sections + 1] = { name = name, kinds = kinds, title = title, run = run }
end

local function complain(format, ...)
  process.progress()
  io.stderr:write("bench: ", format:format(...), "\n")
end

local function fail(bench, ...)
  bench.failed = bench.failed + 1
  complain(...)
end

local function column(rows, index)
  local values = {}
  for i, row in ipairs(rows) do values[i] = row[index] end
  return values
end

-- Calls f(task, map) for each map of these kinds; `map` is its name in sections that have both.
local function each_task(bench, kinds, f)
  for _, kind in ipairs(kinds) do
    for _, name in ipairs(data.names(bench.source, kind)) do
      f(data.task(bench.source, kind, name),
        #kinds > 1 and kind == "weighted" and name .. "-weighted" or name)
    end
  end
end

-- ---- scenarios, which all programs answer -------------------------------------------------------

local function is_right(length, optimum)
  return math.abs(length - optimum) <= 1e-4 * math.max(1, optimum)
end

local function count_wrong(rounds, optima, count)
  local wrong = 0
  for i = 1, count do
    local right = true
    for _, rows in ipairs(rounds) do right = right and is_right(rows[i][2], optima[i]) end
    if not right then wrong = wrong + 1 end
  end
  return wrong
end

-- Nodes as the program counts them, or the cells that a flood reaches; nil: it keeps no count.
local function expanded_of(rounds, task, count)
  local nodes = {}
  for i = 1, count do nodes[i] = task.reached and task.reached[i] or rounds[1][i][3] end
  return nodes[1] ~= -1 and nodes or nil
end

-- `last` are the words after a program's "end": those of bench/astar.lua.
local function record_of(name, map, who, rounds, task, last)
  local times = {}
  for i, rows in ipairs(rounds) do times[i] = column(rows, 1) end
  local us = stats.medians(times)
  return { section = name, map = map, who = who, us = us, alone = name == "growth",
    wrong = count_wrong(rounds, task.optima, #us), expanded = expanded_of(rounds, task, #us),
    cells = task.cells, first_us = last[1], bytes = last[2], idle_bytes = last[3] }
end

local function takes_part(bench, name)
  local list = {}
  for _, group in ipairs({ bench.ours, bench.peers }) do
    for _, program in ipairs(group) do
      if program.sections[name] then list[#list + 1] = program end
    end
  end
  return list
end

local function run_program(bench, program, name, task)
  local rows, last = process.run(program.command, task.map, task.scen, name, program.passes,
    program.seconds)
  if rows and #rows > 0 then return rows, last end
  local blame = program.is_peer and complain or function(...) fail(bench, ...) end
  blame("%s failed on %s, %s", program.who, name, task.name)
end

-- All programs answer the scenario in turn, so that what slows the machine down hits all of them.
local function run_task(bench, name, map, task, repeats)
  local list, rounds, last = takes_part(bench, name), {}, {}
  for round = 1, repeats do
    for _, program in ipairs(list) do
      process.progress(("%s: %s, %s (%d of %d)"):format(name, map, program.who, round, repeats))
      rounds[program] = rounds[program] or {}
      local rows, words = run_program(bench, program, name, task)
      table.insert(rounds[program], rows)
      last[program] = words or last[program]
    end
  end
  for _, program in ipairs(list) do
    if #rounds[program] > 0 then
      bench.results:add(record_of(name, map, program.who, rounds[program], task, last[program]))
    end
  end
end

local function scenarios(name)
  return function(bench, kinds)
    each_task(bench, kinds, function(task, map)
      run_task(bench, name, map, task, bench.repeats)
    end)
  end
end

local FLOODS = 5 -- starts per map

local function floods(bench)
  local farthest = process.quote(bench.build .. "/bench/farthest")
  for _, kind in ipairs(BOTH) do
    for _, name in ipairs(data.names(bench.source, kind)) do
      process.progress("floods: " .. name)
      run_task(bench, "floods", kind == "weighted" and name .. "-weighted" or name,
        data.floods(bench.source, kind, name, farthest, FLOODS), bench.repeats)
    end
  end
end

local SIZES = { 128, 256, 512, 1024, 2048, 4096 }
local GROWTH_CELLS = 50 * 1024 * 1024 -- fewer queries on large maps

local function largest(bench, default)
  return bench.sizes and bench.sizes[#bench.sizes] or default or SIZES[#SIZES]
end

local function growth(bench)
  for _, kind in ipairs(BOTH) do
    for _, size in ipairs(bench.sizes or SIZES) do
      local count = math.max(10, math.min(100, math.floor(GROWTH_CELLS / (size * size))))
      process.progress(("growth: %s rooms, %d"):format(kind, size))
      local task = data.growth(bench.source, bench.lua, size, kind, count)
      if task then run_task(bench, "growth", task.name, task, 1)
      else fail(bench, "the map of %s rooms, %d, could not be made", kind, size) end
    end
  end
end

-- ---- programs that measure in their own way -----------------------------------------------------

-- Runs a program `repeats` times; the lists of rows and of the words after "end".
local function rounds_of(bench, repeats, label, command, ...)
  local rounds, ends = {}, {}
  for round = 1, repeats do
    process.progress(("%s (%d of %d)"):format(label, round, repeats))
    local rows, words = process.run(command, ...)
    if rows and #rows > 0 then
      rounds[#rounds + 1], ends[#ends + 1] = rows, words
    else
      fail(bench, "%s failed", label)
    end
  end
  return rounds, ends
end

local function lua_program(bench, name)
  return ("%s bench/%s.lua"):format(bench.lua, (name:gsub("-", "_")))
end

-- Medians over the rounds, row by row, of what `pick` returns; rows without are left out.
local function medians_of(rounds, pick)
  local times = {}
  for i, rows in ipairs(rounds) do
    times[i] = {}
    for _, row in ipairs(rows) do
      local us = pick(row)
      if us then table.insert(times[i], us) end
    end
  end
  return stats.medians(times)
end

-- Adds a record with `more`, and a list for each of `columns`: the number of the column, or a
-- function that picks from a row.
local function add(bench, rounds, columns, more)
  for key, pick in pairs(columns) do
    more[key] = medians_of(rounds, type(pick) == "function" and pick
      or function(row) return row[pick] end)
  end
  more.who = more.who or "astar-lua"
  bench.results:add(more)
end

-- What a section's program measures on each map of its kinds. given:
--   words      of the program behind the map and its queries
--   columns    of the record     without   columns of a second record, of "astar-lua-without"
--   program    its name, if it is not that of the section
--   rounds     at least so many
--   more(last, task)   more fields of the record
local function on_maps(name, given)
  return function(bench, kinds)
    each_task(bench, kinds, function(task, map)
      local rounds, ends = rounds_of(bench, math.max(bench.repeats, given.rounds or 1),
        name .. ": " .. map, lua_program(bench, given.program or name), task.map, task.scen,
        (table.unpack or unpack)(given.words))
      if not rounds[1] then return end
      local more = given.more and given.more(ends[1], task) or {}
      more.section, more.map, more.wrong = name, map, ends[1][1]
      add(bench, rounds, given.columns, more)
      if given.without then
        add(bench, rounds, given.without, { section = name, map = map, wrong = ends[1][1],
          who = "astar-lua-without" })
      end
    end)
  end
end

-- What a section's program measures on maps of its own: "KIND SIZE TIMES" are its words.
-- `records`: from `who` to columns.
local function of_kinds(name, kinds, size, times, records)
  return function(bench)
    for _, kind in ipairs(kinds) do
      local rounds, ends = rounds_of(bench, bench.repeats, name .. ": " .. kind,
        lua_program(bench, name), kind, bench.sizes and bench.sizes[1] or size, times)
      for _, record in ipairs(rounds[1] and records or {}) do
        add(bench, rounds, record[2], { section = name, map = kind, who = record[1], alone = true,
          wrong = ends[1][1] })
      end
    end
  end
end

-- Programs that print "WHAT TIME" many times over: a record for each WHAT of each list of words
-- that they are called with, the first of which is a size.
local function kinds_of(rows)
  local kinds, seen = {}, { garbage = true }
  for _, row in ipairs(rows) do
    if not seen[row[1]] then kinds[#kinds + 1] = row[1] end
    seen[row[1]] = true
  end
  return kinds
end

local function of_kind(what) return function(row) return row[1] == what and row[2] end end

local function questions(name, calls)
  return function(bench)
    for _, call in ipairs(calls) do
      local words = { bench.sizes and bench.sizes[1] or call[1], call[2], call[3] }
      local label = table.concat(words, " ")
      local rounds, ends = rounds_of(bench, bench.repeats, name .. ": " .. label,
        lua_program(bench, name), words[1], words[2], words[3])
      for _, what in ipairs(kinds_of(rounds[1] or {})) do
        add(bench, rounds, { us = of_kind(what) }, { section = name, map = label .. " " .. what,
          alone = true, wrong = ends[1][1] })
      end
    end
  end
end

-- ---- layers, the first step, calls --------------------------------------------------------------

local LAYER_QUERIES = 40

-- What takes longest here is to make the layers: all passes are made in one process.
local function layers(what, without)
  local name = "layers-" .. what
  return function(bench, kinds)
    each_task(bench, kinds, function(task, map)
      local rounds = rounds_of(bench, 1, name .. ": " .. map, lua_program(bench, "layers"),
        task.map, task.scen, what, 2 * bench.repeats + 1, LAYER_QUERIES)
      local function add_rows(who, key)
        local function pick(index)
          return function(row) return row[1] == key and row[index] end
        end
        add(bench, rounds, { us = pick(2), expanded = pick(4), fresh_us = pick(5),
          walked_us = pick(6) }, { section = name, map = map, who = who,
          wrong = stats.sum(medians_of(rounds, pick(3))) })
      end
      if rounds[1] then
        add_rows("astar-lua", "layered")
        add_rows(without, "plain")
      end
    end)
  end
end

local FIRST_NODES, FIRST_BOUND, FIRST_PASSES = { 500, 2000 }, 1.05, 3

-- The program prints the queries without and then with landmarks, one after the other.
local function first_step(bench)
  process.progress("first-step: making the map")
  local task = data.growth(bench.source, bench.lua, largest(bench), "weighted", 10)
  local rounds, ends = rounds_of(bench, 1, "first-step", lua_program(bench, "first-step"),
    task and task.map, task and task.scen, FIRST_PASSES, FIRST_BOUND, FIRST_NODES[1],
    FIRST_NODES[2])
  if not rounds[1] then return end
  local count = #rounds[1] / 2
  for half, prepared in ipairs({ "", "-prepared" }) do
    local rows = {}
    for i = 1, count do rows[i] = rounds[1][i + (half - 1) * count] end
    for i, nodes in ipairs(FIRST_NODES) do
      add(bench, { rows }, { whole_us = 1, us = 3 * i - 1, walked = 3 * i, more = 3 * i + 1 },
        { section = "first-step", map = task.name .. prepared, alone = true, wrong = ends[1][1],
          who = ("astar-lua-%d"):format(nodes) })
    end
  end
end

local BATCHES = 100

local function call_records(bench, who, command)
  local rounds = rounds_of(bench, bench.repeats, "call: " .. who, command, BATCHES)
  local garbage = {}
  for _, row in ipairs(rounds[1] or {}) do
    if row[1] == "garbage" then garbage[row[2]] = row end         -- which only Lua makes
  end
  for _, kind in ipairs(kinds_of(rounds[1] or {})) do
    local row = garbage[kind] or {}
    add(bench, rounds, { us = of_kind(kind) }, { section = "call", map = kind, who = who,
      wrong = 0, alone = true, garbage = row[3], object = row[4] })
  end
end

local function call(bench)
  call_records(bench, "astar-lua", lua_program(bench, "call"))
  call_records(bench, "astar-c", process.quote(bench.build .. "/bench/call"))
end

-- ---- the queue ----------------------------------------------------------------------------------

local REQUESTS, QUEUE_SIZE = 1000, 1024
local BUDGETS = { 1000, 5000, 20000 }
local THREADED = BUDGETS[#BUDGETS]         -- the budget that two threads are tried with

-- Of each tick; with each budget and number of threads it has the same requests.
local function queue_record(bench, kind, nodes, threads)
  local map = ("%s-%d"):format(kind, nodes)
  local rounds, ends = rounds_of(bench, bench.repeats, ("queue: %s, %d threads"):format(map,
    threads), lua_program(bench, "queue"), largest(bench, QUEUE_SIZE), kind, REQUESTS, nodes,
    threads)
  if not rounds[1] then return end
  add(bench, rounds, { us = 1 }, { section = "queue", map = map, alone = true, wrong = ends[1][1],
    who = threads == 1 and "astar-lua" or "astar-lua-two-threads" })
end

local function queue(bench)
  for _, kind in ipairs(BOTH) do
    for _, nodes in ipairs(BUDGETS) do queue_record(bench, kind, nodes, 1) end
    queue_record(bench, kind, THREADED, 2)
  end
end

local TICK_NODES, TICK_REQUESTS = 10000, 8

-- Of each request and each tick, on a map without tables.
local function ticks(bench)
  for _, kind in ipairs(BOTH) do
    local map = ("rooms-%s-%d"):format(kind, largest(bench))
    local rounds, ends = rounds_of(bench, bench.repeats, "ticks: " .. map,
      lua_program(bench, "ticks"), largest(bench), kind, TICK_NODES, TICK_REQUESTS)
    if rounds[1] then
      local times, us, request_us = medians_of(rounds, function(row) return row[1] end), {}, 0
      for i, time in ipairs(times) do
        if i > TICK_REQUESTS then us[#us + 1] = time
        else request_us = math.max(request_us, time) end
      end
      bench.results:add({ section = "ticks", map = map, who = "astar-lua", alone = true,
        us = us, wrong = ends[1][1], request_us = request_us, first_tick = ends[1][2] })
    end
  end
end

-- ---- worlds, crowds ----------------------------------------------------------------------

local WORLD_MAP = "battleground"           -- or the first one, where it is not there
local UNITS, TICKS = { 100, 1000, 10000 }, 5000
local UNIT_TICKS = 2e7                     -- fewer ticks for more units

local function world_task(bench)
  local names = data.names(bench.source, "uniform")
  local name = names[1]
  for _, one in ipairs(names) do name = one == WORLD_MAP and one or name end
  local task = name and data.task(bench.source, "uniform", name)
  if task then task.map = process.absolute(task.map) end   -- a base runs in its own folder
  return task
end

-- The rounds of all programs, each of which runs in each round: what slows the machine down hits
-- all of them. Wrong is a world that ends otherwise on another Lua; that of another commit may.
local function world_records(bench, task, luas, units)
  local count = math.min(bench.ticks or TICKS, math.floor(UNIT_TICKS / units))
  local rounds, ends, hash = {}, {}, nil
  for round = 1, bench.repeats do
    for _, lua in ipairs(luas) do
      local label = ("world: %d, %s, round %d"):format(units, lua.who, round)
      local one, last = rounds_of(bench, 1, label, lua.command .. " bench/world.lua", task.map,
        units, count)
      rounds[lua.who] = rounds[lua.who] or {}
      table.insert(rounds[lua.who], one[1])
      ends[lua.who] = ends[lua.who] or last[1]
    end
  end
  for _, lua in ipairs(luas) do
    local last = ends[lua.who]
    if last then
      hash = hash or last[6]
      add(bench, rounds[lua.who], { us = 1, edits_us = 2, moves_us = 3, search_us = 4 },
        { section = "world", map = tostring(units), who = lua.who, alone = true,
          wrong = (lua.who == "base" or last[6] == hash) and 0 or 1, arrivals = last[1],
          ideal = last[2], early_bytes = last[3], late_bytes = last[4], walk_us = last[5] })
    end
  end
end

local function world(bench)
  local task = world_task(bench)
  if not task then return end
  local luas = programs.luas(bench.build, bench.lua)
  if bench.base then table.insert(luas, programs.base(bench.base, bench.lua)) end
  for _, units in ipairs(bench.units or UNITS) do world_records(bench, task, luas, units) end
end

local SAVED_UNITS, SAVINGS = { 100, 1000 }, 10

-- Wrong is a world that goes on otherwise, saved, loaded or recorded.
local function saving(bench)
  local task = world_task(bench)
  for _, units in ipairs(task and (bench.units or SAVED_UNITS) or {}) do
    local rounds, ends = rounds_of(bench, bench.repeats, ("saving: %d units"):format(units),
      lua_program(bench, "saving"), task.map, units, SAVINGS)
    if rounds[1] then
      local last = ends[1]
      add(bench, rounds, { us = 1, load_us = 2, hash_us = 3, tick_us = 4, recorded_us = 5 },
        { section = "saving", map = tostring(units), alone = true, wrong = last[1],
          saved_bytes = last[2], recorded_bytes = last[3] })
    end
  end
end

local SIGHTS, JOURNEYS = { 5, 10 }, 20

local function learning(bench, kinds)
  each_task(bench, kinds, function(task, name)
    for _, radius in ipairs(SIGHTS) do
      local map = ("%s-%d"):format(name, radius)
      local rounds, ends = rounds_of(bench, bench.repeats, "learning: " .. map,
        lua_program(bench, "learning"), task.map, task.scen, radius, JOURNEYS)
      if rounds[1] then
        add(bench, rounds, { us = 1, expanded = 2, plans = 3, steps = 4 },
          { section = "learning", map = map, alone = true, wrong = ends[1][1] })
      end
    end
  end)
end

local STEPS = 1000                         -- of a crowd

-- One of { who, command }. Wrong is a unit that meets another.
local function crowd_record(bench, task, map, directions, program)
  local rounds, ends = rounds_of(bench, bench.repeats, ("crowd: %s, %s"):format(map, program[1]),
    program[2], task.map, task.agents, task.tasks, bench.ticks or STEPS, directions, program[3])
  if not rounds[1] then return end
  bench.results:add { section = "crowd", map = map, who = program[1], alone = true,
    us = medians_of(rounds, function(row) return row[1] end), arrived = column(rounds[1], 2),
    wrong = ends[1][1], units = ends[1][2], ideal = ends[1][3] }
end

local function crowd(bench)
  local list = { { "astar-lua", lua_program(bench, "crowd"), bench.avoidance },
    { "pibt", process.quote(bench.build .. "/bench/pibt") } }
  for _, name in ipairs(data.names(bench.source, "crowd")) do
    local task = data.crowd(bench.source, name)
    for _, program in ipairs(list) do crowd_record(bench, task, name, 4, program) end
    for _, program in ipairs(list) do crowd_record(bench, task, name .. "-eight", 8, program) end
  end
end

-- ---- the list -----------------------------------------------------------------------------------

-- What it takes on a map on which a method was called, and on one where not.
local function beside(name, method)
  return on_maps(name, { program = "beside", words = { 3, method },
    columns = { us = 1, expanded = 2, plain_expanded = 5 },
    without = { us = 3, expanded = 4, plain_expanded = 6 },
    more = function(last, task)
      return { cells = task.cells, first_us = last[2], bytes = last[3], edit_us = last[4],
        worst_edit_us = last[5] }
    end })
end

local function edits(name, what, count, rounds)
  return on_maps(name, { program = "edits", words = { what, count }, rounds = rounds,
    columns = { us = 1, alone_us = 2 } })
end

local function beside_plain(name, kinds)
  return of_kinds(name, kinds, 512, 200, { { "astar-lua", { us = 1, plain_us = 2 } } })
end

section("uniform", UNIFORM, "Uniform grids", scenarios "uniform")
section("weighted", WEIGHTED, "Weighted grids", scenarios "weighted")
section("prepared", WEIGHTED, "Weighted grids, prepared with map:prepare", scenarios "prepared")
section("landmarks", BOTH, "Landmarks, made by map:prepare, and without",
  beside("landmarks", "landmarks"))
section("first-step", {}, "The first step of a long path, by search:end_early", first_step)
section("dead-ends", BOTH, "Dead ends, found beforehand, and without",
  beside("dead-ends", "dead_ends"))
section("floods", BOTH, "Floods: no heuristic, to the cell farthest away", floods)
section("layers-dense", WEIGHTED, "Layers: every one dense, and the same costs as terrain",
  layers("dense", "astar-lua-as-terrain"))
section("layers-claims", UNIFORM, "Layers: claims alone, and the same without",
  layers("claims", "astar-lua-without"))
section("layers-fog", UNIFORM, "Layers: fog, claims, danger in blobs, and the same without",
  layers("fog", "astar-lua-without"))
section("layers-dots", UNIFORM, "Layers: fog, claims, danger in dots, and the same without",
  layers("dots", "astar-lua-without"))
-- In a few rounds the worst change is the one at which something else came in between.
section("edits", BOTH, "From a change of terrain to the next answer of a short query",
  edits("edits", "terrain", 2000, 5))
section("edits-danger", BOTH, "From a change of danger to the next answer",
  edits("edits-danger", "danger", 500))
section("edits-claims", BOTH, "From a friendly unit's new path to the next answer",
  edits("edits-claims", "claims", 500))
section("edits-switch", BOTH, "From a query without danger to one with it, and back",
  edits("edits-switch", "switch", 500))
section("queue", {}, "The queue: a thousand requests at once", queue)
section("ticks", {}, "Ticks on a large map, whose tables are made within them", ticks)
section("nearest", BOTH, "The nearest of a hundred goals", on_maps("nearest",
  { words = { 100, 10, 5, 3 }, columns = { us = 1, several_us = 2, each_us = 3, expanded = 4 } }))
section("breaches", BOTH, "Breaches into closed goals, and alternatives", on_maps("breaches",
  { words = { 20 },
    columns = { us = 1, cheap_us = 2, several_us = 3, plain_us = 4, ways = 5 } }))
section("any-angle", UNIFORM, "Any-angle paths, and those of the grid", on_maps("any-angle",
  { words = { 3 },
    columns = { us = 1, expanded = 2, alone_us = 3, smooth_us = 4, share = 5 } }))
section("learning", UNIFORM, "Learning the map: journeys through the unknown, planned afresh",
  learning)
section("fields", BOTH, "Fields: one for a hundred units, computed and repaired", on_maps("fields",
  { words = { 5, 100, 50 }, columns = { us = 1, expanded = 2, repair_us = 3, steps_us = 4,
    each_us = 5, flight_us = 6, flight_repair_us = 7 } }))
section("links", {}, "Links: none, stairs that spare hardly a step, and teleports",
  beside_plain("links",
    { "none", "stairs", "teleports", "none-swamp", "stairs-swamp", "teleports-swamp" }))
section("slopes", {}, "Slopes: heights and currents, with layers and without",
  beside_plain("slopes",
    { "none", "heights", "currents", "none-layers", "heights-layers", "currents-layers" }))
-- A field is computed for some of the queries.
section("graphs", {}, "Graphs: a hundred thousand nodes",
  of_kinds("graphs", { "roads", "nowhere", "roads-fog" }, 100000, 200, { { "astar-lua",
    { us = 1, plain_us = 2, compute_us = function(row) return row[3] > 0 and row[3] end } } }))
section("hexagons", {}, "Hexagons, and squares on the same maps",
  of_kinds("hexagons", { "uniform", "weighted", "rooms" }, 512, 100, {
    { "astar-lua", { us = 1, expanded = 2 } }, { "astar-lua-squares", { us = 3, expanded = 4 } },
    { "astar-lua-squares-jpsw", { us = 5, expanded = 6 } } }))
section("recipes", {}, "Recipes: influence maps that are computed from others",
  of_kinds("recipes", { "sum", "product", "vulnerability", "slope", "near-8", "near-32", "flow-8",
    "nested" }, 512, 15, { { "astar-lua", { compute_us = 1, us = 2, decay_us = 3 } } }))
section("sight", {}, "Sight as a question",
  questions("sight", { { 512, 1000, 10 }, { 512, 100, 31 } }))
section("areas", {}, "Terrain analysis", questions("areas", { { 512 } }))
section("positions", {}, "Position queries", questions("positions", { { 128, 16 }, { 512, 16 } }))
section("watches", {}, "Ticks with watched paths, and without",
  questions("watches", { { 512, 200 } }))
section("groups", {}, "Groups, and their units with an order each",
  questions("groups", { { 10 }, { 50 }, { 150 }, { 500 } }))
section("crowd", CROWD, "A crowd: units with one task after the other", crowd)
section("world", UNIFORM, "A world: units that roam, and cells that change", world)
section("saving", UNIFORM, "Saving, loading and recording a world of units that roam", saving)
section("sources", {}, "Where maps come from: rows, tables, Tiled's files",
  questions("sources", { { 512 }, { 1000 } }))
section("growth", {}, "Growth: rooms, from small to large", growth)
section("call", {}, "The price of a call", call)

return sections
