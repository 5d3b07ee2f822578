/*
** The cells of a leaf are read once, in reading order. An open cell belongs to the part of its
** neighbours that were read before it, and unites their parts; if there is none, the cell begins a
** part. Invariants:
**
** - A cell begins a part only if the cells to its left and above it are blocked. So there are at
**   most LEAF_COMPONENTS parts, and the number of a part fits in a byte.
** - A part's first cell in reading order is the one that began it.
*/
#include "region_leaf.h"

#include <string.h>

#define LEAF_ROW (LEAF + 2)              /* with a border, so that neighbours need no bounds */

typedef struct Leaf {               /* in the making */
  Component parts[LEAF_COMPONENTS];
  uint8_t labels[(LEAF + 1) * LEAF_ROW];   /* by cell: its part; border left, above and right */
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

static uint8_t leaf_unite(Draft *draft, uint8_t label, uint8_t other) {
  if (label == 0) return other;
  if (other != 0 && other != label) draft_unite(draft, label, other);
  return label;
}

/* The part of an open cell by its neighbours that came before it, 0 if there are none. */
static uint8_t find_part(Regions *regions, const uint8_t *at) {
  Draft *draft = &regions->draft;
  uint8_t label = leaf_unite(draft, at[-1], at[-LEAF_ROW]);
  bool above = at[-LEAF_ROW] != 0;  /* then label is its part, and its neighbours are in it */
  if (!regions->corners || above) return label;
  label = leaf_unite(draft, label, at[-LEAF_ROW - 1]);
  return leaf_unite(draft, label, at[-LEAF_ROW + 1]);
}

static uint8_t begin_part(Draft *draft, Leaf *leaf, uint32_t first) {
  leaf->parts[draft->parts++] = (Component){ 0, first, 0 };
  return (uint8_t)draft->parts;
}

static void leaf_scan(Regions *regions, BlockId id, Leaf *leaf) {
  const Grid *grid = regions->grid;
  int32_t width = block_width(regions, id), height = block_height(regions, id);
  const uint8_t *open = regions->open + first_cell(regions, id);
  uint32_t first = 1 + (uint32_t)(id.y * LEAF * grid->width + id.x * LEAF);
  draft_begin(&regions->draft, LEAF_COMPONENTS);
  regions->draft.parts = 0;
  memset(leaf->labels, 0, sizeof leaf->labels);
  for (int32_t y = 0; y < height; y++) {
    uint8_t *row = leaf->labels + (y + 1) * LEAF_ROW + 1;
    for (int32_t x = 0; x < width; x++) {
      if (open[x] == 0) continue;
      row[x] = find_part(regions, row + x);
      if (row[x] == 0) row[x] = begin_part(&regions->draft, leaf, first + (uint32_t)x);
      leaf->parts[row[x] - 1].size++;
    }
    open += grid->stride;
    first += (uint32_t)grid->width;
  }
}

/* ---- from parts to components --------------------------------------------------------------- */

/* Numbers the components, those along the sides first. Are the sides as before? */
static bool leaf_join(Regions *regions, BlockId id, Leaf *leaf) {
  Draft *draft = &regions->draft;
  uint16_t before[LEAF_SIDES];
  size_t count = copy_sides(regions, id, leaf->labels + LEAF_ROW + 1, LEAF_ROW, draft->sides);
  draft_flatten(draft);
  for (size_t i = 0; i < count; i++) {
    if (draft->sides[i] != 0) draft->sides[i] = (uint16_t)draft_number(draft, draft->sides[i]);
  }
  draft->outer = draft->count;
  draft->side_cells = 0;
  draft_name(draft, 0, leaf->parts, draft->parts);
  leaf_sides(regions, id, before);
  return memcmp(before, draft->sides, count * sizeof *before) == 0;
}

static void write_labels(Regions *regions, BlockId id, const Leaf *leaf) {
  int32_t width = block_width(regions, id), height = block_height(regions, id);
  uint8_t *labels = regions->labels + first_cell(regions, id);
  uint8_t final[LEAF_COMPONENTS + 1] = { 0 };
  for (uint32_t i = 0; i < regions->draft.parts; i++) final[i + 1] = (uint8_t)leaf->parts[i].above;
  for (int32_t y = 0; y < height; y++, labels += regions->grid->stride) {
    const uint8_t *row = leaf->labels + (y + 1) * LEAF_ROW + 1;
    for (int32_t x = 0; x < width; x++) labels[x] = final[row[x]];
  }
}

bool leaf_sync(Regions *regions, Memory *memory, BlockId id) {
  Leaf leaf;
  leaf_scan(regions, id, &leaf);
  bool same = leaf_join(regions, id, &leaf);
  draft_clear_sums(&regions->draft);
  draft_add(&regions->draft, leaf.parts, regions->draft.parts);
  if (!block_commit(regions, memory, id, same)) return false;
  write_labels(regions, id, &leaf);
  return true;
}
