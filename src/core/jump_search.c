/*
** Jump point search (D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid
** Maps", AAAI 2011; block scanning and pruning of diagonal jump points after "Improving Jump Point
** Search", ICAPS 2014), on the tables of jump.h.
**
** Only cells reached by a straight scan enter the open list. From a cell, the steps that continue
** straight, and those around forced sides, are followed: straight ones to the next stop in one
** look, diagonal ones by sweeping over the events of the diagonal, from each of which the scan
** sideways is followed at once. A cell from which the goal is in plain sight, first diagonally and
** then straight, is not expanded any further: no way from it is shorter.
**
** Canonical path. The pruning keeps, of all equally short ways, the one that goes diagonally
** first, which read backwards is the one with the smaller directions (it does not where a diagonal
** step costs two straight ones: then this engine does not apply). Ties at a node go to the
** smaller direction, and a closed node is opened again for it. Between two runs that come into a
** node in the same direction, the longer one wins, unless the shorter one's origin was itself
** entered in a smaller direction. All nodes with F up to the goal's cost are expanded.
**
** Invariant: the cell at which a run ends (`run` steps back from a node) has a node of this search,
** with the G that the run started from, or reached just as cheaply in a smaller direction.
** Event cells on diagonals are marked in the nodes for that, without being open.
*/
#include "jump_search.h"

/* The directions to follow after arriving straight, by the two bits of forced sides. */
static const uint8_t FOLLOW[4][4] = {
#define TO(direction) (1 << (direction))
#define SIDE(straight, diagonal) (TO(straight) | TO(diagonal))
#define ROW(ahead, first, second) \
  { TO(ahead), TO(ahead) | (first), TO(ahead) | (second), TO(ahead) | (first) | (second) }
  ROW(EAST, SIDE(SOUTH, SOUTH_EAST), SIDE(NORTH, NORTH_EAST)),
  ROW(WEST, SIDE(SOUTH, SOUTH_WEST), SIDE(NORTH, NORTH_WEST)),
  ROW(SOUTH, SIDE(EAST, SOUTH_EAST), SIDE(WEST, SOUTH_WEST)),
  ROW(NORTH, SIDE(EAST, NORTH_EAST), SIDE(WEST, NORTH_WEST)),
#undef ROW
#undef SIDE
#undef TO
};

#define FOLLOW_ALL 0xffu

typedef struct Place {              /* a cell under consideration */
  Cell cell;
  int32_t x, y;
  uint32_t g;                       /* UINT32_MAX: would not fit */
} Place;

bool jump_search_applies(const astar_search *search) {
  const View *view = &search->view;
  const astar_query *query = &search->query;
  bool diagonals_pay = view->least_diagonal < 2 * view->least_straight;
  return view->bare && view->plane->uniform && diagonals_pay && jumps_possible(&search->map->grid) &&
         query->cls->diagonal == ASTAR_DIAGONAL_NO_OBSTACLES && query->heuristic == ASTAR_OCTILE &&
         search->exact && !query->trace && search->goal.width == 1 && search->goal.height == 1;
}

static Place step_to(const astar_search *search, Place from, int direction, int32_t steps) {
  uint32_t cost = direction >= FIRST_DIAGONAL ? search->view.least_diagonal
                                              : search->view.least_straight;
  int32_t offset = direction_offset(&search->map->grid, direction);
  uint64_t g = from.g + (uint64_t)cost * (uint32_t)steps;
  return (Place){ from.cell + (Cell)(offset * steps), from.x + DIRECTION_X[direction] * steps,
                  from.y + DIRECTION_Y[direction] * steps,
                  g < UINT32_MAX ? (uint32_t)g : UINT32_MAX };
}

/* ---- the goal in sight ----------------------------------------------------------------------- */

/* A way back from the goal, for comparing two of them. */
typedef struct Trail {
  const astar_search *search;
  Arrival arrival;
  int next_run;
  Run run;                          /* what is left of the present one; 0 steps: at the start */
} Trail;

static void next_run(Trail *trail) {
  Arrival *arrival = &trail->arrival;
  if (trail->next_run < arrival->run_count) {
    trail->run = arrival->runs[trail->next_run++];
    return;
  }
  Node node = trail->search->nodes.words[arrival->node];
  trail->run = (Run){ node_direction(node), node_run(node) };
  int32_t offset = direction_offset(&trail->search->map->grid, trail->run.direction);
  arrival->node -= (Cell)(offset * (int32_t)trail->run.steps);
}

