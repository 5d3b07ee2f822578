/* A path over a graph: one block of memory without pointers. */
#ifndef ASTAR_GRAPH_PATH_H
#define ASTAR_GRAPH_PATH_H

#include "graph.h"

struct astar_graph_path {
  size_t bytes;
  uint32_t cost, expanded;
  int32_t length, goal;             /* nodes; the index of the goal in the list of goals */
  int32_t nodes[];                  /* then, for each, the edge by which it is reached, or -1 */
};

static inline int32_t *graph_path_edges(astar_graph_path *path) {
  return path->nodes + path->length;
}

/* A path of so many nodes, all 0. NULL: no memory. */
astar_graph_path *graph_path_new(Memory *memory, int32_t length);
astar_graph_path *graph_path_copy(Memory *memory, const astar_graph_path *path);
void graph_path_free(Memory *memory, astar_graph_path *path);
/* The index of a node on the path; -1: it is not on it. */
int32_t graph_path_find(const astar_graph_path *path, int32_t node);
/* The arc by which a path comes to its node `index`, 1 or more. */
uint32_t graph_path_arc(const astar_graph *graph, const astar_graph_path *path, int32_t index);
/* Are all nodes and edges there from node `first` on? */
bool graph_path_holds(const astar_graph *graph, const astar_graph_path *path, int32_t first);

#endif
