/*
** Sparse arrays over cells: as arrays of 32 bits are, but they take memory and time for the cells
** that have a value alone, however large the map is. A hash table of rows of 16 cells each, so that
** neighbours in a row lie together.
*/
#ifndef ASTAR_SPARSE_ARRAY_H
#define ASTAR_SPARSE_ARRAY_H

#include "../base/bits.h"
#include "../base/hints.h"
#include "../base/memory.h"
#include "grid.h"

#define SPARSE_ROW 16
#define SPARSE_NONE UINT32_MAX      /* the value of all other cells */

typedef struct SparseRow {
  uint32_t number;                  /* of its cells divided by SPARSE_ROW; SPARSE_NONE: free */
  uint32_t values[SPARSE_ROW];
} SparseRow;

typedef struct SparseArray {
  SparseRow *rows;
  size_t capacity, count;           /* a power of two, or 0; less than half of it */
} SparseArray;

/* The place of a row, or a free one for it. There are some. */
static inline SparseRow *sparse_array_row(const SparseArray *sparse, uint32_t number) {
  size_t at = bits_spread(number) & (sparse->capacity - 1);
  while (sparse->rows[at].number != number && sparse->rows[at].number != SPARSE_NONE)
    at = (at + 1) & (sparse->capacity - 1);
  return &sparse->rows[at];
}

/* Those of a free row are none, too. */
static inline uint32_t sparse_array_at(const SparseArray *sparse, Cell cell) {
  if (sparse->capacity == 0) return SPARSE_NONE;
  return sparse_array_row(sparse, cell / SPARSE_ROW)->values[cell % SPARSE_ROW];
}

/* False: no memory, nothing changed. */
bool sparse_array_put(SparseArray *sparse, Memory *memory, Cell cell, uint32_t value);
/* No cell has a value. */
void sparse_array_clear(SparseArray *sparse);
void sparse_array_free(SparseArray *sparse, Memory *memory);

#endif
