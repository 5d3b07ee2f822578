/*
** The heap: memory as the allocator of a map gives it. All of it goes through here and is counted.
*/
#ifndef ASTAR_HEAP_H
#define ASTAR_HEAP_H

#include "../../astar.h"

/* Where set, it calls the allocator for threads that must not call it; see thread_pool.h. */
typedef struct MemoryServer {
  void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
  void *user;
} MemoryServer;

typedef struct MemoryBlock MemoryBlock;

/* The header of a block. */
struct MemoryBlock {
  MemoryBlock *next, *before;             /* among those in use */
  size_t size;                      /* of the bytes behind it */
  struct BlockCopy *copy;           /* what they were at the last snapshot or restore; NULL: they
                                    ** were in none; see block_copy.h */
  uint32_t held;                    /* snapshots that it is in */
  uint32_t wanted;                  /* the number of the last restore that has it */
  bool is_listed;                   /* in use, and the map's */
  bool is_steady;                   /* see memory_steady */
  bool is_marked;                   /* see memory_marked */
  bool is_touched;                  /* it may differ from its copy */
};

/* Of what comes from bytes that anybody may have written. */
typedef struct MemoryLimit {
  size_t most;                      /* bytes */
  bool was_reached;                 /* more were asked for, and refused */
} MemoryLimit;

typedef struct Memory {
  void *user_data;                  /* of the map or graph whose memory this is; see user_data.h */
  astar_allocator allocator;
  size_t used;                      /* bytes handed out, with headers and snapshots */
  MemoryLimit *limit;               /* NULL: none */
  MemoryServer server;
  MemoryBlock *blocks;
  size_t block_count;
  astar_snapshot *snapshots;
  uint32_t restores;                /* so far */
  struct Page *spare_pages, *empty_pages; /* see block_copy.c */
  struct PageSlab *slabs;           /* of all pages */
  size_t pages, spare_page_count;   /* in copies; free for the next ones */
} Memory;

/* Copies share pages of so many bytes. */
#define MEMORY_PAGE 4096

/* So many bytes come before those of a block, which are aligned as the allocator aligns. */
#define MEMORY_HEADER ((sizeof(MemoryBlock) + 15) / 16 * 16)

static inline MemoryBlock *memory_block(void *bytes) {
  return (MemoryBlock *)((uintptr_t)bytes - MEMORY_HEADER);
}
static inline void *memory_block_bytes(const MemoryBlock *block) {
  return (void *)((uintptr_t)block + MEMORY_HEADER);
}
static inline size_t memory_page_count(size_t size) {
  return (size + MEMORY_PAGE - 1) / MEMORY_PAGE;
}
/* Of one with marks: a byte for each of its pages, behind its bytes. */
static inline uint8_t *memory_block_marks(const MemoryBlock *block) {
  return (uint8_t *)memory_block_bytes(block) + block->size;
}
/* All that it takes up. */
static inline size_t memory_block_whole(const MemoryBlock *block) {
  return MEMORY_HEADER + block->size + (block->is_marked ? memory_page_count(block->size) : 0);
}

void memory_init(Memory *memory, astar_allocator allocator);
/* The limit of what is loaded from so many bytes, where the caller may have set one, or 0. */
MemoryLimit memory_limit(size_t most, size_t size);
/* Why loading has failed, or OK: the limit says more than that there was no memory. */
static inline astar_status memory_verdict(const MemoryLimit *limit, astar_status status) {
  return status == ASTAR_NO_MEMORY && limit->was_reached ? ASTAR_LIMIT : status;
}
/* Memory without a header, which belongs to no snapshot. As an allocator does it. NULL: there is
** none, nothing changed. */
void *memory_aside(Memory *memory, void *block, size_t old_size, size_t new_size);

#endif
