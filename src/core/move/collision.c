#include "collision.h"

/* In steps of time: how long a unit waits for one that moves on, or that may make way. */
#define PATIENCE 4
#define LONG_PATIENCE 16
#define LOST 48                     /* until a unit that was pushed away asks for a path home */
#define STANDOFF 6                  /* until who asks in vain asks as the last one */

static bool has_waited(const astar_unit *unit, uint32_t steps) {
  return unit->waited > steps * (uint64_t)unit_step_time(unit);
}

/* Who stands where the unit would be; NULL: nobody. */
static const astar_unit *in_the_way(const astar_unit *unit, astar_cell to) {
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
  if (has_waited(unit, PATIENCE)) return true;
  return other->fresh == NULL && step_meets(other, unit);
}

/* Has it been on its way back to where it stood for so long that it will hardly find it? */
static bool is_lost(const astar_unit *unit) {
  uint64_t time = LOST * (uint64_t)unit_step_time(unit);
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
  if (unit->avoidance == ASTAR_AVOIDANCE_YIELD) return has_waited(unit, LONG_PATIENCE);
  const astar_unit *other = in_the_way(unit, to);
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
  const astar_unit *other = in_the_way(unit, to);
  return other != NULL && unit->detour == 0 && astar_unit_visible(other, unit->player) &&
         step_meets(other, unit) && step_right(unit, to);
}

/* ---- making way ------------------------------------------------------------------------------ */

/* Who waits long asks only now and then: in a crowd that cannot move, asking is what costs. */
static bool asks_now(const astar_unit *unit) {
  return unit->waited < 4 || (unit->waited + unit->id) % 4 == 0;
}

/* Somebody else has come to belong where the unit would return to. */
static bool is_taken_for_good(const astar_unit *unit, astar_cell to) {
  const astar_unit *other = in_the_way(unit, to);
  return unit->path == NULL && to.x == unit->home.x && to.y == unit->home.y && other != NULL &&
         !step_is_due(other);
}

/* Who would have the right of way and asks in vain, because who is asked has nowhere to go but
** through it, leaves it the right of way after a while. To a unit that goes back to where it stood,
** `since` also says for how long it has been on its way. */
static void yield(astar_unit *unit, astar_cell to) {
  const astar_unit *other = in_the_way(unit, to);
  uint64_t time = STANDOFF * (uint64_t)unit_step_time(unit);
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
  if ((step_is_vacant(unit, to) || asks_now(unit)) && push_through(unit, to)) return true;
  yield(unit, to);
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
