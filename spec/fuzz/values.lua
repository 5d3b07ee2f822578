--- Arguments as source text: what a word of the grammar stands for, mostly sensible, sometimes just
--- beyond it; and wild values, which are anything at all.
--
-- A word is given a writer (fuzz/writer.lua), which knows what objects there are and has the random
-- numbers.

local values = {}

local WILD = { "nil", "true", "false", "0", "-1", "1", "1.5", "2^31", "-2^31", "2^53", "2^32 - 1",
  "65536", "math.maxinteger", "math.mininteger", "1/0", "-1/0", "0/0", "''", "'plain'", "'x'",
  "'\\0'", "('x'):rep(300)", "{}", "{ 1, 2 }", "{ x = 1 }", "{ {} }", "print", "function() end",
  "function(...) return ... end", "function() error 'boom' end", "coroutine.create(print)",
  "io.stdout", "setmetatable({}, { __index = function() error 'boom' end })",
  "setmetatable({}, { __len = function() return -1 end })" }

--- Anything at all.
function values.wild(writer)
  if writer.random:chance(0.3) then return writer:object() end
  return writer.random:pick(WILD)
end

local words = {}
values.words = words

local function int(low, high)
  return function(writer) return tostring(writer.random:int(low, high)) end
end

local function one_of(list)
  return function(writer) return writer.random:pick(list) end
end

words.x = int(1, 14)
words.y = int(1, 9)
words.small = int(0, 5)
words.count = int(1, 6)
words.extent = int(1, 24)
words.shift = int(-3, 4)
words.bound = one_of { "1", "1.05", "2", "64" }
words.nodes = one_of { "1", "7", "64", "500", "100000" }
words.radius = one_of { "0", "1", "2", "5", "255" }
words.amount = one_of { "90", "-30", "1", "0", "65535", "-65535", "7" }
words.factor = one_of { "0", "0.5", "1", "0.9" }
words.weight = one_of { "0", "1", "-2", "0.25", "64", "3", "false" }
words.share = one_of { "0", "0.25", "1" }
words.cost = one_of { "10", "1", "35", "false", "65535", "{ cost = 7, opaque = true }",
  "{ opaque = true }" }
words.terrain = one_of { "'plain'", "'wall'", "'swamp'", "'road'", "'glass'" }
words.player_name = one_of { "'red'", "'blue'", "'green'" }
words.influence_name = one_of { "'danger'", "'smell'", "'fear'" }
words.boolean = one_of { "true", "false" }
words.falloff = one_of { "'linear'", "'none'" }
words.side = one_of { "'any'", "'friends'", "'enemies'" }
words.threads = one_of { "1", "2", "3" }
words.distance = one_of { "0", "0.5", "3.25", "1000" }
words.index = one_of { "1", "2", "-1", "3", "-2" }
words.avoidance = one_of { "'wait'", "'repath'", "'keep_right'", "'yield'" }
words.event = one_of { "'arrived'", "'blocked'", "'attacked'", "'mine'" }
words.name = one_of { "'wander'", "'worker'", "'hunter'", "'tree'" }
words.key = one_of { "'gate'", "7", "'x'" }
words.text = one_of { "'half-time'", "''", "'<b>&amp;'" }
words.number = one_of { "1", "2.5", "-3", "0" }
words.speed = one_of { "1", "0.5", "3", "0", "64", "0.1" }
words.sight = one_of { "3", "0", "9" }
words.ticks = int(0, 6)
words.facing = one_of { "'north'", "'south-east'", "{ 1, -2 }" }
words.formation = one_of { "'line'", "'column'", "'wedge'", "'box'" }
words.legend = one_of { "nil", "{ ['.'] = 'plain', ['#'] = 'wall' }", "{ ['~'] = 'swamp' }" }
words.source = one_of { "'..#\\n#..'", "{ '..', '##' }", "{ 'plain', 'wall', 'plain' }",
  "function(x, y, name) return x % 3 == 0 and 'swamp' or name end",
  "function(x, y) if x == 3 then error 'boom' end end" }
