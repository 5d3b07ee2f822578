/*
** The memory of a map, in blocks. A failed call returns NULL and has changed nothing.
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

#include "heap.h"

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
** it writes. Snapshots pass over such a block while nobody has touched it. NULL does nothing.
*/
void memory_steady(void *block);
static inline void memory_touch(void *block) {
  if (block != NULL && !memory_block(block)->is_touched) memory_block(block)->is_touched = true;
}
/*
** A steady block, not filled, of which those who write may mark pages instead of touching all of
** it. Such a block is not resized.
*/
void *memory_marked(Memory *memory, size_t size);
/* A byte for each of its pages: they are set to 1 before anybody writes there. */
static inline uint8_t *memory_marks(void *block) {
  return memory_block_marks(memory_block(block));
}
/* These bytes of a block with marks are about to be written. */
static inline void memory_mark(void *block, const void *at) {
  memory_marks(block)[((uintptr_t)at - (uintptr_t)block) / MEMORY_PAGE] = 1;
}

/* A block leaves those in use, or comes back to them; one that is in no snapshot is freed. */
void memory_block_leave(Memory *memory, MemoryBlock *block);
void memory_block_return(Memory *memory, MemoryBlock *block);
void memory_block_free(Memory *memory, MemoryBlock *block);

/*
** Makes room in `list`, a pointer to elements, for one more behind `count`: doubles *capacity when
** it is reached. False: no memory, nothing changed.
*/
#define memory_grow(memory, list, count, capacity)                                                 \
  ((count) < *(capacity) || memory_double(memory, &(list), sizeof *(list), capacity))
bool memory_double(Memory *memory, void *list, size_t element, size_t *capacity);

#endif
