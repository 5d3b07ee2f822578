/* The units around a place: the public astar_map_units_near; and friendly units around a unit. */
#ifndef ASTAR_NEAR_H
#define ASTAR_NEAR_H

#include "unit.h"

/*
** Goes through the friends of a unit whose position is within a radius of its own (Chebyshev; of
** hexagons, steps), on its level, but not itself, in no order that matters: those that follow a
** path, or those that stand. It looks at the cells there, or at all such units of the map,
** whichever are fewer.
*/
typedef struct FriendlyUnits {
  const astar_unit *unit, *other;   /* `other`: the one it has come to */
  bool stand;
  int32_t radius;
  UnitCursor cursor;
  astar_rect area;                  /* where they are: on the level of the unit */
  astar_cell at;                    /* the next cell of the area to look at */
  bool by_cells;
} FriendlyUnits;

FriendlyUnits friendly_units_begin(const astar_unit *unit, int32_t radius, bool stand);
/* False: there are no more. */
bool friendly_units_next(FriendlyUnits *friends);

#endif
