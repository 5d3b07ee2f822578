/*
** Drafts: the components of a block in the making, see region_block.h.
**
** A block is joined from parts, which are numbered from 1. First, parts that touch are united. Then
** the draft is flattened, and components are numbered, from 1 as well, in the order in
** which draft_number meets them. Then each part is told its component, and added to it.
** Invariants:
**
** - `root` leads from a part to the least of those with which it is united, through ever lower
**   ones: root[part] <= part. In a flattened draft it leads there in one step.
** - The numbers given are 1 … count: none is left out, and none is given twice.
**
** A draft is used for one block after the other. It has room for the largest, so only draft_reserve
** allocates.
*/
#ifndef ASTAR_REGION_DRAFT_H
#define ASTAR_REGION_DRAFT_H

#include "../base/assert.h"
#include "../base/memory.h"

typedef struct Component {
  uint32_t above;                   /* the component of the parent it is a part of; 0: closed */
  uint32_t first;                   /* 1 + y * width + x of its first cell in reading order */
  uint32_t size;                    /* cells */
} Component;

typedef struct Draft {
  uint32_t *root;
  uint32_t *number;                 /* by root: the component, 0: not numbered yet */
  Component *components;            /* component n is components[n - 1] */
  uint16_t *sides;                  /* their labels; a part's number until it has a component */
  uint32_t parts, count, outer;
  size_t side_cells;                /* of which labels are kept: none for a leaf */
  size_t max_parts, max_sides;      /* what there is room for */
} Draft;

/* Makes room for max_parts and max_sides. False: no memory; draft_free frees what there is. */
bool draft_reserve(Draft *draft, Memory *memory);
void draft_free(Draft *draft, Memory *memory);

/* So many parts, nothing united. */
void draft_begin(Draft *draft, uint32_t parts);
/* Must be called behind the last draft_unite and before the first draft_number. */
void draft_flatten(Draft *draft);
/* Names a list of parts, the one behind `base` first. */
void draft_name(Draft *draft, uint32_t base, Component *parts, uint32_t count);
/* Components without cells, to which draft_add adds parts that have been named. */
void draft_clear_sums(Draft *draft);
void draft_add(Draft *draft, const Component *parts, uint32_t count);

static inline uint32_t draft_root(Draft *draft, uint32_t part) {
  uint32_t *root = draft->root;
  while (root[part] != part) {
    root[part] = root[root[part]];
    part = root[part];
  }
  return part;
}

static inline void draft_unite(Draft *draft, uint32_t a, uint32_t b) {
  ASTAR_ASSERT(a > 0 && a <= draft->parts && b > 0 && b <= draft->parts);
  if (draft->root[a] == draft->root[b]) return;
  a = draft_root(draft, a);
  b = draft_root(draft, b);
  if (a < b) draft->root[b] = a;
  else draft->root[a] = b;
}

/* The component of a part; it is numbered if it was not yet. */
static inline uint32_t draft_number(Draft *draft, uint32_t part) {
  uint32_t *number = &draft->number[draft->root[part]];
  if (*number == 0) *number = ++draft->count;
  ASTAR_ASSERT(*number <= draft->count && draft->count <= draft->parts);
  return *number;
}

#endif
