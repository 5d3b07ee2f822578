#include "step.h"

static bool step_adjacent(astar_cell a, astar_cell b) {
  int32_t dx = a.x - b.x, dy = a.y - b.y;
  return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && !grid_same_cell(a, b);
}

bool squares_overlap(astar_cell a, int32_t a_size, astar_cell b, int32_t b_size) {
  return a.x < b.x + b_size && b.x < a.x + a_size && a.y < b.y + b_size && b.y < a.y + a_size;
}

static bool lies_in(astar_cell a, int32_t a_size, astar_cell b, int32_t b_size) {
  return a.x >= b.x && a.y >= b.y && a.x + a_size <= b.x + b_size && a.y + a_size <= b.y + b_size;
}

bool squares_nest(astar_cell a, int32_t a_size, astar_cell b, int32_t b_size) {
  return lies_in(a, a_size, b, b_size) || lies_in(b, b_size, a, a_size);
}

bool step_is_due(const astar_unit *unit) {
  return unit->path != NULL || unit->detour > 0;
}

/* ---- may it? --------------------------------------------------------------------------------- */

bool step_is_legal(const astar_unit *unit, astar_cell to) {
  return unit_can_step(unit->cls, unit->cls->map->grid.terrain, astar_unit_cell(unit), to);
}

bool step_seems_legal(const astar_unit *unit, astar_cell to) {
  return unit_can_step(unit->cls, unit->player->known, astar_unit_cell(unit), to) &&
         step_is_legal(unit, to);
}

/* Is another unit that covers the cell `at` still on its way, and does it come from `from`? */
static bool comes_from(const astar_unit *unit, astar_cell from, astar_cell at) {
  const astar_unit *other = occupancy_in(unit->cls->map, at, 1, 0);
  return other != NULL && other != unit && step_under_way(other) &&
         other->x - other->from.x == at.x - from.x && other->y - other->from.y == at.y - from.y;
}

bool step_crosses(const astar_unit *unit, astar_cell to) {
  int32_t dx = to.x - unit->x, dy = to.y - unit->y, size = unit->cls->size;
  if (dx == 0 || dy == 0) return false;
  for (int32_t i = 0; i < size * size; i++) {
    astar_cell cell = { unit->x + i % size, unit->y + i / size };
    astar_cell across = { cell.x + dx, cell.y }, down = { cell.x, cell.y + dy };
    if (comes_from(unit, across, down) || comes_from(unit, down, across)) return true;
  }
  return false;
}

bool step_is_vacant(const astar_unit *unit, astar_cell to) {
  return occupancy_vacant(unit->cls->map, to.x, to.y, unit->cls->size, unit) &&
         !step_crosses(unit, to);
}

/* ---- where to? ------------------------------------------------------------------------------- */

/* The cells to which a unit may return from a detour, the best first: where it has a path, two that
** lie a little further on; its base; then its trail from there. False: there are no more. */
static bool return_cell(const astar_unit *unit, int number, astar_cell *cell) {
  int ahead = unit->path != NULL ? 2 : 0;
  if (number <= ahead) {
    *cell = number < ahead ? astar_path_cell(unit->path, unit->progress + ahead - number)
                           : unit_base(unit);
    return true;
  }
  int at = number - ahead - 1;
  if (at < unit->detour - 1) *cell = unit->trail[at];
  return at < unit->detour - 1;
}

bool step_has_room(const astar_unit *unit) {
  return unit->detour < DETOUR_MAX;
}

static int32_t square_of_distance(astar_cell a, astar_cell b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* Other units may now stand on the trail of a unit without a path. It goes home through any free
** cells that are nearer to its home; if it insists, through occupied ones as well. */
static bool nearer_home(const astar_unit *unit, bool insists, astar_cell *to) {
  int32_t least = square_of_distance(astar_unit_cell(unit), unit->home);
  bool found = false;
  if (!step_has_room(unit)) return false;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    astar_cell at = { unit->x + DIRECTION_X[direction], unit->y + DIRECTION_Y[direction] };
    int32_t distance = square_of_distance(at, unit->home);
    if (distance >= least || !step_seems_legal(unit, at)) continue;
    if (!insists && !step_is_vacant(unit, at)) continue;
    least = distance;
    *to = at;
    found = true;
  }
  return found;
}

