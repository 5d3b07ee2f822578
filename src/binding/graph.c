/*
** Graphs: their life, their nodes, and what edges, players and units have in common.
*/
#include "graph.h"

#include "result.h"

/* ---- checks ---------------------------------------------------------------------------------- */

la_graph *la_graph_check(lua_State *L, int arg) {
  return la_graph_owner(L, arg, la_object_check(L, arg, &la_graph_type));
}

la_graph *la_graph_owner(lua_State *L, int arg, la_graph *owner) {
  if (owner == NULL || owner->graph == NULL) la_fail(L, arg, "graph is closed");
  return owner;
}

static int32_t graph_node_named(la_value value, const la_graph *graph) {
  la_nearest nearest = { lua_tostring(value.L, value.index), "", 0 };
  int32_t node = astar_graph_find_node(graph->graph, nearest.word);
  if (node >= 0) return node;
  while ((node = astar_graph_next_node(graph->graph, node)) >= 0) {
    const char *name = astar_graph_node_name(graph->graph, node);
    if (name != NULL) la_nearest_try(&nearest, name);
  }
  return la_reject(value, "is no node of the graph%s", la_nearest_hint(value.L, &nearest));
}

int32_t la_graph_node(la_value value, const la_graph *graph) {
  astar_node_desc desc;
  if (lua_type(value.L, value.index) == LUA_TSTRING) return graph_node_named(value, graph);
  if (lua_type(value.L, value.index) != LUA_TNUMBER)
    return la_reject(value, "is not the name or number of a node");
  int32_t node = (int32_t)la_integer(value, 1, INT32_MAX) - 1;
  if (!astar_graph_node(graph->graph, node, &desc)) la_reject(value, "is no node of the graph");
  return node;
}

void la_graph_push_node(lua_State *L, const la_graph *graph, int32_t node) {
  const char *name = astar_graph_node_name(graph->graph, node);
  if (name != NULL) la_push_name(L, name);
  else lua_pushinteger(L, (lua_Integer)node + 1);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static const la_part_kind *part_kind(const la_type *type) {
  return type->more;
}

bool la_part_lives(const la_part *part, const la_type *type) {
  return part_kind(type)->lives(part->owner->graph, part->number);
}

static void part_check_lives(lua_State *L, int arg, const la_type *type, const la_part *part) {
  la_graph_owner(L, arg, part->owner);
  if (!la_part_lives(part, type)) la_fail(L, arg, "the %s was removed", part_kind(type)->word);
}

la_part *la_part_check(lua_State *L, int arg, const la_type *type) {
  la_part *part = la_object_check(L, arg, type);
  part_check_lives(L, arg, type, part);
  return part;
}

int32_t la_part_of(la_value value, const la_type *type, const la_graph *graph) {
  const la_part *part = la_object_test(value.L, value.index, type);
  if (part == NULL) return la_reject(value, "is not a %s", type->name);
  if (part->owner != graph)
    la_fail(value.L, value.arg, "the %s is of another graph", part_kind(type)->word);
  part_check_lives(value.L, value.arg, type, part);
  return part->number;
}

static void part_push_slot(lua_State *L, int index, int slot) {
  la_getkeep(L, index);
  lua_rawgeti(L, -1, slot);
  lua_remove(L, -2);
}

/* Pushes a new userdata and puts it into the store. */
static la_part *part_new(lua_State *L, int owner, const la_type *type, int32_t number) {
  owner = la_absindex(L, owner);
  la_part *part = la_object_new(L, type, sizeof *part);
  int self = lua_gettop(L);
  la_getkeep(L, owner);
  lua_rawgeti(L, -1, GRAPH_SELF);
  part->owner = lua_touserdata(L, -1);
  part->number = number;
  lua_pop(L, 1);
  la_setkeep(L, self);
  part_push_slot(L, owner, part_kind(type)->slot);
  lua_pushvalue(L, self);
  lua_rawseti(L, -2, (int)number + 1);
  lua_settop(L, self);
  return part;
}

void la_part_push(lua_State *L, int owner, const la_type *type, int32_t number) {
  owner = la_absindex(L, owner);
  part_push_slot(L, owner, part_kind(type)->slot);
  lua_rawgeti(L, -1, (int)number + 1);
  lua_remove(L, -2);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  part_new(L, owner, type, number);
}

static int32_t part_next_number(const la_graph *graph, const la_type *type) {
  return part_kind(type)->added(astar_graph_added(graph->graph));
}

/* A finalizer may have added one while Lua allocated: then the number is another one. */
la_part *la_part_prepare(lua_State *L, int owner, const la_type *type) {
  la_graph *graph;
  la_part *part;
  int top = lua_gettop(L);
  int32_t number;
  do {
    lua_settop(L, top);
    graph = la_graph_check(L, owner);
    number = part_next_number(graph, type);
    part = part_new(L, owner, type, number);
    la_graph_check(L, owner);
  } while (part_next_number(graph, type) != number);
  return part;
}

void la_part_forget(lua_State *L, int owner, const la_type *type, la_part *part) {
  part_push_slot(L, owner, part_kind(type)->slot);
  lua_pushnil(L);
  lua_rawseti(L, -2, (int)part->number + 1);
  lua_pop(L, 1);
  part->number = -1;
}

int la_part_push_removed(lua_State *L, const la_type *type) {
  const la_part *part = la_object_check(L, 1, type);
  la_graph_owner(L, 1, part->owner);
  lua_pushboolean(L, !la_part_lives(part, type));
  return 1;
}

/* Upvalues: the graph, the type, the number of the last one. */
static int part_step(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  const la_type *type = lua_touserdata(L, lua_upvalueindex(2));
  const la_graph *graph = la_graph_check(L, 1);
  int32_t number = (int32_t)lua_tointeger(L, lua_upvalueindex(3));
  number = part_kind(type)->next(graph->graph, number);
  if (number < 0) return la_push_nil(L);
  lua_pushinteger(L, number);
  lua_replace(L, lua_upvalueindex(3));
  la_part_push(L, 1, type, number);
  return 1;
}

int la_part_iterate(lua_State *L, const la_type *type) {
  la_graph_check(L, 1);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, (void *)(uintptr_t)type);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, part_step, 3);
  return 1;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

