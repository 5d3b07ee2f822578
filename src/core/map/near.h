/* The units around a place: the public astar_map_units_near; and comrades around a unit. */
#ifndef ASTAR_NEAR_H
#define ASTAR_NEAR_H

#include "unit.h"

/*
** Goes through the comrades of a unit whose position is within a radius of its own (Chebyshev), but
** not itself, in no order that matters: through the cells there, or through all units.
*/
typedef struct Comrades {
  const astar_unit *unit, *other;   /* `other`: the one it has come to */
  int32_t radius;
  const astar_unit *next;           /* of all units; NULL: by cells, or at their end */
  astar_rect area;
  astar_cell at;                    /* the next cell of the area to look at */
  bool by_cells;
} Comrades;

Comrades comrades_begin(const astar_unit *unit, int32_t radius);
/* False: there are no more. */
bool comrades_next(Comrades *comrades);

#endif
