#include "census.h"

#include <string.h>

static size_t census_bytes(const Census *census) {
  return (size_t)census->columns * (size_t)census->rows * sizeof *census->kinds;
}

bool census_new(Census *census, Memory *memory, const Grid *grid) {
  census->columns = (grid->width + REGION_LEAF - 1) / REGION_LEAF;
  census->rows = (grid->height + REGION_LEAF - 1) / REGION_LEAF;
  census->kinds = memory_new(memory, census_bytes(census));
  return census->kinds != NULL;
}

void census_free(Census *census, Memory *memory) {
  memory_free(memory, census->kinds, census_bytes(census));
}

void census_forget(Census *census, astar_rect rect) {
  astar_rect blocks = census_blocks(rect);
  for (int32_t y = blocks.y; y < blocks.y + blocks.height; y++)
    memset(&census->kinds[y * census->columns + blocks.x], 0,
           (size_t)blocks.width * sizeof *census->kinds);
}

void census_forget_all(Census *census) {
  memset(census->kinds, 0, census_bytes(census));
}

static uint64_t census_bit(int32_t kind) {
  return (uint64_t)1 << (kind & 63);
}

static uint64_t census_count(const Grid *grid, const uint8_t *terrain, int32_t x, int32_t y) {
  astar_rect rect = grid_clip(grid, (astar_rect){ x * REGION_LEAF, y * REGION_LEAF, REGION_LEAF,
                                                  REGION_LEAF });
  uint64_t kinds = 0;
  for (int32_t row = rect.y; row < rect.y + rect.height; row++) {
    const uint8_t *first = &terrain[grid_cell(grid, rect.x, row)];
    for (int32_t i = 0; i < rect.width; i++) kinds |= census_bit(first[i]);
  }
  return kinds;
}

bool census_has(Census *census, const Grid *grid, const uint8_t *terrain, astar_rect blocks,
                int32_t kind) {
  for (int32_t y = blocks.y; y < blocks.y + blocks.height; y++)
    for (int32_t x = blocks.x; x < blocks.x + blocks.width; x++) {
      uint64_t *kinds = &census->kinds[y * census->columns + x];
      if (*kinds == 0) *kinds = census_count(grid, terrain, x, y);
      if (*kinds & census_bit(kind)) return true;
    }
  return false;
}