enum { MOST_PLACE = ASTAR_MAX_PLACE / ASTAR_ONE, NO_PLACE = INT32_MIN };

/* The options at `arg`. */
static astar_node_desc node_read(lua_State *L, int arg) {
  static const la_option options[] = {
    { "x", LA_RATIO(astar_node_desc, x, -MOST_PLACE, MOST_PLACE) },
    { "y", LA_RATIO(astar_node_desc, y, -MOST_PLACE, MOST_PLACE) },
    { "cost", LA_INT(astar_node_desc, cost, 0, ASTAR_MAX_NODE_COST) },
    { "open", LA_NOT(astar_node_desc, closed) }, { .name = NULL }
  };
  astar_node_desc desc = astar_node_default();
  if (lua_isnoneornil(L, arg)) return desc;
  desc.x = desc.y = NO_PLACE;
  la_options(la_arg(L, arg, "node"), options, &desc);
  if ((desc.x == NO_PLACE) != (desc.y == NO_PLACE))
    la_fail(L, arg, "node: '%s' is missing", desc.x == NO_PLACE ? "x" : "y");
  desc.placed = desc.x != NO_PLACE;
  if (!desc.placed) desc.x = desc.y = 0;
  return desc;
}

/* graph:add_node([name [, options]]) -> number */
static int graph_add_node(lua_State *L) {
  astar_status why;
  la_graph *graph = la_graph_check(L, 1);
  lua_settop(L, 3);
  astar_node_desc desc = node_read(L, 3);
  if (!lua_isnil(L, 2)) desc.name = la_name(la_arg(L, 2, "name"));
  if (desc.name != NULL && astar_graph_find_node(graph->graph, desc.name) >= 0)
    la_reject(la_arg(L, 2, "name"), "is the name of another node");
  int32_t node = astar_graph_add_node(graph->graph, &desc, &why);
  if (why == ASTAR_LIMIT) la_blame_error(L, "the graph has had 2^26 nodes");
  la_status_check(L, why);
  lua_pushinteger(L, (lua_Integer)node + 1);
  return 1;
}

static int graph_done(lua_State *L, astar_status status) {
  la_status_check(L, status);
  lua_settop(L, 1);
  return 1;
}

