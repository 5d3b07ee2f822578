/*
** A graph as bytes.
*/
#include "../save/serialize.h"
#include "graph_path.h"
#include "graph_save.h"

static void graph_save_node(Writer *writer, const GraphNode *node) {
  write_byte(writer, (uint8_t)(node->is_there | node->is_open << 1 | node->is_placed << 2 |
                               (node->name != NULL) << 3));
  if (node->name != NULL) write_name(writer, node->name);
  if (node->is_placed) {
    write_int(writer, node->x);
    write_int(writer, node->y);
  }
  write_small(writer, node->cost);
}

static void graph_save_edge(Writer *writer, const GraphEdge *edge) {
  write_byte(writer, (uint8_t)(edge->is_there | edge->is_open << 1 | edge->one_way << 2));
  write_int(writer, edge->ends[0]);
  write_int(writer, edge->ends[1]);
  write_small(writer, edge->cost);
}

static void graph_save_notes(Writer *writer, const uint32_t *notes, size_t count) {
  for (size_t i = 0; i < count; i++) write_number(writer, notes[i], 4);
}

static void graph_save_path(Writer *writer, const astar_graph_path *path) {
  write_int(writer, path->length);
  write_number(writer, path->cost, 4);
  write_number(writer, path->expanded, 4);
  write_int(writer, path->goal);
  for (int32_t i = 0; i < 2 * path->length; i++) write_int(writer, path->nodes[i]);
}

static void graph_save_unit(Writer *writer, const GraphUnit *unit) {
  write_int(writer, unit->id);
  write_int(writer, unit->player);
  write_int(writer, unit->node);
  write_int(writer, unit->edge);
  write_int(writer, unit->origin);
  write_int(writer, unit->speed);
  write_number(writer, (uint64_t)unit->done, 8);
  write_number(writer, (uint64_t)unit->length, 8);
  write_byte(writer, unit->is_blocked);
  write_int(writer, unit->path == NULL ? -1 : unit->index);
  if (unit->path != NULL) graph_save_path(writer, unit->path);
}

static void graph_save_players(Writer *writer, const astar_graph *graph) {
  write_number(writer, graph->player_count, 1);
  write_int(writer, graph->last_player);
  for (size_t i = 0; i < graph->player_count; i++) {
    const GraphPlayer *player = graph->players[i];
    write_int(writer, player->id);
    write_name(writer, player->name);
    graph_save_notes(writer, player->nodes, graph->node_count);
    graph_save_notes(writer, player->edges, graph->edge_count);
  }
}

static void graph_save_graph(Writer *writer, const astar_graph *graph) {
  write_bytes(writer, GRAPH_MARK, GRAPH_MARK_BYTES);
  write_number(writer, GRAPH_FORMAT, GRAPH_FORMAT_BYTES);
  write_number(writer, graph->ticks, 4);
  write_number(writer, graph->node_count, 4);
  for (size_t i = 0; i < graph->node_count; i++) graph_save_node(writer, &graph->nodes[i]);
  write_number(writer, graph->edge_count, 4);
  for (size_t i = 0; i < graph->edge_count; i++) graph_save_edge(writer, &graph->edges[i]);
  graph_save_players(writer, graph);
  write_number(writer, graph->unit_count, 4);
  write_int(writer, graph->last_unit);
  for (size_t i = 0; i < graph->unit_count; i++) graph_save_unit(writer, &graph->units[i]);
}

size_t astar_graph_save(const astar_graph *graph, void *memory, size_t room) {
  Writer writer = { memory, room, 0, NULL };
  graph_save_graph(&writer, graph);
  write_number(&writer, writer_sum(&writer), GRAPH_SUM_BYTES);
  return writer.size;
}
