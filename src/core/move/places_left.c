/*
** The places that are left for a unit at a goal to which others go as well. A search for the
** nearest goals goes outwards from the goal, over the terrain alone. Units only say which cells are
** taken.
*/
#include "../search/search.h"
#include "arrival.h"

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
                  squares_overlap(at, size, other->goal, other->cls->size);
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

/* Takes over what was found: at the goal all, around it what is nearer than the unit's own cell.
** That one was sought, too. */
static void take_left(const PlacesLeft *left, const astar_search *search,
                      astar_places_left *places) {
  const Grid *grid = &search->map->grid;
  const FoundGoal *found = search->targets.found;
  Cell own = grid_cell(grid, left->unit->x, left->unit->y);
  int32_t count = (int32_t)search->targets.count;
  places->own_cost = UINT32_MAX;
  for (int32_t i = 0; i < count; i++)
    if (found[i].goal == own) places->own_cost = found[i].way.cost;
  for (int32_t i = 0; i < count && places->count < places->room; i++) {
    uint32_t cost = found[i].way.cost;
    if (found[i].goal == own || (!left->is_inside && cost >= places->own_cost)) continue;
    places->cells[places->count] = grid_position(grid, found[i].goal);
    places->costs[places->count++] = cost;
  }
}

static astar_status find_places_left(PlacesLeft *left, astar_query *query,
                                     astar_places_left *places) {
  astar_map *map = left->unit->cls->map;
  astar_target target = { .accepts = is_left, .user = left, .wanted = places->room + 1 };
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
      !map_accepts_between(map, places->room, 1, INT32_MAX - 1, "room: below 1") ||
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
  if (desc->around || cells <= 1) return find_around(&left, &query, places);
  left.is_inside = true;
  if (nodes < query.budget) query.budget = (uint32_t)nodes;
  astar_status status = find_places_left(&left, &query, places);
  bool is_full = status == ASTAR_OK || status == ASTAR_UNREACHABLE || status == ASTAR_BUDGET;
  if (places->count > 0 || !is_full || goal_area_has(&map->grid, &left.area, unit->x, unit->y))
    return status;
  query.budget = desc->budget;
  return find_around(&left, &query, places);
}
