--- The chart of a run, as SVG: a panel for each section, a row for each map, a sign for each
-- program on a logarithmic scale. The further to the left, the better.

local panels = require "bench.panels"
local svg = require "bench.svg"

local chart = {}

local WIDTH, LEFT, RIGHT = 1000, 180, 110   -- pixels: of the chart, of its margins
local TOP, ROW, LEGEND, FOOT = 70, 24, 20, 48 -- heights: of the head, and within a panel
local LETTER = 7.4                          -- width that a letter of the legend may take

local SIGNS = {
  ["astar-lua"] = { shape = "disc", colour = "#d1495b", title = "astar, from Lua" },
  ["astar-c"] = { shape = "ring", colour = "#7a1f2d", title = "astar, from C" },
  ["libtcod"] = { shape = "square", colour = "#2e86ab" },
  ["boost"] = { shape = "diamond", colour = "#3d5a80" },
  ["pathfinding.js"] = { shape = "up", colour = "#e09f3e" },
  ["pathfinding.js-jps"] = { shape = "down", colour = "#9e6a03" },
  ["plain-luajit"] = { shape = "up", colour = "#57a773" },
  ["plain-lua5.4"] = { shape = "down", colour = "#2f6b46" },
  ["JPS(B+P)"] = { shape = "cross", colour = "#5b2a86", title = "warthog's JPS(B+P), estimated" },
  ["astar-lua-as-terrain"] = { shape = "square", colour = "#8d99ae", title = "costs as terrain" },
  ["astar-lua-without"] = { shape = "square", colour = "#8d99ae", title = "without layers" },
  ["mean"] = { shape = "disc", colour = "#d1495b" },
  ["p99"] = { shape = "diamond", colour = "#8d99ae" },
  ["worst"] = { shape = "square", colour = "#2b2d42" },
  ["nearest"] = { shape = "disc", colour = "#d1495b", title = "the nearest" },
  ["5 nearest"] = { shape = "diamond", colour = "#d1495b", title = "the 5 nearest" },
  ["100 searches"] = { shape = "square", colour = "#8d99ae", title = "a search for each goal" },
  ["dead ends found"] = { shape = "disc", colour = "#d1495b" },
  ["not found"] = { shape = "square", colour = "#8d99ae" },
  ["with claims"] = { shape = "disc", colour = "#d1495b" },
  ["without claims"] = { shape = "square", colour = "#8d99ae" },
  ["bytes"] = { shape = "disc", colour = "#d1495b", title = "with one search under way" },
  ["mark"] = { shape = "bar", colour = "#1d7a46", title = "the mark to reach" },
  ["mark of the mean"] = { shape = "bar", colour = "#1d7a46", title = "the mean's mark" },
  ["mark of the worst"] = { shape = "bar", colour = "#7fb89a", title = "the worst one's mark" },
}
local UNKNOWN = { shape = "disc", colour = "#555555" }

local function sign_of(name) return SIGNS[name] or UNKNOWN end
local function title_of(name) return sign_of(name).title or name end

-- ---- the scale ---------------------------------------------------------------------------------

local function log10(value) return math.log(value) / math.log(10) end

local function extremes(rows)
  local low, high = math.huge, 0
  for _, row in ipairs(rows) do
    for _, point in ipairs(row.points) do
      low, high = math.min(low, point.value), math.max(high, point.value)
    end
  end
  return low, high
end

