#include "goal.h"

astar_rect goal_accepted(const Grid *grid, const astar_query *query, astar_rect goal) {
  int32_t within = query->within;
  if (within == 0) return goal;
  int64_t reach = (int64_t)within + query->cls->size - 1;
  int64_t left = goal.x - reach, top = goal.y - reach;
  int64_t right = (int64_t)goal.x + goal.width + within;
  int64_t bottom = (int64_t)goal.y + goal.height + within;
  if (left < 0) left = 0;
  if (top < 0) top = 0;
  if (right > grid->width) right = grid->width;
  if (bottom > grid->height) bottom = grid->height;
  return (astar_rect){ (int32_t)left, (int32_t)top, (int32_t)(right - left),
                       (int32_t)(bottom - top) };
}

/* Can the cell be entered, as far as the plane and the units standing about tell? */
static bool may_enter(const View *view, Cell cell) {
  return view->kind[cell] != 0 && !view_taken(view, cell);
}

astar_status goal_find_way(const View *view, const Regions *regions, Cell start,
                           astar_rect rect) {
  const Grid *grid = &view->map->grid;
  astar_status status = ASTAR_GOAL_BLOCKED;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      Cell cell = grid_cell(grid, x, y);
      if (!may_enter(view, cell)) continue;
      if (regions_connected(regions, start, cell)) return ASTAR_OK;
      status = ASTAR_UNREACHABLE;
    }
  return status;
}

/* ---- the reachable cell nearest to the goal -------------------------------------------------- */

typedef struct Candidate {
  bool found;
  int32_t x, y;
  uint64_t to_goal, to_start;
} Candidate;

static void consider(const astar_search *search, const Regions *regions, int32_t x, int32_t y,
                     Candidate *best) {
  const Grid *grid = &search->map->grid;
  if (!grid_has(grid, x, y)) return;
  Cell cell = grid_cell(grid, x, y);
  if (!may_enter(&search->view, cell) && cell != search->start) return;
  uint64_t to_goal = search_distance(grid, search->wanted, x, y);
  if (best->found && to_goal > best->to_goal) return;
  astar_rect start = { search->start_x, search->start_y, 1, 1 };
  uint64_t to_start = search_distance(grid, start, x, y);
  bool better = !best->found || to_goal < best->to_goal || to_start < best->to_start ||
                (to_start == best->to_start && (y < best->y || (y == best->y && x < best->x)));
  if (better && regions_connected(regions, search->start, cell))
    *best = (Candidate){ true, x, y, to_goal, to_start };
}

/* Looks at the cells at Chebyshev distance `ring` from the goal. */
static void consider_ring(const astar_search *search, const Regions *regions, int32_t ring,
                          Candidate *best) {
  const Grid *grid = &search->map->grid;
  astar_rect goal = search->wanted;
  int32_t left = goal.x - ring, right = goal.x + goal.width - 1 + ring;
  int32_t top = goal.y - ring, bottom = goal.y + goal.height - 1 + ring;
  int32_t from_x = left < 0 ? 0 : left, to_x = right < grid->width ? right : grid->width - 1;
  int32_t from_y = top < 0 ? 0 : top, to_y = bottom < grid->height ? bottom : grid->height - 1;
  for (int32_t x = from_x; x <= to_x; x++) {
    consider(search, regions, x, top, best);
    consider(search, regions, x, bottom, best);
  }
  for (int32_t y = from_y; y <= to_y; y++) {
    consider(search, regions, left, y, best);
    consider(search, regions, right, y, best);
  }
}

/* The start itself is a candidate, so rings need not be searched farther than it is. */
void goal_retarget(astar_search *search, const Regions *regions) {
  uint64_t straight = (uint64_t)search->map->grid.straight;
  Candidate best = { 0 };
  consider(search, regions, search->start_x, search->start_y, &best);
  for (int32_t ring = 1; straight * (uint64_t)ring <= best.to_goal; ring++)
    consider_ring(search, regions, ring, &best);
  search->goal = (astar_rect){ best.x, best.y, 1, 1 };
  search->retargeted = true;
}

