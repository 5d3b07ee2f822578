/* Jump point search where layers count, but on few cells. */
#ifndef ASTAR_ROUGH_SEARCH_H
#define ASTAR_ROUGH_SEARCH_H

#include "search.h"

/* Why it is not exact for the search; NULL: it is. */
const char *rough_search_objection(const astar_search *search);
/* Its tables, unless more than `most` cells are rough. The search has a blend. False: no memory. */
bool rough_search_begin(astar_search *search, size_t most, bool *few);
/* Is it exact, and faster than the pruned search? If so its tables are made. False: no memory. */
bool rough_search_pays(astar_search *search, bool *pays);
extern const Engine ROUGH_SEARCH;

#endif
