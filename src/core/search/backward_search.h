/*
** The backward search, from the goal of a search among units. If units enclose the goal, a search
** from the start would visit every cell it can reach before it fails. So a second search, from the
** goal, runs in step with it. If the second one runs out of cells first, the goal is cut off.
**
** It considers terrain and units only; whatever else might block a path is left to the search.
*/
#ifndef ASTAR_BACKWARD_SEARCH_H
#define ASTAR_BACKWARD_SEARCH_H

#include "search.h"

/* Begins at the goal, where units are in the way of the view at all; or begins again, where terrain
** has changed that the search has not looked at yet. False: no memory. */
bool backward_search_begin(astar_search *search);
/* Its turn: looks at some more cells. CROWDED: the goal is cut off; RUNNING, or NO_MEMORY. */
astar_status backward_search_advance(astar_search *search);

#endif
