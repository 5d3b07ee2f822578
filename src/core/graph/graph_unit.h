/*
** Units on a graph: they stand in nodes and travel along edges. Any number of them is in a node or
** on an edge.
**
** A unit takes an edge when it sets out from a node: whether it can, and how long it is, is decided
** then. So a unit on an edge comes to its end, and neither the edge nor its ends can be removed.
*/
#ifndef ASTAR_GRAPH_UNIT_H
#define ASTAR_GRAPH_UNIT_H

#include "graph.h"

void graph_units_free(astar_graph *graph);
void graph_units_remove_of(astar_graph *graph, int32_t player);
/* How many units are on an edge, or in a node or on an edge at it; -1: not asked. */
size_t graph_units_on(const astar_graph *graph, int32_t node, int32_t edge);
/* Shows a player where its units stand. */
void graph_units_look(astar_graph *graph, int32_t player);
/* Room for one more unit, and for its event. False: no memory. */
bool graph_units_reserve(astar_graph *graph);

#endif
