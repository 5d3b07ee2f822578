/*
** Traces: what an engine has done to each cell, in order, for a query that asks for it.
**
** Plain A* records its events where they happen. The other engines know nothing of traces, and so
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
/* The same for an engine whose nodes are those of states: their cell, and from where they were
** reached. */
typedef struct TraceStates {
  const Nodes *nodes;
  Cell (*cell)(uint32_t state);
  Cell (*parent)(const astar_search *search, uint32_t state);
} TraceStates;

astar_status trace_states(astar_search *search, uint32_t until, const TraceStates *states);
/* The start of a search whose goal was found at a glance, at that cost. False: no memory. */
bool trace_glance(astar_search *search, uint32_t cost);
/* The last runs into the goal, which have no nodes, from a node with that G. False: no memory. */
bool trace_runs(astar_search *search, uint32_t g);

#endif
