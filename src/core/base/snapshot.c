#include "snapshot.h"

#include "assert.h"
#include "block_copy.h"
#include "builtin.h"

typedef struct BlockState {
  MemoryBlock *block;
  BlockCopy *copy;
} BlockState;

struct astar_snapshot {
  astar_snapshot *next, *before;    /* of the memory */
  Memory *memory;
  size_t count, room;
  size_t copied;                    /* bytes */
  BlockState blocks[];
};

static size_t snapshot_bytes(size_t room) {
  return offsetof(astar_snapshot, blocks) + room * sizeof(BlockState);
}

/* ---- the memory's list ----------------------------------------------------------------------- */

static void snapshot_list(astar_snapshot *snapshot) {
  Memory *memory = snapshot->memory;
  snapshot->next = memory->snapshots;
  if (snapshot->next != NULL) snapshot->next->before = snapshot;
  memory->snapshots = snapshot;
}

static void snapshot_unlist(const astar_snapshot *snapshot) {
  Memory *memory = snapshot->memory;
  if (snapshot->before != NULL) snapshot->before->next = snapshot->next;
  else memory->snapshots = snapshot->next;
  if (snapshot->next != NULL) snapshot->next->before = snapshot->before;
}

/* Without snapshots nobody asks what blocks were. */
static void forget_copies(Memory *memory) {
  for (MemoryBlock *block = memory->blocks; block != NULL; block = block->next) {
    block_copy_drop(memory, block->copy);
    block->copy = NULL;
    block->is_touched = true;
  }
  block_copies_free_spare(memory);
}

/* ---- reading beforehand ---------------------------------------------------------------------- */

/* Thousands of small blocks are read, of which hardly any is in the processor's cache: each is
** asked for while those before it are at work. */
enum { HEADERS_AHEAD = 12, BYTES_AHEAD = 6, FOUND_WITHIN = 16 };

static void prefetch_headers(const astar_snapshot *snapshot, size_t at) {
  if (at + HEADERS_AHEAD >= snapshot->count) return;
  PREFETCH(snapshot->blocks[at + HEADERS_AHEAD].block);
  PREFETCH(snapshot->blocks[at + HEADERS_AHEAD].copy);
}

static void snapshot_prefetch(const astar_snapshot *snapshot, size_t at) {
  prefetch_headers(snapshot, at);
  if (at + BYTES_AHEAD >= snapshot->count) return;
  const BlockState *state = &snapshot->blocks[at + BYTES_AHEAD];
  block_copy_prefetch(state->block, state->copy);
}

/* ---- taking ---------------------------------------------------------------------------------- */

static bool snapshot_add(astar_snapshot *snapshot, MemoryBlock *block) {
  BlockCopy *copy = block_copy_take(snapshot->memory, block, &snapshot->copied);
  if (copy == NULL) return false;
  snapshot->blocks[snapshot->count++] = (BlockState){ block, copy };
  block->held++;
  return true;
}

/* Where a block is in a snapshot, at `at` or a few places on; `at`: not there. */
static size_t snapshot_find(const astar_snapshot *snapshot, size_t at, const MemoryBlock *block) {
  for (size_t i = at; i < at + FOUND_WITHIN && i < snapshot->count; i++)
    if (snapshot->blocks[i].block == block) return i;
  return at;
}

/* The snapshot before it mostly has the same blocks in the same order, though some are gone, and
** others are new. */
static bool snapshot_fill(astar_snapshot *snapshot) {
  const astar_snapshot *last = snapshot->next;
  size_t at = 0;
  for (MemoryBlock *block = snapshot->memory->blocks; block != NULL; block = block->next) {
    if (last != NULL) {
      at = snapshot_find(last, at, block);
      snapshot_prefetch(last, at);
    }
    if (!snapshot_add(snapshot, block)) return false;
  }
  return true;
}

astar_snapshot *snapshot_take(Memory *memory) {
  size_t room = memory->block_count;
  astar_snapshot *snapshot = memory_aside(memory, NULL, 0, snapshot_bytes(room));
  if (snapshot == NULL) return NULL;
  *snapshot = (astar_snapshot){ .memory = memory, .room = room };
  snapshot_list(snapshot);
  if (snapshot_fill(snapshot)) return snapshot;
  snapshot_free(snapshot);
  return NULL;
}

bool snapshot_is_of(const astar_snapshot *snapshot, const Memory *memory) {
  return snapshot->memory == memory;
}

size_t astar_snapshot_copied(const astar_snapshot *snapshot) {
  return snapshot->copied;
}

void snapshot_free(astar_snapshot *snapshot) {
  Memory *memory = snapshot->memory;
  snapshot_unlist(snapshot);
  for (size_t i = 0; i < snapshot->count; i++) {
    prefetch_headers(snapshot, i);
    MemoryBlock *block = snapshot->blocks[i].block;
    block_copy_drop(memory, snapshot->blocks[i].copy);
    if (--block->held == 0 && !block->is_listed) memory_block_free(memory, block);
  }
  memory_aside(memory, snapshot, snapshot_bytes(snapshot->room), 0);
  if (memory->snapshots == NULL) forget_copies(memory);
}

void snapshots_free(Memory *memory) {
  while (memory->snapshots != NULL) snapshot_free(memory->snapshots);
}

/* ---- going back ------------------------------------------------------------------------------ */

/* Those that were there then, and no others. */
static void restore_blocks(const astar_snapshot *snapshot) {
  Memory *memory = snapshot->memory;
  uint32_t number = ++memory->restores;
  for (size_t i = 0; i < snapshot->count; i++) {
    prefetch_headers(snapshot, i);
    snapshot->blocks[i].block->wanted = number;
    memory_block_return(memory, snapshot->blocks[i].block);
  }
  for (MemoryBlock *block = memory->blocks, *next; block != NULL; block = next) {
    next = block->next;
    if (block->wanted != number) memory_block_leave(memory, block);
  }
}

void snapshot_restore(const astar_snapshot *snapshot) {
  Memory *memory = snapshot->memory;
  ASTAR_ASSERT(memory->server.resize == NULL);
  restore_blocks(snapshot);
  Memory kept = *memory;
  for (size_t i = 0; i < snapshot->count; i++) {
    snapshot_prefetch(snapshot, i);
    block_copy_restore(&kept, snapshot->blocks[i].block, snapshot->blocks[i].copy);
  }
  kept.user_data = memory->user_data;
  *memory = kept;
}
