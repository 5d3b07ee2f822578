/* A* that stops at each cell: for every view, goal and heuristic, and the only one traced. */
#ifndef ASTAR_ASTAR_SEARCH_H
#define ASTAR_ASTAR_SEARCH_H

#include "estimate.h"

extern const Engine ASTAR_SEARCH;

#endif
