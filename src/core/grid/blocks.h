/*
** Blocks: roughly where on the map cells lie, as a set of blocks of 16 x 16 cells, of which there
** are 32 x 32. Cells that are 512 apart share a block. If two sets have no block in common, the
** cells that they were made of have none in common, either.
*/
#ifndef ASTAR_BLOCKS_H
#define ASTAR_BLOCKS_H

#include "grid.h"

#define BLOCKS_SIDE 32
#define BLOCKS_CELLS 16             /* the side of a block */

typedef struct Blocks {
  uint32_t rows[BLOCKS_SIDE];
} Blocks;

/* The columns of the blocks that these cells lie in, as the bits of a row. */
static inline uint32_t blocks_columns(int32_t first, int32_t last) {
  int32_t from = first / BLOCKS_CELLS, count = last / BLOCKS_CELLS - from + 1;
  if (count >= BLOCKS_SIDE) return UINT32_MAX;
  uint64_t bits = (((uint64_t)1 << count) - 1) << from % BLOCKS_SIDE;
  return (uint32_t)(bits | bits >> BLOCKS_SIDE);
}

/* Adds the blocks of a rectangle on the map. */
static inline void blocks_add(Blocks *blocks, astar_rect rect) {
  uint32_t columns = blocks_columns(rect.x, rect.x + rect.width - 1);
  int32_t from = rect.y / BLOCKS_CELLS, last = (rect.y + rect.height - 1) / BLOCKS_CELLS;
  if (last - from >= BLOCKS_SIDE) last = from + BLOCKS_SIDE - 1;
  for (int32_t row = from; row <= last; row++) blocks->rows[row % BLOCKS_SIDE] |= columns;
}

/* Has the set a block of a rectangle on the map? */
static inline bool blocks_have(const Blocks *blocks, astar_rect rect) {
  uint32_t columns = blocks_columns(rect.x, rect.x + rect.width - 1);
  int32_t from = rect.y / BLOCKS_CELLS, last = (rect.y + rect.height - 1) / BLOCKS_CELLS;
  if (last - from >= BLOCKS_SIDE) last = from + BLOCKS_SIDE - 1;
  for (int32_t row = from; row <= last; row++)
    if (blocks->rows[row % BLOCKS_SIDE] & columns) return true;
  return false;
}

static inline bool blocks_meet(const Blocks *a, const Blocks *b) {
  uint32_t common = 0;
  for (int i = 0; i < BLOCKS_SIDE; i++) common |= a->rows[i] & b->rows[i];
  return common != 0;
}

#endif
