/*
** Any-angle search: the shortest path of straight, clear lines (sweep.h) between the centres of
** cells, after Anya (D. Harabor, A. Grastien, D. Öz, V. Aksakalli, "Optimal Any-Angle Pathfinding
** in Practice", JAIR 2016).
**
** The centres of cells are points of a lattice. Around a blocked cell the unit's centre must not
** come nearer than one cell in both axes. So of the squares between four centres those are free
** whose four cells are open. The unit's centre moves in free squares, and along rows and columns of
** open cells. Such a path turns at corners only: open cells with a blocked diagonal neighbour, both
** of whose neighbours beside it are open.
**
** A *cone* is what a root sees through one row: the root is the start or the last corner turned at,
** and two rays bound an interval on the row. An expansion looks through the interval at the next
** row, where it may be parted by blocked cells; and turns at corners in it, each of which is a root
** for what it sees and its parent does not. What a root sees along its own row is a *flat*. All of
** them wait in one heap, ordered by the length of the way to the root and an estimate from there
** through the interval to the goal.
**
** Numbers. Roots are cells, and each ray leads from its root through a cell, so that it is a pair
** of integers, and no point on it needs to be rounded. Lengths are in 1/65536 of a cell: each line
** of a path is rounded to the nearest, estimates are rounded down.
**
** Invariant: the node of a cell at which a root was made holds, as its G, the number of the
** shortest of its roots; what another root there still has in the heap is passed over.
*/
#include "anya_search.h"

#include "../base/bits.h"
#include "../base/builtin.h"
#include "../grid/sweep.h"
#include "jps_search.h"
#include "trace.h"
#include "any_angle.h"

#define ANYA_SIDE 16384             /* of a map: products of what is measured fit 64 bits */
#define ANYA_NO_ROOT UINT32_MAX

/* Where the corner lies that is turned at: at an end of an interval, towards what lies before its
** row; or at an end of the open columns behind the row (of a flat: above it, below it). */
typedef enum AnyaCorner { CORNER_LEFT, CORNER_RIGHT, CORNER_FIRST, CORNER_LAST } AnyaCorner;

/* A direction, down or up the map as that of its cone: `dy` is not negative, 0: along the row. */
typedef struct AnyaRay {
  int32_t dx, dy;
} AnyaRay;

typedef struct AnyaRoot {
  uint64_t g;
  astar_cell at;
  uint32_t parent, turns;           /* how many there are on the way to it, itself included */
  uint32_t equal;                   /* another root at the cell, no farther away; or NO_ROOT */
  AnyaCorner corner;
} AnyaRoot;

typedef struct AnyaNode {
  uint64_t f;
  uint32_t root;
  int32_t row;                      /* of the interval */
  int8_t down;                      /* to which side of the root that is: 1, -1; 0: along its row */
  int8_t side;                      /* of a flat: 1, -1; 0: the goal, in sight of the root */
  AnyaRay left, right;
} AnyaNode;

typedef struct AnyaState {
  AnyaNode *heap;
  size_t count, capacity;
  AnyaRoot *roots;
  size_t root_count, root_capacity;
  bool traced;                      /* its beginning was told */
} AnyaState;

_Static_assert(sizeof(AnyaState) <= ENGINE_STATE_BYTES, "the state of an engine has its place");

typedef struct Anya {
  astar_search *search;
  AnyaState *own;
  const uint8_t *kind;
  int32_t stride, width, height;
  astar_cell goal;
  bool starved;                     /* of memory */
} Anya;

static AnyaState *anya_state(astar_search *search) {
  return (AnyaState *)&search->engine_state;
}

const char *anya_search_needs(const astar_search *search) {
  const Grid *grid = &search->map->grid;
  if (!search->query.any_angle) return "'any_angle' is not set";
  if (grid->width > ANYA_SIDE || grid->height > ANYA_SIDE) return "the map is too wide or high";
  return jps_search_needs(search);
}

const char *anya_search_objection(const astar_search *search) {
  const char *objection = anya_search_needs(search);
  return objection != NULL ? objection : jps_search_objection(search);
}

/* ---- lengths --------------------------------------------------------------------------------- */

