#include "graph_player.h"

#include <string.h>

#include "graph_name.h"

enum { GRAPH_PLAYERS = 64 };

GraphPlayer *graph_player(const astar_graph *graph, int32_t id) {
  for (size_t i = 0; i < graph->player_count; i++)
    if (graph->players[i]->id == id) return graph->players[i];
  return NULL;
}

/* ---- life ------------------------------------------------------------------------------------ */

/* The new part is unseen. */
static bool player_stretch(Memory *memory, uint32_t **notes, size_t *capacity, size_t wanted) {
  if (*capacity >= wanted) return true;
  uint32_t *moved = memory_resize(memory, *notes, *capacity * sizeof *moved,
                                  wanted * sizeof *moved);
  if (moved == NULL) return false;
  memset(moved + *capacity, 0, (wanted - *capacity) * sizeof *moved);
  *notes = moved;
  *capacity = wanted;
  return true;
}

static bool player_reserve(astar_graph *graph, GraphPlayer *player) {
  Memory *memory = &graph->memory;
  return player_stretch(memory, &player->nodes, &player->node_capacity, graph->node_capacity) &&
         player_stretch(memory, &player->edges, &player->edge_capacity, graph->edge_capacity);
}

bool graph_players_reserve(astar_graph *graph) {
  for (size_t i = 0; i < graph->player_count; i++)
    if (!player_reserve(graph, graph->players[i])) return false;
  return true;
}

void graph_player_free(astar_graph *graph, GraphPlayer *player) {
  Memory *memory = &graph->memory;
  memory_free(memory, player->nodes, player->node_capacity * sizeof *player->nodes);
  memory_free(memory, player->edges, player->edge_capacity * sizeof *player->edges);
  memory_free(memory, player, sizeof *player);
}

void graph_players_free(astar_graph *graph) {
  for (size_t i = 0; i < graph->player_count; i++) graph_player_free(graph, graph->players[i]);
  memory_free(&graph->memory, graph->players, graph->player_capacity * sizeof *graph->players);
}

GraphPlayer *graph_player_add(astar_graph *graph, const char *name, int32_t id) {
  if (!memory_grow(&graph->memory, graph->players, graph->player_count, &graph->player_capacity))
    return NULL;
  GraphPlayer *player = memory_new(&graph->memory, sizeof *player);
  if (player == NULL) return NULL;
  if (!player_reserve(graph, player)) {
    graph_player_free(graph, player);
    return NULL;
  }
  strcpy(player->name, name);
  player->id = graph->last_player = id;
  graph->players[graph->player_count++] = player;
  return player;
}

int32_t astar_graph_find_player(const astar_graph *graph, const char *name) {
  for (size_t i = 0; i < graph->player_count; i++)
    if (strcmp(graph->players[i]->name, name) == 0) return graph->players[i]->id;
  return -1;
}

int32_t astar_graph_add_player(astar_graph *graph, const char *name, astar_status *why) {
  bool is_valid = graph_accepts_name(graph, name) &&
                  graph_accepts(graph, astar_graph_find_player(graph, name) < 0,
                                "name: another player has it");
  bool is_room = graph->player_count < GRAPH_PLAYERS && graph->last_player < INT32_MAX;
  *why = !is_valid ? ASTAR_INVALID : !is_room ? ASTAR_LIMIT : ASTAR_OK;
  if (*why != ASTAR_OK) return -1;
  GraphPlayer *player = graph_player_add(graph, name, graph->last_player + 1);
  if (player == NULL) *why = ASTAR_NO_MEMORY;
  return player == NULL ? -1 : player->id;
}

int32_t astar_graph_next_player(const astar_graph *graph, int32_t id) {
  for (size_t i = 0; i < graph->player_count; i++)
    if (graph->players[i]->id > id) return graph->players[i]->id;
  return -1;
}

const char *astar_graph_player_name(const astar_graph *graph, int32_t id) {
  const GraphPlayer *player = graph_player(graph, id);
  return player == NULL ? NULL : player->name;
}

/* ---- what it has seen ------------------------------------------------------------------------ */

static void player_note(GraphPlayer *player, uint32_t *noted, uint32_t note) {
  if (*noted == note) return;
  *noted = note;
  player->version++;
  player->scale.is_known = false;
}

static void player_note_node(const astar_graph *graph, GraphPlayer *player, size_t node) {
  const GraphNode *one = &graph->nodes[node];
  player_note(player, &player->nodes[node], graph_note(one->cost + 1, one->is_open));
}

static void player_note_edge(const astar_graph *graph, GraphPlayer *player, size_t edge) {
  const GraphEdge *one = &graph->edges[edge];
  player_note(player, &player->edges[edge], graph_note(one->cost, one->is_open));
}

void graph_player_look(astar_graph *graph, GraphPlayer *player, int32_t node) {
  player_note_node(graph, player, (size_t)node);
  for (uint32_t arc = graph->nodes[node].first; arc != GRAPH_NO_ARC;
       arc = graph_arc_next(graph, arc))
    player_note_edge(graph, player, arc >> 1);
}

void graph_players_forget_node(astar_graph *graph, int32_t node) {
  for (size_t i = 0; i < graph->player_count; i++)
    player_note(graph->players[i], &graph->players[i]->nodes[node], 0);
}

void graph_players_forget_edge(astar_graph *graph, int32_t edge) {
  for (size_t i = 0; i < graph->player_count; i++)
    player_note(graph->players[i], &graph->players[i]->edges[edge], 0);
}

astar_status astar_graph_player_see(astar_graph *graph, int32_t id, int32_t node) {
  GraphPlayer *player = graph_player(graph, id);
  bool is_there = graph_accepts(graph, player != NULL, "id: no such player");
  if (!is_there || !graph_accepts_node(graph, node)) return ASTAR_INVALID;
  graph_player_look(graph, player, node);
  return ASTAR_OK;
}

astar_status astar_graph_player_reveal(astar_graph *graph, int32_t id) {
  GraphPlayer *player = graph_player(graph, id);
  if (!graph_accepts(graph, player != NULL, "id: no such player")) return ASTAR_INVALID;
  for (size_t i = 0; i < graph->node_count; i++)
    if (graph->nodes[i].is_there) player_note_node(graph, player, i);
  for (size_t i = 0; i < graph->edge_count; i++)
    if (graph->edges[i].is_there) player_note_edge(graph, player, i);
  return ASTAR_OK;
}

void graph_player_forget(astar_graph *graph, GraphPlayer *player) {
  for (size_t i = 0; i < graph->node_count; i++) player_note(player, &player->nodes[i], 0);
  for (size_t i = 0; i < graph->edge_count; i++) player_note(player, &player->edges[i], 0);
}

bool astar_graph_player_node(const astar_graph *graph, int32_t id, int32_t node,
                             astar_node_desc *desc) {
  const GraphPlayer *player = graph_player(graph, id);
  if (player == NULL || !astar_graph_node(graph, node, desc)) return false;
  uint32_t note = player->nodes[node];
  desc->cost = graph_note_cost(note) - 1;
  desc->closed = !graph_note_open(note);
  return note != 0;
}

bool astar_graph_player_edge(const astar_graph *graph, int32_t id, int32_t edge,
                             astar_edge_desc *desc) {
  const GraphPlayer *player = graph_player(graph, id);
  if (player == NULL || !astar_graph_edge(graph, edge, desc)) return false;
  uint32_t note = player->edges[edge];
  desc->cost = graph_note_cost(note);
  desc->closed = !graph_note_open(note);
  return note != 0;
}
