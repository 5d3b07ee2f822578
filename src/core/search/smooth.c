/*
** A path is smoothed by drawing lines between those of its cells that see each other. Lines are
** tried to the ends of the path's runs; if such an end is out of sight, its run is halved until the
** last cell in sight is found. A line replaces a part of the path only if it crosses no cell more
** expensive than the most expensive one of that part, and costs no more. Both costs are measured in
** the same way, by the length in each cell, and slopes at each border that is crossed.
*/
#include "smooth.h"

#include "../view/hex_line.h"

astar_status astar_map_line(astar_map *map, int32_t x, int32_t y, int32_t to_x, int32_t to_y,
                            const astar_query *query, uint32_t *cost) {
  astar_status status;
  DirectQuery direct;
  *cost = 0;
  bool has_end = map_accepts(map, grid_has(&map->grid, to_x, to_y),
                             "to_x, to_y: the cell is outside the map");
  if (!has_end || !map_has_cell(map, x, y)) return ASTAR_INVALID;
  if (!ray_fits((astar_cell){ x, y }, (astar_cell){ to_x, to_y })) return ASTAR_LIMIT;
  status = direct_open(&direct, map, query);
  if (status != ASTAR_OK) return status;
  View *view = &direct.view;
  uint64_t exact = 0;
  bool starts = view->kind[grid_cell(&map->grid, x, y)] != 0;
  astar_cell from = { x, y }, to = { to_x, to_y };
  bool sees = grid_is_hex(&map->grid) ? hex_line_cost(view, from, to, cost)
                                      : (!direct.query.any_angle || ray_is_clear(view, from, to)) &&
                                        ray_cost(view, from, to, UINT32_MAX, &exact);
  status = !starts ? ASTAR_START_BLOCKED : sees ? ASTAR_OK : ASTAR_UNREACHABLE;
  if (direct_close(&direct) != ASTAR_OK) status = ASTAR_CANCELLED;
  exact = (exact + RAY_ONE - 1) / RAY_ONE;
  if (status == ASTAR_OK && exact >= UINT32_MAX) status = ASTAR_LIMIT;
  if (status != ASTAR_OK) *cost = 0;
  if (status == ASTAR_OK && !grid_is_hex(&map->grid)) *cost = (uint32_t)exact;
  return status;
}

/* ---- smoothing ------------------------------------------------------------------------------- */

#define ROOT_OF_2 1518500250u        /* in units of 2^-30, rounded up */
#define SMOOTH_PATIENCE 32          /* cells out of sight, after which no more are tried */

/* The part of the path that a line is to replace. */
typedef struct PathPart {
  int32_t last;                     /* the index of its last cell */
  int32_t steps;
  astar_cell cell;                  /* which is this one, at that cost */
  uint32_t cost;
  uint32_t dearest;                 /* of its cells */
  uint64_t straight, diagonal;      /* what its steps of these kinds cost, each as long as 1 and
                                       doubled: a half of either cell */
  int64_t slopes;                   /* what they cost more because of where they lead */
} PathPart;

static PathPart path_part(View *view, const astar_path *path, int32_t index) {
  astar_cell cell = astar_path_cell(path, index);
  uint32_t cost = ray_cell_cost(view, grid_cell(&view->map->grid, cell.x, cell.y));
  return (PathPart){ index, 0, cell, cost, cost, 0, 0, 0 };
}

/* By a step towards a waypoint. */
static void smooth_lengthen(PathPart *part, View *view, const Waypoint *to) {
  astar_cell *cell = &part->cell;
  int direction = direction_of(to->x - cell->x, to->y - cell->y);
  Cell from = grid_cell(&view->map->grid, cell->x, cell->y);
  Cell next = from + (Cell)direction_offset(&view->map->grid, direction);
  *cell = (astar_cell){ cell->x + DIRECTION_X[direction], cell->y + DIRECTION_Y[direction] };
  part->slopes += view_slope(view, (ViewStep){ from, next, direction });
  uint32_t cost = ray_cell_cost(view, next);
  if (direction >= FIRST_DIAGONAL) part->diagonal += part->cost + cost;
  else part->straight += part->cost + cost;
  part->cost = cost;
  if (cost > part->dearest) part->dearest = cost;
  part->last++;
  part->steps++;
}

