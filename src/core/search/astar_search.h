/* A* that stops at each cell: for every view, goal and heuristic. The only engine that is traced,
** and the only one for queries in which turning costs something: these take up to eight times the
** nodes. */
#ifndef ASTAR_ASTAR_SEARCH_H
#define ASTAR_ASTAR_SEARCH_H

#include "estimate.h"
#include "goal.h"

extern const Engine ASTAR_SEARCH;
extern const Engine TURN_SEARCH;

/* Does the number of every state fit into 32 bits? Not on the longest maps, whose border makes them
** three times as large. */
static inline bool turn_search_fits(const Grid *grid) {
  return grid->cells <= (size_t)1 << 29;
}

#endif
