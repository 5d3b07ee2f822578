#include "graph_field.h"

#include <string.h>

#include "graph_path.h"
#include "graph_player.h"
#include "graph_search.h"

struct astar_graph_field {
  void *user_data;                  /* the game's; first: see user_data.h */
  astar_graph *graph;
  astar_graph_field *before, *next; /* of the graph's */
  int32_t *goals;                   /* NULL: there is a start */
  int32_t goal_count, from;
  uint32_t most;
  astar_graph_query query;
  astar_graph_extra *extras;        /* what query.extras points to */
  uint64_t version;                 /* that it was computed for */
  bool is_made;                     /* costs and arcs are those of that version */
  uint32_t *costs, *arcs;           /* of each node, as the search leaves them */
  size_t capacity;
};
HAS_USER_DATA(astar_graph_field);

/* ---- life ------------------------------------------------------------------------------------ */

astar_graph_field_desc astar_graph_field_default(void) {
  return (astar_graph_field_desc){ .from = -1, .most = UINT32_MAX };
}

void astar_graph_field_free(astar_graph_field *field) {
  if (field == NULL) return;
  astar_graph *graph = field->graph;
  Memory *memory = &graph->memory;
  if (field->before != NULL) field->before->next = field->next;
  else if (graph->fields == field) graph->fields = field->next;
  if (field->next != NULL) field->next->before = field->before;
  memory_free(memory, field->goals, (size_t)field->goal_count * sizeof *field->goals);
  memory_free(memory, field->extras, (size_t)field->query.extra_count * sizeof *field->extras);
  memory_free(memory, field->costs, field->capacity * sizeof *field->costs);
  memory_free(memory, field->arcs, field->capacity * sizeof *field->arcs);
  memory_free(memory, field, sizeof *field);
}

void graph_fields_free(astar_graph *graph) {
  while (graph->fields != NULL) astar_graph_field_free(graph->fields);
}

bool graph_fields_name(const astar_graph *graph, int32_t player) {
  const astar_graph_field *field = graph->fields;
  while (field != NULL && field->query.player != player) field = field->next;
  return field != NULL;
}

static bool field_check_nodes(const astar_graph *graph, const astar_graph_field_desc *desc) {
  if (desc->goal_count == 0)
    return graph_accepts(graph, graph_has_node(graph, desc->from), "from: no such node");
  bool fits = graph_accepts(graph, desc->goal_count > 0, "goal_count: below 0");
  for (int32_t i = 0; i < desc->goal_count && fits; i++)
    fits = graph_accepts(graph, graph_has_node(graph, desc->goals[i]), "goals: one is no node");
  return fits;
}

/* Copies what the description points to. */
static bool field_adopt(astar_graph_field *field, const astar_graph_field_desc *desc) {
  Memory *memory = &field->graph->memory;
  field->query = desc->query != NULL ? *desc->query : astar_graph_query_default();
  int32_t extras = field->query.extra_count;
  field->query.extra_count = 0;
  if (desc->goal_count > 0) {
    size_t bytes = (size_t)desc->goal_count * sizeof *field->goals;
    field->goals = memory_raw(memory, bytes);
    if (field->goals == NULL) return false;
    field->goal_count = desc->goal_count;
    memcpy(field->goals, desc->goals, bytes);
  }
  if (extras == 0) return true;
  size_t bytes = (size_t)extras * sizeof *field->extras;
  field->extras = memory_raw(memory, bytes);
  if (field->extras == NULL) return false;
  memcpy(field->extras, field->query.extras, bytes);
  field->query.extra_count = extras;
  field->query.extras = field->extras;
  return true;
}

astar_graph_field *astar_graph_field_new(astar_graph *graph, const astar_graph_field_desc *desc,
                                         astar_status *why) {
  GraphView view;
  *why = field_check_nodes(graph, desc) ? graph_view_make(&view, graph, desc->query, true)
                                        : ASTAR_INVALID;
  if (*why != ASTAR_OK) return NULL;
  graph_view_free(&view);
  astar_graph_field *field = memory_new(&graph->memory, sizeof *field);
  *why = ASTAR_NO_MEMORY;
  if (field == NULL) return NULL;
  field->graph = graph;
  field->from = desc->from;
  field->most = desc->most;
  if (!field_adopt(field, desc)) {
    astar_graph_field_free(field);
    return NULL;
  }
  field->next = graph->fields;
  if (field->next != NULL) field->next->before = field;
  graph->fields = field;
  *why = ASTAR_OK;
  return field;
}

/* ---- computing ------------------------------------------------------------------------------- */

/* Grows with every change that may concern the field. */
static uint64_t field_version(const astar_graph_field *field) {
  const GraphPlayer *player = graph_player(field->graph, field->query.player);
  return field->graph->structure + (player != NULL ? player->version : field->graph->costs);
}

