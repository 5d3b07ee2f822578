/* The beginning and the end of a map, and its hash. */
#ifndef ASTAR_LIFETIME_H
#define ASTAR_LIFETIME_H

#include "../search/direct.h"
#include "../move/tick.h"

#endif
