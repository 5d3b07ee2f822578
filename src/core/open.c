#include "open.h"

bool open_push(OpenList *open, Memory *memory, uint64_t entry) {
  void *heap = open->heap;
  if (!memory_grow(memory, &heap, sizeof entry, open->count, &open->capacity)) return false;
  open->heap = heap;
  size_t at = open->count++;
  while (at > 0) {
    size_t parent = (at - 1) / 2;
    if (open->heap[parent] <= entry) break;
    open->heap[at] = open->heap[parent];
    at = parent;
  }
  open->heap[at] = entry;
  return true;
}

/* The hole left by the first entry sinks to a leaf; the last entry rises from there. Most entries
** belong near the leaves, so this compares less than sinking the last entry from the top. */
uint64_t open_pop(OpenList *open) {
  uint64_t *heap = open->heap, first = heap[0], last = heap[--open->count];
  size_t at = 0, count = open->count;
  for (size_t child = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && heap[child + 1] < heap[child]) child++;
    heap[at] = heap[child];
    at = child;
  }
  while (at > 0 && heap[(at - 1) / 2] > last) {
    heap[at] = heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  heap[at] = last;
  return first;
}

void open_free(OpenList *open, Memory *memory) {
  memory_free(memory, open->heap, open->capacity * sizeof *open->heap);
  *open = (OpenList){ 0 };
}
