#include "push.h"

#include "traffic.h"

#define ASKED_MAX 64                /* units that one push asks */
#define DEPTH_MAX 32                /* one on behalf of the other */
#define AHEAD 8                     /* cells on the path of the unit that pushes, better avoided */

typedef struct Push {
  const astar_unit *first;
  Rank rank;                        /* of the first, on whose behalf all ask */
  uint64_t number;
  int asked, depth;
} Push;

/* The unit that asks others to make way, and the cell to which it then goes. */
typedef struct Plea {
  const astar_unit *unit;
  astar_cell to;
} Plea;

static bool make_way(Push *push, Plea plea, astar_unit *unit);

/* ---- one step for somebody ------------------------------------------------------------------- */

/* Asks all units that stand where the unit would. */
static bool push_clear(Push *push, astar_unit *unit, astar_cell to) {
  const astar_map *map = unit->cls->map;
  int32_t size = unit->cls->size;
  for (int32_t dy = 0; dy < size; dy++)
    for (int32_t dx = 0; dx < size; dx++) {
      Cell cell = grid_cell(&map->grid, to.x + dx, to.y + dy);
      astar_unit *other = occupancy_at(map, cell);
      if (other == NULL || other == unit) continue;
      if (!make_way(push, (Plea){ unit, to }, other)) return false;
    }
  return step_is_vacant(unit, to);
}

/* Begins the step, if those in the way let it. Asking has not moved the unit itself: it was asked
** already, or is the first. */
static bool push_step(Push *push, astar_unit *unit, astar_cell to) {
  if (!step_seems_legal(unit, to) || !push_clear(push, unit, to)) return false;
  step_take(unit, to);
  return true;
}

/* ---- where to -------------------------------------------------------------------------------- */

static bool push_in_the_way(Plea plea, const astar_unit *unit, astar_cell at) {
  return squares_overlap(at, unit->cls->size, plea.to, plea.unit->cls->size);
}

/* Is the place on what the first one has before it? (Beyond the end of a path is its last cell.) */
static bool on_its_way(const Push *push, const astar_unit *unit, astar_cell at) {
  const astar_unit *first = push->first;
  if (first->path == NULL) return false;
  for (int32_t i = 0; i <= AHEAD; i++) {
    astar_cell cell = astar_path_cell(first->path, first->progress + i);
    if (squares_overlap(at, unit->cls->size, cell, first->cls->size)) return true;
  }
  return false;
}

enum { IN_USE = 1, ON_ITS_WAY = 2, NARROW = 4, WORST = 7 };

/* How bad it is to step aside to a place; -1: the unit must not go there. A unit in a lane is
** pushed along it only by another unit in the lane: otherwise it would later come back against the
** units that enter. */
static int push_badness(const Push *push, Plea plea, const astar_unit *unit, astar_cell at) {
  if (push_in_the_way(plea, unit, at) || !step_seems_legal(unit, at)) return -1;
  int bad = on_its_way(push, unit, at) ? ON_ITS_WAY : 0;
  if (lane_narrow(unit, at)) {
    bool inside = lane_narrow(unit, astar_unit_cell(unit)) &&
                  lane_narrow(plea.unit, astar_unit_cell(plea.unit));
    if (!inside) return -1;
    bad |= NARROW;
  }
  return step_is_vacant(unit, at) ? bad : bad | IN_USE;
}

/* The directions to try, in order, for making way to a unit that comes in `direction`: aside, its
** right first; then onward, away from it; last towards it. */
static int push_turned(int direction, int number) {
  static const int8_t clockwise[DIRECTIONS] = { EAST, SOUTH_EAST, SOUTH, SOUTH_WEST,
                                                WEST, NORTH_WEST, NORTH, NORTH_EAST };
  static const int8_t eighths[DIRECTIONS] = { 2, -2, 1, -1, 0, 3, -3, 4 };
  int place = 0;
  while (clockwise[place] != direction) place++;
  return clockwise[(place + eighths[number]) & 7];
}

static int32_t push_overlap(int32_t a, int32_t a_size, int32_t b, int32_t b_size) {
  int32_t from = a > b ? a : b, to = a + a_size < b + b_size ? a + a_size : b + b_size;
  return to > from ? to - from : 0;
}

/* How many of the cells for which is asked the unit would cover. */
static int32_t push_covered(Plea plea, const astar_unit *unit, astar_cell at) {
  int32_t size = unit->cls->size, asked = plea.unit->cls->size;
  return push_overlap(at.x, size, plea.to.x, asked) * push_overlap(at.y, size, plea.to.y, asked);
}

/* A unit of several cells may need several steps to get out of the way: takes one of them. */
static void begin_to_leave(Plea plea, astar_unit *unit, const astar_cell places[DIRECTIONS]) {
  int32_t least = push_covered(plea, unit, astar_unit_cell(unit));
  int best = -1;
  for (int i = 0; i < DIRECTIONS; i++) {
    int32_t left = push_covered(plea, unit, places[i]);
    bool open = left < least && step_seems_legal(unit, places[i]);
    if (!open || lane_narrow(unit, places[i]) || !step_is_vacant(unit, places[i])) continue;
    least = left;
    best = i;
  }
  if (best >= 0) step_take(unit, places[best]);
}

