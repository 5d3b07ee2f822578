#include "goal.h"

#include "nearest_cell.h"

void goal_set(astar_search *search) {
  Goal *goal = &search->goal;
  goal->accepted = goal_area(&search->map->grid, &search->query, goal->asked).around;
  goal->cells = goal->accepted;
  goal->aim = AIM_ACCEPTED;
}

/* ---- units at the goal ----------------------------------------------------------------------- */

/* Goals of a search for the nearest are told apart when they are reached. */
bool goal_take_places(astar_search *search) {
  const astar_query *query = &search->query;
  if (query->unit == NULL || !query->occupancy || search->targets.wish.wanted > 0) return true;
  GoalArea area = search_goal_area(search);
  return taken_add_goals(&search->kit->scratch.taken, &area);
}

bool goal_is_kept(const astar_search *search, Cell cell) {
  const astar_query *query = &search->query;
  if (query->unit == NULL || !query->occupancy) return false;
  astar_cell at = grid_position(&search->map->grid, cell);
  return taken_is_kept(query, at.x, at.y);
}

static bool may_stand(const astar_search *search, Cell cell) {
  return !view_taken(&search->view, cell) && !goal_is_kept(search, cell);
}

/* ---- is there a way? ------------------------------------------------------------------------- */

bool goal_find_reach(astar_search *search) {
  Plane *plane = search->view.plane;
  return plane_regions(plane) != NULL && plane_exits(plane) != NULL &&
         reach_find(&search->kit->reach, plane, search->start);
}

astar_status goal_find_way(const Plane *plane, const astar_search *search, const Reach *reach,
                           const GoalArea *area) {
  const Grid *grid = &plane->cls->map->grid;
  astar_rect rect = area->around;
  bool some_open = false, some_vacant = false, some_near = false;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      Cell cell = grid_cell(grid, x, y);
      if (plane->kind[cell] == 0 || !goal_area_has(grid, area, x, y)) continue;
      bool is_vacant = search == NULL || may_stand(search, cell);
      bool is_near = reach_has(reach, cell);
      if (is_vacant && is_near) return ASTAR_OK;
      some_open = true;
      some_vacant |= is_vacant;
      some_near |= is_near;
    }
  if (!some_near) return some_open ? ASTAR_UNREACHABLE : ASTAR_GOAL_BLOCKED;
  return some_vacant ? ASTAR_CROWDED : ASTAR_GOAL_BLOCKED;
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
  return stays_open(search, cell) && reach_has(&search->kit->reach, cell);
}

static bool reach_meets_block(const void *user, int32_t level, int32_t x, int32_t y) {
  const astar_search *search = user;
  return reach_meets(&search->kit->reach, level, x, y);
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
  nearest.meets = reach_meets_block;
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
