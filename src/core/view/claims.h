/*
** How other units affect a query of one unit: the cells that allied units near it will cross
** (claims: a penalty), and the cells of units that stand or are next to it (occupancy: blocked).
** Both are sets of cells, marked for one query at a time in memory that the search provides. Claims
** stay marked for the next query, which often finds them unchanged.
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

/* Claimed cells, and the units that claim them. */
typedef struct Claims {
  CellSet cells;
  Claimant *by;
  size_t count, capacity;
  int32_t ahead;                    /* how many cells of its way each claims */
} Claims;

/*
** Marks every cell that is claimed for the query's unit. The claiming units are those of its
** player, and of players that share with it, that follow a path within `claim_radius` of the unit
** (Chebyshev), never the unit itself. Each claims the cells that it covers now, and those that it
** will cover on the next `claim_ahead` cells of its path: farther ahead it will not be yet when the
** unit comes by. Source: P. Lester, "A* Pathfinding for Beginners", its notes. If the same units
** claim the same cells as before, all is marked already.
** False: no memory, and none is marked.
*/
bool claims_mark(const astar_query *query, Claims *claims);
void claims_clear(Claims *claims);
const char *claims_validate(const Claims *claims, const astar_map *map);
void claims_free(Claims *claims, astar_map *map);
/*
** Adds every cell occupied for `unit`: the cells of units that its player sees and that have no
** path to follow, or that touch it. A unit that waits on its path will continue, so it is added
** only if it touches.
*/
bool occupancy_mark(const astar_unit *unit, CellSet *taken);

#endif
