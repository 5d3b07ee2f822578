/*
** A* that follows only the steps worth following (pattern.h), and walks straight on through cells
** from which there is only one way to go, without putting them into the open list.
**
** Everything said of ties and the canonical path in astar_search.c holds here too, with two
** additions: a closed cell that is reached as cheaply in a smaller direction is opened again,
** because other steps are worth following then; and cells that were only walked through count as
** closed.
*/
#include "pruned_search.h"

/* What the loops need, gathered from the search. */
typedef struct Walker {
  astar_search *search;
  const Pattern *table;
  const PatternSteps *steps;
  const uint16_t *of;
  Node *nodes;
  uint32_t epoch;
  Cell offset[DIRECTIONS];
  astar_rect goal;
  Cell first_goal, goal_span;       /* in reading order; other cells lie between, too */
  uint64_t straight, diagonal;      /* of the estimate */
  const LandmarkCosts *landmarks;   /* NULL: not prepared, or of no use here */
  LandmarkCosts goal_costs;
  uint64_t slack;
  uint32_t limit;                   /* no F beyond is of use */
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

static uint64_t outside(int32_t value, int32_t first, int32_t length) {
  if (value < first) return (uint64_t)(first - value);
  int32_t last = first + length - 1;
  return value > last ? (uint64_t)(value - last) : 0;
}

static uint64_t f_of(const Walker *walker, Cell cell, uint64_t g) {
  astar_cell at = grid_position(&walker->search->map->grid, cell);
  uint64_t dx = outside(at.x, walker->goal.x, walker->goal.width);
  uint64_t dy = outside(at.y, walker->goal.y, walker->goal.height);
  uint64_t both = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
  uint64_t estimate = walker->diagonal * both + walker->straight * (most - both);
  if (walker->landmarks != NULL) {
    uint64_t known = landmarks_estimate(walker->landmarks, cell, &walker->goal_costs);
    if (known > estimate + walker->slack) estimate = known - walker->slack;
  }
  return g + estimate;
}

static bool is_goal(const Walker *walker, Cell cell) {
  if (cell - walker->first_goal > walker->goal_span) return false;
  astar_cell at = grid_position(&walker->search->map->grid, cell);
  return (uint32_t)(at.x - walker->goal.x) < (uint32_t)walker->goal.width;
}

/* A goal was reached. Among several at the same cost the first in reading order is taken. */
static void arrive(Walker *walker, Cell cell, uint64_t g) {
  astar_search *search = walker->search;
  if (g == search->bound && cell > search->arrival.node) return;
  search->bound = walker->limit = (uint32_t)g;
  search->arrival = (Arrival){ .node = cell };
}

/* Opens a cell from which there is more than one way to go, unless F is of no use. */
static bool open_at(Walker *walker, Cell cell, Node node) {
  astar_search *search = walker->search;
  uint64_t f = f_of(walker, cell, node_g(node));
  Node known = walker->nodes[cell];
  if (f > walker->limit) {
    search->overflowed |= f >= UINT32_MAX;
    return true;
  }
  walker->nodes[cell] = node | NODE_OPEN;
  bool queued = (known & NODE_OPEN) && node_rank(known) >> 3 == node_rank(node) >> 3;
  return queued || open_push(&search->open, &search->map->memory, open_entry((uint32_t)f, cell));
}

/* Goes in a direction, and on as long as there is only one way to go. False: no memory. */
static bool walk(Walker *walker, Cell cell, uint64_t g, int direction) {
  Node *const nodes = walker->nodes;
  for (;;) {
    const Cell offset = walker->offset[direction];
    const int step = direction >= FIRST_DIAGONAL;
    const Node arrival = node_make(walker->epoch, 0, direction, 1);
    int goes;
    do {
      cell += offset;
      const Pattern *pattern = &walker->table[walker->of[cell]];
      g += pattern->cost[step];
      if (g > walker->limit) {
        walker->search->overflowed |= g >= UINT32_MAX;
        return true;
      }
      Node node = arrival | g << NODE_G_SHIFT;
      if (node_rank(node) >= node_rank(nodes[cell])) return true;
      goes = pattern->goes[direction];
      if (is_goal(walker, cell)) {
        nodes[cell] = node;
        arrive(walker, cell, g);
        return true;
      }
      if (goes == GOES_SEVERAL_WAYS) return open_at(walker, cell, node);
      nodes[cell] = node;
    } while (goes == direction);
    if (goes == GOES_NOWHERE) return true;
    direction = goes;
  }
}

/* ---- the engine ------------------------------------------------------------------------------ */

static astar_status begin(astar_search *search) {
  uint32_t f = search_f(search, 0, search->start_x, search->start_y);
  search->nodes.words[search->start] = node_make(search->nodes.epoch, 0, 0, 0) | NODE_OPEN;
  bool opened = open_push(&search->open, &search->map->memory, open_entry(f, search->start));
  return opened ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* Landmarks know the way to one cell, over costs that have not fallen too much. */
static void use_landmarks(Walker *walker, const astar_search *search) {
  const Landmarks *landmarks = search->view.plane->landmarks;
  bool single = search->goal.width == 1 && search->goal.height == 1;
  if (landmarks == NULL || !landmarks_serve(landmarks) || !single || walker->straight == 0) return;
  walker->landmarks = landmarks->costs;
  walker->goal_costs = landmarks->costs[walker->first_goal];
  walker->slack = landmarks->slack;
}

static Walker prepare(astar_search *search) {
  const Grid *grid = &search->map->grid;
  astar_rect goal = search->goal;
  bool estimate = search->query.heuristic == ASTAR_OCTILE;
  Walker walker = { .search = search, .table = search->patterns->table,
                    .steps = search->patterns->steps,
                    .of = search->patterns->of, .nodes = search->nodes.words,
                    .epoch = search->nodes.epoch, .goal = goal };
  walker.first_goal = grid_cell(grid, goal.x, goal.y);
  walker.goal_span = grid_cell(grid, goal.x + goal.width - 1, goal.y + goal.height - 1) -
                     walker.first_goal;
  walker.straight = estimate ? search->view.least_straight : 0;
  walker.diagonal = estimate ? search->view.least_diagonal : 0;
  if (walker.diagonal > 2 * walker.straight) walker.diagonal = 2 * walker.straight;
  walker.limit = search->bound < UINT32_MAX ? search->bound : UINT32_MAX - 1;
  use_landmarks(&walker, search);
  for (int i = 0; i < DIRECTIONS; i++) walker.offset[i] = (Cell)direction_offset(grid, i);
  return walker;
}

static bool expand(Walker *walker, Cell cell, Node node) {
  const PatternSteps *steps = &walker->steps[walker->of[cell]];
  uint32_t follow = cell == walker->search->start ? steps->legal
                                                  : steps->follow[node_direction(node)];
  for (; follow != 0; follow &= follow - 1)
    if (!walk(walker, cell, node_g(node), __builtin_ctz(follow))) return false;
  return true;
}

static astar_status outcome(const astar_search *search) {
  if (search->bound != UINT32_MAX) return ASTAR_OK;
  return search->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
}

static astar_status run(astar_search *search, uint32_t until) {
  Walker walker = prepare(search);
  OpenList *open = &search->open;
  uint64_t first;
  while (open_first(open, walker.limit, &first)) {
    Cell cell = open_cell(first);
    Node node = walker.nodes[cell];
    if ((node & NODE_OPEN) && search->expanded >= until) return ASTAR_RUNNING;
    open_pop(open);
    if (!(node & NODE_OPEN)) continue;
    walker.nodes[cell] = node & ~NODE_OPEN;
    search->expanded++;
    if (!expand(&walker, cell, node)) return ASTAR_NO_MEMORY;
  }
  return outcome(search);
}

const Engine PRUNED_SEARCH = { begin, run, .reads_each_cell = true, .loose = true };
