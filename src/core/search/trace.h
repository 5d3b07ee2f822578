/*
** Traces: what an engine has done to each cell, in order, for a query that asks for it.
**
** The engines of A* over states (astar_search.c) record events where they happen, in kernels of
** their own, and any-angle search after each expansion. The others know nothing of traces, and so
** pay nothing for them: a traced search lets its engine expand one node at a time, and compares the
** nodes before and after. What that takes grows with the size of the map, for each expansion.
*/
#ifndef ASTAR_TRACE_H
#define ASTAR_TRACE_H

#include "search.h"

/* False: no memory. */
bool trace_add(astar_search *search, astar_trace_event event);
/* As the engine's `run`, with a trace. */
astar_status trace_run(astar_search *search, uint32_t until);
/* The start of a search whose goal was found by try_direct, at that cost. False: no memory. */
bool trace_direct(astar_search *search, uint32_t cost);
/* The last runs into the goal, which have no nodes, from a node with that G. False: no memory. */
bool trace_runs(astar_search *search, uint32_t g);

#endif
