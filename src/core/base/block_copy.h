/*
** Copies of blocks: what the bytes of a block were at a moment.
**
** A copy never changes. Where a block has not changed since the last one, the same copy serves
** again; of a block of more than MEMORY_PAGE bytes, the pages that have not. So each snapshot
** copies what has changed since the last snapshot or restore, and no more.
*/
#ifndef ASTAR_BLOCK_COPY_H
#define ASTAR_BLOCK_COPY_H

#include "heap.h"

typedef struct BlockCopy BlockCopy;

/* What the block is now, with one more reference to it; *copied grows by the bytes that had to be
** copied. NULL: no memory. */
BlockCopy *block_copy_take(Memory *memory, MemoryBlock *block, size_t *copied);
/* The block becomes what it was. */
void block_copy_restore(Memory *memory, MemoryBlock *block, BlockCopy *copy);
/* One reference less. NULL does nothing. */
void block_copy_drop(Memory *memory, BlockCopy *copy);
/* The block and its copy will be read soon. */
void block_copy_prefetch(const MemoryBlock *block, const BlockCopy *copy);
/* There are no copies any more. */
void block_copies_free_spare(Memory *memory);

#endif