static int graph_remove_node(lua_State *L) {
  la_graph *graph = la_graph_check(L, 1);
  la_value value = la_arg(L, 2, "node");
  astar_status status = astar_graph_remove_node(graph->graph, la_graph_node(value, graph));
  if (status == ASTAR_CROWDED) la_reject(value, "cannot be removed: units are there");
  return graph_done(L, status);
}

static int graph_set_node_cost(lua_State *L) {
  la_graph *graph = la_graph_check(L, 1);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), graph);
  int32_t cost = (int32_t)la_integer(la_arg(L, 3, "cost"), 0, ASTAR_MAX_NODE_COST);
  return graph_done(L, astar_graph_set_node_cost(graph->graph, node, cost));
}

static int graph_open_node(lua_State *L) {
  la_graph *graph = la_graph_check(L, 1);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), graph);
  return graph_done(L, astar_graph_set_node_open(graph->graph, node, true));
}

static int graph_close_node(lua_State *L) {
  la_graph *graph = la_graph_check(L, 1);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), graph);
  return graph_done(L, astar_graph_set_node_open(graph->graph, node, false));
}

static int graph_place_node(lua_State *L) {
  la_graph *graph = la_graph_check(L, 1);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), graph);
  int32_t x = la_ratio(la_arg(L, 3, "x"), -MOST_PLACE, MOST_PLACE);
  int32_t y = la_ratio(la_arg(L, 4, "y"), -MOST_PLACE, MOST_PLACE);
  return graph_done(L, astar_graph_set_node_place(graph->graph, node, x, y));
}

/* A coordinate that is whole is an integer, so that it can be that of a cell. */
static void graph_push_coordinate(lua_State *L, const char *key, int32_t coordinate) {
  if (coordinate % ASTAR_ONE == 0) lua_pushinteger(L, coordinate / ASTAR_ONE);
  else lua_pushnumber(L, (lua_Number)coordinate / ASTAR_ONE);
  lua_setfield(L, -2, key);
}

static void graph_push_integer(lua_State *L, const char *key, int32_t number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, key);
}

/* graph:node(node) -> { number =, name =, x =, y =, cost =, open = } */
static int graph_node(lua_State *L) {
  astar_node_desc desc = astar_node_default();
  la_graph *graph = la_graph_check(L, 1);
  lua_settop(L, 2);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), graph);
  lua_createtable(L, 0, 6);
  if (graph->graph == NULL || !astar_graph_node(graph->graph, node, &desc)) return 1;
  bool has_name = desc.name != NULL;
  graph_push_integer(L, "cost", desc.cost);
  graph_push_integer(L, "number", node + 1);
  lua_pushboolean(L, !desc.closed);
  lua_setfield(L, -2, "open");
  if (desc.placed) {
    graph_push_coordinate(L, "x", desc.x);
    graph_push_coordinate(L, "y", desc.y);
  }
  if (!has_name || graph->graph == NULL) return 1;
  la_graph_push_node(L, graph, node);
  lua_setfield(L, -2, "name");
  return 1;
}

/* Upvalues: the graph, and the number of the last node. */
static int graph_next_node(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  const la_graph *graph = la_graph_check(L, 1);
  int32_t node = (int32_t)lua_tointeger(L, lua_upvalueindex(2));
  node = astar_graph_next_node(graph->graph, node);
  if (node < 0) return la_push_nil(L);
  lua_pushinteger(L, node);
  lua_replace(L, lua_upvalueindex(2));
  la_graph_push_node(L, graph, node);
  return 1;
}

static int graph_nodes(lua_State *L) {
  la_graph_check(L, 1);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, graph_next_node, 2);
  return 1;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void graph_make_store(lua_State *L) {
  int self = lua_gettop(L);
  lua_createtable(L, GRAPH_EVENTS, 0);
  lua_pushvalue(L, self);
  lua_rawseti(L, -2, GRAPH_SELF);
  for (int slot = GRAPH_EDGES; slot <= GRAPH_UNITS; slot++) {
    lua_newtable(L);
    lua_rawseti(L, -2, slot);
  }
  lua_rawgeti(L, -1, GRAPH_EDGES);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  la_setkeep(L, self);
}

