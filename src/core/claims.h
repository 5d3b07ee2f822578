/*
** What other units mean to a query of one unit: the cells that comrades near it will walk over
** (claims: a penalty), and the cells of units that stand, or are next to it (occupancy: blocked).
** Both are sets of cells, marked for one query at a time in memory that the search provides. Claims
** stay marked for the next query, which often finds them as they were.
*/
#ifndef ASTAR_CLAIMS_H
#define ASTAR_CLAIMS_H

#include "unit.h"

/* `count` cells, `offset` apart. */
typedef struct CellRun {
  Cell first;
  int32_t offset, count;
} CellRun;

/* A set of cells of which only what was added is ever cleared. */
typedef struct CellSet {
  uint64_t *bits;                   /* one per cell; NULL until the first is added */
  CellRun *runs;
  size_t count, capacity;
} CellSet;

static inline bool cellset_has(const CellSet *set, Cell cell) {
  return set->count > 0 && (set->bits[cell >> 6] >> (cell & 63) & 1);
}
bool cellset_add(CellSet *set, astar_map *map, CellRun run);   /* false: no memory */
void cellset_clear(CellSet *set);
void cellset_free(CellSet *set, astar_map *map);

/* The cells that lie around others. */
typedef struct Surroundings {
  uint64_t *bits;                   /* one per cell; NULL until there are some */
  size_t first, end;                /* the words outside of which all bits are 0 */
} Surroundings;

/* Adds the cells around those of a set, `before` rows and columns above and to the left, `after` of
** them below and to the right. False: no memory. */
bool surroundings_add(Surroundings *around, astar_map *map, const CellSet *set, int32_t before,
                      int32_t after);
void surroundings_clear(Surroundings *around);
void surroundings_free(Surroundings *around, astar_map *map);

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
void claims_free(Claims *claims, astar_map *map);
/*
** Adds every cell occupied for `unit`: of units that its player sees, and that have no path to
** follow or touch it. A unit that waits on its way will go on: it only counts when it touches.
*/
bool occupancy_mark(const astar_unit *unit, CellSet *taken);

#endif
