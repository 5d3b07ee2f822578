#include "block_pool.h"

#include <stdlib.h>
#include <string.h>

/* A piece of memory begins at a multiple of it: whole lines of the processor's cache are copied. */
enum { ALIGNED = 64 };

static const uint8_t nothing[LA_BLOCK];

static la_slab *slab_of(const la_block_pool *pool, la_block block) {
  return &pool->slabs[(block - 1) / LA_BLOCKS_IN_SLAB];
}

static uint32_t slot_of(la_block block) {
  return (block - 1) % LA_BLOCKS_IN_SLAB;
}

static uint8_t *slot_bytes(const la_slab *slab, uint32_t slot) {
  return slab->bytes + (size_t)slot * LA_BLOCK;
}

/* ---- slabs ---------------------------------------------------------------------------------- */

/* Gives it memory, all of which is free. False: there is none. */
static bool slab_open(la_block_pool *pool, la_slab *slab) {
  uint8_t *memory = malloc((size_t)LA_BLOCKS_IN_SLAB * LA_BLOCK + ALIGNED);
  if (memory == NULL) return false;
  *slab = (la_slab){ .memory = memory, .bytes = memory + ALIGNED - (uintptr_t)memory % ALIGNED };
  for (uint32_t i = 0; i < LA_BLOCKS_IN_SLAB; i++) slab->uses[i] = i + 1;
  pool->room += LA_BLOCKS_IN_SLAB;
  return true;
}

static void slab_close(la_block_pool *pool, la_slab *slab) {
  free(slab->memory);
  *slab = (la_slab){ .free = LA_BLOCKS_IN_SLAB };
  pool->room -= LA_BLOCKS_IN_SLAB;
}

static bool add_slab(la_block_pool *pool) {
  size_t count = (size_t)pool->slab_count + 1;
  la_slab *slabs = realloc(pool->slabs, count * sizeof *slabs);
  if (slabs == NULL) return false;
  pool->slabs = slabs;
  slabs[pool->slab_count++] = (la_slab){ .free = LA_BLOCKS_IN_SLAB };
  return true;
}

/* The first slab that has a free block; NULL: no memory. */
static la_slab *slab_with_room(la_block_pool *pool) {
  for (; pool->first < pool->slab_count; pool->first++) {
    la_slab *slab = &pool->slabs[pool->first];
    if (slab->memory == NULL && !slab_open(pool, slab)) return NULL;
    if (slab->free < LA_BLOCKS_IN_SLAB) return slab;
  }
  return add_slab(pool) ? slab_with_room(pool) : NULL;
}

/* ---- all of them ----------------------------------------------------------------------------- */

la_block_pool *la_block_pool_new(void) {
  la_block_pool *pool = calloc(1, sizeof *pool);
  if (pool != NULL) pool->owners = 1;
  return pool;
}

la_block_pool *la_block_pool_share(la_block_pool *pool) {
  pool->owners++;
  return pool;
}

void la_block_pool_drop(la_block_pool *pool) {
  if (pool == NULL || --pool->owners > 0) return;
  for (uint32_t i = 0; i < pool->slab_count; i++) free(pool->slabs[i].memory);
  free(pool->slabs);
  free(pool);
}

/* ---- one of them ----------------------------------------------------------------------------- */

const uint8_t *la_block_bytes(const la_block_pool *pool, la_block block) {
  return block != 0 ? slot_bytes(slab_of(pool, block), slot_of(block)) : nothing;
}

bool la_block_is(const la_block_pool *pool, la_block block, const uint8_t *bytes) {
  return memcmp(la_block_bytes(pool, block), bytes, LA_BLOCK) == 0;
}

bool la_block_is_empty(const uint8_t *bytes) {
  return memcmp(nothing, bytes, LA_BLOCK) == 0;
}

la_block la_block_copy(la_block_pool *pool, const uint8_t *bytes) {
  la_slab *slab = slab_with_room(pool);
  if (slab == NULL) return 0;
  uint32_t slot = slab->free;
  slab->free = slab->uses[slot];
  slab->uses[slot] = 1;
  slab->in_use++;
  pool->in_use++;
  memcpy(slot_bytes(slab, slot), bytes, LA_BLOCK);
  return (la_block)(slab - pool->slabs) * LA_BLOCKS_IN_SLAB + slot + 1;
}

void la_block_share(la_block_pool *pool, la_block block) {
  if (block != 0) slab_of(pool, block)->uses[slot_of(block)]++;
}

/* Is more memory free than in use, and than a slab? */
static bool has_plenty(const la_block_pool *pool) {
  return pool->room - pool->in_use > pool->in_use + LA_BLOCKS_IN_SLAB;
}

static void close_empty_slabs(la_block_pool *pool) {
  for (uint32_t i = 0; i < pool->slab_count && has_plenty(pool); i++) {
    la_slab *slab = &pool->slabs[i];
    if (slab->memory != NULL && slab->in_use == 0) slab_close(pool, slab);
  }
}

static void block_free(la_block_pool *pool, la_slab *slab, uint32_t slot) {
  uint32_t number = (uint32_t)(slab - pool->slabs);
  slab->uses[slot] = slab->free;
  slab->free = slot;
  slab->in_use--;
  pool->in_use--;
  if (number < pool->first) pool->first = number;
  if (slab->in_use == 0) close_empty_slabs(pool);
}

void la_block_drop(la_block_pool *pool, la_block block) {
  if (block == 0) return;
  la_slab *slab = slab_of(pool, block);
  uint32_t slot = slot_of(block);
  if (--slab->uses[slot] == 0) block_free(pool, slab, slot);
}
