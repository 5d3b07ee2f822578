/* A graph from bytes, all of which are checked: calls could have made the one that is loaded. */
#include <string.h>

#include "../save/serialize.h"
#include "graph_edit.h"
#include "graph_path.h"
#include "graph_player.h"
#include "graph_save.h"
#include "graph_unit.h"

typedef struct GraphLoading {
  astar_graph *graph;
  Reader reader;
  astar_status status;              /* anything but OK: it has failed */
} GraphLoading;

static bool graph_load_goes_on(const GraphLoading *loading) {
  return !loading->reader.bad && loading->status == ASTAR_OK;
}

static void graph_load_expect(GraphLoading *loading, bool holds) {
  reader_expect(&loading->reader, holds);
}

/* What a function says about what the bytes have said. */
static void graph_load_judge(GraphLoading *loading, astar_status status) {
  if (loading->status != ASTAR_OK || status == ASTAR_OK) return;
  loading->status = status == ASTAR_NO_MEMORY ? ASTAR_NO_MEMORY : ASTAR_DAMAGED;
}

/* ---- nodes and edges ------------------------------------------------------------------------- */

/* The name of a node that was removed is kept, and is not found. */
static void graph_load_bury_node(GraphLoading *loading, int32_t node, const char *name) {
  GraphNode *one = &loading->graph->nodes[node];
  one->is_there = false;
  loading->graph->nodes_there--;
  if (name == NULL) return;
  one->name = memory_raw(&loading->graph->memory, strlen(name) + 1);
  if (one->name == NULL) graph_load_judge(loading, ASTAR_NO_MEMORY);
  else strcpy(one->name, name);
}

static void graph_load_node(GraphLoading *loading) {
  Reader *reader = &loading->reader;
  char name[ASTAR_NAME_MAX + 1];
  astar_status status = ASTAR_OK;
  uint8_t flags = read_byte(reader);
  bool is_there = flags & 1, has_name = flags >> 3 & 1;
  astar_node_desc desc = { .closed = !(flags >> 1 & 1), .placed = flags >> 2 & 1 };
  graph_load_expect(loading, flags < 16);
  if (has_name) read_name(reader, name);
  if (desc.placed) {
    desc.x = read_int(reader);
    desc.y = read_int(reader);
  }
  desc.cost = read_small(reader);
  if (!graph_load_goes_on(loading)) return;
  if (is_there && has_name) desc.name = name;
  int32_t node = astar_graph_add_node(loading->graph, &desc, &status);
  graph_load_judge(loading, status);
  if (node >= 0 && !is_there) graph_load_bury_node(loading, node, has_name ? name : NULL);
}

/* The slot of an edge that was removed. */
static void graph_load_buried_edge(GraphLoading *loading, const astar_edge_desc *desc) {
  astar_graph *graph = loading->graph;
  int64_t nodes = (int64_t)graph->node_count;
  graph_load_expect(loading, desc->from >= 0 && desc->from < nodes && desc->to >= 0 &&
                       desc->to < nodes && desc->from != desc->to && desc->cost >= 1);
  if (!graph_load_goes_on(loading)) return;
  if (!graph_reserve_edge(graph)) {
    graph_load_judge(loading, ASTAR_NO_MEMORY);
    return;
  }
  graph->edges[graph->edge_count++] = (GraphEdge){
    .ends = { desc->from, desc->to }, .cost = desc->cost, .next = { GRAPH_NO_ARC, GRAPH_NO_ARC },
    .is_open = !desc->closed, .one_way = desc->one_way
  };
}

static void graph_load_edge(GraphLoading *loading) {
  Reader *reader = &loading->reader;
  astar_status status = ASTAR_OK;
  uint8_t flags = read_byte(reader);
  astar_edge_desc desc = { .closed = !(flags >> 1 & 1), .one_way = flags >> 2 & 1 };
  graph_load_expect(loading, flags < 8);
  desc.from = read_int(reader);
  desc.to = read_int(reader);
  desc.cost = read_small(reader);
  if (!graph_load_goes_on(loading)) return;
  if (flags & 1) astar_graph_add_edge(loading->graph, &desc, &status);
  else graph_load_buried_edge(loading, &desc);
  graph_load_judge(loading, status);
}

