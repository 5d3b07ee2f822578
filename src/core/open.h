/*
** The open list: a binary heap of (F, cell), the least F first and among equals the first cell.
**
** A cell whose G has fallen is added once more; the older entry is passed over when it comes up,
** because the node is no longer marked as open then. So nothing is ever looked for in the heap.
*/
#ifndef ASTAR_OPEN_H
#define ASTAR_OPEN_H

#include "grid.h"

typedef struct OpenList {
  uint64_t *heap;                   /* F in the upper half, the cell in the lower */
  size_t count, capacity;
} OpenList;

static inline uint64_t open_entry(uint32_t f, Cell cell) {
  return (uint64_t)f << 32 | cell;
}
static inline uint32_t open_f(uint64_t entry) {
  return (uint32_t)(entry >> 32);
}
static inline Cell open_cell(uint64_t entry) {
  return (Cell)entry;
}

/* False: no memory, nothing changed. */
bool open_push(OpenList *open, Memory *memory, uint64_t entry);
/* Takes the first entry of a list that is not empty. */
uint64_t open_pop(OpenList *open);
void open_free(OpenList *open, Memory *memory);

#endif
