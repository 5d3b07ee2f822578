/*
** All memory of a map goes through its allocator and is counted.
** A failed call returns NULL and has changed nothing.
**
** Each block of memory has a header before its bytes, and the headers of all blocks in use form a
** list. So all that a map consists of can be copied and put back without knowing what it means:
** see snapshot.h.
**
** Invariant: a block that is in a snapshot stays where it is, with the size that it has. One that
** is given back meanwhile only leaves the list; the last of its snapshots frees it.
*/
#ifndef ASTAR_MEMORY_H
#define ASTAR_MEMORY_H

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
void *memory_new(Memory *memory, size_t size);             /* filled with 0 */
void *memory_raw(Memory *memory, size_t size);             /* not filled */
void *memory_resize(Memory *memory, void *block, size_t old_size, size_t new_size);
void memory_free(Memory *memory, void *block, size_t size);
/* All of these at once: a new block where there is none, a free one where new_size is 0. By the
** allocator itself, on the thread that it is for. */
void *memory_reallocate(Memory *memory, void *block, size_t old_size, size_t new_size);

/* The block is the caller's from now on: no snapshot has it. */
void memory_hand_out(Memory *memory, void *block);
/*
** Of a large block that is written in few places: each of them promises to call memory_touch before
** it writes. Snapshots need not look at such a block while nobody has touched it. NULL does nothing.
*/
void memory_steady(void *block);
static inline void memory_touch(void *block) {
  if (block != NULL && !memory_block(block)->is_touched) memory_block(block)->is_touched = true;
}

/* Memory without a header, for what belongs to snapshots. As an allocator does it. */
void *memory_aside(Memory *memory, void *block, size_t old_size, size_t new_size);
/* A block leaves those in use, or comes back to them; one that is in no snapshot is freed. */
void memory_block_leave(Memory *memory, MemoryBlock *block);
void memory_block_return(Memory *memory, MemoryBlock *block);
void memory_block_free(Memory *memory, MemoryBlock *block);

/*
** Makes room for one more element behind `count`: doubles *capacity when it is reached.
** False: no memory, nothing changed.
*/
bool memory_grow(Memory *memory, void **array, size_t element, size_t count, size_t *capacity);

#endif
