/*
** The pyramid of blocks behind region.h.
**
** A block of level k covers 16 << k cells each way (less at the right and the lower edge of the
** map); the block (x, y) of a level has the children (2x, 2y) … (2x + 1, 2y + 1) one level below.
** A block has a side only where another block adjoins, so the block at the top has none. What a
** block knows:
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
** was made anew, its parent must be joined anew if the sides differ, must only be added up anew if
** the sides are as before but a size or a first cell differs, and is good as it is otherwise.
** That is what a mark says. Invariants:
**
** - The ancestors of a marked block are marked.
** - A block that is not marked agrees with its children, and their `above` with it. Only where a
**   block is to be joined, the `above` of its children may be anything.
** - A block changes when its memory has been had and not before; its mark is then cleared and its
**   parent marked. So a sync that failed can be called again and goes on where it stopped.
*/
#include "region.h"

#include <string.h>

#define LEAF 16
#define LEAF_CELLS (LEAF * LEAF)
#define LEAF_COMPONENTS (LEAF_CELLS / 2)      /* at most, as on a chessboard */
#define MAX_LEVELS 25                         /* 16 << 24 = ASTAR_MAX_CELLS, one row of them */

typedef struct Component {
  uint32_t above;                   /* the component of the parent it is a part of; 0: closed */
  uint32_t first;                   /* 1 + y * width + x of its first cell in reading order */
  uint32_t size;                    /* cells */
} Component;

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

typedef struct Place {              /* of a block */
  int32_t level, x, y;
} Place;

enum { UPPER, LOWER, LEFT, RIGHT, SIDES };

/*
** A block in the making. The parts it is joined from are numbered from 1; `root` leads from a
** part to the least of those it is connected with, so root[part] <= part.
*/
typedef struct Draft {
  uint32_t *root;
  uint32_t *number;                 /* by root: the component, 0: not numbered yet */
  Component *components;            /* component n is components[n - 1] */
  uint16_t *sides;
  uint32_t parts, count, outer;
  size_t side_cells;                /* of which labels are kept: none for a leaf */
} Draft;

struct Regions {
  const Grid *grid;
  const uint8_t *open;
  uint8_t *labels;                  /* by cell: the component in its leaf; 0: blocked */
  Block *blocks;                    /* of all levels */
  size_t block_count;
  size_t max_parts, max_sides;      /* what the draft has room for */
  Draft draft;
  bool corners;
  int32_t level_count;
  Level levels[MAX_LEVELS];         /* the leaves first */
};

/* ---- places -------------------------------------------------------------------------------- */

static Block *block_at(const Regions *regions, Place place) {
  const Level *level = &regions->levels[place.level];
  return &level->blocks[(size_t)place.y * (size_t)level->columns + (size_t)place.x];
}

static Place parent_of(Place place) {
  return (Place){ place.level + 1, place.x >> 1, place.y >> 1 };
}

static bool place_exists(const Regions *regions, Place place) {
  const Level *level = &regions->levels[place.level];
  return place.x < level->columns && place.y < level->rows;
}

static int32_t least(int32_t a, int32_t b) {
  return a < b ? a : b;
}

static int32_t block_width(const Regions *regions, Place place) {
  int32_t size = LEAF << place.level;
  return least(size, regions->grid->width - place.x * size);
}

static int32_t block_height(const Regions *regions, Place place) {
  int32_t size = LEAF << place.level;
  return least(size, regions->grid->height - place.y * size);
}

/* The cells along each side, 0 where there is none; returns how many that are. */
static size_t side_lengths(const Regions *regions, Place place, int32_t length[SIDES]) {
  const Level *level = &regions->levels[place.level];
  int32_t width = block_width(regions, place), height = block_height(regions, place);
  length[UPPER] = place.y > 0 ? width : 0;
  length[LOWER] = place.y + 1 < level->rows ? width : 0;
  length[LEFT] = place.x > 0 ? height : 0;
  length[RIGHT] = place.x + 1 < level->columns ? height : 0;
  return (size_t)length[UPPER] + (size_t)length[LOWER] + (size_t)length[LEFT] +
         (size_t)length[RIGHT];
}

