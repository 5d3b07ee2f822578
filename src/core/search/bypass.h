/* Bypasses: areas of the map from which a search may get on cheaper than the estimate says, and
** what it costs at least to come from there to the goal. */
#ifndef ASTAR_BYPASS_H
#define ASTAR_BYPASS_H

#include "../grid/grid.h"

#define BYPASSES 8

typedef struct Bypass {
  int32_t left, top, right, bottom;
  uint64_t rest;
} Bypass;

#endif
