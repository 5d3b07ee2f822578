/*
** The cells that matter to one unit's query because of other units: those that are claimed, and
** cost more, and those that are taken, and are banned. Units fill both sets, see units/claims.h.
** They are marked for one query at a time in memory that the search provides, and stay marked for
** the next query, which often finds them unchanged.
*/
#ifndef ASTAR_OBSTACLES_H
#define ASTAR_OBSTACLES_H

#include "../map/cell_set.h"
#include "../map/map.h"

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

/* None is claimed. */
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
  uint64_t version;                 /* of the map, see map.h */
  uint64_t player;                  /* whose units; 0: nothing is known */
  bool yields;                      /* those that yield, for which others make way */
} Taken;

/* Sets or clears the cells of a rectangle on the map, without a note of it among the runs. */
void taken_put(Taken *taken, const astar_map *map, astar_rect rect, bool on);
/* What is common to a player's units is all that is left; none is taken until the next query. */
void taken_drop_extras(Taken *taken, const astar_map *map);
static inline void taken_reset(Taken *taken, const astar_map *map) {
  if (taken->count > 0 || taken->own.width > 0) taken_drop_extras(taken, map);
}
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