static uint16_t *stored_sides(const Block *block) {
  return (uint16_t *)(void *)(block->components + block->count);
}

static void mark(Block *block, Mark wanted) {
  if (block->mark < wanted) block->mark = (uint8_t)wanted;
}

/* ---- drafts -------------------------------------------------------------------------------- */

static void draft_begin(Draft *draft, uint32_t parts) {
  draft->parts = parts;
  draft->count = 0;
  for (uint32_t part = 0; part <= parts; part++) {
    draft->root[part] = part;
    draft->number[part] = 0;
  }
}

static uint32_t draft_root(Draft *draft, uint32_t part) {
  uint32_t *root = draft->root;
  while (root[part] != part) {
    root[part] = root[root[part]];
    part = root[part];
  }
  return part;
}

static void draft_unite(Draft *draft, uint32_t a, uint32_t b) {
  if (draft->root[a] == draft->root[b]) return;
  a = draft_root(draft, a);
  b = draft_root(draft, b);
  if (a < b) draft->root[b] = a;
  else draft->root[a] = b;
}

/* Behind the last draft_unite: makes each root final. Roots are the least, hence final first. */
static void draft_settle(Draft *draft) {
  uint32_t *root = draft->root;
  for (uint32_t part = 1; part <= draft->parts; part++) root[part] = root[root[part]];
}

static uint32_t draft_number(Draft *draft, uint32_t part) {
  uint32_t *number = &draft->number[draft->root[part]];
  if (*number == 0) *number = ++draft->count;
  return *number;
}

/* Tells a list of parts, the one behind `base` first, which component they belong to. */
static void draft_name(Draft *draft, uint32_t base, Component *parts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) parts[i].above = draft_number(draft, base + 1 + i);
}

static void draft_clear_sums(Draft *draft) {
  for (uint32_t i = 0; i < draft->count; i++) {
    draft->components[i] = (Component){ 0, UINT32_MAX, 0 };
  }
}

static void draft_add(Draft *draft, const Component *parts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    Component *sum = &draft->components[parts[i].above - 1];
    sum->size += parts[i].size;
    if (parts[i].first < sum->first) sum->first = parts[i].first;
  }
}

/* ---- from a draft to its block ------------------------------------------------------------- */

/*
** The sides are as before, and with them the numbers of the outer components, so the parent knows
** them by the same names. Returns what is left to do for it.
*/
static Mark keep_above(const Block *block, Draft *draft) {
  Mark left = CLEAN;
  for (uint32_t i = 0; i < draft->outer; i++) {
    const Component *old = &block->components[i];
    Component *new = &draft->components[i];
    new->above = old->above;
    if (new->first != old->first || new->size != old->size) left = ADD;
  }
  return left;
}

/* Makes the block's memory fit. What was in it is lost, unless it fails. */
static bool make_room(Memory *memory, Block *block, size_t size) {
  if (size <= block->capacity && size >= block->capacity / 2) return true;
  void *room = NULL;
  if (size > 0 && (room = memory_raw(memory, size)) == NULL) return false;
  memory_free(memory, block->components, block->capacity);
  block->components = room;
  block->capacity = (uint32_t)size;
  return true;
}

static bool store(Memory *memory, Block *block, const Draft *draft) {
  size_t components = draft->count * sizeof(Component);
  size_t sides = draft->side_cells * sizeof(uint16_t);
  if (!make_room(memory, block, components + sides)) return false;
  block->count = draft->count;
  block->outer = draft->outer;
  if (components > 0) memcpy(block->components, draft->components, components);
  if (sides > 0) memcpy(stored_sides(block), draft->sides, sides);
  return true;
}

