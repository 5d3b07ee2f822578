#include "graph_path.h"

#include <stddef.h>
#include <string.h>

astar_graph_path *graph_path_new(Memory *memory, int32_t length) {
  size_t bytes = offsetof(astar_graph_path, nodes) + 2 * (size_t)length * sizeof(int32_t);
  astar_graph_path *path = memory_new(memory, bytes);
  if (path == NULL) return NULL;
  path->bytes = bytes;
  path->length = length;
  return path;
}

astar_graph_path *graph_path_copy(Memory *memory, const astar_graph_path *path) {
  astar_graph_path *copy = memory_raw(memory, path->bytes);
  if (copy != NULL) memcpy(copy, path, path->bytes);
  return copy;
}

void graph_path_free(Memory *memory, astar_graph_path *path) {
  if (path != NULL) memory_free(memory, path, path->bytes);
}

void astar_graph_path_free(astar_graph *graph, astar_graph_path *path) {
  graph_path_free(&graph->memory, path);
}

astar_graph_path *astar_graph_path_copy(astar_graph *graph, const astar_graph_path *path,
                                        astar_status *why) {
  *why = graph_accepts(graph, path != NULL, "path: NULL") ? ASTAR_OK : ASTAR_INVALID;
  if (path == NULL) return NULL;
  astar_graph_path *copy = graph_path_copy(&graph->memory, path);
  if (copy == NULL) *why = ASTAR_NO_MEMORY;
  return copy;
}

int32_t graph_path_find(const astar_graph_path *path, int32_t node) {
  for (int32_t i = 0; i < path->length; i++)
    if (path->nodes[i] == node) return i;
  return -1;
}

uint32_t graph_path_arc(const astar_graph *graph, const astar_graph_path *path, int32_t index) {
  int32_t edge = path->nodes[path->length + index];
  return graph_arc(edge, graph->edges[edge].ends[0] == path->nodes[index - 1] ? 0 : 1);
}

bool graph_path_holds(const astar_graph *graph, const astar_graph_path *path, int32_t first) {
  for (int32_t i = first; i < path->length; i++)
    if (!graph_has_node(graph, path->nodes[i]) ||
        (i > first && !graph_has_edge(graph, path->nodes[path->length + i])))
      return false;
  return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

size_t astar_graph_path_bytes(const astar_graph_path *path) {
  return path->bytes;
}

int32_t astar_graph_path_length(const astar_graph_path *path) {
  return path->length;
}

uint32_t astar_graph_path_cost(const astar_graph_path *path) {
  return path->cost;
}

uint32_t astar_graph_path_expanded(const astar_graph_path *path) {
  return path->expanded;
}

int32_t astar_graph_path_goal(const astar_graph_path *path) {
  return path->goal;
}

int32_t astar_graph_path_node(const astar_graph_path *path, int32_t index) {
  return index >= 0 && index < path->length ? path->nodes[index] : -1;
}

int32_t astar_graph_path_edge(const astar_graph_path *path, int32_t index) {
  return index >= 0 && index < path->length ? path->nodes[path->length + index] : -1;
}
