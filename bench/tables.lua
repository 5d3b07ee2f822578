--- The tables that `make bench` prints: tables[section](results) returns the text of a section.

local markdown = require "bench.markdown"
local results_of = require "bench.results"
local stats = require "bench.stats"

local figures, short, whole = results_of.figures, markdown.short, markdown.whole
local tables = {}

local function maps_and_all(results, section)
  local maps = results:maps(section)
  if #maps > 1 then maps[#maps + 1] = "all" end
  return maps
end

local function append(row, more)
  for _, text in ipairs(more) do row[#row + 1] = text end
  return row
end

-- The geometric mean of a list of ratios.
local function mean_ratio(ratios)
  local values = {}
  for i, ratio in ipairs(ratios) do values[i] = ratio.value end
  return stats.geometric_mean(values)
end

-- ---- our own figures ---------------------------------------------------------------------------

local function timing(record)
  if not record then return { "", "", "", "" } end
  local f = figures(record)
  return { short(f.mean), short(f.median), short(f.p99), short(f.ns) }
end

-- `node` says what the column "expanded" counts: "node", or "cell" where floods reach it.
local function own_table(results, section, node)
  local rows = { { "map", "queries", "wrong", node == "cell" and "cells reached" or "expanded",
    "Lua: mean µs", "median", "p99", "ns/" .. node, "C: mean µs", "median", "p99",
    "ns/" .. node } }
  for _, map in ipairs(maps_and_all(results, section)) do
    local lua, c = results:get(section, map, "astar-lua"), results:get(section, map, "astar-c")
    local one = lua or c
    if one then
      local f = figures(one)
      local wrong = math.max(lua and lua.wrong or 0, c and c.wrong or 0)
      rows[#rows + 1] = append(append({ map, whole(f.queries), whole(wrong), whole(f.expanded) },
        timing(lua)), timing(c))
    end
  end
  return markdown.table(rows)
end

-- ---- the peers ---------------------------------------------------------------------------------

-- Peers answer the queries of a section, or the same ones in another.
local function peer_section(section) return section == "prepared" and "weighted" or section end

