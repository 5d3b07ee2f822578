/*
** A census: which kinds of terrain there are in each block of the map. With it a search for the
** nearest cell of a kind knows at once that there is none within reach.
**
** A block is counted when it is first asked about, and again when it is asked about after one of
** its cells has changed.
*/
#ifndef ASTAR_CENSUS_H
#define ASTAR_CENSUS_H

#include "region.h"

/* Which kinds there are in a block, a bit each; none: it is to be counted. */
typedef struct CensusBlock {
  uint64_t kinds[4];
} CensusBlock;

typedef struct Census {
  int32_t columns, rows;
  CensusBlock *blocks;
  bool is_whole;                    /* all are counted */
} Census;

/* Nothing is counted yet. False: no memory. */
bool census_new(Census *census, Memory *memory, const Grid *grid);
void census_free(Census *census, Memory *memory);
/* Cells of a rectangle have changed; all may have. */
void census_forget(Census *census, astar_rect rect);
void census_forget_all(Census *census);
/* Counts what is to be counted. `terrain` is an array over cells. */
void census_count(Census *census, const Grid *grid, const uint8_t *terrain);

/* Has the block x, y a cell of that kind? All are counted. */
static inline bool census_has(const Census *census, int32_t x, int32_t y, int32_t kind) {
  return census->blocks[y * census->columns + x].kinds[kind >> 6] >> (kind & 63) & 1;
}

#endif
