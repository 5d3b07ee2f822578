--- random-calls.lua CUSTOM: writes the calls of spec/torture/capi.c, one for each function of
-- the public headers.
--
-- A parameter's type says what is given for it. Functions for which that is not enough, as they
-- free something or take memory of the right size, have a function custom_NAME in the file CUSTOM.
-- A -- function of the header with a type that is not known here is an error: give it a line below.

local source = assert(io.open(arg[1])):read("a")

--- From a type to what makes a value of it, and a format that shows it.
local values = {
  ["astar_map *"] = { "m->map", "map" },
  ["astar_class *"] = { "pick(m, CLASSES)", "class" },
  ["astar_player *"] = { "pick(m, PLAYERS)", "player" },
  ["astar_influence *"] = { "pick(m, INFLUENCES)", "influence" },
  ["astar_unit *"] = { "pick(m, UNITS)", "unit" },
  ["astar_search *"] = { "pick(m, SEARCHES)", "search" },
  ["astar_field *"] = { "pick(m, FIELDS)", "field" },
  ["astar_ticket *"] = { "pick(m, TICKETS)", "ticket" },
  ["astar_path *"] = { "pick(m, PATHS)", "path" },
  ["astar_sight *"] = { "pick(m, SIGHTS)", "sight" },
  ["astar_areas *"] = { "pick(m, AREAS)", "areas" },
  ["astar_areas_desc *"] = { "some_areas(m)", "desc" },
  ["astar_link *"] = { "pick(m, LINKS)", "link" },
  ["astar_prices *"] = { "some_prices(m)", "prices" },
  ["astar_alternatives_desc *"] = { "some_alternatives(m)", "alternatives" },
  ["astar_link_desc *"] = { "some_link(m)", "desc" },
  ["astar_watch *"] = { "pick(m, WATCHES)", "watch" },
  ["astar_watch_desc *"] = { "some_watch(m)", "desc" },
  ["astar_graph *"] = { "m->graph", "graph" },
  ["astar_graph_path *"] = { "pick(m, GRAPH_PATHS)", "path" },
  ["astar_graph_field *"] = { "pick(m, GRAPH_FIELDS)", "field" },
  ["astar_node_desc *"] = { "some_node(m)", "desc" },
  ["astar_edge_desc *"] = { "some_edge(m)", "desc" },
  ["astar_graph_query *"] = { "some_graph_query(m)", "query" },
  ["astar_graph_trip *"] = { "some_trip(m)", "trip" },
  ["astar_graph_field_desc *"] = { "some_graph_field(m)", "desc" },
  ["astar_slope"] = { "some_slope(m)", "slope" },
  ["int32_t"] = { "some_int(m, %q)", "%d" },
  ["uint32_t"] = { "some_count(m)", "%u" },
  ["double"] = { "some_double(m)", "%g" },
  ["_Bool"] = { "random_below(2) == 1", "%d" },
  ["char *"] = { "some_name(m)", "%s" },
  ["astar_rect"] = { "some_rect(m)", "rect" },
  ["astar_cell"] = { "some_cell(m)", "cell" },
  ["astar_query *"] = { "some_query(m)", "query" },
  ["astar_target *"] = { "some_target(m)", "target" },
  ["astar_class_desc *"] = { "some_class(m)", "desc" },
  ["astar_unit_desc *"] = { "some_unit(m)", "desc" },
  ["astar_sight_line *"] = { "some_line(m)", "line" },
  ["astar_recipe *"] = { "some_recipe(m)", "recipe" },
  ["astar_recipe_kind"] = { "(astar_recipe_kind)random_below(ASTAR_RECIPE_FLOW + 1)", "%d" },
  ["astar_measure"] = { "(astar_measure)random_below(ASTAR_MEASURE_COVER + 1)", "%d" },
  ["astar_falloff"] = { "(astar_falloff)random_below(2)", "%d" },
  ["astar_avoidance"] = { "(astar_avoidance)random_below(5)", "%d" },
  ["astar_status"] = { "(astar_status)random_below(ASTAR_NEWER + 1)", "%d" },
  ["void *"] = { "some_pointer(m, %q)", "pointer" },
  ["astar_engine"] = { "(astar_engine)random_below(ASTAR_ENGINE_NONE + 1)", "%d" },
}

--- Where results go: a local variable, of which the address is given.
local outs = {
  ["int32_t *"] = "int32_t", ["uint32_t *"] = "uint32_t",
  ["uint64_t *"] = "uint64_t", ["double *"] = "double",
  ["size_t *"] = "size_t", ["_Bool *"] = "bool", ["astar_status *"] = "astar_status",
  ["astar_cell *"] = "astar_cell", ["astar_spot *"] = "astar_spot",
  ["astar_cell **"] = "const astar_cell *",
  ["astar_unit_event **"] = "const astar_unit_event *",
  ["astar_graph_unit *"] = "astar_graph_unit",
  ["astar_graph_event **"] = "const astar_graph_event *",
}

