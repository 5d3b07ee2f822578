#include "lane.h"

#include "../base/hash.h"
#include "traffic.h"

/* ---- narrow cells ---------------------------------------------------------------------------- */

/* The directions clockwise, straight ones at even places. */
static const int8_t ring[DIRECTIONS] = { EAST, SOUTH_EAST, SOUTH, SOUTH_WEST,
                                         WEST, NORTH_WEST, NORTH, NORTH_EAST };

/* Can one get from a place of the ring to the one `step` further on? */
static bool lane_linked(const astar_class *cls, uint32_t open, int place, int step) {
  int to = (place + step) & 7;
  if (!(open >> place & open >> to & 1)) return false;
  bool corners = cls->diagonal == ASTAR_DIAGONAL_AT_MOST_ONE ||
                 cls->diagonal == ASTAR_DIAGONAL_ALWAYS;
  return step == 1 || (place % 2 == 0 && corners);
}

/* The places that hang together with one of the ring, a bit each. */
static uint32_t lane_connected(const astar_class *cls, uint32_t open, int place) {
  uint32_t found = 1u << place, before = 0;
  while (found != before) {
    before = found;
    for (int i = 0; i < DIRECTIONS; i++)
      for (int step = 1; step <= 2; step++) {
        uint32_t both = 1u << i | 1u << ((i + step) & 7);
        if ((found & both) != 0 && lane_linked(cls, open, i, step)) found |= both;
      }
  }
  return found;
}

/* Bits by places of the ring, from bits by direction. */
static uint32_t in_ring(uint32_t by_direction) {
  uint32_t bits = 0;
  for (int place = 0; place < DIRECTIONS; place++)
    bits |= (by_direction >> ring[place] & 1) << place;
  return bits;
}

static bool is_power_of_two(uint32_t bits) {
  return (bits & (bits - 1)) == 0;
}

bool lane_narrow(const astar_unit *unit, astar_cell at) {
  uint32_t around = class_open_around(unit->cls, unit->player->known, at.x, at.y);
  if (around == 0xff) return false;
  uint32_t open = in_ring(around), steps = in_ring(unit->cls->legal[around]);
  if (is_power_of_two(steps)) return true;
  int place = 0;
  while (!(steps >> place & 1)) place++;
  return (steps & ~lane_connected(unit->cls, open, place)) != 0;
}

/* ---- a lane ahead ---------------------------------------------------------------------------- */

#define LANE_MAX 256                /* cells that one looks ahead */

typedef struct LaneAhead {
  Cell ends[2];
  int side;
  uint32_t length;
  bool opposed;                     /* somebody comes the other way */
} LaneAhead;

/* Does another unit that stands where the unit will be at `at` come to where it is before that? */
static bool comes_against(const astar_unit *unit, astar_cell behind, astar_cell at) {
  const astar_map *map = unit->cls->map;
  int32_t size = unit->cls->size;
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = occupancy_in(map, at, size, i);
    astar_cell to;
    if (other == NULL || other == unit || !astar_unit_visible(other, unit->player)) continue;
    int32_t its_size = other->cls->size;
    if (squares_nest(astar_unit_cell(other), its_size, at, size) && step_next(other, &to) &&
        squares_overlap(to, its_size, behind, size))
      return true;
  }
  return false;
}

/* The narrow cells of the path from index `first` on. */
static LaneAhead lane_ahead(const astar_unit *unit, int32_t first) {
  const astar_path *path = unit->path;
  const Grid *grid = &unit->cls->map->grid;
  astar_cell before = astar_path_cell(path, first - 1), behind = before;
  astar_cell at = astar_path_cell(path, first);
  LaneAhead ahead = { .ends = { grid_cell(grid, at.x, at.y), 0 } };
  for (int32_t index = first;;) {
    ahead.ends[1] = grid_cell(grid, at.x, at.y);
    ahead.opposed = ahead.opposed || comes_against(unit, behind, at);
    ahead.length++;
    if (++index >= path->length || ahead.length == LANE_MAX) break;
    behind = at;
    at = astar_path_cell(path, index);
    if (!lane_narrow(unit, at)) break;
  }
  ahead.side = before.x != at.x ? before.x < at.x : before.y < at.y;
  if (ahead.ends[0] != ahead.ends[1]) ahead.side = ahead.ends[0] < ahead.ends[1];
  if (ahead.ends[0] > ahead.ends[1]) {
    Cell end = ahead.ends[0];
    ahead.ends[0] = ahead.ends[1];
    ahead.ends[1] = end;
  }
  return ahead;
}

