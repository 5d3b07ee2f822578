/*
** A* (Hart, Nilsson, Raphael 1968) as P. Lester's "A* Pathfinding for Beginners" explains it.
**
** The search is over *states*. A state is a cell; or, where turning costs something, a cell and the
** direction in which it was entered, since what the way on costs depends on both. The functions are
** compiled twice, for `turns` and without.
**
** A state is not reached yet; or open: its node is marked open, and an entry with its present F is
** in the open list; or closed. The state with the least F is closed, and each neighbour that is
** reached for the first time, or more cheaply, gets it as its parent: the node keeps the direction
** of the step. The node of a state with a direction keeps the direction of its parent instead, as
** its own is in its number. A closed state is opened again if it is reached more cheaply, which a
** consistent heuristic rules out.
**
** The search is over when a goal is closed, not when it is opened: its last step may be dear. An
** exact search goes on until all states with F no larger than the goal's cost are closed. Then
** every state on every cheapest path has its final G and, since ties go to the smaller direction,
** its canonical parent; so the path is the same whatever the order of the open list was. No such
** path enters a cell twice: turning on the spot never costs more than the turns of a loop.
**
** With turns, the plain nodes know for each cell that was closed the best way into it. At the end
** the way to the goal is written over them, for delivery.
*/
#include "astar_search.h"

typedef uint32_t State;

static State state_of(Cell cell, int direction) {
  return cell * DIRECTIONS + (State)direction;
}
static int state_direction(State state) {
  return (int)(state % DIRECTIONS);
}
ALWAYS_INLINE Cell state_cell(State state, const bool turns) {
  return turns ? state / DIRECTIONS : state;
}
ALWAYS_INLINE Nodes *state_nodes(astar_search *search, const bool turns) {
  return turns ? &search->states : &search->nodes;
}

static bool at_goal(const astar_search *search, astar_cell at) {
  return search->targets.wish.wanted == 0 && rect_has(search->goal.cells, at.x, at.y);
}

/* ---- trace ----------------------------------------------------------------------------------- */

static bool add_event(astar_search *search, astar_event_kind kind, Cell cell, Node node) {
  void *events = search->events;
  if (!memory_grow(&search->map->memory, &events, sizeof *search->events, search->event_count,
                   &search->event_capacity))
    return false;
  search->events = events;
  const Grid *grid = &search->map->grid;
  astar_cell at = grid_position(grid, cell), parent = at;
  if (cell != search->start) {
    parent.x -= DIRECTION_X[node_direction(node)];
    parent.y -= DIRECTION_Y[node_direction(node)];
  }
  uint32_t g = node_g(node), f = search_f(search, g, at.x, at.y);
  astar_trace_event event = { kind, at, parent, f, g, search_estimate(search, at.x, at.y) };
  search->events[search->event_count++] = event;
  return true;
}

/* Queries in which turning costs something are not traced. */
ALWAYS_INLINE bool trace(astar_search *search, astar_event_kind kind, State state, Node node,
                         const bool turns) {
  return turns || !search->query.trace || add_event(search, kind, state, node);
}

/* ---- opening --------------------------------------------------------------------------------- */

ALWAYS_INLINE bool open_state(astar_search *search, State state, astar_cell at, Node node,
                              const bool turns) {
  Nodes *nodes = state_nodes(search, turns);
  uint32_t f = search_f(search, node_g(node), at.x, at.y);
  if (f == UINT32_MAX) return true;
  Node *known = &nodes->words[state];
  bool reached = node_in_epoch(*known, nodes->epoch);
  *known = node | NODE_OPEN | (*known & NODE_LOW);
  return open_push(&search->open, &search->map->memory, open_entry(f, state)) &&
         trace(search, reached ? ASTAR_IMPROVED : ASTAR_OPENED, state, node, turns);
}

/* A way into a state that costs g in all: takes it if it is cheaper, or as cheap and canonical.
** False: no memory. */
ALWAYS_INLINE bool reach(astar_search *search, State state, astar_cell at, uint64_t g,
                         int direction, const bool turns) {
  if (g > UINT32_MAX) {
    search->overflowed = true;
    return true;
  }
  Nodes *nodes = state_nodes(search, turns);
  Node *known = &nodes->words[state];
  Node node = node_make(nodes->epoch, (uint32_t)g, direction, 0);
  if (node_rank(node) >= node_rank(*known)) return true;
  if (passage_avoids(&search->passage, state_cell(state, turns))) return true;
  bool tied = node_in_epoch(*known, nodes->epoch) && node_g(*known) == g;
  if (!tied) return open_state(search, state, at, node, turns);
  *known = node | (*known & (NODE_OPEN | NODE_LOW));
  return trace(search, ASTAR_IMPROVED, state, node, turns);
}

static uint32_t step_cost(astar_search *search, Cell cell, int direction) {
  View *view = &search->view;
  int32_t penalty = view->bare ? 0 : view_penalty(view, cell);
  return view_step(view, view->kind[cell], direction >= FIRST_DIAGONAL, penalty);
}

ALWAYS_INLINE bool expand(astar_search *search, State state, astar_cell at, uint32_t g,
                          const bool turns) {
  const Grid *grid = &search->map->grid;
  Cell cell = state_cell(state, turns);
  bool has_turned = turns && cell != search->start;
  int arrived = has_turned ? state_direction(state) : 0;
  for (uint32_t legal = view_steps(&search->view, cell); legal != 0; legal &= legal - 1) {
    int direction = __builtin_ctz(legal);
    Cell next = cell + (Cell)direction_offset(grid, direction);
    if (turns && next == search->start) continue;
    uint64_t cost = (uint64_t)g + step_cost(search, next, direction);
    if (has_turned) cost += (uint64_t)search->query.turn_cost * direction_turn(arrived, direction);
    State to = turns ? state_of(next, direction) : next;
    astar_cell place = { at.x + DIRECTION_X[direction], at.y + DIRECTION_Y[direction] };
    if (!reach(search, to, place, cost, turns ? arrived : direction, turns)) return false;
  }
  return true;
}