/* `same`: the labels of the sides are as before. */
static bool commit(Regions *regions, Memory *memory, Place place, bool same) {
  Block *block = block_at(regions, place);
  Mark left = same ? keep_above(block, &regions->draft) : JOIN;
  if (!store(memory, block, &regions->draft)) return false;
  block->mark = CLEAN;
  if (place.level + 1 < regions->level_count) mark(block_at(regions, parent_of(place)), left);
  return true;
}

/* ---- leaves -------------------------------------------------------------------------------- */

#define ROW (LEAF + 2)              /* with a border, so that neighbours need no bounds */

typedef struct Leaf {
  Component parts[LEAF_COMPONENTS];
  uint8_t labels[(LEAF + 1) * ROW]; /* by cell: its part; a border at the left, above, the right */
} Leaf;

static uint16_t *copy_side(uint16_t *to, const uint8_t *from, size_t step, int32_t length) {
  for (int32_t i = 0; i < length; i++) *to++ = from[(size_t)i * step];
  return to;
}

/* The labels along the sides of a leaf; `labels` is its first cell in rows of `stride`. */
static size_t leaf_sides(const Regions *regions, Place place, const uint8_t *labels, size_t stride,
                         uint16_t *to) {
  int32_t length[SIDES];
  size_t count = side_lengths(regions, place, length);
  const uint8_t *lower = labels + (size_t)(block_height(regions, place) - 1) * stride;
  const uint8_t *right = labels + block_width(regions, place) - 1;
  to = copy_side(to, labels, 1, length[UPPER]);
  to = copy_side(to, lower, 1, length[LOWER]);
  to = copy_side(to, labels, stride, length[LEFT]);
  copy_side(to, right, stride, length[RIGHT]);
  return count;
}

static Cell leaf_cell(const Regions *regions, Place place) {
  return grid_cell(regions->grid, place.x * LEAF, place.y * LEAF);
}

static uint8_t leaf_unite(Draft *draft, uint8_t label, uint8_t other) {
  if (label == 0) return other;
  if (other != 0 && other != label) draft_unite(draft, label, other);
  return label;
}

/* The part of an open cell by its neighbours that came before it, 0 if there are none. */
static uint8_t leaf_label(Regions *regions, const uint8_t *at) {
  Draft *draft = &regions->draft;
  uint8_t label = leaf_unite(draft, at[-1], at[-ROW]);
  if (!regions->corners || at[-ROW] != 0) return label;    /* the one above has its neighbours */
  label = leaf_unite(draft, label, at[-ROW - 1]);
  return leaf_unite(draft, label, at[-ROW + 1]);
}

static uint8_t leaf_part(Draft *draft, Leaf *leaf, uint32_t first) {
  leaf->parts[draft->parts++] = (Component){ 0, first, 0 };
  return (uint8_t)draft->parts;
}

static void leaf_scan(Regions *regions, Place place, Leaf *leaf) {
  const Grid *grid = regions->grid;
  int32_t width = block_width(regions, place), height = block_height(regions, place);
  const uint8_t *open = regions->open + leaf_cell(regions, place);
  uint32_t id = 1 + (uint32_t)(place.y * LEAF * grid->width + place.x * LEAF);
  draft_begin(&regions->draft, LEAF_COMPONENTS);
  regions->draft.parts = 0;
  memset(leaf->labels, 0, sizeof leaf->labels);
  for (int32_t y = 0; y < height; y++) {
    uint8_t *row = leaf->labels + (y + 1) * ROW + 1;
    for (int32_t x = 0; x < width; x++) {
      if (open[x] == 0) continue;
      row[x] = leaf_label(regions, row + x);
      if (row[x] == 0) row[x] = leaf_part(&regions->draft, leaf, id + (uint32_t)x);
      leaf->parts[row[x] - 1].size++;
    }
    open += grid->stride;
    id += (uint32_t)grid->width;
  }
}

