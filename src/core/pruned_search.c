/*
** A* that follows only the steps worth following (pattern.h), and walks straight on through cells
** from which there is only one way to go, without putting them into the open list.
**
** Everything said of ties and the canonical path in astar_search.c holds here too, with two
** additions: a closed cell that is reached as cheaply in a smaller direction is opened again,
** because other steps are worth following then; and cells that were only walked through count as
** closed.
**
** The time goes into the inner loop of `walk`. A step reads one node, which holds the number of the
** cell's pattern, and one row of the table of patterns; a goal is a pattern, too, written into its
** nodes while the engine runs. Offsets and columns are in bytes: with indices the compiler makes a
** special case of steps to the east, and branches that the processor cannot foresee.
*/
#include "pruned_search.h"

/* A direction, as a walk needs it: the parts of pattern 0 that matter, and how far it moves. */
typedef struct Course {
  ptrdiff_t offset;                 /* from node to node, in bytes */
  const char *cost, *goes;
  Node direction;                   /* as part of a node */
} Course;

/* What the loops need, gathered from the search. */
typedef struct Walker {
  astar_search *search;
  Node *nodes;
  const Pattern *table;
  const PatternSteps *steps;
  Course courses[DIRECTIONS];
  Node last_useful;                 /* no word beyond is of use: its G is too large */
  uint32_t limit;                   /* no F beyond is of use */
  astar_rect goal;
  int32_t goal_right, goal_bottom;  /* its last cells */
  uint64_t straight, diagonal;      /* of the estimate */
  const LandmarkCosts *landmarks;   /* NULL: not prepared, or of no use here */
  LandmarkCosts goal_costs;
  uint64_t slack;
} Walker;

astar_status pruned_search_applies(astar_search *search, bool *applies) {
  const View *view = &search->view;
  const astar_query *query = &search->query;
  bool estimate = query->heuristic == ASTAR_OCTILE || query->heuristic == ASTAR_NO_HEURISTIC;
  *applies = view->bare && search->exact && !query->trace && estimate;
  if (!*applies) return ASTAR_OK;
  search->patterns = plane_patterns(view->plane);
  if (search->patterns == NULL) return ASTAR_NO_MEMORY;
  *applies = !search->patterns->too_varied;
  return ASTAR_OK;
}

/* How far a coordinate lies outside an interval. */
static uint64_t outside(int32_t value, int32_t first, int32_t last) {
  int32_t before = first - value, behind = value - last;
  int32_t most = before > behind ? before : behind;
  return (uint64_t)(most > 0 ? most : 0);
}

static uint64_t f_of(const Walker *walker, Cell cell, uint64_t g) {
  astar_cell at = grid_position(&walker->search->map->grid, cell);
  uint64_t dx = outside(at.x, walker->goal.x, walker->goal_right);
  uint64_t dy = outside(at.y, walker->goal.y, walker->goal_bottom);
  uint64_t both = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
  uint64_t estimate = walker->diagonal * both + walker->straight * (most - both);
  if (walker->landmarks != NULL) {
    uint64_t known = landmarks_estimate(walker->landmarks, cell, &walker->goal_costs);
    if (known > estimate + walker->slack) estimate = known - walker->slack;
  }
  return g + estimate;
}

static void set_limit(Walker *walker, uint32_t limit) {
  walker->limit = limit;
  walker->last_useful = node_make(walker->search->nodes.epoch, limit, 7, 0) | NODE_OPEN | NODE_LOW;
}

/* A goal was reached, by a node without its cost. Among several at the same cost the first in
** reading order is taken. */
static void arrive(Walker *walker, Cell cell, Node node) {
  astar_search *search = walker->search;
  const Pattern *pattern = &walker->table[search->patterns->of[cell]];
  node += (Node)pattern->cost[node_direction(node) >= FIRST_DIAGONAL] << NODE_G_SHIFT;
  search->overflowed |= node > walker->last_useful;
  if (node > walker->last_useful || node_rank(node) >= node_rank(walker->nodes[cell])) return;
  walker->nodes[cell] = node | PATTERN_GOAL;
  if (node_g(node) == search->bound && cell > search->arrival.node) return;
  search->bound = node_g(node);
  search->arrival = (Arrival){ .node = cell };
  set_limit(walker, search->bound);
}

/* Opens a cell from which there is more than one way to go, unless F is of no use. */
static bool open_at(Walker *walker, Node *at, Node node) {
  astar_search *search = walker->search;
  Cell cell = (Cell)(at - walker->nodes);
  uint64_t f = f_of(walker, cell, node_g(node));
  if (f > walker->limit) {
    search->overflowed = true;
    return true;
  }
  *at = node | NODE_OPEN | node_pattern(*at);
  return buckets_push(&search->buckets, &search->map->memory, open_entry((uint32_t)f, cell));
}

/* What a path does that cannot just go on, at a cell which it has reached. */
static bool stop(Walker *walker, Node *at, Node node, int goes) {
  if (goes == GOES_SEVERAL_WAYS) return open_at(walker, at, node);
  if (goes == GOES_INTO_GOAL) arrive(walker, (Cell)(at - walker->nodes), node);
  else *at = node | node_pattern(*at);
  return true;
}

