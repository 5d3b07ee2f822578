/*
** Out of a cell in which the unit cannot stand: what was built there has closed it in. A partial
** path begins there all the same. It leads in a straight line to the nearest free cell, past all
** that cannot be entered; of several to one on the goal's side. It goes on from there like any
** other: the search begins there, and delivery puts the line before what it has found.
*/
#ifndef ASTAR_LEAD_OUT_H
#define ASTAR_LEAD_OUT_H

#include "search.h"

/* Does the search begin elsewhere than it was asked to? */
static inline bool is_led_out(const astar_search *search) {
  return search->start_x != search->outset.x || search->start_y != search->outset.y;
}
/* The start is the outset again. */
void lead_out_forget(astar_search *search);
/* The class cannot stand at the outset, which is the start: makes the nearest free cell that. The
** view is made, and units that stand are known. OK, START_BLOCKED or NO_MEMORY. */
astar_status lead_out_begin(astar_search *search);
/* Puts the line before the way that was collected, priced and explained. OK, NO_MEMORY or LIMIT. */
astar_status lead_out_deliver(astar_search *search);

#endif