/* Numbers the components of a leaf, those along the sides first. Are the sides as before? */
static bool leaf_join(Regions *regions, Place place, Leaf *leaf) {
  Draft *draft = &regions->draft;
  uint16_t before[SIDES * LEAF];
  size_t stride = (size_t)regions->grid->stride;
  size_t count = leaf_sides(regions, place, leaf->labels + ROW + 1, ROW, draft->sides);
  draft_settle(draft);
  for (size_t i = 0; i < count; i++) {
    if (draft->sides[i] != 0) draft->sides[i] = (uint16_t)draft_number(draft, draft->sides[i]);
  }
  draft->outer = draft->count;
  draft->side_cells = 0;
  draft_name(draft, 0, leaf->parts, draft->parts);
  leaf_sides(regions, place, regions->labels + leaf_cell(regions, place), stride, before);
  return memcmp(before, draft->sides, count * sizeof *before) == 0;
}

static void leaf_write(Regions *regions, Place place, const Leaf *leaf) {
  int32_t width = block_width(regions, place), height = block_height(regions, place);
  uint8_t *labels = regions->labels + leaf_cell(regions, place);
  uint8_t final[LEAF_COMPONENTS + 1] = { 0 };
  for (uint32_t i = 0; i < regions->draft.parts; i++) final[i + 1] = (uint8_t)leaf->parts[i].above;
  for (int32_t y = 0; y < height; y++, labels += regions->grid->stride) {
    const uint8_t *row = leaf->labels + (y + 1) * ROW + 1;
    for (int32_t x = 0; x < width; x++) labels[x] = final[row[x]];
  }
}

static bool leaf_sync(Regions *regions, Memory *memory, Place place) {
  Leaf leaf;
  leaf_scan(regions, place, &leaf);
  bool same = leaf_join(regions, place, &leaf);
  draft_clear_sums(&regions->draft);
  draft_add(&regions->draft, leaf.parts, regions->draft.parts);
  if (!commit(regions, memory, place, same)) return false;
  leaf_write(regions, place, &leaf);
  return true;
}

/* ---- blocks with children ------------------------------------------------------------------ */

typedef struct Edge {               /* one side of a child */
  const uint16_t *labels;
  int32_t length;
  uint32_t base;                    /* what makes a label the number of a part */
} Edge;

typedef struct Child {              /* all 0 where the map ends before it */
  Component *components;
  uint32_t outer, base;
  Edge edges[SIDES];
  uint16_t leaf_sides[SIDES * LEAF];
} Child;

typedef struct Family {             /* the children 0 1 above 2 3 */
  Child children[4];
} Family;

static void child_edges(const Regions *regions, Place place, Child *child) {
  int32_t length[SIDES];
  const uint16_t *labels = child->leaf_sides;
  side_lengths(regions, place, length);
  if (place.level > 0) {
    labels = stored_sides(block_at(regions, place));
  } else {
    leaf_sides(regions, place, regions->labels + leaf_cell(regions, place),
               (size_t)regions->grid->stride, child->leaf_sides);
  }
  for (int side = 0; side < SIDES; labels += length[side++]) {
    child->edges[side] = (Edge){ labels, length[side], child->base };
  }
}

static Place child_place(Place place, int index) {
  return (Place){ place.level - 1, place.x * 2 + (index & 1), place.y * 2 + (index >> 1) };
}

/* Returns the number of parts. */
static uint32_t family_gather(const Regions *regions, Place place, Family *family) {
  uint32_t parts = 0;
  for (int i = 0; i < 4; i++) {
    Child *child = &family->children[i];
    Place below = child_place(place, i);
    memset(child, 0, sizeof *child);
    child->base = parts;
    if (!place_exists(regions, below)) continue;
    child->components = block_at(regions, below)->components;
    child->outer = block_at(regions, below)->outer;
    parts += child->outer;
  }
  return parts;
}

