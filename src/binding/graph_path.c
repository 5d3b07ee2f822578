/*
** Paths over a graph, and the questions that are answered by one.
*/
#include "graph_path.h"

#include <stdio.h>
#include <string.h>

#include "graph_query.h"
#include "result.h"

/* ---- making ---------------------------------------------------------------------------------- */

/* Keeps a path until it is copied; frees the one before. */
static void graph_path_hold(la_graph *graph, astar_graph_path *path) {
  if (graph->graph != NULL) astar_graph_path_free(graph->graph, graph->held);
  graph->held = path;
  graph->epoch++;
}

static la_graph *graph_of_store(lua_State *L, int owner) {
  la_getkeep(L, owner);
  lua_rawgeti(L, -1, GRAPH_SELF);
  la_graph *graph = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return la_graph_owner(L, owner, graph);
}

int la_graph_path_push(lua_State *L, int owner, la_graph_maker make, void *user) {
  int top = lua_gettop(L);
  for (;;) {
    astar_status why = ASTAR_OK;
    la_graph *graph = graph_of_store(L, owner);
    astar_graph_path *path = make(graph, user, &why);
    la_status_check(L, why);
    if (path == NULL) return la_push_outcome(L, why);
    graph_path_hold(graph, path);
    unsigned epoch = graph->epoch;
    size_t bytes = astar_graph_path_bytes(path);
    void *memory = la_object_new(L, &la_graph_path_type, bytes);
    if (graph->epoch == epoch) {
      memcpy(memory, path, bytes);
      graph_path_hold(graph, NULL);
      la_getkeep(L, owner);
      la_setkeep(L, -2);
      return 1;
    }
    lua_settop(L, top);
  }
}

const astar_graph_path *la_graph_path_of(la_value value, const la_graph *graph) {
  const astar_graph_path *path = la_object_test(value.L, value.index, &la_graph_path_type);
  if (path == NULL) la_reject(value, "is not a path of a graph");
  la_getkeep(value.L, value.index);
  lua_rawgeti(value.L, -1, GRAPH_SELF);
  bool is_ours = lua_touserdata(value.L, -1) == graph;
  lua_pop(value.L, 2);
  if (!is_ours) la_fail(value.L, value.arg, "the path is of another graph");
  return path;
}

/* ---- questions ------------------------------------------------------------------------------- */

static astar_graph_path *graph_path_find(la_graph *graph, void *user, astar_status *why) {
  return astar_graph_find_path(graph->graph, user, why);
}

/* Reads from, to and query from the arguments; *goal receives `to`. */
static astar_graph_trip graph_path_read(lua_State *L, la_graph_query *query, int32_t *goal) {
  const la_graph *graph = la_graph_check(L, 1);
  lua_settop(L, 4);
  la_graph_query_read(L, 4, graph, query);
  la_graph_check(L, 1);
  int32_t from = la_graph_node(la_arg(L, 2, "from"), graph);
  *goal = la_graph_node(la_arg(L, 3, "to"), graph);
  return (astar_graph_trip){ from, goal, 1, &query->core };
}

/* graph:path(from, to [, query]) -> path | nil, code */
static int graph_path(lua_State *L) {
  la_graph_query query;
  int32_t goal;
  astar_graph_trip trip = graph_path_read(L, &query, &goal);
  return la_graph_path_push(L, 1, graph_path_find, &trip);
}

/* graph:reachable(from, to [, query]) -> true | false, code */
static int graph_reachable(lua_State *L) {
  la_graph_query query;
  int32_t goal;
  uint32_t cost;
  astar_graph_trip trip = graph_path_read(L, &query, &goal);
  astar_status status = astar_graph_find_cost(la_graph_check(L, 1)->graph, &trip, &cost);
  la_status_check(L, status);
  lua_pushboolean(L, status == ASTAR_OK);
  if (status == ASTAR_OK) return 1;
  lua_pushstring(L, astar_status_name(status));
  return 2;
}

