/* Breaches: the cheapest path where what is in the way can be removed at a price. */
#ifndef ASTAR_BREACH_H
#define ASTAR_BREACH_H

#include "search.h"

/* The query, which is resolved, without what a breach ignores. */
void breach_simplify(astar_query *query);
bool breach_prices_fit(const astar_map *map, const astar_class *cls, const astar_prices *prices);
/* Searches for the breach, to the end; the path is left in the search. */
astar_status breach_search(astar_search *search, const astar_prices *prices);

#endif
