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
#include "angle_search.h"

#include "../base/bits.h"
#include "../base/builtin.h"
#include "../grid/sweep.h"
#include "jps_search.h"
#include "trace.h"
#include "turns.h"

#define ANGLE_SIDE 16384            /* of a map: products of what is measured fit 64 bits */
#define ANGLE_NO_ROOT UINT32_MAX

/* Where the corner lies that is turned at: at an end of an interval, towards what lies before its
** row; or at an end of the open columns behind the row (of a flat: above it, below it). */
typedef enum AngleCorner { CORNER_LEFT, CORNER_RIGHT, CORNER_FIRST, CORNER_LAST } AngleCorner;

/* A direction, down or up the map as that of its cone: `dy` is not negative, 0: along the row. */
typedef struct AngleRay {
  int32_t dx, dy;
} AngleRay;

typedef struct AngleRoot {
  uint64_t g;
  astar_cell at;
  uint32_t parent, turns;           /* how many there are on the way to it, itself included */
  uint32_t equal;                   /* another root at the cell, no farther away; or NO_ROOT */
  AngleCorner corner;
} AngleRoot;

typedef struct AngleNode {
  uint64_t f;
  uint32_t root;
  int32_t row;                      /* of the interval */
  int8_t down;                      /* to which side of the root that is: 1, -1; 0: along its row */
  int8_t side;                      /* of a flat: 1, -1; 0: the goal, in sight of the root */
  AngleRay left, right;
} AngleNode;

typedef struct AngleState {
  AngleNode *heap;
  size_t count, capacity;
  AngleRoot *roots;
  size_t root_count, root_capacity;
  bool traced;                      /* its beginning was told */
} AngleState;

_Static_assert(sizeof(AngleState) <= ENGINE_STATE_BYTES, "the state of an engine has its place");

typedef struct Angler {
  astar_search *search;
  AngleState *own;
  const uint8_t *kind;
  int32_t stride, width, height;
  astar_cell goal;
  bool starved;                     /* of memory */
} Angler;

static AngleState *angle_state(astar_search *search) {
  return (AngleState *)&search->engine_state;
}

const char *angle_search_needs(const astar_search *search) {
  const Grid *grid = &search->map->grid;
  if (!search->query.any_angle) return "'any_angle' is not set";
  if (grid->width > ANGLE_SIDE || grid->height > ANGLE_SIDE) return "the map is too wide or high";
  return jps_search_needs(search);
}

const char *angle_search_objection(const astar_search *search) {
  const char *objection = angle_search_needs(search);
  return objection != NULL ? objection : jps_search_objection(search);
}

/* ---- lengths --------------------------------------------------------------------------------- */

/* The length of (x, y) / parts, rounded down. */
static uint64_t angle_length(int64_t x, int64_t y, int64_t parts) {
  uint64_t square = (uint64_t)(x * x + y * y);
  if (square == 0) return 0;
  int places = high_zeros_64(square) / 2;
  uint64_t root = integer_root(square << 2 * places);
  return places < 16 ? (root << (16 - places)) / (uint64_t)parts
                     : root / ((uint64_t)parts << (places - 16));
}

static uint64_t angle_line(astar_cell from, astar_cell to) {
  int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
  return (integer_root((uint64_t)(dx * dx + dy * dy) << 34) + 1) / 2;
}

/* From a root over the point where a ray comes `depth` rows away from it, to a point. */
static uint64_t length_over(AngleRay ray, int64_t depth, int64_t to_x, int64_t to_depth) {
  int64_t x = ray.dx * depth;
  return angle_length(x, ray.dy * depth, ray.dy) +
         angle_length(to_x * ray.dy - x, (to_depth - depth) * ray.dy, ray.dy);
}

