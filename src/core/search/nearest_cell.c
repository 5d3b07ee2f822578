#include "nearest_cell.h"

#include "heuristic.h"

#define OTHER_LEVEL UINT64_MAX

static uint64_t distance_from(const Grid *grid, astar_rect rect, int32_t x, int32_t y) {
  bool near = grid_same_level(grid, (astar_cell){ rect.x, rect.y }, (astar_cell){ x, y });
  return near ? search_distance(grid, rect, x, y) : OTHER_LEVEL;
}

static uint64_t distance_from_start(const NearestCell *best, int32_t x, int32_t y) {
  return distance_from(best->grid, (astar_rect){ best->start.x, best->start.y, 1, 1 }, x, y);
}

/* Is it worth a closer look? */
static bool may_be_nearest(const NearestCell *best, Cell cell) {
  if (best->kind != NULL) return best->kind[cell] != 0;
  return node_in_epoch(best->nodes->words[cell], best->nodes->epoch);
}

static void consider_cell(NearestCell *best, Cell cell, int32_t x, int32_t y) {
  uint64_t distance = distance_from(best->grid, best->to, x, y);
  if (distance > best->distance) return;
  uint64_t from_start = distance_from_start(best, x, y);
  bool first = best->x < 0 || y < best->y || (y == best->y && x < best->x);
  bool better = distance < best->distance || from_start < best->from_start ||
                (from_start == best->from_start && first);
  if (!better || !best->accepts(best->user, cell)) return;
  best->x = x;
  best->y = y;
  best->distance = distance;
  best->from_start = from_start;
}

typedef struct NearBlock {
  int32_t level, x, y;
  uint64_t distance;                /* of its nearest cell */
} NearBlock;

static astar_rect near_block_rect(const Grid *grid, const NearBlock *block) {
  int32_t side = REGION_LEAF << block->level;
  return grid_clip(grid, (astar_rect){ block->x * side, block->y * side, side, side });
}

/* The number of an interval that is nearest to those of another. */
static int32_t nearest_number(int32_t first, int32_t length, int32_t to, int32_t to_length) {
  if (to + to_length - 1 < first) return first;
  return to < first + length ? (to > first ? to : first) : first + length - 1;
}

static void measure_block(const NearestCell *best, NearBlock *block) {
  const Grid *grid = best->grid;
  astar_rect to = best->to;
  if (grid_is_hex(grid)) {                           /* at most what it is */
    block->distance = (uint64_t)grid->straight * hex_rects_apart(grid, near_block_rect(grid, block),
                                                                 to);
    return;
  }
  astar_rect rect = grid_clip_near(grid, to.x, to.y, near_block_rect(grid, block));
  block->distance = OTHER_LEVEL;
  if (rect.width == 0) return;
  int32_t x = nearest_number(rect.x, rect.width, to.x, to.width);
  int32_t y = nearest_number(rect.y, rect.height, to.y, to.height);
  block->distance = search_distance(grid, to, x, y);
}

static void consider_cells(NearestCell *best, astar_rect rect) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
    Cell row = grid_cell(best->grid, rect.x, y);
    for (int32_t i = 0; i < rect.width; i++)
      if (may_be_nearest(best, row + (Cell)i)) consider_cell(best, row + (Cell)i, rect.x + i, y);
  }
}

/* The parts of a block that lie on the map, the nearest first; returns how many. */
static int divide_block(const NearestCell *best, const NearBlock *block, NearBlock parts[4]) {
  int count = 0;
  for (int i = 0; i < 4; i++) {
    NearBlock part = { block->level - 1, 2 * block->x + (i & 1), 2 * block->y + (i >> 1), 0 };
    astar_rect rect = near_block_rect(best->grid, &part);
    if (rect.width <= 0 || rect.height <= 0) continue;
    measure_block(best, &part);
    int at = count++;
    for (; at > 0 && parts[at - 1].distance > part.distance; at--) parts[at] = parts[at - 1];
    parts[at] = part;
  }
  return count;
}

static void consider_block(NearestCell *best, const NearBlock *block) {
  NearBlock parts[4];
  if (block->distance > best->distance || block->distance == OTHER_LEVEL) return;
  if (best->meets != NULL && !best->meets(best->user, block->level, block->x, block->y)) return;
  if (block->level == 0) {
    consider_cells(best, near_block_rect(best->grid, block));
    return;
  }
  int count = divide_block(best, block, parts);
  for (int i = 0; i < count; i++) consider_block(best, &parts[i]);
}

void nearest_cell_find(NearestCell *nearest) {
  const Grid *grid = nearest->grid;
  NearBlock all = { 0 };
  bool is_given = nearest->x >= 0;
  nearest->from_start = is_given ? 0 : OTHER_LEVEL;
  nearest->distance = nearest->most > 0 ? nearest->most : OTHER_LEVEL;
  if (is_given) nearest->distance = distance_from(grid, nearest->to, nearest->x, nearest->y);
  while (REGION_LEAF << all.level < grid->width || REGION_LEAF << all.level < grid->height)
    all.level++;
  consider_block(nearest, &all);
}
