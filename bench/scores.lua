--- What was measured beside the marks: a list of { section, work, mark, measured, least } for those
-- marks that the run has figures for. `least`: the mark is to be reached from above; else from
-- below. `jps_ratios` is of use elsewhere, too.

local marks = require "bench.marks"
local results_of = require "bench.results"
local stats = require "bench.stats"

local scores = {}

--- JPS(B+P) / astar-lua by way of libtcod: { map =, value = } for each map where it is known.
function scores.jps_ratios(results)
  local list = {}
  for _, ratio in ipairs(results:ratios("uniform", "libtcod", "astar-lua")) do
    local factor = marks.jps(ratio.map)
    if factor then list[#list + 1] = { map = ratio.map, value = ratio.value / factor } end
  end
  return list
end

--- The geometric mean of a list of ratios.
function scores.mean_ratio(ratios)
  local values = {}
  for i, ratio in ipairs(ratios) do values[i] = ratio.value end
  return stats.geometric_mean(values)
end

local function add(list, score)
  if score.measured then list[#list + 1] = score end
end

local function least_of(ratios)
  local least = ratios[1]
  for _, ratio in ipairs(ratios) do least = ratio.value < least.value and ratio or least end
  return least
end

local function most_of(ratios)
  local most = ratios[1]
  for _, ratio in ipairs(ratios) do most = ratio.value > most.value and ratio or most end
  return most
end

local function maps(count) return count == 1 and "1 map" or count .. " maps" end

-- ---- speed beside the peers --------------------------------------------------------------------

local function add_mean(list, section, what, ratios, mark)
  if #ratios == 0 then return end
  add(list, { section = section, least = true, mark = mark, measured = scores.mean_ratio(ratios),
    work = ("%s, geometric mean over %s"):format(what, maps(#ratios)) })
end

local function add_uniform(list, results)
  add_mean(list, "uniform", "libtcod / astar-lua",
    results:ratios("uniform", "libtcod", "astar-lua"), marks.uniform.mean)
  for _, ratio in ipairs(scores.jps_ratios(results)) do
    add(list, { section = "uniform", work = "JPS(B+P) / astar-lua, " .. ratio.map, least = true,
      mark = marks.uniform.jps, measured = ratio.value })
  end
end

local function add_weighted(list, results)
  for _, section in ipairs({ "weighted", "prepared" }) do
    local ratios = results:ratios(section, "boost", "astar-lua", "weighted")
    add_mean(list, section, "Boost / astar-lua", ratios, marks[section].mean)
    local least = least_of(ratios)
    if least and marks[section].least then
      add(list, { section = section, work = "Boost / astar-lua, least: " .. least.map,
        least = true, mark = marks[section].least, measured = least.value })
    end
  end
end

-- ---- floods, layers, edits ---------------------------------------------------------------------

local FLOODS = { open = "open maps", narrow = "mazes and random maps", weighted = "weighted maps" }

local function add_floods(list, results)
  local by_kind = { open = {}, narrow = {}, weighted = {} }
  for _, map in ipairs(results:maps("floods")) do
    local record = results:get("floods", map, "astar-lua")
    if record then
      table.insert(by_kind[marks.flood(map)],
        { map = map, value = results_of.figures(record).ns })
    end
  end
  for _, kind in ipairs({ "open", "narrow", "weighted" }) do
    local most = most_of(by_kind[kind])
    add(list, { section = "floods", mark = marks.floods[kind], measured = most and most.value,
      work = most and ("ns per reached cell, %s, most: %s"):format(FLOODS[kind], most.map) })
  end
end

local LAYERS = {
  { "dense", "as-terrain", "with layers / the same costs as terrain" },
  { "claims", "without", "with claims / without" },
  { "fog", "without", "with layers / without" },
  { "dots", "without", "with layers / without" },
}
local ASKED = {
  { "us", "once more" }, { "walked_us", "after a tick" }, { "fresh_us", "the first" },
}

local function add_layers(list, results)
  for _, entry in ipairs(LAYERS) do
    local section, without, what = "layers-" .. entry[1], "astar-lua-" .. entry[2], entry[3]
    for _, asked in ipairs(ASKED) do
      local mark = marks.layers[entry[1]][asked[1]]
      local ratios = results:ratios(section, "astar-lua", without, nil, asked[1])
      if mark and #ratios > 0 then
        add(list, { section = section, mark = mark, measured = scores.mean_ratio(ratios),
          work = ("%s, %s, geometric mean over %s"):format(what, asked[2], maps(#ratios)) })
      end
    end
  end
end

local function add_gain(list, mark, work, gain)
  add(list, { section = "landmarks", least = true, mark = mark, measured = gain,
    work = "without landmarks / with them, " .. work })
end

-- The worst edit is that of all maps, weighted ones included.
local function add_landmarks(list, results)
  local gains, least, worst = {}, math.huge, 0
  for _, map in ipairs(results:maps("landmarks")) do
    local with = results:get("landmarks", map, "astar-lua")
    local without = results:get("landmarks", map, "astar-lua-without")
    local gain = results_of.figures(without).mean / results_of.figures(with).mean
    worst, least = math.max(worst, with.worst_edit_us), math.min(least, gain)
    if not map:find("-weighted", 1, true) then gains[#gains + 1] = gain end
    for _, lost in ipairs(marks.landmarks.lost_maps) do
      if lost == map then add_gain(list, marks.landmarks.lost, map, gain) end
    end
  end
  if #gains == 0 then return end
  add_gain(list, marks.landmarks.mean, "geometric mean over " .. maps(#gains),
    stats.geometric_mean(gains))
  add_gain(list, marks.landmarks.least, "least of all maps", least)
  add(list, { section = "landmarks", mark = marks.landmarks.edit, measured = worst,
    work = "µs from an edit to the next answer, worst" })
end

local function add_first_step(list, results)
  for _, map in ipairs(results:maps("first-step")) do
    local record = results:get("first-step", map, "astar-lua-500")
    add(list, { section = "first-step", mark = marks.first_step.us,
      measured = stats.quantile(record.us, 0.99), work = "µs to the first step, p99: " .. map })
    add(list, { section = "first-step", mark = marks.first_step.more,
      measured = stats.mean(record.more), work = "share that the path is dearer, mean: " .. map })
  end
end

local function add_ticks(list, results)
  for _, map in ipairs(results:maps("ticks")) do
    local f = results_of.figures(results:get("ticks", map, "astar-lua"))
    add(list, { section = "ticks", mark = marks.ticks.ms, measured = f.worst / 1000,
      work = "ms a tick, worst: " .. map })
  end
end

local function add_dead_ends(list, results)
  for _, map in ipairs(results:maps("dead-ends")) do
    local with = results_of.figures(results:get("dead-ends", map, "astar-lua"))
    local without = results_of.figures(results:get("dead-ends", map, "astar-lua-without"))
    if marks.has_dead_ends(map) then
      add(list, { section = "dead-ends", work = "expanded, with dead ends / without: " .. map,
        mark = marks.dead_ends.expanded, measured = with.expanded / without.expanded })
      add(list, { section = "dead-ends", work = "time, with dead ends / without: " .. map,
        mark = marks.dead_ends.time, measured = with.mean / without.mean })
    end
  end
end

local function add_edits(list, results, section, what, mark_of)
  local means, worsts = {}, {}
  for i, map in ipairs(results:maps(section)) do
    local figures = results_of.figures(results:get(section, map, "astar-lua"))
    means[i] = { map = map, value = figures.mean }
    worsts[i] = { map = map, value = figures.worst }
  end
  local mean, worst = most_of(means), most_of(worsts)
  if not mean then return end
  add(list, { section = section, work = what .. ", µs, mean, most: " .. mean.map,
    mark = mark_of.mean, measured = mean.value })
  add(list, { section = section, work = what .. ", µs, worst: " .. worst.map,
    mark = mark_of.worst, measured = worst.value })
end

local function add_changes(list, results)
  add_edits(list, results, "edits", "a change of terrain", marks.edits)
  add_edits(list, results, "edits-danger", "a change of danger", marks.danger)
end

-- ---- many units --------------------------------------------------------------------------------

local function add_queue(list, results)
  local ratios = results:ratios("queue", "astar-lua", "astar-lua-two-threads")
  for _, ratio in ipairs(ratios) do
    add(list, { section = "queue", work = "one thread / two threads, all ticks, " .. ratio.map,
      least = true, mark = marks.queue.threads, measured = ratio.value })
  end
end

local function add_hexagons(list, results)
  for _, map in ipairs(results:maps("hexagons")) do
    local hex = results_of.figures(results:get("hexagons", map, "astar-lua"))
    local square = results_of.figures(results:get("hexagons", map, "astar-lua-squares"))
    local pruned = results_of.figures(results:get("hexagons", map, "astar-lua-squares-pruned"))
    add(list, { section = "hexagons", work = "a node, hexagons / squares, pruned: " .. map,
      mark = marks.hexagons.node, measured = hex.ns and pruned.ns and hex.ns / pruned.ns })
    add(list, { section = "hexagons", work = "a query, hexagons / squares: " .. map,
      mark = marks.hexagons.query, measured = hex.mean / square.mean })
  end
end

local function add_claims(list, results)
  local ratio = results:ratios("claims", "astar-lua", "astar-lua-without")[1]
  add(list, { section = "claims", work = "ticks lost, with claims / without",
    mark = marks.claims.lost, measured = ratio and ratio.value })
end

--- Arrivals a tick of a crowd, from one tick to another.
function scores.arrivals(record, first, last)
  local sum = 0
  for i = first, last do sum = sum + record.arrived[i] end
  return sum / (last - first + 1)
end

--- Arrivals a tick of a crowd: in the first half of its ticks, and in the second.
function scores.halves(record)
  local middle, last = math.floor(#record.arrived / 2), #record.arrived
  return scores.arrivals(record, 1, middle), scores.arrivals(record, middle + 1, last)
end

local function add_crowd_of(list, map, ours, peer)
  local mark = marks.crowd[map]
  local first, second = scores.halves(ours)
  local function add_score(work, aim, measured, least)
    add(list, { section = "crowd", work = map .. ": " .. work, mark = aim, measured = measured,
      least = least })
  end
  add_score("arrivals a tick", mark.arrivals, scores.arrivals(ours, 1, #ours.arrived), true)
  add_score("arrivals, second half / first half", marks.crowd_lasts, second / first, true)
  if mark.ratio then
    add_score("the tick, astar-lua / PIBT", mark.ratio, peer and results_of.ratio(ours, peer))
  end
  if mark.ms then add_score("the tick, ms", mark.ms, results_of.figures(ours).mean / 1000) end
end

local function add_crowd(list, results)
  for _, map in ipairs(results:maps("crowd")) do
    local ours = results:get("crowd", map, "astar-lua")
    if ours and marks.crowd[map] then
      add_crowd_of(list, map, ours, results:get("crowd", map, "pibt"))
    end
  end
end

local function add_world_of(list, units, mark, record, base)
  local f = results_of.figures(record)
  local function add_score(work, aim, measured, least)
    if not aim then return end
    add(list, { section = "world", work = units .. " units: " .. work, mark = aim,
      measured = measured, least = least })
  end
  add_score("the tick, ms, mean", mark.mean, f.mean / 1000)
  add_score("the tick, base / ours", mark.factor, base and results_of.ratio(base, record), true)
  add_score("the tick, ms, p99", mark.p99, f.p99 / 1000)
  add_score("the tick, ms, worst", mark.worst, f.worst / 1000)
  add_score("arrivals / those of units with nothing in their way", mark.arrivals,
    record.arrivals / record.ideal, true)
  add_score("growth of what is in use, from a fifth of the ticks on", mark.heap,
    record.late_bytes / record.early_bytes - 1)
end

local function add_world(list, results)
  for _, units in ipairs(results:maps("world")) do
    local record, mark = results:get("world", units, "astar-lua"), marks.world[units]
    if record and mark then
      add_world_of(list, units, mark, record, results:get("world", units, "base"))
    end
  end
end

-- ---- calls, memory -----------------------------------------------------------------------------

local function add_call(list, results)
  local record = results:get("call", "two-cells", "astar-lua")
  if not record then return end
  add(list, { section = "call", work = "a path of two cells from Lua, µs", mark = marks.call.us,
    measured = results_of.figures(record).mean })
  add(list, { section = "call", work = "bytes of garbage beyond the path object",
    mark = marks.call.garbage, measured = record.garbage and record.garbage - record.object })
end

local function bytes_per_cell(results, section, key)
  local list = {}
  for _, map in ipairs(results:maps(section)) do
    local record = results:get(section, map, "astar-lua")
    if record and record[key] then
      list[#list + 1] = { map = map, value = record[key] / record.cells }
    end
  end
  return most_of(list)
end

local function add_memory(list, results)
  for _, section in ipairs({ "uniform", "weighted", "growth" }) do
    local held = bytes_per_cell(results, section, "bytes")
    local idle = bytes_per_cell(results, section, "idle_bytes")
    add(list, { section = section, mark = marks.memory.held, measured = held and held.value,
      work = held and "bytes per cell with one search, most: " .. held.map })
    add(list, { section = section, mark = marks.memory.idle, measured = idle and idle.value,
      work = idle and "bytes per cell that idle searches add, most: " .. idle.map })
  end
end

--- All scores of the results.
function scores.of(results)
  local list = {}
  for _, add_some in ipairs({ add_uniform, add_weighted, add_landmarks, add_first_step, add_ticks,
    add_dead_ends, add_floods, add_layers, add_changes, add_queue, add_hexagons, add_claims,
    add_crowd, add_world, add_call, add_memory }) do
    add_some(list, results)
  end
  return list
end

--- Whether the mark of a score is reached.
function scores.reached(score)
  if score.least then return score.measured >= score.mark end
  return score.measured <= score.mark
end

return scores
