/*
** A* that stops at each cell, as three engines: plain A*, for every view, goal and heuristic;
** with a cost of turning, which takes up to eight times the nodes; and as a flood, for the nearest
** of many goals.
*/
#ifndef ASTAR_ASTAR_SEARCH_H
#define ASTAR_ASTAR_SEARCH_H

#include "goal.h"
#include "heuristic.h"

extern const Engine ASTAR_SEARCH;
extern const Engine TURN_SEARCH;
extern const Engine FLOOD_SEARCH;

/* Why a flood is not exact for the search; NULL: it is. */
const char *flood_search_objection(const astar_search *search);
/* Is it the fastest, too? */
bool flood_search_pays(const astar_search *search);

/* Does the number of every state fit into 32 bits? Not on the longest maps, whose border makes them
** three times as large. */
static inline bool turn_search_fits(const Grid *grid) {
  return grid->cells <= UINT32_MAX / (DIRECTIONS + 1);
}

#endif
