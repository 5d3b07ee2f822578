/*
** Parents: a block above the leaves, made from its four children. Of the children, which must not
** be marked, it reads the sides and the outer components only, and changes nothing but `above`.
**
** The parts of the builder are the outer components of the children, one child after the other, so
** that a label n on a side of a child means the part base + n. Parts are united along the seams
** between the children; the block's own sides are the outer sides of the children.
** Invariants:
**
** - If a block is only added up, its components are as before, and so is the `above` of the
**   children, which tells what is added to what.
** - If a block is joined, `above` is written before there is memory for the block. If there is
**   none, the block is still marked to be joined, and nothing relies on `above`.
*/
#include "region_block.h"

#include <string.h>

typedef struct Edge {               /* one side of a child */
  const uint16_t *labels;
  int32_t length;
  uint32_t base;                    /* what makes a label the number of a part */
} Edge;

typedef struct Child {              /* all 0 where the map ends before it */
  Component *components;
  uint32_t outer, base;
  Edge edges[SIDES];
  uint16_t leaf_sides[LEAF_SIDES];
} Child;

typedef struct Parent {             /* the children 0 1 above 2 3 */
  Child children[4];
} Parent;

/* ---- the children -------------------------------------------------------------------------- */

/* Returns the number of parts. */
static uint32_t parent_gather(const Regions *regions, BlockId id, Parent *parent) {
  uint32_t parts = 0;
  for (int i = 0; i < 4; i++) {
    Child *child = &parent->children[i];
    BlockId below = block_id_below(id, i);
    memset(child, 0, sizeof *child);
    child->base = parts;
    if (!block_exists(regions, below)) continue;
    child->components = block_at(regions, below)->components;
    child->outer = block_at(regions, below)->outer;
    parts += child->outer;
  }
  return parts;
}

static void find_edges(const Regions *regions, BlockId id, Child *child) {
  int32_t length[SIDES];
  const uint16_t *labels = child->leaf_sides;
  block_side_lengths(regions, id, length);
  if (id.level > 0) labels = block_sides(block_at(regions, id));
  else leaf_sides(regions, id, child->leaf_sides);
  for (int side = 0; side < SIDES; labels += length[side++]) {
    child->edges[side] = (Edge){ labels, length[side], child->base };
  }
}

/* ---- joining ------------------------------------------------------------------------------- */

static inline void unite_cells(RegionBuilder *builder, const Edge *a, int32_t i, const Edge *b,
                               int32_t j) {
  if (a->labels[i] != 0 && b->labels[j] != 0) {
    region_builder_unite(builder, a->base + a->labels[i], b->base + b->labels[j]);
  }
}

/* Which corners of a seam connect the cells of its first side: with the cell before that right
** across, and the one behind. Two bits for cells with even numbers, and two for the others. */
enum { SEAM_NONE = 0, SEAM_ALL = 15, SEAM_BEHIND = 10, SEAM_SHIFTED = 12 };

/*
** Two sides that lie along each other. What touches at a corner only matters where the cell right
** across is blocked: were it open, it would be connected with both.
*/
static void unite_seam(Regions *regions, const Edge *a, const Edge *b, int corners) {
  RegionBuilder *builder = &regions->builder;
  int32_t last = a->length - 1;
  for (int32_t i = 0; i <= last; i++) {
    int sides = corners >> (i & 1) * 2;
    if (a->labels[i] == 0) continue;
    unite_cells(builder, a, i, b, i);
    if (corners == SEAM_NONE || b->labels[i] != 0) continue;
    if (i > 0 && sides & 1) unite_cells(builder, a, i, b, i - 1);
    if (i < last && sides & 2) unite_cells(builder, a, i, b, i + 1);
  }
}

/*
** Blocks have even sides, so the last row or column before a seam is shifted, and the first one
** behind it is not. Hexagons of two rows (where tops are flat, columns) each meet the cell right
** across and the one behind it; along rows, those of shifted rows meet three.
*/
static int seam_corners(const Regions *regions, bool between_rows) {
  if (regions->corners == CORNERS_NONE) return SEAM_NONE;
  if (regions->corners == CORNERS_ALL) return SEAM_ALL;
  bool of_lines = between_rows == (regions->grid->shape == ASTAR_GRID_HEX);
  return of_lines ? SEAM_BEHIND : SEAM_SHIFTED;
}

