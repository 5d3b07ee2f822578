#include "collision.h"

/* How long a unit waits, counted in the ticks that one of its steps takes. */
#define COLLISION_PATIENCE 4        /* for a unit that moves on */
#define COLLISION_LONG_PATIENCE 16  /* for a unit that may make way */
#define COLLISION_LOST 48           /* after it was pushed away, until it requests a path home */
#define COLLISION_STANDOFF 6        /* with precedence but no way out, until it gives it up */

static bool has_waited(const astar_unit *unit, uint32_t steps) {
  return unit->waited > steps * (uint64_t)unit_step_time(unit);
}

/* A unit that stands where the unit would be; NULL: none. */
static const astar_unit *collision_unit_at(const astar_unit *unit, astar_cell to) {
  const astar_map *map = unit->cls->map;
  for (int32_t dy = 0; dy < unit->cls->size; dy++)
    for (int32_t dx = 0; dx < unit->cls->size; dx++) {
      const astar_unit *other = occupancy_at(map, grid_cell(&map->grid, to.x + dx, to.y + dy));
      if (other != NULL && other != unit) return other;
    }
  return NULL;
}

/* ---- a new path ------------------------------------------------------------------------------ */

/* The guide's rule. Somebody to whom a new path was found in this tick goes elsewhere. */
static bool is_in_vain(const astar_unit *unit, const astar_unit *other) {
  if (other->path == NULL) return true;
  if (has_waited(unit, COLLISION_PATIENCE)) return true;
  return other->fresh == NULL && step_meets(other, unit);
}

/* Has it been on its way back to where it stood for so long that it will hardly find it? */
static bool is_lost(const astar_unit *unit) {
  uint64_t time = COLLISION_LOST * (uint64_t)unit_step_time(unit);
  return unit->path == NULL && unit->detour > 0 && unit->cls->map->ticks - unit->since > time &&
         !step_under_way(unit) && unit->retry <= unit->cls->map->ticks;
}

bool collision_wants_path(const astar_unit *unit) {
  astar_cell to;
  if (is_lost(unit)) return true;
  bool waits = unit->state == ASTAR_WAITING && unit->avoidance != ASTAR_AVOIDANCE_WAIT &&
               unit->speed > 0 && !step_under_way(unit);
  if (!waits || unit->retry > unit->cls->map->ticks || !step_next(unit, &to)) return false;
  if (!grid_has(&unit->cls->map->grid, to.x, to.y) || !step_is_legal(unit, to)) return false;
  if (unit->avoidance == ASTAR_AVOIDANCE_YIELD) return has_waited(unit, COLLISION_LONG_PATIENCE);
  const astar_unit *other = collision_unit_at(unit, to);
  return other != NULL && is_in_vain(unit, other);
}

/* ---- keeping to the right -------------------------------------------------------------------- */

/* To the right of the way ahead, half forward or not at all. */
static bool step_right(astar_unit *unit, astar_cell to) {
  static const int8_t half_right[DIRECTIONS] = { SOUTH_EAST, NORTH_WEST, SOUTH_WEST, NORTH_EAST,
                                                 SOUTH, WEST, EAST, NORTH };
  int direction = direction_of(to.x - unit->x, to.y - unit->y);
  for (int turn = 0; turn < 2; turn++) {
    direction = half_right[direction];
    astar_cell aside = { unit->x + DIRECTION_X[direction], unit->y + DIRECTION_Y[direction] };
    if (!step_has_room(unit) || !step_seems_legal(unit, aside)) continue;
    if (!step_is_vacant(unit, aside)) continue;
    step_take(unit, aside);
    return true;
  }
  return false;
}

static bool keep_right(astar_unit *unit, astar_cell to) {
  const astar_unit *other = collision_unit_at(unit, to);
  return other != NULL && unit->detour == 0 && astar_unit_visible(other, unit->player) &&
         step_meets(other, unit) && step_right(unit, to);
}

/* ---- making way ------------------------------------------------------------------------------ */

/* A unit that has waited long requests way only in every fourth tick: in a crowd that cannot move,
** these requests are what costs time. */
static bool requests_now(const astar_unit *unit) {
  return unit->waited < 4 || (unit->waited + unit->id) % 4 == 0;
}

/* Is the unit on its way back to where it stood, and does another unit stand there for good? */
static bool is_taken_for_good(const astar_unit *unit, astar_cell to) {
  const astar_unit *other = collision_unit_at(unit, to);
  return unit->path == NULL && to.x == unit->home.x && to.y == unit->home.y && other != NULL &&
         !step_is_due(other);
}

/* The unit has precedence over the other, but the other cannot make way, because its only way out
** leads through the unit. After a while the unit gives up its precedence: its `since` becomes the
** present tick. (For a unit that goes back to where it stood, `since` is also when it set out.) */
static void concede_precedence(astar_unit *unit, astar_cell to) {
  const astar_unit *other = collision_unit_at(unit, to);
  uint64_t time = COLLISION_STANDOFF * (uint64_t)unit_step_time(unit);
  if (other == NULL || unit->path == NULL) return;
  if (unit->waited == 0 || unit->waited % time != 0) return;
  if (rank_precedes(rank_of(unit), rank_of(other))) unit->since = unit->cls->map->ticks;
}

static bool collision_yield(astar_unit *unit, astar_cell to) {
  if (is_taken_for_good(unit, to)) {
    unit_stand(unit);
    return false;
  }
  if (lane_holds(unit) || push_gives_precedence(unit, to)) return false;
  if ((step_is_vacant(unit, to) || requests_now(unit)) && push_through(unit, to)) return true;
  concede_precedence(unit, to);
  return false;
}

/* ---- the rules ------------------------------------------------------------------------------- */

bool collision_step(astar_unit *unit, astar_cell to) {
  if (unit->avoidance == ASTAR_AVOIDANCE_YIELD) return collision_yield(unit, to);
  if (step_is_vacant(unit, to)) {
    step_take(unit, to);
    return true;
  }
  return unit->avoidance == ASTAR_AVOIDANCE_KEEP_RIGHT && keep_right(unit, to);
}
