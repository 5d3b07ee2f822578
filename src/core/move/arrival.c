#include "arrival.h"

#include "../search/search.h"

#define AHEAD_MAX 128               /* cells from the end of the path: a larger crowd is passed */
#define SETTLED 2                   /* ticks: so long one may have no path between two orders */
#define OWNER_NEAR 2                /* cells: so far one is that has made way */
#define OWNER_KNOWN 8               /* cells from the end of the path: where it is searched for */
#define PATIENCE 6                  /* in its steps */

enum { SOME = 2, MOST = 3, GAPS = 4 };   /* shares of the cells ahead, in quarters */

/* Has it come to the end of its path, or has it none? */
static bool is_at_end(const astar_unit *unit) {
  return unit->path == NULL || unit->progress == unit->path->length - 1;
}

/* A unit that goes no further, that its player sees, and that is in one of the cells where this one
** would be at `at`; NULL: there is none. */
static const astar_unit *stander_at(const astar_unit *unit, astar_cell at) {
  int32_t size = unit->cls->size;
  for (int32_t i = 0; i < size * size; i++) {
    const astar_unit *other = occupancy_in(unit->cls->map, at, size, i);
    if (other != NULL && other != unit && is_at_end(other) &&
        astar_unit_visible(other, unit->player))
      return other;
  }
  return NULL;
}

static astar_cell end_of(const astar_unit *unit) {
  return astar_path_cell(unit->path, unit->path->length - 1);
}

/* A unit that stood at `end`, has made way, and will come back. */
static const astar_unit *owner_nearby(const astar_unit *unit, astar_cell end) {
  for (int32_t y = end.y - OWNER_NEAR; y <= end.y + OWNER_NEAR; y++)
    for (int32_t x = end.x - OWNER_NEAR; x <= end.x + OWNER_NEAR; x++) {
      const astar_unit *other = stander_at(unit, (astar_cell){ x, y });
      if (other != NULL && other->path == NULL && grid_same_cell(other->home, end)) return other;
    }
  return NULL;
}

/* The one in whose place the path ends. One that has made way there will leave it again. */
static const astar_unit *holder_of_end(const astar_unit *unit) {
  const astar_unit *holder = stander_at(unit, end_of(unit));
  if (holder != NULL && !unit_is_astray(holder)) return holder;
  bool near = unit->path->length - 1 - unit->progress <= OWNER_KNOWN;
  return near ? owner_nearby(unit, end_of(unit)) : NULL;
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
  int32_t ahead = path->length - 1 - unit->progress, held = 1;
  if (ahead <= 0 || ahead > AHEAD_MAX || holder_of_end(unit) == NULL) return false;
  if (!is_on_level_of(unit, end_of(unit))) return false;
  for (int32_t i = unit->progress + 1; i < path->length - 1; i++)
    held += stander_at(unit, astar_path_cell(path, i)) != NULL;
  return GAPS * held >= least * ahead;
}

bool arrival_is_full(const astar_unit *unit) {
  if (unit->path == NULL || unit->progress >= unit->path->length - 1) return false;
  if (unit->waited >= PATIENCE * (uint64_t)unit_step_time(unit))
    return is_crowded_ahead(unit, SOME);
  bool stops = unit->progress == unit->path->length - 2 ||
               stander_at(unit, unit_path_cell(unit, unit->progress + 1)) != NULL;
  return stops && is_crowded_ahead(unit, MOST);
}

static int64_t distance_to_end(const astar_unit *unit, astar_cell at) {
  return square_of_distance(&unit->cls->map->grid, at, end_of(unit));
}

/* Is the unit one of those around the goal of `by`, and nearer to it? */
static bool stands_before(const astar_unit *unit, const astar_unit *by) {
  return has_no_place(unit) && is_on_level_of(unit, end_of(by)) &&
         distance_to_end(by, unit_cell(unit)) < distance_to_end(by, unit_cell(by)) &&
         is_crowded_ahead(by, SOME);
}

bool arrival_keeps(const astar_unit *unit, const astar_unit *by) {
  if (!is_at_end(unit) || unit_is_astray(unit)) return false;
  if (by->path == NULL) return has_no_place(by) && !has_no_place(unit);
  return squares_overlap(end_of(by), by->cls->size, unit_cell(unit), unit->cls->size) ||
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
  return has_no_place(unit) && unit_is_astray(unit);
}

/* ---- places that are left -------------------------------------------------------------------- */

#define INSIDE_NODES 4              /* for each cell of a goal: its places are among others */
#define INSIDE_LEAST 256

typedef struct PlacesLeft {
  const astar_unit *unit;
  astar_cell from;
  GoalArea area;
  bool is_inside;                   /* only places in the goal count */
  bool is_over;                     /* the search has come to the unit itself */
} PlacesLeft;