static void unite_children(Regions *regions, const Parent *parent) {
  const Child *child = parent->children;
  const Edge *left = &child[0].edges[RIGHT], *right = &child[1].edges[LEFT];
  int across = seam_corners(regions, false), down = seam_corners(regions, true);
  unite_seam(regions, left, right, across);
  unite_seam(regions, &child[2].edges[RIGHT], &child[3].edges[LEFT], across);
  unite_seam(regions, &child[0].edges[LOWER], &child[2].edges[UPPER], down);
  unite_seam(regions, &child[1].edges[LOWER], &child[3].edges[UPPER], down);
  if (across == SEAM_NONE || child[3].edges[LEFT].length == 0) return;
  /* The point in the middle. */
  unite_cells(&regions->builder, left, left->length - 1, &child[3].edges[LEFT], 0);
  if (across == SEAM_ALL)
    unite_cells(&regions->builder, right, right->length - 1, &child[2].edges[RIGHT], 0);
}

static uint16_t *number_edge(RegionBuilder *builder, const Edge *edge, uint16_t *to) {
  for (int32_t i = 0; i < edge->length; i++) {
    uint16_t label = edge->labels[i];
    *to++ = label == 0 ? 0 : (uint16_t)region_builder_number(builder, edge->base + label);
  }
  return to;
}

/* A side of a block is that of two of its children. */
static void number_sides(RegionBuilder *builder, const Parent *parent) {
  static const uint8_t pairs[SIDES][2] = { { 0, 1 }, { 2, 3 }, { 0, 2 }, { 1, 3 } };
  uint16_t *to = builder->sides;
  for (int side = 0; side < SIDES; side++) {
    to = number_edge(builder, &parent->children[pairs[side][0]].edges[side], to);
    to = number_edge(builder, &parent->children[pairs[side][1]].edges[side], to);
  }
  builder->outer = builder->count;
  builder->side_cells = (size_t)(to - builder->sides);
}

/* Numbers the components again. Are the sides as before? */
static bool parent_join(Regions *regions, BlockId id, Parent *parent) {
  RegionBuilder *builder = &regions->builder;
  const Block *block = block_at(regions, id);
  for (int i = 0; i < 4; i++) {
    BlockId below = block_id_below(id, i);
    if (block_exists(regions, below)) find_edges(regions, below, &parent->children[i]);
  }
  unite_children(regions, parent);
  region_builder_flatten(builder);
  number_sides(builder, parent);
  for (int i = 0; i < 4; i++) {
    Child *child = &parent->children[i];
    region_builder_name(builder, child->base, child->components, child->outer);
  }
  size_t size = builder->side_cells * sizeof *builder->sides;
  if (size == 0) return true;
  return block->capacity > 0 && memcmp(block_sides(block), builder->sides, size) == 0;
}

/* ---- joining or adding up ------------------------------------------------------------------ */

/* Takes everything but the sums from the block as it is. */
static void parent_keep(const Regions *regions, BlockId id, RegionBuilder *builder) {
  const Block *block = block_at(regions, id);
  int32_t length[SIDES];
  builder->count = block->count;
  builder->outer = block->outer;
  builder->side_cells = block_side_lengths(regions, id, length);
  if (builder->side_cells == 0) return;
  memcpy(builder->sides, block_sides(block), builder->side_cells * sizeof *builder->sides);
}

bool parent_sync(Regions *regions, Memory *memory, BlockId id) {
  Parent parent;
  RegionBuilder *builder = &regions->builder;
  bool same = true;
  uint32_t parts = parent_gather(regions, id, &parent);
  if (block_at(regions, id)->mark == JOIN) {
    region_builder_begin(builder, parts);
    same = parent_join(regions, id, &parent);
  } else {
    parent_keep(regions, id, builder);
  }
  region_builder_clear_sums(builder);
  for (int i = 0; i < 4; i++) {
    region_builder_add(builder, parent.children[i].components, parent.children[i].outer);
  }
  return block_commit(regions, memory, id, same);
}