/* graph:nearest(from, goals [, query]) -> { path =, node =, index = } | nil, code */
static int graph_nearest(lua_State *L) {
  la_graph_query query;
  int32_t count;
  const la_graph *graph = la_graph_check(L, 1);
  lua_settop(L, 4);
  const int32_t *goals = la_graph_nodes(la_arg(L, 3, "goals"), graph, &count);
  la_graph_query_read(L, 4, graph, &query);
  la_graph_check(L, 1);
  int32_t from = la_graph_node(la_arg(L, 2, "from"), graph);
  astar_graph_trip trip = { from, goals, count, &query.core };
  int results = la_graph_path_push(L, 1, graph_path_find, &trip);
  if (results != 1) return results;
  int path = lua_gettop(L);
  lua_createtable(L, 0, 3);
  int32_t index = astar_graph_path_goal(lua_touserdata(L, path));
  lua_pushvalue(L, path);
  lua_setfield(L, -2, "path");
  lua_pushinteger(L, (lua_Integer)index + 1);
  lua_setfield(L, -2, "index");
  la_graph_push_node(L, la_graph_check(L, 1), goals[index]);
  lua_setfield(L, -2, "node");
  return 1;
}

/* Upvalues: the graph, the node, the edge looked at last, the query. Returns node, cost, edge. */
static int graph_next_neighbour(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, lua_upvalueindex(4));
  la_graph_query query;
  astar_edge_desc desc = { 0 };
  la_graph_query_read(L, 2, la_graph_check(L, 1), &query);
  const la_graph *graph = la_graph_check(L, 1);
  int32_t node = (int32_t)lua_tointeger(L, lua_upvalueindex(2));
  int32_t edge = (int32_t)lua_tointeger(L, lua_upvalueindex(3));
  uint32_t cost = 0;
  while (cost == 0) {
    edge = astar_graph_next_edge_at(graph->graph, node, edge);
    if (edge < 0) return la_push_nil(L);
    astar_status status = astar_graph_step_cost(graph->graph, node, edge, &query.core, &cost);
    if (status != ASTAR_LIMIT) la_status_check(L, status);
  }
  lua_pushinteger(L, edge);
  lua_replace(L, lua_upvalueindex(3));
  astar_graph_edge(graph->graph, edge, &desc);
  la_graph_push_node(L, graph, desc.from == node ? desc.to : desc.from);
  lua_pushinteger(L, (lua_Integer)cost);
  la_part_push(L, 1, &la_edge_type, edge);
  return 3;
}

/* graph:neighbours(node [, query]) -> iterator: node, cost, edge */
static int graph_neighbours(lua_State *L) {
  la_graph_query query;
  const la_graph *graph = la_graph_check(L, 1);
  lua_settop(L, 3);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), graph);
  la_graph_query_read(L, 3, graph, &query);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, node);
  lua_pushinteger(L, -1);
  lua_pushvalue(L, 3);
  lua_pushcclosure(L, graph_next_neighbour, 4);
  return 1;
}

const luaL_Reg la_graph_path_graph_methods[] = {
  { "path", graph_path }, { "reachable", graph_reachable }, { "nearest", graph_nearest },
  { "neighbours", graph_neighbours }, { NULL, NULL }
};

/* ---- reading --------------------------------------------------------------------------------- */

static const astar_graph_path *graph_path_self(lua_State *L) {
  return la_object_check(L, 1, &la_graph_path_type);
}

static la_graph *graph_path_graph(lua_State *L) {
  graph_path_self(L);
  return graph_of_store(L, 1);
}

static int graph_path_len(lua_State *L) {
  lua_pushinteger(L, astar_graph_path_length(graph_path_self(L)));
  return 1;
}

