#include "graph.h"

/* ---- the whole ------------------------------------------------------------------------------- */

const char *astar_graph_refusal(const astar_graph *graph) {
  return graph->refusal->words;
}

size_t astar_graph_memory(const astar_graph *graph) {
  return graph->memory.used;
}

astar_graph_counts astar_graph_added(const astar_graph *graph) {
  return (astar_graph_counts){ (int32_t)graph->node_count, (int32_t)graph->edge_count,
                               graph->last_player + 1, graph->last_unit + 1 };
}

/* Something has changed that was not added or removed. */
static void graph_edited(astar_graph *graph) {
  graph->costs++;
  graph->scale.is_known = false;
}

void graph_restructured(astar_graph *graph) {
  graph->structure++;
  graph_edited(graph);
  for (size_t i = 0; i < graph->player_count; i++) graph->players[i]->scale.is_known = false;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

astar_node_desc astar_node_default(void) {
  return (astar_node_desc){ 0 };
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
  if (!graph_accepts_node(graph, node) || !graph_accepts_node_cost(graph, cost))
    return ASTAR_INVALID;
  graph->nodes[node].cost = cost;
  graph_edited(graph);
  return ASTAR_OK;
}

astar_status astar_graph_set_node_open(astar_graph *graph, int32_t node, bool open) {
  if (!graph_accepts_node(graph, node)) return ASTAR_INVALID;
  graph->nodes[node].is_open = open;
  graph_edited(graph);
  return ASTAR_OK;
}

/* Where a node is changes the estimates of players, too. */
astar_status astar_graph_set_node_place(astar_graph *graph, int32_t node, int32_t x, int32_t y) {
  if (!graph_accepts_node(graph, node) || !graph_accepts_place(graph, x, y)) return ASTAR_INVALID;
  graph->nodes[node].x = x;
  graph->nodes[node].y = y;
  graph->nodes[node].is_placed = true;
  graph_restructured(graph);
  return ASTAR_OK;
}

/* ---- edges ----------------------------------------------------------------------------------- */

astar_edge_desc astar_edge_default(void) {
  return (astar_edge_desc){ 0 };
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
  if (!graph_accepts_edge(graph, edge) || !graph_accepts_edge_cost(graph, cost))
    return ASTAR_INVALID;
  graph->edges[edge].cost = cost;
  graph_edited(graph);
  return ASTAR_OK;
}

astar_status astar_graph_set_edge_open(astar_graph *graph, int32_t edge, bool open) {
  if (!graph_accepts_edge(graph, edge)) return ASTAR_INVALID;
  graph->edges[edge].is_open = open;
  graph_edited(graph);
  return ASTAR_OK;
}
