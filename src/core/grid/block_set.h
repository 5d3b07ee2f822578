/*
** Sets of blocks: roughly where on the map cells lie, as blocks of 16 x 16 cells, of which there
** are 32 x 32. Cells that are 512 apart share a block. If two sets have no block in common, the
** cells that they were made of have none in common, either.
*/
#ifndef ASTAR_BLOCK_SET_H
#define ASTAR_BLOCK_SET_H

#include "grid.h"

#define BLOCK_SET_SIDE 32
#define BLOCK_SET_CELLS 16          /* the side of a block */

typedef struct BlockSet {
  uint32_t rows[BLOCK_SET_SIDE];
} BlockSet;

/* The columns of the blocks that these cells lie in, as the bits of a row. */
static inline uint32_t block_set_columns(int32_t first, int32_t last) {
  int32_t from = first / BLOCK_SET_CELLS, count = last / BLOCK_SET_CELLS - from + 1;
  if (count >= BLOCK_SET_SIDE) return UINT32_MAX;
  uint64_t bits = (((uint64_t)1 << count) - 1) << from % BLOCK_SET_SIDE;
  return (uint32_t)(bits | bits >> BLOCK_SET_SIDE);
}

/* Adds the blocks of a rectangle on the map. */
static inline void block_set_add(BlockSet *blocks, astar_rect rect) {
  uint32_t columns = block_set_columns(rect.x, rect.x + rect.width - 1);
  int32_t from = rect.y / BLOCK_SET_CELLS, last = (rect.y + rect.height - 1) / BLOCK_SET_CELLS;
  if (last - from >= BLOCK_SET_SIDE) last = from + BLOCK_SET_SIDE - 1;
  for (int32_t row = from; row <= last; row++) blocks->rows[row % BLOCK_SET_SIDE] |= columns;
}

/* Has the set a block of a rectangle on the map? */
static inline bool block_set_has(const BlockSet *blocks, astar_rect rect) {
  uint32_t columns = block_set_columns(rect.x, rect.x + rect.width - 1);
  int32_t from = rect.y / BLOCK_SET_CELLS, last = (rect.y + rect.height - 1) / BLOCK_SET_CELLS;
  if (last - from >= BLOCK_SET_SIDE) last = from + BLOCK_SET_SIDE - 1;
  for (int32_t row = from; row <= last; row++)
    if (blocks->rows[row % BLOCK_SET_SIDE] & columns) return true;
  return false;
}

/* The rows and the columns that a set has blocks in, a bit each. Sets that meet have a row and a
** column in common; those that do not may have, too. */
static inline uint64_t block_set_lines(const BlockSet *blocks) {
  uint32_t rows = 0, columns = 0;
  for (int i = 0; i < BLOCK_SET_SIDE; i++) {
    rows |= (uint32_t)(blocks->rows[i] != 0) << i;
    columns |= blocks->rows[i];
  }
  return (uint64_t)rows << 32 | columns;
}

static inline bool block_lines_meet(uint64_t a, uint64_t b) {
  return (uint32_t)(a & b) != 0 && (a & b) >> 32 != 0;
}

static inline bool block_sets_meet(const BlockSet *a, const BlockSet *b) {
  uint32_t common = 0;
  for (int i = 0; i < BLOCK_SET_SIDE; i++) common |= a->rows[i] & b->rows[i];
  return common != 0;
}

#endif