/* Do the directions of `a`, read backwards from the goal, come before those of `b`? */
static bool comes_before(const astar_search *search, const Arrival *a, const Arrival *b) {
  Trail one = { search, *a, 0, { 0, 0 } }, other = { search, *b, 0, { 0, 0 } };
  for (;;) {
    if (one.run.steps == 0) next_run(&one);
    if (other.run.steps == 0) next_run(&other);
    if (one.run.steps == 0 || other.run.steps == 0) return false;
    if (one.run.direction != other.run.direction)
      return one.run.direction < other.run.direction;
    uint32_t common = one.run.steps < other.run.steps ? one.run.steps : other.run.steps;
    one.run.steps -= common;
    other.run.steps -= common;
  }
}

static int32_t absolute(int32_t value) {
  return value < 0 ? -value : value;
}

/*
** Can the goal be reached from `at` first diagonally, then straight, beginning in one of the
** directions `follow`? The two runs are given back, the last one first.
*/
static bool goal_in_sight(const astar_search *search, Place at, uint32_t follow,
                          Arrival *arrival) {
  int32_t dx = search->goal.x - at.x, dy = search->goal.y - at.y;
  int32_t across = absolute(dx), down = absolute(dy);
  int first = direction_of(dx, dy);
  if (!(follow >> first & 1)) return false;
  bool level = across >= down;
  int32_t diagonal = level ? down : across, straight = (level ? across : down) - diagonal;
  int32_t turn_x = at.x + (dx < 0 ? -diagonal : diagonal);
  int32_t turn_y = at.y + (dy < 0 ? -diagonal : diagonal);
  bool free = level ? turn_x >= search->goal_left && turn_x <= search->goal_right
                    : turn_y >= search->goal_top && turn_y <= search->goal_bottom;
  if (!free) return false;
  if (diagonal > 0 && !jumps_diagonal_free(search->jumps, first, at.x, at.y, diagonal))
    return false;
  *arrival = (Arrival){ .node = at.cell };
  if (straight > 0) {
    int last = level ? direction_of(dx, 0) : direction_of(0, dy);
    arrival->runs[arrival->run_count++] = (Run){ last, (uint32_t)straight };
  }
  if (diagonal > 0) arrival->runs[arrival->run_count++] = (Run){ first, (uint32_t)diagonal };
  return true;
}

/* Takes the goal if it is in sight and the way as good as the best so far. */
static bool try_goal(astar_search *search, Place at, uint32_t follow) {
  Arrival arrival;
  if (!goal_in_sight(search, at, follow, &arrival)) return false;
  uint32_t cost = search_f(search, at.g, at.x, at.y);
  if (cost == UINT32_MAX) return true;
  bool better = cost < search->bound ||
                (cost == search->bound && comes_before(search, &arrival, &search->arrival));
  if (better) {
    search->bound = cost;
    search->arrival = arrival;
  }
  return true;
}

/* ---- reaching cells -------------------------------------------------------------------------- */

/* Two runs into a cell in the same direction at the same cost: keeps the canonical one. */
static void settle_tie(astar_search *search, Cell cell, Node node) {
  Node *known = &search->nodes.words[cell];
  uint32_t old = node_run(*known), new = node_run(node);
  if (old == new) return;
  int direction = node_direction(node);
  uint32_t near = old < new ? old : new, far = old < new ? new : old;
  int32_t offset = direction_offset(&search->map->grid, direction);
  Node origin = search->nodes.words[cell - (Cell)(offset * (int32_t)near)];
  uint32_t run = node_direction(origin) < direction ? near : far;
  *known = (*known & ~(Node)0xffff) | run;
}

/* A stop was reached by a scan. Cells from which nothing goes on are not worth opening. */
static bool reach(astar_search *search, Place at, int direction, int32_t run) {
  Node *known = &search->nodes.words[at.cell];
  Node node = node_make(search->nodes.epoch, at.g, direction, (uint32_t)run);
  if (node_rank(node) >= node_rank(*known)) {
    if (node_rank(node) == node_rank(*known)) settle_tie(search, at.cell, node);
    return true;
  }
  uint32_t f = search_f(search, at.g, at.x, at.y);
  if (f > search->bound || f == UINT32_MAX) return true;
  bool queued = (*known & NODE_OPEN) && node_in_epoch(*known, search->nodes.epoch) &&
                node_g(*known) == at.g;
  uint32_t info = search->jumps->info[at.cell];
  uint32_t follow = FOLLOW[direction][INFO_FORCED(info, direction)];
  *known = node;
  if (!(follow & INFO_MEETS(info))) {
    try_goal(search, at, follow);
    return true;
  }
  *known = node | NODE_OPEN;
  return queued || open_push(&search->open, &search->map->memory, open_entry(f, at.cell));
}

static bool scan(astar_search *search, Place from, int direction) {
  int32_t steps = jumps_scan(search->jumps, direction, from.x, from.y);
  return reach(search, step_to(search, from, direction, steps), direction, steps);
}

