/* The beginning and the end of a map, and its hash. */
#ifndef ASTAR_MAP_H
#define ASTAR_MAP_H

#include "question.h"
#include "tick.h"

#endif
