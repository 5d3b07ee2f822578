/* Ways back from the goal, for comparing two of them. */
#ifndef ASTAR_TRAIL_H
#define ASTAR_TRAIL_H

#include "search.h"

/* Do the directions of the way that ends in `a`, read backwards from the goal, come before those
** of `b`? Both follow the nodes of the search back to its start. */
bool trail_comes_before(const astar_search *search, const Arrival *a, const Arrival *b);

#endif
