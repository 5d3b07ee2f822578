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
  size_t first, end;                /* the words outside of which all bits are 0 */
  CellRun *runs;
  size_t count, capacity;
} CellSet;

/* How many words hold a bit for each cell of the map, and for one behind. */
size_t cellset_words(const astar_map *map);
/* Those of 64 cells. */
static inline uint64_t cellset_word(const CellSet *set, size_t word) {
  return word >= set->first && word < set->end ? set->bits[word] : 0;
}

static inline bool cellset_has(const CellSet *set, Cell cell) {
  return set->count > 0 && (set->bits[cell >> 6] >> (cell & 63) & 1);
}
/* Does it have any of the cells that a unit of `size` at `cell` covers? */
bool cellset_has_any(const CellSet *set, const Grid *grid, Cell cell, int32_t size);
bool cellset_add(CellSet *set, astar_map *map, CellRun run);   /* false: no memory */
void cellset_clear(CellSet *set);
const char *cellset_validate(const CellSet *set, const astar_map *map);
void cellset_free(CellSet *set, astar_map *map);

#endif
