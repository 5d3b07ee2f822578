#ifndef ASTAR_GRAPH_EDIT_H
#define ASTAR_GRAPH_EDIT_H

#include "graph.h"

/* Room for one more edge in all arrays. False: no memory. */
bool graph_reserve_edge(astar_graph *graph);

#endif