/* The length of (x, y) / parts, rounded down. */
static uint64_t anya_length(int64_t x, int64_t y, int64_t parts) {
  uint64_t square = (uint64_t)(x * x + y * y);
  if (square == 0) return 0;
  int places = high_zeros_64(square) / 2;
  uint64_t root = integer_root(square << 2 * places);
  return places < 16 ? (root << (16 - places)) / (uint64_t)parts
                     : root / ((uint64_t)parts << (places - 16));
}

static uint64_t anya_line(astar_cell from, astar_cell to) {
  int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
  return (integer_root((uint64_t)(dx * dx + dy * dy) << 34) + 1) / 2;
}

/* From a root over the point where a ray comes `depth` rows away from it, to a point. */
static uint64_t length_over(AnyaRay ray, int64_t depth, int64_t to_x, int64_t to_depth) {
  int64_t x = ray.dx * depth;
  return anya_length(x, ray.dy * depth, ray.dy) +
         anya_length(to_x * ray.dy - x, (to_depth - depth) * ray.dy, ray.dy);
}

/* The least length from a cone's root through its interval to the goal. A goal on the near side of
** the row is as far away as its mirror image on the other one. */
static uint64_t cone_estimate(const Anya *anya, const AnyaNode *cone) {
  astar_cell root = anya->own->roots[cone->root].at;
  int64_t depth = (int64_t)(cone->row - root.y) * cone->down;
  int64_t to_depth = (int64_t)(anya->goal.y - root.y) * cone->down;
  int64_t to_x = (int64_t)anya->goal.x - root.x;
  if (to_depth < depth) to_depth = 2 * depth - to_depth;
  if (to_x * cone->left.dy < cone->left.dx * to_depth)
    return length_over(cone->left, depth, to_x, to_depth);
  if (to_x * cone->right.dy > cone->right.dx * to_depth)
    return length_over(cone->right, depth, to_x, to_depth);
  return anya_length(to_x, to_depth, 1);
}

/* ---- the heap -------------------------------------------------------------------------------- */

static void anya_push(Anya *anya, AnyaNode node) {
  AnyaState *own = anya->own;
  if (!memory_grow(&anya->search->map->memory, own->heap, own->count, &own->capacity)) {
    anya->starved = true;
    return;
  }
  size_t at = own->count++;
  for (; at > 0 && node.f < own->heap[(at - 1) / 2].f; at = (at - 1) / 2)
    own->heap[at] = own->heap[(at - 1) / 2];
  own->heap[at] = node;
}

ALWAYS_INLINE AnyaNode anya_pop(AnyaState *own) {
  AnyaNode first = own->heap[0], last = own->heap[--own->count];
  size_t at = 0;
  for (size_t child; (child = 2 * at + 1) < own->count; at = child) {
    if (child + 1 < own->count && own->heap[child + 1].f < own->heap[child].f) child++;
    if (last.f <= own->heap[child].f) break;
    own->heap[at] = own->heap[child];
  }
  own->heap[at] = last;
  return first;
}

static void push_cone(Anya *anya, AnyaNode cone) {
  cone.f = anya->own->roots[cone.root].g + cone_estimate(anya, &cone);
  anya_push(anya, cone);
}

