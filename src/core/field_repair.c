#include "field_repair.h"

static Cell neighbour(const astar_field *field, Cell cell, int direction) {
  return cell + (Cell)direction_offset(&field->map->grid, direction);
}

/* ---- one cell -------------------------------------------------------------------------------- */

static bool can_enter(astar_field *field, Cell cell) {
  View *view = &field->view;
  return view->kind[cell] != 0 && (view->bare || view_look(view, cell) != VIEW_BLOCKED);
}

/* What the step between a cell and one that is nearer to the sources costs. */
static uint32_t step_cost(astar_field *field, Cell cell, Cell nearer, int direction) {
  View *view = &field->view;
  Cell entered = field->kind == FIELD_TO ? nearer : cell;
  int32_t penalty = view->bare ? 0 : view_look(view, entered);
  return view_step(view, view->kind[entered], direction >= FIRST_DIAGONAL, penalty);
}

/* Does a way that leads to the sources, or comes from them, go through the cell? Whoever stands at
** the beginning of a way is no hindrance to it. */
static bool goes_through(astar_field *field, Cell cell) {
  return can_enter(field, cell) ||
         (field->kind == FIELD_FROM && cellset_has(&field->sources, cell));
}

/* A start in a cell that cannot be entered has ways out all the same. */
static uint32_t add_starts(astar_field *field, Cell cell, uint32_t legal) {
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell at = neighbour(field, cell, direction);
    if (!cellset_has(&field->sources, at) || can_enter(field, at)) continue;
    uint32_t out = view_steps(&field->view, at) >> direction_opposite(direction) & 1;
    legal |= out << direction;
  }
  return legal;
}

/* Nobody flees through the very cell of a threat. */
static uint32_t remove_threats(const astar_field *field, Cell cell, uint32_t legal) {
  for (int direction = 0; direction < DIRECTIONS; direction++)
    if (cellset_has(&field->threats->sources, neighbour(field, cell, direction)))
      legal &= ~(1u << direction);
  return legal;
}

uint32_t field_steps(astar_field *field, Cell cell) {
  uint32_t legal = view_steps(&field->view, cell);
  if (field->kind == FIELD_FROM) return add_starts(field, cell, legal);
  return field->threats != NULL ? remove_threats(field, cell, legal) : legal;
}

uint32_t field_cost_at_rest(astar_field *field, Cell cell) {
  if (field->kind == FIELD_TO && field->view.kind[cell] == 0) return FIELD_NONE;
  if (field->least != NULL) return field->least[cell];
  return cellset_has(&field->sources, cell) ? 0 : FIELD_NONE;
}

static uint32_t within_limit(astar_field *field, uint64_t cost) {
  if (cost < FIELD_NONE) return cost <= field->limit ? (uint32_t)cost : FIELD_NONE;
  field->overflowed = true;
  return FIELD_NONE;
}

uint32_t field_cost_by(astar_field *field, Cell cell, int direction) {
  Cell next = neighbour(field, cell, direction);
  if (field->cost[next] == FIELD_NONE) return FIELD_NONE;
  return within_limit(field, (uint64_t)field->cost[next] +
                               step_cost(field, cell, next, direction));
}

/* The least cost that the neighbours of a cell allow it. One may go away from a cell in which a unit
** stands, but not into it. */
static uint32_t allowed_cost(astar_field *field, Cell cell) {
  uint32_t least = field_cost_at_rest(field, cell);
  bool can_be_left = field->kind == FIELD_TO && field->view.kind[cell] != 0;
  if (!can_be_left && !can_enter(field, cell)) return least;
  for (uint32_t legal = field_steps(field, cell); legal != 0; legal &= legal - 1) {
    uint32_t cost = field_cost_by(field, cell, __builtin_ctz(legal));
    if (cost < least) least = cost;
  }
  return least;
}

/* ---- the open list --------------------------------------------------------------------------- */

static bool begin(astar_field *field) {
  return open_begin(&field->open, &field->map->memory, 0, field->view.least_straight);
}

static bool push(astar_field *field, Cell cell) {
  return open_push(&field->open, &field->map->memory, open_entry(field->cost[cell], cell));
}

/* The next cell whose cost is still the one it was pushed with. */
static bool next(astar_field *field, Cell *cell) {
  uint64_t entry;
  while (open_first(&field->open, FIELD_NONE - 1, &entry)) {
    open_pop(&field->open);
    *cell = open_cell(entry);
    if (field->cost[*cell] == open_f(entry)) return true;
  }
  return false;
}