#define TRY 16                      /* steps of time after which a unit tries another way home */

/* A unit that cannot come home in one way tries the other: along its trail, or straight ahead
** through the units that stand there. */
static bool is_insistent(const astar_unit *unit) {
  uint64_t time = TRY * (uint64_t)unit_step_time(unit);
  return unit->path == NULL && (unit->cls->map->ticks - unit->since) / time % 2 == 1;
}

/* The first cell of the way back that can be stepped to; where there is a choice, a free one. */
static bool next_of_return(const astar_unit *unit, astar_cell *to) {
  int choices = unit->path != NULL ? 3 : 1;
  bool found = false;
  astar_cell cell, at = astar_unit_cell(unit);
  if (is_insistent(unit) && nearer_home(unit, true, to)) return true;
  for (int i = 0; (!found || i < choices) && return_cell(unit, i, &cell); i++) {
    if (!step_adjacent(at, cell) || !step_seems_legal(unit, cell)) continue;
    bool vacant = step_is_vacant(unit, cell);
    if (!found || vacant) *to = cell;
    found = true;
    if (vacant) return true;
  }
  return (unit->path == NULL && nearer_home(unit, false, to)) || found;
}

bool step_next(const astar_unit *unit, astar_cell *to) {
  if (unit->detour > 0) return next_of_return(unit, to);
  if (unit->path == NULL || unit->progress == unit->path->length - 1) return false;
  *to = astar_path_cell(unit->path, unit->progress + 1);
  return true;
}

bool step_meets(const astar_unit *unit, const astar_unit *other) {
  astar_cell to;
  return step_next(unit, &to) && squares_overlap(to, unit->cls->size, astar_unit_cell(other),
                                                 other->cls->size);
}

/* ---- the step -------------------------------------------------------------------------------- */

/* Is the cell on the path near where the unit left it? Then it is there now. */
static bool step_rejoin(astar_unit *unit, astar_cell at) {
  if (unit->path == NULL) return grid_same_cell(at, unit->home);
  static const int32_t order[] = { 1, 2, 0 };   /* the most frequent first */
  for (int i = 0; i < 3; i++) {
    int32_t index = unit->progress + order[i];
    if (index >= unit->path->length) continue;
    if (!grid_same_cell(astar_path_cell(unit->path, index), at)) continue;
    unit->progress = index;
    return true;
  }
  return false;
}

/* Steps that lead back over the trail shorten it. */
static void step_lengthen_trail(astar_unit *unit, astar_cell at) {
  for (int32_t i = 0; i < unit->detour; i++)
    if (grid_same_cell(unit->trail[i], at)) {
      unit->detour = i + 1;
      return;
    }
  if (unit->detour == 0 && unit->path == NULL) unit->since = unit->cls->map->ticks;
  unit->trail[unit->detour++] = at;
}

void step_take(astar_unit *unit, astar_cell to) {
  astar_map *map = unit->cls->map;
  occupancy_leave(map, unit->x, unit->y, unit->cls->size);
  occupancy_enter(map, unit, to.x, to.y, unit->cls->size);
  unit->from = astar_unit_cell(unit);
  bool diagonal = to.x != unit->x && to.y != unit->y;
  unit->stride = diagonal ? DIAGONAL_STRIDE : STRAIGHT_STRIDE;
  unit->travelled = 0;
  unit->x = to.x;
  unit->y = to.y;
  unit->stepped = map->ticks;
  unit->waited = 0;
  unit->held = NO_CELL;
  if (unit->path != NULL) unit->state = ASTAR_MOVING;
  if (step_rejoin(unit, to)) unit->detour = 0;
  else step_lengthen_trail(unit, to);
}
