/*
** Searches over a graph: A* where nodes are placed, else Dijkstra's. Fields run the same search
** without a goal.
**
** A *view* is what one query makes of the graph: what its player knows, with the extras on top.
**
** A search goes on until no open node could lie on a path that is as cheap as the one found. Then
** all nodes before a node of a cheapest path are closed, and of those that are equally good the
** first has been noted: so the path is the one of the rule whatever the estimates were. Costs that
** do not fit are UINT32_MAX, and so are all costs beyond them.
*/
#ifndef ASTAR_GRAPH_SEARCH_H
#define ASTAR_GRAPH_SEARCH_H

#include "graph.h"

#define GRAPH_FAR UINT32_MAX
#define GRAPH_BARRED UINT32_MAX     /* as an extra: it cannot be entered or taken */

typedef struct GraphView {
  astar_graph *graph;
  GraphPlayer *player;              /* NULL: everything is known */
  uint32_t unknown;                 /* cost of edges that it has not seen; 0: they are not taken */
  uint32_t *extras;                 /* of the nodes, then of the edges; NULL: there are none */
  size_t extra_count;
} GraphView;

/* Makes a view. With `strict` extras of what is not there are INVALID; else they are left out. */
astar_status graph_view_make(GraphView *view, astar_graph *graph, const astar_graph_query *query,
                             bool strict);
void graph_view_free(GraphView *view);
/* The cost of the step along an arc, with that of the node at its end; 0: there is no such step. */
uint32_t graph_view_step(const GraphView *view, uint32_t arc);

typedef struct GraphSearch {
  GraphView view;
  bool backwards;                   /* costs to the starts, not from them */
  GraphScale scale;                 /* of estimates; mantissa 0: there are none */
  int32_t aim;                      /* the node that they are for */
  uint32_t bound;                   /* no farther than that: the path's cost, once it is found */
  uint32_t budget, expanded;
  int32_t goal;                     /* index of the nearest; -1: none was reached */
  int32_t found;                    /* its node */
} GraphSearch;

/* Takes the graph's scratch memory for a search; then come goals and starts. False: no memory. */
bool graph_search_begin(GraphSearch *search);
/* OK, BUDGET or NO_MEMORY; so does run. */
astar_status graph_search_add_start(GraphSearch *search, int32_t node);
astar_status graph_search_run(GraphSearch *search);

#endif
