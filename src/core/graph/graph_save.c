/*
** A graph as bytes.
*/
#include "../save/serialize.h"
#include "graph_path.h"
#include "graph_save.h"

static void graph_save_node(Writer *writer, const GraphNode *node) {
  put_byte(writer, (uint8_t)(node->is_there | node->is_open << 1 | node->is_placed << 2 |
                             (node->name != NULL) << 3));
  if (node->name != NULL) put_name(writer, node->name);
  if (node->is_placed) {
    put_int(writer, node->x);
    put_int(writer, node->y);
  }
  put_small(writer, node->cost);
}

static void graph_save_edge(Writer *writer, const GraphEdge *edge) {
  put_byte(writer, (uint8_t)(edge->is_there | edge->is_open << 1 | edge->one_way << 2));
  put_int(writer, edge->ends[0]);
  put_int(writer, edge->ends[1]);
  put_small(writer, edge->cost);
}

static void graph_save_notes(Writer *writer, const uint32_t *notes, size_t count) {
  for (size_t i = 0; i < count; i++) put_number(writer, notes[i], 4);
}

static void graph_save_path(Writer *writer, const astar_graph_path *path) {
  put_int(writer, path->length);
  put_number(writer, path->cost, 4);
  put_number(writer, path->expanded, 4);
  put_int(writer, path->goal);
  for (int32_t i = 0; i < 2 * path->length; i++) put_int(writer, path->nodes[i]);
}

static void graph_save_unit(Writer *writer, const GraphUnit *unit) {
  put_int(writer, unit->id);
  put_int(writer, unit->player);
  put_int(writer, unit->node);
  put_int(writer, unit->edge);
  put_int(writer, unit->origin);
  put_int(writer, unit->speed);
  put_number(writer, (uint64_t)unit->done, 8);
  put_number(writer, (uint64_t)unit->length, 8);
  put_byte(writer, unit->is_blocked);
  put_int(writer, unit->path == NULL ? -1 : unit->index);
  if (unit->path != NULL) graph_save_path(writer, unit->path);
}

static void graph_save_players(Writer *writer, const astar_graph *graph) {
  put_number(writer, graph->player_count, 1);
  put_int(writer, graph->last_player);
  for (size_t i = 0; i < graph->player_count; i++) {
    const GraphPlayer *player = graph->players[i];
    put_int(writer, player->id);
    put_name(writer, player->name);
    graph_save_notes(writer, player->nodes, graph->node_count);
    graph_save_notes(writer, player->edges, graph->edge_count);
  }
}

static void graph_save_graph(Writer *writer, const astar_graph *graph) {
  put_bytes(writer, GRAPH_MARK, GRAPH_MARK_BYTES);
  put_number(writer, GRAPH_FORMAT, GRAPH_FORMAT_BYTES);
  put_number(writer, graph->ticks, 4);
  put_number(writer, graph->node_count, 4);
  for (size_t i = 0; i < graph->node_count; i++) graph_save_node(writer, &graph->nodes[i]);
  put_number(writer, graph->edge_count, 4);
  for (size_t i = 0; i < graph->edge_count; i++) graph_save_edge(writer, &graph->edges[i]);
  graph_save_players(writer, graph);
  put_number(writer, graph->unit_count, 4);
  put_int(writer, graph->last_unit);
  for (size_t i = 0; i < graph->unit_count; i++) graph_save_unit(writer, &graph->units[i]);
}

size_t astar_graph_save_size(const astar_graph *graph) {
  Writer writer = { NULL, 0, NULL };
  graph_save_graph(&writer, graph);
  return writer.size + GRAPH_SUM_BYTES;
}

void astar_graph_save(const astar_graph *graph, void *memory) {
  Writer writer = { memory, 0, NULL };
  graph_save_graph(&writer, graph);
  put_number(&writer, astar_checksum(memory, writer.size), GRAPH_SUM_BYTES);
}
