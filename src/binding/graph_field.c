/*
** Fields over a graph: the cost of every node to the nearest of some goals, or from a start.
*/
#include "graph_path.h"
#include "graph_query.h"
#include "result.h"

typedef struct la_graph_field {
  la_graph *owner;
  astar_graph_field *field;         /* NULL: closed, or not made yet */
} la_graph_field;

/* ---- making ---------------------------------------------------------------------------------- */

/* Pushes the field, whose query is at `arg`. */
static int graph_field_make(lua_State *L, int arg, astar_graph_field_desc desc) {
  la_graph_query query;
  astar_status why;
  la_graph *graph = la_graph_check(L, 1);
  la_graph_query_read(L, arg, graph, &query);
  if (query.core.budget != 0) la_fail(L, arg, "query: 'budget' means nothing to a field");
  la_graph_field *box = la_object_new(L, &la_graph_field_type, sizeof *box);
  la_getkeep(L, 1);
  la_setkeep(L, -2);
  la_graph_check(L, 1);
  desc.query = &query.core;
  box->owner = graph;
  box->field = astar_graph_field_new(graph->graph, &desc, &why);
  la_status_check(L, why);
  return 1;
}

/* The options of graph:field. */
typedef struct GraphFieldEnds {
  const la_graph *graph;
  bool to, from;                    /* given; the list is read later: options leave nothing on the
                                       stack */
  astar_graph_field_desc desc;
} GraphFieldEnds;

static void graph_ends_read_to(la_value value, void *target) {
  (void)value;
  ((GraphFieldEnds *)target)->to = true;
}

static void graph_ends_read_from(la_value value, void *target) {
  GraphFieldEnds *ends = target;
  if (ends->to) la_fail(value.L, value.arg, "options: 'to' together with 'from'");
  ends->from = true;
  ends->desc.from = la_graph_node(value, ends->graph);
}

/* graph:field(options [, query]) -> field */
static int graph_field(lua_State *L) {
  static const la_option options[] = {
    { "to", .read = graph_ends_read_to }, { "from", .read = graph_ends_read_from },
    { "max_cost", LA_INT(GraphFieldEnds, desc.most, 0, UINT32_MAX - 1) }, { .name = NULL }
  };
  lua_settop(L, 3);
  GraphFieldEnds ends = { la_graph_check(L, 1), false, false, astar_graph_field_default() };
  uint32_t most = ends.desc.most;
  la_options(la_arg(L, 2, "options"), options, &ends);
  if (!ends.to && !ends.from) la_fail(L, 2, "options: 'to' or 'from' is missing");
  if (ends.to && ends.desc.most != most) la_fail(L, 2, "options: 'max_cost' without 'from'");
  lua_pushliteral(L, "to");
  lua_rawget(L, 2);
  la_value list = { L, 2, 4, "to" };
  if (ends.to) ends.desc.goals = la_graph_nodes(list, la_graph_check(L, 1), &ends.desc.goal_count);
  return graph_field_make(L, 3, ends.desc);
}

const luaL_Reg la_graph_field_graph_methods[] = { { "field", graph_field }, { NULL, NULL } };

/* ---- reading --------------------------------------------------------------------------------- */

static la_graph_field *graph_field_check(lua_State *L) {
  la_graph_field *box = la_object_check(L, 1, &la_graph_field_type);
  if (box->field == NULL) la_fail(L, 1, "field is closed");
  la_graph_owner(L, 1, box->owner);
  return box;
}

static int graph_field_cost(lua_State *L) {
  uint32_t cost;
  const la_graph_field *box = graph_field_check(L);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), box->owner);
  astar_status status = astar_graph_field_cost(box->field, node, &cost);
  la_status_check(L, status);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  lua_pushinteger(L, (lua_Integer)cost);
  return 1;
}

/* graph_field:step(node) -> node, edge | nil, code */
static int graph_field_step(lua_State *L) {
  int32_t next, edge;
  const la_graph_field *box = graph_field_check(L);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), box->owner);
  astar_status status = astar_graph_field_step(box->field, node, &next, &edge);
  la_status_check(L, status);
  if (status != ASTAR_OK) return la_push_outcome(L, status);
  la_graph_push_node(L, box->owner, next);
  if (edge < 0) return 1;
  la_part_push(L, 1, &la_edge_type, edge);
  return 2;
}

typedef struct FieldPath {
  const la_graph_field *box;
  int32_t node;
} FieldPath;

/* A field that a finalizer has closed meanwhile leads nowhere. */
static astar_graph_path *graph_field_find(la_graph *graph, void *user, astar_status *why) {
  const FieldPath *wanted = user;
  (void)graph;
  *why = ASTAR_UNREACHABLE;
  if (wanted->box->field == NULL) return NULL;
  return astar_graph_field_path(wanted->box->field, wanted->node, why);
}

static int graph_field_path(lua_State *L) {
  const la_graph_field *box = graph_field_check(L);
  FieldPath wanted = { box, la_graph_node(la_arg(L, 2, "node"), box->owner) };
  return la_graph_path_push(L, 1, graph_field_find, &wanted);
}

/* Upvalues: the field, and the number of the last node. Returns node, cost. */
static int graph_field_next(lua_State *L) {
  uint32_t cost;
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  const la_graph_field *box = graph_field_check(L);
  int32_t node = (int32_t)lua_tointeger(L, lua_upvalueindex(2));
  astar_status status = ASTAR_UNREACHABLE;
  while (status != ASTAR_OK) {
    node = astar_graph_next_node(box->owner->graph, node);
    if (node < 0) return la_push_nil(L);
    status = astar_graph_field_cost(box->field, node, &cost);
    la_status_check(L, status);
  }
  lua_pushinteger(L, node);
  lua_replace(L, lua_upvalueindex(2));
  la_graph_push_node(L, box->owner, node);
  lua_pushinteger(L, (lua_Integer)cost);
  return 2;
}

/* graph_field:nodes() -> iterator over nodes that have a cost: node, cost */
static int graph_field_nodes(lua_State *L) {
  graph_field_check(L);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, graph_field_next, 2);
  return 1;
}

/* ---- the object ------------------------------------------------------------------------------ */

static int graph_field_release(lua_State *L) {
  la_graph_field *box = la_object_test(L, 1, &la_graph_field_type);
  if (box != NULL && box->field != NULL && box->owner->graph != NULL)
    astar_graph_field_free(box->field);
  if (box != NULL) box->field = NULL;
  return 0;
}

static int graph_field_close(lua_State *L) {
  la_object_check(L, 1, &la_graph_field_type);
  return graph_field_release(L);
}

static int graph_field_tostring(lua_State *L) {
  const la_graph_field *box = la_object_check(L, 1, &la_graph_field_type);
  bool open = box->field != NULL && box->owner->graph != NULL;
  lua_pushstring(L, open ? "field" : "field (closed)");
  return 1;
}

const luaL_Reg la_graph_field_methods[] = {
  { "cost", graph_field_cost }, { "step", graph_field_step }, { "path", graph_field_path },
  { "nodes", graph_field_nodes }, { "close", graph_field_close },
  { "__gc", graph_field_release }, { "__tostring", graph_field_tostring },
#if LA_HAS_CLOSE
  { "__close", graph_field_close },
#endif
  { NULL, NULL }
};

const la_type la_graph_field_type = { .name = "graph_field" };
