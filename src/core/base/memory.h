/*
** All memory of a map goes through its allocator and is counted.
** A failed call returns NULL and has changed nothing.
*/
#ifndef ASTAR_MEMORY_H
#define ASTAR_MEMORY_H

#include "../../astar.h"

/* Where set, it calls the allocator for threads that must not call it; see crew.h. */
typedef struct MemoryServer {
  void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
  void *user;
} MemoryServer;

typedef struct Memory {
  astar_allocator allocator;
  size_t used;                      /* bytes handed out */
  MemoryServer server;
} Memory;

void memory_init(Memory *memory, astar_allocator allocator);
void *memory_new(Memory *memory, size_t size);             /* filled with 0 */
void *memory_raw(Memory *memory, size_t size);             /* not filled */
void *memory_resize(Memory *memory, void *block, size_t old_size, size_t new_size);
void memory_free(Memory *memory, void *block, size_t size);
/* All of these at once: a new block where there is none, a free one where new_size is 0. By the
** allocator itself, on the thread that it is for. */
void *memory_reallocate(Memory *memory, void *block, size_t old_size, size_t new_size);

/*
** Makes room for one more element behind `count`: doubles *capacity when it is reached.
** False: no memory, nothing changed.
*/
bool memory_grow(Memory *memory, void **array, size_t element, size_t count, size_t *capacity);

#endif