/* ---- with turns: from states to plain nodes -------------------------------------------------- */

/* What plain nodes keep in their lowest bits is not this search's. */
static void write_node(astar_search *search, Cell cell, uint32_t g, int direction) {
  Node *node = &search->nodes.words[cell];
  *node = node_make(search->nodes.epoch, g, direction, 0) | (*node & NODE_LOW);
}

/* The first state of a cell that is closed is the best way into it. */
static void write_closed(astar_search *search, State state, uint32_t g) {
  Cell cell = state_cell(state, true);
  if (!node_in_epoch(search->nodes.words[cell], search->nodes.epoch))
    write_node(search, cell, g, state_direction(state));
}

static void write_way(astar_search *search) {
  Cell cell = search->arrival.node;
  int direction = state_direction(search->arrival_state);
  while (cell != search->start) {
    Node node = search->states.words[state_of(cell, direction)];
    write_node(search, cell, node_g(node), direction);
    cell -= (Cell)direction_offset(&search->map->grid, direction);
    direction = node_direction(node);
  }
}

/* The best of the states of the arrival that were closed: the cheapest, then the first. */
static void write_way_to_nearest(astar_search *search) {
  Cell cell = search->arrival.node;
  uint64_t best = UINT64_MAX;
  for (int direction = 0; direction < DIRECTIONS && cell != search->start; direction++) {
    Node node = search->states.words[state_of(cell, direction)];
    bool closed = node_in_epoch(node, search->states.epoch) && !(node & NODE_OPEN);
    if (!closed || node_g(node) >= best) continue;
    best = node_g(node);
    search->arrival_state = state_of(cell, direction);
  }
  write_way(search);
}

/* ---- the engine ------------------------------------------------------------------------------ */

ALWAYS_INLINE astar_status begin(astar_search *search, uint32_t f, const bool turns) {
  if (!search_begin_nodes(search, STAMP_ANY) || (turns && !search_begin_states(search)) ||
      !search_begin_open(search, f, search_bucket_width(search)))
    return ASTAR_NO_MEMORY;
  State start = turns ? state_of(search->start, 0) : search->start;
  Node node = node_make(state_nodes(search, turns)->epoch, 0, 0, 0);
  astar_cell at = { search->start_x, search->start_y };
  return open_state(search, start, at, node, turns) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* A goal is closed. Among several at the same cost the first in reading order is taken, and among
** ways into it the smaller direction. */
ALWAYS_INLINE void arrive(astar_search *search, State state, uint32_t g, const bool turns) {
  if (g > search->bound || (g == search->bound && state > search->arrival_state)) return;
  search->bound = g;
  search->arrival_state = state;
  search->arrival = (Arrival){ .node = state_cell(state, turns) };
}

ALWAYS_INLINE astar_status outcome(astar_search *search, const bool turns) {
  if (search->targets.count > 0) return ASTAR_OK;
  if (search->bound == UINT32_MAX)
    return search->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
  if (turns) write_way(search);
  return ASTAR_OK;
}

ALWAYS_INLINE astar_status run(astar_search *search, uint32_t until, const bool turns) {
  OpenList *open = &search->open;
  Node *nodes = state_nodes(search, turns)->words;
  uint64_t first;
  while (open_first(open, search->bound, &first)) {
    if (search->bound != UINT32_MAX && !search->exact) break;
    State state = open_cell(first);
    Node node = nodes[state];
    astar_cell at = grid_position(&search->map->grid, state_cell(state, turns));
    bool is_open = node & NODE_OPEN, is_goal = is_open && at_goal(search, at);
    if (is_open && !is_goal && search->expanded >= until) return ASTAR_RUNNING;
    open_pop(open);
    if (!is_open) continue;
    nodes[state] = node & ~NODE_OPEN;
    if (turns) write_closed(search, state, node_g(node));
    if (!trace(search, ASTAR_CLOSED, state, node, turns)) return ASTAR_NO_MEMORY;
    if (is_goal) {
      arrive(search, state, node_g(node), turns);
      continue;
    }
    if (!turns && search->targets.wish.wanted > 0) {
      astar_status status = targets_meet(search, state, node_g(node));
      if (status != ASTAR_RUNNING) return status;
    }
    search->expanded++;
    if (!expand(search, state, at, node_g(node), turns)) return ASTAR_NO_MEMORY;
    if (search->view.aborted) return ASTAR_CANCELLED;
  }
  return outcome(search, turns);
}

static astar_status begin_plain(astar_search *search, uint32_t f) {
  return begin(search, f, false);
}
static astar_status run_plain(astar_search *search, uint32_t until) {
  return run(search, until, false);
}
static astar_status begin_turning(astar_search *search, uint32_t f) {
  return begin(search, f, true);
}
static astar_status run_turning(astar_search *search, uint32_t until) {
  return run(search, until, true);
}

const Engine ASTAR_SEARCH = { ASTAR_ENGINE_ASTAR, begin_plain, run_plain,
                              .reads_each_cell = true };
const Engine TURN_SEARCH = { ASTAR_ENGINE_TURN, begin_turning, run_turning,
                             .settle = write_way_to_nearest, .reads_each_cell = true };
