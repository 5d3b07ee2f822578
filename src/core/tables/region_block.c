/*
** The sides of a block, and the one place where a block becomes what a builder says: block_commit
** reads what it needs of the block as it was, then has the memory, then writes, and marks last.
*/
#include "region_block.h"

#include <string.h>

size_t block_side_lengths(const Regions *regions, BlockId id, int32_t length[SIDES]) {
  const Level *level = &regions->levels[id.level];
  int32_t width = block_width(regions, id), height = block_height(regions, id);
  length[UPPER] = id.y > 0 ? width : 0;
  length[LOWER] = id.y + 1 < level->rows ? width : 0;
  length[LEFT] = id.x > 0 ? height : 0;
  length[RIGHT] = id.x + 1 < level->columns ? height : 0;
  return (size_t)length[UPPER] + (size_t)length[LOWER] + (size_t)length[LEFT] +
         (size_t)length[RIGHT];
}

/* ---- from a builder to its block ------------------------------------------------------------- */

/*
** The sides are as before, and with them the numbers of the outer components, so the parent knows
** them by the same names. Returns what is left to do for it.
*/
static Mark keep_above(const Block *block, RegionBuilder *builder) {
  Mark left = CLEAN;
  for (uint32_t i = 0; i < builder->outer; i++) {
    const Component *old = &block->components[i];
    Component *new = &builder->components[i];
    new->above = old->above;
    if (new->first != old->first || new->size != old->size) left = ADD;
  }
  return left;
}

/* Makes the block's memory fit. What was in it is lost, unless it fails. */
static bool block_make_room(Memory *memory, Block *block, size_t size) {
  if (size <= block->capacity && size >= block->capacity / 2) return true;
  void *room = NULL;
  if (size > 0 && (room = memory_raw(memory, size)) == NULL) return false;
  memory_free(memory, block->components, block->capacity);
  block->components = room;
  block->capacity = (uint32_t)size;
  return true;
}

static bool block_store(Memory *memory, Block *block, const RegionBuilder *builder) {
  size_t components = builder->count * sizeof(Component);
  size_t sides = builder->side_cells * sizeof(uint16_t);
  if (!block_make_room(memory, block, components + sides)) return false;
  block->count = builder->count;
  block->outer = builder->outer;
  if (components > 0) memcpy(block->components, builder->components, components);
  if (sides > 0) memcpy(block_sides(block), builder->sides, sides);
  return true;
}

bool block_commit(Regions *regions, Memory *memory, BlockId id, bool same) {
  Block *block = block_at(regions, id);
  Mark left = same ? keep_above(block, &regions->builder) : JOIN;
  if (!block_store(memory, block, &regions->builder)) return false;
  block->mark = CLEAN;
  if (id.level + 1 < regions->level_count) {
    block_mark(block_at(regions, block_id_above(id)), left);
  }
  return true;
}
