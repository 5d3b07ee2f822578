/*
** Players of a graph, and what they have seen of it.
*/
#include "graph.h"
#include "result.h"

/* graph:player(name) -> the player of that name, made where there is none */
static int graph_player(lua_State *L) {
  astar_status why;
  la_graph *graph = la_graph_check(L, 1);
  lua_settop(L, 2);
  int32_t number = astar_graph_find_player(graph->graph, la_name(la_arg(L, 2, "name")));
  if (number >= 0) {
    la_part_push(L, 1, &la_graph_player_type, number);
    return 1;
  }
  la_part *part = la_part_prepare(L, 1, &la_graph_player_type);
  number = astar_graph_add_player(graph->graph, lua_tostring(L, 2), &why);
  if (number >= 0) return 1;
  la_part_forget(L, 1, &la_graph_player_type, part);
  if (why == ASTAR_LIMIT) la_blame_error(L, "the graph has 64 players");
  la_status_check(L, why);
  return 0;
}

static int graph_players(lua_State *L) {
  return la_part_iterate(L, &la_graph_player_type);
}

const luaL_Reg la_graph_player_graph_methods[] = {
  { "player", graph_player }, { "players", graph_players }, { NULL, NULL }
};

/* ---- methods --------------------------------------------------------------------------------- */

static const la_part *graph_player_check(lua_State *L) {
  return la_part_check(L, 1, &la_graph_player_type);
}

static int graph_player_done(lua_State *L, astar_status status) {
  la_status_check(L, status);
  lua_settop(L, 1);
  return 1;
}

static int graph_player_see(lua_State *L) {
  const la_part *player = graph_player_check(L);
  int32_t node = la_graph_node(la_arg(L, 2, "node"), player->owner);
  return graph_player_done(L, astar_graph_player_see(player->owner->graph, player->number, node));
}

static int graph_player_reveal(lua_State *L) {
  const la_part *player = graph_player_check(L);
  return graph_player_done(L, astar_graph_player_reveal(player->owner->graph, player->number));
}

static int graph_player_forget(lua_State *L) {
  const la_part *player = graph_player_check(L);
  return graph_player_done(L, astar_graph_player_forget(player->owner->graph, player->number));
}

/* graph_player:knows(node or edge) -> true, cost, open | false */
static int graph_player_knows(lua_State *L) {
  const la_part *player = graph_player_check(L);
  const astar_graph *graph = player->owner->graph;
  astar_edge_desc edge = { 0 };
  astar_node_desc node = { 0 };
  bool is_edge = la_object_test(L, 2, &la_edge_type) != NULL, is_known;
  if (is_edge) {
    int32_t number = la_part_of(la_arg(L, 2, "edge"), &la_edge_type, player->owner);
    is_known = astar_graph_player_edge(graph, player->number, number, &edge);
  } else {
    int32_t number = la_graph_node(la_arg(L, 2, "node"), player->owner);
    is_known = astar_graph_player_node(graph, player->number, number, &node);
  }
  lua_pushboolean(L, is_known);
  if (!is_known) return 1;
  lua_pushinteger(L, is_edge ? edge.cost : node.cost);
  lua_pushboolean(L, is_edge ? !edge.closed : !node.closed);
  return 3;
}

static int graph_player_remove(lua_State *L) {
  const la_part *player = graph_player_check(L);
  astar_status status = astar_graph_remove_player(player->owner->graph, player->number);
  if (status == ASTAR_INVALID)
    la_blame_error(L, "the player cannot be removed: a field goes by what it has seen");
  la_status_check(L, status);
  return 0;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static int graph_player_name(lua_State *L) {
  const la_part *player = graph_player_check(L);
  la_push_name(L, astar_graph_player_name(player->owner->graph, player->number));
  return 1;
}

static int graph_player_removed(lua_State *L) {
  return la_part_push_removed(L, &la_graph_player_type);
}

static int graph_player_tostring(lua_State *L) {
  const la_part *player = la_object_check(L, 1, &la_graph_player_type);
  if (player->owner == NULL || player->owner->graph == NULL)
    lua_pushliteral(L, "player (graph closed)");
  else if (!la_part_lives(player, &la_graph_player_type)) lua_pushliteral(L, "player (removed)");
  else lua_pushfstring(L, "player %s",
                       astar_graph_player_name(player->owner->graph, player->number));
  return 1;
}

const luaL_Reg la_graph_player_methods[] = {
  { "see", graph_player_see }, { "reveal", graph_player_reveal },
  { "forget", graph_player_forget }, { "knows", graph_player_knows },
  { "remove", graph_player_remove },
  { "__tostring", graph_player_tostring },
  { NULL, NULL }
};

const la_field la_graph_player_fields[] = {
  { "name", graph_player_name, NULL }, { "removed", graph_player_removed, NULL },
  { NULL, NULL, NULL }
};

static bool graph_player_lives(const astar_graph *graph, int32_t number) {
  return astar_graph_player_name(graph, number) != NULL;
}

static int32_t graph_player_added(astar_graph_counts counts) {
  return counts.players;
}

static const la_part_kind kind = {
  .word = "player", .slot = GRAPH_PLAYERS, .lives = graph_player_lives,
  .next = astar_graph_next_player, .added = graph_player_added
};

const la_type la_graph_player_type = {
  .name = "graph_player", .more = &kind
};
