/*
** Reachability: which regions a unit can come to from a cell, over links too. Links may lead one
** way, so this is no property of the region.
*/
#ifndef ASTAR_REACHABILITY_H
#define ASTAR_REACHABILITY_H

#include "plane.h"

/* One cell of each region; the first is the one that was asked about. */
typedef struct Reachability {
  const Regions *regions;
  Cell start;
  Cell *others;                     /* behind links */
  size_t count, capacity;
} Reachability;

/* Regions and exits of the plane must be up to date. It holds until either changes. False: no
** memory. */
bool reachability_find(Reachability *reachable, const Plane *plane, Cell start);
bool reachability_has(const Reachability *reachable, Cell cell);
/* Is any of these regions in a block? See regions_reach. */
bool reachability_meets(const Reachability *reachable, int32_t level, int32_t x, int32_t y);
void reachability_free(Reachability *reachable, Memory *memory);

#endif
