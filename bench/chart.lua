--- The chart of a run, as SVG: a panel for each section, a row for each map, a dot for each program
-- on a logarithmic scale. The further to the left, the faster.

local results_of = require "bench.results"

local chart = {}

local WIDTH, LABELS, RIGHT = 1000, 190, 30 -- pixels: of the chart, of its margins
local ROW, HEAD, FOOT = 22, 50, 40         -- heights within a panel

local COLOURS = {
  ["astar-lua"] = "#d1495b", ["astar-c"] = "#7a1f2d", ["libtcod"] = "#2e86ab",
  ["boost"] = "#3d5a80", ["pathfinding.js"] = "#e09f3e", ["pathfinding.js-jps"] = "#9e6a03",
  ["plain-luajit"] = "#57a773", ["plain-lua5.4"] = "#2f6b46",
  ["astar-lua-as-terrain"] = "#8d99ae", ["astar-lua-without"] = "#8d99ae",
  ["mean"] = "#d1495b", ["p99"] = "#8d99ae", ["worst"] = "#2b2d42",
}

-- ---- SVG ----------------------------------------------------------------------------------------

local function escape(text)
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

local function text(x, y, content, style)
  return ('<text x="%.1f" y="%.1f" %s>%s</text>\n'):format(x, y, style or "", escape(content))
end

local function line(x1, y1, x2, y2, class)
  return ('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>\n'):format(x1, y1, x2, y2,
    class)
end

local function dot(x, y, colour, title)
  return ('<circle cx="%.1f" cy="%.1f" r="5.5" fill="%s"><title>%s</title></circle>\n'):format(x, y,
    colour, escape(title))
end

-- ---- the scale ----------------------------------------------------------------------------------

local function log10(value) return math.log(value) / math.log(10) end

-- From power of ten to power of ten.
local function scale_of(rows)
  local low, high = math.huge, -math.huge
  for _, row in ipairs(rows) do
    for _, mark in ipairs(row.marks) do
      low, high = math.min(low, mark.value), math.max(high, mark.value)
    end
  end
  local from = math.floor(log10(low))
  return { from = from, to = math.max(math.ceil(log10(high)), from + 1) }
end

local function position(scale, value)
  local share = (log10(value) - scale.from) / (scale.to - scale.from)
  return LABELS + share * (WIDTH - LABELS - RIGHT)
end

local UNITS = { us = { { 1e6, "s" }, { 1e3, "ms" }, { 1, "µs" }, { 1e-3, "ns" } },
  ns = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "µs" }, { 1, "ns" }, { 1e-3, "ps" } } }

local function tick_label(value, unit)
  for _, entry in ipairs(UNITS[unit]) do
    if value >= entry[1] * 0.999 then return ("%g %s"):format(value / entry[1], entry[2]) end
  end
  return ("%g"):format(value)
end

-- ---- a panel ------------------------------------------------------------------------------------

-- { title, unit = "us" or "ns", rows = list of { label, marks = list of { name, value } } }

