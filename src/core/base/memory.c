#include "memory.h"

#include <string.h>

#include "assert.h"
#include "block_copy.h"

/* ---- the list of blocks ---------------------------------------------------------------------- */

static void memory_block_list(Memory *memory, MemoryBlock *block) {
  block->next = memory->blocks;
  block->before = NULL;
  if (block->next != NULL) block->next->before = block;
  memory->blocks = block;
  memory->block_count++;
  block->is_listed = true;
}

static void memory_block_unlist(Memory *memory, MemoryBlock *block) {
  if (block->before != NULL) block->before->next = block->next;
  else memory->blocks = block->next;
  if (block->next != NULL) block->next->before = block->before;
  memory->block_count--;
  block->is_listed = false;
}

/* Its neighbours in the list point to where it is. */
static void memory_block_relink(Memory *memory, MemoryBlock *block) {
  if (block->before != NULL) block->before->next = block;
  else memory->blocks = block;
  if (block->next != NULL) block->next->before = block;
}

void memory_block_free(Memory *memory, MemoryBlock *block) {
  block_copy_drop(memory, block->copy);
  memory_aside(memory, block, memory_block_whole(block), 0);
}

void memory_block_leave(Memory *memory, MemoryBlock *block) {
  if (block->is_listed) memory_block_unlist(memory, block);
  if (block->held == 0) memory_block_free(memory, block);
}

void memory_block_return(Memory *memory, MemoryBlock *block) {
  if (!block->is_listed) memory_block_list(memory, block);
}

/* ---- taking and giving back ------------------------------------------------------------------ */

static void *memory_block_take(Memory *memory, size_t size) {
  if (size > SIZE_MAX - MEMORY_HEADER) return NULL;
  MemoryBlock *block = memory_aside(memory, NULL, 0, MEMORY_HEADER + size);
  if (block == NULL) return NULL;
  *block = (MemoryBlock){ .size = size, .is_touched = true };
  memory_block_list(memory, block);
  return memory_block_bytes(block);
}

/* One that is in no snapshot may go elsewhere. */
static void *memory_block_resize(Memory *memory, MemoryBlock *block, size_t size) {
  if (size > SIZE_MAX - MEMORY_HEADER) return NULL;
  size_t before = MEMORY_HEADER + block->size;
  MemoryBlock *moved = memory_aside(memory, block, before, MEMORY_HEADER + size);
  if (moved == NULL) return NULL;
  block_copy_drop(memory, moved->copy);
  moved->copy = NULL;
  moved->size = size;
  if (moved->is_listed) memory_block_relink(memory, moved);
  return memory_block_bytes(moved);
}

static void *memory_block_replace(Memory *memory, MemoryBlock *block, size_t size) {
  void *bytes = memory_block_take(memory, size);
  if (bytes == NULL) return NULL;
  memory_block(bytes)->is_steady = block->is_steady;
  memcpy(bytes, memory_block_bytes(block), size < block->size ? size : block->size);
  memory_block_leave(memory, block);
  return bytes;
}

void *memory_reallocate(Memory *memory, void *bytes, size_t old_size, size_t new_size) {
  (void)old_size;
  ASTAR_ASSERT(bytes != NULL ? new_size == 0 || !memory_block(bytes)->is_marked : new_size > 0);
  if (bytes == NULL) return memory_block_take(memory, new_size);
  MemoryBlock *block = memory_block(bytes);
  if (new_size > 0 && block->held > 0) return memory_block_replace(memory, block, new_size);
  if (new_size > 0) return memory_block_resize(memory, block, new_size);
  memory_block_leave(memory, block);
  return NULL;
}

void *memory_resize(Memory *memory, void *block, size_t old_size, size_t new_size) {
  const MemoryServer *server = &memory->server;
  if (server->resize == NULL) return memory_reallocate(memory, block, old_size, new_size);
  return server->resize(server->user, block, old_size, new_size);
}

void *memory_raw(Memory *memory, size_t size) {
  return memory_resize(memory, NULL, 0, size);
}

void *memory_new(Memory *memory, size_t size) {
  void *block = memory_raw(memory, size);
  if (block != NULL) memset(block, 0, size);
  return block;
}

void memory_free(Memory *memory, void *block, size_t size) {
  if (block != NULL) memory_resize(memory, block, size, 0);
}

void memory_hand_out(Memory *memory, void *block) {
  memory_block_unlist(memory, memory_block(block));
}

void memory_steady(void *block) {
  if (block != NULL) memory_block(block)->is_steady = true;
}

void *memory_marked(Memory *memory, size_t size) {
  size_t pages = memory_page_count(size);
  void *bytes = size <= SIZE_MAX - pages ? memory_raw(memory, size + pages) : NULL;
  if (bytes == NULL) return NULL;
  MemoryBlock *block = memory_block(bytes);
  block->size = size;
  block->is_steady = block->is_marked = true;
  memset(memory_block_marks(block), 0, pages);
  return bytes;
}

bool memory_double(Memory *memory, void *list, size_t element, size_t *capacity) {
  size_t wanted = *capacity ? *capacity * 2 : 16;
  void *old;
  memcpy(&old, list, sizeof old);
  void *moved = memory_resize(memory, old, *capacity * element, wanted * element);
  if (moved == NULL) return false;
  memcpy(list, &moved, sizeof moved);
  *capacity = wanted;
  return true;
}
