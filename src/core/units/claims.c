#include "claims.h"
#include "../base/assert.h"
#include "../base/builtin.h"
#include "near.h"

/* ---- claims ---------------------------------------------------------------------------------- */

/* The part of a unit's footprint at x, y that lies on the map, row by row. */
static bool add_footprint(CellSet *set, const astar_unit *unit, int32_t x, int32_t y) {
  astar_map *map = unit->cls->map;
  astar_rect rect = grid_clip(&map->grid, (astar_rect){ x, y, unit->cls->size, unit->cls->size });
  for (int32_t dy = 0; dy < rect.height && rect.width > 0; dy++) {
    CellRun row = { grid_cell(&map->grid, rect.x, rect.y + dy), 1, rect.width };
    if (!cellset_add(set, map, row)) return false;
  }
  return true;
}

/* Runs that were added lately: friendly units on the way to the same goal share most of theirs. */
#define RECENT 256

typedef struct Claimer {
  CellSet *claimed;
  int32_t ahead;
  CellRun recent[RECENT];
} Claimer;

static bool is_recent(Claimer *claimer, CellRun run) {
  uint32_t mixed = (run.first * 31 + (Cell)run.offset * 7 + (Cell)run.count) * 2654435769u;
  CellRun *slot = &claimer->recent[mixed >> 24];
  bool same = slot->first == run.first && slot->offset == run.offset && slot->count == run.count;
  *slot = run;
  return same;
}

/* The cells that a unit covers on so many steps from `from` on. */
static bool claim_run(Claimer *claimer, const astar_unit *other, astar_cell from, int direction,
                      int32_t count) {
  const Grid *grid = &other->cls->map->grid;
  CellRun run = { grid_cell(grid, from.x, from.y), direction_offset(grid, direction), count };
  if (other->cls->size == 1)
    return is_recent(claimer, run) || cellset_add(claimer->claimed, other->cls->map, run);
  for (int32_t i = 0; i < count; i++)
    if (!add_footprint(claimer->claimed, other, from.x + i * DIRECTION_X[direction],
                       from.y + i * DIRECTION_Y[direction]))
      return false;
  return true;
}

/* Does the path go on by a link from here? Then no cells lie between. */
static bool is_link(const Waypoint *waypoint, astar_cell from) {
  return waypoint->link != 0 && waypoint->x == from.x && waypoint->y == from.y;
}

/* The cell the unit is in, or that it left for a detour, and the next ones of its path. */
static bool claim_path(Claimer *claimer, const astar_unit *other) {
  const Waypoint *to = other->path->waypoints, *end = to + other->path->waypoint_count;
  astar_cell from = other->base;
  int32_t index = other->progress, left = claimer->ahead;
  for (; to < end; to++) {
    if (to->index <= index) continue;
    int direction = direction_of(to->x - from.x, to->y - from.y);
    int32_t steps = to->index - index;
    if (steps > left) return claim_run(claimer, other, from, direction, left + 1);
    int32_t cells = is_link(to - 1, from) ? 1 : steps;
    if (!claim_run(claimer, other, from, direction, cells)) return false;
    left -= steps;
    from = (astar_cell){ to->x, to->y };
    index = to->index;
  }
  return claim_run(claimer, other, from, EAST, 1);
}

/* Lists the units that claim cells now, in place of the list before. */
typedef struct Gathering {
  Claims *claims;
  Memory *memory;
  size_t count;
  bool same;                        /* as before, so far */
} Gathering;

static bool claims_same(const Claimant *a, const Claimant *b) {
  return a->id == b->id && a->route == b->route && a->progress == b->progress &&
         grid_same_cell(a->base, b->base);
}

static bool claims_gather_unit(Gathering *gathering, const astar_unit *other) {
  Claims *claims = gathering->claims;
  Claimant claimant = { other, other->route, other->id, other->progress, other->base };
  size_t at = gathering->count++;
  if (gathering->same && at < claims->count && claims_same(&claims->by[at], &claimant)) return true;
  gathering->same = false;
  if (!memory_grow(gathering->memory, claims->by, at, &claims->capacity)) return false;
  claims->by[at] = claimant;
  return true;
}

static bool gather_all(Gathering *gathering, const astar_unit *unit, int32_t radius) {
  for (FriendlyUnits near = friendly_units_begin(unit, radius, false); friendly_units_next(&near);)
    if (!claims_gather_unit(gathering, near.other)) return false;
  return true;
}

