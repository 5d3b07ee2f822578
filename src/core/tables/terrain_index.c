#include "terrain_index.h"

#include <string.h>

static size_t terrain_index_bytes(const TerrainIndex *index) {
  return (size_t)index->columns * (size_t)index->rows * sizeof *index->blocks;
}

bool terrain_index_new(TerrainIndex *index, Memory *memory, const Grid *grid) {
  index->columns = (grid->width + REGION_LEAF - 1) / REGION_LEAF;
  index->rows = (grid->height + REGION_LEAF - 1) / REGION_LEAF;
  index->blocks = memory_new(memory, terrain_index_bytes(index));
  index->is_whole = false;
  return index->blocks != NULL;
}

void terrain_index_free(TerrainIndex *index, Memory *memory) {
  memory_free(memory, index->blocks, terrain_index_bytes(index));
}

void terrain_index_forget(TerrainIndex *index, astar_rect rect) {
  astar_rect blocks = rect_blocks(rect, REGION_LEAF);
  for (int32_t y = blocks.y; y < blocks.y + blocks.height; y++)
    memset(&index->blocks[y * index->columns + blocks.x], 0,
           (size_t)blocks.width * sizeof *index->blocks);
  index->is_whole = false;
}

void terrain_index_forget_all(TerrainIndex *index) {
  memset(index->blocks, 0, terrain_index_bytes(index));
  index->is_whole = false;
}

static bool is_counted(const TerrainIndexBlock *block) {
  return (block->kinds[0] | block->kinds[1] | block->kinds[2] | block->kinds[3]) != 0;
}

static void count_block(TerrainIndexBlock *block, const Grid *grid, const uint8_t *terrain,
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

void terrain_index_count(TerrainIndex *index, const Grid *grid, const uint8_t *terrain) {
  for (int32_t y = 0; y < index->rows && !index->is_whole; y++)
    for (int32_t x = 0; x < index->columns; x++) {
      TerrainIndexBlock *block = &index->blocks[y * index->columns + x];
      if (!is_counted(block)) count_block(block, grid, terrain, (astar_cell){ x, y });
    }
  index->is_whole = true;
}