/* What a root sees along its row; side 0: the goal. */
static void push_flat(Anya *anya, uint32_t root, int side) {
  const AnyaRoot *from = &anya->own->roots[root];
  int64_t dx = (int64_t)anya->goal.x - from->at.x, dy = (int64_t)anya->goal.y - from->at.y;
  uint64_t rest = side != 0 ? anya_length(dx, dy, 1) : anya_line(from->at, anya->goal);
  anya_push(anya, (AnyaNode){ .f = from->g + rest, .root = root, .row = from->at.y,
                                  .side = (int8_t)side });
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The cells of a row, whose number may be one outside of the map. */
static const uint8_t *anya_row(const Anya *anya, int32_t y) {
  return anya->kind + (ptrdiff_t)(y + 1) * anya->stride + 1;
}

/* Two rows side by side. A column is open if both of its cells are. */
typedef struct AnyaRows {
  const uint8_t *a, *b;
  int32_t width;
} AnyaRows;

static AnyaRows anya_rows(const Anya *anya, int32_t y, int down) {
  return (AnyaRows){ anya_row(anya, y), anya_row(anya, y + down), anya->width };
}

static bool column_is_open(const AnyaRows *rows, int32_t x) {
  return rows->a[x] != 0 && rows->b[x] != 0;
}

static uint64_t eight_columns(const AnyaRows *rows, int32_t x) {
  return bits_of_bytes(rows->a + x) & bits_of_bytes(rows->b + x);
}

/* The first open column from x to `last`, or last + 1. */
static int32_t next_open_column(const AnyaRows *rows, int32_t x, int32_t last) {
  for (; x + 8 <= rows->width && x <= last; x += 8) {
    uint64_t open = eight_columns(rows, x);
    if (open != 0) return integer_least(x + low_zeros_64(open), last + 1);
  }
  while (x <= last && !column_is_open(rows, x)) x++;
  return integer_least(x, last + 1);
}

/* From an open column: the last one to which no closed one is between, `last` at most. */
static int32_t last_open_column(const AnyaRows *rows, int32_t x, int32_t last) {
  for (; x + 8 <= rows->width && x < last; x += 8) {
    uint64_t closed = ~eight_columns(rows, x) & 0xff;
    if (closed != 0) return integer_least(x + low_zeros_64(closed) - 1, last);
  }
  while (x < last && column_is_open(rows, x)) x++;
  if (x > last) return last;
  return column_is_open(rows, x) ? x : x - 1;
}

/* The same to the left. */
static int32_t first_open_column(const AnyaRows *rows, int32_t x, int32_t first) {
  while (x > first && column_is_open(rows, x - 1)) x--;
  return x;
}

/* ---- rays ------------------------------------------------------------------------------------ */

static int32_t anya_floor(int64_t value, int64_t parts) {
  return (int32_t)(value >= 0 ? value / parts : -((-value + parts - 1) / parts));
}

/* Where it comes to `depth` rows away from x, rounded down; and up. */
static int32_t ray_floor(AnyaRay ray, int32_t x, int64_t depth) {
  return x + anya_floor(ray.dx * depth, ray.dy);
}
static int32_t ray_ceiling(AnyaRay ray, int32_t x, int64_t depth) {
  return x - anya_floor(-ray.dx * depth, ray.dy);
}

/* Does the first one lie left of the other? */
static bool ray_is_left(AnyaRay a, AnyaRay b) {
  return (int64_t)a.dx * b.dy < (int64_t)b.dx * a.dy;
}

/*
** Looks from a row between two rays at the next one, through the open columns around one that lies
** between the rays, or at the root. Rays along the row lead as far as these do.
*/
static void anya_look(Anya *anya, AnyaNode cone, int32_t column) {
  astar_cell root = anya->own->roots[cone.root].at;
  AnyaRows rows = anya_rows(anya, cone.row, cone.down);
  if (!column_is_open(&rows, column)) return;
  cone.row += cone.down;
  int32_t depth = (cone.row - root.y) * cone.down, first = 0, last = anya->width - 1;
  if (cone.left.dy > 0) first = ray_floor(cone.left, root.x, depth);
  if (cone.right.dy > 0) last = ray_ceiling(cone.right, root.x, depth);
  first = first < 0 ? 0 : integer_least(first, column);
  last = integer_least(last, anya->width - 1);
  first = first_open_column(&rows, column, first);
  last = last_open_column(&rows, column, last > column ? last : column);
  AnyaRay left = { first - root.x, depth }, right = { last - root.x, depth };
  if (ray_is_left(cone.left, left)) cone.left = left;
  if (ray_is_left(right, cone.right)) cone.right = right;
  if (!ray_is_left(cone.right, cone.left)) push_cone(anya, cone);
}

/* ---- corners --------------------------------------------------------------------------------- */

static bool add_root(Anya *anya, AnyaRoot root) {
  AnyaState *own = anya->own;
  bool grown = memory_grow(&anya->search->map->memory, own->roots, own->root_count,
                           &own->root_capacity);
  if (!grown || !any_angle_reserve(anya->search, root.turns + 1)) {
    anya->starved = true;
    return false;
  }
  own->roots[own->root_count++] = root;
  return true;
}

static Node *root_node(const Anya *anya, astar_cell at) {
  return &anya->search->nodes.words[grid_cell(&anya->search->map->grid, at.x, at.y)];
}

/* The number of a root stands in its node as G. The lowest bits may be another search's pattern. */
static void note_root(const Anya *anya, Node *node, uint32_t number) {
  *node = node_make(anya->search->nodes.epoch, number, 0, node_pattern(*node));
}

/* Is a root of no use beside those at the cell: they are nearer to the start, or the same? What is
** the same was turned at in the same way, coming from the same cell. */
static bool root_is_known(const Anya *anya, AnyaRoot *root, Node node) {
  const AnyaRoot *roots = anya->own->roots;
  if (!node_in_epoch(node, anya->search->nodes.epoch)) return false;
  uint32_t other = node_g(node);
  if (roots[other].g != root->g) return roots[other].g < root->g;
  root->equal = other;
  for (; other != ANYA_NO_ROOT; other = roots[other].equal)
    if (roots[other].corner == root->corner &&
        grid_same_cell(roots[roots[other].parent].at, roots[root->parent].at))
      return true;
  return false;
}

/* Turns at a corner that a root sees. NO_ROOT: it is of no use, or there is no memory. */
static uint32_t anya_turn(Anya *anya, uint32_t parent, astar_cell at, AnyaCorner corner) {
  const AnyaRoot *from = &anya->own->roots[parent];
  AnyaRoot root = { .at = at, .parent = parent, .turns = from->turns + 1,
                     .equal = ANYA_NO_ROOT, .corner = corner };
  root.g = from->g + anya_line(from->at, root.at);
  Node *node = root_node(anya, root.at);
  if (root_is_known(anya, &root, *node) || !add_root(anya, root)) return ANYA_NO_ROOT;
  uint32_t number = (uint32_t)anya->own->root_count - 1;
  note_root(anya, node, number);
  return number;
}

/* Turns at a corner and sees what lies between two rays behind it. */
static void turn_and_look(Anya *anya, AnyaNode from, int32_t x, AnyaCorner corner) {
  from.root = anya_turn(anya, from.root, (astar_cell){ x, from.row }, corner);
  if (from.root != ANYA_NO_ROOT) anya_look(anya, from, x);
}

static const AnyaRay ANYA_LEFT = { -1, 0 }, ANYA_RIGHT = { 1, 0 }, ANYA_DOWN = { 0, 1 };

/* ---- expanding ------------------------------------------------------------------------------- */

/* An end of the interval that lies at a corner of what bounds the row before: turns round it to
** that side. */
static void cone_turn_end(Anya *anya, const AnyaNode *cone, int32_t x, int side) {
  const uint8_t *row = anya_row(anya, cone->row);
  const uint8_t *before = anya_row(anya, cone->row - cone->down);
  if (row[x + side] == 0 || before[x + side] != 0) return;
  AnyaCorner corner = side < 0 ? CORNER_LEFT : CORNER_RIGHT;
  uint32_t root = anya_turn(anya, cone->root, (astar_cell){ x, cone->row }, corner);
  if (root == ANYA_NO_ROOT) return;
  push_flat(anya, root, side);
  AnyaNode beyond = { .root = root, .row = cone->row, .down = cone->down,
                       .left = side < 0 ? ANYA_LEFT : cone->right,
                       .right = side < 0 ? cone->left : ANYA_RIGHT };
  anya_look(anya, beyond, x);
}

/* The interval of a cone, and the lattice around it. */
typedef struct AnyaSpan {
  int32_t root_x, depth;
  int32_t left, left_in;            /* its left end, rounded down and up */
  int32_t right, right_in;          /* its right end, rounded up and down */
} AnyaSpan;

ALWAYS_INLINE AnyaSpan cone_span(const Anya *anya, const AnyaNode *cone) {
  astar_cell root = anya->own->roots[cone->root].at;
  int32_t depth = (cone->row - root.y) * cone->down;
  return (AnyaSpan){ root.x, depth, ray_floor(cone->left, root.x, depth),
                      ray_ceiling(cone->left, root.x, depth),
                      ray_ceiling(cone->right, root.x, depth),
                      ray_floor(cone->right, root.x, depth) };
}

/* Looks through the open columns from `first` on, up to `last` or beyond the interval; turns where
** these end inside of it at a corner. */
static void cone_part(Anya *anya, const AnyaNode *cone, const AnyaSpan *span,
                      const AnyaRows *rows, int32_t first, int32_t last) {
  bool begins = first > span->left ||
                (span->left == span->left_in && !column_is_open(rows, first - 1));
  bool ends = last <= span->right_in;
  AnyaNode part = *cone, behind_first = *cone, behind_last = *cone;
  AnyaRay to_first = { first - span->root_x, span->depth };
  AnyaRay to_last = { last - span->root_x, span->depth };
  if (begins) part.left = behind_first.right = to_first;
  if (ends) part.right = behind_last.left = to_last;
  behind_first.left = behind_last.right = ANYA_DOWN;
  if (begins && to_first.dx > 0 && rows->a[first - 1] != 0)
    turn_and_look(anya, behind_first, first, CORNER_FIRST);
  if (ends && to_last.dx < 0 && rows->a[last + 1] != 0)
    turn_and_look(anya, behind_last, last, CORNER_LAST);
  anya_look(anya, part, first);
}

static bool cone_has_goal(const Anya *anya, const AnyaNode *cone, const AnyaSpan *span) {
  int64_t x = (int64_t)anya->goal.x - span->root_x;
  return anya->goal.y == cone->row && x * cone->left.dy >= (int64_t)cone->left.dx * span->depth &&
         x * cone->right.dy <= (int64_t)cone->right.dx * span->depth;
}

static void expand_cone(Anya *anya, const AnyaNode *cone) {
  AnyaSpan span = cone_span(anya, cone);
  if (cone_has_goal(anya, cone, &span)) {
    push_flat(anya, cone->root, 0);
    return;
  }
  if (span.left == span.left_in) cone_turn_end(anya, cone, span.left, -1);
  if (span.right == span.right_in) cone_turn_end(anya, cone, span.right, 1);
  AnyaRows rows = anya_rows(anya, cone->row, cone->down);
  if (cone->row + cone->down < 0 || cone->row + cone->down >= anya->height) return;
  for (int32_t x = span.left; x <= span.right_in;) {
    int32_t first = next_open_column(&rows, x, span.right_in);
    if (first > span.right_in) break;
    int32_t last = last_open_column(&rows, first, span.right_in + 1);
    if (last >= span.left_in) cone_part(anya, cone, &span, &rows, first, last);
    x = last + 2;
  }
}

/* Turns, from a flat, at corners above and below. */
ALWAYS_INLINE void flat_turn(Anya *anya, const AnyaNode *flat, int32_t x, int down) {
  const uint8_t *beside = anya_row(anya, flat->row + down);
  if (beside[x] == 0 || beside[x - flat->side] != 0) return;
  AnyaNode behind = { .root = flat->root, .row = flat->row, .down = (int8_t)down,
                       .left = flat->side < 0 ? ANYA_LEFT : ANYA_DOWN,
                       .right = flat->side < 0 ? ANYA_DOWN : ANYA_RIGHT };
  turn_and_look(anya, behind, x, down < 0 ? CORNER_FIRST : CORNER_LAST);
}

static void expand_flat(Anya *anya, const AnyaNode *flat) {
  const uint8_t *row = anya_row(anya, flat->row);
  int32_t x = anya->own->roots[flat->root].at.x + flat->side;
  for (; row[x] != 0; x += flat->side) {
    if (x == anya->goal.x && flat->row == anya->goal.y) {
      push_flat(anya, flat->root, 0);
      return;
    }
    flat_turn(anya, flat, x, 1);
    flat_turn(anya, flat, x, -1);
  }
}

/* ---- the engine ------------------------------------------------------------------------------ */

static Anya anya_of(astar_search *search) {
  const Grid *grid = &search->map->grid;
  return (Anya){ .search = search, .own = anya_state(search), .kind = search->view.kind,
                   .stride = grid->stride, .width = grid->width, .height = grid->height,
                   .goal = { search->goal.cells.x, search->goal.cells.y } };
}

/* In the numbers of costs: a straight step for each cell. */
static uint32_t anya_cost(const astar_search *search, uint64_t length) {
  uint64_t cells = length >> 16, rest = length & 0xffff, step = search->view.least_straight;
  uint64_t cost = cells * step + rest * step / 65536;
  return cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX;
}

/* For a trace: the goal was in sight. */
static bool anya_trace_direct(astar_search *search) {
  astar_cell from = { search->start_x, search->start_y };
  astar_cell to = { search->goal.cells.x, search->goal.cells.y };
  uint32_t cost = anya_cost(search, anya_line(from, to));
  return trace_direct(search, cost) &&
         trace_add(search, (astar_trace_event){ ASTAR_CLOSED, to, from, cost, cost, 0 });
}

/* Is the goal in sight of the start? */
static astar_status anya_try_direct(astar_search *search) {
  astar_cell from = { search->start_x, search->start_y };
  astar_cell to = { search->goal.cells.x, search->goal.cells.y };
  if (!any_angle_line_is_open(search, from, to)) return ASTAR_RUNNING;
  if (!any_angle_reserve(search, 2)) return ASTAR_NO_MEMORY;
  search->way.turn_count = 0;
  any_angle_add_turn(search, from);
  any_angle_add_turn(search, to);
  if (search->query.trace && !anya_trace_direct(search)) return ASTAR_NO_MEMORY;
  return any_angle_fits(search) ? ASTAR_OK : ASTAR_LIMIT;
}

static astar_status anya_begin(astar_search *search, uint32_t f) {
  (void)f;
  if (!search_begin_nodes(search, NUMBERING_ANY)) return ASTAR_NO_MEMORY;
  Anya anya = anya_of(search);
  astar_cell start = { search->start_x, search->start_y };
  AnyaRoot root = { .at = start, .turns = 1, .equal = ANYA_NO_ROOT };
  if (!add_root(&anya, root)) return ASTAR_NO_MEMORY;
  note_root(&anya, root_node(&anya, start), 0);
  for (int way = 1; way >= -1; way -= 2) {
    push_flat(&anya, 0, way);
    anya_look(&anya, (AnyaNode){ .row = start.y, .down = (int8_t)way, .left = ANYA_LEFT,
                                     .right = ANYA_RIGHT }, start.x);
  }
  return anya.starved ? ASTAR_NO_MEMORY : ASTAR_RUNNING;
}

/* The roots from the start to this one are the turns of the way. They have no indices yet. */
static void anya_write(astar_search *search, uint32_t root) {
  const AnyaRoot *roots = anya_state(search)->roots;
  search->way.turn_count = 0;
  for (; root != 0; root = roots[root].parent) any_angle_add_turn(search, roots[root].at);
  any_angle_add_turn(search, roots[0].at);
  waypoints_reverse(search->way.turns, search->way.turn_count, 1);
}

static astar_status anya_arrive(const Anya *anya, uint32_t root) {
  anya_write(anya->search, root);
  any_angle_add_turn(anya->search, anya->goal);
  return any_angle_fits(anya->search) ? ASTAR_OK : ASTAR_LIMIT;
}

static astar_status anya_run(astar_search *search, uint32_t until) {
  Anya anya = anya_of(search);
  AnyaState *own = anya.own;
  while (own->count > 0) {
    if (search->expanded >= until) return ASTAR_RUNNING;
    AnyaNode node = anya_pop(own);
    uint32_t shortest = node_g(*root_node(&anya, own->roots[node.root].at));
    if (own->roots[shortest].g < own->roots[node.root].g) continue;
    search->expanded++;
    if (node.down == 0 && node.side == 0) return anya_arrive(&anya, node.root);
    if (node.down != 0) expand_cone(&anya, &node);
    else expand_flat(&anya, &node);
    if (anya.starved) return ASTAR_NO_MEMORY;
  }
  return ASTAR_UNREACHABLE;
}

/* ---- trace ----------------------------------------------------------------------------------- */

/* A cone is told as the cell in the middle of what is seen, with its root as the parent; a flat as
** the first cell along the row. */
static astar_cell anya_told_at(const Anya *anya, const AnyaNode *node) {
  astar_cell root = anya->own->roots[node->root].at;
  if (node->down == 0 && node->side == 0) return anya->goal;
  if (node->down == 0) return (astar_cell){ root.x + node->side, root.y };
  AnyaSpan span = cone_span(anya, node);
  int32_t x = span.left_in + anya_floor((int64_t)span.right_in - span.left_in, 2);
  return (astar_cell){ x < 0 ? 0 : integer_least(x, anya->width - 1), node->row };
}

static bool anya_tell(Anya *anya, astar_event_kind kind, const AnyaNode *node) {
  const AnyaRoot *root = &anya->own->roots[node->root];
  uint32_t f = anya_cost(anya->search, node->f), g = anya_cost(anya->search, root->g);
  astar_trace_event event = { kind, anya_told_at(anya, node), root->at, f, g, f - g };
  return trace_add(anya->search, event);
}

/* In the root of what waits in the heap: a trace has told it. A search only reads the first of the
** heap, which bears no mark then. Room for so many roots there is not. */
#define ANYA_TOLD (1u << 31)

/* The corners that were turned at and the cones that were opened since the last time. */
static bool anya_tell_new(Anya *anya, size_t roots) {
  AnyaState *own = anya->own;
  for (; roots < own->root_count; roots++) {
    const AnyaRoot *root = &own->roots[roots];
    uint32_t g = anya_cost(anya->search, root->g);
    uint32_t h = anya_cost(anya->search, anya_line(root->at, anya->goal));
    astar_trace_event event = { roots == 0 ? ASTAR_OPENED : ASTAR_PASSED, root->at,
                                own->roots[root->parent].at, g + h, g, h };
    if (!trace_add(anya->search, event)) return false;
  }
  for (size_t i = 0; i < own->count; i++) {
    AnyaNode *node = &own->heap[i];
    if (node->root & ANYA_TOLD) continue;
    if (!anya_tell(anya, ASTAR_OPENED, node)) return false;
    node->root |= ANYA_TOLD;
  }
  return true;
}

/* Tells which one is expanded next, past those that are of no use any more. */
static bool anya_tell_next(Anya *anya) {
  AnyaState *own = anya->own;
  while (own->count > 0) {
    AnyaNode *next = &own->heap[0];
    next->root &= ~ANYA_TOLD;
    const AnyaRoot *root = &own->roots[next->root];
    if (own->roots[node_g(*root_node(anya, root->at))].g >= root->g)
      return anya_tell(anya, ASTAR_CLOSED, next);
    anya_pop(own);
  }
  return true;
}

static astar_status anya_trace(astar_search *search, uint32_t until) {
  Anya anya = anya_of(search);
  astar_status status = ASTAR_RUNNING;
  if (!anya.own->traced && !anya_tell_new(&anya, 0)) return ASTAR_NO_MEMORY;
  anya.own->traced = true;
  while (status == ASTAR_RUNNING && search->expanded < until) {
    size_t roots = anya.own->root_count;
    if (!anya_tell_next(&anya)) return ASTAR_NO_MEMORY;
    status = search->engine->run(search, search->expanded + 1);
    if (status == ASTAR_NO_MEMORY || !anya_tell_new(&anya, roots)) return ASTAR_NO_MEMORY;
  }
  return status;
}

/* The nearest corner that was reached has become the arrival. */
static void anya_write_way(astar_search *search) {
  anya_write(search, node_g(search->nodes.words[search->arrival.node]));
}

static void anya_free_state(astar_search *search) {
  AnyaState *own = anya_state(search);
  Memory *memory = &search->map->memory;
  memory_free(memory, own->heap, own->capacity * sizeof *own->heap);
  memory_free(memory, own->roots, own->root_capacity * sizeof *own->roots);
  *own = (AnyaState){ 0 };
}

static const char *anya_validate(const astar_search *search) {
  const AnyaState *own = (const AnyaState *)&search->engine_state;
  for (size_t i = 1; i < own->count; i++)
    if (own->heap[i].f < own->heap[(i - 1) / 2].f) return "the heap of cones is out of order";
  for (size_t i = 1; i < own->root_count; i++)
    if (own->roots[i].parent >= i) return "a root was made before its parent";
  return NULL;
}

const Engine ANYA_SEARCH = {
  ASTAR_ENGINE_ANYA, anya_begin, anya_run,
  .free_state = anya_free_state,
  .validate = anya_validate,
  .try_direct = anya_try_direct,
  .write_way = anya_write_way,
  .run_traced = anya_trace
};