/* Does another unit rest in one of the cells where this one would be, or has it only made way? */
static bool has_owner(const astar_unit *unit, astar_cell at) {
  int32_t size = unit->cls->size;
  for (int32_t y = at.y - OWNER_NEAR; y < at.y + size + OWNER_NEAR; y++)
    for (int32_t x = at.x - OWNER_NEAR; x < at.x + size + OWNER_NEAR; x++) {
      const astar_unit *other = occupancy_in(unit->cls->map, (astar_cell){ x, y }, 1, 0);
      if (other == NULL || other == unit || other->path != NULL) continue;
      bool owns = squares_overlap(at, size, unit_cell(other), other->cls->size) ||
                  squares_overlap(at, size, other->home, other->cls->size);
      if (owns && astar_unit_visible(other, unit->player)) return true;
    }
  return false;
}

/* The unit's own cell is always found: what the way to it costs tells what it would gain. */
static int32_t is_left(void *user, int32_t x, int32_t y, int32_t terrain) {
  PlacesLeft *left = user;
  const Grid *grid = &left->unit->cls->map->grid;
  bool is_own = x == left->unit->x && y == left->unit->y;
  (void)terrain;
  left->is_over = left->is_over || (is_own && !left->is_inside);
  if (is_own || left->is_over) return true;
  if (left->is_inside && !goal_area_has(grid, &left->area, x, y)) return false;
  return !has_owner(left->unit, (astar_cell){ x, y });
}

/* Takes over what was found: at the goal all, around it what is nearer than the unit's own cell. */
static void take_left(const PlacesLeft *left, const astar_search *search,
                      astar_places_left *places) {
  const Grid *grid = &search->map->grid;
  const Found *found = search->targets.found;
  Cell own = grid_cell(grid, left->unit->x, left->unit->y);
  int32_t count = (int32_t)search->targets.count;
  places->own_cost = UINT32_MAX;
  for (int32_t i = 0; i < count; i++)
    if (found[i].goal == own) places->own_cost = found[i].cost;
  for (int32_t i = 0; i < count; i++) {
    if (found[i].goal == own || (!left->is_inside && found[i].cost >= places->own_cost)) continue;
    places->cells[places->count] = grid_position(grid, found[i].goal);
    places->costs[places->count++] = found[i].cost;
  }
}

static astar_status find_places_left(PlacesLeft *left, astar_query *query,
                                     astar_places_left *places) {
  astar_map *map = left->unit->cls->map;
  astar_target target = { .accepts = is_left, .user = left, .wanted = places->room };
  astar_status status;
  astar_search *search =
    astar_nearest_new(map, left->from.x, left->from.y, &target, query, &status);
  if (search == NULL) return status;
  do status = astar_search_step(search, UINT32_MAX);
  while (status == ASTAR_RUNNING);
  places->nodes += astar_search_expanded(search);
  take_left(left, search, places);
  bool has_found = search->targets.count > 0;
  astar_search_free(search);
  return status == ASTAR_BUDGET && has_found ? ASTAR_OK : status;
}

/* Counted from the middle of the goal, so that all count alike; where the unit could not stand
** there, from the cell that was given. */
static astar_status find_around(PlacesLeft *left, astar_query *query, astar_places_left *places) {
  astar_cell given = left->from;
  astar_rect goal = left->area.asked;
  left->is_inside = false;
  left->from = (astar_cell){ goal.x + (goal.width - 1) / 2, goal.y + (goal.height - 1) / 2 };
  astar_status status = ASTAR_START_BLOCKED;
  if (goal.width > 0 && goal.height > 0) status = find_places_left(left, query, places);
  left->from = given;
  return status == ASTAR_START_BLOCKED ? find_places_left(left, query, places) : status;
}

astar_status astar_unit_places_left(astar_unit *unit, const astar_places_desc *desc,
                                    astar_places_left *places) {
  const astar_map *map = unit->cls->map;
  astar_query query = astar_query_default(), asked;
  places->count = 0;
  places->nodes = 0;
  if (!map_has_cell(map, desc->x, desc->y) ||
      !map_accepts_between(map, desc->within, 0, ASTAR_MAX_RADIUS,
                           "within: not from 0 to ASTAR_MAX_RADIUS"))
    return ASTAR_INVALID;
  query.cls = unit->cls;
  query.player = unit->player;
  query.budget = desc->budget;
  asked = query;
  asked.within = desc->within;
  PlacesLeft left = { .unit = unit, .from = { desc->x, desc->y },
                      .area = goal_area(&map->grid, &asked, grid_clip(&map->grid, desc->goal)) };
  int64_t cells = (int64_t)left.area.around.width * left.area.around.height;
  int64_t nodes = INSIDE_NODES * cells + INSIDE_LEAST;
  if (cells <= 1) return find_around(&left, &query, places);
  left.is_inside = true;
  if (nodes < query.budget) query.budget = (uint32_t)nodes;
  astar_status status = find_places_left(&left, &query, places);
  bool is_full = status == ASTAR_OK || status == ASTAR_UNREACHABLE || status == ASTAR_BUDGET;
  if (places->count > 0 || !is_full || goal_area_has(&map->grid, &left.area, unit->x, unit->y))
    return status;
  query.budget = desc->budget;
  return find_around(&left, &query, places);
}
