/*
** Estimates for graphs whose nodes are placed: so much of a straight line to the goal as no edge
** undercuts. The graph finds that scale itself, so estimates are never too high.
**
** Estimates are exactly floor(s * distance) for one real number s. So they are consistent: along an
** edge of length l and of cost c >= s * l the estimate falls by no more than c, since c is whole.
*/
#ifndef ASTAR_GRAPH_SCALE_H
#define ASTAR_GRAPH_SCALE_H

#include "graph.h"

/* The scale of all edges, or of those that the player has seen; 0 where one of them has an end that
** is not placed. */
GraphScale graph_scale(astar_graph *graph, GraphPlayer *player);
uint32_t graph_scale_estimate(GraphScale scale, const GraphNode *node, const GraphNode *goal);

#endif
