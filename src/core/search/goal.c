#include "goal.h"

#include "../base/integer.h"
#include "any_cell.h"
#include "nearest_cell.h"

void goal_set(astar_search *search) {
  Goal *goal = &search->goal;
  goal->accepted = goal_area(&search->map->grid, &search->query, goal->asked).around;
  goal->cells = goal->accepted;
  goal->aim = AIM_ACCEPTED;
}

static int32_t nearest_within(int32_t at, int32_t first, int32_t count) {
  return integer_greatest(first, integer_least(at, first + count - 1));
}

astar_cell goal_of_way(const astar_search *search, const Way *way) {
  const Waypoint *end = &way->points[way->count - 1];
  astar_rect goal = search->goal.asked;
  return (astar_cell){ nearest_within(end->x, goal.x, goal.width),
                       nearest_within(end->y, goal.y, goal.height) };
}

/* ---- units at the goal ----------------------------------------------------------------------- */

/* Goals of a search for the nearest are told apart when they are reached. */
bool goal_take_places(astar_search *search) {
  const astar_query *query = &search->query;
  if (query->unit == NULL || !query->occupancy || search->targets.request.wanted > 0) return true;
  GoalArea area = search_goal_area(search);
  return unit_hooks->taken_add_goals(&area, &search->scratch->view.taken);
}

bool goal_is_kept(const astar_search *search, Cell cell) {
  const astar_query *query = &search->query;
  if (query->unit == NULL || !query->occupancy) return false;
  astar_cell at = grid_position(&search->map->grid, cell);
  return unit_hooks->taken_is_kept(query, at.x, at.y);
}

static bool may_stand(const astar_search *search, Cell cell) {
  return !view_taken(&search->view, cell) && !goal_is_kept(search, cell);
}

/* ---- is there a way? ------------------------------------------------------------------------- */

bool goal_find_reach(astar_search *search) {
  Plane *plane = search->view.plane;
  return plane_regions(plane) != NULL && plane_exits(plane) != NULL &&
         reachability_find(&search->scratch->reachable, plane, search->start);
}

typedef struct WaySought {
  const astar_search *search;       /* NULL: nobody is in the way */
  const Reachability *reachable;
  const Regions *regions;
  bool is_near;                     /* some cell can be come to */
} WaySought;

static bool sought_is_vacant(void *user, Cell cell) {
  const WaySought *sought = user;
  return sought->search == NULL || may_stand(sought->search, cell);
}

static bool sought_has_way(void *user, Cell cell) {
  WaySought *sought = user;
  if (!reachability_has(sought->reachable, cell)) return false;
  sought->is_near = true;
  return sought_is_vacant(sought, cell);
}

static bool sought_meets(void *user, int32_t level, int32_t x, int32_t y) {
  const WaySought *sought = user;
  return reachability_meets(sought->reachable, level, x, y);
}

static bool sought_is_open(void *user, Cell cell) {
  return (void)user, (void)cell, true;
}

static bool sought_opens(void *user, int32_t level, int32_t x, int32_t y) {
  const WaySought *sought = user;
  return regions_open(sought->regions, level, x, y);
}

/* Why is there none? */
COLD static astar_status sought_in_vain(AnyCell *any) {
  const WaySought *sought = any->user;
  any->meets = sought_opens;
  any->accepts = sought->is_near ? sought_is_vacant : sought_is_open;
  if (!any_cell_exists(any)) return ASTAR_GOAL_BLOCKED;
  return sought->is_near ? ASTAR_CROWDED : ASTAR_UNREACHABLE;
}

astar_status goal_find_way(const Plane *plane, const astar_search *search,
                           const Reachability *reachable, const GoalArea *area) {
  WaySought sought = { search, reachable, plane->regions, false };
  AnyCell any = { plane, area, &sought, sought_has_way, sought_meets };
  return any_cell_exists(&any) ? ASTAR_OK : sought_in_vain(&any);
}

/* ---- the cell nearest to the goal ------------------------------------------------------------ */

/* Distances from all cells of it differ from those to the goal by the same, at the most. */
static astar_rect goal_measured(const astar_search *search) {
  bool is_round = search->query.cls->hex && search->query.within > 0;
  return is_round ? search->goal.asked : search->goal.accepted;
}

static bool stays_open(const void *user, Cell cell) {
  const astar_search *search = user;
  return cell == search->start || may_stand(search, cell);
}

static bool is_in_reach(const void *user, Cell cell) {
  const astar_search *search = user;
  return stays_open(search, cell) && reachability_has(&search->scratch->reachable, cell);
}

static bool reachability_meets_block(const void *user, int32_t level, int32_t x, int32_t y) {
  const astar_search *search = user;
  return reachability_meets(&search->scratch->reachable, level, x, y);
}

/* The start itself is a candidate. */
static NearestCell nearest_to_goal(const astar_search *search) {
  return (NearestCell){ .grid = &search->map->grid, .user = search,
                        .to = goal_measured(search),
                        .start = { search->start_x, search->start_y },
                        .x = search->start_x, .y = search->start_y };
}

void goal_retarget(astar_search *search) {
  NearestCell nearest = nearest_to_goal(search);
  nearest.kind = search->view.kind;
  nearest.accepts = is_in_reach;
  nearest.meets = reachability_meets_block;
  nearest_cell_find(&nearest);
  search->goal.cells = (astar_rect){ nearest.x, nearest.y, 1, 1 };
  search->goal.aim = AIM_REACHABLE;
}

void goal_fall_back(astar_search *search) {
  NearestCell nearest = nearest_to_goal(search);
  nearest.nodes = &search->nodes;
  nearest.accepts = stays_open;
  nearest_cell_find(&nearest);
  Cell cell = grid_cell(&search->map->grid, nearest.x, nearest.y);
  search->arrival = (Arrival){ .node = cell };
  search->bound = node_g(search->nodes.words[cell]);
  search->goal.aim = AIM_REACHED;
}