/* Marks the ways of all that were gathered. */
static bool mark_ways(Claims *claims) {
  Claimer claimer = { .claimed = &claims->cells, .ahead = claims->ahead };
  for (size_t i = 0; i < claims->count; i++)
    if (!claim_path(&claimer, claims->by[i].unit)) return false;
  return true;
}

bool claims_mark(const astar_query *query, Claims *claims) {
  bool same_length = claims->ahead == query->claim_ahead;
  Gathering gathering = { claims, &query->unit->cls->map->memory, 0, same_length };
  bool gathered = gather_all(&gathering, query->unit, query->claim_radius);
  ASTAR_ASSERT(claims->count > 0 || claims->cells.count == 0);
  if (gathered && gathering.same && gathering.count == claims->count) return true;
  claims_clear(claims);
  claims->count = gathering.count;
  claims->ahead = query->claim_ahead;
  if (gathered && mark_ways(claims)) return true;
  claims_clear(claims);
  return false;
}

/* ---- occupancy ------------------------------------------------------------------------------- */

static astar_rect taken_footprint(const astar_unit *unit) {
  return (astar_rect){ unit->x, unit->y, unit->cls->size, unit->cls->size };
}

static void taken_forget(Taken *taken) {
  cellset_clear(&taken->cells);
  taken->count = taken->common_runs = taken->common = 0;
  taken->common_first = taken->common_end = 0;
  taken->own = (astar_rect){ 0, 0, 0, 0 };
  taken->player = 0;
}

bool taken_is_new(const astar_unit *unit, const Taken *taken) {
  const astar_map *map = unit->cls->map;
  bool yields = unit->avoidance == ASTAR_AVOIDANCE_YIELD;
  return taken->player == unit->player->number && taken->yields == yields &&
         taken->version == map->taken_version;
}

/* Is one that stands in the way of all units like this one? */
static bool taken_includes(const astar_unit *other, const astar_unit *unit) {
  return !unit_lets_pass(other, unit) && astar_unit_visible(other, unit->player);
}

/* All units that stand, that the player sees, and that do not make way. */
static bool taken_find_common(Taken *taken, const astar_unit *unit) {
  const astar_map *map = unit->cls->map;
  if (taken_is_new(unit, taken)) return true;
  taken_forget(taken);
  UnitCursor standing = unit_set_begin(&map->units->list, UNITS_STANDING);
  for (const astar_unit *other; (other = unit_set_next(&standing)) != NULL;) {
    if (!taken_includes(other, unit)) continue;
    if (!add_footprint(&taken->cells, other, other->x, other->y)) return false;
    taken->common += (size_t)other->cls->size * (size_t)other->cls->size;
  }
  taken->common_runs = taken->cells.count;
  taken->common_first = taken->cells.first;
  taken->common_end = taken->cells.end;
  taken->version = map->taken_version;
  taken->player = unit->player->number;
  taken->yields = unit->avoidance == ASTAR_AVOIDANCE_YIELD;
  return true;
}

/* Does the other follow a path, in sight of the unit? */
static bool taken_is_under_way(const astar_unit *other, const astar_unit *unit) {
  return other->path != NULL && astar_unit_visible(other, unit->player);
}

static bool taken_keeps_place(const astar_unit *other, const astar_unit *unit) {
  return other->path == NULL && unit_lets_pass(other, unit);
}

/* Adds a unit, unless its cells are among the taken. */
static bool taken_add(Taken *taken, const astar_unit *other) {
  Cell cell = grid_cell(&other->cls->map->grid, other->x, other->y);
  if (cellset_has(&taken->cells, cell)) return true;
  taken->count += (size_t)other->cls->size * (size_t)other->cls->size;
  return add_footprint(&taken->cells, other, other->x, other->y);
}

/* Is another unit to be added, for one that asks, with these goals if they matter? */
typedef bool TakenAdds(const astar_unit *other, const astar_unit *unit, const GoalArea *goals);

/* Adds those of the units that cover a cell of the rectangle. */
static bool taken_add_within(Taken *taken, const astar_unit *unit, astar_rect rect,
                             TakenAdds *adds, const GoalArea *goals) {
  const astar_map *map = unit->cls->map;
  rect = grid_clip(&map->grid, rect);
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      const astar_unit *other = occupancy_at(map, grid_cell(&map->grid, x, y));
      if (other == NULL || other == unit || !adds(other, unit, goals)) continue;
      if (!taken_add(taken, other)) return false;
    }
  return true;
}