/* The least length from a cone's root through its interval to the goal. A goal on the near side of
** the row is as far away as its mirror image on the other one. */
static uint64_t cone_estimate(const Angler *angler, const AngleNode *cone) {
  astar_cell root = angler->own->roots[cone->root].at;
  int64_t depth = (int64_t)(cone->row - root.y) * cone->down;
  int64_t to_depth = (int64_t)(angler->goal.y - root.y) * cone->down;
  int64_t to_x = (int64_t)angler->goal.x - root.x;
  if (to_depth < depth) to_depth = 2 * depth - to_depth;
  if (to_x * cone->left.dy < cone->left.dx * to_depth)
    return length_over(cone->left, depth, to_x, to_depth);
  if (to_x * cone->right.dy > cone->right.dx * to_depth)
    return length_over(cone->right, depth, to_x, to_depth);
  return angle_length(to_x, to_depth, 1);
}

/* ---- the heap -------------------------------------------------------------------------------- */

static void angle_push(Angler *angler, AngleNode node) {
  AngleState *own = angler->own;
  if (!memory_grow(&angler->search->map->memory, own->heap, own->count, &own->capacity)) {
    angler->starved = true;
    return;
  }
  size_t at = own->count++;
  for (; at > 0 && node.f < own->heap[(at - 1) / 2].f; at = (at - 1) / 2)
    own->heap[at] = own->heap[(at - 1) / 2];
  own->heap[at] = node;
}

ALWAYS_INLINE AngleNode angle_pop(AngleState *own) {
  AngleNode first = own->heap[0], last = own->heap[--own->count];
  size_t at = 0;
  for (size_t child; (child = 2 * at + 1) < own->count; at = child) {
    if (child + 1 < own->count && own->heap[child + 1].f < own->heap[child].f) child++;
    if (last.f <= own->heap[child].f) break;
    own->heap[at] = own->heap[child];
  }
  own->heap[at] = last;
  return first;
}

static void push_cone(Angler *angler, AngleNode cone) {
  cone.f = angler->own->roots[cone.root].g + cone_estimate(angler, &cone);
  angle_push(angler, cone);
}

