/*
** An index of terrain: which kinds of terrain there are in each block of the map. With it a search
** for the nearest cell of a kind knows at once that there is none within reach.
**
** A block is counted when it is first asked about, and again when it is asked about after one of
** its cells has changed.
*/
#ifndef ASTAR_TERRAIN_INDEX_H
#define ASTAR_TERRAIN_INDEX_H

#include "region.h"

/* Which kinds there are in a block, a bit each; none: it is to be counted. */
typedef struct TerrainIndexBlock {
  uint64_t kinds[4];
} TerrainIndexBlock;

typedef struct TerrainIndex {
  int32_t columns, rows;
  TerrainIndexBlock *blocks;
  bool is_whole;                    /* all are counted */
} TerrainIndex;

/* Nothing is counted yet. False: no memory. */
bool terrain_index_new(TerrainIndex *index, Memory *memory, const Grid *grid);
void terrain_index_free(TerrainIndex *index, Memory *memory);
/* Cells of a rectangle have changed; all may have. */
void terrain_index_forget(TerrainIndex *index, astar_rect rect);
void terrain_index_forget_all(TerrainIndex *index);
/* Counts what is to be counted. `terrain` is an array over cells. */
void terrain_index_count(TerrainIndex *index, const Grid *grid, const uint8_t *terrain);

/* Has the block x, y a cell of that kind? All are counted. */
static inline bool terrain_index_has(const TerrainIndex *index, int32_t x, int32_t y,
                                     int32_t kind) {
  return index->blocks[y * index->columns + x].kinds[kind >> 6] >> (kind & 63) & 1;
}

#endif
