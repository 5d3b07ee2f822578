/* A* that makes turning cost something: for every view and goal, with a state per direction. */
#ifndef ASTAR_TURN_SEARCH_H
#define ASTAR_TURN_SEARCH_H

#include "estimate.h"

extern const Engine TURN_SEARCH;

#endif