#define HOLD 4                      /* of a unit's own lengths before a lane, where it waits */

/* The index of the first narrow cell among the next `count` cells of the path. They begin where the
** unit is, or, if it was pushed aside, where it left the path, since it comes back to that cell.
** -1: there is none, or the unit is in a narrow cell. */
static int32_t lane_mouth(const astar_unit *unit, int32_t count) {
  const astar_path *path = unit->path;
  if (path == NULL || lane_narrow(unit, astar_unit_cell(unit))) return -1;
  for (int32_t i = unit->detour == 0; i <= count && unit->progress + i < path->length; i++) {
    int32_t index = unit->progress + i;
    if (!lane_narrow(unit, astar_path_cell(path, index))) continue;
    while (i == 0 && index > 0 && lane_narrow(unit, astar_path_cell(path, index - 1))) index--;
    return index;
  }
  return -1;
}

/* ---- turns ----------------------------------------------------------------------------------- */

static Lane *lane_find(astar_map *map, const LaneAhead *ahead) {
  Lane *lanes = map->traffic->lanes;
  for (int i = 0; i < LANES; i++)
    if (lanes[i].ends[0] == ahead->ends[0] && lanes[i].ends[1] == ahead->ends[1])
      return &lanes[i];
  return NULL;
}

/* Takes the place of the one that was used last so long ago. */
static Lane *lane_make(astar_map *map, const LaneAhead *ahead) {
  Lane *oldest = &map->traffic->lanes[0];
  for (int i = 0; i < LANES; i++) {
    Lane *lane = &map->traffic->lanes[i];
    if (lane->ends[0] == NO_CELL || (oldest->ends[0] != NO_CELL && lane->used < oldest->used))
      oldest = lane;
    if (oldest->ends[0] == NO_CELL) break;
  }
  *oldest = (Lane){ .ends = { ahead->ends[0], ahead->ends[1] },
                    .side = (uint8_t)ahead->side, .entered_at = map->ticks };
  return oldest;
}

static uint32_t lane_sum(uint32_t tick, uint32_t steps, uint32_t time) {
  uint64_t later = tick + (uint64_t)steps * time;
  return later < UINT32_MAX ? (uint32_t)later : UINT32_MAX;
}

/* How many units go in before it is the other side's turn. In the long run the lane is empty for
** its own length after each turn: a long one takes longer turns. */
static uint32_t turn_of(const LaneAhead *ahead) {
  return 16 + 4 * ahead->length;
}

/* Waits somebody at the other side whose turn it is? Nobody waits for those who do not come. */
static bool others_turn(const Lane *lane, const LaneAhead *ahead, uint32_t now, uint32_t time) {
  bool waiting = lane->wanted[!ahead->side] >= now;
  bool idle = lane_sum(lane->entered_at, 16 + ahead->length, time) < now;
  if (!waiting || idle) return false;
  bool over = lane->entered >= turn_of(ahead);
  return lane->side == ahead->side ? over : !over;
}

static Lane *lane_remember(astar_map *map, const LaneAhead *ahead) {
  Lane *lane = lane_find(map, ahead);
  if (lane == NULL) lane = lane_make(map, ahead);
  lane->used = map->ticks;
  return lane;
}