/* Goes in a direction from a cell with the node `way`, of which epoch and G are given; goes on as
** long as there is only one way to go. False: no memory. */
static bool walk(Walker *walker, Node *at, Node way, int direction) {
  const Node last_useful = walker->last_useful;
  Node node = way;
  for (;;) {
    const Course *course = &walker->courses[direction];
    int goes;
    node |= course->direction;
    for (;;) {
      at = (Node *)((char *)at + course->offset);
      Node known = *at;
      size_t row = node_pattern(known) * sizeof(Pattern);
      node += (Node)*(const uint32_t *)(course->cost + row) << NODE_G_SHIFT;
      if (node >= (known & ~(NODE_OPEN | NODE_LOW))) return true;
      if (node > last_useful) {
        walker->search->overflowed = true;
        return true;
      }
      goes = *(const uint8_t *)(course->goes + row);
      if (goes != direction) break;
      *at = node | node_pattern(known);
    }
    if (goes >= GOES_NOWHERE) return stop(walker, at, node, goes);
    *at = node | node_pattern(*at);
    node = node >> NODE_G_SHIFT << NODE_G_SHIFT;
    direction = goes;
  }
}

/* ---- the engine ------------------------------------------------------------------------------ */

static astar_status begin(astar_search *search) {
  uint32_t f = search_f(search, 0, search->start_x, search->start_y);
  Node *node = &search->nodes.words[search->start];
  *node = node_make(search->nodes.epoch, 0, 0, node_pattern(*node)) | NODE_OPEN;
  bool opened = buckets_push(&search->buckets, &search->map->memory, open_entry(f, search->start));
  return opened ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* Landmarks know the way to one cell, over costs that have not fallen too much. */
static void use_landmarks(Walker *walker, const astar_search *search) {
  const Landmarks *landmarks = search->view.plane->landmarks;
  bool single = search->goal.width == 1 && search->goal.height == 1;
  if (landmarks == NULL || !landmarks_serve(landmarks) || !single || walker->straight == 0) return;
  walker->landmarks = landmarks->costs;
  walker->goal_costs = landmarks->costs[grid_cell(landmarks->grid, walker->goal.x, walker->goal.y)];
  walker->slack = landmarks->slack;
}

static Course make_course(const Grid *grid, const Pattern *table, int direction) {
  return (Course){ .offset = direction_offset(grid, direction) * (ptrdiff_t)sizeof(Node),
                   .cost = (const char *)&table->cost[direction >= FIRST_DIAGONAL],
                   .goes = (const char *)&table->goes[direction],
                   .direction = (Node)direction << NODE_RANK_SHIFT };
}

static Walker prepare(astar_search *search) {
  const Grid *grid = &search->map->grid;
  astar_rect goal = search->goal;
  bool estimate = search->query.heuristic == ASTAR_OCTILE;
  Walker walker = { .search = search, .table = search->patterns->table,
                    .steps = search->patterns->steps, .nodes = search->nodes.words, .goal = goal,
                    .goal_right = goal.x + goal.width - 1,
                    .goal_bottom = goal.y + goal.height - 1 };
  walker.straight = estimate ? search->view.least_straight : 0;
  walker.diagonal = estimate ? search->view.least_diagonal : 0;
  if (walker.diagonal > 2 * walker.straight) walker.diagonal = 2 * walker.straight;
  set_limit(&walker, search->bound < UINT32_MAX ? search->bound : UINT32_MAX - 1);
  use_landmarks(&walker, search);
  for (int i = 0; i < DIRECTIONS; i++)
    walker.courses[i] = make_course(grid, walker.table, i);
  return walker;
}

/* Makes the cells along the sides of the goal goals to a walk, or again what they are. */
static void mark_goal(const Walker *walker, bool as_goal) {
  const Patterns *patterns = walker->search->patterns;
  for (int32_t y = walker->goal.y; y <= walker->goal_bottom; y++) {
    bool whole = y == walker->goal.y || y == walker->goal_bottom;
    int32_t step = whole || walker->goal.width == 1 ? 1 : walker->goal.width - 1;
    for (int32_t x = walker->goal.x; x <= walker->goal_right; x += step) {
      Cell cell = grid_cell(patterns->grid, x, y);
      patterns_stamp(patterns, walker->nodes, cell);
      if (as_goal && node_pattern(walker->nodes[cell]) != PATTERN_BLOCKED)
        walker->nodes[cell] = (walker->nodes[cell] & ~NODE_LOW) | PATTERN_GOAL;
    }
  }
}

static bool expand(Walker *walker, Cell cell, Node node) {
  const PatternSteps *steps = &walker->steps[node_pattern(node)];
  uint32_t follow = cell == walker->search->start ? steps->legal
                                                  : steps->follow[node_direction(node)];
  Node way = node >> NODE_G_SHIFT << NODE_G_SHIFT;
  for (; follow != 0; follow &= follow - 1)
    if (!walk(walker, &walker->nodes[cell], way, __builtin_ctz(follow))) return false;
  return true;
}

static astar_status outcome(const astar_search *search) {
  if (search->bound != UINT32_MAX) return ASTAR_OK;
  return search->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
}

static astar_status search_on(Walker *walker, uint32_t until) {
  astar_search *search = walker->search;
  Buckets *open = &search->buckets;
  uint64_t entry;
  while (buckets_take(open, walker->limit, &entry)) {
    Cell cell = open_cell(entry);
    Node node = walker->nodes[cell];
    if (!(node & NODE_OPEN) || open_f(entry) > walker->limit) continue;
    if (buckets_is_early(open, entry)) {
      if (!buckets_push(open, &search->map->memory, entry)) return ASTAR_NO_MEMORY;
      continue;
    }
    if (search->expanded >= until) {
      buckets_put_back(open);
      return ASTAR_RUNNING;
    }
    walker->nodes[cell] = node & ~NODE_OPEN;
    search->expanded++;
    if (!expand(walker, cell, node)) return ASTAR_NO_MEMORY;
  }
  return outcome(search);
}

static astar_status run(astar_search *search, uint32_t until) {
  Walker walker = prepare(search);
  mark_goal(&walker, true);
  astar_status status = search_on(&walker, until);
  mark_goal(&walker, false);
  return status;
}

const Engine PRUNED_SEARCH = { begin, run, .reads_each_cell = true };