static void graph_load_elements(GraphLoading *loading, void (*load)(GraphLoading *)) {
  uint32_t count = read_count(&loading->reader);
  for (uint32_t i = 0; i < count && graph_load_goes_on(loading); i++) load(loading);
}

/* ---- players --------------------------------------------------------------------------------- */

static uint32_t graph_load_note(GraphLoading *loading, bool is_there) {
  uint32_t note = read_count(&loading->reader);
  graph_load_expect(loading, note == 0 || (note > 1 && is_there));
  return note;
}

static void graph_load_player(GraphLoading *loading) {
  Reader *reader = &loading->reader;
  astar_graph *graph = loading->graph;
  char name[ASTAR_NAME_MAX + 1];
  int32_t last = graph->last_player, id = read_int(reader);
  read_name(reader, name);
  graph_load_expect(loading, id > last && astar_graph_find_player(graph, name) < 0);
  if (!graph_load_goes_on(loading)) return;
  GraphPlayer *player = graph_player_add(graph, name, id);
  if (player == NULL) graph_load_judge(loading, ASTAR_NO_MEMORY);
  if (player == NULL) return;
  for (size_t i = 0; i < graph->node_count; i++)
    player->nodes[i] = graph_load_note(loading, graph->nodes[i].is_there);
  for (size_t i = 0; i < graph->edge_count; i++)
    player->edges[i] = graph_load_note(loading, graph->edges[i].is_there);
}

static void graph_load_players(GraphLoading *loading) {
  uint8_t count = read_byte(&loading->reader);
  int32_t last = read_int(&loading->reader);
  graph_load_expect(loading, count <= 64);
  for (int i = 0; i < count && graph_load_goes_on(loading); i++) graph_load_player(loading);
  graph_load_expect(loading, last >= loading->graph->last_player);
  loading->graph->last_player = last;
}

/* ---- units ----------------------------------------------------------------------------------- */

/* Does the edge of a path's node lead from the node before? */
static bool graph_load_path_is_joined(const astar_graph *graph, const astar_graph_path *path,
                                int32_t index) {
  int32_t node = path->nodes[index], edge = path->nodes[path->length + index];
  if (node < 0 || (size_t)node >= graph->node_count) return false;
  if (index == 0) return edge == -1;
  if (edge < 0 || (size_t)edge >= graph->edge_count) return false;
  const int32_t *ends = graph->edges[edge].ends;
  int32_t before = path->nodes[index - 1];
  return (ends[0] == before && ends[1] == node) || (ends[1] == before && ends[0] == node);
}

static astar_graph_path *graph_load_path(GraphLoading *loading) {
  Reader *reader = &loading->reader;
  int32_t length = read_int(reader);
  graph_load_expect(loading, length >= 1 && (size_t)length <= reader_left(reader) / 8);
  if (!graph_load_goes_on(loading)) return NULL;
  astar_graph_path *path = graph_path_new(&loading->graph->memory, length);
  if (path == NULL) graph_load_judge(loading, ASTAR_NO_MEMORY);
  if (path == NULL) return NULL;
  path->cost = read_count(reader);
  path->expanded = read_count(reader);
  path->goal = read_int(reader);
  for (int32_t i = 0; i < 2 * length; i++) path->nodes[i] = read_int(reader);
  for (int32_t i = 0; i < length; i++)
    graph_load_expect(loading, graph_load_path_is_joined(loading->graph, path, i));
  return path;
}

