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

#define LIMIT_FREE ((size_t)1 << 29)
#define LIMIT_SHARE 128

MemoryLimit memory_limit(size_t most, size_t size) {
  size_t share = size < (SIZE_MAX - LIMIT_FREE) / LIMIT_SHARE ? size * LIMIT_SHARE
                                                              : SIZE_MAX - LIMIT_FREE;
  return (MemoryLimit){ most > 0 ? most : LIMIT_FREE + share, false };
}

static bool memory_has_room(const Memory *memory, size_t old_size, size_t new_size) {
  const MemoryLimit *limit = memory->limit;
  return limit == NULL || new_size <= old_size ||
         (memory->used <= limit->most && new_size - old_size <= limit->most - memory->used);
}

void *memory_aside(Memory *memory, void *block, size_t old_size, size_t new_size) {
  if (!memory_has_room(memory, old_size, new_size)) {
    memory->limit->was_reached = true;
    return NULL;
  }
  void *moved = memory->allocator.realloc(memory->allocator.user, block, old_size, new_size);
  if (moved != NULL || new_size == 0) memory->used += new_size - old_size;
  return moved;
}
