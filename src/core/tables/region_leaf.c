/*
** Leaves: the blocks of 16 x 16 cells, made from the cells themselves.
**
** The rows of a leaf are read once, from above, run by run of open cells. A run belongs to the part
** of the runs above that it touches, and unites their parts; if there is none, it begins a part.
** Invariants:
**
** - A run begins a part only if the cells before and above it are blocked. So there are at most
**   LEAF_COMPONENTS parts, and the number of a part fits in a byte.
** - A part's first cell in reading order is the first one of the run that began it.
** - `labels` over the map are those of the components the leaf has now. They are written when the
**   leaf is committed and not before, so that they tell what its sides are for its parent, and what
**   they were for the leaf in the making.
*/
#include "region_block.h"

#include <string.h>

#include "../base/bits.h"
#include "../base/builtin.h"

typedef struct Leaf {               /* in the making */
  Component parts[LEAF_COMPONENTS];
  uint8_t labels[LEAF][LEAF];       /* by cell: its part */
} Leaf;

static Cell first_cell(const Regions *regions, BlockId id) {
  return grid_cell(regions->grid, id.x * LEAF, id.y * LEAF);
}

/* ---- sides ---------------------------------------------------------------------------------- */

static uint16_t *copy_side(uint16_t *to, const uint8_t *from, size_t step, int32_t length) {
  for (int32_t i = 0; i < length; i++) *to++ = from[(size_t)i * step];
  return to;
}

/* `labels` is the first cell of the leaf in rows of `stride`. Returns how many were copied. */
static size_t copy_sides(const Regions *regions, BlockId id, const uint8_t *labels, size_t stride,
                         uint16_t *to) {
  int32_t length[SIDES];
  size_t count = block_side_lengths(regions, id, length);
  const uint8_t *lower = labels + (size_t)(block_height(regions, id) - 1) * stride;
  const uint8_t *right = labels + block_width(regions, id) - 1;
  to = copy_side(to, labels, 1, length[UPPER]);
  to = copy_side(to, lower, 1, length[LOWER]);
  to = copy_side(to, labels, stride, length[LEFT]);
  copy_side(to, right, stride, length[RIGHT]);
  return count;
}

void leaf_sides(const Regions *regions, BlockId id, uint16_t to[LEAF_SIDES]) {
  const uint8_t *labels = regions->labels + first_cell(regions, id);
  copy_sides(regions, id, labels, (size_t)regions->grid->stride, to);
}

/* ---- from the cells to parts ---------------------------------------------------------------- */

static uint8_t leaf_unite(RegionBuilder *builder, uint8_t label, uint8_t other) {
  if (label == 0) return other;
  if (other != 0 && other != label) region_builder_unite(builder, label, other);
  return label;
}

/* Some bits in a row, the first of them lowest. */
static uint32_t first_run(uint32_t bits) {
  uint32_t from = bits & (~bits + 1);
  return bits & ~(bits + from);
}

/* The columns in which the run touches cells of the row above. A leaf begins in an even row and an
** even column: so hexagons of odd rows, or of odd columns, are shifted. */
static uint32_t run_reach(const Regions *regions, uint32_t run, int32_t row) {
  if (regions->corners == CORNERS_NONE) return run;
  if (regions->corners == CORNERS_ALL) return run | run << 1 | run >> 1;
  uint32_t higher = run & 0x55555555u;               /* where tops are flat */
  if (regions->grid->shape == ASTAR_GRID_FLAT_HEX) return run | higher << 1 | higher >> 1;
  return row & 1 ? run | run << 1 : run | run >> 1;
}

/* The part of a run by the runs above that it touches, 0 if there are none. */
static uint8_t find_part(Regions *regions, uint32_t run, int32_t row, uint32_t above,
                         const uint8_t *labels) {
  uint32_t reach = run_reach(regions, run, row);
  uint8_t part = 0;
  for (uint32_t touched = above & reach; touched != 0; touched &= ~first_run(touched))
    part = leaf_unite(&regions->builder, part, labels[low_zeros_32(touched)]);
  return part;
}

static uint8_t begin_part(RegionBuilder *builder, Leaf *leaf, uint32_t first) {
  leaf->parts[builder->parts++] = (Component){ 0, first, 0 };
  return (uint8_t)builder->parts;
}

