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

/*
** A node with a single way on is followed at once where its F is at most this much more than the
** least in the open list, in straight steps: in corridors that saves the queue. Best-first order
** is lost by that much; a node that was followed too early is opened again.
*/
#define RUSH 40

/* What the loops need, gathered from the search. */
typedef struct Jumper {
  astar_search *search;
  const Jumps *jumps;
  Node *nodes;
  uint32_t epoch;
  int32_t offset[DIRECTIONS];
  uint32_t cost[DIRECTIONS];
  int32_t goal_x, goal_y;
  uint32_t limit;                   /* no F beyond is of use: the best goal, or what fits */
  uint64_t pending;                 /* the best successor of the last expansion, not queued */
} Jumper;

typedef struct Place {              /* a cell under consideration */
  Cell cell;
  int32_t x, y;
  uint64_t g;
} Place;

#define NOTHING_PENDING UINT64_MAX

/* Entries of the open list name a cell by its coordinates, which saves a division. */
static Cell pack(int32_t x, int32_t y) {
  return (Cell)y << 16 | (Cell)x;
}

bool jump_search_applies(const astar_search *search) {
  const View *view = &search->view;
  const astar_query *query = &search->query;
  bool diagonals_pay = view->least_diagonal < 2 * view->least_straight;
  return view->plane->uniform && diagonals_pay &&
         jumps_possible(&search->map->grid) && search->exact && !query->trace &&
         query->cls->diagonal == ASTAR_DIAGONAL_NO_OBSTACLES && query->heuristic == ASTAR_OCTILE &&
         search->goal.width == 1 && search->goal.height == 1;
}

static Place step_to(const Jumper *jumper, Place from, int direction, int32_t steps) {
  return (Place){ from.cell + (Cell)(jumper->offset[direction] * steps),
                  from.x + DIRECTION_X[direction] * steps,
                  from.y + DIRECTION_Y[direction] * steps,
                  from.g + (uint64_t)jumper->cost[direction] * (uint32_t)steps };
}

static int32_t absolute(int32_t value) {
  return value < 0 ? -value : value;
}