--- What a function returns that is kept.
local pools = {
  ["astar_class *"] = "CLASSES", ["astar_player *"] = "PLAYERS", ["astar_unit *"] = "UNITS",
  ["astar_influence *"] = "INFLUENCES", ["astar_search *"] = "SEARCHES",
  ["astar_field *"] = "FIELDS", ["astar_ticket *"] = "TICKETS",
  ["astar_link *"] = "LINKS", ["astar_areas *"] = "AREAS", ["astar_watch *"] = "WATCHES",
  ["astar_graph_field *"] = "GRAPH_FIELDS", ["astar_graph_path *"] = "GRAPH_PATHS",
}
local makes = { "_new$", "^astar_queue_request$", "^astar_queue_request_nearest$",
  "^astar_field_reach$", "^astar_field_flee$", "^astar_influence_derive$",
  "^astar_graph_find_path$", "^astar_graph_field_path$", "^astar_graph_path_copy$" }

local function plain(type_name)
  return (type_name:gsub("%f[%w]const%f[%W]", ""):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
    :gsub("%* %*", "**"))
end

local function parameters(list)
  local all = {}
  for one in list:gmatch("[^,]+") do
    local type_name, name = one:match("^%s*(.-)%s*([%w_]+)%s*$")
    if one:find("^%s*void%s*$") then break end
    all[#all + 1] = { type = plain(type_name), given = type_name, name = name }
  end
  return all
end

local function is_maker(name)
  for _, pattern in ipairs(makes) do
    if name:find(pattern) then return true end
  end
end

local function argument(one, at, lines)
  local value, out = values[one.type], outs[one.type]
  local variable = "a" .. at
  if value then
    local made = value[1]:format(one.name)
    lines[#lines + 1] = ("  %s %s = %s;"):format(one.given:gsub("_Bool", "bool"), variable, made)
    if value[1]:find("^pick") or value[1]:find("^some_class") or value[1]:find("^some_recipe")
      or value[1]:find("^some_link") or value[1]:find("^some_watch") then
      lines[#lines + 1] = ("  if (%s == NULL) return false;"):format(variable)
    end
    return variable, value[2], value[2]:find("%%") and variable or nil
  end
  if not out then error(("a parameter of the unknown type '%s'"):format(one.type)) end
  local is_struct = out == "astar_cell" or out == "astar_spot" or out == "astar_graph_unit"
  local zero = out:find("%*") and "NULL" or is_struct and "{ 0 }" or "0"
  lines[#lines + 1] = ("  %s %s = %s;"):format(out, variable, zero)
  return "&" .. variable, "&" .. one.name
end

-- `why`: where the status is written to, or nil.
local function finish(result, name, text, why, lines)
  if result == "void" then
    lines[#lines + 1] = "  " .. text .. ";\n  return true;"
  elseif result == "astar_status" then
    lines[#lines + 1] = ("  return judge(m, %s);"):format(text)
  elseif result == "astar_sight_code" then
    lines[#lines + 1] = ("  bool is_valid = %s != ASTAR_SIGHT_INVALID;"):format(text)
    lines[#lines + 1] = "  return judge(m, is_valid ? ASTAR_OK : ASTAR_INVALID);"
  elseif is_maker(name) and pools[result] then
    lines[#lines + 1] = ("  return keep(m, %s, %s, &%s);"):format(pools[result], text, why)
  else
    lines[#lines + 1] = ("  (void)%s;\n  return %s;"):format(text,
      why and ("judge(m, %s)"):format(why) or "true")
  end
end

local function write(result, name, list)
  local lines = { ("static bool call_%s(Machine *m) {"):format(name) }
  local given, shown, numbers, why = {}, {}, {}, nil
  for i, one in ipairs(parameters(list)) do
    local text, format, number = argument(one, i, lines)
    given[i], shown[i] = text, format
    if one.type == "astar_status *" then why = "a" .. i end
    numbers[#numbers + 1] = number
  end
  lines[#lines + 1] = "  (void)m;"
  lines[#lines + 1] = ("  show(%s);"):format(table.concat({
    ('"%s(%s);\\n"'):format(name, table.concat(shown, ", ")), table.unpack(numbers) }, ", "))
  finish(plain(result), name, ("%s(%s)"):format(name, table.concat(given, ", ")), why, lines)
  lines[#lines + 1] = "}\n"
  print(table.concat(lines, "\n"))
end

print("/* Written by tools/random-calls.lua. */")
local names = {}
for line in assert(io.popen "tools/api-functions.sh -d"):lines() do
  local result, name, list = line:match("ASTAR_API%s+(.-)([%w_]+)%s*%((.*)%)%s*$")
  if name then
    local ours = source:find("custom_" .. name .. "(", 1, true)
    if not ours then write(result, name, list) end
    names[#names + 1] = ('  { "%s", %s_%s },'):format(name, ours and "custom" or "call", name)
  end
end
print("static const Function functions[] = {\n" .. table.concat(names, "\n") .. "\n};")
