#include "arrival.h"

#define AHEAD_MAX 128               /* cells from the end of the path: a larger crowd is passed */
#define SETTLED 2                   /* ticks: so long one may have no path between two orders */
#define OWNER_KNOWN 8               /* cells from the end of the path: where it is searched for */
#define ARRIVAL_WAIT 6              /* in its steps: how long it waits */

enum { SOME = 2, MOST = 3, GAPS = 4 };   /* shares of the cells ahead, in quarters */

/* Has it come to the end of its path, or has it none? */
static bool is_at_end(const astar_unit *unit) {
  return unit->progress == unit->last;
}

/* A unit that goes no further, that its player sees, and that is in one of the cells where this one
** would be at `at`; NULL: there is none. */
static const astar_unit *settled_unit_at(const astar_unit *unit, astar_cell at) {
  int32_t size = unit->cls->size;
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = occupancy_in(unit->cls->map, at, size, i);
    if (other != NULL && other != unit && is_at_end(other) &&
        astar_unit_visible(other, unit->player))
      return other;
  }
  return NULL;
}

/* A unit that stood at `end`, has made way, and will come back. */
static const astar_unit *owner_nearby(const astar_unit *unit, astar_cell end) {
  for (int32_t y = end.y - OWNER_NEAR; y <= end.y + OWNER_NEAR; y++)
    for (int32_t x = end.x - OWNER_NEAR; x <= end.x + OWNER_NEAR; x++) {
      const astar_unit *other = settled_unit_at(unit, (astar_cell){ x, y });
      if (other != NULL && other->path == NULL && grid_same_cell(other->goal, end)) return other;
    }
  return NULL;
}

/* The one in whose place the path ends. One that has made way there will leave it again. */
static const astar_unit *holder_of_end(const astar_unit *unit) {
  const astar_unit *holder = settled_unit_at(unit, unit->goal);
  if (holder != NULL && !unit_is_displaced(holder)) return holder;
  bool near = unit->last - unit->progress <= OWNER_KNOWN;
  return near ? owner_nearby(unit, unit->goal) : NULL;
}

static bool has_no_place(const astar_unit *unit) {
  return unit->path == NULL && unit->retry == RETRY_NEVER;
}

static bool is_on_level_of(const astar_unit *unit, astar_cell end) {
  return grid_same_level(&unit->cls->map->grid, end, unit_cell(unit));
}

/* Do others stand in `least` of GAPS of the cells ahead on its path, the end included? Those that
** wait around a goal are on its level. */
static bool is_crowded_ahead(const astar_unit *unit, int32_t least) {
  const astar_path *path = unit->path;
  int32_t ahead = unit->last - unit->progress, held = 1;
  if (ahead <= 0 || ahead > AHEAD_MAX || holder_of_end(unit) == NULL) return false;
  if (!is_on_level_of(unit, unit->goal)) return false;
  for (int32_t i = unit->progress + 1; i < unit->last; i++)
    held += settled_unit_at(unit, astar_path_cell(path, i)) != NULL;
  return GAPS * held >= least * ahead;
}

bool arrival_is_full(const astar_unit *unit) {
  if (is_at_end(unit)) return false;
  if (unit->waited >= ARRIVAL_WAIT * (uint64_t)unit->step_time)
    return is_crowded_ahead(unit, SOME);
  bool stops = unit->progress == unit->last - 1 ||
               settled_unit_at(unit, unit->next) != NULL;
  return stops && is_crowded_ahead(unit, MOST);
}

static int64_t distance_to_end(const astar_unit *unit, astar_cell at) {
  return square_of_distance(&unit->cls->map->grid, at, unit->goal);
}

/* Is the unit one of those around the goal of `by`, and nearer to it? */
static bool stands_before(const astar_unit *unit, const astar_unit *by) {
  return has_no_place(unit) && is_on_level_of(unit, by->goal) &&
         distance_to_end(by, unit_cell(unit)) < distance_to_end(by, unit_cell(by)) &&
         is_crowded_ahead(by, SOME);
}

bool arrival_keeps(const astar_unit *unit, const astar_unit *by) {
  if (!is_at_end(unit) || unit_is_displaced(unit)) return false;
  if (by->path == NULL) return has_no_place(by) && !has_no_place(unit);
  return squares_overlap(by->goal, by->cls->size, unit_cell(unit), unit->cls->size) ||
         stands_before(unit, by);
}

bool arrival_is_final(const astar_unit *unit) {
  const astar_unit *holder = holder_of_end(unit);
  return holder->path == NULL && unit->cls->map->ticks - holder->since >= SETTLED;
}

bool arrival_nearer(const astar_unit *unit, astar_cell *to) {
  return step_nearer(unit, distance_to_end, to);
}

void arrival_join(astar_unit *unit) {
  unit_stand(unit);
  unit->retry = RETRY_NEVER;
}

bool arrival_drifts(const astar_unit *unit) {
  return has_no_place(unit) && unit_is_displaced(unit);
}
