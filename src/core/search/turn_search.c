/*
** Where turning costs something, what the way on from a cell costs depends on the direction in
** which it was entered. So a state is a cell and a direction of arrival, and the search is A* over
** states: exact, for up to eight times the nodes.
**
** A state's node holds the direction of arrival at the cell before, in place of its own. Ties in G
** go to the smaller one of those, and among states of the goal to the smaller direction; so the
** path is canonical among those that cost the least, turns included. No such path enters a cell
** twice: turning on the spot never costs more than the turns of a loop.
**
** The plain nodes know for each cell that was closed the best way into it. At the end the way to
** the goal is written over them, for delivery.
*/
#include "turn_search.h"

typedef uint32_t State;

static State state_of(Cell cell, int direction) {
  return cell * DIRECTIONS + (State)direction;
}
static Cell state_cell(State state) {
  return state / DIRECTIONS;
}
static int state_direction(State state) {
  return (int)(state % DIRECTIONS);
}

static bool at_goal(const astar_search *search, int32_t x, int32_t y) {
  astar_rect goal = search->goal;
  return (uint32_t)(x - goal.x) < (uint32_t)goal.width &&
         (uint32_t)(y - goal.y) < (uint32_t)goal.height;
}

static uint32_t entering(astar_search *search, Cell cell, int direction) {
  View *view = &search->view;
  int32_t penalty = view->bare ? 0 : view_look(view, cell);
  return view_step(view, view->kind[cell], direction >= FIRST_DIAGONAL, penalty);
}

static bool push(astar_search *search, State state, Node node, int32_t x, int32_t y) {
  uint32_t f = search_f(search, node_g(node), x, y);
  if (f == UINT32_MAX) return true;
  search->states.words[state] = node | NODE_OPEN;
  return open_push(&search->open, &search->map->memory, open_entry(f, state));
}

static bool reach(astar_search *search, State state, uint64_t g, int before, int32_t x,
                  int32_t y) {
  if (g > UINT32_MAX) {
    search->overflowed = true;
    return true;
  }
  Node *known = &search->states.words[state];
  Node node = node_make(search->states.epoch, (uint32_t)g, before, 0);
  if (node_rank(node) >= node_rank(*known)) return true;
  if (passage_avoids(&search->passage, state_cell(state))) return true;
  bool tied = node_in_epoch(*known, search->states.epoch) && node_g(*known) == g;
  if (!tied) return push(search, state, node, x, y);
  *known = node | (*known & NODE_OPEN);
  return true;
}

static bool expand(astar_search *search, State state, astar_cell at, uint32_t g) {
  Cell cell = state_cell(state);
  bool is_start = cell == search->start;
  int arrived = is_start ? 0 : state_direction(state);
  uint32_t legal = view_steps(&search->view, cell);
  for (; legal != 0; legal &= legal - 1) {
    int direction = __builtin_ctz(legal);
    Cell next = cell + (Cell)direction_offset(&search->map->grid, direction);
    if (next == search->start) continue;
    uint64_t cost = (uint64_t)g + entering(search, next, direction);
    if (!is_start) cost += (uint64_t)search->query.turn * direction_turn(arrived, direction);
    if (!reach(search, state_of(next, direction), cost, arrived, at.x + DIRECTION_X[direction],
               at.y + DIRECTION_Y[direction]))
      return false;
  }
  return true;
}

/* ---- the engine ------------------------------------------------------------------------------ */

static astar_status begin(astar_search *search) {
  if (!search_begin_states(search)) return ASTAR_NO_MEMORY;
  Node node = node_make(search->states.epoch, 0, 0, 0);
  State start = state_of(search->start, 0);
  bool opened = push(search, start, node, search->start_x, search->start_y);
  return opened ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* What plain nodes keep in their lowest bits is not this search's. */
static void write_node(astar_search *search, Cell cell, uint32_t g, int direction) {
  Node *node = &search->nodes.words[cell];
  *node = node_make(search->nodes.epoch, g, direction, 0) | (*node & NODE_LOW);
}

/* The first state of a cell that is closed is the best way into it. */
static void close(astar_search *search, State state, uint32_t g) {
  Cell cell = state_cell(state);
  if (!node_in_epoch(search->nodes.words[cell], search->nodes.epoch))
    write_node(search, cell, g, state_direction(state));
}

static void arrive(astar_search *search, State state, uint32_t g) {
  if (g > search->bound || (g == search->bound && state > search->arrival_state)) return;
  search->bound = g;
  search->arrival_state = state;
  search->arrival = (Arrival){ .node = state_cell(state) };
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
static void settle(astar_search *search) {
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

static astar_status outcome(astar_search *search) {
  if (search->bound == UINT32_MAX)
    return search->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
  write_way(search);
  return ASTAR_OK;
}

static astar_status run(astar_search *search, uint32_t until) {
  OpenList *open = &search->open;
  uint64_t first;
  while (open_first(open, search->bound, &first)) {
    if (search->bound != UINT32_MAX && !search->exact) break;
    State state = open_cell(first);
    Node *known = &search->states.words[state], node = *known;
    astar_cell at = grid_position(&search->map->grid, state_cell(state));
    bool is_open = node & NODE_OPEN, is_goal = is_open && at_goal(search, at.x, at.y);
    if (is_open && !is_goal && search->expanded >= until) return ASTAR_RUNNING;
    open_pop(open);
    if (!is_open) continue;
    *known = node & ~NODE_OPEN;
    close(search, state, node_g(node));
    if (is_goal) {
      arrive(search, state, node_g(node));
      continue;
    }
    search->expanded++;
    if (!expand(search, state, at, node_g(node))) return ASTAR_NO_MEMORY;
    if (search->view.aborted) return ASTAR_CANCELLED;
  }
  return outcome(search);
}

const Engine TURN_SEARCH = { ASTAR_ENGINE_TURN, begin, run, .settle = settle,
                             .reads_each_cell = true };