static void unite_cells(Draft *draft, const Edge *a, int32_t i, const Edge *b, int32_t j) {
  if (a->labels[i] != 0 && b->labels[j] != 0) {
    draft_unite(draft, a->base + a->labels[i], b->base + b->labels[j]);
  }
}

/*
** Two sides that lie along each other. What touches at a corner only matters where the cell right
** across is blocked: were it open, it would be connected with both.
*/
static void seam(Regions *regions, const Edge *a, const Edge *b) {
  Draft *draft = &regions->draft;
  int32_t last = a->length - 1;
  for (int32_t i = 0; i <= last; i++) {
    if (a->labels[i] == 0) continue;
    unite_cells(draft, a, i, b, i);
    if (!regions->corners || b->labels[i] != 0) continue;
    if (i > 0) unite_cells(draft, a, i, b, i - 1);
    if (i < last) unite_cells(draft, a, i, b, i + 1);
  }
}

static void family_unite(Regions *regions, const Family *family) {
  const Child *child = family->children;
  const Edge *left = &child[0].edges[RIGHT], *right = &child[1].edges[LEFT];
  seam(regions, left, right);
  seam(regions, &child[2].edges[RIGHT], &child[3].edges[LEFT]);
  seam(regions, &child[0].edges[LOWER], &child[2].edges[UPPER]);
  seam(regions, &child[1].edges[LOWER], &child[3].edges[UPPER]);
  if (regions->corners && child[3].edges[LEFT].length > 0) {     /* the point in the middle */
    unite_cells(&regions->draft, left, left->length - 1, &child[3].edges[LEFT], 0);
    unite_cells(&regions->draft, right, right->length - 1, &child[2].edges[RIGHT], 0);
  }
}

static uint16_t *family_side(Draft *draft, const Edge *edge, uint16_t *to) {
  for (int32_t i = 0; i < edge->length; i++) {
    uint16_t label = edge->labels[i];
    *to++ = label == 0 ? 0 : (uint16_t)draft_number(draft, edge->base + label);
  }
  return to;
}

/* A side of a block is that of two of its children. */
static void family_sides(Draft *draft, const Family *family) {
  static const uint8_t pairs[SIDES][2] = { { 0, 1 }, { 2, 3 }, { 0, 2 }, { 1, 3 } };
  uint16_t *to = draft->sides;
  for (int side = 0; side < SIDES; side++) {
    to = family_side(draft, &family->children[pairs[side][0]].edges[side], to);
    to = family_side(draft, &family->children[pairs[side][1]].edges[side], to);
  }
  draft->outer = draft->count;
  draft->side_cells = (size_t)(to - draft->sides);
}

/* Numbers the components anew. Are the sides as before? */
static bool family_join(Regions *regions, Place place, Family *family) {
  Draft *draft = &regions->draft;
  const Block *block = block_at(regions, place);
  for (int i = 0; i < 4; i++) {
    Place below = child_place(place, i);
    if (place_exists(regions, below)) child_edges(regions, below, &family->children[i]);
  }
  family_unite(regions, family);
  draft_settle(draft);
  family_sides(draft, family);
  for (int i = 0; i < 4; i++) {
    Child *child = &family->children[i];
    draft_name(draft, child->base, child->components, child->outer);
  }
  size_t size = draft->side_cells * sizeof *draft->sides;
  if (size == 0) return true;
  return block->capacity > 0 && memcmp(stored_sides(block), draft->sides, size) == 0;
}

/* Takes everything but the sums from the block as it is. */
static void family_keep(const Regions *regions, Place place, Draft *draft) {
  const Block *block = block_at(regions, place);
  int32_t length[SIDES];
  draft->count = block->count;
  draft->outer = block->outer;
  draft->side_cells = side_lengths(regions, place, length);
  if (draft->side_cells == 0) return;
  memcpy(draft->sides, stored_sides(block), draft->side_cells * sizeof *draft->sides);
}