/* What it costs along its length, doubled, in 1/1024: 1 for each step at least, as in lines. */
static uint64_t cost_along(const PathPart *part) {
  const uint64_t low = ((uint64_t)1 << 20) - 1;
  uint64_t rest = ((part->diagonal & low) * ROOT_OF_2 + low) >> 20;
  uint64_t along = part->straight * RAY_ONE + (part->diagonal >> 20) * ROOT_OF_2 + rest;
  int64_t sum = (int64_t)along + 2 * RAY_ONE * part->slopes;
  int64_t least = 2 * RAY_ONE * (int64_t)part->steps;
  return (uint64_t)(sum < least ? least : sum);
}

static bool can_replace(View *view, astar_cell from, const PathPart *part) {
  uint64_t along;
  if (view->query->any_angle && !ray_is_clear(view, from, part->cell)) return false;
  return ray_cost(view, from, part->cell, part->dearest, &along) &&
         2 * along <= cost_along(part);
}

/* Halves the part of a run between a part and where a line may not lead to; *end: the last cell
** to which it may. */
static void bisect_run(View *view, astar_cell from, PathPart part, const Waypoint *to,
                       int32_t *end) {
  for (int32_t beyond = to->index; beyond - part.last > 1;) {
    PathPart half = part;
    int32_t middle = part.last + (beyond - part.last) / 2;
    while (half.last < middle) smooth_lengthen(&half, view, to);
    if (can_replace(view, from, &half)) {
      *end = middle;
      part = half;
    } else {
      beyond = middle;
    }
  }
}

/* A cell far along the path that a line from cell number `index` may lead to: the next one at the
** least. `to` is the first waypoint after that cell. No line leads over a link. */
static int32_t line_end(View *view, const astar_path *path, int32_t index, const Waypoint *to) {
  if (to[-1].link != 0) return index + 1;
  PathPart part = path_part(view, path, index);
  astar_cell from = part.cell;
  int32_t end = index + 1;
  for (; to < path->waypoints + path->waypoint_count && part.last - end < SMOOTH_PATIENCE; to++) {
    if (to[-1].link != 0) break;
    PathPart whole = part;
    while (whole.last < to->index) smooth_lengthen(&whole, view, to);
    if (can_replace(view, from, &whole)) end = whole.last;
    else bisect_run(view, from, part, to, &end);
    part = whole;
  }
  return end;
}

/* Three points in a row, the middle one of which only lies on the line between the others. With
** slopes two such lines stay two: a step costs 1 at the least, so that one line may cost more than
** the steps of both. */
static bool is_straight(const View *view, astar_cell a, astar_cell b, astar_cell c) {
  int64_t cross = (int64_t)(b.x - a.x) * (c.y - b.y) - (int64_t)(b.y - a.y) * (c.x - b.x);
  int64_t along = (int64_t)(b.x - a.x) * (c.x - b.x) + (int64_t)(b.y - a.y) * (c.y - b.y);
  return view->slopes == NULL && cross == 0 && along > 0;
}

int32_t astar_path_smooth(astar_map *map, const astar_path *path, const astar_query *query,
                          astar_cell *points, astar_status *why) {
  DirectQuery direct;
  *why = ASTAR_INVALID;
  bool squares = map_accepts(map, !grid_is_hex(&map->grid), "map: smoothing is for squares");
  if (!squares || !map_has_path(map, path)) return 0;
  *why = direct_open(&direct, map, query);
  if (*why != ASTAR_OK) return 0;
  int32_t count = 0, index = 0;
  bool at_link = false;             /* the last point is an end of a link */
  const Waypoint *to = path->waypoints;
  points[count++] = astar_path_cell(path, 0);
  while (index < path->length - 1 && !direct.view.aborted) {
    while (to->index <= index) to++;
    index = line_end(&direct.view, path, index, to);
    astar_cell next = astar_path_cell(path, index);
    bool continues = count > 1 && !at_link &&
                     is_straight(&direct.view, points[count - 2], points[count - 1], next);
    if (continues) count--;
    at_link = astar_path_link(path, index) != 0 || astar_path_link(path, index + 1) != 0;
    points[count++] = next;
  }
  *why = direct_close(&direct);
  return *why == ASTAR_OK ? count : 0;
}
