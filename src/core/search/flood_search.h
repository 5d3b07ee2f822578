/* Dijkstra's search for the nearest of many goals, over a list that only sorts into buckets. */
#ifndef ASTAR_FLOOD_SEARCH_H
#define ASTAR_FLOOD_SEARCH_H

#include "search.h"

extern const Engine FLOOD_SEARCH;

/* Why it is not exact for the search; NULL: it is. */
const char *flood_search_objection(const astar_search *search);
/* Is it the fastest, too? */
bool flood_search_pays(const astar_search *search);
/* How wide its buckets are: no wider than any step is dear. */
uint32_t flood_search_width(const astar_search *search);

#endif
