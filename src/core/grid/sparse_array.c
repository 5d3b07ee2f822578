#include "sparse_array.h"

#include <string.h>

enum { ROWS_AT_FIRST = 32 };

static bool sparse_array_resize(SparseArray *sparse, Memory *memory, size_t capacity) {
  SparseArray wider = { memory_raw(memory, capacity * sizeof *wider.rows), capacity,
                        sparse->count };
  if (wider.rows == NULL) return false;
  memset(wider.rows, 0xff, capacity * sizeof *wider.rows);
  for (size_t i = 0; i < sparse->capacity; i++) {
    const SparseRow *row = &sparse->rows[i];
    if (row->number != SPARSE_NONE) *sparse_array_row(&wider, row->number) = *row;
  }
  sparse_array_free(sparse, memory);
  *sparse = wider;
  return true;
}

bool sparse_array_put(SparseArray *sparse, Memory *memory, Cell cell, uint32_t value) {
  uint32_t number = cell / SPARSE_ROW;
  SparseRow *row = sparse->capacity > 0 ? sparse_array_row(sparse, number) : NULL;
  if (row == NULL || (row->number == SPARSE_NONE && 2 * sparse->count + 2 > sparse->capacity)) {
    size_t wanted = row == NULL ? ROWS_AT_FIRST : 2 * sparse->capacity;
    if (!sparse_array_resize(sparse, memory, wanted)) return false;
    row = sparse_array_row(sparse, number);
  }
  sparse->count += row->number == SPARSE_NONE;
  row->number = number;
  row->values[cell % SPARSE_ROW] = value;
  return true;
}

void sparse_array_clear(SparseArray *sparse) {
  if (sparse->count > 0) memset(sparse->rows, 0xff, sparse->capacity * sizeof *sparse->rows);
  sparse->count = 0;
}

void sparse_array_free(SparseArray *sparse, Memory *memory) {
  memory_free(memory, sparse->rows, sparse->capacity * sizeof *sparse->rows);
  *sparse = (SparseArray){ 0 };
}
