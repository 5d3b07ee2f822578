/*
** Edges of a graph.
*/
#include "graph.h"
#include "result.h"

static int32_t edge_cost_of(la_value value) {
  return (int32_t)la_integer(value, 1, ASTAR_MAX_EDGE_COST);
}

/* graph:add_edge(from, to, cost [, { one_way =, open = }]) -> edge */
static int graph_add_edge(lua_State *L) {
  static const la_option options[] = {
    { "one_way", LA_BOOL(astar_edge_desc, one_way) }, { "open", LA_NOT(astar_edge_desc, closed) },
    { .name = NULL }
  };
  astar_status why;
  la_graph *graph = la_graph_check(L, 1);
  astar_edge_desc desc = astar_edge_default();
  lua_settop(L, 5);
  desc.from = la_graph_node(la_arg(L, 2, "from"), graph);
  desc.to = la_graph_node(la_arg(L, 3, "to"), graph);
  desc.cost = edge_cost_of(la_arg(L, 4, "cost"));
  if (!lua_isnil(L, 5)) la_options(la_arg(L, 5, "edge"), options, &desc);
  if (desc.from == desc.to) la_reject(la_arg(L, 3, "to"), "is the node where the edge begins");
  la_part *part = la_part_prepare(L, 1, &la_edge_type);
  if (astar_graph_add_edge(graph->graph, &desc, &why) >= 0) return 1;
  la_part_forget(L, 1, &la_edge_type, part);
  if (why == ASTAR_LIMIT) la_blame_error(L, "the graph has had 2^28 edges");
  la_status_check(L, why);
  return 0;
}

static int graph_edges(lua_State *L) {
  return la_part_iterate(L, &la_edge_type);
}

static bool edge_leads(const astar_edge_desc *desc, int32_t from, int32_t to) {
  return (desc->from == from && desc->to == to) ||
         (!desc->one_way && desc->from == to && desc->to == from);
}

/* graph:edge(from, to) -> the first edge that leads from one node to the other, or nil */
static int graph_edge(lua_State *L) {
  astar_edge_desc desc;
  const la_graph *graph = la_graph_check(L, 1);
  int32_t from = la_graph_node(la_arg(L, 2, "from"), graph);
  int32_t to = la_graph_node(la_arg(L, 3, "to"), graph);
  for (int32_t edge = -1; (edge = astar_graph_next_edge_at(graph->graph, from, edge)) >= 0;)
    if (astar_graph_edge(graph->graph, edge, &desc) && edge_leads(&desc, from, to)) {
      la_part_push(L, 1, &la_edge_type, edge);
      return 1;
    }
  return la_push_nil(L);
}

const luaL_Reg la_edge_graph_methods[] = {
  { "add_edge", graph_add_edge }, { "edges", graph_edges }, { "edge", graph_edge },
  { NULL, NULL }
};

/* ---- methods --------------------------------------------------------------------------------- */

static int edge_done(lua_State *L, astar_status status) {
  la_status_check(L, status);
  lua_settop(L, 1);
  return 1;
}

static int edge_open(lua_State *L) {
  const la_part *edge = la_part_check(L, 1, &la_edge_type);
  return edge_done(L, astar_graph_set_edge_open(edge->owner->graph, edge->number, true));
}

static int edge_close(lua_State *L) {
  const la_part *edge = la_part_check(L, 1, &la_edge_type);
  return edge_done(L, astar_graph_set_edge_open(edge->owner->graph, edge->number, false));
}

static int edge_set_cost(lua_State *L) {
  const la_part *edge = la_part_check(L, 1, &la_edge_type);
  int32_t cost = edge_cost_of(la_arg(L, 2, "cost"));
  return edge_done(L, astar_graph_set_edge_cost(edge->owner->graph, edge->number, cost));
}

static int edge_remove(lua_State *L) {
  const la_part *edge = la_part_check(L, 1, &la_edge_type);
  astar_status status = astar_graph_remove_edge(edge->owner->graph, edge->number);
  if (status == ASTAR_CROWDED) la_blame_error(L, "the edge cannot be removed: units are on it");
  la_status_check(L, status);
  return 0;
}

static astar_edge_desc edge_desc(lua_State *L) {
  astar_edge_desc desc = astar_edge_default();
  const la_part *edge = la_part_check(L, 1, &la_edge_type);
  astar_graph_edge(edge->owner->graph, edge->number, &desc);
  return desc;
}

/* edge:ends() -> from, to */
static int edge_ends(lua_State *L) {
  astar_edge_desc desc = edge_desc(L);
  const la_graph *graph = ((const la_part *)lua_touserdata(L, 1))->owner;
  la_graph_push_node(L, graph, desc.from);
  la_graph_push_node(L, la_graph_owner(L, 1, ((la_part *)lua_touserdata(L, 1))->owner), desc.to);
  return 2;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static int edge_cost(lua_State *L) {
  lua_pushinteger(L, edge_desc(L).cost);
  return 1;
}

static int edge_is_open(lua_State *L) {
  lua_pushboolean(L, !edge_desc(L).closed);
  return 1;
}

static int edge_one_way(lua_State *L) {
  lua_pushboolean(L, edge_desc(L).one_way);
  return 1;
}

static int edge_removed(lua_State *L) {
  return la_part_push_removed(L, &la_edge_type);
}

static int edge_tostring(lua_State *L) {
  const la_part *edge = la_object_check(L, 1, &la_edge_type);
  if (edge->owner == NULL || edge->owner->graph == NULL) lua_pushliteral(L, "edge (graph closed)");
  else if (!la_part_lives(edge, &la_edge_type)) lua_pushliteral(L, "edge (removed)");
  else {
    astar_edge_desc desc = edge_desc(L);
    la_graph_push_node(L, edge->owner, desc.from);
    la_graph_push_node(L, la_graph_owner(L, 1, edge->owner), desc.to);
    lua_pushfstring(L, "edge (%s %s %s, cost %d%s)", lua_tostring(L, -2),
                    desc.one_way ? "to" : "and", lua_tostring(L, -1), (int)desc.cost,
                    desc.closed ? ", closed" : "");
  }
  return 1;
}

const luaL_Reg la_edge_methods[] = {
  { "open", edge_open }, { "close", edge_close }, { "set_cost", edge_set_cost },
  { "ends", edge_ends }, { "remove", edge_remove },
  { "__tostring", edge_tostring },
  { NULL, NULL }
};

const la_field la_edge_fields[] = {
  { "cost", edge_cost, NULL }, { "is_open", edge_is_open, NULL },
  { "one_way", edge_one_way, NULL }, { "removed", edge_removed, NULL }, { NULL, NULL, NULL }
};

static bool edge_lives(const astar_graph *graph, int32_t number) {
  astar_edge_desc desc;
  return astar_graph_edge(graph, number, &desc);
}

static int32_t edge_added(astar_graph_counts counts) {
  return counts.edges;
}

static const la_part_kind kind = {
  .word = "edge", .slot = GRAPH_EDGES, .lives = edge_lives, .next = astar_graph_next_edge,
  .added = edge_added
};

const la_type la_edge_type = { .name = "edge", .more = &kind };
