/*
** The heap: memory as the allocator of a map gives it. All of it goes through here and is counted.
*/
#ifndef ASTAR_HEAP_H
#define ASTAR_HEAP_H

#include "../../astar.h"

/* Where set, it calls the allocator for threads that must not call it; see crew.h. */
typedef struct MemoryServer {
  void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
  void *user;
} MemoryServer;

typedef struct MemoryBlock MemoryBlock;

/* The header of a block. */
struct MemoryBlock {
  MemoryBlock *next, *before;             /* among those in use */
  size_t size;                      /* of the bytes behind it */
  struct Image *image;              /* what they were at the last snapshot or restore; NULL: they
                                    ** were in none; see image.h */
  uint32_t held;                    /* snapshots that it is in */
  uint32_t wanted;                  /* the number of the last restore that has it */
  bool is_listed;                   /* in use, and the map's */
  bool is_steady;                   /* see memory_steady */
  bool is_touched;                  /* it may differ from its image */
};

typedef struct Memory {
  astar_allocator allocator;
  size_t used;                      /* bytes handed out, with headers and snapshots */
  MemoryServer server;
  MemoryBlock *blocks;
  size_t block_count;
  astar_snapshot *snapshots;
  uint32_t restores;                /* so far */
  struct Page *spare_pages;         /* see image.c */
  size_t pages, spare_page_count;   /* in images; free for the next ones */
} Memory;

/* So many bytes come before those of a block, which are aligned as the allocator aligns. */
#define MEMORY_HEADER ((sizeof(MemoryBlock) + 15) / 16 * 16)

static inline MemoryBlock *memory_block(void *bytes) {
  return (MemoryBlock *)((uintptr_t)bytes - MEMORY_HEADER);
}
static inline void *memory_block_bytes(const MemoryBlock *block) {
  return (void *)((uintptr_t)block + MEMORY_HEADER);
}

void memory_init(Memory *memory, astar_allocator allocator);
/* Memory without a header, which belongs to no snapshot. As an allocator does it. NULL: there is
** none, nothing changed. */
void *memory_aside(Memory *memory, void *block, size_t old_size, size_t new_size);

#endif
