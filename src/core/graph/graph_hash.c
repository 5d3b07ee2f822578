/* The hash of a graph: of everything that is saved. */
#include "../base/hash.h"
#include "graph_path.h"

static uint64_t graph_hash_text(uint64_t hash, const char *text) {
  if (text == NULL) return hash_int(hash, 0);
  for (; *text != 0; text++) hash = hash_int(hash, (uint8_t)*text);
  return hash_int(hash, 1);
}

static uint64_t graph_hash_node(uint64_t hash, const GraphNode *node) {
  hash = hash_int(hash, (uint8_t)(node->is_there | node->is_open << 1 | node->is_placed << 2));
  hash = graph_hash_text(hash, node->name);
  return hash_int(hash_int(hash_int(hash, node->x), node->y), node->cost);
}

static uint64_t graph_hash_edge(uint64_t hash, const GraphEdge *edge) {
  hash = hash_int(hash, (uint8_t)(edge->is_there | edge->is_open << 1 | edge->one_way << 2));
  return hash_int(hash_int(hash_int(hash, edge->ends[0]), edge->ends[1]), edge->cost);
}

static uint64_t graph_hash_player(uint64_t hash, const astar_graph *graph,
                                  const GraphPlayer *player) {
  hash = graph_hash_text(hash_int(hash, player->id), player->name);
  for (size_t i = 0; i < graph->node_count; i++) hash = hash_int(hash, player->nodes[i]);
  for (size_t i = 0; i < graph->edge_count; i++) hash = hash_int(hash, player->edges[i]);
  return hash;
}

static uint64_t graph_hash_path(uint64_t hash, const astar_graph_path *path) {
  hash = hash_int(hash_int(hash, path->length), path->cost);
  hash = hash_int(hash_int(hash, path->expanded), path->goal);
  for (int32_t i = 0; i < 2 * path->length; i++) hash = hash_int(hash, path->nodes[i]);
  return hash;
}

static uint64_t graph_hash_unit(uint64_t hash, const GraphUnit *unit) {
  hash = hash_int(hash_int(hash_int(hash, unit->id), unit->player), unit->speed);
  hash = hash_int(hash_int(hash_int(hash, unit->node), unit->edge), unit->origin);
  hash = hash_int(hash_int(hash_int(hash, unit->is_blocked), unit->done), unit->length);
  hash = hash_int(hash, unit->path != NULL ? unit->index : -1);
  return unit->path != NULL ? graph_hash_path(hash, unit->path) : hash;
}

uint64_t astar_graph_hash(const astar_graph *graph) {
  uint64_t hash = hash_int(HASH_START, graph->ticks);
  hash = hash_int(hash, (int64_t)graph->node_count);
  for (size_t i = 0; i < graph->node_count; i++) hash = graph_hash_node(hash, &graph->nodes[i]);
  hash = hash_int(hash, (int64_t)graph->edge_count);
  for (size_t i = 0; i < graph->edge_count; i++) hash = graph_hash_edge(hash, &graph->edges[i]);
  hash = hash_int(hash_int(hash, (int64_t)graph->player_count), graph->last_player);
  for (size_t i = 0; i < graph->player_count; i++)
    hash = graph_hash_player(hash, graph, graph->players[i]);
  hash = hash_int(hash_int(hash, (int64_t)graph->unit_count), graph->last_unit);
  for (size_t i = 0; i < graph->unit_count; i++) hash = graph_hash_unit(hash, &graph->units[i]);
  return hash;
}
