/*
** Queries of graphs: which player, and what is costlier for this query.
*/
#include "graph_query.h"

#include <stdio.h>
#include <stdlib.h>

#include "keys.h"

static void graph_query_player(la_value value, void *target) {
  la_graph_query *query = target;
  query->core.player = la_part_of(value, &la_graph_player_type, query->graph);
}

/* ---- extra_cost ------------------------------------------------------------------------------ */

/* The pair whose key is at index -2, its value at -1. */
static void extra_read(la_value table, void *target) {
  lua_State *L = table.L;
  la_graph_query *query = target;
  int top = lua_gettop(L);
  la_value key = { L, table.arg, top - 1, "extra_cost: the key" };
  la_value value = { L, table.arg, top, "extra_cost: the cost" };
  astar_graph_extra extra = { .node = -1, .edge = -1, .cost = -1 };
  if (la_object_test(L, key.index, &la_edge_type) != NULL)
    extra.edge = la_part_of(key, &la_edge_type, query->graph);
  else extra.node = la_graph_node(key, query->graph);
  bool is_false = lua_isboolean(L, top) && !lua_toboolean(L, top);
  if (!is_false && lua_type(L, top) != LUA_TNUMBER) la_reject(value, "is not a cost or false");
  if (!is_false) extra.cost = (int32_t)la_integer(value, 0, ASTAR_MAX_NODE_COST);
  if (query->core.extra_count == query->room)
    la_fail(L, table.arg, "query: extra_cost has changed");
  query->extras[query->core.extra_count++] = extra;
}

/* Would extra_read raise no error? */
static bool extra_is_sound(lua_State *L, const la_graph_query *query) {
  int top = lua_gettop(L), type = lua_type(L, top - 1);
  astar_node_desc node;
  const la_part *edge = la_object_test(L, top - 1, &la_edge_type);
  double cost = lua_tonumber(L, top);
  bool is_false = lua_isboolean(L, top) && !lua_toboolean(L, top);
  bool is_cost = lua_type(L, top) == LUA_TNUMBER && cost >= 0 && cost <= ASTAR_MAX_NODE_COST &&
                 cost == (double)(int64_t)cost;
  if (!is_false && !is_cost) return false;
  if (edge != NULL) return edge->owner == query->graph && la_part_lives(edge, &la_edge_type);
  if (type == LUA_TSTRING)
    return astar_graph_find_node(query->graph->graph, lua_tostring(L, top - 1)) >= 0;
  double number = lua_tonumber(L, top - 1);
  return type == LUA_TNUMBER && number >= 1 && number <= INT32_MAX &&
         number == (double)(int32_t)number &&
         astar_graph_node(query->graph->graph, (int32_t)number - 1, &node);
}

static size_t extra_count(la_value table) {
  size_t count = 0;
  lua_State *L = table.L;
  lua_pushnil(L);
  while (lua_next(L, table.index)) {
    lua_pop(L, 1);
    count++;
  }
  return count;
}

/* Reads all pairs in whatever order, which does not matter as each key is there once: two keys for
** one node, its name and its number, are. False: one of them is wrong. */
static bool extra_read_all(la_value table, la_graph_query *query) {
  lua_State *L = table.L;
  lua_pushnil(L);
  while (lua_next(L, table.index)) {
    if (!extra_is_sound(L, query)) {
      lua_pop(L, 2);
      return false;
    }
    extra_read(table, query);
    lua_pop(L, 1);
  }
  return true;
}

/* Of what is named twice the greater cost comes later, and counts; -1 is the greatest. */
static int extra_compare(const void *a, const void *b) {
  const astar_graph_extra *one = a, *other = b;
  if (one->node != other->node) return one->node < other->node ? -1 : 1;
  if (one->edge != other->edge) return one->edge < other->edge ? -1 : 1;
  uint32_t a_cost = (uint32_t)one->cost, b_cost = (uint32_t)other->cost;
  return a_cost < b_cost ? -1 : a_cost > b_cost;
}

static void graph_query_extra(la_value value, void *target) {
  lua_State *L = value.L;
  la_graph_query *query = target;
  if (!lua_istable(L, value.index)) la_reject(value, "is not a table");
  query->core.extra_count = 0;
  if (extra_read_all(value, query)) {
    query->core.extras = query->extras;
    qsort(query->extras, (size_t)query->core.extra_count, sizeof *query->extras, extra_compare);
    return;
  }
  query->core.extra_count = 0;
  la_keys_each(value, extra_read, query);
}

/* Memory for the extras, before anything is read: reading does not allocate then. */
static void graph_query_reserve(lua_State *L, int arg, la_graph_query *query) {
  lua_pushliteral(L, "extra_cost");
  lua_rawget(L, arg);
  if (!lua_istable(L, -1)) return;
  size_t count = extra_count((la_value){ L, arg, lua_gettop(L), "extra_cost" });
  if (count >= INT32_MAX) la_fail(L, arg, "query: extra_cost has too many keys");
  query->extras = lua_newuserdata(L, (count + 1) * sizeof *query->extras);
  query->room = (int32_t)count;
}

void la_graph_query_read(lua_State *L, int arg, const la_graph *graph, la_graph_query *query) {
  static const la_option options[] = {
    { "player", .read = graph_query_player },
    { "unknown", LA_INT_OR_FALSE(la_graph_query, core.unknown, 1, ASTAR_MAX_EDGE_COST, 0) },
    { "extra_cost", .read = graph_query_extra },
    { "budget", LA_INT(la_graph_query, core.budget, 1, UINT32_MAX) }, { .name = NULL }
  };
  *query = (la_graph_query){ graph, arg, astar_graph_query_default(), NULL, 0 };
  if (lua_isnoneornil(L, arg)) return;
  if (!lua_istable(L, arg)) la_reject(la_arg(L, arg, "query"), "is not a table");
  graph_query_reserve(L, arg, query);
  if (graph->graph == NULL) la_fail(L, 1, "graph is closed");
  la_options(la_arg(L, arg, "query"), options, query);
}

int32_t *la_graph_nodes(la_value list, const la_graph *graph, int32_t *count) {
  lua_State *L = list.L;
  if (!lua_istable(L, list.index)) la_reject(list, "is not a list of nodes");
  size_t length = la_rawlen(L, list.index);
  if (length == 0) la_fail(L, list.arg, "%s: the list is empty", list.name);
  if (length >= INT32_MAX) la_fail(L, list.arg, "%s: the list is too long", list.name);
  int32_t *nodes = lua_newuserdata(L, length * sizeof *nodes);
  if (graph->graph == NULL) la_fail(L, 1, "graph is closed");
  for (size_t i = 0; i < length; i++) {
    char name[32];
    lua_rawgeti(L, list.index, (int)i + 1);
    snprintf(name, sizeof name, "%.8s[%d]", list.name, (int)i + 1);
    nodes[i] = la_graph_node((la_value){ L, list.arg, lua_gettop(L), name }, graph);
    lua_pop(L, 1);
  }
  *count = (int32_t)length;
  return nodes;
}
