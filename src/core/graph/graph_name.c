#include "graph_name.h"

#include <string.h>

#include "../base/hash.h"

static bool graph_name_valid(const char *name) {
  size_t length = name != NULL ? strlen(name) : 0;
  return length >= 1 && length <= ASTAR_NAME_MAX;
}

bool graph_accepts_name(const astar_graph *graph, const char *name) {
  return graph_accepts(graph, graph_name_valid(name), "name: not 1 to ASTAR_NAME_MAX bytes");
}

static size_t name_slot(const astar_graph *graph, const char *name) {
  uint64_t hash = hash_mixed(hash_bytes(HASH_START, name, strlen(name)));
  return (size_t)hash & (graph->name_capacity - 1);
}

/* The slot of a name, or the empty one where it would be. */
static size_t name_seek(const astar_graph *graph, const char *name) {
  size_t slot = name_slot(graph, name);
  while (graph->names[slot] >= 0 && strcmp(graph->nodes[graph->names[slot]].name, name) != 0)
    slot = (slot + 1) & (graph->name_capacity - 1);
  return slot;
}

int32_t astar_graph_find_node(const astar_graph *graph, const char *name) {
  return graph->name_capacity == 0 ? -1 : graph->names[name_seek(graph, name)];
}

static void name_enter(astar_graph *graph, int32_t node) {
  graph->names[name_seek(graph, graph->nodes[node].name)] = node;
}

bool graph_name_reserve(astar_graph *graph) {
  if ((graph->name_count + 1) * 2 <= graph->name_capacity) return true;
  size_t old = graph->name_capacity, wanted = old ? old * 2 : 32;
  int32_t *before = graph->names;
  int32_t *names = memory_raw(&graph->memory, wanted * sizeof *names);
  if (names == NULL) return false;
  memset(names, 0xff, wanted * sizeof *names);
  graph->names = names;
  graph->name_capacity = wanted;
  for (size_t i = 0; i < old; i++)
    if (before[i] >= 0) name_enter(graph, before[i]);
  memory_free(&graph->memory, before, old * sizeof *before);
  return true;
}

void graph_name_add(astar_graph *graph, int32_t node) {
  name_enter(graph, node);
  graph->name_count++;
}

/* Those behind it that could not have their own slot move up (Knuth, volume 3, algorithm 6.4 R). */
void graph_name_remove(astar_graph *graph, int32_t node) {
  size_t mask = graph->name_capacity - 1, gap = name_seek(graph, graph->nodes[node].name);
  graph->names[gap] = -1;
  graph->name_count--;
  for (size_t at = (gap + 1) & mask; graph->names[at] >= 0; at = (at + 1) & mask) {
    size_t home = name_slot(graph, graph->nodes[graph->names[at]].name);
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    graph->names[gap] = graph->names[at];
    graph->names[at] = -1;
    gap = at;
  }
}

void graph_name_free(astar_graph *graph) {
  memory_free(&graph->memory, graph->names, graph->name_capacity * sizeof *graph->names);
}
