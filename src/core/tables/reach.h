/*
** Reach: which regions a unit can come to from a cell, over links too. Links may lead one way, so
** this is no property of the region.
*/
#ifndef ASTAR_REACH_H
#define ASTAR_REACH_H

#include "plane.h"

/* One cell of each region; the first is the one that was asked about. */
typedef struct Reach {
  const Regions *regions;
  Cell start;
  Cell *others;                     /* behind links */
  size_t count, capacity;
} Reach;

/* Regions and exits of the plane must be up to date. It holds until either changes. False: no
** memory. */
bool reach_find(Reach *reach, const Plane *plane, Cell start);
bool reach_has(const Reach *reach, Cell cell);
/* Is any of these regions in a block? See regions_reach. */
bool reach_meets(const Reach *reach, int32_t level, int32_t x, int32_t y);
void reach_free(Reach *reach, Memory *memory);

#endif