/* Marks an event cell of a sweep. False: it was reached as well before, so the sweep may end. */
static bool mark(astar_search *search, Place at, int direction, int32_t run) {
  Node *known = &search->nodes.words[at.cell];
  Node node = node_make(search->nodes.epoch, at.g, direction, (uint32_t)run);
  if (node_rank(*known) < node_rank(node)) return false;
  if (node_rank(*known) == node_rank(node)) settle_tie(search, at.cell, node);
  else *known = node;
  return true;
}

/* The events in one word of a diagonal. False: no memory. *going: the sweep may go on. */
static bool sweep_word(astar_search *search, Place from, int direction, const DiagonalWord *word,
                       uint64_t free, int32_t first_steps, bool *going) {
  uint64_t events = (word->across | word->down) & free;
  for (; events != 0; events &= events - 1) {
    int bit = __builtin_ctzll(events);
    int32_t steps = first_steps + bit;
    Place at = step_to(search, from, direction, steps);
    *going = mark(search, at, direction, steps);
    if (!*going) return true;
    if ((word->across >> bit & 1) && !scan(search, at, direction_across(direction))) return false;
    if ((word->down >> bit & 1) && !scan(search, at, direction_down(direction))) return false;
  }
  return true;
}

static bool sweep(astar_search *search, Place from, int direction) {
  const Jumps *jumps = search->jumps;
  int64_t bit = line_bit(&jumps->diagonal[direction - FIRST_DIAGONAL], from.x, from.y);
  const DiagonalWord *word = jumps->diagonals[direction - FIRST_DIAGONAL] + (bit >> 6);
  uint64_t ahead = ~(uint64_t)1 << (bit & 63);
  int32_t first_steps = -(int32_t)(bit & 63);
  for (bool going = true; going; word++, ahead = ~(uint64_t)0, first_steps += 64) {
    uint64_t stop = word->stop & ahead;
    uint64_t free = ahead & ((stop & -stop) - 1);
    if (!sweep_word(search, from, direction, word, free, first_steps, &going)) return false;
    if (stop != 0) return true;
  }
  return true;
}

/* ---- the engine ------------------------------------------------------------------------------ */

static astar_status begin(astar_search *search) {
  int32_t x = search->goal.x, y = search->goal.y;
  const Jumps *jumps = search->jumps = plane_jumps(search->view.plane);
  if (jumps == NULL) return ASTAR_NO_MEMORY;
  search->goal_left = x - jumps_reach(jumps, WEST, x, y);
  search->goal_right = x + jumps_reach(jumps, EAST, x, y);
  search->goal_top = y - jumps_reach(jumps, NORTH, x, y);
  search->goal_bottom = y + jumps_reach(jumps, SOUTH, x, y);
  search->nodes.words[search->start] = node_make(search->nodes.epoch, 0, 0, 0) | NODE_OPEN;
  uint32_t f = search_f(search, 0, search->start_x, search->start_y);
  bool opened = open_push(&search->open, &search->map->memory, open_entry(f, search->start));
  return opened ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static bool expand(astar_search *search, Place at, Node node) {
  uint32_t info = search->jumps->info[at.cell];
  int arrived = node_direction(node);
  uint32_t follow = at.cell == search->start ? FOLLOW_ALL
                                             : FOLLOW[arrived][INFO_FORCED(info, arrived)];
  if (try_goal(search, at, follow)) return true;
  follow &= INFO_MEETS(info);
  for (; follow != 0; follow &= follow - 1) {
    int direction = __builtin_ctz(follow);
    bool done = direction < FIRST_DIAGONAL ? scan(search, at, direction)
                                           : sweep(search, at, direction);
    if (!done) return false;
  }
  return true;
}

static astar_status outcome(const astar_search *search) {
  if (search->bound != UINT32_MAX) return ASTAR_OK;
  return search->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
}

static astar_status run(astar_search *search, uint32_t until) {
  OpenList *open = &search->open;
  uint64_t first;
  while (open_first(open, &first) && open_f(first) <= search->bound) {
    Cell cell = open_cell(first);
    Node node = search->nodes.words[cell];
    if ((node & NODE_OPEN) && search->expanded >= until) return ASTAR_RUNNING;
    open_pop(open);
    if (!(node & NODE_OPEN)) continue;
    search->nodes.words[cell] = node & ~NODE_OPEN;
    search->expanded++;
    astar_cell position = grid_position(&search->map->grid, cell);
    Place at = { cell, position.x, position.y, node_g(node) };
    if (!expand(search, at, node)) return ASTAR_NO_MEMORY;
  }
  return outcome(search);
}

const Engine JUMP_SEARCH = { begin, run, false };
