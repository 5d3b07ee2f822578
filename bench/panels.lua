--- What the chart shows: a list of panels, each of them
--
--   { title, unit = "us", "ns", "bytes" or "ticks", note = heading of the notes or nil,
--     rows = list of { label, note, points = list of { name, value } } }
--
-- The name of a point is the program's, or another of bench/chart.lua's SIGNS.

local marks = require "bench.marks"
local results_of = require "bench.results"
local stats = require "bench.stats"

local figures = results_of.figures

-- A peer that had not the time for all queries is drawn as if they were like those it had.
local function mean(results, record)
  local ours = results:get(record.section, record.map, "astar-lua")
  if not ours or #record.us == #ours.us then return figures(record).mean end
  return figures(ours).mean * results_of.ratio(record, ours)
end

local function records_of(results, section, map)
  local list = {}
  for _, record in ipairs(results.list) do
    if record.section == section and record.map == map then list[#list + 1] = record end
  end
  return list
end

local function times(ratio)
  return (ratio >= 10 and "%.0f ×" or ratio >= 1 and "%.1f ×" or "%.2f ×"):format(ratio)
end

-- ---- rows --------------------------------------------------------------------------------------

local function add(row, name, value)
  if value and value > 0 then table.insert(row.points, { name = name, value = value }) end
end

local function row_of_means(results, section, map)
  local row = { label = map, points = {} }
  for _, record in ipairs(records_of(results, section, map)) do
    add(row, record.who, mean(results, record))
  end
  return row
end

local function uniform_row(results, map)
  local row = row_of_means(results, "uniform", map)
  local ours = results:get("uniform", map, "astar-lua")
  local tcod = results:get("uniform", map, "libtcod")
  local factor = marks.jps(map)
  if not tcod or not ours then return row end
  row.note = times(results_of.ratio(tcod, ours))
  if factor then
    local jps = mean(results, tcod) / factor
    add(row, "JPS(B+P)", jps)
    add(row, "mark", jps / marks.uniform.jps)
  end
  return row
end

local function weighted_row(section)
  return function(results, map)
    local row = row_of_means(results, section, map)
    local ours = results:get(section, map, "astar-lua")
    local boost = results:get("weighted", map, "boost")
    if not boost or not ours then return row end
    row.note = times(results_of.ratio(boost, ours))
    if section == "prepared" then add(row, "boost", mean(results, boost))
    else add(row, "mark", mean(results, boost) / marks.weighted.least) end
    return row
  end
end

-- A flood's nodes are the cells it reaches, the same for all.
local function flood_row(results, map)
  local row = { label = map, points = {} }
  for _, record in ipairs(records_of(results, "floods", map)) do
    add(row, record.who, figures(record).ns)
  end
  add(row, "mark", marks.floods[marks.flood(map)])
  return row
end

local function layer_row(section, without, mark)
  return function(results, map)
    local row = row_of_means(results, section, map)
    local plain, with = results:get(section, map, without), results:get(section, map, "astar-lua")
    if plain and with then
      row.note = times(results_of.ratio(with, plain))
      add(row, "mark", figures(plain).mean * mark)
    end
    return row
  end
end

local function edit_row(results, map)
  local f = figures(results:get("edits", map, "astar-lua"))
  local row = { label = map, points = {} }
  add(row, "mean", f.mean)
  add(row, "p99", f.p99)
  add(row, "worst", f.worst)
  add(row, "mark of the mean", marks.edits.mean)
  add(row, "mark of the worst", marks.edits.worst)
  return row
end

local function queue_row(results, map)
  local f = figures(results:get("queue", map, "astar-lua"))
  local row = { label = map .. " nodes", points = {} }
  add(row, "mean", f.mean)
  add(row, "p99", f.p99)
  add(row, "worst", f.worst)
  return row
end

local function dead_ends_row(results, map)
  local with = figures(results:get("dead-ends", map, "astar-lua")).mean
  local without = figures(results:get("dead-ends", map, "astar-lua-without")).mean
  local row = { label = map, points = {}, note = times(with / without) }
  add(row, "dead ends found", with)
  add(row, "not found", without)
  return row
end

local function nearest_row(results, map)
  local record, row = results:get("nearest", map, "astar-lua"), { label = map, points = {} }
  local one, each = figures(record).mean, stats.mean(record.each_us)
  add(row, "nearest", one)
  add(row, "5 nearest", stats.mean(record.several_us))
  add(row, "100 searches", each)
  row.note = times(each / one)
  return row
end

local function claims_row(results, map)
  local with = figures(results:get("claims", map, "astar-lua")).mean
  local without = figures(results:get("claims", map, "astar-lua-without")).mean
  local row = { label = map, points = {}, note = times(with / without) }
  add(row, "with claims", with)
  add(row, "without claims", without)
  add(row, "mark", without * marks.claims.lost)
  return row
end

local function growth_row(results, map) return row_of_means(results, "growth", map) end

local function memory_row(results, map)
  local row = { label = map, points = {} }
  local record = results:get("growth", map, "astar-lua")
  if not record then return row end
  row.note = ("%.3g MiB"):format(record.bytes / 2 ^ 20)
  add(row, "bytes", record.bytes / record.cells)
  add(row, "mark", marks.memory.held)
  return row
end

local function call_row(results, map)
  local row = row_of_means(results, "call", map)
  if map == "two-cells" then add(row, "mark", marks.call.us) end
  return row
end

-- ---- panels ------------------------------------------------------------------------------------

local PANELS = {
  { "uniform", "Uniform grids: mean time of a query", "us", uniform_row, "libtcod / astar" },
  { "weighted", "Weighted grids: mean time of a query", "us", weighted_row("weighted"),
    "Boost / astar" },
  { "prepared", "Weighted grids, prepared with map:prepare: mean time of a query", "us",
    weighted_row("prepared"), "Boost / astar" },
  { "floods", "Floods: time per reached cell", "ns", flood_row },
  { "dead-ends", "Dead ends, found and not: mean time of a query", "us", dead_ends_row,
    "found / not" },
  { "layers-dense", "Danger, smell and comrades everywhere, and the same costs as terrain", "us",
    layer_row("layers-dense", "astar-lua-as-terrain", marks.layers.dense.us), "with / without" },
  { "layers-claims", "Comrades alone, and the same without", "us",
    layer_row("layers-claims", "astar-lua-without", marks.layers.claims.us), "with / without" },
  { "layers-fog", "Fog, comrades, danger in blobs, and the same without", "us",
    layer_row("layers-fog", "astar-lua-without", marks.layers.fog.us), "with / without" },
  { "layers-dots", "Fog, comrades, danger in dots, and the same without", "us",
    layer_row("layers-dots", "astar-lua-without", marks.layers.dots.us), "with / without" },
  { "edits", "From a change of terrain to the next answer", "us", edit_row },
  { "queue", "The queue: a tick, 1000 requests at once", "us", queue_row },
  { "nearest", "The nearest of a hundred goals", "us", nearest_row, "100 searches / nearest" },
  { "claims", "Claims: ticks that the demo's units lose to waiting, mean of 20 games", "ticks",
    claims_row, "with / without" },
  { "growth", "Growth: mean time of a query", "us", growth_row },
  { "growth", "Growth: memory per cell", "bytes", memory_row, "in all" },
  { "call", "Calls: mean time", "us", call_row },
}

--- The panels of what was measured.
return function(results)
  local list = {}
  for _, entry in ipairs(PANELS) do
    local panel = { title = entry[2], unit = entry[3], rows = {} }
    for _, map in ipairs(results:maps(entry[1])) do
      local row = entry[4](results, map)
      if #row.points > 0 then table.insert(panel.rows, row) end
      if row.note then panel.note = entry[5] end
    end
    if #panel.rows > 0 then list[#list + 1] = panel end
  end
  return list
end
