/*
** From a name to a node: a hash table with open addressing. It holds numbers of nodes, whose names
** are theirs; at most half of it is filled.
*/
#ifndef ASTAR_GRAPH_NAME_H
#define ASTAR_GRAPH_NAME_H

#include "graph.h"

/* Room for one more name. False: no memory. */
bool graph_name_reserve(astar_graph *graph);
/* Enters a node that has a name; there is room, and no other node has it. */
void graph_name_add(astar_graph *graph, int32_t node);
void graph_name_remove(astar_graph *graph, int32_t node);
void graph_name_free(astar_graph *graph);
/* Is it a name: 1 … ASTAR_NAME_MAX bytes? If not, the graph has the reason. */
bool graph_accepts_name(const astar_graph *graph, const char *name);

#endif