/* ---- the two passes -------------------------------------------------------------------------- */

static bool lose(astar_field *field, Cell cell) {
  void *lost = field->lost;
  if (!memory_grow(&field->map->memory, &lost, sizeof *field->lost, field->lost_count,
                   &field->lost_capacity))
    return false;
  field->lost = lost;
  field->lost[field->lost_count++] = cell;
  uint32_t cost = field->cost[cell];
  field->cost[cell] = FIELD_NONE;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell at = neighbour(field, cell, direction);
    bool may_rest_on_it = field->cost[at] != FIELD_NONE && field->cost[at] > cost;
    if (may_rest_on_it && !push(field, at)) return false;
  }
  return true;
}

static bool find_lost(astar_field *field) {
  Cell cell;
  while (next(field, &cell))
    if (allowed_cost(field, cell) > field->cost[cell] && !lose(field, cell)) return false;
  return true;
}

static bool improve(astar_field *field, Cell cell, uint32_t cost) {
  if (cost >= field->cost[cell]) return true;
  field->cost[cell] = cost;
  return push(field, cell);
}

/* Offers a way by `cell` to its neighbour in that direction. */
static bool offer(astar_field *field, Cell cell, int direction, bool legal) {
  Cell at = neighbour(field, cell, direction);
  bool leaves = field->kind == FIELD_TO && field->view.kind[at] != 0 && !legal &&
                !can_enter(field, at);
  if (leaves) legal = view_steps(&field->view, at) >> direction_opposite(direction) & 1;
  if (!legal) return true;
  uint64_t cost = (uint64_t)field->cost[cell] + step_cost(field, at, cell, direction);
  return improve(field, at, within_limit(field, cost));
}

static bool spread(astar_field *field) {
  Cell cell;
  while (next(field, &cell)) {
    if (!goes_through(field, cell)) continue;
    uint32_t legal = field_steps(field, cell);
    for (int direction = 0; direction < DIRECTIONS; direction++)
      if (!offer(field, cell, direction, legal >> direction & 1)) return false;
  }
  return true;
}

/* ---- all, or some ---------------------------------------------------------------------------- */

static bool in_order(astar_field *field, bool done) {
  open_free(&field->open, &field->map->memory);
  field->stale = !done;
  field->version++;
  return done;
}

static bool start(astar_field *field) {
  const Grid *grid = &field->map->grid;
  for (int32_t y = 0; y < grid->height; y++) {
    Cell row = grid_cell(grid, 0, y);
    for (Cell cell = row; cell < row + (Cell)grid->width; cell++) {
      bool candidate = field->least != NULL || cellset_has(&field->sources, cell);
      if (candidate && !improve(field, cell, field_cost_at_rest(field, cell))) return false;
    }
  }
  return true;
}

bool field_compute(astar_field *field) {
  for (size_t cell = 0; cell < field->map->grid.cells; cell++) field->cost[cell] = FIELD_NONE;
  field->overflowed = false;
  return in_order(field, begin(field) && start(field) && spread(field));
}

static bool ask_around(astar_field *field, Cell cell) {
  for (int direction = -1; direction < DIRECTIONS; direction++) {
    Cell at = direction < 0 ? cell : neighbour(field, cell, direction);
    if (field->cost[at] != FIELD_NONE && !push(field, at)) return false;
  }
  return true;
}

static bool improve_around(astar_field *field, Cell cell) {
  for (int direction = -1; direction < DIRECTIONS; direction++) {
    Cell at = direction < 0 ? cell : neighbour(field, cell, direction);
    if (field->view.kind[at] != 0 && !improve(field, at, allowed_cost(field, at))) return false;
  }
  return true;
}

static bool lose_pass(astar_field *field, const Cell *cells, size_t count) {
  field->lost_count = 0;
  if (!begin(field)) return false;
  for (size_t i = 0; i < count; i++)
    if (!ask_around(field, cells[i])) return false;
  return find_lost(field);
}

static bool improve_pass(astar_field *field, const Cell *cells, size_t count) {
  if (!begin(field)) return false;
  for (size_t i = 0; i < count; i++)
    if (!improve_around(field, cells[i])) return false;
  for (size_t i = 0; i < field->lost_count; i++)
    if (!improve(field, field->lost[i], allowed_cost(field, field->lost[i]))) return false;
  return spread(field);
}

bool field_repair(astar_field *field, const Cell *cells, size_t count) {
  return in_order(field,
                  lose_pass(field, cells, count) && improve_pass(field, cells, count));
}
