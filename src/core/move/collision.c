#include "collision.h"

/* How long a unit waits, counted in the ticks that one of its steps takes. */
#define COLLISION_WAIT 4            /* for a unit that moves on */
#define COLLISION_LONG_WAIT 8       /* in a crowd */
#define COLLISION_LOST 48           /* away from home, until it requests a path there */

static bool has_waited(const astar_unit *unit, uint32_t steps) {
  return unit->waited > steps * (uint64_t)unit->step_time;
}

/* A unit that stands where the unit would be; NULL: none. */
static const astar_unit *collision_unit_at(const astar_unit *unit, astar_cell to) {
  int32_t size = unit->cls->size;
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = occupancy_in(unit->cls->map, to, size, i);
    if (other != NULL && other != unit) return other;
  }
  return NULL;
}

/* Would the other go to where the unit is? */
static bool comes_to(const astar_unit *other, const astar_unit *unit) {
  astar_cell to;
  return step_on_path(other, &to) &&
         squares_overlap(to, other->cls->size, unit_cell(unit), unit->cls->size);
}

/* ---- a new path ------------------------------------------------------------------------------ */

/* The guide's rule. Somebody to whom a new path was found in this tick goes elsewhere. */
static bool is_in_vain(const astar_unit *unit, const astar_unit *other) {
  if (other->path == NULL) return true;
  if (has_waited(unit, COLLISION_WAIT)) return true;
  return other->rerouted == NULL && comes_to(other, unit);
}

static bool wants_round_others(const astar_unit *unit) {
  astar_cell to;
  /* One that waits may have been moved off its path before that was its rule. */
  bool displaced = unit->avoidance == ASTAR_AVOIDANCE_WAIT && unit_is_displaced(unit);
  if (unit->avoidance == ASTAR_AVOIDANCE_YIELD || displaced)
    return has_waited(unit, COLLISION_LONG_WAIT);
  if (unit->state != ASTAR_WAITING || unit->avoidance == ASTAR_AVOIDANCE_WAIT) return false;
  if (!step_on_path(unit, &to)) return false;
  const astar_unit *other = collision_unit_at(unit, to);
  return other != NULL && is_in_vain(unit, other);
}

bool collision_may_want_path(const astar_unit *unit) {
  return unit->avoidance == ASTAR_AVOIDANCE_YIELD ? has_waited(unit, COLLISION_LONG_WAIT)
                                                  : unit->waited > 0;
}

bool collision_wants_path(const astar_unit *unit) {
  if (unit->waited == 0 || unit->speed == 0 || step_under_way(unit)) return false;
  if (unit->repaired != NULL) return false;
  if (unit->retry > unit->cls->map->ticks || !step_is_due(unit)) return false;
  return unit->path == NULL ? has_waited(unit, COLLISION_LOST) : wants_round_others(unit);
}

bool collision_may_pass(const astar_unit *unit) {
  astar_cell to;
  if (unit->avoidance != ASTAR_AVOIDANCE_YIELD) return false;
  if (!step_on_path(unit, &to)) return true;
  int32_t size = unit->cls->size;
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = occupancy_in(unit->cls->map, to, size, i);
    if (other != NULL && other != unit && !collision_makes_way(other, unit)) return false;
  }
  return true;
}

bool collision_makes_way(const astar_unit *unit, const astar_unit *by) {
  return unit->avoidance == ASTAR_AVOIDANCE_YIELD && unit->speed > 0 &&
         astar_unit_visible(unit, by->player) && astar_unit_visible(by, unit->player);
}

/* ---- the next step --------------------------------------------------------------------------- */

static int64_t way_back(const astar_unit *unit, astar_cell at) {
  return guide_cost(unit, at);
}

bool collision_next(astar_unit *unit, astar_cell *to) {
  if (!unit_is_displaced(unit)) return step_on_path(unit, to);
  return guide_sync(unit) && step_nearer(unit, way_back, to);
}

/* To the right of the way ahead, half forward or not at all. */
static bool step_right(astar_unit *unit, astar_cell to) {
  static const int8_t half_right[DIRECTIONS] = { SOUTH_EAST, NORTH_WEST, SOUTH_WEST, NORTH_EAST,
                                                 SOUTH, WEST, EAST, NORTH };
  const Grid *grid = &unit->cls->map->grid;
  const uint8_t *sides = hex_directions(grid, hex_is_shifted(grid, unit->x, unit->y));
  int direction = direction_of(to.x - unit->x, to.y - unit->y);
  for (int turn = 0; turn < 2; turn++) {
    direction = unit->cls->hex ? sides[(hex_side_of(sides, direction) + 1) % HEX_SIDES]
                               : half_right[direction];
    astar_cell aside = { unit->x + DIRECTION_X[direction], unit->y + DIRECTION_Y[direction] };
    if (!step_seems_legal(unit, aside) || !step_is_vacant(unit, aside)) continue;
    step_take(unit, aside);
    return true;
  }
  return false;
}

static bool keep_right(astar_unit *unit, astar_cell to) {
  const astar_unit *other = collision_unit_at(unit, to);
  return other != NULL && !unit_is_displaced(unit) && astar_unit_visible(other, unit->player) &&
         comes_to(other, unit) && step_right(unit, to);
}

bool collision_step(astar_unit *unit, astar_cell to) {
  if (step_is_vacant(unit, to)) {
    step_take(unit, to);
    return true;
  }
  bool right = unit->avoidance == ASTAR_AVOIDANCE_KEEP_RIGHT && step_link(unit, to) == NULL;
  return right && keep_right(unit, to);
}