/* Those that make way, near the unit. */
static bool taken_add_near(Taken *taken, const astar_unit *unit, int32_t radius) {
  if (unit->avoidance != ASTAR_AVOIDANCE_YIELD) return true;
  for (FriendlyUnits near = friendly_units_begin(unit, radius, true); friendly_units_next(&near);)
    if (taken_keeps_place(near.other, unit) && !taken_add(taken, near.other)) return false;
  return true;
}

static bool taken_touches(const astar_unit *other, const astar_unit *unit,
                          const GoalArea *goals) {
  const Grid *grid = &unit->cls->map->grid;
  (void)goals;
  bool touches = !grid_is_hex(grid) ||
                 hex_rects_distance(grid, taken_footprint(unit), taken_footprint(other)) <= 1;
  return touches && taken_is_under_way(other, unit);
}

static bool taken_touches_stranger(const astar_unit *other, const astar_unit *unit,
                                   const GoalArea *goals) {
  return !unit_lets_pass(other, unit) && taken_touches(other, unit, goals);
}

static bool taken_add_touching(Taken *taken, const astar_unit *unit, int32_t radius) {
  int32_t side = unit->cls->size + 2;
  astar_rect around = { unit->x - 1, unit->y - 1, side, side };
  return taken_add_within(taken, unit, around,
                          radius > 0 ? taken_touches : taken_touches_stranger, NULL);
}

/* Those that make way and, where there are goals, are in the way in one of them. */
static bool taken_keeps_goal(const astar_unit *other, const astar_unit *unit,
                             const GoalArea *goals) {
  return taken_keeps_place(other, unit) &&
         (goals == NULL ||
          goal_area_covers(&unit->cls->map->grid, goals, taken_footprint(other)));
}

/* Of all that stand. */
static bool taken_add_standing(Taken *taken, const astar_unit *unit, const GoalArea *goals) {
  UnitCursor standing = unit_set_begin(&unit->cls->map->units->list, UNITS_STANDING);
  for (const astar_unit *other; (other = unit_set_next(&standing)) != NULL;) {
    if (other == unit || !taken_keeps_goal(other, unit, goals)) continue;
    if (!taken_add(taken, other)) return false;
  }
  return true;
}

static bool taken_added(Taken *taken, const astar_unit *unit, bool added) {
  if (!added) taken_reset(taken, unit->cls->map);
  return added;
}

bool taken_add_all(const astar_unit *unit, Taken *taken) {
  if (unit->avoidance != ASTAR_AVOIDANCE_YIELD) return true;
  return taken_added(taken, unit, taken_add_standing(taken, unit, NULL));
}

bool taken_add_goals(const GoalArea *goals, Taken *taken) {
  const astar_unit *unit = goals->query->unit;
  if (unit->avoidance != ASTAR_AVOIDANCE_YIELD) return true;
  astar_rect covered = goals->around;
  covered.width += goals->query->cls->size - 1;
  covered.height += goals->query->cls->size - 1;
  covered = grid_clip_near(&unit->cls->map->grid, covered.x, covered.y, covered);
  size_t area = (size_t)covered.width * (size_t)covered.height;
  bool added = area < unit->cls->map->units->standing_count
                 ? taken_add_within(taken, unit, covered, taken_keeps_goal, goals)
                 : taken_add_standing(taken, unit, goals);
  return taken_added(taken, unit, added);
}

bool taken_is_kept(const astar_query *query, int32_t x, int32_t y) {
  const astar_unit *unit = query->unit;
  int32_t size = query->cls->size;
  if (unit->avoidance != ASTAR_AVOIDANCE_YIELD) return false;
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = occupancy_in(unit->cls->map, (astar_cell){ x, y }, size, i);
    if (other != NULL && other != unit && taken_keeps_place(other, unit)) return true;
  }
  return false;
}

bool taken_find(const astar_query *query, Taken *taken) {
  const astar_unit *unit = query->unit;
  const astar_map *map = unit->cls->map;
  taken_reset(taken, map);
  if (!taken_find_common(taken, unit)) {
    taken_forget(taken);
    return false;
  }
  taken->count = taken->common;
  if (unit->path == NULL && taken_includes(unit, unit)) {
    taken->own = taken_footprint(unit);
    taken_put(taken, map, taken->own, false);
    taken->count -= (size_t)taken->own.width * (size_t)taken->own.height;
  }
  if (taken_add_touching(taken, unit, query->claim_radius) &&
      taken_add_near(taken, unit, query->claim_radius))
    return true;
  taken_reset(taken, map);
  return false;
}