-- From tick to tick: 1, 2, 5, 10 …, or powers of ten where the span is wide.
local function scale_of(rows)
  local low, high = extremes(rows)
  local steps = high / low > 300 and { 1 } or { 1, 2, 5 }
  local ticks = {}
  for power = math.floor(log10(low)) - 1, math.ceil(log10(high)) + 1 do
    for _, step in ipairs(steps) do ticks[#ticks + 1] = step * 10 ^ power end
  end
  while ticks[2] <= low * 0.95 do table.remove(ticks, 1) end
  while #ticks > 2 and ticks[#ticks - 1] >= high * 1.05 do table.remove(ticks) end
  return { ticks = ticks, from = log10(ticks[1]), to = log10(ticks[#ticks]) }
end

local function position(scale, value)
  local share = (log10(value) - scale.from) / (scale.to - scale.from)
  return LEFT + share * (WIDTH - LEFT - RIGHT)
end

local UNITS = {
  us = { { 1e6, "s" }, { 1e3, "ms" }, { 1, "µs" }, { 1e-3, "ns" } },
  ns = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "µs" }, { 1, "ns" }, { 1e-3, "ps" } },
  bytes = { { 1, "bytes" } }, ticks = { { 1, "ticks" } },
}

local function with_unit(value, unit, format)
  for _, entry in ipairs(UNITS[unit]) do
    if value >= entry[1] * 0.999 then return format:format(value / entry[1]) .. " " .. entry[2] end
  end
  return format:format(value) .. " " .. UNITS[unit][1][2]
end

-- ---- a panel -----------------------------------------------------------------------------------

local function names_of(panel)
  local names, seen = {}, {}
  for _, row in ipairs(panel.rows) do
    for _, point in ipairs(row.points) do
      if not seen[point.name] then names[#names + 1] = point.name end
      seen[point.name] = true
    end
  end
  return names
end

-- In as many lines as it takes; returns the height, too.
local function legend(panel, top)
  local parts, x, y = {}, LEFT, top
  for _, name in ipairs(names_of(panel)) do
    local width = 36 + LETTER * #title_of(name)
    if x + width > WIDTH and x > LEFT then x, y = LEFT, y + LEGEND end
    parts[#parts + 1] = svg.sign(x + 6, y - 4, sign_of(name), title_of(name))
      .. svg.text(x + 18, y, title_of(name))
    x = x + width
  end
  return table.concat(parts), y + LEGEND - top
end

local function ticks(panel, scale, top, bottom)
  local parts = {}
  for _, tick in ipairs(scale.ticks) do
    local x = position(scale, tick)
    parts[#parts + 1] = svg.line(x, top, x, bottom, "grid")
      .. svg.text(x, bottom + 17, with_unit(tick, panel.unit, "%g"), "tick", "middle")
  end
  return table.concat(parts)
end

-- What comes first lies below: marks, then peers.
local LAYER = { ["mark"] = 0, ["mark of the mean"] = 0, ["mark of the worst"] = 0,
  ["astar-lua"] = 2, ["astar-c"] = 3 }

local function in_layers(points)
  local list = {}
  for layer = 0, 3 do
    for _, point in ipairs(points) do
      if (LAYER[point.name] or 1) == layer then list[#list + 1] = point end
    end
  end
  return list
end

local function row_of(row, panel, scale, y)
  local parts, low, high = {}, math.huge, 0
  for _, point in ipairs(in_layers(row.points)) do
    local x = position(scale, point.value)
    low, high = math.min(low, x), math.max(high, x)
    parts[#parts + 1] = svg.sign(x, y, sign_of(point.name), ("%s, %s: %s"):format(row.label,
      title_of(point.name), with_unit(point.value, panel.unit, "%.3g")))
  end
  local note = row.note and svg.text(WIDTH - 14, y + 4.5, row.note, nil, "end") or ""
  return svg.text(LEFT - 18, y + 4.5, row.label, nil, "end") .. note
    .. svg.line(low, y, high, y, "span") .. table.concat(parts)
end

local function draw_panel(panel, top)
  local scale = scale_of(panel.rows)
  local signs, height = legend(panel, top + 38)
  local from = top + 38 + height
  local bottom = from + ROW * #panel.rows
  local parts = { svg.text(LEFT, top + 14, panel.title, "title"), signs,
    ticks(panel, scale, from - 6, bottom) }
  if panel.note then
    parts[#parts + 1] = svg.text(WIDTH - 14, from - 4, panel.note, "small", "end")
  end
  for i, row in ipairs(panel.rows) do
    parts[#parts + 1] = row_of(row, panel, scale, from + ROW * (i - 0.5))
  end
  return table.concat(parts), bottom + FOOT
end

--- The chart as the text of an SVG file; `machine` is a line about where it was measured.
function chart.draw(results, machine)
  local parts, y = { svg.text(LEFT, 34, "How fast astar is", "head"),
    svg.text(LEFT, 54, "The scales are logarithmic; further to the left is better. " .. machine,
      "small") }, TOP + 14
  for _, panel in ipairs(panels(results)) do parts[#parts + 1], y = draw_panel(panel, y) end
  return svg.document(WIDTH, y, table.concat(parts))
end

return chart
