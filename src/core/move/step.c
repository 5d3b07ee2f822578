#include "step.h"

/* ---- may it? --------------------------------------------------------------------------------- */

const astar_link *step_link(const astar_unit *unit, astar_cell to) {
  astar_cell next;
  uint32_t number = unit->link;
  bool leads = number != 0 && !unit_is_displaced(unit) && step_on_path(unit, &next) &&
               grid_same_cell(next, to);
  return leads ? link_find(unit->cls->map, number) : NULL;
}

/* Does its path lead there by a link, and not by a step? */
static bool step_is_crossing(const astar_unit *unit, astar_cell to) {
  astar_cell next;
  return unit->link != 0 && !unit_is_displaced(unit) && step_on_path(unit, &next) &&
         grid_same_cell(next, to);
}

/* Does its path lead out of a cell that was closed after it had come there? */
static bool step_leads_out(const astar_unit *unit, const uint8_t *terrain, astar_cell to) {
  astar_cell next;
  return !class_fits(unit->cls, terrain, unit->x, unit->y) && !unit_is_displaced(unit) &&
         step_on_path(unit, &next) && grid_same_cell(next, to);
}

static bool step_may(const astar_unit *unit, const uint8_t *terrain, astar_cell to) {
  return unit_can_step(unit->cls, terrain, unit_cell(unit), to) ||
         step_leads_out(unit, terrain, to);
}

bool step_is_legal(const astar_unit *unit, astar_cell to) {
  const astar_map *map = unit->cls->map;
  if (!step_is_crossing(unit, to)) return step_may(unit, map->grid.terrain, to);
  const astar_link *link = step_link(unit, to);
  return link != NULL && link_leads(link, link->state, unit->cls, unit_cell(unit), to) &&
         class_can_stand(unit->cls, to.x, to.y);
}

bool step_seems_legal(const astar_unit *unit, astar_cell to) {
  return step_may(unit, unit->player->known, to) && step_is_legal(unit, to);
}

/* Is another unit, which covers the cell `at`, on its way from there to `to`, or back? */
static bool goes_between(const astar_unit *unit, astar_cell at, astar_cell to, StepIntent will_go) {
  const astar_unit *other = occupancy_in(unit->cls->map, at, 1, 0);
  int32_t dx = to.x - at.x, dy = to.y - at.y;
  if (other == NULL || other == unit) return false;
  if (will_go != NULL && will_go(other, dx, dy)) return true;
  return step_under_way(other) && other->from.x - other->x == dx && other->from.y - other->y == dy;
}

bool step_crosses(const astar_unit *unit, astar_cell to, StepIntent will_go) {
  int32_t dx = to.x - unit->x, dy = to.y - unit->y, size = unit->cls->size;
  if (dx == 0 || dy == 0 || step_is_crossing(unit, to)) return false;
  for (int32_t i = 0; i < size * size; i++) {
    astar_cell cell = square_cell(unit_cell(unit), size, i);
    astar_cell across = { cell.x + dx, cell.y }, down = { cell.x, cell.y + dy };
    if (goes_between(unit, across, down, will_go) || goes_between(unit, down, across, will_go))
      return true;
  }
  return false;
}

bool step_is_vacant(const astar_unit *unit, astar_cell to) {
  return occupancy_vacant(unit->cls->map, to.x, to.y, unit->cls->size, unit) &&
         !step_crosses(unit, to, NULL);
}

int64_t square_of_distance(const Grid *grid, astar_cell a, astar_cell b) {
  if (grid_is_hex(grid)) return hex_square(grid, a, b);
  int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;
  return dx * dx + dy * dy;
}

bool step_nearer(const astar_unit *unit, StepMeasure measure, astar_cell *to) {
  int64_t least = measure(unit, unit_cell(unit));
  bool found = false;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    astar_cell at = { unit->x + DIRECTION_X[direction], unit->y + DIRECTION_Y[direction] };
    int64_t distance = measure(unit, at);
    if (distance >= least || !step_seems_legal(unit, at) || !step_is_vacant(unit, at)) continue;
    least = distance;
    *to = at;
    found = true;
  }
  return found;
}

/* ---- the step -------------------------------------------------------------------------------- */

/* Has it come to a cell of its path that lies ahead? */
static bool comes_on(astar_unit *unit) {
  astar_cell next;
  if (!step_on_path(unit, &next)) return false;
  int32_t index = unit->progress + 1;
  if (!grid_same_cell(next, unit_cell(unit)))
    index = path_find(unit->path, unit->x, unit->y, unit->progress + 1);
  if (index < 0) return false;
  unit_come_to(unit, index);
  return true;
}

/* As long as the steps over open ground that cost as much. */
static int32_t step_over_link(const astar_link *link) {
  int32_t straight = link->map->grid.straight;
  int64_t length = (int64_t)link->state.cost * STRAIGHT_STRIDE / straight;
  return length < 1 ? 1 : (int32_t)length;
}

void step_begin(astar_unit *unit, astar_cell to) {
  bool was_home = unit->path == NULL && !unit_is_displaced(unit);
  const astar_link *link = step_link(unit, to);
  if (link == NULL)
    traffic_step(&unit->player->traffic, &unit->cls->map->grid, unit_cell(unit), to,
                 unit->cls->size, unit->step_time);
  unit->from = unit_cell(unit);
  bool diagonal = to.x != unit->x && to.y != unit->y && !unit->cls->hex;
  unit->stride = diagonal ? DIAGONAL_STRIDE : STRAIGHT_STRIDE;
  if (link != NULL) unit->stride = step_over_link(link);
  unit->travelled = 0;
  if (unit->as_of != unit->cls->map->ticks) unit->movement = unit->speed;
  unit->as_of = unit->cls->map->ticks;
  unit_set_put(&unit->cls->map->units->list, UNITS_STEPPED, unit, true);
  unit->x = to.x;
  unit->y = to.y;
  if (unit->path != NULL) unit->state = ASTAR_MOVING;
  if (was_home) unit->since = unit->cls->map->ticks;
  if (comes_on(unit)) unit->waited = 0;
}

void step_take(astar_unit *unit, astar_cell to) {
  astar_map *map = unit->cls->map;
  occupancy_leave(map, unit->x, unit->y, unit->cls->size);
  occupancy_enter(map, unit, to.x, to.y, unit->cls->size);
  step_begin(unit, to);
}

void step_travel(astar_unit *unit) {
  int32_t rest = unit->stride - unit->travelled;
  if (unit->movement < rest) rest = unit->movement;
  unit->travelled += rest;
  unit->movement -= rest;
  unit_schedule(unit);
}
