#include "graph_search.h"

#include <string.h>

#include "graph_path.h"
#include "graph_player.h"
#include "graph_scale.h"

/* ---- views ----------------------------------------------------------------------------------- */

astar_graph_query astar_graph_query_default(void) {
  return (astar_graph_query){ .player = -1 };
}

static bool view_has(const astar_graph *graph, const astar_graph_extra *extra) {
  return extra->node >= 0 ? graph_has_node(graph, extra->node) : graph_has_edge(graph, extra->edge);
}

static bool view_checks(const astar_graph *graph, const astar_graph_query *query, bool strict) {
  bool is_player = query->player == -1 || graph_player(graph, query->player) != NULL;
  bool fits = graph_accepts(graph, query->unknown >= 0, "query.unknown: below 0") &&
              graph_accepts(graph, query->extra_count >= 0, "query.extra_count: below 0") &&
              graph_accepts(graph, is_player, "query.player: no such player");
  for (int32_t i = 0; i < query->extra_count && fits; i++)
    fits = refusal_unless_between(graph->refusal, query->extras[i].cost, -1, ASTAR_MAX_NODE_COST,
                           "query.extras: a cost not from -1 to ASTAR_MAX_NODE_COST") &&
           graph_accepts(graph, !strict || view_has(graph, &query->extras[i]),
                         "query.extras: one is of no node or edge");
  return fits;
}

static bool view_spread(GraphView *view, const astar_graph_query *query) {
  const astar_graph *graph = view->graph;
  view->extra_count = graph->node_count + graph->edge_count;
  view->extras = memory_new(&view->graph->memory, view->extra_count * sizeof *view->extras);
  if (view->extras == NULL) return false;
  for (int32_t i = 0; i < query->extra_count; i++) {
    const astar_graph_extra *extra = &query->extras[i];
    if (!view_has(graph, extra)) continue;
    size_t at = extra->node >= 0 ? (size_t)extra->node : graph->node_count + (size_t)extra->edge;
    view->extras[at] = extra->cost < 0 ? GRAPH_BARRED : (uint32_t)extra->cost;
  }
  return true;
}

