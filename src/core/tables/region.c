/*
** The quadtree as a whole, see region_block.h. What rests on its invariants here:
**
** - Touching goes up from the leaf and ends at the first block that is marked: those above it are.
** - Syncing goes down from the top, passes over what is not marked, and makes a block behind its
**   children, when its own mark says what is left to do for it.
** - Asking goes up, from a component to the one it is a part of. The last one, at the top or closed
**   before, is a whole region; two cells are connected when their ways up meet.
*/
#include "region.h"

#include "region_block.h"

/* ---- keeping up to date -------------------------------------------------------------------- */

static bool sync_block(Regions *regions, Memory *memory, BlockId id) {
  Block *block = block_at(regions, id);
  if (block->mark == CLEAN) return true;
  if (id.level == 0) return leaf_sync(regions, memory, id);
  for (int i = 0; i < 4; i++) {
    BlockId below = block_id_below(id, i);
    if (block_exists(regions, below) && !sync_block(regions, memory, below)) return false;
  }
  if (block->mark == LOOK) {
    block->mark = CLEAN;
    return true;
  }
  return parent_sync(regions, memory, id);
}

bool regions_sync(Regions *regions, Memory *memory) {
  return sync_block(regions, memory, (BlockId){ regions->level_count - 1, 0, 0 });
}

/* Of blocks of 256 x 256 cells, or the top. A step is one of them or of those above. */
static int32_t step_level(const Regions *regions) {
  return regions->level_count > 4 ? 4 : regions->level_count - 1;
}

static int32_t level_blocks(const Level *level) {
  return level->columns * level->rows;
}

int32_t regions_steps(const Regions *regions) {
  int32_t steps = 0;
  for (int32_t level = step_level(regions); level < regions->level_count; level++)
    steps += level_blocks(&regions->levels[level]);
  return steps;
}

bool regions_do(Regions *regions, Memory *memory, int32_t step) {
  BlockId id = { step_level(regions), 0, 0 };
  for (; step >= level_blocks(&regions->levels[id.level]); id.level++)
    step -= level_blocks(&regions->levels[id.level]);
  id.x = step % regions->levels[id.level].columns;
  id.y = step / regions->levels[id.level].columns;
  return sync_block(regions, memory, id);
}

static BlockId leaf_of(const Regions *regions, Cell cell) {
  astar_cell at = grid_position(regions->grid, cell);
  return (BlockId){ 0, at.x / LEAF, at.y / LEAF };
}

void regions_touch(Regions *regions, Cell cell) {
  BlockId id = leaf_of(regions, cell);
  Mark wanted = JOIN;
  while (id.level < regions->level_count && block_at(regions, id)->mark == CLEAN) {
    block_mark(block_at(regions, id), wanted);
    id = block_id_above(id);
    wanted = LOOK;
  }
}

void regions_touch_all(Regions *regions) {
  for (size_t i = 0; i < regions->block_count; i++) block_mark(&regions->blocks[i], JOIN);
}

/* ---- making and freeing -------------------------------------------------------------------- */

static int32_t blocks_along(int32_t cells, int32_t level) {
  return (int32_t)(((int64_t)cells + (LEAF << level) - 1) / (LEAF << level));
}

/* How many cells the sides of a block of the level have at most. */
static size_t max_side_cells(const Regions *regions, const Level *level) {
  int32_t number = (int32_t)(level - regions->levels);
  size_t width = (size_t)block_extent(number, regions->grid->width);
  size_t height = (size_t)block_extent(number, regions->grid->height);
  return (level->rows > 1 ? 2 * width : 0) + (level->columns > 1 ? 2 * height : 0);
}

/*
** At most every other cell of a side begins a component, so that four children have no more of
** them than half their sides, and the odd cell of each of the sixteen.
*/
static void count_for_builder(Regions *regions, const Level *level) {
  RegionBuilder *builder = &regions->builder;
  size_t sides = max_side_cells(regions, level);
  size_t parts = 4 * (sides / 2) + 4 * SIDES;
  if (sides > builder->max_sides) builder->max_sides = sides;
  if (parts > builder->max_parts) builder->max_parts = parts;
}

static void count_blocks(Regions *regions) {
  Level *level;
  regions->builder.max_sides = LEAF_SIDES;
  regions->builder.max_parts = LEAF_COMPONENTS;
  do {
    level = &regions->levels[regions->level_count];
    level->columns = blocks_along(regions->grid->width, regions->level_count);
    level->rows = blocks_along(regions->grid->height, regions->level_count);
    regions->level_count++;
    regions->block_count += (size_t)level->columns * (size_t)level->rows;
    count_for_builder(regions, level);
  } while (level->columns > 1 || level->rows > 1);
}

