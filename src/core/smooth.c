/*
** A path is smoothed by drawing lines between cells of it that see each other, each as far as it
** goes. A line replaces a stretch of the path only where it crosses no cell dearer than the dearest
** of that stretch, and costs no more than the stretch does when both are measured in the same way:
** by the length that lies in each cell.
*/
#include "smooth.h"

astar_status astar_line(astar_map *map, int32_t x, int32_t y, int32_t to_x, int32_t to_y,
                        const astar_query *query, uint32_t *cost) {
  astar_status status;
  *cost = 0;
  if (!grid_has(&map->grid, x, y) || !grid_has(&map->grid, to_x, to_y)) return ASTAR_INVALID;
  if (!ray_fits((astar_cell){ x, y }, (astar_cell){ to_x, to_y })) return ASTAR_LIMIT;
  astar_search *search = question_open(map, query, &status);
  if (search == NULL) return status;
  View *view = &search->view;
  uint64_t exact;
  bool starts = view->kind[grid_cell(&map->grid, x, y)] != 0;
  bool free = ray_cost(view, (astar_cell){ x, y }, (astar_cell){ to_x, to_y }, UINT32_MAX, &exact);
  status = !starts ? ASTAR_START_BLOCKED : free ? ASTAR_OK : ASTAR_UNREACHABLE;
  if (view->aborted) status = ASTAR_CANCELLED;
  exact = (exact + RAY_ONE - 1) / RAY_ONE;
  if (status == ASTAR_OK && exact > UINT32_MAX) status = ASTAR_LIMIT;
  if (status == ASTAR_OK) *cost = (uint32_t)exact;
  astar_search_free(search);
  return status;
}

/* ---- smoothing ------------------------------------------------------------------------------- */

#define DIAGONAL_LENGTH 1448        /* the root of 2, rounded down: in 1/1024 of a cell */
#define PATIENCE 32                 /* so many cells may be out of sight before the line ends */

/* The stretch of the path that a line is to replace. */
typedef struct Stretch {
  uint64_t twice;                   /* what it costs along its length, doubled */
  uint32_t dearest;                 /* of its cells */
  uint32_t last;                    /* the cost of its last cell */
} Stretch;

static void lengthen(Stretch *stretch, View *view, astar_cell from, astar_cell to) {
  uint32_t cost = ray_cell_cost(view, grid_cell(&view->map->grid, to.x, to.y));
  bool diagonal = from.x != to.x && from.y != to.y;
  stretch->twice += (uint64_t)(stretch->last + cost) * (diagonal ? DIAGONAL_LENGTH : RAY_ONE);
  stretch->last = cost;
  if (cost > stretch->dearest) stretch->dearest = cost;
}

/* The farthest cell of the path that a line from cell number `index` may lead to: the next one at
** the least. */
static int32_t line_end(View *view, const astar_path *path, int32_t index) {
  astar_cell from = astar_path_cell(path, index), before = from;
  uint32_t cost = ray_cell_cost(view, grid_cell(&view->map->grid, from.x, from.y));
  Stretch stretch = { 0, cost, cost };
  int32_t end = index + 1;
  for (int32_t i = index + 1; i < path->length && i <= end + PATIENCE; i++) {
    astar_cell to = astar_path_cell(path, i);
    uint64_t along;
    lengthen(&stretch, view, before, to);
    before = to;
    if (ray_cost(view, from, to, stretch.dearest, &along) && 2 * along <= stretch.twice) end = i;
  }
  return end;
}

/* Three points in a row, the middle one of which only lies on the line between the others. */
static bool is_straight(astar_cell a, astar_cell b, astar_cell c) {
  int64_t cross = (int64_t)(b.x - a.x) * (c.y - b.y) - (int64_t)(b.y - a.y) * (c.x - b.x);
  int64_t along = (int64_t)(b.x - a.x) * (c.x - b.x) + (int64_t)(b.y - a.y) * (c.y - b.y);
  return cross == 0 && along > 0;
}

int32_t astar_path_smooth(astar_map *map, const astar_path *path, const astar_query *query,
                          astar_cell *points, astar_status *why) {
  *why = ASTAR_INVALID;
  for (int32_t i = 0; i < path->waypoint_count; i++)
    if (!grid_has(&map->grid, path->waypoints[i].x, path->waypoints[i].y)) return 0;
  astar_search *search = question_open(map, query, why);
  if (search == NULL) return 0;
  int32_t count = 0, index = 0;
  points[count++] = astar_path_cell(path, 0);
  while (index < path->length - 1 && !search->view.aborted) {
    index = line_end(&search->view, path, index);
    astar_cell next = astar_path_cell(path, index);
    if (count > 1 && is_straight(points[count - 2], points[count - 1], next)) count--;
    points[count++] = next;
  }
  if (search->view.aborted) *why = ASTAR_CANCELLED;
  astar_search_free(search);
  return *why == ASTAR_OK ? count : 0;
}
