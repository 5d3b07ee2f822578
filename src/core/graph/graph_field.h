/*
** Fields over a graph: the cost of every node, from a start or to the nearest goal. A field is
** computed when it is read, and again when the graph or what its player has seen has changed.
*/
#ifndef ASTAR_GRAPH_FIELD_H
#define ASTAR_GRAPH_FIELD_H

#include "graph.h"

void graph_fields_free(astar_graph *graph);
/* Is there a field of this player? */
bool graph_fields_name(const astar_graph *graph, int32_t player);

#endif