/* The octile estimate: every cell costs the same here. */
static uint64_t f_of(const Jumper *jumper, Place at) {
  uint32_t dx = (uint32_t)absolute(jumper->goal_x - at.x);
  uint32_t dy = (uint32_t)absolute(jumper->goal_y - at.y);
  uint32_t both = dx < dy ? dx : dy, rest = (dx < dy ? dy : dx) - both;
  return at.g + (uint64_t)jumper->cost[SOUTH_EAST] * both + (uint64_t)jumper->cost[EAST] * rest;
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

/*
** Can the goal be reached from `at` first diagonally, then straight, beginning in one of the
** directions `follow`? The two runs are given back, the last one first.
*/
static bool goal_in_sight(const Jumper *jumper, Place at, uint32_t follow, Arrival *arrival) {
  const astar_search *search = jumper->search;
  int32_t dx = jumper->goal_x - at.x, dy = jumper->goal_y - at.y;
  int first = direction_of(dx, dy);
  if (!(follow >> first & 1)) return false;
  int32_t across = absolute(dx), down = absolute(dy);
  bool level = across >= down;
  int32_t diagonal = level ? down : across, straight = (level ? across : down) - diagonal;
  int32_t turn_x = at.x + (dx < 0 ? -diagonal : diagonal);
  int32_t turn_y = at.y + (dy < 0 ? -diagonal : diagonal);
  bool free = level ? turn_x >= search->goal_left && turn_x <= search->goal_right
                    : turn_y >= search->goal_top && turn_y <= search->goal_bottom;
  if (!free) return false;
  if (diagonal > 0 && !jumps_diagonal_free(jumper->jumps, first, at.x, at.y, diagonal))
    return false;
  *arrival = (Arrival){ .node = at.cell };
  if (straight > 0) {
    int last = level ? direction_of(dx, 0) : direction_of(0, dy);
    arrival->runs[arrival->run_count++] = (Run){ last, (uint32_t)straight };
  }
  if (diagonal > 0) arrival->runs[arrival->run_count++] = (Run){ first, (uint32_t)diagonal };
  return true;
}

/* Takes the goal if it is in sight and the way, of cost `f`, as good as the best so far. */
static bool try_goal(Jumper *jumper, Place at, uint32_t follow, uint32_t f) {
  astar_search *search = jumper->search;
  Arrival arrival;
  if (!goal_in_sight(jumper, at, follow, &arrival)) return false;
  if (f < search->bound || comes_before(search, &arrival, &search->arrival)) {
    search->bound = jumper->limit = f;
    search->arrival = arrival;
  }
  return true;
}

/* ---- reaching cells -------------------------------------------------------------------------- */

/* Two runs into a cell in the same direction at the same cost: keeps the canonical one. */
static void settle_tie(Jumper *jumper, Cell cell, Node node) {
  Node *known = &jumper->nodes[cell];
  uint32_t old = node_run(*known), new = node_run(node);
  if (old == new) return;
  int direction = node_direction(node);
  uint32_t near = old < new ? old : new, far = old < new ? new : old;
  Node origin = jumper->nodes[cell - (Cell)(jumper->offset[direction] * (int32_t)near)];
  uint32_t run = node_direction(origin) < direction ? near : far;
  *known = (*known & ~(Node)0xffff) | run;
}

static bool push(Jumper *jumper, uint64_t entry) {
  return open_push(&jumper->search->open, &jumper->search->map->memory, entry);
}

/* Keeps the best successor out of the queue: it is often the next to be expanded. */
static bool queue(Jumper *jumper, uint64_t entry) {
  uint64_t worse = entry;
  if (entry < jumper->pending) {
    worse = jumper->pending;
    jumper->pending = entry;
  }
  return worse == NOTHING_PENDING || push(jumper, worse);
}

/* A stop was reached by a scan. Cells from which nothing goes on are not worth opening. */
static bool reach(Jumper *jumper, Place at, int direction, int32_t run) {
  Node *known = &jumper->nodes[at.cell], old = *known;
  Node node = node_make(jumper->epoch, (uint32_t)at.g, direction, (uint32_t)run);
  if (node_rank(node) >= node_rank(old) && at.g <= jumper->limit) {
    if (node_rank(node) == node_rank(old)) settle_tie(jumper, at.cell, node);
    return true;
  }
  uint64_t f = f_of(jumper, at);
  if (f > jumper->limit) {
    jumper->search->overflowed |= f >= UINT32_MAX;
    return true;
  }
  uint32_t info = jumper->jumps->info[at.cell];
  uint32_t follow = FOLLOW[direction][INFO_FORCED(info, direction)];
  *known = node;
  if (!(follow & INFO_MEETS(info))) {
    try_goal(jumper, at, follow, (uint32_t)f);
    return true;
  }
  *known = node | NODE_OPEN;
  bool queued = (old & NODE_OPEN) && node_rank(old) >> 3 == node_rank(node) >> 3;
  return queued || queue(jumper, open_entry((uint32_t)f, pack(at.x, at.y)));
}

ALWAYS_INLINE bool scan(Jumper *jumper, Place from, int direction) {
  int32_t steps = jumps_scan(jumper->jumps, direction, from.x, from.y);
  return reach(jumper, step_to(jumper, from, direction, steps), direction, steps);
}

/* Marks an event cell of a sweep. False: it was reached as well before, so the sweep may end. */
ALWAYS_INLINE bool mark(Jumper *jumper, Place at, int direction, int32_t run) {
  if (at.g > jumper->limit) return false;
  Node *known = &jumper->nodes[at.cell];
  Node node = node_make(jumper->epoch, (uint32_t)at.g, direction, (uint32_t)run);
  if (node_rank(*known) < node_rank(node)) return false;
  if (node_rank(*known) == node_rank(node)) settle_tie(jumper, at.cell, node);
  else *known = node;
  return true;
}

/* The events in one word of a diagonal. False: no memory. *going: the sweep may go on. */
ALWAYS_INLINE bool sweep_word(Jumper *jumper, Place from, int direction, const DiagonalWord *word,
                       uint64_t free, int32_t first_steps, bool *going) {
  uint64_t events = (word->across | word->down) & free;
  for (; events != 0; events &= events - 1) {
    int bit = __builtin_ctzll(events);
    int32_t steps = first_steps + bit;
    Place at = step_to(jumper, from, direction, steps);
    *going = mark(jumper, at, direction, steps);
    if (!*going) return true;
    if ((word->across >> bit & 1) && !scan(jumper, at, direction_across(direction))) return false;
    if ((word->down >> bit & 1) && !scan(jumper, at, direction_down(direction))) return false;
  }
  return true;
}

static bool sweep(Jumper *jumper, Place from, int direction) {
  const Jumps *jumps = jumper->jumps;
  int64_t bit = line_bit(&jumps->diagonal[direction - FIRST_DIAGONAL], from.x, from.y);
  const DiagonalWord *word = jumps->diagonals[direction - FIRST_DIAGONAL] + (bit >> 6);
  uint64_t ahead = ~(uint64_t)1 << (bit & 63);
  int32_t first_steps = -(int32_t)(bit & 63);
  for (bool going = true; going; word++, ahead = ~(uint64_t)0, first_steps += 64) {
    uint64_t stop = word->stop & ahead;
    uint64_t free = ahead & ((stop & -stop) - 1);
    if (!sweep_word(jumper, from, direction, word, free, first_steps, &going)) return false;
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
  search->pending = open_entry(f, pack(search->start_x, search->start_y));
  search->rush = 0;
  return ASTAR_OK;
}

static Jumper prepare(astar_search *search) {
  Jumper jumper = { .search = search, .jumps = search->jumps, .nodes = search->nodes.words,
                    .epoch = search->nodes.epoch, .goal_x = search->goal.x,
                    .goal_y = search->goal.y, .pending = search->pending };
  jumper.limit = search->bound < UINT32_MAX ? search->bound : UINT32_MAX - 1;
  for (int i = 0; i < DIRECTIONS; i++) {
    jumper.offset[i] = direction_offset(&search->map->grid, i);
    jumper.cost[i] = i < FIRST_DIAGONAL ? search->view.least_straight
                                        : search->view.least_diagonal;
  }
  return jumper;
}

/* Expands a node; *ways: the directions that were followed. False: no memory. */
static bool expand(Jumper *jumper, Place at, Node node, uint32_t f, uint32_t *ways) {
  uint32_t info = jumper->jumps->info[at.cell];
  int arrived = node_direction(node);
  uint32_t follow = at.cell == jumper->search->start
                        ? FOLLOW_ALL
                        : FOLLOW[arrived][INFO_FORCED(info, arrived)];
  *ways = 0;
  if (try_goal(jumper, at, follow, f)) return true;
  follow &= INFO_MEETS(info);
  *ways = follow;
  for (; follow != 0; follow &= follow - 1) {
    int direction = __builtin_ctz(follow);
    bool done = direction < FIRST_DIAGONAL ? scan(jumper, at, direction)
                                           : sweep(jumper, at, direction);
    if (!done) return false;
  }
  return true;
}

/*
** The next entry: the pending one where it is good enough, else the first in the queue, which the
** pending one joins. RUNNING, OK when there is none with an F that is of use, or NO_MEMORY.
*/
static astar_status next_entry(Jumper *jumper, uint64_t *entry) {
  OpenList *open = &jumper->search->open;
  uint64_t pending = jumper->pending;
  jumper->pending = NOTHING_PENDING;
  if (pending != NOTHING_PENDING && open_f(pending) <= jumper->limit) {
    if (open_f(pending) <= (uint64_t)open_least_f(open) + jumper->search->rush) {
      *entry = pending;
      return ASTAR_RUNNING;
    }
    if (!push(jumper, pending)) return ASTAR_NO_MEMORY;
  }
  if (!open_first(open, jumper->limit, entry)) return ASTAR_OK;
  open_pop(open);
  return ASTAR_RUNNING;
}

static astar_status outcome(const astar_search *search) {
  if (search->bound != UINT32_MAX) return ASTAR_OK;
  return search->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
}

static astar_status run_jumper(Jumper *jumper, uint32_t until) {
  astar_search *search = jumper->search;
  const Cell stride = (Cell)search->map->grid.stride;
  for (;;) {
    uint64_t entry;
    uint32_t ways;
    astar_status status = next_entry(jumper, &entry);
    if (status != ASTAR_RUNNING) return status == ASTAR_OK ? outcome(search) : status;
    int32_t x = (int32_t)(open_cell(entry) & 0xffff), y = (int32_t)(open_cell(entry) >> 16);
    Cell cell = (Cell)(y + 1) * stride + (Cell)(x + 1);
    Node node = jumper->nodes[cell];
    bool is_open = node & NODE_OPEN;
    if (is_open && search->expanded >= until) {
      jumper->pending = entry;      /* it will be the next one again, with the same rush */
      return ASTAR_RUNNING;
    }
    search->rush = 0;
    if (!is_open) continue;
    jumper->nodes[cell] = node & ~NODE_OPEN;
    search->expanded++;
    Place at = { cell, x, y, node_g(node) };
    if (!expand(jumper, at, node, open_f(entry), &ways)) return ASTAR_NO_MEMORY;
    bool single = (ways & (ways - 1)) == 0;
    search->rush = single ? RUSH * search->view.least_straight : 0;
  }
}

static astar_status run(astar_search *search, uint32_t until) {
  Jumper jumper = prepare(search);
  astar_status status = run_jumper(&jumper, until);
  search->pending = jumper.pending;
  return status;
}

const Engine JUMP_SEARCH = { begin, run, .keeps_runs = true };
