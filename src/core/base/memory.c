#include "memory.h"

#include <stdlib.h>
#include <string.h>

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

void *memory_reallocate(Memory *memory, void *block, size_t old_size, size_t new_size) {
  void *moved = memory->allocator.realloc(memory->allocator.user, block, old_size, new_size);
  if (moved != NULL || new_size == 0) memory->used += new_size - old_size;
  return moved;
}

void *memory_resize(Memory *memory, void *block, size_t old_size, size_t new_size) {
  const MemoryServer *server = &memory->server;
  if (server->resize == NULL) return memory_reallocate(memory, block, old_size, new_size);
  return server->resize(server->user, block, old_size, new_size);
}

void *memory_raw(Memory *memory, size_t size) {
  return memory_resize(memory, NULL, 0, size);
}

void *memory_new(Memory *memory, size_t size) {
  void *block = memory_raw(memory, size);
  if (block != NULL) memset(block, 0, size);
  return block;
}

void memory_free(Memory *memory, void *block, size_t size) {
  if (block != NULL) memory_resize(memory, block, size, 0);
}

bool memory_grow(Memory *memory, void **array, size_t element, size_t count, size_t *capacity) {
  if (count < *capacity) return true;
  size_t wanted = *capacity ? *capacity * 2 : 16;
  void *moved = memory_resize(memory, *array, *capacity * element, wanted * element);
  if (moved == NULL) return false;
  *array = moved;
  *capacity = wanted;
  return true;
}
