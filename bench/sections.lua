--- The sections of `make bench`: each measures, adds records to the results and returns nothing.
--
-- A section is called with `bench`:
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

local BOTH = { "uniform", "weighted" }

-- ---- scenarios: uniform, weighted, prepared, floods, growth ------------------------------------

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
local function record_of(section, map, who, rounds, task, last)
  local times = {}
  for i, rows in ipairs(rounds) do times[i] = column(rows, 1) end
  local us = stats.medians(times)
  return { section = section, map = map, who = who, us = us, alone = section == "growth",
    wrong = count_wrong(rounds, task.optima, #us), expanded = expanded_of(rounds, task, #us),
    cells = task.cells, first_us = last[1], bytes = last[2], idle_bytes = last[3] }
end

local function takes_part(bench, section)
  local list = {}
  for _, group in ipairs({ bench.ours, bench.peers }) do
    for _, program in ipairs(group) do
      if program.sections[section] then list[#list + 1] = program end
    end
  end
  return list
end

local function run_program(bench, program, section, task)
  local rows, last = process.run(program.command, task.map, task.scen, section, program.passes,
    program.seconds)
  if rows and #rows > 0 then return rows, last end
  local blame = program.is_peer and complain or function(...) fail(bench, ...) end
  blame("%s failed on %s, %s", program.who, section, task.name)
end

-- All programs answer the scenario in turn, so that what slows the machine down hits all of them.
local function run_task(bench, section, map, task, repeats)
  local list, rounds, last = takes_part(bench, section), {}, {}
  for round = 1, repeats do
    for _, program in ipairs(list) do
      process.progress(("%s: %s, %s (%d of %d)"):format(section, map, program.who, round,
        repeats))
      rounds[program] = rounds[program] or {}
      local rows, words = run_program(bench, program, section, task)
      table.insert(rounds[program], rows)
      last[program] = words or last[program]
    end
  end
  for _, program in ipairs(list) do
    if #rounds[program] > 0 then
      bench.results:add(record_of(section, map, program.who, rounds[program], task,
        last[program]))
    end
  end
end

local function scenarios(section, kind)
  return function(bench)
    for _, name in ipairs(data.names(bench.source, kind)) do
      run_task(bench, section, name, data.task(bench.source, kind, name), bench.repeats)
    end
  end
end

sections.uniform = scenarios("uniform", "uniform")
sections.weighted = scenarios("weighted", "weighted")
sections.prepared = scenarios("prepared", "weighted")

-- Names of maps in sections that have both kinds.
local function name_of(kind, name) return kind == "weighted" and name .. "-weighted" or name end

local FLOODS = 5 -- starts per map

function sections.floods(bench)
  local farthest = process.quote(bench.build .. "/bench/farthest")
  for _, kind in ipairs(BOTH) do
    for _, name in ipairs(data.names(bench.source, kind)) do
      process.progress("floods: " .. name)
      local task = data.floods(bench.source, kind, name, farthest, FLOODS)
      run_task(bench, "floods", name_of(kind, name), task, bench.repeats)
    end
  end
end

local SIZES = { 128, 256, 512, 1024, 2048, 4096 }
local GROWTH_CELLS = 50 * 1024 * 1024 -- fewer queries on large maps

function sections.growth(bench)
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

-- ---- layers, edits, call: programs that measure in their own way -------------------------------

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

local function lua_program(bench, name) return ("%s bench/%s.lua"):format(bench.lua, name) end

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

local LAYER_QUERIES = 40

local function layer_record(section, map, rounds, who, key)
  local function pick(index) return function(row) return row[1] == key and row[index] end end
  return { section = section, map = map, who = who, us = medians_of(rounds, pick(2)),
    wrong = stats.sum(medians_of(rounds, pick(3))), expanded = medians_of(rounds, pick(4)),
    fresh_us = medians_of(rounds, pick(5)), walked_us = medians_of(rounds, pick(6)) }
end

-- What takes longest here is to make the layers: all passes are made in one process.
local function layers(kind, what, without)
  local section = "layers-" .. what
  return function(bench)
    for _, name in ipairs(data.names(bench.source, kind)) do
      local task = data.task(bench.source, kind, name)
      local rounds = rounds_of(bench, 1, section .. ": " .. name, lua_program(bench, "layers"),
        task.map, task.scen, what, 2 * bench.repeats + 1, LAYER_QUERIES)
      if rounds[1] then
        bench.results:add(layer_record(section, name, rounds, "astar-lua", "layered"))
        bench.results:add(layer_record(section, name, rounds, without, "plain"))
      end
    end
  end
end

sections["layers-dense"] = layers("weighted", "dense", "astar-lua-as-terrain")
sections["layers-claims"] = layers("uniform", "claims", "astar-lua-without")
sections["layers-fog"] = layers("uniform", "fog", "astar-lua-without")
sections["layers-dots"] = layers("uniform", "dots", "astar-lua-without")

local function edits(section, what, count, least_rounds)
  return function(bench)
    for _, kind in ipairs(BOTH) do
      for _, name in ipairs(data.names(bench.source, kind)) do
        local task, map = data.task(bench.source, kind, name), name_of(kind, name)
        local rounds, ends = rounds_of(bench, math.max(bench.repeats, least_rounds),
          section .. ": " .. map, lua_program(bench, "edits"), task.map, task.scen, what, count)
        if rounds[1] then
          bench.results:add({ section = section, map = map, who = "astar-lua", wrong = ends[1][1],
            us = medians_of(rounds, function(row) return row[1] end),
            alone_us = medians_of(rounds, function(row) return row[2] end) })
        end
      end
    end
  end
end

-- In a few rounds the worst change is the one at which something else came in between.
sections.edits = edits("edits", "terrain", 2000, 5)
sections["edits-danger"] = edits("edits-danger", "danger", 500, 1)
sections["edits-claims"] = edits("edits-claims", "claims", 500, 1)
sections["edits-switch"] = edits("edits-switch", "switch", 500, 1)

local BESIDE_PASSES = 3

-- What it takes on a map on which a method was called, and on one where not.
local function beside(section, method)
  return function(bench)
    for _, kind in ipairs(BOTH) do
      for _, name in ipairs(data.names(bench.source, kind)) do
        local task, map = data.task(bench.source, kind, name), name_of(kind, name)
        local rounds, ends = rounds_of(bench, bench.repeats, section .. ": " .. map,
          lua_program(bench, "beside"), task.map, task.scen, BESIDE_PASSES, method)
        local function column_of(index)
          return medians_of(rounds, function(row) return row[index] end)
        end
        if rounds[1] then
          bench.results:add({ section = section, map = map, who = "astar-lua", cells = task.cells,
            wrong = ends[1][1], us = column_of(1), expanded = column_of(2),
            plain_expanded = column_of(5), first_us = ends[1][2], bytes = ends[1][3],
            edit_us = ends[1][4], worst_edit_us = ends[1][5] })
          bench.results:add({ section = section, map = map, who = "astar-lua-without",
            wrong = ends[1][1], us = column_of(3), expanded = column_of(4),
            plain_expanded = column_of(6) })
        end
      end
    end
  end
end

sections["dead-ends"] = beside("dead-ends", "dead_ends")
sections.landmarks = beside("landmarks", "landmarks")

local FIRST_NODES, FIRST_BOUND, FIRST_PASSES = { 500, 2000 }, 1.05, 3

-- Of the queries without and then with landmarks, which a program prints one after the other.
local function first_step_records(bench, map, row_of, wrong)
  for half, prepared in ipairs({ "", "-prepared" }) do
    for i, nodes in ipairs(FIRST_NODES) do
      local function column_of(index) return row_of(half, index) end
      bench.results:add({ section = "first-step", map = map .. prepared, alone = true,
        who = ("astar-lua-%d"):format(nodes), wrong = wrong, whole_us = column_of(1),
        us = column_of(3 * i - 1), walked = column_of(3 * i), more = column_of(3 * i + 1) })
    end
  end
end

sections["first-step"] = function(bench)
  local size = bench.sizes and bench.sizes[#bench.sizes] or SIZES[#SIZES]
  process.progress("first-step: making the map")
  local task = data.growth(bench.source, bench.lua, size, "weighted", 10)
  local rounds, ends = rounds_of(bench, 1, "first-step", lua_program(bench, "first_step"),
    task and task.map, task and task.scen, FIRST_PASSES, FIRST_BOUND, FIRST_NODES[1],
    FIRST_NODES[2])
  if not rounds[1] then return end
  first_step_records(bench, task.name, function(half, index)
    local list, count = {}, #rounds[1] / 2
    for i = 1, count do list[i] = rounds[1][i + (half - 1) * count][index] end
    return list
  end, ends[1][1])
end

local BATCHES = 100

-- The kinds of calls, in order; and for each the row that tells its garbage, which only Lua makes.
local function kinds_of(rows)
  local kinds, garbage, seen = {}, {}, { garbage = true }
  for _, row in ipairs(rows) do
    local kind = row[1]
    if kind == "garbage" then garbage[row[2]] = row end
    if not seen[kind] then kinds[#kinds + 1] = kind end
    seen[kind] = true
  end
  return kinds, garbage
end

local function call_records(bench, who, command)
  local rounds = rounds_of(bench, bench.repeats, "call: " .. who, command, BATCHES)
  local kinds, garbage = kinds_of(rounds[1] or {})
  for _, kind in ipairs(kinds) do
    local row = garbage[kind] or {}
    bench.results:add({ section = "call", map = kind, who = who, wrong = 0, alone = true,
      garbage = row[3], object = row[4],
      us = medians_of(rounds, function(r) return r[1] == kind and r[2] end) })
  end
end

function sections.call(bench)
  call_records(bench, "astar-lua", lua_program(bench, "call"))
  call_records(bench, "astar-c", process.quote(bench.build .. "/bench/call"))
end

-- ---- many units: queue, nearest, fields, claims, collisions ---------------------------------

local REQUESTS, QUEUE_SIZE = 1000, 1024
local BUDGETS = { 1000, 5000, 20000 }
local THREADED = BUDGETS[#BUDGETS]         -- the budget that two threads are tried with

-- Of each tick; with each budget and number of threads it has the same requests.
local function queue_record(bench, kind, nodes, threads)
  local map = ("%s-%d"):format(kind, nodes)
  local sizes = bench.sizes
  local label = ("queue: %s, %d threads"):format(map, threads)
  local rounds, ends = rounds_of(bench, bench.repeats, label, lua_program(bench, "queue"),
    sizes and sizes[#sizes] or QUEUE_SIZE, kind, REQUESTS, nodes, threads)
  if not rounds[1] then return end
  bench.results:add({ section = "queue", map = map, alone = true, wrong = ends[1][1],
    who = threads == 1 and "astar-lua" or "astar-lua-two-threads",
    us = medians_of(rounds, function(row) return row[1] end) })
end

function sections.queue(bench)
  for _, kind in ipairs(BOTH) do
    for _, nodes in ipairs(BUDGETS) do queue_record(bench, kind, nodes, 1) end
    queue_record(bench, kind, THREADED, 2)
  end
end

local TICK_NODES, TICK_REQUESTS = 10000, 8

-- Of each request and each tick, on a map without tables.
function sections.ticks(bench)
  local size = bench.sizes and bench.sizes[#bench.sizes] or SIZES[#SIZES]
  for _, kind in ipairs(BOTH) do
    local map = ("rooms-%s-%d"):format(kind, size)
    local rounds, ends = rounds_of(bench, bench.repeats, "ticks: " .. map,
      lua_program(bench, "ticks"), size, kind, TICK_NODES, TICK_REQUESTS)
    if rounds[1] then
      local times, ticks, request_us = medians_of(rounds, function(row) return row[1] end), {}, 0
      for i, us in ipairs(times) do
        if i > TICK_REQUESTS then ticks[#ticks + 1] = us
        else request_us = math.max(request_us, us) end
      end
      bench.results:add({ section = "ticks", map = map, who = "astar-lua", alone = true,
        us = ticks, wrong = ends[1][1], request_us = request_us, first_tick = ends[1][2] })
    end
  end
end

local GOALS, STARTS, NEAREST, NEAREST_PASSES = 100, 10, 5, 3

function sections.nearest(bench)
  for _, kind in ipairs(BOTH) do
    for _, name in ipairs(data.names(bench.source, kind)) do
      local task, map = data.task(bench.source, kind, name), name_of(kind, name)
      local rounds, ends = rounds_of(bench, bench.repeats, "nearest: " .. map,
        lua_program(bench, "nearest"), task.map, task.scen, GOALS, STARTS, NEAREST,
        NEAREST_PASSES)
      local function column_of(index)
        return medians_of(rounds, function(row) return row[index] end)
      end
      if rounds[1] then
        bench.results:add({ section = "nearest", map = map, who = "astar-lua",
          wrong = ends[1][1], us = column_of(1), several_us = column_of(2),
          each_us = column_of(3), expanded = column_of(4) })
      end
    end
  end
end

local BREACHES = 20

function sections.breaches(bench)
  for _, kind in ipairs(BOTH) do
    for _, name in ipairs(data.names(bench.source, kind)) do
      local task, map = data.task(bench.source, kind, name), name_of(kind, name)
      local rounds, ends = rounds_of(bench, bench.repeats, "breaches: " .. map,
        lua_program(bench, "breaches"), task.map, task.scen, BREACHES)
      local function column_of(index)
        return medians_of(rounds, function(row) return row[index] end)
      end
      if rounds[1] then
        bench.results:add({ section = "breaches", map = map, who = "astar-lua",
          wrong = ends[1][1], us = column_of(1), cheap_us = column_of(2),
          several_us = column_of(3), plain_us = column_of(4), ways = column(rounds[1], 5) })
      end
    end
  end
end

local FIELDS, FIELD_UNITS, FIELD_EDITS = 5, 100, 50

function sections.fields(bench)
  for _, kind in ipairs(BOTH) do
    for _, name in ipairs(data.names(bench.source, kind)) do
      local task, map = data.task(bench.source, kind, name), name_of(kind, name)
      local rounds, ends = rounds_of(bench, bench.repeats, "fields: " .. map,
        lua_program(bench, "fields"), task.map, task.scen, FIELDS, FIELD_UNITS, FIELD_EDITS)
      local function column_of(index)
        return medians_of(rounds, function(row) return row[index] end)
      end
      if rounds[1] then
        bench.results:add({ section = "fields", map = map, who = "astar-lua",
          wrong = ends[1][1], us = column_of(1), expanded = column_of(2), repair_us = column_of(3),
          steps_us = column_of(4), each_us = column_of(5), flight_us = column_of(6),
          flight_repair_us = column_of(7) })
      end
    end
  end
end

local SEEDS = 20

local function demo_ticks(bench) return math.min(bench.ticks or 1200, 1200) end

-- Each game is the same every time, and takes no clock: one round will do.
function sections.claims(bench)
  local rounds = rounds_of(bench, 1, "claims", lua_program(bench, "claims"), SEEDS,
    demo_ticks(bench))
  for i, who in ipairs(rounds[1] and { "astar-lua", "astar-lua-without" } or {}) do
    bench.results:add({ section = "claims", map = "valley", who = who, wrong = 0,
      us = column(rounds[1], i) })
  end
end

-- ---- worlds -------------------------------------------------------------------------------------

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

local function world_record(units, who, rounds, last)
  local function column_of(index)
    return medians_of(rounds, function(row) return row[index] end)
  end
  return { section = "world", map = tostring(units), who = who, wrong = 0, alone = true,
    us = column_of(1), edits_us = column_of(2), moves_us = column_of(3), search_us = column_of(4),
    arrivals = last[1], ideal = last[2], early_bytes = last[3], late_bytes = last[4],
    walk_us = last[5], hash = last[6] }
end

-- The records of all programs, each of which runs in each round: what slows the machine down hits
-- all of them.
local function world_records(bench, task, luas, units)
  local ticks = math.min(bench.ticks or TICKS, math.floor(UNIT_TICKS / units))
  local rounds, ends, records = {}, {}, {}
  for round = 1, bench.repeats do
    for _, lua in ipairs(luas) do
      local label = ("world: %d, %s, round %d"):format(units, lua.who, round)
      local one, last = rounds_of(bench, 1, label, lua.command .. " bench/world.lua", task.map,
        units, ticks)
      rounds[lua.who] = rounds[lua.who] or {}
      table.insert(rounds[lua.who], one[1])
      ends[lua.who] = ends[lua.who] or last[1]
    end
  end
  for _, lua in ipairs(luas) do
    if ends[lua.who] then
      table.insert(records, world_record(units, lua.who, rounds[lua.who], ends[lua.who]))
    end
  end
  return records
end

-- Wrong is a world that ends otherwise on another Lua; that of another commit may.
function sections.world(bench)
  local task = world_task(bench)
  if not task then return end
  local luas = programs.luas(bench.build, bench.lua)
  if bench.base then table.insert(luas, programs.base(bench.base, bench.lua)) end
  for _, units in ipairs(bench.units or UNITS) do
    local hash
    for _, record in ipairs(world_records(bench, task, luas, units)) do
      hash = hash or record.hash
      record.wrong = (record.who == "base" or record.hash == hash) and 0 or 1
      bench.results:add(record)
    end
  end
end

local SAVED_UNITS, SAVINGS = { 100, 1000 }, 10

-- Wrong is a world that goes on otherwise, saved, loaded or recorded.
function sections.saving(bench)
  local task = world_task(bench)
  for _, units in ipairs(task and (bench.units or SAVED_UNITS) or {}) do
    local rounds, ends = rounds_of(bench, bench.repeats, ("saving: %d units"):format(units),
      lua_program(bench, "saving"), task.map, units, SAVINGS)
    local function column_of(index)
      return medians_of(rounds, function(row) return row[index] end)
    end
    if rounds[1] then
      local last = ends[1]
      bench.results:add { section = "saving", map = tostring(units), who = "astar-lua",
        alone = true, wrong = last[1], us = column_of(1), load_us = column_of(2),
        hash_us = column_of(3), tick_us = column_of(4), recorded_us = column_of(5),
        saved_bytes = last[2], recorded_bytes = last[3] }
    end
  end
end

local ANGLE_PASSES = 3

sections["any-angle"] = function(bench)
  for _, name in ipairs(data.names(bench.source, "uniform")) do
    local task = data.task(bench.source, "uniform", name)
    local rounds, ends = rounds_of(bench, bench.repeats, "any-angle: " .. name,
      lua_program(bench, "any_angle"), task.map, task.scen, ANGLE_PASSES)
    local function column_of(index)
      return medians_of(rounds, function(row) return row[index] end)
    end
    if rounds[1] then
      bench.results:add { section = "any-angle", map = name, who = "astar-lua",
        wrong = ends[1][1], us = column_of(1), expanded = column_of(2), alone_us = column_of(3),
        smooth_us = column_of(4), share = column_of(5) }
    end
  end
end

local SIGHTS, JOURNEYS = { 5, 10 }, 20

function sections.learning(bench)
  for _, name in ipairs(data.names(bench.source, "uniform")) do
    local task = data.task(bench.source, "uniform", name)
    for _, radius in ipairs(SIGHTS) do
      local map = ("%s-%d"):format(name, radius)
      local rounds, ends = rounds_of(bench, bench.repeats, "learning: " .. map,
        lua_program(bench, "learning"), task.map, task.scen, radius, JOURNEYS)
      local function column_of(index)
        return medians_of(rounds, function(row) return row[index] end)
      end
      if rounds[1] then
        bench.results:add { section = "learning", map = map, who = "astar-lua", alone = true,
          wrong = ends[1][1], us = column_of(1), expanded = column_of(2), plans = column_of(3),
          steps = column_of(4) }
      end
    end
  end
end

local RECIPES = {
  "sum", "product", "vulnerability", "slope", "near-8", "near-32", "flow-8", "nested",
}
local RECIPE_SIZE, RECIPE_TIMES = 512, 15

function sections.recipes(bench)
  local size = bench.sizes and bench.sizes[1] or RECIPE_SIZE
  for _, name in ipairs(RECIPES) do
    local rounds, ends = rounds_of(bench, bench.repeats, "recipes: " .. name,
      lua_program(bench, "recipes"), name, size, RECIPE_TIMES)
    local function column_of(index)
      return medians_of(rounds, function(row) return row[index] end)
    end
    if rounds[1] then
      bench.results:add { section = "recipes", map = name, who = "astar-lua", alone = true,
        wrong = ends[1][1], us = column_of(2), compute_us = column_of(1), decay_us = column_of(3) }
    end
  end
end

local LINKS = { "none", "stairs", "teleports", "none-swamp", "stairs-swamp", "teleports-swamp" }
local LINKS_SIZE, LINKS_QUERIES = 512, 200

local SLOPES = { "none", "heights", "currents", "none-layers", "heights-layers", "currents-layers" }

-- Searches of kinds of maps, each beside plain A*.
local function beside_plain(bench, section, kinds)
  local size = bench.sizes and bench.sizes[1] or LINKS_SIZE
  for _, kind in ipairs(kinds) do
    local rounds, ends = rounds_of(bench, bench.repeats, section .. ": " .. kind,
      lua_program(bench, section), kind, size, LINKS_QUERIES)
    if rounds[1] then
      bench.results:add { section = section, map = kind, who = "astar-lua", alone = true,
        wrong = ends[1][1], us = medians_of(rounds, function(row) return row[1] end),
        plain_us = medians_of(rounds, function(row) return row[2] end) }
    end
  end
end

function sections.links(bench) beside_plain(bench, "links", LINKS) end
function sections.slopes(bench) beside_plain(bench, "slopes", SLOPES) end

local GRAPHS = { "roads", "nowhere", "roads-fog" }
local GRAPH_NODES, GRAPH_QUERIES = 100000, 200

-- A field is computed for some of the queries.
function sections.graphs(bench)
  local size = bench.sizes and bench.sizes[1] or GRAPH_NODES
  for _, kind in ipairs(GRAPHS) do
    local rounds, ends = rounds_of(bench, bench.repeats, "graphs: " .. kind,
      lua_program(bench, "graphs"), kind, size, GRAPH_QUERIES)
    if rounds[1] then
      local fields = {}
      for _, time in ipairs(medians_of(rounds, function(row) return row[3] end)) do
        if time > 0 then fields[#fields + 1] = time end
      end
      bench.results:add { section = "graphs", map = kind, who = "astar-lua", alone = true,
        wrong = ends[1][1], us = medians_of(rounds, function(row) return row[1] end),
        plain_us = medians_of(rounds, function(row) return row[2] end), compute_us = fields }
    end
  end
end

local HEXAGONS = { "uniform", "weighted", "rooms" }
local HEXAGONS_SIZE, HEXAGONS_QUERIES = 512, 100

function sections.hexagons(bench)
  local size = bench.sizes and bench.sizes[1] or HEXAGONS_SIZE
  for _, kind in ipairs(HEXAGONS) do
    local rounds, ends = rounds_of(bench, bench.repeats, "hexagons: " .. kind,
      lua_program(bench, "hexagons"), kind, size, HEXAGONS_QUERIES)
    local function add(who, first)
      bench.results:add { section = "hexagons", map = kind, who = who, alone = true,
        wrong = ends[1][1], us = medians_of(rounds, function(row) return row[first] end),
        expanded = column(rounds[1], first + 1) }
    end
    if rounds[1] then
      add("astar-lua", 1)
      add("astar-lua-squares", 3)
      add("astar-lua-squares-pruned", 5)
    end
  end
end

-- Programs that print "WHAT TIME" many times over: a record for each WHAT of each list of words
-- that they are called with, the first of which is a size.
local function questions(section, calls)
  return function(bench)
    for _, call in ipairs(calls) do
      local words = { bench.sizes and bench.sizes[1] or call[1], call[2], call[3] }
      local label = table.concat(words, " ")
      local rounds, ends = rounds_of(bench, bench.repeats, section .. ": " .. label,
        lua_program(bench, section), words[1], words[2], words[3])
      for _, what in ipairs(kinds_of(rounds[1] or {})) do
        bench.results:add { section = section, map = label .. " " .. what, who = "astar-lua",
          alone = true, wrong = ends[1][1],
          us = medians_of(rounds, function(row) return row[1] == what and row[2] end) }
      end
    end
  end
end

sections.sight = questions("sight", { { 512, 1000, 10 }, { 512, 100, 31 } })
sections.areas = questions("areas", { { 512 } })
sections.positions = questions("positions", { { 128, 16 }, { 512, 16 } })
sections.sources = questions("sources", { { 512 }, { 1000 } })
sections.watches = questions("watches", { { 512, 200 } })

local STEPS = 1000                         -- of a crowd

-- One of { who, command }. Wrong is a unit that meets another.
local function crowd_record(bench, crowd, map, directions, program)
  local rounds, ends = rounds_of(bench, bench.repeats, ("crowd: %s, %s"):format(map, program[1]),
    program[2], crowd.map, crowd.agents, crowd.tasks, bench.ticks or STEPS, directions,
    program[3])
  if not rounds[1] then return end
  bench.results:add { section = "crowd", map = map, who = program[1], alone = true,
    us = medians_of(rounds, function(row) return row[1] end), arrived = column(rounds[1], 2),
    wrong = ends[1][1], units = ends[1][2], ideal = ends[1][3] }
end

function sections.crowd(bench)
  local programs_of_crowds = {
    { "astar-lua", lua_program(bench, "crowd"), bench.avoidance },
    { "pibt", process.quote(bench.build .. "/bench/pibt") },
  }
  for _, name in ipairs(data.names(bench.source, "crowd")) do
    local crowd = data.crowd(bench.source, name)
    for _, program in ipairs(programs_of_crowds) do
      crowd_record(bench, crowd, name, 4, program)
    end
    for _, program in ipairs(programs_of_crowds) do
      crowd_record(bench, crowd, name .. "-eight", 8, program)
    end
  end
end

local RULES = { "wait", "repath", "keep_right", "yield" }

-- "mean_us" is ticks lost here, as with claims.
function sections.collisions(bench)
  local rounds = rounds_of(bench, 1, "collisions", lua_program(bench, "collisions"), SEEDS,
    demo_ticks(bench))
  for i, rule in ipairs(rounds[1] and RULES or {}) do
    bench.results:add({ section = "collisions", map = "valley", who = "astar-lua-" .. rule,
      wrong = 0, us = column(rounds[1], 2 * i - 1), loads = column(rounds[1], 2 * i) })
  end
end

--- In the order of measuring.
sections.ORDER = {
  "uniform", "weighted", "prepared", "landmarks", "first-step", "dead-ends", "floods",
  "layers-dense", "layers-claims", "layers-fog", "layers-dots", "edits", "edits-danger",
  "edits-claims", "edits-switch", "queue", "ticks", "nearest", "breaches", "any-angle", "learning",
  "fields", "links", "slopes", "graphs", "hexagons", "recipes", "sight", "areas", "positions",
  "watches", "claims", "collisions", "crowd", "world", "saving", "sources", "growth", "call",
}

--- The kinds of maps that a section uses.
sections.KINDS = {
  uniform = { "uniform" }, weighted = { "weighted" }, prepared = { "weighted" },
  landmarks = BOTH, ["first-step"] = {}, ["dead-ends"] = BOTH, floods = BOTH,
  ["layers-dense"] = { "weighted" }, ["layers-claims"] = { "uniform" },
  ["layers-fog"] = { "uniform" }, ["layers-dots"] = { "uniform" },
  edits = BOTH, ["edits-danger"] = BOTH, ["edits-claims"] = BOTH, ["edits-switch"] = BOTH,
  queue = {}, ticks = {}, nearest = BOTH, breaches = BOTH, fields = BOTH, links = {},
  slopes = {}, graphs = {}, hexagons = {}, recipes = {}, sight = {}, areas = {}, positions = {},
  watches = {}, claims = {},
  ["any-angle"] = { "uniform" }, learning = { "uniform" },
  collisions = {},
  crowd = { "crowd" },
  world = { "uniform" }, saving = { "uniform" }, sources = {}, growth = {}, call = {},
}

--- Does the section need the benchmark's maps, instead of those of its own?
function sections.needs_maps(section) return #sections.KINDS[section] > 0 end

return sections