static bool family_sync(Regions *regions, Memory *memory, Place place) {
  Family family;
  Draft *draft = &regions->draft;
  bool same = true;
  uint32_t parts = family_gather(regions, place, &family);
  if (block_at(regions, place)->mark == JOIN) {
    draft_begin(draft, parts);
    same = family_join(regions, place, &family);
  } else {
    family_keep(regions, place, draft);
  }
  draft_clear_sums(draft);
  for (int i = 0; i < 4; i++) {
    draft_add(draft, family.children[i].components, family.children[i].outer);
  }
  return commit(regions, memory, place, same);
}

/* ---- the pyramid --------------------------------------------------------------------------- */

static bool sync_block(Regions *regions, Memory *memory, Place place) {
  Block *block = block_at(regions, place);
  if (block->mark == CLEAN) return true;
  if (place.level == 0) return leaf_sync(regions, memory, place);
  for (int i = 0; i < 4; i++) {
    Place below = child_place(place, i);
    if (place_exists(regions, below) && !sync_block(regions, memory, below)) return false;
  }
  if (block->mark == LOOK) {
    block->mark = CLEAN;
    return true;
  }
  return family_sync(regions, memory, place);
}

static Place top_of(const Regions *regions) {
  return (Place){ regions->level_count - 1, 0, 0 };
}

bool regions_sync(Regions *regions, Memory *memory) {
  return sync_block(regions, memory, top_of(regions));
}

static Place leaf_of(const Regions *regions, Cell cell) {
  astar_cell at = grid_position(regions->grid, cell);
  return (Place){ 0, at.x / LEAF, at.y / LEAF };
}

void regions_touch(Regions *regions, Cell cell) {
  Place place = leaf_of(regions, cell);
  Mark wanted = JOIN;
  while (place.level < regions->level_count && block_at(regions, place)->mark == CLEAN) {
    mark(block_at(regions, place), wanted);
    place = parent_of(place);
    wanted = LOOK;
  }
}

void regions_touch_all(Regions *regions) {
  for (size_t i = 0; i < regions->block_count; i++) mark(&regions->blocks[i], JOIN);
}

/* ---- making and freeing -------------------------------------------------------------------- */

static int32_t blocks_along(int32_t cells, int32_t level) {
  return (int32_t)(((int64_t)cells + (LEAF << level) - 1) / (LEAF << level));
}

/* How many cells the sides of a block of the level have at most. */
static size_t max_side_cells(const Regions *regions, const Level *level) {
  int32_t size = LEAF << (level - regions->levels);
  size_t width = (size_t)least(size, regions->grid->width);
  size_t height = (size_t)least(size, regions->grid->height);
  return (level->rows > 1 ? 2 * width : 0) + (level->columns > 1 ? 2 * height : 0);
}

/*
** At most every other cell of a side begins a component, so that four children have no more of
** them than half their sides, and the odd cell of each of the sixteen.
*/
static void count_draft(Regions *regions, const Level *level) {
  size_t sides = max_side_cells(regions, level);
  size_t parts = 4 * (sides / 2) + 4 * SIDES;
  if (sides > regions->max_sides) regions->max_sides = sides;
  if (parts > regions->max_parts) regions->max_parts = parts;
}

static void count_blocks(Regions *regions) {
  Level *level;
  regions->max_sides = SIDES * LEAF;
  regions->max_parts = LEAF_COMPONENTS;
  do {
    level = &regions->levels[regions->level_count];
    level->columns = blocks_along(regions->grid->width, regions->level_count);
    level->rows = blocks_along(regions->grid->height, regions->level_count);
    regions->level_count++;
    regions->block_count += (size_t)level->columns * (size_t)level->rows;
    count_draft(regions, level);
  } while (level->columns > 1 || level->rows > 1);
}