/* `first` is the number of the row's first cell in reading order. */
static void scan_row(Regions *regions, Leaf *leaf, int32_t y, uint32_t *rows, uint32_t first) {
  uint32_t above = y > 0 ? rows[y - 1] : 0;
  for (uint32_t run, rest = rows[y]; rest != 0; rest &= ~run) {
    run = first_run(rest);
    int x = low_zeros_32(run);
    uint32_t length = (uint32_t)low_zeros_32(~(run >> x));
    uint8_t part = find_part(regions, run, y, above, leaf->labels[y > 0 ? y - 1 : 0]);
    if (part == 0) part = begin_part(&regions->builder, leaf, first + (uint32_t)x);
    leaf->parts[part - 1].size += length;
    memset(&leaf->labels[y][x], part, length);
  }
}

static void leaf_scan(Regions *regions, BlockId id, Leaf *leaf) {
  const Grid *grid = regions->grid;
  int32_t width = block_width(regions, id), height = block_height(regions, id);
  const uint8_t *open = regions->open + first_cell(regions, id);
  uint32_t first = 1 + (uint32_t)(id.y * LEAF * grid->width + id.x * LEAF), rows[LEAF];
  region_builder_begin(&regions->builder, LEAF_COMPONENTS);
  regions->builder.parts = 0;
  memset(leaf->labels, 0, sizeof leaf->labels);
  for (int32_t y = 0; y < height; y++, open += grid->stride, first += (uint32_t)grid->width) {
    rows[y] = (uint32_t)bits_of_array(open, width);
    scan_row(regions, leaf, y, rows, first);
  }
}

/* ---- from parts to components --------------------------------------------------------------- */

/* Were the sides the same before? A leaf without components may have no labels yet. */
static bool keeps_sides(const Regions *regions, BlockId id, size_t count) {
  uint16_t before[LEAF_SIDES];
  if (block_at(regions, id)->count == 0) return false;
  leaf_sides(regions, id, before);
  return memcmp(before, regions->builder.sides, count * sizeof *before) == 0;
}

/* Numbers the components, those along the sides first. Are the sides as before? */
static bool leaf_join(Regions *regions, BlockId id, Leaf *leaf) {
  RegionBuilder *builder = &regions->builder;
  size_t count = copy_sides(regions, id, leaf->labels[0], LEAF, builder->sides);
  region_builder_flatten(builder);
  for (size_t i = 0; i < count; i++) {
    if (builder->sides[i] != 0)
      builder->sides[i] = (uint16_t)region_builder_number(builder, builder->sides[i]);
  }
  builder->outer = builder->count;
  builder->side_cells = 0;
  region_builder_name(builder, 0, leaf->parts, builder->parts);
  return keeps_sides(regions, id, count);
}

/* Replaces the parts by their components. */
static void rename_labels(Leaf *leaf, uint32_t parts) {
  uint8_t final[LEAF_COMPONENTS + 1] = { 0 };
  bool same = true;
  for (uint32_t i = 0; i < parts; i++) {
    final[i + 1] = (uint8_t)leaf->parts[i].above;
    same = same && final[i + 1] == i + 1;
  }
  if (same) return;
  for (int32_t y = 0; y < LEAF; y++)
    for (int32_t x = 0; x < LEAF; x++) leaf->labels[y][x] = final[leaf->labels[y][x]];
}

static void write_labels(Regions *regions, BlockId id, const Leaf *leaf) {
  size_t width = (size_t)block_width(regions, id);
  int32_t height = block_height(regions, id);
  uint8_t *labels = regions->labels + first_cell(regions, id);
  for (int32_t y = 0; y < height; y++, labels += regions->grid->stride)
    memcpy(labels, leaf->labels[y], width);
}

bool leaf_sync(Regions *regions, Memory *memory, BlockId id) {
  Leaf leaf;
  leaf_scan(regions, id, &leaf);
  bool same = leaf_join(regions, id, &leaf);
  region_builder_clear_sums(&regions->builder);
  region_builder_add(&regions->builder, leaf.parts, regions->builder.parts);
  if (!block_commit(regions, memory, id, same)) return false;
  rename_labels(&leaf, regions->builder.parts);
  write_labels(regions, id, &leaf);
  return true;
}