static bool step_aside(Push *push, Plea plea, astar_unit *unit) {
  if (!step_has_room(unit)) return false;
  int bad[DIRECTIONS];
  astar_cell places[DIRECTIONS];
  int came = direction_of(plea.to.x - plea.unit->x, plea.to.y - plea.unit->y);
  for (int i = 0; i < DIRECTIONS; i++) {
    int direction = push_turned(came, i);
    places[i] = (astar_cell){ unit->x + DIRECTION_X[direction], unit->y + DIRECTION_Y[direction] };
    bad[i] = push_badness(push, plea, unit, places[i]);
  }
  for (int worse = 0; worse <= WORST; worse++)
    for (int i = 0; i < DIRECTIONS; i++)
      if (bad[i] == worse && push_step(push, unit, places[i])) return true;
  begin_to_leave(plea, unit, places);
  return false;
}

static int32_t larger_size(const astar_unit *a, const astar_unit *b) {
  return a->cls->size > b->cls->size ? a->cls->size : b->cls->size;
}

/* Does the unit that is asked go where the one that asks will go after its next step? Then both are
** in one queue. A unit without a path is not: it only comes back there to stay. */
static bool goes_ahead(Plea plea, const astar_unit *asked, astar_cell own) {
  const astar_unit *unit = plea.unit;
  int32_t size = unit->cls->size, its_size = asked->cls->size;
  if (asked->path == NULL || unit->path == NULL || unit->detour > 0) return false;
  if (push_in_the_way(plea, asked, own)) return false;
  int32_t last = unit->progress + 1 + larger_size(unit, asked);
  for (int32_t i = unit->progress + 2; i <= last; i++) {
    astar_cell next = astar_path_cell(unit->path, i);
    if (squares_nest(own, its_size, next, size)) return true;
  }
  return false;
}

/* ---- being asked ----------------------------------------------------------------------------- */

/* Nobody is pushed on in a tick in which it has begun a step: it would be faster than it can. */
static bool may_ask(const Push *push, Plea plea, const astar_unit *unit) {
  if (unit->stepped == unit->cls->map->ticks) return false;
  return unit->avoidance == ASTAR_AVOIDANCE_YIELD && unit->speed > 0 &&
         !step_under_way(unit) && unit->asked != push->number && push->asked < ASKED_MAX &&
         push->depth < DEPTH_MAX && rank_precedes(push->rank, rank_of(unit)) &&
         astar_unit_visible(unit, plea.unit->player) &&
         astar_unit_visible(plea.unit, unit->player);
}

/* Along its own way. */
static bool push_go_on(Push *push, Plea plea, astar_unit *unit, astar_cell own) {
  if (push_in_the_way(plea, unit, own) || !step_seems_legal(unit, own)) return false;
  if (lane_holds(unit) || !push_clear(push, unit, own)) return false;
  lane_enter(unit, own);
  step_take(unit, own);
  return true;
}

static bool make_way(Push *push, Plea plea, astar_unit *unit) {
  astar_cell own;
  if (!may_ask(push, plea, unit)) return false;
  unit->asked = push->number;
  push->asked++;
  push->depth++;
  bool due = step_next(unit, &own);
  bool done = due && push_go_on(push, plea, unit, own);
  if (!done && !(due && goes_ahead(plea, unit, own))) done = step_aside(push, plea, unit);
  push->depth--;
  return done;
}

bool push_through(astar_unit *unit, astar_cell to) {
  astar_map *map = unit->cls->map;
  Push push = { .first = unit, .rank = rank_of(unit), .number = ++map->traffic->pushes };
  unit->asked = push.number;
  if (!push_clear(&push, unit, to)) return false;
  lane_enter(unit, to);
  step_take(unit, to);
  return true;
}

/* ---- precedence ------------------------------------------------------------------------------ */

static bool is_about_to_go(const astar_unit *other, astar_cell to, int32_t size) {
  astar_cell next;
  bool ready = other->speed > 0 && other->held == NO_CELL && !step_under_way(other);
  if (other->avoidance != ASTAR_AVOIDANCE_YIELD || !ready || !step_is_due(other))
    return false;
  return step_next(other, &next) && squares_overlap(next, other->cls->size, to, size);
}

bool push_gives_precedence(const astar_unit *unit, astar_cell to) {
  const astar_map *map = unit->cls->map;
  int32_t size = unit->cls->size;
  bool ranked = false;
  Rank rank = { 0 };
  for (int32_t y = to.y - 1; y <= to.y + size; y++)
    for (int32_t x = to.x - 1; x <= to.x + size; x++) {
      bool border = y < to.y || y == to.y + size || x < to.x || x == to.x + size;
      if (!border || !grid_has(&map->grid, x, y)) continue;
      const astar_unit *other = occupancy_at(map, grid_cell(&map->grid, x, y));
      if (other == NULL || other == unit || !is_about_to_go(other, to, size)) continue;
      if (!ranked) rank = rank_of(unit);
      ranked = true;
      if (rank_precedes(rank_of(other), rank)) return true;
    }
  return false;
}