static bool regions_reserve(Regions *regions, Memory *memory) {
  regions->labels = memory_raw(memory, regions->grid->cells);
  regions->blocks = memory_new(memory, regions->block_count * sizeof *regions->blocks);
  return region_builder_reserve(&regions->builder, memory) && regions->labels && regions->blocks;
}

static void share_blocks(Regions *regions) {
  Block *next = regions->blocks;
  for (int32_t i = 0; i < regions->level_count; i++) {
    Level *level = &regions->levels[i];
    level->blocks = next;
    next += (size_t)level->columns * (size_t)level->rows;
  }
}

Regions *regions_new(Memory *memory, const Grid *grid, const uint8_t *open,
                     RegionCorners corners) {
  Regions *regions = memory_new(memory, sizeof *regions);
  if (regions == NULL) return NULL;
  regions->grid = grid;
  regions->open = open;
  regions->corners = corners;
  count_blocks(regions);
  if (!regions_reserve(regions, memory)) {
    regions_free(regions, memory);
    return NULL;
  }
  share_blocks(regions);
  regions_touch_all(regions);
  return regions;
}

static void free_contents(Regions *regions, Memory *memory) {
  for (size_t i = 0; regions->blocks != NULL && i < regions->block_count; i++) {
    memory_free(memory, regions->blocks[i].components, regions->blocks[i].capacity);
  }
}

void regions_free(Regions *regions, Memory *memory) {
  if (regions == NULL) return;
  free_contents(regions, memory);
  memory_free(memory, regions->labels, regions->grid->cells);
  memory_free(memory, regions->blocks, regions->block_count * sizeof *regions->blocks);
  region_builder_free(&regions->builder, memory);
  memory_free(memory, regions, sizeof *regions);
}

/* ---- asking -------------------------------------------------------------------------------- */

typedef struct Climb {              /* a component on the way up */
  BlockId id;
  uint32_t component;
} Climb;

static const Component *climb_component(const Regions *regions, Climb climb) {
  return &block_at(regions, climb.id)->components[climb.component - 1];
}

static bool climb_up(const Regions *regions, Climb *climb) {
  uint32_t above = climb_component(regions, *climb)->above;
  if (above == 0) return false;
  *climb = (Climb){ block_id_above(climb->id), above };
  return true;
}

uint32_t regions_at(const Regions *regions, Cell cell, uint32_t *size) {
  Climb climb = { leaf_of(regions, cell), regions->labels[cell] };
  if (size != NULL) *size = 0;
  if (climb.component == 0) return 0;
  while (climb_up(regions, &climb)) {}
  const Component *whole = climb_component(regions, climb);
  if (size != NULL) *size = whole->size;
  return whole->first;
}

static bool climb_same(const Climb *a, const Climb *b) {
  return a->component == b->component && a->id.x == b->id.x && a->id.y == b->id.y;
}

/* Is the component, or what it is a part of, this one? */
static bool climbs_to(const Regions *regions, Climb climb, const Climb *to) {
  while (climb.id.level < to->id.level && climb_up(regions, &climb)) {}
  return climb.id.level == to->id.level && climb_same(&climb, to);
}

bool regions_reach(const Regions *regions, Cell cell, int32_t level, int32_t x, int32_t y) {
  Climb whole = { leaf_of(regions, cell), regions->labels[cell] };
  if (whole.component == 0) return false;
  while (climb_up(regions, &whole)) {}
  BlockId id = { level, x, y };
  int32_t up = whole.id.level - level;
  if (up < 0) return whole.id.x >> -up == x && whole.id.y >> -up == y;
  if (x >> up != whole.id.x || y >> up != whole.id.y) return false;
  const Block *block = block_at(regions, id);
  for (uint32_t i = 1; i <= block->count; i++)
    if (climbs_to(regions, (Climb){ id, i }, &whole)) return true;
  return false;
}

/* A larger block does not know what is closed in those below. */
bool regions_open(const Regions *regions, int32_t level, int32_t x, int32_t y) {
  return level > 0 || block_at(regions, (BlockId){ level, x, y })->count > 0;
}

bool regions_connected(const Regions *regions, Cell a, Cell b) {
  Climb from = { leaf_of(regions, a), regions->labels[a] };
  Climb to = { leaf_of(regions, b), regions->labels[b] };
  if (from.component == 0 || to.component == 0) return false;
  while (!climb_same(&from, &to)) {
    if (!climb_up(regions, &from) || !climb_up(regions, &to)) return false;
  }
  return true;
}
