/* JPSW, jump point search for weighted grids, on patterns or a cost cache: for views without a
** callback, whatever their costs and diagonal rule, and any goal. */
#ifndef ASTAR_JPSW_SEARCH_H
#define ASTAR_JPSW_SEARCH_H

#include "heuristic.h"

extern const Engine JPSW_SEARCH;

/* Why it is not exact for the search; NULL: it is. */
const char *jpsw_search_objection(const astar_search *search);
/* Takes the search's cache, or its patterns, unless the plane has too many. OK or NO_MEMORY. */
astar_status jpsw_search_prepare(astar_search *search, bool caches, bool *possible);

#endif
