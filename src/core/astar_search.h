/* A* that stops at each cell: exact for every view and every goal, and the only one that is traced. */
#ifndef ASTAR_ASTAR_SEARCH_H
#define ASTAR_ASTAR_SEARCH_H

#include "estimate.h"

extern const Engine ASTAR_SEARCH;

#endif