static bool reserve(Regions *regions, Memory *memory) {
  Draft *draft = &regions->draft;
  size_t parts = regions->max_parts + 1;
  regions->labels = memory_new(memory, regions->grid->cells);
  regions->blocks = memory_new(memory, regions->block_count * sizeof *regions->blocks);
  draft->root = memory_raw(memory, parts * sizeof *draft->root);
  draft->number = memory_raw(memory, parts * sizeof *draft->number);
  draft->components = memory_raw(memory, parts * sizeof *draft->components);
  draft->sides = memory_raw(memory, regions->max_sides * sizeof *draft->sides);
  return regions->labels && regions->blocks && draft->root && draft->number &&
         draft->components && draft->sides;
}

static void share_blocks(Regions *regions) {
  Block *next = regions->blocks;
  for (int32_t i = 0; i < regions->level_count; i++) {
    Level *level = &regions->levels[i];
    level->blocks = next;
    next += (size_t)level->columns * (size_t)level->rows;
  }
}

Regions *regions_new(Memory *memory, const Grid *grid, const uint8_t *open, bool corners) {
  Regions *regions = memory_new(memory, sizeof *regions);
  if (regions == NULL) return NULL;
  regions->grid = grid;
  regions->open = open;
  regions->corners = corners;
  count_blocks(regions);
  if (!reserve(regions, memory)) {
    regions_free(regions, memory);
    return NULL;
  }
  share_blocks(regions);
  regions_touch_all(regions);
  return regions;
}

static void free_contents(Regions *regions, Memory *memory) {
  for (size_t i = 0; regions->blocks != NULL && i < regions->block_count; i++) {
    memory_free(memory, regions->blocks[i].components, regions->blocks[i].capacity);
  }
}

void regions_free(Regions *regions, Memory *memory) {
  if (regions == NULL) return;
  Draft *draft = &regions->draft;
  size_t parts = regions->max_parts + 1;
  free_contents(regions, memory);
  memory_free(memory, regions->labels, regions->grid->cells);
  memory_free(memory, regions->blocks, regions->block_count * sizeof *regions->blocks);
  memory_free(memory, draft->root, parts * sizeof *draft->root);
  memory_free(memory, draft->number, parts * sizeof *draft->number);
  memory_free(memory, draft->components, parts * sizeof *draft->components);
  memory_free(memory, draft->sides, regions->max_sides * sizeof *draft->sides);
  memory_free(memory, regions, sizeof *regions);
}

/* ---- asking -------------------------------------------------------------------------------- */

typedef struct Climb {              /* a component on the way up */
  Place place;
  uint32_t component;
} Climb;

static const Component *climb_component(const Regions *regions, Climb climb) {
  return &block_at(regions, climb.place)->components[climb.component - 1];
}

static bool climb_up(const Regions *regions, Climb *climb) {
  uint32_t above = climb_component(regions, *climb)->above;
  if (above == 0) return false;
  *climb = (Climb){ parent_of(climb->place), above };
  return true;
}

uint32_t regions_at(const Regions *regions, Cell cell, uint32_t *size) {
  Climb climb = { leaf_of(regions, cell), regions->labels[cell] };
  if (size != NULL) *size = 0;
  if (climb.component == 0) return 0;
  while (climb_up(regions, &climb)) {}
  const Component *whole = climb_component(regions, climb);
  if (size != NULL) *size = whole->size;
  return whole->first;
}

static bool climb_same(const Climb *a, const Climb *b) {
  return a->component == b->component && a->place.x == b->place.x && a->place.y == b->place.y;
}

bool regions_connected(const Regions *regions, Cell a, Cell b) {
  Climb from = { leaf_of(regions, a), regions->labels[a] };
  Climb to = { leaf_of(regions, b), regions->labels[b] };
  if (from.component == 0 || to.component == 0) return false;
  while (!climb_same(&from, &to)) {
    if (!climb_up(regions, &from) || !climb_up(regions, &to)) return false;
  }
  return true;
}