astar_status graph_view_make(GraphView *view, astar_graph *graph, const astar_graph_query *query,
                             bool strict) {
  *view = (GraphView){ .graph = graph };
  if (query == NULL) return ASTAR_OK;
  if (!view_checks(graph, query, strict)) return ASTAR_INVALID;
  if (query->player >= 0) view->player = graph_player(graph, query->player);
  view->unknown = (uint32_t)query->unknown;
  if (query->extra_count == 0 || graph->node_count == 0) return ASTAR_OK;
  return view_spread(view, query) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

void graph_view_free(GraphView *view) {
  memory_free(&view->graph->memory, view->extras, view->extra_count * sizeof *view->extras);
  view->extras = NULL;
}

/* The cost of entering a node; GRAPH_BARRED: it cannot be entered. */
static uint32_t view_node(const GraphView *view, int32_t node) {
  const GraphNode *one = &view->graph->nodes[node];
  uint32_t extra = view->extras == NULL ? 0 : view->extras[node];
  uint32_t note = view->player != NULL ? view->player->nodes[node]
                                       : graph_note(one->cost + 1, one->is_open);
  if (extra == GRAPH_BARRED) return GRAPH_BARRED;
  if (note == 0) return extra;
  return graph_note_open(note) ? (uint32_t)graph_note_cost(note) - 1 + extra : GRAPH_BARRED;
}

/* Can the node be entered? */
static bool graph_view_enters(const GraphView *view, int32_t node) {
  return view_node(view, node) != GRAPH_BARRED;
}

/* The cost of an edge; 0: it cannot be taken. */
static uint32_t view_edge(const GraphView *view, uint32_t edge) {
  const GraphEdge *one = &view->graph->edges[edge];
  uint32_t extra = view->extras == NULL ? 0 : view->extras[view->graph->node_count + edge];
  uint32_t note = view->player != NULL ? view->player->edges[edge]
                                       : graph_note(one->cost, one->is_open);
  uint32_t cost = note == 0 ? view->unknown
                            : graph_note_open(note) ? (uint32_t)graph_note_cost(note) : 0;
  return cost == 0 || extra == GRAPH_BARRED ? 0 : cost + extra;
}

uint32_t graph_view_step(const GraphView *view, uint32_t arc) {
  const astar_graph *graph = view->graph;
  if ((arc & 1) != 0 && graph_arc_edge(graph, arc)->one_way) return 0;
  uint32_t edge = view_edge(view, arc >> 1);
  if (edge == 0) return 0;
  uint32_t node = view_node(view, graph_arc_to(graph, arc));
  if (node == GRAPH_BARRED) return 0;
  return edge < GRAPH_FAR - node ? edge + node : GRAPH_FAR;
}

astar_status astar_graph_step_cost(astar_graph *graph, int32_t node, int32_t edge,
                                   const astar_graph_query *query, uint32_t *cost) {
  GraphView view;
  bool is_there = graph_accepts_node(graph, node) && graph_accepts_edge(graph, edge) &&
                  graph_accepts(graph, graph->edges[edge].ends[0] == node ||
                                         graph->edges[edge].ends[1] == node,
                                "edge: it does not end at the node");
  astar_status status = is_there ? graph_view_make(&view, graph, query, true) : ASTAR_INVALID;
  *cost = 0;
  if (status != ASTAR_OK) return status;
  uint32_t arc = graph_arc(edge, graph->edges[edge].ends[0] == node ? 0 : 1);
  uint32_t step = graph_view_step(&view, arc);
  graph_view_free(&view);
  if (step == GRAPH_FAR) return ASTAR_LIMIT;
  *cost = step;
  return ASTAR_OK;
}

astar_status astar_graph_path_blocked(astar_graph *graph, const astar_graph_path *path,
                                      int32_t first, const astar_graph_query *query,
                                      int32_t *index) {
  GraphView view;
  bool counts = graph_accepts(graph, first >= 0, "first: below 0");
  astar_status status = counts ? graph_view_make(&view, graph, query, true) : ASTAR_INVALID;
  *index = -1;
  if (status != ASTAR_OK) return status;
  int32_t at = first > 1 ? first : 1;
  while (at < path->length && graph_has_edge(graph, path->nodes[path->length + at]) &&
         graph_view_step(&view, graph_path_arc(graph, path, at)) != 0)
    at++;
  graph_view_free(&view);
  if (at < path->length) *index = at;
  return ASTAR_OK;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* What is known of a node; of one that was not looked at, that it is unreached. */
static GraphSeen *search_node(const astar_graph *graph, int32_t node) {
  GraphSeen *seen = &graph->seen[node];
  if (seen->search != graph->searches)
    *seen = (GraphSeen){ graph->searches, GRAPH_FAR, GRAPH_UNREACHED, 0, false };
  return seen;
}

/* Buckets of the open list about as wide as an edge costs. */
static uint32_t search_width(const astar_graph *graph) {
  uint64_t sum = 0;
  size_t count = graph->edge_count < 64 ? graph->edge_count : 64;
  for (size_t i = 0; i < count; i++) sum += (uint64_t)graph->edges[i].cost;
  return count == 0 ? 1 : (uint32_t)(sum / count);
}

static bool search_reserve(astar_graph *graph) {
  if (graph->seen_capacity < graph->node_count) {
    size_t wanted = graph->node_capacity;
    GraphSeen *seen = memory_new(&graph->memory, wanted * sizeof *seen);
    if (seen == NULL) return false;
    memory_free(&graph->memory, graph->seen, graph->seen_capacity * sizeof *seen);
    graph->seen = seen;
    graph->seen_capacity = wanted;
    graph->searches = 0;
  }
  if (++graph->searches != 0) return true;
  memset(graph->seen, 0, graph->seen_capacity * sizeof *graph->seen);
  graph->searches = 1;
  return true;
}

bool graph_search_begin(GraphSearch *search) {
  astar_graph *graph = search->view.graph;
  search->expanded = 0;
  search->goal = -1;
  return search_reserve(graph) &&
         open_list_begin(&graph->open, &graph->memory, 0, search_width(graph));
}

/* Of a node that is named twice the first index counts. */
static void graph_search_add_goal(GraphSearch *search, int32_t node, int32_t index) {
  GraphSeen *seen = search_node(search->view.graph, node);
  if (seen->goal == 0) seen->goal = index + 1;
}

static bool search_open(GraphSearch *search, int32_t node, uint32_t g) {
  astar_graph *graph = search->view.graph;
  uint32_t h = 0;
  if (search->scale.mantissa != 0)
    h = graph_scale_estimate(search->scale, &graph->nodes[node], &graph->nodes[search->aim]);
  uint32_t f = g < GRAPH_FAR - h ? g + h : GRAPH_FAR;
  return open_list_push(&graph->open, &graph->memory, open_entry(f, (Cell)node));
}

astar_status graph_search_add_start(GraphSearch *search, int32_t node) {
  GraphSeen *seen = search_node(search->view.graph, node);
  if (seen->arc == GRAPH_NO_ARC) return ASTAR_OK;
  seen->g = 0;
  seen->arc = GRAPH_NO_ARC;
  return search_open(search, node, 0) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* Does a step come from a node that was inserted earlier, or by an earlier edge? */
static bool search_is_earlier(const GraphSearch *search, uint32_t arc, uint32_t than) {
  const astar_graph *graph = search->view.graph;
  int32_t a = search->backwards ? graph_arc_to(graph, arc) : graph_arc_from(graph, arc);
  int32_t b = search->backwards ? graph_arc_to(graph, than) : graph_arc_from(graph, than);
  return a != b ? a < b : arc < than;
}

/* The step along an arc at a closed node, or, backwards, the one that comes to it. */
static bool search_relax(GraphSearch *search, uint32_t from_g, uint32_t arc) {
  const astar_graph *graph = search->view.graph;
  int32_t node = graph_arc_to(graph, arc);
  uint32_t step = search->backwards ? arc ^ 1 : arc;
  uint32_t cost = graph_view_step(&search->view, step);
  if (cost == 0) return true;
  uint32_t g = cost < GRAPH_FAR - from_g ? from_g + cost : GRAPH_FAR;
  GraphSeen *seen = search_node(graph, node);
  if (seen->arc == GRAPH_UNREACHED || g < seen->g) {
    seen->g = g;
    seen->arc = step;
    return search_open(search, node, g);
  }
  if (g == seen->g && g < GRAPH_FAR && search_is_earlier(search, step, seen->arc))
    seen->arc = step;
  return true;
}

static bool search_expand(GraphSearch *search, int32_t node) {
  const astar_graph *graph = search->view.graph;
  uint32_t g = graph->seen[node].g;
  search->expanded++;
  for (uint32_t arc = graph->nodes[node].first; arc != GRAPH_NO_ARC;
       arc = graph_arc_next(graph, arc))
    if (!search_relax(search, g, arc)) return false;
  return true;
}

/* A goal was closed. Later ones are no nearer. */
static void search_reach(GraphSearch *search, int32_t node) {
  const GraphSeen *seen = &search->view.graph->seen[node];
  bool is_better = search->goal < 0 || seen->g < search->bound ||
                   (seen->g == search->bound && seen->goal - 1 < search->goal);
  if (!is_better) return;
  search->goal = seen->goal - 1;
  search->found = node;
  search->bound = seen->g;
}

astar_status graph_search_run(GraphSearch *search) {
  astar_graph *graph = search->view.graph;
  uint64_t entry;
  while (open_list_first(&graph->open, search->bound, &entry)) {
    int32_t node = (int32_t)open_cell(entry);
    GraphSeen *seen = &graph->seen[node];
    open_list_pop(&graph->open);
    if (seen->is_closed) continue;
    seen->is_closed = true;
    if (seen->goal > 0) search_reach(search, node);
    if (search->expanded == search->budget) return ASTAR_BUDGET;
    if (!search_expand(search, node)) return ASTAR_NO_MEMORY;
  }
  return ASTAR_OK;
}

/* ---- from a trip to a path ------------------------------------------------------------------- */

static astar_status search_check(const astar_graph *graph, const astar_graph_trip *trip) {
  bool fits = graph_accepts(graph, graph_has_node(graph, trip->from), "from: no such node") &&
              graph_accepts(graph, trip->goal_count >= 1, "goal_count: below 1");
  for (int32_t i = 0; i < trip->goal_count && fits; i++)
    fits = graph_accepts(graph, graph_has_node(graph, trip->goals[i]), "goals: one is no node");
  return fits ? ASTAR_OK : ASTAR_INVALID;
}

/* Is there a goal where the trip could end? */
static bool search_can_end(const GraphSearch *search, const astar_graph_trip *trip) {
  for (int32_t i = 0; i < trip->goal_count; i++)
    if (trip->goals[i] == trip->from || graph_view_enters(&search->view, trip->goals[i]))
      return true;
  return false;
}

/* Estimates are for one goal, and for edges whose costs are known. */
static void search_aim(GraphSearch *search, const astar_graph_trip *trip) {
  GraphView *view = &search->view;
  if (trip->goal_count > 1 || view->unknown > 0) return;
  search->aim = trip->goals[0];
  if (!view->graph->nodes[search->aim].is_placed) return;
  if (view->graph->nodes[trip->from].is_placed)
    search->scale = graph_scale(view->graph, view->player);
}

static astar_status search_travel(GraphSearch *search, const astar_graph_trip *trip) {
  if (!search_can_end(search, trip)) return ASTAR_GOAL_BLOCKED;
  search_aim(search, trip);
  if (!graph_search_begin(search)) return ASTAR_NO_MEMORY;
  for (int32_t i = 0; i < trip->goal_count; i++) graph_search_add_goal(search, trip->goals[i], i);
  astar_status status = graph_search_add_start(search, trip->from);
  if (status == ASTAR_OK) status = graph_search_run(search);
  if (status != ASTAR_OK) return status;
  if (search->goal < 0) return ASTAR_UNREACHABLE;
  return search->bound == GRAPH_FAR ? ASTAR_LIMIT : ASTAR_OK;
}

/* Runs the search of a trip; its nodes are in the graph's scratch memory then. */
static astar_status search_answer(GraphSearch *search, astar_graph *graph,
                                  const astar_graph_trip *trip) {
  const astar_graph_query *query = trip->query;
  *search = (GraphSearch){ .bound = GRAPH_FAR, .budget = UINT32_MAX };
  if (query != NULL && query->budget > 0) search->budget = query->budget;
  astar_status status = search_check(graph, trip);
  if (status != ASTAR_OK) return status;
  status = graph_view_make(&search->view, graph, query, true);
  if (status != ASTAR_OK) return status;
  status = search_travel(search, trip);
  graph_view_free(&search->view);
  return status;
}

/* The path to a node that the search in the scratch memory has reached from its start. */
static astar_graph_path *search_collect(astar_graph *graph, int32_t node) {
  int32_t length = 1;
  for (uint32_t arc = graph->seen[node].arc; arc != GRAPH_NO_ARC;
       arc = graph->seen[graph_arc_from(graph, arc)].arc)
    length++;
  astar_graph_path *path = graph_path_new(&graph->memory, length);
  if (path == NULL) return NULL;
  path->cost = graph->seen[node].g;
  int32_t *edges = graph_path_edges(path);
  for (int32_t i = length - 1; i >= 0; i--) {
    uint32_t arc = graph->seen[node].arc;
    path->nodes[i] = node;
    edges[i] = arc == GRAPH_NO_ARC ? -1 : (int32_t)(arc >> 1);
    if (arc != GRAPH_NO_ARC) node = graph_arc_from(graph, arc);
  }
  return path;
}

astar_graph_path *astar_graph_find_path(astar_graph *graph, const astar_graph_trip *trip,
                                        astar_status *why) {
  GraphSearch search;
  *why = search_answer(&search, graph, trip);
  if (*why != ASTAR_OK) return NULL;
  astar_graph_path *path = search_collect(graph, search.found);
  if (path == NULL) *why = ASTAR_NO_MEMORY;
  if (path == NULL) return NULL;
  path->goal = search.goal;
  path->expanded = search.expanded;
  return path;
}

astar_status astar_graph_find_cost(astar_graph *graph, const astar_graph_trip *trip,
                                   uint32_t *cost) {
  GraphSearch search;
  astar_status status = search_answer(&search, graph, trip);
  if (status == ASTAR_OK) *cost = search.bound;
  return status;
}