/* What a root sees along its row; side 0: the goal. */
static void push_flat(Angler *angler, uint32_t root, int side) {
  const AngleRoot *from = &angler->own->roots[root];
  int64_t dx = (int64_t)angler->goal.x - from->at.x, dy = (int64_t)angler->goal.y - from->at.y;
  uint64_t rest = side != 0 ? angle_length(dx, dy, 1) : angle_line(from->at, angler->goal);
  angle_push(angler, (AngleNode){ .f = from->g + rest, .root = root, .row = from->at.y,
                                  .side = (int8_t)side });
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The cells of a row, whose number may be one outside of the map. */
static const uint8_t *angle_row(const Angler *angler, int32_t y) {
  return angler->kind + (ptrdiff_t)(y + 1) * angler->stride + 1;
}

/* Two rows side by side. A column is open if both of its cells are. */
typedef struct AngleRows {
  const uint8_t *a, *b;
  int32_t width;
} AngleRows;

static AngleRows angle_rows(const Angler *angler, int32_t y, int down) {
  return (AngleRows){ angle_row(angler, y), angle_row(angler, y + down), angler->width };
}

static bool column_is_open(const AngleRows *rows, int32_t x) {
  return rows->a[x] != 0 && rows->b[x] != 0;
}

static uint64_t eight_columns(const AngleRows *rows, int32_t x) {
  return bits_of_bytes(rows->a + x) & bits_of_bytes(rows->b + x);
}

/* The first open column from x to `last`, or last + 1. */
static int32_t next_open_column(const AngleRows *rows, int32_t x, int32_t last) {
  for (; x + 8 <= rows->width && x <= last; x += 8) {
    uint64_t open = eight_columns(rows, x);
    if (open != 0) return integer_least(x + low_zeros_64(open), last + 1);
  }
  while (x <= last && !column_is_open(rows, x)) x++;
  return integer_least(x, last + 1);
}

/* From an open column: the last one to which no closed one is between, `last` at most. */
static int32_t last_open_column(const AngleRows *rows, int32_t x, int32_t last) {
  for (; x + 8 <= rows->width && x < last; x += 8) {
    uint64_t closed = ~eight_columns(rows, x) & 0xff;
    if (closed != 0) return integer_least(x + low_zeros_64(closed) - 1, last);
  }
  while (x < last && column_is_open(rows, x)) x++;
  if (x > last) return last;
  return column_is_open(rows, x) ? x : x - 1;
}

/* The same to the left. */
static int32_t first_open_column(const AngleRows *rows, int32_t x, int32_t first) {
  while (x > first && column_is_open(rows, x - 1)) x--;
  return x;
}

/* ---- rays ------------------------------------------------------------------------------------ */

static int32_t angle_floor(int64_t value, int64_t parts) {
  return (int32_t)(value >= 0 ? value / parts : -((-value + parts - 1) / parts));
}

/* Where it comes to `depth` rows away from x, rounded down; and up. */
static int32_t ray_floor(AngleRay ray, int32_t x, int64_t depth) {
  return x + angle_floor(ray.dx * depth, ray.dy);
}
static int32_t ray_ceiling(AngleRay ray, int32_t x, int64_t depth) {
  return x - angle_floor(-ray.dx * depth, ray.dy);
}

/* Does the first one lie left of the other? */
static bool ray_is_left(AngleRay a, AngleRay b) {
  return (int64_t)a.dx * b.dy < (int64_t)b.dx * a.dy;
}

/*
** Looks from a row between two rays at the next one, through the open columns around one that lies
** between the rays, or at the root. Rays along the row lead as far as these do.
*/
static void angle_look(Angler *angler, AngleNode cone, int32_t column) {
  astar_cell root = angler->own->roots[cone.root].at;
  AngleRows rows = angle_rows(angler, cone.row, cone.down);
  if (!column_is_open(&rows, column)) return;
  cone.row += cone.down;
  int32_t depth = (cone.row - root.y) * cone.down, first = 0, last = angler->width - 1;
  if (cone.left.dy > 0) first = ray_floor(cone.left, root.x, depth);
  if (cone.right.dy > 0) last = ray_ceiling(cone.right, root.x, depth);
  first = first < 0 ? 0 : integer_least(first, column);
  last = integer_least(last, angler->width - 1);
  first = first_open_column(&rows, column, first);
  last = last_open_column(&rows, column, last > column ? last : column);
  AngleRay left = { first - root.x, depth }, right = { last - root.x, depth };
  if (ray_is_left(cone.left, left)) cone.left = left;
  if (ray_is_left(right, cone.right)) cone.right = right;
  if (!ray_is_left(cone.right, cone.left)) push_cone(angler, cone);
}

/* ---- corners --------------------------------------------------------------------------------- */

static bool add_root(Angler *angler, AngleRoot root) {
  AngleState *own = angler->own;
  bool grown = memory_grow(&angler->search->map->memory, own->roots, own->root_count,
                           &own->root_capacity);
  if (!grown || !turns_reserve(angler->search, root.turns + 1)) {
    angler->starved = true;
    return false;
  }
  own->roots[own->root_count++] = root;
  return true;
}

static Node *root_node(const Angler *angler, astar_cell at) {
  return &angler->search->nodes.words[grid_cell(&angler->search->map->grid, at.x, at.y)];
}

/* The number of a root stands in its node as G. The lowest bits may be another search's pattern. */
static void note_root(const Angler *angler, Node *node, uint32_t number) {
  *node = node_make(angler->search->nodes.epoch, number, 0, node_pattern(*node));
}

/* Is a root of no use beside those at the cell: they are nearer to the start, or the same? What is
** the same was turned at in the same way, coming from the same cell. */
static bool root_is_known(const Angler *angler, AngleRoot *root, Node node) {
  const AngleRoot *roots = angler->own->roots;
  if (!node_in_epoch(node, angler->search->nodes.epoch)) return false;
  uint32_t other = node_g(node);
  if (roots[other].g != root->g) return roots[other].g < root->g;
  root->equal = other;
  for (; other != ANGLE_NO_ROOT; other = roots[other].equal)
    if (roots[other].corner == root->corner &&
        grid_same_cell(roots[roots[other].parent].at, roots[root->parent].at))
      return true;
  return false;
}

/* Turns at a corner that a root sees. NO_ROOT: it is of no use, or there is no memory. */
static uint32_t angle_turn(Angler *angler, uint32_t parent, astar_cell at, AngleCorner corner) {
  const AngleRoot *from = &angler->own->roots[parent];
  AngleRoot root = { .at = at, .parent = parent, .turns = from->turns + 1,
                     .equal = ANGLE_NO_ROOT, .corner = corner };
  root.g = from->g + angle_line(from->at, root.at);
  Node *node = root_node(angler, root.at);
  if (root_is_known(angler, &root, *node) || !add_root(angler, root)) return ANGLE_NO_ROOT;
  uint32_t number = (uint32_t)angler->own->root_count - 1;
  note_root(angler, node, number);
  return number;
}

/* Turns at a corner and sees what lies between two rays behind it. */
static void turn_and_look(Angler *angler, AngleNode from, int32_t x, AngleCorner corner) {
  from.root = angle_turn(angler, from.root, (astar_cell){ x, from.row }, corner);
  if (from.root != ANGLE_NO_ROOT) angle_look(angler, from, x);
}

static const AngleRay ANGLE_LEFT = { -1, 0 }, ANGLE_RIGHT = { 1, 0 }, ANGLE_DOWN = { 0, 1 };

/* ---- expanding ------------------------------------------------------------------------------- */

/* An end of the interval that lies at a corner of what bounds the row before: turns round it to
** that side. */
static void cone_turn_end(Angler *angler, const AngleNode *cone, int32_t x, int side) {
  const uint8_t *row = angle_row(angler, cone->row);
  const uint8_t *before = angle_row(angler, cone->row - cone->down);
  if (row[x + side] == 0 || before[x + side] != 0) return;
  AngleCorner corner = side < 0 ? CORNER_LEFT : CORNER_RIGHT;
  uint32_t root = angle_turn(angler, cone->root, (astar_cell){ x, cone->row }, corner);
  if (root == ANGLE_NO_ROOT) return;
  push_flat(angler, root, side);
  AngleNode beyond = { .root = root, .row = cone->row, .down = cone->down,
                       .left = side < 0 ? ANGLE_LEFT : cone->right,
                       .right = side < 0 ? cone->left : ANGLE_RIGHT };
  angle_look(angler, beyond, x);
}

/* The interval of a cone, and the lattice around it. */
typedef struct AngleSpan {
  int32_t root_x, depth;
  int32_t left, left_in;            /* its left end, rounded down and up */
  int32_t right, right_in;          /* its right end, rounded up and down */
} AngleSpan;

ALWAYS_INLINE AngleSpan cone_span(const Angler *angler, const AngleNode *cone) {
  astar_cell root = angler->own->roots[cone->root].at;
  int32_t depth = (cone->row - root.y) * cone->down;
  return (AngleSpan){ root.x, depth, ray_floor(cone->left, root.x, depth),
                      ray_ceiling(cone->left, root.x, depth),
                      ray_ceiling(cone->right, root.x, depth),
                      ray_floor(cone->right, root.x, depth) };
}

/* Looks through the open columns from `first` on, up to `last` or beyond the interval; turns where
** these end inside of it at a corner. */
static void cone_part(Angler *angler, const AngleNode *cone, const AngleSpan *span,
                      const AngleRows *rows, int32_t first, int32_t last) {
  bool begins = first > span->left ||
                (span->left == span->left_in && !column_is_open(rows, first - 1));
  bool ends = last <= span->right_in;
  AngleNode part = *cone, behind_first = *cone, behind_last = *cone;
  AngleRay to_first = { first - span->root_x, span->depth };
  AngleRay to_last = { last - span->root_x, span->depth };
  if (begins) part.left = behind_first.right = to_first;
  if (ends) part.right = behind_last.left = to_last;
  behind_first.left = behind_last.right = ANGLE_DOWN;
  if (begins && to_first.dx > 0 && rows->a[first - 1] != 0)
    turn_and_look(angler, behind_first, first, CORNER_FIRST);
  if (ends && to_last.dx < 0 && rows->a[last + 1] != 0)
    turn_and_look(angler, behind_last, last, CORNER_LAST);
  angle_look(angler, part, first);
}

static bool cone_has_goal(const Angler *angler, const AngleNode *cone, const AngleSpan *span) {
  int64_t x = (int64_t)angler->goal.x - span->root_x;
  return angler->goal.y == cone->row && x * cone->left.dy >= (int64_t)cone->left.dx * span->depth &&
         x * cone->right.dy <= (int64_t)cone->right.dx * span->depth;
}

static void expand_cone(Angler *angler, const AngleNode *cone) {
  AngleSpan span = cone_span(angler, cone);
  if (cone_has_goal(angler, cone, &span)) {
    push_flat(angler, cone->root, 0);
    return;
  }
  if (span.left == span.left_in) cone_turn_end(angler, cone, span.left, -1);
  if (span.right == span.right_in) cone_turn_end(angler, cone, span.right, 1);
  AngleRows rows = angle_rows(angler, cone->row, cone->down);
  if (cone->row + cone->down < 0 || cone->row + cone->down >= angler->height) return;
  for (int32_t x = span.left; x <= span.right_in;) {
    int32_t first = next_open_column(&rows, x, span.right_in);
    if (first > span.right_in) break;
    int32_t last = last_open_column(&rows, first, span.right_in + 1);
    if (last >= span.left_in) cone_part(angler, cone, &span, &rows, first, last);
    x = last + 2;
  }
}

/* Turns, from a flat, at corners above and below. */
ALWAYS_INLINE void flat_turn(Angler *angler, const AngleNode *flat, int32_t x, int down) {
  const uint8_t *beside = angle_row(angler, flat->row + down);
  if (beside[x] == 0 || beside[x - flat->side] != 0) return;
  AngleNode behind = { .root = flat->root, .row = flat->row, .down = (int8_t)down,
                       .left = flat->side < 0 ? ANGLE_LEFT : ANGLE_DOWN,
                       .right = flat->side < 0 ? ANGLE_DOWN : ANGLE_RIGHT };
  turn_and_look(angler, behind, x, down < 0 ? CORNER_FIRST : CORNER_LAST);
}

static void expand_flat(Angler *angler, const AngleNode *flat) {
  const uint8_t *row = angle_row(angler, flat->row);
  int32_t x = angler->own->roots[flat->root].at.x + flat->side;
  for (; row[x] != 0; x += flat->side) {
    if (x == angler->goal.x && flat->row == angler->goal.y) {
      push_flat(angler, flat->root, 0);
      return;
    }
    flat_turn(angler, flat, x, 1);
    flat_turn(angler, flat, x, -1);
  }
}

/* ---- the engine ------------------------------------------------------------------------------ */

static Angler angler_of(astar_search *search) {
  const Grid *grid = &search->map->grid;
  return (Angler){ .search = search, .own = angle_state(search), .kind = search->view.kind,
                   .stride = grid->stride, .width = grid->width, .height = grid->height,
                   .goal = { search->goal.cells.x, search->goal.cells.y } };
}

/* In the numbers of costs: a straight step for each cell. */
static uint32_t angle_cost(const astar_search *search, uint64_t length) {
  uint64_t cells = length >> 16, rest = length & 0xffff, step = search->view.least_straight;
  uint64_t cost = cells * step + rest * step / 65536;
  return cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX;
}

/* For a trace: the goal was in sight. */
static bool angle_trace_direct(astar_search *search) {
  astar_cell from = { search->start_x, search->start_y };
  astar_cell to = { search->goal.cells.x, search->goal.cells.y };
  uint32_t cost = angle_cost(search, angle_line(from, to));
  return trace_direct(search, cost) &&
         trace_add(search, (astar_trace_event){ ASTAR_CLOSED, to, from, cost, cost, 0 });
}

/* Is the goal in sight of the start? */
static astar_status angle_try_direct(astar_search *search) {
  astar_cell from = { search->start_x, search->start_y };
  astar_cell to = { search->goal.cells.x, search->goal.cells.y };
  if (!turns_line_is_open(search, from, to)) return ASTAR_RUNNING;
  if (!turns_reserve(search, 2)) return ASTAR_NO_MEMORY;
  search->way.turn_count = 0;
  turns_add(search, from);
  turns_add(search, to);
  if (search->query.trace && !angle_trace_direct(search)) return ASTAR_NO_MEMORY;
  return turns_fit(search) ? ASTAR_OK : ASTAR_LIMIT;
}

static astar_status angle_begin(astar_search *search, uint32_t f) {
  (void)f;
  if (!search_begin_nodes(search, NUMBERING_ANY)) return ASTAR_NO_MEMORY;
  Angler angler = angler_of(search);
  astar_cell start = { search->start_x, search->start_y };
  AngleRoot root = { .at = start, .turns = 1, .equal = ANGLE_NO_ROOT };
  if (!add_root(&angler, root)) return ASTAR_NO_MEMORY;
  note_root(&angler, root_node(&angler, start), 0);
  for (int way = 1; way >= -1; way -= 2) {
    push_flat(&angler, 0, way);
    angle_look(&angler, (AngleNode){ .row = start.y, .down = (int8_t)way, .left = ANGLE_LEFT,
                                     .right = ANGLE_RIGHT }, start.x);
  }
  return angler.starved ? ASTAR_NO_MEMORY : ASTAR_RUNNING;
}

/* The roots from the start to this one are the turns of the way. They have no indices yet. */
static void angle_write(astar_search *search, uint32_t root) {
  const AngleRoot *roots = angle_state(search)->roots;
  search->way.turn_count = 0;
  for (; root != 0; root = roots[root].parent) turns_add(search, roots[root].at);
  turns_add(search, roots[0].at);
  waypoints_reverse(search->way.turns, search->way.turn_count, 1);
}

static astar_status angle_arrive(const Angler *angler, uint32_t root) {
  angle_write(angler->search, root);
  turns_add(angler->search, angler->goal);
  return turns_fit(angler->search) ? ASTAR_OK : ASTAR_LIMIT;
}

static astar_status angle_run(astar_search *search, uint32_t until) {
  Angler angler = angler_of(search);
  AngleState *own = angler.own;
  while (own->count > 0) {
    if (search->expanded >= until) return ASTAR_RUNNING;
    AngleNode node = angle_pop(own);
    uint32_t shortest = node_g(*root_node(&angler, own->roots[node.root].at));
    if (own->roots[shortest].g < own->roots[node.root].g) continue;
    search->expanded++;
    if (node.down == 0 && node.side == 0) return angle_arrive(&angler, node.root);
    if (node.down != 0) expand_cone(&angler, &node);
    else expand_flat(&angler, &node);
    if (angler.starved) return ASTAR_NO_MEMORY;
  }
  return ASTAR_UNREACHABLE;
}

/* ---- trace ----------------------------------------------------------------------------------- */

/* A cone is told as the cell in the middle of what is seen, with its root as the parent; a flat as
** the first cell along the row. */
static astar_cell angle_told_at(const Angler *angler, const AngleNode *node) {
  astar_cell root = angler->own->roots[node->root].at;
  if (node->down == 0 && node->side == 0) return angler->goal;
  if (node->down == 0) return (astar_cell){ root.x + node->side, root.y };
  AngleSpan span = cone_span(angler, node);
  int32_t x = span.left_in + angle_floor((int64_t)span.right_in - span.left_in, 2);
  return (astar_cell){ x < 0 ? 0 : integer_least(x, angler->width - 1), node->row };
}

static bool angle_tell(Angler *angler, astar_event_kind kind, const AngleNode *node) {
  const AngleRoot *root = &angler->own->roots[node->root];
  uint32_t f = angle_cost(angler->search, node->f), g = angle_cost(angler->search, root->g);
  astar_trace_event event = { kind, angle_told_at(angler, node), root->at, f, g, f - g };
  return trace_add(angler->search, event);
}

/* In the root of what waits in the heap: a trace has told it. A search only reads the first of the
** heap, which bears no mark then. Room for so many roots there is not. */
#define ANGLE_TOLD (1u << 31)

/* The corners that were turned at and the cones that were opened since the last time. */
static bool angle_tell_new(Angler *angler, size_t roots) {
  AngleState *own = angler->own;
  for (; roots < own->root_count; roots++) {
    const AngleRoot *root = &own->roots[roots];
    uint32_t g = angle_cost(angler->search, root->g);
    uint32_t h = angle_cost(angler->search, angle_line(root->at, angler->goal));
    astar_trace_event event = { roots == 0 ? ASTAR_OPENED : ASTAR_PASSED, root->at,
                                own->roots[root->parent].at, g + h, g, h };
    if (!trace_add(angler->search, event)) return false;
  }
  for (size_t i = 0; i < own->count; i++) {
    AngleNode *node = &own->heap[i];
    if (node->root & ANGLE_TOLD) continue;
    if (!angle_tell(angler, ASTAR_OPENED, node)) return false;
    node->root |= ANGLE_TOLD;
  }
  return true;
}

/* Tells which one is expanded next, past those that are of no use any more. */
static bool angle_tell_next(Angler *angler) {
  AngleState *own = angler->own;
  while (own->count > 0) {
    AngleNode *next = &own->heap[0];
    next->root &= ~ANGLE_TOLD;
    const AngleRoot *root = &own->roots[next->root];
    if (own->roots[node_g(*root_node(angler, root->at))].g >= root->g)
      return angle_tell(angler, ASTAR_CLOSED, next);
    angle_pop(own);
  }
  return true;
}

static astar_status angle_trace(astar_search *search, uint32_t until) {
  Angler angler = angler_of(search);
  astar_status status = ASTAR_RUNNING;
  if (!angler.own->traced && !angle_tell_new(&angler, 0)) return ASTAR_NO_MEMORY;
  angler.own->traced = true;
  while (status == ASTAR_RUNNING && search->expanded < until) {
    size_t roots = angler.own->root_count;
    if (!angle_tell_next(&angler)) return ASTAR_NO_MEMORY;
    status = search->engine->run(search, search->expanded + 1);
    if (status == ASTAR_NO_MEMORY || !angle_tell_new(&angler, roots)) return ASTAR_NO_MEMORY;
  }
  return status;
}

/* The nearest corner that was reached has become the arrival. */
static void angle_write_way(astar_search *search) {
  angle_write(search, node_g(search->nodes.words[search->arrival.node]));
}

static void angle_rest(astar_search *search) {
  AngleState *own = angle_state(search);
  Memory *memory = &search->map->memory;
  memory_free(memory, own->heap, own->capacity * sizeof *own->heap);
  memory_free(memory, own->roots, own->root_capacity * sizeof *own->roots);
  *own = (AngleState){ 0 };
}

static const char *angle_validate(const astar_search *search) {
  const AngleState *own = (const AngleState *)&search->engine_state;
  for (size_t i = 1; i < own->count; i++)
    if (own->heap[i].f < own->heap[(i - 1) / 2].f) return "the heap of cones is out of order";
  for (size_t i = 1; i < own->root_count; i++)
    if (own->roots[i].parent >= i) return "a root was made before its parent";
  return NULL;
}

const Engine ANGLE_SEARCH = {
  ASTAR_ENGINE_ANY_ANGLE, angle_begin, angle_run,
  .rest = angle_rest,
  .validate = angle_validate,
  .try_direct = angle_try_direct,
  .write_way = angle_write_way,
  .run_traced = angle_trace
};