static la_graph *graph_make(lua_State *L) {
  la_graph *graph = la_object_new(L, &la_graph_type, sizeof *graph);
  graph_make_store(L);
  return graph;
}

int la_graph_new(lua_State *L) {
  astar_status why;
  astar_allocator allocator;
  la_graph *graph = graph_make(L);
  la_allocator(L, &allocator.realloc, &allocator.user);
  graph->graph = astar_graph_new(allocator, &why);
  la_status_check(L, why);
  return 1;
}

int la_graph_load(lua_State *L) {
  astar_status why;
  size_t size;
  astar_allocator allocator;
  luaL_checktype(L, 1, LUA_TSTRING);
  size_t memory = la_memory_limit(L, 2);
  lua_settop(L, 1);
  la_graph *graph = graph_make(L);
  const char *bytes = lua_tolstring(L, 1, &size);
  la_allocator(L, &allocator.realloc, &allocator.user);
  graph->graph = astar_graph_load(bytes, size, allocator, memory, &why);
  la_status_check(L, why);
  if (graph->graph == NULL) return la_push_outcome(L, why);
  la_tell_collector(L, astar_graph_memory(graph->graph));
  return 1;
}

static void graph_shut(la_graph *graph) {
  if (graph->graph == NULL) return;
  astar_graph_path_free(graph->graph, graph->held);
  astar_graph_free(graph->graph);
  graph->graph = NULL;
  graph->held = NULL;
  graph->epoch++;
}

static int graph_gc(lua_State *L) {
  la_graph *graph = la_object_test(L, 1, &la_graph_type);
  if (graph != NULL) graph_shut(graph);
  return 0;
}

static int graph_close(lua_State *L) {
  graph_shut(la_object_check(L, 1, &la_graph_type));
  return 0;
}

static int graph_hash(lua_State *L) {
  la_push_hash(L, astar_graph_hash(la_graph_check(L, 1)->graph));
  return 1;
}

static int graph_memory(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_graph_memory(la_graph_check(L, 1)->graph));
  return 1;
}

/* graph:_save() -> string. A finalizer may change the graph while Lua allocates. */
static int graph_save(lua_State *L) {
  size_t room = 0, size;
  void *memory = NULL;
  while ((size = astar_graph_save(la_graph_check(L, 1)->graph, memory, room)) > room) {
    lua_settop(L, 1);
    memory = lua_newuserdata(L, size);
    room = size;
  }
  lua_pushlstring(L, memory, size);
  return 1;
}

static int graph_tostring(lua_State *L) {
  const la_graph *graph = la_object_check(L, 1, &la_graph_type);
  if (graph->graph == NULL) lua_pushliteral(L, "graph (closed)");
  else lua_pushfstring(L, "graph (%d nodes, %d edges)", (int)astar_graph_node_count(graph->graph),
                       (int)astar_graph_edge_count(graph->graph));
  return 1;
}

/* ---- the type -------------------------------------------------------------------------------- */

static int graph_node_count(lua_State *L) {
  lua_pushinteger(L, astar_graph_node_count(la_graph_check(L, 1)->graph));
  return 1;
}

static int graph_edge_count(lua_State *L) {
  lua_pushinteger(L, astar_graph_edge_count(la_graph_check(L, 1)->graph));
  return 1;
}

static int graph_ticks(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_graph_ticks(la_graph_check(L, 1)->graph));
  return 1;
}

const luaL_Reg la_graph_methods[] = {
  { "close", graph_close }, { "hash", graph_hash }, { "memory", graph_memory },
  { "_save", graph_save }, { "add_node", graph_add_node }, { "remove_node", graph_remove_node },
  { "set_node_cost", graph_set_node_cost }, { "open_node", graph_open_node },
  { "close_node", graph_close_node }, { "place_node", graph_place_node },
  { "node", graph_node }, { "nodes", graph_nodes },
  { "__gc", graph_gc }, { "__tostring", graph_tostring },
#if LA_HAS_CLOSE
  { "__close", graph_close },
#endif
  { NULL, NULL }
};

const la_field la_graph_fields[] = {
  { "node_count", graph_node_count, NULL }, { "edge_count", graph_edge_count, NULL },
  { "ticks", graph_ticks, NULL }, { NULL, NULL, NULL }
};

const la_type la_graph_type = { .name = "graph" };
