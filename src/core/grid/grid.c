#include "grid.h"

#include <string.h>

#include "../base/hash.h"
#include "level.h"

static astar_rect grid_whole(const Grid *grid) {
  return (astar_rect){ 0, 0, grid->width, grid->height };
}

astar_rect grid_clip(const Grid *grid, astar_rect rect) {
  return rect_common(rect, grid_whole(grid));
}

astar_rect grid_clip_near(const Grid *grid, int32_t x, int32_t y, astar_rect rect) {
  return rect_common(rect, grid_level(grid, x, y));
}

#define BAND_CELLS 65536

static int32_t band_rows(const Grid *grid) {
  return grid->stride < BAND_CELLS ? BAND_CELLS / grid->stride : 1;
}

int32_t grid_bands(const Grid *grid) {
  return (grid->height + 2 + band_rows(grid) - 1) / band_rows(grid);
}

GridBand grid_band(const Grid *grid, int32_t number) {
  int32_t first = number * band_rows(grid) - 1, left = grid->height + 1 - first;
  return (GridBand){ first, first + (left < band_rows(grid) ? left : band_rows(grid)) };
}

bool grid_holds(const Grid *grid, astar_rect rect) {
  if (!grid_encloses(grid, rect)) return false;
  astar_rect level = grid_level(grid, rect.x, rect.y);
  return rect_has(level, rect.x + rect.width - 1, rect.y + rect.height - 1);
}

bool grid_same_level(const Grid *grid, astar_cell a, astar_cell b) {
  return rect_has(grid_level(grid, a.x, a.y), b.x, b.y);
}

int32_t grid_part_count(const Grid *grid) {
  return grid->levels != NULL ? grid->level_count : 1;
}

astar_rect grid_part(const Grid *grid, int32_t number) {
  return grid->levels != NULL ? grid->levels[number].rect : grid_whole(grid);
}

bool grid_accepts(const astar_map_desc *desc, Refusal *refusal) {
  int64_t straight = desc->straight, cells = (int64_t)desc->width * desc->height;
  bool squares = desc->grid == ASTAR_GRID_SQUARE;
  return refusal_unless(refusal, desc->width > 0 && desc->height > 0,
                        "width, height: not above 0") &&
         refusal_unless(refusal, cells <= ASTAR_MAX_CELLS,
                        "width, height: more than ASTAR_MAX_CELLS cells") &&
         refusal_unless_between(refusal, straight, 1, ASTAR_MAX_COST / 2,
                                "straight: not from 1 to ASTAR_MAX_COST / 2") &&
         refusal_unless_between(refusal, desc->diagonal, straight, 2 * straight,
                                "diagonal: not from straight to twice as much") &&
         refusal_unless_between(refusal, desc->level_count, 0, ASTAR_MAX_LEVELS,
                                "level_count: not from 0 to ASTAR_MAX_LEVELS") &&
         refusal_unless(refusal, (unsigned)desc->grid <= ASTAR_GRID_FLAT_HEX,
                        "grid: no such grid") &&
         refusal_unless(refusal, squares || desc->level_count == 0,
                        "levels: a map of hexagons has none");
}

/* What any array over cells takes for a cell, at most: where pointers have 32 bits, the size of an
** array over the largest maps would not fit. */
#define BYTES_PER_CELL 64

astar_status grid_init(Grid *grid, Memory *memory, const astar_map_desc *desc) {
  uint64_t cells = ((uint64_t)desc->width + 2) * ((uint64_t)desc->height + 2);
  if (cells > SIZE_MAX / BYTES_PER_CELL) return ASTAR_NO_MEMORY;
  grid->width = desc->width;
  grid->height = desc->height;
  grid->stride = desc->width + 2;
  grid->inverse = ((uint64_t)1 << 32) / (uint64_t)grid->stride + 1;
  grid->straight = desc->straight;
  grid->shape = desc->grid;
  grid->diagonal = desc->grid == ASTAR_GRID_SQUARE ? desc->diagonal : desc->straight;
  grid->cells = (size_t)cells;
  grid->terrain = memory_new(memory, grid->cells);
  if (grid->terrain == NULL) return ASTAR_NO_MEMORY;
  if (desc->level_count > 0) {
    astar_status status = levels_init(grid, memory, desc);
    if (status != ASTAR_OK) return status;
  }
  bool logs = changes_init(&grid->changes, memory, grid->cells) &&
              journal_init(&grid->journal, memory, grid->cells);
  return logs ? ASTAR_OK : ASTAR_NO_MEMORY;
}

void grid_free(Grid *grid, Memory *memory) {
  memory_free(memory, grid->terrain, grid->cells);
  levels_free(grid, memory);
  changes_free(&grid->changes, memory);
  journal_free(&grid->journal, memory);
}

uint64_t grid_hash(const Grid *grid, uint64_t hash) {
  hash = HASH_INTS(hash, grid->width, grid->height, grid->straight, grid->diagonal);
  if (grid->shape != ASTAR_GRID_SQUARE) hash = hash_int(hash, (int64_t)grid->shape);
  hash = hash_int(hash, grid->kind_count);
  for (int32_t id = 1; id <= grid->kind_count; id++) {
    const Terrain *kind = &grid->kinds[id];
    hash = hash_bytes(hash, kind->name, strlen(kind->name) + 1);
    hash = hash_int(hash, kind->cost * 2 + kind->opaque);
    if (!slope_is_none(kind->slope))
      hash = HASH_INTS(hash, kind->slope.height, kind->slope.east, kind->slope.south);
  }
  hash = levels_hash(grid, hash);
  return hash_bytes(hash, grid->terrain, grid->cells);
}
