/*
** Blocks: the bytes of which the images of a box consist. One block may be in several images.
**
** How many have it stands apart from its bytes: an image that shares hundreds of blocks reads none
** of them. Memory that no image needs any more is kept for the next blocks, as much as is in use.
*/
#ifndef ASTAR_SANDBOX_BLOCK_POOL_H
#define ASTAR_SANDBOX_BLOCK_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vault/sizes.h"

enum { LA_BLOCK = LA_MACHINE_BLOCK, LA_BLOCKS_IN_SLAB = 64 };

/* Blocks of one piece of memory. */
typedef struct la_slab {
  void *memory;                     /* NULL: none of them is in use, and there is none */
  uint8_t *bytes;                   /* the first block, within it */
  uint32_t in_use;
  uint32_t free;                    /* the first free one; LA_BLOCKS_IN_SLAB: there is none */
  uint32_t uses[LA_BLOCKS_IN_SLAB];   /* how often each is in an image; of a free one, the next */
} la_slab;

typedef struct la_block_pool {
  uint32_t owners;
  uint32_t slab_count;
  uint32_t first;                   /* no slab before this one has a free block */
  size_t in_use, room;              /* blocks */
  la_slab *slabs;
} la_block_pool;

/* The number of a block; 0: all its bytes are 0, and nobody keeps it. */
typedef uint32_t la_block;

/* With one owner; NULL: no memory. */
la_block_pool *la_block_pool_new(void);
la_block_pool *la_block_pool_share(la_block_pool *pool);
/* One owner less: the last one's goes with all that is in it. NULL does nothing. */
void la_block_pool_drop(la_block_pool *pool);

const uint8_t *la_block_bytes(const la_block_pool *pool, la_block block);
/* A block with these bytes, which are not all 0; 0: no memory. */
la_block la_block_copy(la_block_pool *pool, const uint8_t *bytes);
/* It is in one more image, or in one less. */
void la_block_share(la_block_pool *pool, la_block block);
void la_block_drop(la_block_pool *pool, la_block block);
bool la_block_is(const la_block_pool *pool, la_block block, const uint8_t *bytes);
bool la_block_is_empty(const uint8_t *bytes);

#endif
