/*
** What other units mean to a query of one unit: the cells that comrades near it will walk over
** (claims: a penalty), and the cells of units that stand, or are next to it (occupancy: blocked).
** Both are sets of cells, marked for one query at a time in memory that the search provides. Claims
** stay marked for the next query, which often finds them as they were.
*/
#ifndef ASTAR_CLAIMS_H
#define ASTAR_CLAIMS_H

#include "../map/cell_set.h"
#include "../map/unit.h"

/* A unit that claims its way, as it was when that was marked. */
typedef struct Claimant {
  const astar_unit *unit;
  uint64_t route;                   /* see unit.h */
  uint32_t id;
  int32_t progress;
  astar_cell base;
} Claimant;

/* Claimed cells, and who claims them. */
typedef struct Claims {
  CellSet cells;
  Claimant *by;
  size_t count, capacity;
} Claims;

/*
** Marks every cell that counts as claimed for `unit`: of units of its player and of those who share
** with it, that have a path to follow and are within `radius` of it (Chebyshev), the cell they
** are in and the rest of their path, with all that they cover on it. Never its own.
** Where the same units claim the same as before, all is marked already.
** False: no memory, and none is marked.
*/
bool claims_mark(const astar_unit *unit, int32_t radius, Claims *claims);
void claims_clear(Claims *claims);
const char *claims_validate(const Claims *claims, const astar_map *map);
void claims_free(Claims *claims, astar_map *map);
/*
** Adds every cell occupied for `unit`: of units that its player sees, and that have no path to
** follow or touch it. A unit that waits on its way will go on: it only counts when it touches.
*/
bool occupancy_mark(const astar_unit *unit, CellSet *taken);

#endif
