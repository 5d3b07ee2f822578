/*
** What changes a graph as a whole, and concerns its players, units and fields: its life, adding and
** removing.
*/
#include "graph_edit.h"

#include <string.h>

#include "graph_field.h"
#include "graph_name.h"
#include "graph_player.h"
#include "graph_unit.h"

/* ---- life ------------------------------------------------------------------------------------ */

astar_graph *astar_graph_new(astar_allocator allocator, astar_status *why) {
  Memory memory;
  memory_init(&memory, allocator);
  astar_graph *graph = memory_new(&memory, sizeof *graph);
  *why = graph == NULL ? ASTAR_NO_MEMORY : ASTAR_OK;
  if (graph == NULL) return NULL;
  graph->memory = memory;
  graph->refusal = &graph->refused;
  graph->last_player = graph->last_unit = -1;
  return graph;
}

static void graph_free_name(astar_graph *graph, GraphNode *node) {
  if (node->name != NULL) memory_free(&graph->memory, node->name, strlen(node->name) + 1);
}

void astar_graph_free(astar_graph *graph) {
  if (graph == NULL) return;
  Memory *memory = &graph->memory;
  graph_fields_free(graph);
  graph_units_free(graph);
  graph_players_free(graph);
  graph_name_free(graph);
  for (size_t i = 0; i < graph->node_count; i++) graph_free_name(graph, &graph->nodes[i]);
  memory_free(memory, graph->nodes, graph->node_capacity * sizeof *graph->nodes);
  memory_free(memory, graph->edges, graph->edge_capacity * sizeof *graph->edges);
  memory_free(memory, graph->seen, graph->seen_capacity * sizeof *graph->seen);
  open_list_free(&graph->open, memory);
  Memory last = *memory;
  memory_free(&last, graph, sizeof *graph);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static bool graph_reserve_node(astar_graph *graph) {
  if (!memory_grow(&graph->memory, graph->nodes, graph->node_count, &graph->node_capacity))
    return false;
  return graph_players_reserve(graph);
}

static astar_status graph_check_node(const astar_graph *graph, const astar_node_desc *desc) {
  bool fits = graph_accepts_node_cost(graph, desc->cost) &&
              (!desc->placed || graph_accepts_place(graph, desc->x, desc->y)) &&
              (desc->name == NULL ||
               (graph_accepts_name(graph, desc->name) &&
                graph_accepts(graph, astar_graph_find_node(graph, desc->name) < 0,
                              "name: another node has it")));
  if (!fits) return ASTAR_INVALID;
  return graph->node_count < ASTAR_MAX_NODES ? ASTAR_OK : ASTAR_LIMIT;
}

int32_t astar_graph_add_node(astar_graph *graph, const astar_node_desc *desc, astar_status *why) {
  char *name = NULL;
  *why = graph_check_node(graph, desc);
  if (*why != ASTAR_OK) return -1;
  *why = ASTAR_NO_MEMORY;
  if (!graph_reserve_node(graph)) return -1;
  if (desc->name != NULL) {
    if (!graph_name_reserve(graph)) return -1;
    name = memory_raw(&graph->memory, strlen(desc->name) + 1);
    if (name == NULL) return -1;
    strcpy(name, desc->name);
  }
  int32_t node = (int32_t)graph->node_count++;
  graph->nodes[node] = (GraphNode){ .name = name, .cost = desc->cost, .first = GRAPH_NO_ARC,
                                    .last = GRAPH_NO_ARC, .is_there = true,
                                    .is_open = !desc->closed, .is_placed = desc->placed };
  if (desc->placed) {
    graph->nodes[node].x = desc->x;
    graph->nodes[node].y = desc->y;
  }
  if (name != NULL) graph_name_add(graph, node);
  graph->nodes_there++;
  graph_restructured(graph);
  *why = ASTAR_OK;
  return node;
}

/* ---- edges ----------------------------------------------------------------------------------- */

bool graph_reserve_edge(astar_graph *graph) {
  if (!memory_grow(&graph->memory, graph->edges, graph->edge_count, &graph->edge_capacity))
    return false;
  return graph_players_reserve(graph);
}

static void graph_link_arc(astar_graph *graph, uint32_t arc) {
  GraphNode *node = &graph->nodes[graph_arc_from(graph, arc)];
  if (node->last == GRAPH_NO_ARC) node->first = arc;
  else graph_arc_edge(graph, node->last)->next[node->last & 1] = arc;
  node->last = arc;
}

static void graph_unlink_arc(astar_graph *graph, uint32_t arc) {
  GraphNode *node = &graph->nodes[graph_arc_from(graph, arc)];
  uint32_t before = GRAPH_NO_ARC, next = graph_arc_next(graph, arc);
  for (uint32_t at = node->first; at != arc; at = graph_arc_next(graph, at)) before = at;
  if (before == GRAPH_NO_ARC) node->first = next;
  else graph_arc_edge(graph, before)->next[before & 1] = next;
  if (node->last == arc) node->last = before;
}

int32_t astar_graph_add_edge(astar_graph *graph, const astar_edge_desc *desc, astar_status *why) {
  bool is_valid = graph_accepts(graph, graph_has_node(graph, desc->from), "from: no such node") &&
                  graph_accepts(graph, graph_has_node(graph, desc->to), "to: no such node") &&
                  graph_accepts(graph, desc->from != desc->to, "to: the same node as from") &&
                  graph_accepts_edge_cost(graph, desc->cost);
  *why = !is_valid ? ASTAR_INVALID : graph->edge_count < ASTAR_MAX_EDGES ? ASTAR_OK : ASTAR_LIMIT;
  if (*why != ASTAR_OK) return -1;
  if (!graph_reserve_edge(graph)) *why = ASTAR_NO_MEMORY;
  if (*why != ASTAR_OK) return -1;
  int32_t edge = (int32_t)graph->edge_count++;
  graph->edges[edge] = (GraphEdge){ .ends = { desc->from, desc->to }, .cost = desc->cost,
                                    .next = { GRAPH_NO_ARC, GRAPH_NO_ARC }, .is_there = true,
                                    .is_open = !desc->closed, .one_way = desc->one_way };
  graph_link_arc(graph, graph_arc(edge, 0));
  graph_link_arc(graph, graph_arc(edge, 1));
  graph->edges_there++;
  graph_restructured(graph);
  return edge;
}

/* Removes an edge on which there is no unit. */
static void graph_drop_edge(astar_graph *graph, int32_t edge) {
  graph_unlink_arc(graph, graph_arc(edge, 0));
  graph_unlink_arc(graph, graph_arc(edge, 1));
  graph->edges[edge].is_there = false;
  graph->edges_there--;
  graph_players_forget_edge(graph, edge);
}

astar_status astar_graph_remove_edge(astar_graph *graph, int32_t edge) {
  if (!graph_accepts_edge(graph, edge)) return ASTAR_INVALID;
  if (graph_units_on(graph, -1, edge) > 0) return ASTAR_CROWDED;
  graph_drop_edge(graph, edge);
  graph_restructured(graph);
  return ASTAR_OK;
}

astar_status astar_graph_remove_node(astar_graph *graph, int32_t node) {
  if (!graph_accepts_node(graph, node)) return ASTAR_INVALID;
  if (graph_units_on(graph, node, -1) > 0) return ASTAR_CROWDED;
  GraphNode *one = &graph->nodes[node];
  while (one->first != GRAPH_NO_ARC) graph_drop_edge(graph, (int32_t)(one->first >> 1));
  if (one->name != NULL) graph_name_remove(graph, node);
  one->is_there = false;
  graph->nodes_there--;
  graph_players_forget_node(graph, node);
  graph_restructured(graph);
  return ASTAR_OK;
}

/* ---- players --------------------------------------------------------------------------------- */

astar_status astar_graph_remove_player(astar_graph *graph, int32_t id) {
  size_t at = 0;
  while (at < graph->player_count && graph->players[at]->id != id) at++;
  bool fits = graph_accepts(graph, at < graph->player_count, "id: no such player") &&
              graph_accepts(graph, !graph_fields_name(graph, id),
                            "id: a field goes by what the player knows");
  if (!fits) return ASTAR_INVALID;
  graph_units_remove_of(graph, id);
  graph_player_free(graph, graph->players[at]);
  size_t rest = --graph->player_count - at;
  memmove(graph->players + at, graph->players + at + 1, rest * sizeof *graph->players);
  return ASTAR_OK;
}

astar_status astar_graph_player_forget(astar_graph *graph, int32_t id) {
  GraphPlayer *player = graph_player(graph, id);
  if (!graph_accepts(graph, player != NULL, "id: no such player")) return ASTAR_INVALID;
  graph_player_forget(graph, player);
  graph_units_look(graph, id);
  return ASTAR_OK;
}