/* How many steps the unit has to go on its path to that cell; -1: it does not go there. */
static int32_t steps_to(const astar_unit *unit, Cell cell) {
  astar_cell at = grid_position(&unit->cls->map->grid, cell);
  if (unit->path == NULL) return -1;
  int32_t index = path_find(unit->path, at.x, at.y, unit->progress);
  return index < 0 ? -1 : index - unit->progress;
}

/* Does it wait for a lane that the unit is to pass, too, and stand nearer to it? Only that one has
** others wait, or some would wait for each other. */
static bool is_before(const astar_unit *other, const astar_unit *unit) {
  if (other == NULL || other == unit || other->held == NO_CELL) return false;
  int32_t mine = steps_to(unit, other->held), its = steps_to(other, other->held);
  return its >= 0 && its < mine;
}

/* The lane for which one stands that is in the way of the next step, if it is before the unit. */
static Cell lane_queue_cell(const astar_unit *unit) {
  int32_t size = unit->cls->size;
  astar_cell to;
  if (!step_next(unit, &to)) return NO_CELL;
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = occupancy_in(unit->cls->map, to, size, i);
    if (is_before(other, unit)) return other->held;
  }
  return NO_CELL;
}

/* Stands somebody who is under way where the unit would be? */
static bool meets_traffic(const astar_unit *unit, astar_cell at) {
  int32_t size = unit->cls->size;
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = occupancy_in(unit->cls->map, at, size, i);
    if (other != NULL && other->path != NULL && astar_unit_visible(other, unit->player))
      return true;
  }
  return false;
}

/* Is somebody under way on what is left of the trail over which a unit without a path goes back
** into a lane? */
static bool trail_in_use(const astar_unit *unit) {
  astar_cell to;
  if (!step_next(unit, &to) || !lane_narrow(unit, to) ||
      lane_narrow(unit, astar_unit_cell(unit)))
    return false;
  for (int32_t i = -1; i < unit->detour - 1; i++) {
    astar_cell at = i < 0 ? unit->home : unit->trail[i];
    if (meets_traffic(unit, at)) return true;
    if (at.x == to.x && at.y == to.y) return false;
  }
  return false;
}

bool lane_holds(astar_unit *unit) {
  astar_map *map = unit->cls->map;
  if (unit->path == NULL) return trail_in_use(unit);
  int32_t first = lane_mouth(unit, HOLD * unit->cls->size);
  unit->held = NO_CELL;
  if (first < 0) {
    unit->held = lane_queue_cell(unit);
    return unit->held != NO_CELL;
  }
  LaneAhead ahead = lane_ahead(unit, first);
  Lane *lane = lane_remember(map, &ahead);
  uint32_t time = unit_step_time(unit);
  lane->wanted[ahead.side] = lane_sum(map->ticks, 3, time);
  if (!ahead.opposed && !others_turn(lane, &ahead, map->ticks, time)) return false;
  astar_cell at = astar_path_cell(unit->path, first);
  unit->held = grid_cell(&map->grid, at.x, at.y);
  return true;
}

void lane_enter(astar_unit *unit, astar_cell to) {
  astar_map *map = unit->cls->map;
  if (unit->path == NULL || !lane_narrow(unit, to)) return;
  int32_t first = lane_mouth(unit, HOLD * unit->cls->size);
  if (first < 0) return;
  LaneAhead ahead = lane_ahead(unit, first);
  Lane *lane = lane_remember(map, &ahead);
  bool goes_on = lane->side == ahead.side;
  lane->side = (uint8_t)ahead.side;
  lane->entered = goes_on ? lane->entered + 1 : 1;
  lane->entered_at = map->ticks;
}

uint64_t lanes_hash(const astar_map *map, uint64_t hash) {
  for (int i = 0; i < LANES; i++) {
    const Lane *lane = &map->traffic->lanes[i];
    if (lane->ends[0] == NO_CELL) break;
    const uint32_t numbers[] = { lane->ends[0], lane->ends[1], lane->side, lane->entered,
                                 lane->entered_at, lane->wanted[0], lane->wanted[1], lane->used };
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
      hash = hash_int(hash, numbers[k]);
  }
  return hash;
}