/* An index 1 … length, or -1 … -length from the end, as one from 0. */
static int32_t graph_path_index(lua_State *L, const astar_graph_path *path) {
  la_value value = la_arg(L, 2, "index");
  int32_t length = astar_graph_path_length(path);
  int32_t index = (int32_t)la_integer(value, -length, length);
  if (index == 0) la_reject(value, "is out of range, 1 to %d or -%d to -1", (int)length,
                            (int)length);
  return index > 0 ? index - 1 : length + index;
}

/* graph_path:node(index) -> node */
static int graph_path_node(lua_State *L) {
  const astar_graph_path *path = graph_path_self(L);
  int32_t index = graph_path_index(L, path);
  la_graph_push_node(L, graph_path_graph(L), astar_graph_path_node(path, index));
  return 1;
}

/* graph_path:edge(index) -> the edge by which the path comes to a node; nil for the first, and if
** the edge was removed */
static int graph_path_edge(lua_State *L) {
  astar_edge_desc desc;
  const astar_graph_path *path = graph_path_self(L);
  int32_t edge = astar_graph_path_edge(path, graph_path_index(L, path));
  if (!astar_graph_edge(graph_path_graph(L)->graph, edge, &desc)) return la_push_nil(L);
  la_part_push(L, 1, &la_edge_type, edge);
  return 1;
}

/* Upvalues: the path, and the index of the node before. */
static int graph_path_next(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  const astar_graph_path *path = graph_path_self(L);
  int32_t index = (int32_t)lua_tointeger(L, lua_upvalueindex(2));
  if (index == astar_graph_path_length(path)) return la_push_nil(L);
  la_graph_push_node(L, graph_path_graph(L), astar_graph_path_node(path, index));
  lua_pushinteger(L, index + 1);
  lua_pushvalue(L, -1);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

/* graph_path:nodes() -> iterator: node, index */
static int graph_path_nodes(lua_State *L) {
  graph_path_self(L);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, graph_path_next, 2);
  return 1;
}

/* graph_path:blocked([query [, from]]) -> index | nil */
static int graph_path_blocked(lua_State *L) {
  la_graph_query query;
  lua_settop(L, 3);
  const astar_graph_path *path = graph_path_self(L);
  la_graph_query_read(L, 2, graph_path_graph(L), &query);
  astar_graph *graph = graph_path_graph(L)->graph;
  int32_t index, first = 0, length = astar_graph_path_length(path);
  if (!lua_isnil(L, 3)) first = (int32_t)la_integer(la_arg(L, 3, "from"), 1, length) - 1;
  la_status_check(L, astar_graph_path_blocked(graph, path, first, &query.core, &index));
  if (index < 0) return la_push_nil(L);
  lua_pushinteger(L, (lua_Integer)index + 1);
  return 1;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static int graph_path_cost(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_graph_path_cost(graph_path_self(L)));
  return 1;
}

static int graph_path_expanded(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)astar_graph_path_expanded(graph_path_self(L)));
  return 1;
}

static int graph_path_tostring(lua_State *L) {
  const astar_graph_path *path = graph_path_self(L);
  char cost[16];
  snprintf(cost, sizeof cost, "%lu", (unsigned long)astar_graph_path_cost(path));
  lua_pushfstring(L, "path (%d nodes, cost %s)", (int)astar_graph_path_length(path), cost);
  return 1;
}

const luaL_Reg la_graph_path_methods[] = {
  { "node", graph_path_node }, { "edge", graph_path_edge }, { "nodes", graph_path_nodes },
  { "blocked", graph_path_blocked },
  { "__len", graph_path_len }, { "__tostring", graph_path_tostring },
  { NULL, NULL }
};

const la_field la_graph_path_fields[] = {
  { "cost", graph_path_cost, NULL }, { "expanded", graph_path_expanded, NULL },
  { NULL, NULL, NULL }
};

const la_type la_graph_path_type = {
  .name = "graph_path",
  .instead_of_index = "path:nodes() iterates over its nodes, path:node(i) gives one of them"
};