words.snapshot_file = one_of { "nil" }
words.chunk = one_of { "'return ...'", "'x = 1'", "'error {}'", "'return'", "'while true do end'",
  "'local t = {} for i = 1, 1e9 do t[i] = i end'", "'return host(1, 2)'", "'('" }

function words.cell(writer)
  return words.x(writer) .. ", " .. words.y(writer)
end

function words.rect(writer)
  return ("{ x = %s, y = %s, width = %s, height = %s }"):format(words.x(writer), words.y(writer),
    words.count(writer), words.count(writer))
end

function words.area(writer)
  return ("%s, %s, %s"):format(words.cell(writer), words.count(writer), words.count(writer))
end

function words.place(writer)
  local unit = writer.random:chance(0.3) and (writer:slot "unit" or writer:slot "body")
  return unit or ("{ x = %s, y = %s }"):format(words.x(writer), words.y(writer))
end

function words.cells(writer)
  local list = {}
  for i = 1, writer.random:int(0, 4) do
    list[i] = writer.random:chance(0.2) and writer:slot "body" or
      ("{ %s }"):format(words.cell(writer))
  end
  return "{ " .. table.concat(list, ", ") .. " }"
end

function words.field_options(writer)
  local kind = writer.random:pick { "to", "from", "flee" }
  if kind == "from" then
    return ("{ from = { %s }, max_cost = %s }"):format(words.cell(writer), words.amount(writer))
  end
  local nodes = kind == "flee" and ", nodes = " .. words.count(writer) or ""
  return ("{ %s = %s%s }"):format(kind, words.cells(writer), nodes)
end

function words.goals(writer)
  local pick = writer.random:int(1, 6)
  if pick == 1 then return words.terrain(writer) end
  if pick == 2 then return "{ unseen = true }" end
  if pick == 4 and writer.random:chance(0.4) then
    return ("{ hidden_from = %s }"):format(writer:slot "sight" or "7")
  end
  if pick == 3 then return writer:callback("x, y, terrain", "return x > 7") end
  return words.cells(writer)
end

local QUERY = { "class", "player", "unit", "influence", "claims", "claim_radius", "claim_ahead",
  "claim_penalty",
  "occupancy", "extra_cost", "within", "partial", "budget", "heuristic", "heuristic_weight",
  "engine", "turn_cost", "traffic_cost", "any_angle", "explain", "trace" }

local query_value = {
  class = function(writer) return writer:slot "class" end,
  player = function(writer) return writer:slot "player" end,
  unit = function(writer) return writer:slot "body" end,
  influence = function(writer)
    local given = writer.random:chance(0.5) and writer:slot "influence"
    return given and ("{ [%s] = %s }"):format(given, words.weight(writer)) or
      ("{ danger = %s, smell = %s }"):format(words.weight(writer), words.weight(writer))
  end,
  claims = words.boolean, occupancy = words.boolean, partial = words.boolean,
  any_angle = words.boolean,
  explain = one_of { "true" }, claim_radius = words.radius, claim_ahead = words.radius,
  claim_penalty = one_of { "0", "30", "65535" }, traffic_cost = one_of { "0", "40", "65535" },
  within = words.small,
  budget = words.nodes, heuristic_weight = one_of { "1", "1.5", "64" },
  heuristic = one_of { "'octile'", "'euclidean'", "'chebyshev'", "'none'", "'manhattan'" },
  engine = one_of { "'auto'", "'astar'" }, turn_cost = one_of { "0", "5", "65535" },
  trace = one_of { "{}" },
  extra_cost = function(writer) return writer:callback("x, y, name", "return (x * y) % 4") end,
}

