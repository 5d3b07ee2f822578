--- The tables that `make bench` prints: Markdown, with aligned columns, so that they can be read
-- on a terminal and put into the documentation as they are.

local marks = require "bench.marks"
local results_of = require "bench.results"
local stats = require "bench.stats"

local figures = results_of.figures
local tables = {}

-- ---- text --------------------------------------------------------------------------------------

-- Three digits that matter.
local function short(value)
  if not value then return "" end
  if value >= 100 then return ("%.0f"):format(value) end
  return ((value >= 10 and "%.1f") or (value >= 1 and "%.2f") or "%.3f"):format(value)
end

local function whole(value) return value and ("%.0f"):format(value) or "" end

local function width(text)
  return #text:gsub("[\128-\191]", "") -- one character, one first byte
end

local function widths(rows)
  local list = {}
  for _, row in ipairs(rows) do
    for i, text in ipairs(row) do list[i] = math.max(list[i] or 3, width(text)) end
  end
  return list
end

-- The first column to the left, numbers to the right.
local function line(row, column_widths)
  local cells = {}
  for i, text in ipairs(row) do
    local pad = (" "):rep(column_widths[i] - width(text))
    cells[i] = i == 1 and text .. pad or pad .. text
  end
  return "| " .. table.concat(cells, " | ") .. " |\n"
end

