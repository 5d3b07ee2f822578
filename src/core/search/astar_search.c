/*
** A* (Hart, Nilsson, Raphael 1968) as P. Lester's "A* Pathfinding for Beginners" explains it.
**
** A cell is in one of three states: not reached; open (its node is marked open, and an entry with
** its present F is in the open list); closed. The cell with the least F is closed, and each
** neighbour that is reached for the first time, or more cheaply, gets it as its parent: the node
** keeps the direction of the step. A closed cell is opened again if it is reached more cheaply,
** which a consistent heuristic rules out.
**
** The search is over when a goal is closed, not when it is opened: its last step may be dear. An
** exact search goes on until all cells with F no larger than the goal's cost are closed. Then every
** cell on every cheapest path has its final G and, since ties go to the smaller direction, its
** canonical parent; so the path is the same whatever the order of the open list was.
*/
#include "astar_search.h"

#include "target.h"

static bool at_goal(const astar_search *search, int32_t x, int32_t y) {
  astar_rect goal = search->goal;
  return search->targets.wish.wanted == 0 && (uint32_t)(x - goal.x) < (uint32_t)goal.width &&
         (uint32_t)(y - goal.y) < (uint32_t)goal.height;
}

/* ---- trace ----------------------------------------------------------------------------------- */

static bool trace(astar_search *search, astar_event_kind kind, Cell cell, Node node) {
  if (!search->query.trace) return true;
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

/* ---- neighbours ------------------------------------------------------------------------------ */

static uint32_t step_cost(astar_search *search, Cell cell, int direction) {
  View *view = &search->view;
  int32_t penalty = view->bare ? 0 : view_look(view, cell);
  return view_step(view, view->kind[cell], direction >= FIRST_DIAGONAL, penalty);
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool open_cell_at(astar_search *search, Cell cell, int32_t x, int32_t y, Node node) {
  uint32_t f = search_f(search, node_g(node), x, y);
  if (f == UINT32_MAX) return true;
  Node *known = &search->nodes.words[cell];
  bool reached = node_in_epoch(*known, search->nodes.epoch);
  *known = node | NODE_OPEN | (*known & NODE_LOW);
  return open_push(&search->open, &search->map->memory, open_entry(f, cell)) &&
         trace(search, reached ? ASTAR_IMPROVED : ASTAR_OPENED, cell, node);
}

/* A way into `cell` that costs g in all: takes it if it is cheaper, or as cheap and canonical. */
static bool reach(astar_search *search, Cell cell, int32_t x, int32_t y, uint64_t g,
                  int direction) {
  if (g > UINT32_MAX) {
    search->overflowed = true;
    return true;
  }
  Node *known = &search->nodes.words[cell];
  Node node = node_make(search->nodes.epoch, (uint32_t)g, direction, 0);
  if (node_rank(node) >= node_rank(*known)) return true;
  if (passage_avoids(&search->passage, cell)) return true;
  bool tied = node_in_epoch(*known, search->nodes.epoch) && node_g(*known) == g;
  if (!tied) return open_cell_at(search, cell, x, y, node);
  *known = node | (*known & (NODE_OPEN | NODE_LOW));
  return trace(search, ASTAR_IMPROVED, cell, node);
}

static bool expand(astar_search *search, Cell cell, int32_t x, int32_t y, uint32_t g) {
  const Grid *grid = &search->map->grid;
  uint32_t legal = view_steps(&search->view, cell);
  while (legal != 0) {
    int direction = __builtin_ctz(legal);
    legal &= legal - 1;
    Cell next = cell + (Cell)direction_offset(grid, direction);
    uint64_t next_g = (uint64_t)g + step_cost(search, next, direction);
    if (!reach(search, next, x + DIRECTION_X[direction], y + DIRECTION_Y[direction], next_g,
               direction))
      return false;
  }
  return true;
}

/* ---- the engine ------------------------------------------------------------------------------ */

static astar_status begin(astar_search *search) {
  Node node = node_make(search->nodes.epoch, 0, 0, 0);
  bool opened = open_cell_at(search, search->start, search->start_x, search->start_y, node);
  return opened ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* A goal is closed. Among several at the same cost the first in reading order is taken. */
static void arrive(astar_search *search, Cell cell, uint32_t g) {
  if (g > search->bound || (g == search->bound && cell > search->arrival.node)) return;
  search->bound = g;
  search->arrival = (Arrival){ .node = cell };
}

static astar_status outcome(const astar_search *search) {
  if (search->bound != UINT32_MAX || search->targets.count > 0) return ASTAR_OK;
  return search->overflowed ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
}

static astar_status run(astar_search *search, uint32_t until) {
  OpenList *open = &search->open;
  Node *nodes = search->nodes.words;
  uint64_t first;
  while (open_first(open, search->bound, &first)) {
    if (search->bound != UINT32_MAX && !search->exact) break;
    Cell cell = open_cell(first);
    Node node = nodes[cell];
    astar_cell at = grid_position(&search->map->grid, cell);
    bool is_open = node & NODE_OPEN, is_goal = is_open && at_goal(search, at.x, at.y);
    if (is_open && !is_goal && search->expanded >= until) return ASTAR_RUNNING;
    open_pop(open);
    if (!is_open) continue;
    nodes[cell] = node & ~NODE_OPEN;
    if (!trace(search, ASTAR_CLOSED, cell, node)) return ASTAR_NO_MEMORY;
    if (is_goal) {
      arrive(search, cell, node_g(node));
      continue;
    }
    if (search->targets.wish.wanted > 0) {
      astar_status status = targets_meet(search, cell, node_g(node));
      if (status != ASTAR_RUNNING) return status;
    }
    search->expanded++;
    if (!expand(search, cell, at.x, at.y, node_g(node))) return ASTAR_NO_MEMORY;
    if (search->view.aborted) return ASTAR_CANCELLED;
  }
  return outcome(search);
}

const Engine ASTAR_SEARCH = { ASTAR_ENGINE_ASTAR, begin, run, .reads_each_cell = true };