static bool graph_load_unit_is_sound(const astar_graph *graph, const GraphUnit *unit) {
  if (unit->player != -1 && graph_player(graph, unit->player) == NULL) return false;
  if (!graph_has_node(graph, unit->node)) return false;
  if (unit->speed < 1 || unit->speed > ASTAR_MAX_GRAPH_SPEED) return false;
  if (unit->edge == -1)
    return unit->origin == unit->node && unit->done == 0 && unit->length == 0;
  if (!graph_has_edge(graph, unit->edge)) return false;
  const int32_t *ends = graph->edges[unit->edge].ends;
  int64_t most = (int64_t)UINT32_MAX * ASTAR_ONE;
  return ((ends[0] == unit->origin && ends[1] == unit->node) ||
          (ends[1] == unit->origin && ends[0] == unit->node)) &&
         unit->done >= 0 && unit->done < unit->length && unit->length <= most;
}

static void graph_load_unit(GraphLoading *loading) {
  Reader *reader = &loading->reader;
  astar_graph *graph = loading->graph;
  GraphUnit unit = { .id = read_int(reader) };
  unit.player = read_int(reader);
  unit.node = read_int(reader);
  unit.edge = read_int(reader);
  unit.origin = read_int(reader);
  unit.speed = read_int(reader);
  unit.done = (int64_t)read_number(reader, 8);
  unit.length = (int64_t)read_number(reader, 8);
  unit.is_blocked = read_bool(reader);
  unit.index = read_int(reader);
  graph_load_expect(loading, unit.id > graph->last_unit && graph_load_unit_is_sound(graph, &unit));
  graph_load_expect(loading, unit.index >= 0 || (unit.index == -1 && !unit.is_blocked));
  if (!graph_load_goes_on(loading)) return;
  if (!graph_units_reserve(graph)) {
    graph_load_judge(loading, ASTAR_NO_MEMORY);
    return;
  }
  if (unit.index >= 0) unit.path = graph_load_path(loading);
  if (unit.path != NULL)
    graph_load_expect(loading, unit.index < unit.path->length &&
                         unit.path->nodes[unit.index] == unit.node);
  graph->units[graph->unit_count++] = unit;
  graph->last_unit = unit.id;
}

static void graph_load_units(GraphLoading *loading) {
  uint32_t count = read_count(&loading->reader);
  int32_t last = read_int(&loading->reader);
  for (uint32_t i = 0; i < count && graph_load_goes_on(loading); i++) graph_load_unit(loading);
  graph_load_expect(loading, last >= loading->graph->last_unit);
  loading->graph->last_unit = last;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static astar_status graph_load_graph(astar_graph *graph, const uint8_t *bytes, size_t size) {
  GraphLoading loading = { graph, { bytes, bytes + size, false }, ASTAR_OK };
  graph->ticks = read_count(&loading.reader);
  graph_load_elements(&loading, graph_load_node);
  graph_load_elements(&loading, graph_load_edge);
  graph_load_players(&loading);
  graph_load_units(&loading);
  graph_load_expect(&loading, reader_left(&loading.reader) == 0);
  if (loading.status != ASTAR_OK) return loading.status;
  return loading.reader.bad ? ASTAR_DAMAGED : ASTAR_OK;
}

static const Envelope graph_envelope = { GRAPH_MARK, GRAPH_MARK_BYTES, GRAPH_FORMAT_BYTES,
                                         GRAPH_SUM_BYTES, GRAPH_FORMAT };

astar_graph *astar_graph_load(const void *bytes, size_t size, astar_allocator allocator,
                              size_t memory, astar_status *why) {
  MemoryLimit limit = memory_limit(memory, size);
  size_t head = GRAPH_MARK_BYTES + GRAPH_FORMAT_BYTES;
  *why = envelope_check(&graph_envelope, bytes, size);
  if (*why != ASTAR_OK) return NULL;
  astar_graph *graph = astar_graph_new(allocator, why);
  if (graph == NULL) return NULL;
  graph->memory.limit = &limit;
  *why = graph_load_graph(graph, (const uint8_t *)bytes + head, size - head - GRAPH_SUM_BYTES);
  *why = memory_verdict(&limit, *why);
  graph->memory.limit = NULL;
  if (*why == ASTAR_OK) return graph;
  astar_graph_free(graph);
  return NULL;
}
