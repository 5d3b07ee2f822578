#include "heap.h"

#include <stdlib.h>

static void *library_realloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

void memory_init(Memory *memory, astar_allocator allocator) {
  if (allocator.realloc == NULL) allocator.realloc = library_realloc;
  *memory = (Memory){ .allocator = allocator };
}

void *memory_aside(Memory *memory, void *block, size_t old_size, size_t new_size) {
  void *moved = memory->allocator.realloc(memory->allocator.user, block, old_size, new_size);
  if (moved != NULL || new_size == 0) memory->used += new_size - old_size;
  return moved;
}