local function markdown(rows)
  local column_widths, rule, text = widths(rows), {}, {}
  for i, w in ipairs(column_widths) do
    rule[i] = i == 1 and ("-"):rep(w) or ("-"):rep(w - 1) .. ":"
  end
  for i, row in ipairs(rows) do
    text[#text + 1] = line(row, column_widths)
    if i == 1 then text[#text + 1] = line(rule, column_widths) end
  end
  return table.concat(text)
end

local function against(value, mark, reached)
  return ("%s (mark %s: %s)"):format(short(value), tostring(mark),
    reached and "reached" or "not reached")
end

local function at_least(value, mark) return against(value, mark, value >= mark) end
local function at_most(value, mark) return against(value, mark, value <= mark) end

-- ---- our own figures ---------------------------------------------------------------------------

local function maps_and_all(results, section)
  local maps = results:maps(section)
  if #maps > 1 then maps[#maps + 1] = "all" end
  return maps
end

local function timing(record)
  if not record then return { "", "", "", "" } end
  local f = figures(record)
  return { short(f.mean), short(f.median), short(f.p99), short(f.ns) }
end

local function append(row, more)
  for _, text in ipairs(more) do row[#row + 1] = text end
  return row
end

local function own_table(results, section, node)
  local rows = { { "map", "queries", "wrong", node == "cell" and "cells reached" or "expanded",
    "Lua: mean µs", "median", "p99", "ns/" .. node, "C: mean µs", "median", "p99",
    "ns/" .. node } }
  for _, map in ipairs(maps_and_all(results, section)) do
    local lua, c = results:get(section, map, "astar-lua"), results:get(section, map, "astar-c")
    if lua then
      local f = figures(lua)
      local row = { map, whole(f.queries), whole(f.wrong + (c and c.wrong or 0)),
        whole(f.expanded) }
      rows[#rows + 1] = append(append(row, timing(lua)), timing(c))
    end
  end
  return markdown(rows)
end

-- ---- the peers ---------------------------------------------------------------------------------

local function peers_of(results, section)
  local peers, seen = {}, {}
  for _, record in ipairs(results.list) do
    local who = record.who
    if record.section == section and not who:find("^astar") and not seen[who] then
      peers[#peers + 1], seen[who] = who, true
    end
  end
  return peers
end

local function peer_cell(results, section, map, who)
  local record, ours = results:get(section, map, who), results:get(section, map, "astar-lua")
  if not record or not ours then return "" end
  return ("%s (%s)"):format(short(figures(record).mean), short(results_of.ratio(record, ours)))
end

-- JPS(B+P) / astar-lua on a map, by way of libtcod.
local function jps_ratio(results, map)
  local tcod = results:get("uniform", map, "libtcod")
  local ours = results:get("uniform", map, "astar-lua")
  local factor = marks.jps(map)
  return tcod and ours and factor and results_of.ratio(tcod, ours) / factor or nil
end

local function has_jps(results, section)
  return section == "uniform" and results:get("uniform", "all", "libtcod") ~= nil
end

local function peer_header(peers, jps)
  local row = { "map", "astar-lua µs" }
  for _, who in ipairs(peers) do row[#row + 1] = who .. " (ratio)" end
  if jps then row[#row + 1] = "JPS(B+P) ratio" end
  return row
end

local function peer_row(results, section, map, peers, jps)
  local ours = results:get(section, map, "astar-lua")
  local row = { map, ours and short(figures(ours).mean) or "" }
  for _, who in ipairs(peers) do row[#row + 1] = peer_cell(results, section, map, who) end
  if jps then row[#row + 1] = short(jps_ratio(results, map)) end
  return row
end

-- A row at the bottom: `text_of(record of all maps, who)` for each peer.
local function sum_row(results, section, peers, label, text_of)
  local row = { label, "" }
  for _, who in ipairs(peers) do
    row[#row + 1] = text_of(results:get(section, "all", who), who)
  end
  return row
end

local function jps_ratios(results)
  local list = {}
  for _, map in ipairs(results:maps("uniform")) do list[#list + 1] = jps_ratio(results, map) end
  return list
end

local function with_jps(row, jps, text)
  if jps then row[#row + 1] = text end
  return row
end

local function peer_table(results, section)
  local peers, jps = peers_of(results, section), has_jps(results, section)
  if #peers == 0 then return "" end
  local rows = { peer_header(peers, jps) }
  for _, map in ipairs(results:maps(section)) do
    rows[#rows + 1] = peer_row(results, section, map, peers, jps)
  end
  rows[#rows + 1] = with_jps(sum_row(results, section, peers, "geometric mean of the ratios",
    function(_, who)
      return short(stats.geometric_mean((results:ratios(section, who, "astar-lua"))))
    end), jps, jps and short(stats.geometric_mean(jps_ratios(results))))
  rows[#rows + 1] = with_jps(sum_row(results, section, peers, "queries answered",
    function(record) return whole(#record.us) end), jps, "")
  rows[#rows + 1] = with_jps(sum_row(results, section, peers, "of these wrong",
    function(record) return whole(record.wrong) end), jps, "")
  return "\n" .. markdown(rows)
end

-- ---- marks -------------------------------------------------------------------------------------

local function extremes(list)
  return stats.quantile(list, 0), stats.quantile(list, 1)
end

local function uniform_marks(results)
  local ratios = results:ratios("uniform", "libtcod", "astar-lua")
  if #ratios == 0 then return "" end
  local text = ("libtcod / astar-lua, geometric mean over %d maps: %s.\n"):format(#ratios,
    at_least(stats.geometric_mean(ratios), marks.uniform.mean))
  local jps = jps_ratios(results)
  if #jps == 0 then return text end
  return text .. ("JPS(B+P) / astar-lua, by the known ratio of libtcod to it, least of all: %s.\n")
    :format(at_least((extremes(jps)), marks.uniform.jps))
end

-- Boost answers the same queries in the section "weighted".
local function weighted_marks(results, section)
  local ratios = {}
  for _, map in ipairs(results:maps(section)) do
    local boost = results:get("weighted", map, "boost")
    local ours = results:get(section, map, "astar-lua")
    if boost and ours then ratios[#ratios + 1] = results_of.ratio(boost, ours) end
  end
  if #ratios == 0 then return "" end
  local text = ("Boost / astar-lua, geometric mean over %d maps: %s"):format(#ratios,
    at_least(stats.geometric_mean(ratios), marks[section].mean))
  local least = extremes(ratios)
  return text .. "; least: " .. (marks[section].least and at_least(least, marks[section].least)
    or short(least)) .. ".\n"
end

local function flood_marks(results)
  local missed = {}
  for _, map in ipairs(results:maps("floods")) do
    local record = results:get("floods", map, "astar-lua")
    local mark = marks.flood(map, map:find("-weighted$"))
    local ns = record and figures(record).ns or 0
    if ns > mark then missed[#missed + 1] = ("%s %s (mark %d)"):format(map, short(ns), mark) end
  end
  return "ns per reached cell, from Lua, over the mark: "
    .. (#missed > 0 and table.concat(missed, ", ") or "none") .. ".\n"
end

-- ---- the sections ------------------------------------------------------------------------------

local function graph_section(section, node, marks_of)
  return function(results)
    local text = own_table(results, section, node) .. peer_table(results, section)
    local beside = marks_of(results, section)
    return beside == "" and text or text .. "\n" .. beside
  end
end

tables.uniform = graph_section("uniform", "node", uniform_marks)
tables.weighted = graph_section("weighted", "node", weighted_marks)
tables.prepared = graph_section("prepared", "node", weighted_marks)
tables.floods = graph_section("floods", "cell", flood_marks)

local function layer_rows(results, section, without, rows)
  local list, by_map = results:ratios(section, "astar-lua", without)
  for _, map in ipairs(results:maps(section)) do
    local with, plain = results:get(section, map, "astar-lua"), results:get(section, map, without)
    local f, g = figures(with), figures(plain)
    rows[#rows + 1] = { section:gsub("layers%-", "") .. ": " .. map, whole(f.queries),
      whole(f.wrong), short(f.mean), whole(f.expanded), short(g.mean), whole(g.expanded),
      short(by_map[map]) }
  end
  return list
end

local function layer_marks(label, ratios, mark)
  if #ratios == 0 then return "" end
  local _, most = extremes(ratios)
  return ("%s, geometric mean: %s; most: %s.\n"):format(label, short(stats.geometric_mean(ratios)),
    at_most(most, mark))
end

function tables.layers(results)
  local rows = { { "layers: map", "queries", "wrong", "with layers, µs", "expanded",
    "without, µs", "expanded", "times" } }
  local dense = layer_rows(results, "layers-dense", "astar-lua-as-terrain", rows)
  local fog = layer_rows(results, "layers-fog", "astar-lua-without", rows)
  return markdown(rows) .. "\n" .. layer_marks("dense / the same costs as terrain", dense,
    marks.layers.dense) .. layer_marks("fog / without layers", fog, marks.layers.fog)
end

local function edit_rows(results, section, rows)
  local worst, mean = 0, 0
  for _, map in ipairs(results:maps(section)) do
    local record = results:get(section, map, "astar-lua")
    local f = figures(record)
    worst, mean = math.max(worst, f.worst), math.max(mean, f.mean)
    rows[#rows + 1] = { section:gsub("^edits$", "edits-terrain"):gsub("edits%-", "") .. ": " .. map,
      whole(f.queries), whole(f.wrong), short(f.mean), short(f.median), short(f.p99),
      short(f.worst) }
  end
  return mean, worst
end

function tables.edits(results)
  local rows = { { "change: map", "changes", "wrong", "mean µs", "median", "p99", "worst" } }
  local mean, worst = edit_rows(results, "edits", rows)
  edit_rows(results, "edits-danger", rows)
  edit_rows(results, "edits-claims", rows)
  return markdown(rows) .. ("\nTerrain, the dearest map: mean %s µs, worst %s µs.\n"):format(
    at_most(mean, marks.edits.mean), at_most(worst, marks.edits.worst))
end

local function mebibytes(bytes) return short(bytes / 2 ^ 20) end

function tables.growth(results)
  local rows = { { "map", "queries", "wrong", "mean µs", "median", "p99", "expanded", "ns/node",
    "first query ms", "MiB", "bytes/cell", "idle bytes/cell" } }
  local most = 0
  for _, map in ipairs(results:maps("growth")) do
    local record = results:get("growth", map, "astar-lua")
    local f, cells = figures(record), record.size * record.size
    most = math.max(most, record.held / cells)
    rows[#rows + 1] = { map, whole(f.queries), whole(f.wrong), short(f.mean), short(f.median),
      short(f.p99), whole(f.expanded), whole(f.ns), short(record.first), mebibytes(record.held),
      short(record.held / cells), short(record.idle / cells) }
  end
  return markdown(rows) .. ("\nBytes per cell, the most: %s.\n"):format(
    at_most(most, marks.bytes))
end

function tables.call(results)
  local rows = { { "query", "mean µs", "median", "p99", "garbage, bytes",
    "of these the path object" } }
  local trivial
  for _, kind in ipairs(results:maps("call")) do
    local record = results:get("call", kind, "astar-lua")
    local f = figures(record)
    trivial = trivial or f.mean
    rows[#rows + 1] = { kind, short(f.mean), short(f.median), short(f.p99), whole(record.bytes),
      whole(record.object) }
  end
  return markdown(rows) .. ("\nA path of two cells, µs: %s.\n"):format(
    at_most(trivial or 0, marks.call))
end

return tables
