/* A* that makes turning cost something: for every view and goal, with a state per direction. */
#ifndef ASTAR_TURN_SEARCH_H
#define ASTAR_TURN_SEARCH_H

#include "estimate.h"

/* Does the number of every state fit into 32 bits? Not on the longest maps, whose border makes them
** three times as large. */
static inline bool turn_search_fits(const Grid *grid) {
  return grid->cells <= (size_t)1 << 29;
}

extern const Engine TURN_SEARCH;

#endif
