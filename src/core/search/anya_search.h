/* Any-angle search: for uniform planes, without cutting corners, to one cell. */
#ifndef ASTAR_ANYA_SEARCH_H
#define ASTAR_ANYA_SEARCH_H

#include "search.h"

extern const Engine ANYA_SEARCH;

/* Why it is not exact for the search as far as query and plane go; NULL: it is. */
const char *anya_search_needs(const astar_search *search);
/* The same with layers, of which it knows none. */
const char *anya_search_objection(const astar_search *search);

#endif
