/*
** The quadtree of blocks behind region.h.
**
** A block of level k covers 16 << k cells each way (less at the right and the lower edge of the
** map); the block (x, y) of a level has the children (2x, 2y) … (2x + 1, 2y + 1) one level below.
** The leaves are level 0. A block has a side only where another block adjoins, so the block at the
** top has none. What a block knows:
**
** - Its components. The first `outer` of them reach a side; they are numbered from 1 in the order
**   in which they appear along the sides, so that the same connections give the same numbers
**   whatever lies inside. The others are closed: their `above` is 0, and the parent never reads
**   them.
** - The labels of its sides: for each cell along the upper, lower, left and right side the number
**   of its component, 0 where blocked. (16 bits do: a block that has sides has no more than 32768
**   cells along them.) A leaf has the labels of all its cells instead, in `labels` over the map.
**
** A block is made from the sides and the outer components of its children alone. So when a block
** was made again, its parent must be joined again if the sides differ, must only be added up again
** if the sides are as before but a size or a first cell differs, and is good as it is otherwise.
** That is what a mark says. Invariants:
**
** - The ancestors of a marked block are marked.
** - A block that is not marked agrees with its children, and their `above` with it. Only where a
**   block is to be joined, the `above` of its children may be anything.
** - A block changes when its memory has been had and not before; its mark is then cleared and its
**   parent marked. So a sync that failed can be called again and goes on where it stopped.
*/
#ifndef ASTAR_REGION_BLOCK_H
#define ASTAR_REGION_BLOCK_H

#include "../grid/grid.h"
#include "region.h"
#include "region_builder.h"

#define LEAF REGION_LEAF
#define MAX_LEVELS 25                         /* 16 << 24 = ASTAR_MAX_CELLS, one row of them */

typedef enum Mark {                 /* what a block has to do; the greater includes the less */
  CLEAN,
  LOOK,                             /* a block below it is marked */
  ADD,                              /* sizes and first cells */
  JOIN                              /* everything */
} Mark;

typedef struct Block {
  Component *components;            /* and behind them the labels of the sides: one allocation */
  uint32_t count, outer;
  uint32_t capacity;                /* bytes of the allocation */
  uint8_t mark;
} Block;

typedef struct Level {
  Block *blocks;                    /* row by row */
  int32_t columns, rows;
} Level;

typedef struct BlockId {            /* which block, of those of its level */
  int32_t level, x, y;
} BlockId;

enum { UPPER, LOWER, LEFT, RIGHT, SIDES };

typedef struct Regions {            /* see region.h */
  const Grid *grid;
  const uint8_t *open;
  uint8_t *labels;                  /* by cell of the map: the component in its leaf; 0: blocked */
  Block *blocks;                    /* of all levels */
  size_t block_count;
  RegionBuilder builder;
  RegionCorners corners;
  int32_t level_count;
  Level levels[MAX_LEVELS];         /* the leaves first */
} Regions;

static inline Block *block_at(const Regions *regions, BlockId id) {
  const Level *level = &regions->levels[id.level];
  return &level->blocks[(size_t)id.y * (size_t)level->columns + (size_t)id.x];
}

static inline BlockId block_id_above(BlockId id) {
  return (BlockId){ id.level + 1, id.x >> 1, id.y >> 1 };
}

/* The children are 0 1 above 2 3; at the edges of the map there may be less of them. */
static inline BlockId block_id_below(BlockId id, int child) {
  return (BlockId){ id.level - 1, id.x * 2 + (child & 1), id.y * 2 + (child >> 1) };
}

static inline bool block_exists(const Regions *regions, BlockId id) {
  const Level *level = &regions->levels[id.level];
  return id.x < level->columns && id.y < level->rows;
}

/* As many cells as a block of the level covers, no more than there are. */
static inline int32_t block_extent(int32_t level, int32_t cells) {
  return LEAF << level < cells ? LEAF << level : cells;
}

static inline int32_t block_width(const Regions *regions, BlockId id) {
  return block_extent(id.level, regions->grid->width - id.x * (LEAF << id.level));
}

static inline int32_t block_height(const Regions *regions, BlockId id) {
  return block_extent(id.level, regions->grid->height - id.y * (LEAF << id.level));
}

/* The labels of the sides; not of a leaf. */
static inline uint16_t *block_sides(const Block *block) {
  return (uint16_t *)(void *)(block->components + block->count);
}

static inline void block_mark(Block *block, Mark wanted) {
  if (block->mark < wanted) block->mark = (uint8_t)wanted;
}

/* The cells along each side, 0 where there is none; returns how many that are. */
size_t block_side_lengths(const Regions *regions, BlockId id, int32_t length[SIDES]);
/*
** Makes the block what the builder says, and marks its parent. `same`: the labels of the sides are
** as before. False: no memory, nothing changed.
*/
bool block_commit(Regions *regions, Memory *memory, BlockId id, bool same);

/* ---- leaves, see region_leaf.c --------------------------------------------------------------- */

#define LEAF_COMPONENTS (LEAF * LEAF / 2)     /* at most, as on a chessboard */
#define LEAF_SIDES (SIDES * LEAF)             /* cells along its sides, at most */

/* Makes a leaf again. False: no memory, nothing changed. */
bool leaf_sync(Regions *regions, Memory *memory, BlockId id);
/* Copies the labels of its sides. */
void leaf_sides(const Regions *regions, BlockId id, uint16_t to[LEAF_SIDES]);

/* ---- parents, see region_parent.c ------------------------------------------------------------ */

/* Joins a block again, or adds it up, as its mark says. False: no memory; the mark stays. */
bool parent_sync(Regions *regions, Memory *memory, BlockId id);

#endif
