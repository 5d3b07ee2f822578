#include "grid.h"

#include <string.h>

#include "../base/hash.h"

astar_rect grid_clip(const Grid *grid, astar_rect rect) {
  int64_t left = rect.x < 0 ? 0 : rect.x, top = rect.y < 0 ? 0 : rect.y;
  int64_t right = (int64_t)rect.x + rect.width, bottom = (int64_t)rect.y + rect.height;
  if (right > grid->width) right = grid->width;
  if (bottom > grid->height) bottom = grid->height;
  if (right <= left || bottom <= top) return (astar_rect){ 0 };
  return (astar_rect){ (int32_t)left, (int32_t)top, (int32_t)(right - left),
                       (int32_t)(bottom - top) };
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
  return rect.width > 0 && rect.height > 0 && grid_has(grid, rect.x, rect.y) &&
         rect.width <= grid->width - rect.x && rect.height <= grid->height - rect.y;
}

static bool grid_valid_desc(const astar_map_desc *desc) {
  return desc->width > 0 && desc->height > 0 &&
         (int64_t)desc->width * desc->height <= ASTAR_MAX_CELLS && desc->straight > 0 &&
         desc->straight <= desc->diagonal && desc->diagonal <= 2 * (int64_t)desc->straight &&
         desc->straight <= ASTAR_MAX_COST / 2 && (unsigned)desc->grid <= ASTAR_GRID_FLAT_HEX;
}

/* What any array over cells takes for a cell, at most: where pointers have 32 bits, the size of an
** array over the largest maps would not fit. */
#define BYTES_PER_CELL 64

astar_status grid_init(Grid *grid, Memory *memory, const astar_map_desc *desc) {
  if (!grid_valid_desc(desc)) return ASTAR_INVALID;
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
  bool logs = changes_init(&grid->changes, memory, grid->cells) &&
              journal_init(&grid->journal, memory, grid->cells);
  return logs ? ASTAR_OK : ASTAR_NO_MEMORY;
}

void grid_free(Grid *grid, Memory *memory) {
  memory_free(memory, grid->terrain, grid->cells);
  changes_free(&grid->changes, memory);
  journal_free(&grid->journal, memory);
}

uint64_t grid_hash(const Grid *grid, uint64_t hash) {
  hash = hash_int(hash, grid->width);
  hash = hash_int(hash, grid->height);
  hash = hash_int(hash, grid->straight);
  hash = hash_int(hash, grid->diagonal);
  if (grid->shape != ASTAR_GRID_SQUARE) hash = hash_int(hash, (int64_t)grid->shape);
  hash = hash_int(hash, grid->kind_count);
  for (int32_t id = 1; id <= grid->kind_count; id++) {
    const Terrain *kind = &grid->kinds[id];
    hash = hash_bytes(hash, kind->name, strlen(kind->name) + 1);
    hash = hash_int(hash, kind->cost * 2 + kind->opaque);
  }
  return hash_bytes(hash, grid->terrain, grid->cells);
}
