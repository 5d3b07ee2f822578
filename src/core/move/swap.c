#include "swap.h"

#define SWAP_MAX 256                /* cells of a narrow place that are looked at */

/* The directions in which the unit could step from a cell, as its player knows the terrain. */
static uint32_t swap_ways(const astar_unit *unit, astar_cell at) {
  uint32_t open = class_open_around(unit->cls, unit->player->known, at.x, at.y);
  return class_legal_at(unit->cls, at.x, at.y, open);
}

static int count_ways(uint32_t ways) {
  int count = 0;
  for (; ways != 0; ways &= ways - 1) count++;
  return count;
}

/* A unit of the same size that stands exactly there. */
static astar_unit *swap_unit_at(const astar_unit *unit, astar_cell at) {
  astar_unit *other = occupancy_in(unit->cls->map, at, 1, 0);
  bool exactly = other != NULL && other != unit && grid_same_cell(unit_cell(other), at) &&
                 other->cls->size == unit->cls->size;
  return exactly ? other : NULL;
}

static bool is_at_goal(const astar_unit *unit, astar_cell at) {
  return grid_same_cell(unit->goal, at);
}

/* Is it a dead end? */
bool swap_is_dead_end(const astar_unit *unit, astar_cell at) {
  return count_ways(swap_ways(unit, at)) == 1;
}

/* Is there a unit in a dead end? */
static bool is_occupied_end(const astar_unit *unit, astar_cell at) {
  return swap_unit_at(unit, at) != NULL && swap_is_dead_end(unit, at);
}

/* The ways on from `at`, if one has come there from `from`; and to which cell the last leads. A
** dead end in which a unit is gives no room to pass. It is a way on where there is no
** other, unless that unit stays for good. */
static int swap_ways_on(const astar_unit *unit, astar_cell from, astar_cell at, astar_cell *on) {
  uint32_t ways = swap_ways(unit, at);
  int count = count_ways(ways);
  astar_cell end = at;
  if (count > 3) return count - 1;  /* it is not narrow there, with any units around */
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    if (!(ways >> direction & 1)) continue;
    astar_cell to = { at.x + DIRECTION_X[direction], at.y + DIRECTION_Y[direction] };
    bool is_back = grid_same_cell(to, from), is_taken = is_occupied_end(unit, to);
    if (is_back || is_taken) count--;
    else *on = to;
    if (!is_back && is_taken && !is_at_goal(swap_unit_at(unit, to), to)) end = to;
  }
  if (count > 0 || grid_same_cell(end, at)) return count;
  *on = end;
  return 1;
}

/* Is the unit nearer to its goal at `to`? Beyond the window of its guide its path knows; off the
** path, its base is where it goes first. */
static bool is_nearer(astar_unit *unit, astar_cell to, astar_cell from) {
  if (guide_sync(unit)) {
    uint8_t here = guide_cost(unit, to), there = guide_cost(unit, from);
    if (here != GUIDE_FAR && there != GUIDE_FAR) return here < there;
  }
  int32_t index = unit->path != NULL ? path_find(unit->path, from.x, from.y, 0) : -1;
  if (index >= 0) return path_find(unit->path, to.x, to.y, index) > index;
  astar_cell base = unit->base;
  const Grid *grid = &unit->cls->map->grid;
  return square_of_distance(grid, to, base) < square_of_distance(grid, from, base);
}

/* Would `pusher`, at `from`, push `pulled`, at `at`, along a narrow place to where it still could
** not pass it, or into a dead end? */
static bool is_needed(astar_unit *pusher, astar_unit *pulled, astar_cell from, astar_cell at) {
  astar_cell on = at;
  for (int i = 0; i < SWAP_MAX && is_nearer(pusher, at, from); i++) {
    int ways = swap_ways_on(pusher, from, at, &on);
    if (ways >= 2) return false;
    if (ways <= 0) break;
    from = at;
    at = on;
  }
  return is_nearer(pulled, from, at) &&
         (is_at_goal(pusher, from) || is_nearer(pusher, at, from));
}

/* Does the way back from `from` over `at` lead to a cell where two can pass? */
static bool is_possible(const astar_unit *unit, astar_cell from, astar_cell at) {
  astar_cell start = from, on = at;
  for (int i = 0; i < SWAP_MAX && !grid_same_cell(at, start); i++) {
    int ways = swap_ways_on(unit, from, at, &on);
    if (ways != 1) return ways >= 2;
    from = at;
    at = on;
  }
  return false;
}

astar_unit *swap_partner(astar_unit *unit, astar_cell best, SwapFilter may_swap) {
  astar_cell own = unit_cell(unit);
  if (grid_same_cell(best, own)) return NULL;
  uint32_t beyond = swap_ways(unit, best);
  bool narrow = count_ways(beyond) <= 2;
  astar_unit *other = swap_unit_at(unit, best);
  if (narrow && other != NULL && may_swap(unit, other, false) &&
      is_needed(unit, other, own, best) && is_possible(unit, best, own))
    return other;
  uint32_t ways = swap_ways(unit, own);
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    astar_cell at = { unit->x + DIRECTION_X[direction], unit->y + DIRECTION_Y[direction] };
    if (!(ways >> direction & 1) || grid_same_cell(at, best)) continue;
    other = swap_unit_at(unit, at);
    if (other == NULL || !(narrow || is_at_goal(other, own))) continue;
    if (!may_swap(unit, other, true)) continue;
    if (is_needed(other, unit, own, best) && is_possible(unit, best, own)) return other;
  }
  return NULL;
}

bool swap_is_narrow(const astar_unit *unit) {
  return count_ways(swap_ways(unit, unit_cell(unit))) <= 2;
}
