/*
** Out of a cell in which the unit cannot stand: what was built there has closed it in. A partial
** path begins there all the same. It leads in a straight line to the nearest free cell, past all
** that cannot be entered; of several to one on the goal's side. It goes on from there like any
** other: the search begins there, and delivery puts the line before what it has found.
*/
#ifndef ASTAR_LEAD_OUT_H
#define ASTAR_LEAD_OUT_H

#include "search.h"

/* Where the class cannot stand at the outset, makes the nearest free cell the start. The view is
** made, and units that stand are known. OK, START_BLOCKED or
** NO_MEMORY. */
astar_status lead_out_begin(astar_search *search);
/* Puts the line before the way that was collected, priced and explained. OK, NO_MEMORY or LIMIT. */
astar_status lead_out_deliver(astar_search *search);

#endif