static bool field_reserve(astar_graph_field *field) {
  astar_graph *graph = field->graph;
  Memory *memory = &graph->memory;
  if (field->capacity >= graph->node_count) return true;
  size_t wanted = graph->node_capacity;
  uint32_t *costs = memory_raw(memory, wanted * sizeof *costs);
  uint32_t *arcs = costs == NULL ? NULL : memory_raw(memory, wanted * sizeof *arcs);
  if (arcs == NULL) {
    memory_free(memory, costs, wanted * sizeof *costs);
    return false;
  }
  memory_free(memory, field->costs, field->capacity * sizeof *costs);
  memory_free(memory, field->arcs, field->capacity * sizeof *arcs);
  field->costs = costs;
  field->arcs = arcs;
  field->capacity = wanted;
  return true;
}

static astar_status field_search(const astar_graph_field *field, GraphSearch *search) {
  astar_status status = ASTAR_OK;
  if (!graph_search_begin(search)) return ASTAR_NO_MEMORY;
  search->backwards = field->goal_count > 0;
  int32_t count = search->backwards ? field->goal_count : 1;
  for (int32_t i = 0; i < count && status == ASTAR_OK; i++) {
    int32_t node = search->backwards ? field->goals[i] : field->from;
    if (graph_has_node(field->graph, node)) status = graph_search_add_start(search, node);
  }
  return status == ASTAR_OK ? graph_search_run(search) : status;
}

/* What the search was not allowed to reach is unreached. */
static void field_collect(astar_graph_field *field) {
  const astar_graph *graph = field->graph;
  for (size_t i = 0; i < graph->node_count; i++) {
    const GraphSeen *seen = &graph->seen[i];
    bool is_reached = seen->search == graph->searches && seen->is_closed;
    field->costs[i] = is_reached ? seen->g : GRAPH_FAR;
    field->arcs[i] = is_reached ? seen->arc : GRAPH_UNREACHED;
  }
}

static astar_status field_update(astar_graph_field *field) {
  uint64_t version = field_version(field);
  if (field->is_made && field->version == version) return ASTAR_OK;
  GraphSearch search = { .bound = field->most, .budget = UINT32_MAX };
  field->is_made = false;
  if (!field_reserve(field)) return ASTAR_NO_MEMORY;
  astar_status status = graph_view_make(&search.view, field->graph, &field->query, false);
  if (status != ASTAR_OK) return status;
  status = field_search(field, &search);
  graph_view_free(&search.view);
  if (status != ASTAR_OK) return status;
  field_collect(field);
  field->is_made = true;
  field->version = version;
  return ASTAR_OK;
}

/* ---- reading --------------------------------------------------------------------------------- */

astar_status astar_graph_field_cost(astar_graph_field *field, int32_t node, uint32_t *cost) {
  if (!graph_accepts_node(field->graph, node)) return ASTAR_INVALID;
  astar_status status = field_update(field);
  if (status != ASTAR_OK) return status;
  if (field->arcs[node] == GRAPH_UNREACHED) return ASTAR_UNREACHABLE;
  if (field->costs[node] == GRAPH_FAR) return ASTAR_LIMIT;
  *cost = field->costs[node];
  return ASTAR_OK;
}

/* Where the way leads from a node that has a cost; the node itself: it ends there. */
static int32_t field_next(const astar_graph_field *field, int32_t node) {
  uint32_t arc = field->arcs[node];
  if (arc == GRAPH_NO_ARC) return node;
  return field->goal_count > 0 ? graph_arc_to(field->graph, arc)
                               : graph_arc_from(field->graph, arc);
}

static int32_t field_edge(const astar_graph_field *field, int32_t node) {
  uint32_t arc = field->arcs[node];
  return arc == GRAPH_NO_ARC ? -1 : (int32_t)(arc >> 1);
}

astar_status astar_graph_field_step(astar_graph_field *field, int32_t node, int32_t *next,
                                    int32_t *edge) {
  uint32_t cost;
  astar_status status = astar_graph_field_cost(field, node, &cost);
  if (status != ASTAR_OK) return status;
  *next = field_next(field, node);
  *edge = field_edge(field, node);
  return ASTAR_OK;
}

static void field_write(const astar_graph_field *field, astar_graph_path *path, int32_t node) {
  bool forwards = field->goal_count > 0;
  int32_t last = path->length - 1, *edges = graph_path_edges(path);
  edges[0] = -1;
  for (int32_t i = 0; i <= last; i++) {
    int32_t next = field_next(field, node), edge = field_edge(field, node);
    path->nodes[forwards ? i : last - i] = node;
    if (i < last) edges[forwards ? i + 1 : last - i] = edge;
    node = next;
  }
}

astar_graph_path *astar_graph_field_path(astar_graph_field *field, int32_t node,
                                         astar_status *why) {
  uint32_t cost;
  int32_t length = 1;
  *why = astar_graph_field_cost(field, node, &cost);
  if (*why != ASTAR_OK) return NULL;
  for (int32_t at = node; field->arcs[at] != GRAPH_NO_ARC; at = field_next(field, at)) length++;
  astar_graph_path *path = graph_path_new(&field->graph->memory, length);
  if (path == NULL) *why = ASTAR_NO_MEMORY;
  if (path == NULL) return NULL;
  path->cost = cost;
  field_write(field, path, node);
  return path;
}