local function table_of(writer, keys, value_of, chance)
  local parts = {}
  for _, key in ipairs(keys) do
    if writer.random:chance(chance) then
      local value = writer.random:chance(0.03) and values.wild(writer) or value_of[key](writer)
      if value then parts[#parts + 1] = ("%s = %s"):format(key, value) end
    end
  end
  if writer.random:chance(0.02) then parts[#parts + 1] = "oddity = 1" end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

function words.query(writer)
  local pick = writer.random:int(1, 5)
  if pick == 1 then return "nil" end
  if pick == 2 then return writer:slot "query" or "nil" end
  return table_of(writer, QUERY, query_value, 0.16)
end

local FIELD_QUERY = { "class", "player", "unit", "influence", "claims", "occupancy", "extra_cost" }

function words.field_query(writer)
  if writer.random:chance(0.4) then return "nil" end
  return table_of(writer, FIELD_QUERY, query_value, 0.3)
end

local function place_of(writer)
  return ("{ %s, %s }"):format(words.x(writer), words.y(writer))
end

local function term_of(writer, extra)
  local random = writer.random
  local term = random:pick { "'walk'", "'distance', to = " .. place_of(writer), "'danger'",
    "'influence', influence = 'smell'", "'front', influence = 'danger'", "'terrain', is = 'plain'",
    "'flank', of = " .. place_of(writer), "'crowding', radius = " .. random:int(0, 9),
    "'exits', radius = " .. random:int(1, 15), "'sight', of = { " .. place_of(writer) .. " }",
    "'cover', from = " .. place_of(writer) }
  return ("{ %s%s }"):format(term, extra)
end

local function terms_of(writer, extras)
  local list = {}
  for i = 1, writer.random:int(0, 3) do list[i] = term_of(writer, writer.random:pick(extras)) end
  return "{ " .. table.concat(list, ", ") .. " }"
end

local FROM = { "within = 9", "reach = 60", "terrain = 'plain'", "front = 'danger'",
  "ring = { 1, 6 }" }

--- Position queries.
function words.position_options(writer)
  return table_of(writer, { "from", "filter", "score", "count", "query", "reserve" }, {
    from = function(w)
      if w.random:chance(0.2) then return ("{ cover = %s }"):format(place_of(w)) end
      return ("{ %s }"):format(w.random:pick(FROM))
    end,
    filter = function(w) return terms_of(w, { ", min = 1", ", max = 40" }) end,
    score = function(w)
      return terms_of(w, { "", ", weight = -2", ", curve = { { 0, 1 }, { 30, 0 } }" })
    end,
    count = one_of { "1", "5", "1024" }, query = words.field_query,
    reserve = one_of { "nil", "nil", "nil", "'post'" } }, 0.8)
end

function words.query_options(writer)
  return table_of(writer, QUERY, query_value, 0.16)
end

function words.request_options(writer)
  return ("{ priority = %s, done = %s }"):format(words.small(writer),
    writer:callback("path, code, ticket", "return path and path:explain()"))
end

local PREPARATION = { "class", "player", "tables", "layers", "landmarks", "dead_ends", "saved",
  "threads", "progress" }
local preparation_value = { class = query_value.class, player = query_value.player,
  tables = words.boolean, layers = words.boolean, landmarks = words.boolean,
  dead_ends = words.boolean, saved = words.boolean, threads = one_of { "1", "2", "64" },
  progress = function(w) return w:callback("done", "return done < 0.9") end }

function words.preparation(writer) return table_of(writer, PREPARATION, preparation_value, 0.4) end

local AIM = { "range", "min_range", "unit", "player" }
local aim_value = { range = one_of { "1", "5", "255" }, min_range = one_of { "0", "1", "3" },
  unit = query_value.unit, player = query_value.player, through_units = words.boolean }

function words.aim_options(writer) return table_of(writer, AIM, aim_value, 0.5) end

function words.shot_options(writer)
  return table_of(writer, { "range", "min_range", "through_units" }, aim_value, 0.3)
end

function words.eyes(writer)
  if writer.random:chance(0.3) then return writer:slot "player" or "{}" end
  local list = {}
  for i = 1, writer.random:int(0, 4) do
    list[i] = writer.random:chance(0.5) and writer:slot "body" or
      ("{ %s, %s }"):format(words.cell(writer), words.radius(writer))
  end
  return "{ " .. table.concat(list, ", ") .. " }"
end

words.area_id = one_of { "1", "2", "30", "100000" }

function words.side_lists(writer)
  return ("{ %s, %s }"):format(words.cells(writer), words.cells(writer))
end

function words.areas_options(writer)
  return table_of(writer, { "ratio", "width" },
    { ratio = one_of { "0", "0.7", "1" }, width = words.count }, 0.5)
end

function words.sight_options(writer)
  return table_of(writer, { "radius", "player" },
    { radius = words.radius, player = query_value.player }, 0.4)
end

function words.class_options(writer)
  local value_of = { plain = words.cost, swamp = one_of { "5", "60", "false" },
    wall = one_of { "90" }, size = one_of { "1", "2", "3", "32" },
    diagonal = one_of { "'always'", "'never'", "'no_obstacles'", "'at_most_one_obstacle'" },
    unknown = one_of { "5", "false", "30" }, climb = one_of { "4", "-3", "0", "65535" },
    descend = one_of { "-1", "2", "-65535" }, drift = one_of { "0", "1", "0.5", "64" } }
  local keys = { "plain", "swamp", "wall", "size", "diagonal", "unknown", "climb", "descend",
    "drift" }
  return table_of(writer, keys, value_of, 0.4)
end

function words.terrain_options(writer)
  local strength = one_of { "0", "6", "30", "65535" }
  local function current(w)
    return table_of(w, { "east", "west", "south", "north" },
      { east = strength, west = strength, south = strength, north = strength }, 0.4)
  end
  return table_of(writer, { "cost", "opaque", "height", "current" },
    { cost = one_of { "10", "4", "false" }, opaque = words.boolean,
      height = one_of { "0", "3", "-2", "32767" }, current = current }, 0.5)
end

local UNIT = { "class", "speed", "sight", "avoidance", "priority" }

local unit_value = { class = query_value.class, speed = words.speed, sight = words.sight,
  avoidance = words.avoidance, priority = one_of { "0", "1", "15", "16", "-1" } }

local function with(table_text, first)
  local rest = table_text:match("^{%s*(.-)%s*}$")
  return "{ " .. first .. (rest ~= "" and ", " .. rest or "") .. " }"
end

function words.body_options(writer)
  return with(table_of(writer, UNIT, unit_value, 0.5),
    ("x = %s, y = %s"):format(words.x(writer), words.y(writer)))
end

function words.behaviour(writer)
  if writer.random:chance(0.7) then return words.name(writer) end
  return writer.random:chance(0.1) and "nil" or writer:behaviour()
end

function words.unit_options(writer)
  local first = ("player = %s, x = %s, y = %s"):format(words.player_name(writer), words.x(writer),
    words.y(writer))
  if writer.random:chance(0.7) then
    first = first .. ", behaviour = " .. words.behaviour(writer)
  end
  return with(table_of(writer, UNIT, unit_value, 0.5), first)
end

local group_value = { formation = words.formation, speed = words.speed, spacing = words.count,
  influence = query_value.influence, facing = words.facing,
  units = function(writer)
    local list = {}
    for i = 1, writer.random:int(0, 3) do list[i] = writer:slot "unit" end
    return "{ " .. table.concat(list, ", ") .. " }"
  end }

function words.group_options(writer)
  local keys = { "units", "formation", "speed", "spacing", "influence" }
  return table_of(writer, keys, group_value, 0.5)
end

function words.order_options(writer)
  return table_of(writer, { "formation", "speed", "facing", "spacing" }, group_value, 0.4)
end

function words.peak_options(writer)
  return table_of(writer, { "min", "apart" }, { min = words.count, apart = words.radius }, 0.5)
end

local function recipe(writer)
  local kind = writer.random:pick { "sum", "product", "greatest", "least", "tension",
    "vulnerability", "slope", "near", "flow", "history" }
  return ("{ '%s', 'danger', %s }"):format(kind, writer.random:pick { "nil", "radius = 2",
    "half_life = 3", "plus = 9, max = 20", "{ map = 'smell', factor = -1 }",
    "scale = 10, 'smell'" })
end

words.level_name = one_of { '"ground"', '"upper"', '"cellar"' }

function words.link_options(writer)
  local function end_of(w) return ("{ %s, %s }"):format(words.x(w), words.y(w)) end
  return table_of(writer, { "from", "to", "cost", "one_way", "open", "class" },
    { from = end_of, to = end_of, cost = one_of { "10", "1", "300", "65535" },
      one_way = words.boolean, open = words.boolean,
      class = function(w) return w:slot "class" end }, 0.8)
end

local BREACH_OPTIONS = { "terrains", "terrain", "unseen", "unit", "link", "narrow" }
local price = one_of { "0", "5", "1000", "false", "1000000" }

function words.breach_options(writer)
  return table_of(writer, BREACH_OPTIONS, { terrain = price, unseen = price, unit = price,
    link = price, narrow = words.boolean, terrains = function(w)
      return ("{ wall = %s, swamp = %s }"):format(price(w), price(w))
    end }, 0.4)
end

function words.alternatives_options(writer)
  return table_of(writer, { "count", "stretch", "share", "apart", "plateau" },
    { count = words.count, stretch = words.bound, share = words.share, apart = words.small,
      plateau = words.share }, 0.4)
end

function words.watch_options(writer)
  return table_of(writer, { "costlier", "better", "blocked", "follow" },
    { costlier = one_of { "0.1", "0", "3", "true", "false" },
      better = one_of { "0.1", "0", "1", "true", "false" },
      blocked = words.boolean, follow = words.boolean }, 0.5)
end

function words.resize_options(writer)
  return table_of(writer, { "fill" }, { fill = words.terrain }, 0.5)
end

function words.route_options(writer)
  local function places(w)
    return ("{ a = { %s, %s }, b = { %s, %s } }"):format(words.x(w), words.y(w), words.x(w),
      words.y(w))
  end
  return table_of(writer, { "places", "query" }, { places = places, query = words.query }, 0.8)
end

words.node = one_of { "'a'", "'b'", "1", "2", "3", "'c'", "4", "'d'" }
words.town = one_of { "'a'", "'b'", "'c'", "'d'", "'e'" }
words.edge_cost = one_of { "1", "2", "10", "300", "2147483647" }

function words.nodes_of_graph(writer)
  local list = {}
  for i = 1, writer.random:int(1, 3) do list[i] = words.node(writer) end
  return "{ " .. table.concat(list, ", ") .. " }"
end

function words.graph_field_options(writer)
  if writer.random:chance(0.5) then
    return ("{ to = %s }"):format(words.nodes_of_graph(writer))
  end
  return ("{ from = %s, max_cost = %s }"):format(words.node(writer), words.edge_cost(writer))
end

function words.graph_query(writer)
  return table_of(writer, { "player", "unknown", "extra_cost", "budget" }, {
    player = function(w) return w:slot "graph_player" end, unknown = words.edge_cost,
    budget = words.nodes, extra_cost = function(w)
      local edge = w:slot "edge"
      return ("{ [%s] = %s%s }"):format(words.node(w), w.random:pick { "3", "0", "false" },
        edge and (", [%s] = 2"):format(edge) or "")
    end }, 0.3)
end

function words.edge_options(writer)
  return table_of(writer, { "one_way", "open" },
    { one_way = words.boolean, open = words.boolean }, 0.4)
end

function words.node_options(writer)
  return table_of(writer, { "x", "y", "cost", "open" }, { x = words.x, y = words.y,
    cost = words.count, open = words.boolean }, 0.8)
end

function words.graph_unit_options(writer)
  return table_of(writer, { "at", "player", "speed" }, { at = words.node,
    player = function(w) return w:slot "graph_player" end, speed = words.speed }, 0.9)
end

function words.flood_options(writer)
  return table_of(writer, { "class", "player" }, { class = function(w) return w:slot "class" end,
    player = function(w) return w:slot "player" end }, 0.5)
end

function words.influence_options(writer)
  return table_of(writer, { "weight", "decay", "spread", "every", "recipe" },
    { weight = words.weight, recipe = recipe,
      decay = words.factor, spread = words.share, every = words.count }, 0.4)
end

function words.draw_options(writer)
  return table_of(writer, { "path", "units", "player", "field", "influence" }, {
    path = function(w) return w:slot "path" end, units = words.boolean, field = function(w)
      return w:slot "field" end, player = query_value.player,
    influence = function(w) return w:slot "influence" end }, 0.4)
end

function words.function_of_unit(writer)
  return writer:behaviour()
end

--- An object of a type: "object:path".
function values.object(writer, name)
  return writer:slot(name) or "nil"
end

return values
