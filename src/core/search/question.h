/*
** Questions to the map that need no search. Each makes the view of its query with the memory of an
** idle search, and gives it back.
*/
#ifndef ASTAR_QUESTION_H
#define ASTAR_QUESTION_H

#include "goal.h"

/* A search whose view is that of the query, to be freed; it is never begun. NULL: see *why. */
astar_search *question_open(astar_map *map, const astar_query *query, astar_status *why);

#endif
