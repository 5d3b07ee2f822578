--- The sections of `make bench`: each measures, adds records to the results and returns nothing.
--
-- A section is called with `bench`: source, results, ours, peers, repeats, build, lua.

local data = require "bench.data"
local process = require "bench.process"
local stats = require "bench.stats"

local sections = {}

local function fail(bench, format, ...)
  bench.failed = bench.failed + 1
  process.progress()
  io.stderr:write("bench: ", format:format(...), "\n")
end

-- ---- scenarios: uniform, weighted, prepared, floods --------------------------------------------

local function is_right(length, optimum)
  return math.abs(length - optimum) <= 1e-4 * math.max(1, optimum)
end

local function column(rows, index)
  local values = {}
  for i, row in ipairs(rows) do values[i] = row[index] end
  return values
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

-- Nodes as the program counts them, or the cells that a flood reaches.
local function expanded_of(rounds, task, count)
  local nodes = {}
  for i = 1, count do nodes[i] = task.reached and task.reached[i] or rounds[1][i][3] end
  return nodes[1] ~= -1 and nodes or nil
end

local function record_of(section, map, who, rounds, task)
  local times = {}
  for i, rows in ipairs(rounds) do times[i] = column(rows, 1) end
  local us = stats.medians(times)
  return { section = section, map = map, who = who, us = us,
    wrong = count_wrong(rounds, task.optima, #us), expanded = expanded_of(rounds, task, #us) }
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

-- All programs answer the scenario in turn, so that what slows the machine down hits all of them.
local function run_task(bench, section, map, task)
  local list, rounds = takes_part(bench, section), {}
  for round = 1, bench.repeats do
    for _, program in ipairs(list) do
      process.progress(("%s: %s, %s (%d of %d)"):format(section, map, program.who, round,
        bench.repeats))
      local rows = process.run(program.command, task.map, task.scen, section, program.passes,
        program.seconds)
      rounds[program] = rounds[program] or {}
      if rows then table.insert(rounds[program], rows)
      else fail(bench, "%s failed on %s, %s", program.who, section, map) end
    end
  end
  for _, program in ipairs(list) do
    if #rounds[program] > 0 then
      bench.results:add(record_of(section, map, program.who, rounds[program], task))
    end
  end
end

local function scenarios(section, kind)
  return function(bench)
    for _, name in ipairs(data.names(bench.source, kind)) do
      run_task(bench, section, name, data.task(bench.source, kind, name))
    end
  end
end

sections.uniform = scenarios("uniform", "uniform")
sections.weighted = scenarios("weighted", "weighted")
sections.prepared = scenarios("prepared", "weighted")

local FLOODS = 5 -- starts per map

function sections.floods(bench)
  local farthest = bench.build .. "/bench/farthest"
  if not process.works("test -x " .. process.quote(farthest)) then
    return fail(bench, "floods: %s is not built", farthest)
  end
  for _, kind in ipairs({ "uniform", "weighted" }) do
    for _, name in ipairs(data.names(bench.source, kind)) do
      process.progress("floods: " .. name)
      local task = data.floods(bench.source, kind, name, farthest, FLOODS)
      local map = kind == "weighted" and name .. "-weighted" or name
      run_task(bench, "floods", map, task)
    end
  end
end

-- ---- layers, edits: programs that measure in their own way -------------------------------------

-- Runs a program of bench/ several times; the lists of rows and of the words after "end".
local function rounds_of(bench, repeats, label, program, ...)
  local rounds, ends = {}, {}
  for round = 1, repeats do
    process.progress(("%s (%d of %d)"):format(label, round, repeats))
    local rows, words = process.run(bench.lua .. " bench/" .. program .. ".lua", ...)
    if rows then
      rounds[#rounds + 1], ends[#ends + 1] = rows, words
    else
      fail(bench, "%s failed", label)
    end
  end
  return rounds, ends
end

-- A record of the rows whose field `key_at` is `key`: medians over the rounds, row by row.
local function medians_record(record, rounds, pick)
  local times = {}
  for i, rows in ipairs(rounds) do
    times[i] = {}
    for _, row in ipairs(rows) do
      local us = pick(row)
      if us then table.insert(times[i], us) end
    end
  end
  record.us = stats.medians(times)
  return record
end

local LAYER_PASSES, LAYER_QUERIES = 3, 40

local function layer_record(section, map, rounds, who, key)
  local record = { section = section, map = map, who = who, wrong = 0, expanded = {} }
  for _, row in ipairs(rounds[1]) do
    if row[1] == key then
      record.wrong = record.wrong + row[3]
      table.insert(record.expanded, row[4])
    end
  end
  return medians_record(record, rounds, function(row) return row[1] == key and row[2] end)
end

local function measure_layers(bench, kind, section, layers, without)
  for _, name in ipairs(data.names(bench.source, kind)) do
    local task = data.task(bench.source, kind, name)
    local rounds = rounds_of(bench, bench.repeats, section .. ": " .. name, "layers", task.map,
      task.scen, layers, LAYER_PASSES, LAYER_QUERIES)
    if rounds[1] and #rounds[1] > 0 then
      bench.results:add(layer_record(section, name, rounds, "astar-lua", "layered"))
      bench.results:add(layer_record(section, name, rounds, without, "plain"))
    end
  end
end

function sections.layers(bench)
  measure_layers(bench, "weighted", "layers-dense", "dense", "astar-lua-as-terrain")
  measure_layers(bench, "uniform", "layers-fog", "fog", "astar-lua-without")
end

local EDITS = 2000

local function measure_edits(bench, kind, what, count)
  for _, name in ipairs(data.names(bench.source, kind)) do
    local task = data.task(bench.source, kind, name)
    local map = kind == "weighted" and name .. "-weighted" or name
    local section = what == "terrain" and "edits" or "edits-" .. what
    local rounds, ends = rounds_of(bench, bench.repeats, section .. ": " .. map, "edits",
      task.map, task.scen, what, count)
    if rounds[1] then
      local record = { section = section, map = map, who = "astar-lua", wrong = ends[1][1] }
      bench.results:add(medians_record(record, rounds, function(row) return row[1] end))
    end
  end
end

function sections.edits(bench)
  for _, kind in ipairs({ "uniform", "weighted" }) do
    measure_edits(bench, kind, "terrain", EDITS)
  end
  for _, what in ipairs({ "danger", "claims" }) do
    for _, kind in ipairs({ "uniform", "weighted" }) do
      measure_edits(bench, kind, what, EDITS / 4)
    end
  end
end

-- ---- growth, call: on maps of our own ----------------------------------------------------------

local SIZES = { 128, 256, 512, 1024, 2048, 4096 }
local GROWTH_CELLS = 50 * 1024 * 1024 -- fewer queries on large maps

local function measure_growth(bench, size, kind)
  local count = math.max(10, math.min(100, math.floor(GROWTH_CELLS / (size * size))))
  local label = ("growth: %d, %s"):format(size, kind)
  local rounds, ends = rounds_of(bench, 1, label, "growth", size, kind, count)
  if not rounds[1] then return end
  local wrong = stats.sum(column(rounds[1], 2))
  local record = { section = "growth", map = ("rooms-%s-%d"):format(kind, size), who = "astar-lua",
    wrong = wrong, expanded = column(rounds[1], 3), alone = true, kind = kind, size = size,
    first = ends[1][1], held = ends[1][2], idle = ends[1][3] }
  bench.results:add(medians_record(record, rounds, function(row) return row[1] end))
end

function sections.growth(bench)
  for _, kind in ipairs({ "uniform", "weighted" }) do
    for _, size in ipairs(bench.sizes or SIZES) do measure_growth(bench, size, kind) end
  end
end

local BATCHES = 100

function sections.call(bench)
  local rounds = rounds_of(bench, bench.repeats, "call", "call", BATCHES)
  for _, row in ipairs(rounds[1] or {}) do
    if row[1] == "garbage" then
      local kind = row[2]
      local record = { section = "call", map = kind, who = "astar-lua", wrong = 0, alone = true,
        bytes = row[3], object = row[4] }
      bench.results:add(medians_record(record, rounds,
        function(r) return r[1] == kind and r[2] end))
    end
  end
end

--- In the order of measuring; those that need the benchmark's maps first.
sections.ORDER = {
  "uniform", "weighted", "prepared", "floods", "layers", "edits", "growth", "call",
}
sections.NEED_MAPS = { uniform = true, weighted = true, prepared = true, floods = true,
  layers = true, edits = true }

return sections
