/* Jump point search: for uniform planes, without cutting corners, to one cell. */
#ifndef ASTAR_JPS_SEARCH_H
#define ASTAR_JPS_SEARCH_H

#include "heuristic.h"

extern const Engine JPS_SEARCH;

/* Why it is not exact for the search as far as query and plane go; NULL: it is. */
const char *jps_search_needs(const astar_search *search);
/* The same with layers, of which it knows none. */
const char *jps_search_objection(const astar_search *search);

#endif
