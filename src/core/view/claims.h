/*
** How other units affect a query of one unit: the cells that allied units near it will cross
** (claims: a penalty), and the cells of units that stand or are next to it (occupancy: blocked).
** Both are sets of cells, marked for one query at a time in memory that the search provides. Both
** stay marked for the next query, which often finds them unchanged.
*/
#ifndef ASTAR_CLAIMS_H
#define ASTAR_CLAIMS_H

#include "../map/cell_set.h"
#include "../map/query.h"
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
** The cells that are taken for a unit: those of units that its player sees and that have no path
** to follow, or that touch it. A unit that waits on its path will continue, so it is among them
** only if it touches. One that stands and makes way for the unit is among them only if it is within
** `claim_radius`, or at the goal: farther away it may be gone when the unit comes by, and steps
** aside if it is not; but it makes no way for one that wants to stay in its place.
**
** What units of one player have in common, all that stand and do not make way, is kept for the next
** query: it is found again only when something has changed on which it depends.
*/
typedef struct Taken {
  CellSet cells;                    /* first what is common, then what touches the unit, is near it,
                                    ** or is at its goal */
  size_t count;                     /* cells taken for the unit; 0: none, whatever is set */
  size_t common_runs, common;       /* how many runs and cells those in common are */
  size_t common_first, common_end;  /* the words of the set in which they are */
  astar_rect own;                   /* the unit's, if they are in common: not set while in use */
  uint64_t version;                 /* of the map, see occupancy.h */
  uint64_t player;                  /* whose units; 0: nothing is known */
  bool yields;                      /* those that yield, for which others make way */
} Taken;

/* False: no memory, and none is taken. */
bool taken_find(Taken *taken, const astar_query *query);
/* Takes also the places of those that make way and stand where a unit of the query's class would be
** in a cell of its goal. False: as above. */
bool taken_add_goals(Taken *taken, const GoalArea *goals);
/* Takes the places of all that make way. */
bool taken_add_all(Taken *taken, const astar_unit *unit);
/* Does one that makes way stand where a unit of the query's class would be at x, y? It would not
** leave that place to it. */
bool taken_is_kept(const astar_query *query, int32_t x, int32_t y);
/* Is the same taken as when it was found? */
bool taken_is_new(const Taken *taken, const astar_unit *unit);
/* None is taken, until the next query. */
void taken_rest(Taken *taken, const astar_map *map);
const char *taken_validate(const Taken *taken, const astar_map *map);
void taken_free(Taken *taken, astar_map *map);
static inline bool taken_has_any(const Taken *taken, const Grid *grid, Cell cell, int32_t size) {
  return taken->count > 0 && cellset_has_any(&taken->cells, grid, cell, size);
}
/* Those of a word, and all of them, if any is taken. */
static inline uint64_t taken_word(const Taken *taken, size_t word) {
  return taken->count > 0 ? cellset_word(&taken->cells, word) : 0;
}
static inline const CellSet *taken_cells(const Taken *taken) {
  return taken->count > 0 ? &taken->cells : NULL;
}

#endif
