/*
** Starts in a cell in which the unit cannot stand: what was built there has closed it in. A partial
** path begins there all the same. It leads in a straight line to the nearest free cell, past all
** that cannot be entered; of several to one on the goal's side. It goes on from there like any
** other: the search begins there, and its path gets the line before what it has found.
*/
#ifndef ASTAR_BLOCKED_START_H
#define ASTAR_BLOCKED_START_H

#include "search.h"

/* Does the search begin elsewhere than it was asked to? */
static inline bool starts_blocked(const astar_search *search) {
  return search->start_x != search->query_start.x || search->start_y != search->query_start.y;
}
/* The start is the query's again. */
void blocked_start_forget(astar_search *search);
/* The class cannot stand where the query starts: makes the nearest free cell the start. The view is
** made, and units that stand are known. OK, START_BLOCKED or NO_MEMORY. */
astar_status blocked_start_begin(astar_search *search);
/* Puts the line before the way that was collected, priced and explained. OK, NO_MEMORY or LIMIT. */
astar_status blocked_start_build_path(astar_search *search);

#endif
