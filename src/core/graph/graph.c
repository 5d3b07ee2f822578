#include "graph.h"

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
  open_free(&graph->open, memory);
  Memory last = *memory;
  memory_free(&last, graph, sizeof *graph);
}

size_t astar_graph_memory(const astar_graph *graph) {
  return graph->memory.used;
}

astar_graph_counts astar_graph_added(const astar_graph *graph) {
  return (astar_graph_counts){ (int32_t)graph->node_count, (int32_t)graph->edge_count,
                               graph->last_player + 1, graph->last_unit + 1 };
}

void graph_edited(astar_graph *graph) {
  graph->costs++;
  graph->scale.is_known = false;
}

void graph_restructured(astar_graph *graph) {
  graph->structure++;
  graph_edited(graph);
  for (size_t i = 0; i < graph->player_count; i++) graph->players[i]->scale.is_known = false;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

bool graph_reserve_node(astar_graph *graph) {
  void *nodes = graph->nodes;
  if (!memory_grow(&graph->memory, &nodes, sizeof *graph->nodes, graph->node_count,
                   &graph->node_capacity))
    return false;
  graph->nodes = nodes;
  return graph_players_reserve(graph);
}

astar_node_desc astar_node_default(void) {
  return (astar_node_desc){ 0 };
}

static bool graph_place_valid(int32_t x, int32_t y) {
  return x >= -ASTAR_MAX_PLACE && x <= ASTAR_MAX_PLACE && y >= -ASTAR_MAX_PLACE &&
         y <= ASTAR_MAX_PLACE;
}

static bool graph_node_cost_valid(int32_t cost) {
  return cost >= 0 && cost <= ASTAR_MAX_NODE_COST;
}

static astar_status graph_check_node(const astar_graph *graph, const astar_node_desc *desc) {
  if (!graph_node_cost_valid(desc->cost)) return ASTAR_INVALID;
  if (desc->placed && !graph_place_valid(desc->x, desc->y)) return ASTAR_INVALID;
  if (desc->name != NULL && (!graph_name_valid(desc->name) ||
                             astar_graph_find_node(graph, desc->name) >= 0))
    return ASTAR_INVALID;
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

int32_t astar_graph_next_node(const astar_graph *graph, int32_t node) {
  size_t next = node < 0 ? 0 : (size_t)node + 1;
  while (next < graph->node_count && !graph->nodes[next].is_there) next++;
  return next < graph->node_count ? (int32_t)next : -1;
}

int32_t astar_graph_node_count(const astar_graph *graph) {
  return (int32_t)graph->nodes_there;
}

bool astar_graph_node(const astar_graph *graph, int32_t node, astar_node_desc *desc) {
  if (!graph_has_node(graph, node)) return false;
  const GraphNode *one = &graph->nodes[node];
  *desc = (astar_node_desc){ one->name, one->x, one->y, one->is_placed, !one->is_open, one->cost };
  return true;
}

const char *astar_graph_node_name(const astar_graph *graph, int32_t node) {
  return node >= 0 && (size_t)node < graph->node_count ? graph->nodes[node].name : NULL;
}

astar_status astar_graph_set_node_cost(astar_graph *graph, int32_t node, int32_t cost) {
  if (!graph_has_node(graph, node) || !graph_node_cost_valid(cost)) return ASTAR_INVALID;
  graph->nodes[node].cost = cost;
  graph_edited(graph);
  return ASTAR_OK;
}

astar_status astar_graph_set_node_open(astar_graph *graph, int32_t node, bool open) {
  if (!graph_has_node(graph, node)) return ASTAR_INVALID;
  graph->nodes[node].is_open = open;
  graph_edited(graph);
  return ASTAR_OK;
}

/* Where a node is changes the estimates of players, too. */
astar_status astar_graph_set_node_place(astar_graph *graph, int32_t node, int32_t x, int32_t y) {
  if (!graph_has_node(graph, node) || !graph_place_valid(x, y)) return ASTAR_INVALID;
  graph->nodes[node].x = x;
  graph->nodes[node].y = y;
  graph->nodes[node].is_placed = true;
  graph_restructured(graph);
  return ASTAR_OK;
}

/* ---- edges ----------------------------------------------------------------------------------- */

bool graph_reserve_edge(astar_graph *graph) {
  void *edges = graph->edges;
  if (!memory_grow(&graph->memory, &edges, sizeof *graph->edges, graph->edge_count,
                   &graph->edge_capacity))
    return false;
  graph->edges = edges;
  return graph_players_reserve(graph);
}

astar_edge_desc astar_edge_default(void) {
  return (astar_edge_desc){ 0 };
}

static bool graph_edge_cost_valid(int32_t cost) {
  return cost >= 1;
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
  bool is_valid = graph_has_node(graph, desc->from) && graph_has_node(graph, desc->to) &&
                  desc->from != desc->to && graph_edge_cost_valid(desc->cost);
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
  if (!graph_has_edge(graph, edge)) return ASTAR_INVALID;
  if (graph_units_on(graph, -1, edge) > 0) return ASTAR_CROWDED;
  graph_drop_edge(graph, edge);
  graph_restructured(graph);
  return ASTAR_OK;
}

astar_status astar_graph_remove_node(astar_graph *graph, int32_t node) {
  if (!graph_has_node(graph, node)) return ASTAR_INVALID;
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

int32_t astar_graph_next_edge(const astar_graph *graph, int32_t edge) {
  size_t next = edge < 0 ? 0 : (size_t)edge + 1;
  while (next < graph->edge_count && !graph->edges[next].is_there) next++;
  return next < graph->edge_count ? (int32_t)next : -1;
}

int32_t astar_graph_next_edge_at(const astar_graph *graph, int32_t node, int32_t edge) {
  if (!graph_has_node(graph, node) || edge >= (int64_t)graph->edge_count) return -1;
  uint32_t arc = graph->nodes[node].first;
  if (edge >= 0 && graph->edges[edge].is_there &&
      (graph->edges[edge].ends[0] == node || graph->edges[edge].ends[1] == node))
    arc = graph_arc_next(graph, graph_arc(edge, graph->edges[edge].ends[0] == node ? 0 : 1));
  else
    while (arc != GRAPH_NO_ARC && (int64_t)(arc >> 1) <= edge) arc = graph_arc_next(graph, arc);
  return arc == GRAPH_NO_ARC ? -1 : (int32_t)(arc >> 1);
}

int32_t astar_graph_edge_count(const astar_graph *graph) {
  return (int32_t)graph->edges_there;
}

bool astar_graph_edge(const astar_graph *graph, int32_t edge, astar_edge_desc *desc) {
  if (!graph_has_edge(graph, edge)) return false;
  const GraphEdge *one = &graph->edges[edge];
  *desc = (astar_edge_desc){ one->ends[0], one->ends[1], one->cost, one->one_way, !one->is_open };
  return true;
}

astar_status astar_graph_set_edge_cost(astar_graph *graph, int32_t edge, int32_t cost) {
  if (!graph_has_edge(graph, edge) || !graph_edge_cost_valid(cost)) return ASTAR_INVALID;
  graph->edges[edge].cost = cost;
  graph_edited(graph);
  return ASTAR_OK;
}

astar_status astar_graph_set_edge_open(astar_graph *graph, int32_t edge, bool open) {
  if (!graph_has_edge(graph, edge)) return ASTAR_INVALID;
  graph->edges[edge].is_open = open;
  graph_edited(graph);
  return ASTAR_OK;
}