local function ticks(panel, scale, top, bottom)
  local parts = {}
  for power = scale.from, scale.to do
    local x = position(scale, 10 ^ power)
    parts[#parts + 1] = line(x, top, x, bottom, "grid")
    parts[#parts + 1] = text(x, bottom + 18, tick_label(10 ^ power, panel.unit),
      'class="tick" text-anchor="middle"')
  end
  return table.concat(parts)
end

local function row_of(row, scale, y)
  local parts, low, high = {}, math.huge, 0
  for _, mark in ipairs(row.marks) do
    local x = position(scale, mark.value)
    low, high = math.min(low, x), math.max(high, x)
    parts[#parts + 1] = dot(x, y, COLOURS[mark.name] or "#555",
      ("%s, %s: %.4g"):format(row.label, mark.name, mark.value))
  end
  return text(LABELS - 14, y + 4, row.label, 'text-anchor="end"') .. line(low, y, high, y, "span")
    .. table.concat(parts)
end

local function names_of(panel)
  local names, seen = {}, {}
  for _, row in ipairs(panel.rows) do
    for _, mark in ipairs(row.marks) do
      if not seen[mark.name] then names[#names + 1] = mark.name end
      seen[mark.name] = true
    end
  end
  return names
end

local function legend(panel, top)
  local parts, x = {}, LABELS
  for _, name in ipairs(names_of(panel)) do
    parts[#parts + 1] = dot(x + 5, top - 4, COLOURS[name] or "#555", name)
      .. text(x + 16, top, name)
    x = x + 34 + 6.6 * #name
  end
  return table.concat(parts)
end

local function draw_panel(panel, top)
  local scale, from = scale_of(panel.rows), top + HEAD
  local bottom = from + ROW * #panel.rows
  local parts = { text(LABELS, top + 14, panel.title, 'class="title"'), legend(panel, top + 36),
    ticks(panel, scale, from, bottom) }
  for i, row in ipairs(panel.rows) do
    parts[#parts + 1] = row_of(row, scale, from + ROW * (i - 0.5))
  end
  return table.concat(parts), bottom + FOOT
end

-- ---- what the panels show -----------------------------------------------------------------------

local function records_of(results, section, map)
  local list = {}
  for _, record in ipairs(results.list) do
    if record.section == section and record.map == map then list[#list + 1] = record end
  end
  return list
end

-- `marks_of(record)` returns a list of { name, value } for each record of the section.
local function panel_of(results, section, title, unit, marks_of)
  local rows = {}
  for _, map in ipairs(results:maps(section)) do
    local row = { label = map, marks = {} }
    for _, record in ipairs(records_of(results, section, map)) do
      for _, mark in ipairs(marks_of(record)) do
        if mark.value and mark.value > 0 then row.marks[#row.marks + 1] = mark end
      end
    end
    if #row.marks > 0 then rows[#rows + 1] = row end
  end
  return #rows > 0 and { title = title, unit = unit, rows = rows } or nil
end

local function mean(record)
  return { { name = record.who, value = results_of.figures(record).mean } }
end

local function per_node(record)
  return { { name = record.who, value = results_of.figures(record).ns } }
end

local function spread(record)
  local f = results_of.figures(record)
  return { { name = "mean", value = f.mean }, { name = "p99", value = f.p99 },
    { name = "worst", value = f.worst } }
end

-- A flood's nodes are the cells it reaches; the peers' are not counted, but they are the same.
local function flood_marks(results)
  return function(record)
    local ours = results:get("floods", record.map, "astar-lua")
    if not ours then return per_node(record) end
    local f = results_of.figures(record)
    return { { name = record.who, value = f.mean * 1000 / results_of.figures(ours).expanded } }
  end
end

local function panels(results)
  local list = {}
  local function add(...) list[#list + 1] = panel_of(results, ...) end
  add("uniform", "Uniform grids: mean time of a query", "us", mean)
  add("weighted", "Weighted grids: mean time of a query", "us", mean)
  add("prepared", "Weighted grids, prepared: mean time of a query", "us", mean)
  add("floods", "Floods: time per reached cell", "ns", flood_marks(results))
  add("layers-dense", "Every layer dense, and the same costs as terrain", "us", mean)
  add("layers-fog", "Fog, claims and some danger, and the same without", "us", mean)
  add("edits", "From a change of terrain to the next answer", "us", spread)
  add("growth", "Growth: mean time of a query", "us", mean)
  add("call", "Calls from Lua", "us", mean)
  return list
end

local STYLE = [[<style>
text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #2b2d42 }
.title { font-size: 16px; font-weight: 600 }
.tick { font-size: 11px; fill: #6c757d }
.grid { stroke: #e3e6ea; stroke-width: 1 }
.span { stroke: #c5cad1; stroke-width: 1.5 }
</style>
]]

--- The chart as the text of an SVG file.
function chart.draw(results)
  local parts, y = {}, 20
  for _, panel in ipairs(panels(results)) do parts[#parts + 1], y = draw_panel(panel, y) end
  local svg = '<svg xmlns="http://www.w3.org/2000/svg" '
    .. 'width="%d" height="%d" viewBox="0 0 %d %d">\n'
  return svg:format(WIDTH, y, WIDTH, y) .. STYLE
    .. ('<rect width="%d" height="%d" fill="white"/>\n'):format(WIDTH, y)
    .. table.concat(parts) .. "</svg>\n"
end

return chart
