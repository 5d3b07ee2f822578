/* Estimates of the remaining cost to the goal, for the engines; and plain distances. */
#ifndef ASTAR_ESTIMATE_H
#define ASTAR_ESTIMATE_H

#include "search.h"

/* The estimate of the cost from x, y to the goal, before any weight. */
uint32_t search_estimate(const astar_search *search, int32_t x, int32_t y);
/* F for a node with this G; UINT32_MAX where it would not fit, which is noted: then no path over
** this node has a cost that fits. An estimate that may be too high proves no such thing: such a
** node comes after all others. */
uint32_t search_f(astar_search *search, uint32_t g, int32_t x, int32_t y);
/* Does a cheapest path come out for sure? Manhattan overestimates where diagonals are cheap. */
bool search_is_exact(const astar_search *search);
/* How far x, y is from a rectangle, as if all ground were open. */
uint64_t search_distance(const Grid *grid, astar_rect rect, int32_t x, int32_t y);

#endif
