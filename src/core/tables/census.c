#include "census.h"

#include <string.h>

static size_t census_bytes(const Census *census) {
  return (size_t)census->columns * (size_t)census->rows * sizeof *census->blocks;
}

bool census_new(Census *census, Memory *memory, const Grid *grid) {
  census->columns = (grid->width + REGION_LEAF - 1) / REGION_LEAF;
  census->rows = (grid->height + REGION_LEAF - 1) / REGION_LEAF;
  census->blocks = memory_new(memory, census_bytes(census));
  census->is_whole = false;
  return census->blocks != NULL;
}

void census_free(Census *census, Memory *memory) {
  memory_free(memory, census->blocks, census_bytes(census));
}

void census_forget(Census *census, astar_rect rect) {
  astar_rect blocks = rect_blocks(rect, REGION_LEAF);
  for (int32_t y = blocks.y; y < blocks.y + blocks.height; y++)
    memset(&census->blocks[y * census->columns + blocks.x], 0,
           (size_t)blocks.width * sizeof *census->blocks);
  census->is_whole = false;
}

void census_forget_all(Census *census) {
  memset(census->blocks, 0, census_bytes(census));
  census->is_whole = false;
}

static bool is_counted(const CensusBlock *block) {
  return (block->kinds[0] | block->kinds[1] | block->kinds[2] | block->kinds[3]) != 0;
}

static void count_block(CensusBlock *block, const Grid *grid, const uint8_t *terrain,
                        astar_cell at) {
  astar_rect rect = grid_clip(grid, (astar_rect){ at.x * REGION_LEAF, at.y * REGION_LEAF,
                                                  REGION_LEAF, REGION_LEAF });
  for (int32_t row = rect.y; row < rect.y + rect.height; row++) {
    const uint8_t *first = &terrain[grid_cell(grid, rect.x, row)];
    for (int32_t i = 0; i < rect.width; i++)
      if (i == 0 || first[i] != first[i - 1])
        block->kinds[first[i] >> 6] |= (uint64_t)1 << (first[i] & 63);
  }
}

void census_count(Census *census, const Grid *grid, const uint8_t *terrain) {
  for (int32_t y = 0; y < census->rows && !census->is_whole; y++)
    for (int32_t x = 0; x < census->columns; x++) {
      CensusBlock *block = &census->blocks[y * census->columns + x];
      if (!is_counted(block)) count_block(block, grid, terrain, (astar_cell){ x, y });
    }
  census->is_whole = true;
}
