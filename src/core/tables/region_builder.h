/*
** Builders of regions: the components of a block in the making, see region_block.h.
**
** A block is joined from parts, which are numbered from 1. First, parts that touch are united
** (union-find). Then the builder is flattened, and components are numbered, from 1 as well, in the
** order in which region_builder_number meets them. Then each part is told its component, and added
** to it. Invariants:
**
** - `root` leads from a part to the least of those with which it is united, through ever lower
**   ones: root[part] <= part. In a flattened builder it leads there in one step.
** - The numbers given are 1 … count: none is left out, and none is given twice.
**
** A builder is used for one block after the other. It has room for the largest, so only
** region_builder_reserve allocates.
*/
#ifndef ASTAR_REGION_BUILDER_H
#define ASTAR_REGION_BUILDER_H

#include "../base/assert.h"
#include "../base/memory.h"

typedef struct Component {
  uint32_t above;                   /* the component of the parent it is a part of; 0: closed */
  uint32_t first;                   /* 1 + y * width + x of its first cell in reading order */
  uint32_t size;                    /* cells */
} Component;

typedef struct RegionBuilder {
  uint32_t *root;
  uint32_t *number;                 /* by root: the component, 0: not numbered yet */
  Component *components;            /* component n is components[n - 1] */
  uint16_t *sides;                  /* their labels; a part's number until it has a component */
  uint32_t parts, count, outer;
  size_t side_cells;                /* of which labels are kept: none for a leaf */
  size_t max_parts, max_sides;      /* what there is room for */
} RegionBuilder;

/* Makes room for max_parts and max_sides. False: no memory; region_builder_free frees what there
** is. */
bool region_builder_reserve(RegionBuilder *builder, Memory *memory);
void region_builder_free(RegionBuilder *builder, Memory *memory);

/* So many parts, nothing united. */
void region_builder_begin(RegionBuilder *builder, uint32_t parts);
/* Must be called behind the last region_builder_unite and before the first
** region_builder_number. */
void region_builder_flatten(RegionBuilder *builder);
/* Names a list of parts, the one behind `base` first. */
void region_builder_name(RegionBuilder *builder, uint32_t base, Component *parts, uint32_t count);
/* Components without cells, to which region_builder_add adds parts that have been named. */
void region_builder_clear_sums(RegionBuilder *builder);
void region_builder_add(RegionBuilder *builder, const Component *parts, uint32_t count);

static inline uint32_t region_builder_root(RegionBuilder *builder, uint32_t part) {
  uint32_t *root = builder->root;
  while (root[part] != part) {
    root[part] = root[root[part]];
    part = root[part];
  }
  return part;
}

static inline void region_builder_unite(RegionBuilder *builder, uint32_t a, uint32_t b) {
  ASTAR_ASSERT(a > 0 && a <= builder->parts && b > 0 && b <= builder->parts);
  if (builder->root[a] == builder->root[b]) return;
  a = region_builder_root(builder, a);
  b = region_builder_root(builder, b);
  if (a < b) builder->root[b] = a;
  else builder->root[a] = b;
}

/* The component of a part; it is numbered if it was not yet. */
static inline uint32_t region_builder_number(RegionBuilder *builder, uint32_t part) {
  uint32_t *number = &builder->number[builder->root[part]];
  if (*number == 0) *number = ++builder->count;
  ASTAR_ASSERT(*number <= builder->count && builder->count <= builder->parts);
  return *number;
}

#endif
