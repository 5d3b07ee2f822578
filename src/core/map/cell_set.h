/*
** Sets of cells of a map, a bit each, in memory that is kept: clearing one takes as long as filling
** it did, whatever the size of the map.
*/
#ifndef ASTAR_CELL_SET_H
#define ASTAR_CELL_SET_H

#include "map.h"

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
/* Does it have any of the cells that a unit of `size` at `cell` covers? */
bool cellset_has_any(const CellSet *set, const Grid *grid, Cell cell, int32_t size);
bool cellset_add(CellSet *set, astar_map *map, CellRun run);   /* false: no memory */
void cellset_clear(CellSet *set);
const char *cellset_validate(const CellSet *set, const astar_map *map);
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

#endif
