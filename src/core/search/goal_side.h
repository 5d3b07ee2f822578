/*
** The goal's side of a search among units. If units enclose the goal, a search from the start would
** visit every cell it can reach before it fails. So a second search, from the goal, runs in step
** with it. If the second one runs out of cells first, the goal is cut off.
**
** It considers terrain and units only; whatever else might block a path is left to the search.
*/
#ifndef ASTAR_GOAL_SIDE_H
#define ASTAR_GOAL_SIDE_H

#include "search.h"

/* Begins at the goal, where units are in the way of the view at all; or begins again, where terrain
** has changed that the search has not looked at yet. False: no memory. */
bool goal_side_begin(astar_search *search);
/* Its turn: looks at some more cells. CROWDED: the goal is cut off; RUNNING, or NO_MEMORY. */
astar_status goal_side_advance(astar_search *search);

#endif