local function peers_of(results, section)
  local peers, seen = {}, {}
  for _, record in ipairs(results.list) do
    local who = record.who
    if record.section == peer_section(section) and not who:find("^astar") and not seen[who] then
      peers[#peers + 1], seen[who] = who, true
    end
  end
  return peers
end

local function by_map(ratios)
  local values = {}
  for _, ratio in ipairs(ratios) do values[ratio.map] = ratio.value end
  return values
end

-- What the table shows of each peer: the mean, and how many times as long as ours it is.
local function peer_columns(results, section)
  local columns = {}
  for i, who in ipairs(peers_of(results, section)) do
    local ratios = results:ratios(section, who, "astar-lua", peer_section(section))
    columns[i] = { who = who, ratios = ratios, by_map = by_map(ratios),
      record = function(map) return results:get(peer_section(section), map, who) end }
  end
  return columns
end

local function peer_cell(column, map)
  local record, ratio = column.record(map), column.by_map[map]
  if not record or not ratio then return "" end
  return ("%s (%s)"):format(short(figures(record).mean), short(ratio))
end

-- A row: a text for each peer.
local function peer_row(label, ours, columns, text_of)
  local row = { label, ours }
  for _, column in ipairs(columns) do row[#row + 1] = text_of(column) end
  return row
end

local function map_rows(results, section, columns)
  local rows = {}
  for _, map in ipairs(results:maps(section)) do
    local ours = results:get(section, map, "astar-lua")
    rows[#rows + 1] = peer_row(map, ours and short(figures(ours).mean) or "", columns,
      function(column) return peer_cell(column, map) end)
  end
  return rows
end

local function sum_rows(columns)
  return {
    peer_row("geometric mean of the ratios", "", columns,
      function(column) return short(mean_ratio(column.ratios)) end),
    peer_row("queries answered", "", columns,
      function(column) return whole(#column.record("all").us) end),
    peer_row("of these wrong", "", columns,
      function(column) return whole(column.record("all").wrong) end),
  }
end

local PEERS = "\nThe peers' mean µs, and in brackets how many times as long as astar took from Lua "
  .. "for the same\nqueries; the slow ones answer as many as they can in the time they have.\n\n"

local function peer_table(results, section)
  local columns = peer_columns(results, section)
  if #columns == 0 then return "" end
  local head = peer_row("map", "astar µs", columns, function(column) return column.who end)
  local rows = append({ head }, map_rows(results, section, columns))
  return PEERS .. markdown.table(append(rows, sum_rows(columns)))
end

-- Why peers answer wrongly.
local NOTES = {
  weighted = { ["libtcod"] = "libtcod ends a search when the goal is opened, so that some of its "
    .. "paths are too costly." },
  floods = { ["libtcod"] = "libtcod's distances count a diagonal step as 1.41, too little for all "
    .. "of them to be right." },
}

local function notes(results, section)
  local text = ""
  for _, who in ipairs(peers_of(results, section)) do
    local note = NOTES[section] and NOTES[section][who]
    if note then text = text .. "\n" .. note .. "\n" end
  end
  return text
end

-- ---- the sections ------------------------------------------------------------------------------

-- A table of our own figures: `head` behind map, queries and wrong; cells_of(figures, record, map)
-- are the texts of a row; `words` stand below.
local function figures_of(section, first, second, head, cells_of, words)
  return function(results)
    local rows = { append({ first, second, "wrong" }, head) }
    for _, map in ipairs(results:maps(section)) do
      local record = results:get(section, map, "astar-lua")
      local f = figures(record)
      rows[#rows + 1] = append({ map, whole(f.queries), whole(f.wrong) }, cells_of(f, record, map))
    end
    return markdown.table(rows) .. (words or "")
  end
end

local function mean(list) return short(stats.mean(list)) end

local function scenarios(section, node)
  return function(results)
    return own_table(results, section, node) .. peer_table(results, section)
      .. notes(results, section)
  end
end

tables.uniform = scenarios("uniform", "node")
tables.weighted = scenarios("weighted", "node")
tables.prepared = scenarios("prepared", "node")
tables.floods = scenarios("floods", "cell")

local BESIDE = [[

Made in: milliseconds; bytes: per cell; an edit: from the change of a cell to the next answer, of
two cells side by side.
]]

-- A map on which a method was called beside one where not.
local function beside(section)
  return function(results)
    local rows = { { "map", "queries", "wrong", "with: mean µs", "expanded", "without: mean µs",
      "expanded", "with / without", "A*: expanded", "without", "made in", "bytes",
      "an edit: mean µs", "worst" } }
    for _, map in ipairs(results:maps(section)) do
      local with = results:get(section, map, "astar-lua")
      local without = results:get(section, map, "astar-lua-without")
      local f, g = figures(with), figures(without)
      rows[#rows + 1] = { map, whole(f.queries), whole(f.wrong), short(f.mean), whole(f.expanded),
        short(g.mean), whole(g.expanded), short(f.mean / g.mean),
        whole(stats.mean(with.plain_expanded)), whole(stats.mean(without.plain_expanded)),
        short(with.first_us / 1000), short(with.bytes / with.cells), short(with.edit_us),
        short(with.worst_edit_us) }
    end
    return markdown.table(rows) .. BESIDE
  end
end

tables["dead-ends"] = beside("dead-ends")
tables.landmarks = beside("landmarks")

local FIRST_STEP = [[

The first step: until a search that has expanded so many nodes ends early with a bound of
1.05. More: what the beginning, with a cheapest path from its end on, costs more than the cheapest
path.
]]

local function percent(share) return short(100 * share) .. " %" end

tables["first-step"] = function(results)
  local rows = { { "map", "nodes", "queries", "wrong", "first step: mean µs", "p99", "cells",
    "more, mean", "worst", "the whole path: mean µs" } }
  for _, map in ipairs(results:maps("first-step")) do
    for _, nodes in ipairs({ "500", "2000" }) do
      local record = results:get("first-step", map, "astar-lua-" .. nodes)
      local f = figures(record)
      rows[#rows + 1] = { map, nodes, whole(f.queries), whole(f.wrong), short(f.mean),
        short(f.p99), whole(stats.mean(record.walked)), percent(stats.mean(record.more)),
        percent(stats.quantile(record.more, 1)), short(stats.mean(record.whole_us)) }
    end
  end
  return markdown.table(rows) .. FIRST_STEP
end

local function times(record, without, what)
  return short(results_of.ratio(record, without, what))
end

local function layer_row(map, with, without)
  local f, g = figures(with), figures(without)
  return { map, whole(f.queries), whole(f.wrong), short(f.mean), short(f.p99), whole(f.expanded),
    short(stats.mean(with.walked_us)), short(stats.mean(with.fresh_us)), short(g.mean),
    whole(g.expanded), times(with, without, "us"), times(with, without, "walked_us"),
    times(with, without, "fresh_us") }
end

local LAYERS = [[

After a tick: all friends have walked on since the query before. The first: all of them are new.
Once more: nothing has changed since the query before. The ratios are to the query without.
]]

-- The geometric means of the last columns.
local function layer_means(results, section, without)
  local row = { "geometric mean", "", "", "", "", "", "", "", "", "" }
  for _, what in ipairs({ "us", "walked_us", "fresh_us" }) do
    row[#row + 1] = short(mean_ratio(results:ratios(section, "astar-lua", without, nil, what)))
  end
  return row
end

local function layers(section, without)
  return function(results)
    local rows = { { "map", "queries", "wrong", "once more: mean µs", "p99", "expanded",
      "after a tick: mean µs", "the first: mean µs", "without: mean µs", "expanded",
      "ratio, once more", "after a tick", "the first" } }
    for _, map in ipairs(results:maps(section)) do
      rows[#rows + 1] = layer_row(map, results:get(section, map, "astar-lua"),
        results:get(section, map, without))
    end
    rows[#rows + 1] = layer_means(results, section, without)
    return markdown.table(rows) .. LAYERS
  end
end

tables["layers-dense"] = layers("layers-dense", "astar-lua-as-terrain")
tables["layers-claims"] = layers("layers-claims", "astar-lua-without")
tables["layers-fog"] = layers("layers-fog", "astar-lua-without")
tables["layers-dots"] = layers("layers-dots", "astar-lua-without")

for _, section in ipairs({ "edits", "edits-danger", "edits-claims", "edits-switch" }) do
  tables[section] = figures_of(section, "map", "changes", { "mean µs", "median", "p99", "worst",
    "the query alone" }, function(f, record)
    return { short(f.mean), short(f.median), short(f.p99), short(f.worst), mean(record.alone_us) }
  end)
end

local QUEUE = [[

1000 requests at once on rooms of 1024 × 1024 cells with rubble; the requests have made the tables
and the nodes for four searches. Two threads were tried with the largest budget.
]]

local function worst_but_first(record)
  local worst = 0
  for i = 2, #record.us do worst = math.max(worst, record.us[i]) end
  return worst
end

local function queue_row(map, one, two)
  local kind, nodes = map:match("^(%a+)-(%d+)$")
  local f, seconds = figures(one), stats.sum(one.us) / 1e6
  local seconds_of_two = two and stats.sum(two.us) / 1e6
  return { kind, nodes, whole(f.queries), whole(math.max(f.wrong, two and two.wrong or 0)),
    short(f.mean / 1000), short(f.p99 / 1000), short(one.us[1] / 1000),
    short(worst_but_first(one) / 1000), short(seconds), short(seconds_of_two),
    short(two and seconds / seconds_of_two) }
end

function tables.queue(results)
  local rows = { { "terrain", "nodes a tick", "ticks", "wrong", "mean ms", "p99", "the first",
    "worst of the others", "all: s", "with two threads", "ratio" } }
  for _, map in ipairs(results:maps("queue")) do
    local one = results:get("queue", map, "astar-lua")
    local two = results:get("queue", map, "astar-lua-two-threads")
    if one then rows[#rows + 1] = queue_row(map, one, two) end
  end
  return markdown.table(rows) .. QUEUE
end

local TICKS = [[

Eight requests on a map without tables, and the ticks until the last has ended. Of three rounds the
medians. The tables are made within the ticks, a part in each.
]]

tables.ticks = figures_of("ticks", "map", "ticks", { "worst request: µs", "tick: mean ms", "p99",
  "worst", "the first answer in tick" }, function(f, record)
  return { short(record.request_us), short(f.mean / 1000), short(f.p99 / 1000),
    short(f.worst / 1000), whole(record.first_tick) }
end, TICKS)

tables.nearest = figures_of("nearest", "map", "starts", { "expanded", "nearest: mean µs",
  "the 5 nearest", "100 searches", "ratio" }, function(f, record)
  local each = stats.mean(record.each_us)
  return { whole(f.expanded), short(f.mean), mean(record.several_us), short(each),
    short(each / f.mean) }
end)

tables.breaches = figures_of("breaches", "map", "queries", { "breach: mean µs", "p99",
  "cheap walls: µs", "alternatives: µs", "found", "path: µs" }, function(f, record)
  return { short(f.mean), short(f.p99), mean(record.cheap_us), mean(record.several_us),
    mean(record.ways), mean(record.plain_us) }
end)

tables["any-angle"] = figures_of("any-angle", "map", "queries", { "expanded",
  "any angle: mean µs", "p99", "grid: µs", "smoothing: µs", "length / grid" }, function(f, record)
  return { whole(f.expanded), short(f.mean), short(f.p99), mean(record.alone_us),
    mean(record.smooth_us), ("%.4f"):format(stats.mean(record.share)) }
end)

tables.learning = figures_of("learning", "map, radius", "journeys", { "cells walked", "searches",
  "expanded", "a journey: ms" }, function(f, record)
  return { whole(stats.mean(record.steps)), whole(stats.mean(record.plans)), whole(f.expanded),
    short(f.mean / 1000) }
end)

tables.fields = figures_of("fields", "map", "fields", { "cells", "computed: mean µs", "ns/cell",
  "after an edit: µs", "ratio", "100 steps", "100 searches", "flight: µs", "after an edit" },
  function(f, record)
    local repair = stats.mean(record.repair_us)
    return { whole(f.expanded), short(f.mean), short(f.mean * 1000 / f.expanded), short(repair),
      whole(f.mean / repair), mean(record.steps_us), mean(record.each_us), mean(record.flight_us),
      mean(record.flight_repair_us) }
  end)

tables.recipes = figures_of("recipes", "recipe", "times", { "first: µs", "one cell: µs", "p99",
  "after a decay: µs" }, function(f, record)
  return { mean(record.compute_us), short(f.mean), short(f.p99), mean(record.decay_us) }
end)

-- Kinds of maps, each beside plain A*.
for _, section in ipairs { "links", "slopes" } do
  tables[section] = figures_of(section, section, "queries", { "µs", "p99", "plain A*: µs" },
    function(f, record) return { short(f.mean), short(f.p99), mean(record.plain_us) } end)
end

tables.graphs = figures_of("graphs", "graph", "queries", { "µs", "p99", "no estimates: µs",
  "a field: µs" }, function(f, record)
  return { short(f.mean), short(f.p99), mean(record.plain_us), mean(record.compute_us) }
end)

function tables.hexagons(results)
  local rows = { { "map", "queries", "wrong", "hexagons: µs", "expanded", "ns/node", "squares: µs",
    "expanded", "ns/node", "jpsw: µs", "expanded", "ns/node" } }
  for _, map in ipairs(results:maps("hexagons")) do
    local row
    for _, who in ipairs { "astar-lua", "astar-lua-squares", "astar-lua-squares-jpsw" } do
      local f = figures(results:get("hexagons", map, who))
      row = append(row or { map, whole(f.queries), whole(f.wrong) },
        { short(f.mean), whole(f.expanded), short(f.ns) })
    end
    rows[#rows + 1] = row
  end
  return markdown.table(rows)
end

-- Of what has a name and is done some times over. Other programs disturb the least time least.
for _, section in ipairs { "sight", "areas", "positions", "watches", "groups", "sources" } do
  tables[section] = figures_of(section, "what", "times", { "µs, least", "median", "worst" },
    function(f, record)
      return { short(stats.quantile(record.us, 0)), short(f.median), short(f.worst) }
    end)
end

function tables.saving(results)
  local rows = { { "units", "wrong", "save: ms", "KB", "load: ms", "hash: ms", "tick: ms",
    "recorded: ms", "more, µs a unit", "bytes a tick" } }
  for _, map in ipairs(results:maps("saving")) do
    local record = results:get("saving", map, "astar-lua")
    local tick, recorded = stats.mean(record.tick_us), stats.mean(record.recorded_us)
    rows[#rows + 1] = { map, whole(record.wrong), short(figures(record).mean / 1000),
      whole(record.saved_bytes / 1000), short(stats.mean(record.load_us) / 1000),
      short(stats.mean(record.hash_us) / 1000), short(tick / 1000), short(recorded / 1000),
      short((recorded - tick) / tonumber(map)), whole(record.recorded_bytes) }
  end
  return markdown.table(rows)
end

local CROWD = [[

Arrivals a tick, in all and in the second half; alone: of units that ignore one another.
Milliseconds of processor time for the whole tick. PIBT: its tables of distances are included; its
steps take one tick in any direction, where ours on a diagonal takes 1.41.
]]

-- Arrivals a tick, from one tick to the last.
local function arrivals(record, first)
  local sum = 0
  for i = first, #record.arrived do sum = sum + record.arrived[i] end
  return sum / (#record.arrived - first + 1)
end

local function crowd_columns(record)
  if not record then return { "", "", "", "", "" } end
  local f = figures(record)
  return { short(arrivals(record, 1)),
    short(arrivals(record, math.floor(#record.arrived / 2) + 1)), short(f.mean / 1000),
    short(f.p99 / 1000), short(f.worst / 1000) }
end

local function crowd_row(map, ours, peer)
  local row = { map, whole(ours.units), whole(#ours.us),
    whole(math.max(ours.wrong, peer and peer.wrong or 0)), short(ours.ideal / #ours.us) }
  append(append(row, crowd_columns(ours)), crowd_columns(peer))
  return append(row, { peer and short(results_of.ratio(ours, peer)) or "" })
end

function tables.crowd(results)
  local rows = { { "crowd", "units", "ticks", "wrong", "alone", "arrivals", "second half",
    "ms: mean", "p99", "worst", "PIBT: arrivals", "second half", "ms: mean", "p99", "worst",
    "ratio" } }
  for _, map in ipairs(results:maps("crowd")) do
    local ours = results:get("crowd", map, "astar-lua")
    if ours then rows[#rows + 1] = crowd_row(map, ours, results:get("crowd", map, "pibt")) end
  end
  return markdown.table(rows) .. CROWD
end

local WORLD = [[

Milliseconds of processor time. The tick is all of it: the edits, which players see at once;
movement and sight (`map:tick`); searches (`map:work`); and scripts, with all that belongs to them.
Arrivals: as a share of what the same units would make with nothing in their way. Growth: of the
bytes that Lua and the map use, after full collections, from a fifth of the ticks to the end. Ratio:
how many times as long the tick takes in another commit, the base of `make bench-world BASE=FOLDER`.
]]

local WORLD_LUAS = { ["astar-lua"] = _VERSION, ["astar-luajit"] = "LuaJIT",
  base = "base" }

local function world_row(units, who, record, ours)
  local f = figures(record)
  local function ms(list) return stats.mean(list) / 1000 end
  local walk, moves = record.walk_us / 1000, ms(record.moves_us)
  local scripts = f.mean / 1000 - ms(record.edits_us) - moves - ms(record.search_us)
  return { units, WORLD_LUAS[who], whole(f.queries), whole(f.wrong), short(f.mean / 1000),
    short(f.p99 / 1000), short(f.worst / 1000), short(ms(record.edits_us)), short(walk),
    short(moves - walk), short(ms(record.search_us)), short(scripts),
    ("%.1f %%"):format(100 * record.arrivals / record.ideal),
    ("%+.2f %%"):format(100 * (record.late_bytes / record.early_bytes - 1)),
    ours and who == "base" and short(results_of.ratio(record, ours)) or "" }
end

function tables.world(results)
  local rows = { { "units", "Lua", "ticks", "wrong", "mean ms", "p99", "worst", "edits", "movement",
    "sight", "search", "scripts", "arrivals", "growth", "ratio" } }
  for _, units in ipairs(results:maps("world")) do
    local ours = results:get("world", units, "astar-lua")
    for _, who in ipairs { "astar-lua", "astar-luajit", "base" } do
      local record = results:get("world", units, who)
      if record then rows[#rows + 1] = world_row(units, who, record, ours) end
    end
  end
  return markdown.table(rows) .. WORLD
end

local function memory_table(results)
  local rows = { { "map", "first query ms", "MiB", "bytes/cell", "more for idle searches" } }
  for _, map in ipairs(results:maps("growth")) do
    local record = results:get("growth", map, "astar-lua")
    if record then
      rows[#rows + 1] = { map, short(record.first_us / 1000), short(record.bytes / 2 ^ 20),
        short(record.bytes / record.cells), short(record.idle_bytes / record.cells) }
    end
  end
  return "\nWhat the first query takes, which makes the tables; what the map holds while a search "
    .. "is under way,\nafter all queries; and what it holds more after four searches at once have "
    .. "come and gone.\n\n" .. markdown.table(rows)
end

function tables.growth(results)
  return own_table(results, "growth", "node") .. memory_table(results)
end

function tables.call(results)
  local rows = { { "query", "Lua: mean µs", "median", "p99", "C: mean µs", "median", "p99",
    "garbage, bytes", "the path object" } }
  for _, kind in ipairs(results:maps("call")) do
    local lua, c = results:get("call", kind, "astar-lua"), results:get("call", kind, "astar-c")
    local lua_timing, c_timing = timing(lua), timing(c)
    rows[#rows + 1] = { kind, lua_timing[1], lua_timing[2], lua_timing[3], c_timing[1],
      c_timing[2], c_timing[3], whole(lua and lua.garbage), whole(lua and lua.object) }
  end
  return markdown.table(rows)
end

return tables
