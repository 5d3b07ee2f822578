#include "direct.h"

#include "../base/builtin.h"
#include "table_budget.h"

astar_status direct_open(DirectQuery *direct, astar_map *map, const astar_query *query) {
  View *view = &direct->view;
  direct->query = query != NULL ? *query : astar_query_default();
  astar_status status = query_resolve(map, &direct->query);
  if (status != ASTAR_OK) return status;
  direct->scratch = search_scratch_take(map);
  if (direct->scratch == NULL) return ASTAR_NO_MEMORY;
  status = view_make(view, map, &direct->query, &direct->scratch->view);
  if (status == ASTAR_OK && !view->bare && !view_begin_penalties(view)) status = ASTAR_NO_MEMORY;
  if (status != ASTAR_OK) search_scratch_give(direct->scratch, map);
  return status;
}

astar_status direct_close(DirectQuery *direct) {
  search_scratch_give(direct->scratch, direct->view.map);
  return direct->view.aborted ? ASTAR_CANCELLED : ASTAR_OK;
}

astar_status astar_map_cost(astar_map *map, int32_t x, int32_t y, bool diagonal,
                            const astar_query *query, int32_t *cost) {
  DirectQuery direct;
  astar_status status = map_has_cell(map, x, y) ? direct_open(&direct, map, query) : ASTAR_INVALID;
  *cost = 0;
  if (status != ASTAR_OK) return status;
  View *view = &direct.view;
  Cell cell = grid_cell(&map->grid, x, y);
  int32_t penalty = view->kind[cell] != 0 ? view_compose(view, cell) : VIEW_BLOCKED;
  if (penalty != VIEW_BLOCKED)
    *cost = (int32_t)view_step(view, view->kind[cell], diagonal, penalty);
  return direct_close(&direct);
}

/* ---- the plane alone ------------------------------------------------------------------------- */

static Plane *plane_of(astar_map *map, const astar_query *query, astar_query *resolved,
                       astar_status *why) {
  *resolved = query != NULL ? *query : astar_query_default();
  *why = query_resolve(map, resolved);
  return *why == ASTAR_OK ? plane_get(map, resolved->cls, resolved->player, why) : NULL;
}

astar_status astar_map_region(astar_map *map, int32_t x, int32_t y, const astar_query *query,
                              uint32_t *region, uint32_t *size) {
  astar_query resolved;
  astar_status status;
  if (!map_has_cell(map, x, y)) return ASTAR_INVALID;
  Plane *plane = plane_of(map, query, &resolved, &status);
  if (plane == NULL) return status;
  const Regions *regions = plane_regions(plane);
  if (regions == NULL) return ASTAR_NO_MEMORY;
  *region = regions_at(regions, grid_cell(&map->grid, x, y), size);
  return ASTAR_OK;
}

/* ---- is a rectangle a dead end? -------------------------------------------------------------- */

/* The one or two cells that lie on every way out that has been looked at; NO_CELL: none yet. */
typedef struct Doors {
  Cell either, other;
} Doors;

/* Is there still a cell in common when there is a way out by this step, too? */
static bool doors_narrow(Doors *doors, Cell inside, Cell outside) {
  if (doors->either == NO_CELL) {
    *doors = (Doors){ inside, outside };
    return true;
  }
  bool either = doors->either == inside || doors->either == outside;
  bool other = doors->other == inside || doors->other == outside;
  if (!either) doors->either = doors->other;
  if (!other) doors->other = doors->either;
  return either || other;
}

/* All steps from a cell of the rectangle that lead out of it. */
static bool narrow_from(const Plane *plane, astar_rect rect, int32_t x, int32_t y, Doors *doors) {
  Cell cell = grid_cell(&plane->cls->map->grid, x, y);
  bool common = true;
  for (uint32_t steps = plane_steps(plane, cell); steps != 0 && common; steps &= steps - 1) {
    int direction = low_zeros_32(steps);
    if (rect_has(rect, x + DIRECTION_X[direction], y + DIRECTION_Y[direction])) continue;
    Cell next = cell + (Cell)direction_offset(&plane->cls->map->grid, direction);
    common = doors_narrow(doors, cell, next);
  }
  return common;
}

astar_status astar_map_is_dead_end(astar_map *map, astar_rect rect, const astar_query *query,
                                   bool *is_one, astar_cell *cell) {
  astar_query resolved;
  astar_status status;
  if (!map_encloses(map, rect)) return ASTAR_INVALID;
  Plane *plane = plane_of(map, query, &resolved, &status);
  if (plane == NULL) return status;
  Doors doors = { NO_CELL, NO_CELL };
  *is_one = true;
  for (int32_t y = rect.y; y < rect.y + rect.height && *is_one; y++) {
    bool whole = y == rect.y || y == rect.y + rect.height - 1;
    int32_t step = whole || rect.width == 1 ? 1 : rect.width - 1;
    for (int32_t x = rect.x; x < rect.x + rect.width && *is_one; x += step) {
      *is_one = narrow_from(plane, rect, x, y, &doors);
      *cell = (astar_cell){ x, y };
    }
  }
  if (!*is_one) return ASTAR_OK;
  *cell = doors.either == NO_CELL ? (astar_cell){ -1, -1 }
                                  : grid_position(&map->grid, doors.either);
  return ASTAR_OK;
}

/* ---- reachable ------------------------------------------------------------------------------- */

static astar_status direct_reachable(Plane *plane, Cell start, const GoalArea *goal) {
  astar_map *map = plane->cls->map;
  if (plane->kind[start] == 0) return ASTAR_START_BLOCKED;
  astar_cell at = grid_position(&map->grid, start);
  if (goal_area_has(&map->grid, goal, at.x, at.y)) return ASTAR_OK;
  Reachability reachable = { 0 };
  bool found = plane_regions(plane) != NULL && plane_exits(plane) != NULL &&
               reachability_find(&reachable, plane, start);
  astar_status status = found ? goal_find_way(plane, NULL, &reachable, goal) : ASTAR_NO_MEMORY;
  reachability_free(&reachable, &map->memory);
  return status;
}

astar_status astar_map_reachable(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                                 const astar_query *query) {
  astar_query resolved;
  astar_status status;
  if (!map_has_cell(map, x, y) || !map_holds(map, goal)) return ASTAR_INVALID;
  Plane *plane = plane_of(map, query, &resolved, &status);
  if (plane == NULL) return status;
  GoalArea area = goal_area(&map->grid, &resolved, goal);
  return direct_reachable(plane, grid_cell(&map->grid, x, y), &area);
}
