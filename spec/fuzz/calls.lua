--- How methods are called: for a type and a method a list of ways, each of words of fuzz/values.lua
--- or of names of types after a colon. A word with a question mark may be left out, with all behind
--- it. What is not listed is called with wild values.

local calls = {}

calls.map = {
  alternatives = { "cell cell field_query? alternatives_options?",
    "cell rect field_query? alternatives_options?" },
  breach = { "cell cell query? breach_options?", "cell rect query? breach_options?" },
  areas = { "query? areas_options?" }, cut_off = { "cells query?" },
  sides = { "side_lists query?" },
  block_circle = { "x y radius terrain?" }, cell_at = { "x y" }, center = { "x y" },
  class = { "class_options" }, classes = { "" }, clearance = { "cell query?" },
  close = { "" }, cost = { "cell query?" }, distance = { "cell cell" },
  draw = { "draw_options" }, events = { "" }, field = { "field_options field_query?" },
  fill = { "terrain", "terrain area" },
  from_axial = { "cell" },
  get = { "cell" }, hash = { "" },
  influence = { "influence_name", "influence_name influence_options" }, influences = { "" },
  is_dead_end = { "area query?" }, line = { "cell cell query?" },
  line_of_sight = { "cell cell aim_options?" }, level = { "level_name" }, level_at = { "cell" },
  levels = { "" }, link = { "link_options" }, links = { "" },
  memory = { "" },
  nearest = { "cell goals query? count?" }, paint = { "source", "source area legend?" },
  path = { "cell cell query?", "cell rect query?" }, positions = { "cell position_options" },
  read_path = { "text query?" }, read_routes = { "text query?" }, routes = { "route_options" },
  watch_path = { ":path query? watch_options?" }, watches = { "" }, watch_events = { "" },
  player = { "player_name" }, players = { "" },
  prepare = { "preparation?" },
  query = { "query_options" },
  reachable = { "cell cell query?", "cell rect query?" }, region = { "cell query?" },
  request_path = { "cell cell query? request_options?", "cell rect query? request_options?" },
  resize = { "extent extent shift? shift? resize_options?" },
  rows = { "legend?" }, search = { "cell cell query?", "cell rect query?" },
  set = { "cell terrain" }, save = { "" }, sight = { "eyes sight_options?" },
  terrain = { "terrain", "terrain cost", "terrain terrain_options" },
  terrains = { "" }, tick = { "" }, tickets = { "" }, unit_at = { "cell" }, units = { "" },
  to_axial = { "cell" },
  units_near = { "cell radius :player? side?" },
  work = { "nodes threads?" },
}

calls.player = {
  blocked_units = { "" }, end_sight = { "" }, forget = { "" }, knows = { "cell" },
  line_of_sight = { "cell cell shot_options?" }, remove = { "" },
  reveal = { "" }, see = { "cell radius" }, share = { ":player boolean?" }, shares = { ":player" },
  sight = { "eyes sight_options?" }, unit = { "body_options" }, units = { "" },
}

calls.body = {
  alternatives = { "cell field_query? alternatives_options?" },
  breach = { "cell query? breach_options?" },
  blocked = { "" }, clear_shot = { "cell shot_options?", ":body shot_options?" },
  follow_path = { ":path" }, nearest = { "goals query? count?" },
  path = { "cell query?", "rect query?" }, place = { "cell" },
  reachable = { "cell query?", "rect query?" }, remove = { "" },
  request_path = { "cell query? request_options?", "rect query? request_options?" },
  search = { "cell query?", "rect query?" }, stop = { "" }, units_near = { "radius side?" },
  visible_to = { ":player" },
}

calls.class = { cost = { "terrain" } }

calls.level = { cell = { "cell" }, cell_at = { "x y" }, center = { "cell" } }

calls.influence = {
  from_sight = { ":sight amount" },
  add = { "cell amount radius? falloff?" }, clear = { "" }, decay = { "factor" },
  downhill = { "cell" }, flood = { "cell amount radius flood_options?" },
  get = { "cell" }, gradient = { "cell" }, max_near = { "cell radius" },
  peaks = { "count peak_options?" }, remove = { "" }, set = { "cell amount" },
  spread = { "share" }, uphill = { "cell" },
}

calls.path = {
  cost_now = { "query? index?" }, save = { "query?" },
  blocked = { "query? index?" }, cell = { "index" }, cells = { "" }, compare = { ":path" },
  explain = { "" },
  link = { "index" }, point = { "distance" }, smooth = { "query?" },
  corners = { "" },
}

calls.watch = { remove = { "" } }

calls.link = {
  close = { "" }, ends = { "" }, open = { "" }, remove = { "" }, set_cost = { "cost" },
}

