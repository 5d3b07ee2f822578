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
  bool some_free = false, some_near = false;
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
      Cell cell = grid_cell(grid, x, y);
      if (view->kind[cell] == 0) continue;
      bool is_free = !view_taken(view, cell), is_near = regions_connected(regions, start, cell);
      if (is_free && is_near) return ASTAR_OK;
      some_free |= is_free;
      some_near |= is_near;
    }
  if (!some_free) return ASTAR_GOAL_BLOCKED;
  return some_near ? ASTAR_CROWDED : ASTAR_UNREACHABLE;
}

/* ---- the cell nearest to the goal ------------------------------------------------------------ */

/*
** Rings around the goal are looked at from the inside outwards, for the nearest cell that is
** eligible; among equally near ones the one nearer to the start, then the first in reading order.
** The start itself is a candidate, so rings farther out than it need not be looked at.
*/
typedef struct Candidate {
  const astar_search *search;
  const Regions *regions;           /* eligible: connected with the start; NULL: reached */
  int32_t x, y;
  uint64_t to_goal, to_start;
} Candidate;

static bool eligible(const Candidate *best, Cell cell) {
  const astar_search *search = best->search;
  if (best->regions == NULL) return node_in_epoch(search->nodes.words[cell], search->nodes.epoch);
  return may_enter(&search->view, cell) && regions_connected(best->regions, search->start, cell);
}

static void consider(Candidate *best, int32_t x, int32_t y) {
  const astar_search *search = best->search;
  const Grid *grid = &search->map->grid;
  if (!grid_has(grid, x, y)) return;
  uint64_t to_goal = search_distance(grid, search->wanted, x, y);
  if (to_goal > best->to_goal) return;
  astar_rect start = { search->start_x, search->start_y, 1, 1 };
  uint64_t to_start = search_distance(grid, start, x, y);
  bool first = y < best->y || (y == best->y && x < best->x);
  bool better = to_goal < best->to_goal || to_start < best->to_start ||
                (to_start == best->to_start && first);
  if (!better || !eligible(best, grid_cell(grid, x, y))) return;
  best->x = x;
  best->y = y;
  best->to_goal = to_goal;
  best->to_start = to_start;
}

/* The cells at Chebyshev distance `ring` from the goal. */
static void consider_ring(Candidate *best, int32_t ring) {
  const Grid *grid = &best->search->map->grid;
  astar_rect goal = best->search->wanted;
  int32_t left = goal.x - ring, right = goal.x + goal.width - 1 + ring;
  int32_t top = goal.y - ring, bottom = goal.y + goal.height - 1 + ring;
  int32_t from_x = left < 0 ? 0 : left, to_x = right < grid->width ? right : grid->width - 1;
  int32_t from_y = top < 0 ? 0 : top, to_y = bottom < grid->height ? bottom : grid->height - 1;
  for (int32_t x = from_x; x <= to_x; x++) {
    consider(best, x, top);
    consider(best, x, bottom);
  }
  for (int32_t y = from_y; y <= to_y; y++) {
    consider(best, left, y);
    consider(best, right, y);
  }
}

static Candidate find_nearest(const astar_search *search, const Regions *regions) {
  const Grid *grid = &search->map->grid;
  Candidate best = { search, regions, search->start_x, search->start_y, 0, 0 };
  best.to_goal = search_distance(grid, search->wanted, best.x, best.y);
  for (int32_t ring = 0; (uint64_t)ring * (uint64_t)grid->straight <= best.to_goal; ring++)
    consider_ring(&best, ring);
  return best;
}

void goal_retarget(astar_search *search, const Regions *regions) {
  Candidate nearest = find_nearest(search, regions);
  search->goal = (astar_rect){ nearest.x, nearest.y, 1, 1 };
  search->retargeted = true;
}

void goal_settle_for_nearest(astar_search *search) {
  Candidate nearest = find_nearest(search, NULL);
  Cell cell = grid_cell(&search->map->grid, nearest.x, nearest.y);
  search->arrival = (Arrival){ .node = cell };
  search->bound = node_g(search->nodes.words[cell]);
  search->settled = true;
}
