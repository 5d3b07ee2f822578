/* A* on patterns or a blend: for views without a callback, whatever their costs and diagonal rule,
** and any goal. */
#ifndef ASTAR_PRUNED_SEARCH_H
#define ASTAR_PRUNED_SEARCH_H

#include "estimate.h"

extern const Engine PRUNED_SEARCH;

/* Can it answer the query exactly? May find out that there is no memory to tell: NO_MEMORY. */
astar_status pruned_search_applies(astar_search *search, bool *applies);

#endif