calls.graph = {
  add_edge = { "node node edge_cost edge_options?" }, add_node = { "", "town node_options?" },
  close = { "" }, close_node = { "node" }, edge = { "node node" }, edges = { "" },
  events = { "" }, field = { "graph_field_options graph_query?" }, hash = { "" }, memory = { "" },
  nearest = { "node nodes_of_graph graph_query?" }, neighbours = { "node graph_query?" },
  node = { "node" }, nodes = { "" }, open_node = { "node" },
  path = { "node node graph_query?" }, place_node = { "node x y" }, player = { "player_name" },
  players = { "" },
  reachable = { "node node graph_query?" }, remove_node = { "node" }, save = { "" },
  set_node_cost = { "node count" }, tick = { "" }, unit = { "graph_unit_options" },
  units = { "" },
}

calls.edge = {
  close = { "" }, ends = { "" }, open = { "" }, remove = { "" }, set_cost = { "edge_cost" },
}

calls.graph_player = {
  forget = { "" }, knows = { "node", ":edge" }, remove = { "" }, reveal = { "" },
  see = { "node" },
}

calls.graph_path = {
  blocked = { "graph_query? index?" }, edge = { "index" }, node = { "index" }, nodes = { "" },
}

calls.graph_field = {
  close = { "" }, cost = { "node" }, nodes = { "" }, path = { "node" }, step = { "node" },
}

calls.graph_unit = {
  follow_path = { ":graph_path" }, path = { "node graph_query?" }, place = { "node" },
  position = { "" }, remove = { "" }, stop = { "" },
}

calls.search = { close = { "" }, end_early = { "bound" }, step = { "", "nodes" } }

calls.field = {
  cells = { "" }, close = { "" }, cost = { "cell" }, path = { "cell" }, step = { "cell" },
  update = { "" },
}

calls.sight = { cells = { "" }, close = { "" }, count = { "cell" }, seen_by = { "cell" } }

calls.areas = {
  at = { "cell" }, chokes = { "", "area_id" }, close = { "" }, get = { "area_id" }, list = { "" },
  path = { "area_id area_id count?" },
}

calls.ticket = { cancel = { "" } }

calls.world = {
  behaviour = { "name", "name function_of_unit" }, count = { "" }, events = { "" },
  group = { "group_options" }, groups = { "" }, hash = { "" }, holder = { "key" },
  influence = { "influence_name", "influence_name influence_options" }, player = { "player_name" },
  release = { "key :unit" }, reserve = { "key :unit" }, save = { "" }, tick = { "" },
  unit = { "unit_options" }, unit_at = { "cell" }, units = { "", "player_name", ":player" },
}

calls.unit = {
  around = { "radius side?" }, behave = { "behaviour" },
  clear_shot = { "cell shot_options?", ":unit shot_options?", "place" },
  cover = { "cells radius query?" }, distance = { "cell", "place" },
  enemies = { "radius" }, event = { "event" }, events = { "" }, flight = { "cells" },
  friends = { "radius" }, knows = { "cell" }, nearest = { "goals query? count?" },
  path = { "cell query?", "place query?" }, place = { "cell" },
  positions = { "position_options" }, remove = { "" },
  reachable = { "cell query?", "place query?" }, sees = { ":unit", "place" }, stop = { "" },
  tell = { "event", "event number", "event :unit" }, visible_to = { ":player" },
}

calls.group = {
  add = { ":unit" }, count = { "" }, disband = { "" },
  go = { "cell order_options?", "place order_options?" }, hold = { "order_options?" },
  regroup = { "order_options?" },
  remove = { ":unit" }, stop = { "" }, units = { "" },
}

calls.random = { pick = { "cells" }, shuffle = { "cells" } }

calls.recording = {
  note = { "text", "text place" }, size = { "" }, stop = { "" },
  value = { "text number", "text number :player" },
}

calls.box = {
  allow = { "nodes" }, call = { "text" }, charge = { "number" }, close = { "" }, freeze = { "" },
  run = { "chunk text" },
}

--- What a unit does in a behaviour, where alone it may.
calls.verbs = {
  ambush = { "place" }, approach = { ":unit query?" }, attack_move = { "cell", "place" },
  await = { "event ticks?" },
  chase = { ":unit query?" }, engage = { ":unit" }, escort = { ":unit" }, explore = { "query?" },
  find = { "cell query?", "place query?" }, find_position = { "position_options" },
  flank = { ":unit" }, flee = { "", "cells" }, follow = { ":unit query?" },
  gather = { "cells query?", "terrain" }, go = { "cell query?", "place query?" },
  guard = { "place" }, harass = { ":unit" }, hold = { "place" },
  hold_formation = { "" }, patrol = { "cells count?" },
  release = { "key" }, reserve = { "key", "key event" }, retreat = { "", "cells" },
  sleep = { "ticks" }, take_cover = { "", "cells" }, wait = { "ticks" }, walk = { ":path" },
}

return calls
