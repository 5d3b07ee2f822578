#include "snapshot.h"

#include "assert.h"
#include "image.h"

typedef struct Exposure {
  MemoryBlock *block;
  Image *image;
} Exposure;

struct astar_snapshot {
  astar_snapshot *next, *before;    /* of the memory */
  Memory *memory;
  size_t count, room;
  size_t copied;                    /* bytes */
  Exposure blocks[];
};

static size_t snapshot_bytes(size_t room) {
  return offsetof(astar_snapshot, blocks) + room * sizeof(Exposure);
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
static void forget_images(Memory *memory) {
  for (MemoryBlock *block = memory->blocks; block != NULL; block = block->next) {
    image_drop(memory, block->image);
    block->image = NULL;
    block->is_touched = true;
  }
  images_free_spare(memory);
}

/* ---- taking ---------------------------------------------------------------------------------- */

static bool snapshot_add(astar_snapshot *snapshot, MemoryBlock *block) {
  Image *image = image_take(snapshot->memory, block, &snapshot->copied);
  if (image == NULL) return false;
  snapshot->blocks[snapshot->count++] = (Exposure){ block, image };
  block->held++;
  return true;
}

astar_snapshot *snapshot_take(Memory *memory) {
  size_t room = memory->block_count;
  astar_snapshot *snapshot = memory_aside(memory, NULL, 0, snapshot_bytes(room));
  if (snapshot == NULL) return NULL;
  *snapshot = (astar_snapshot){ .memory = memory, .room = room };
  snapshot_list(snapshot);
  for (MemoryBlock *block = memory->blocks; block != NULL; block = block->next)
    if (!snapshot_add(snapshot, block)) {
      snapshot_free(snapshot);
      return NULL;
    }
  return snapshot;
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
    MemoryBlock *block = snapshot->blocks[i].block;
    image_drop(memory, snapshot->blocks[i].image);
    if (--block->held == 0 && !block->is_listed) memory_block_free(memory, block);
  }
  memory_aside(memory, snapshot, snapshot_bytes(snapshot->room), 0);
  if (memory->snapshots == NULL) forget_images(memory);
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
  for (size_t i = 0; i < snapshot->count; i++)
    image_put(&kept, snapshot->blocks[i].block, snapshot->blocks[i].image);
  *memory = kept;
}
