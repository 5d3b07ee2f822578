/*
** Straight lines: astar_map_line and astar_path_smooth.
**
** A path is smoothed by drawing lines between those of its cells that see each other. Lines are
** tried to the ends of the path's runs; if such an end is out of sight, its run is halved until the
** last cell in sight is found. A line replaces a part of the path only if it crosses no cell more
** expensive than the most expensive one of that part, and costs no more. Both costs are measured in
** the same way, by the length in each cell, and slopes at each border that is crossed.
*/
#include "../base/integer.h"
#include "../grid/hex.h"
#include "../grid/sweep.h"
#include "direct.h"

/* ---- rays ------------------------------------------------------------------------------------ */

/*
** Rays: the cells that a straight line between the centers of two cells crosses, and the cost of
** moving along it, in any direction.
**
** The cost of a line is the length in each cell times the straight cost of entering the cell.
** Crossing exactly through a corner is a diagonal step and obeys the rule of the class.
*/

/* Costs along lines are in 1/1024. */
#define RAY_ONE 1024

/* No line is longer, so that its cost fits its number. */
#define RAY_CELLS (1 << 21)

/* The straight cost of entering a cell; 0: it cannot be entered. */
static uint32_t ray_cell_cost(View *view, Cell cell) {
  uint8_t kind = view->kind[cell];
  if (kind == 0) return 0;
  int32_t penalty = view->bare ? 0 : view_penalty(view, cell);
  return penalty == VIEW_BLOCKED ? 0 : view_step(view, kind, false, penalty);
}

/*
** Time runs from 0 to `total` along the line. The borders between columns are crossed at the odd
** multiples of `column`, those between rows at the odd multiples of `row`, so that all is integer.
*/
typedef struct Ray {
  int64_t columns, rows;            /* to be crossed */
  int64_t column, row, total;
  int direction_x, direction_y;
} Ray;

static bool ray_fits(astar_cell from, astar_cell to) {
  return integer_absolute((int64_t)to.x - from.x) < RAY_CELLS &&
         integer_absolute((int64_t)to.y - from.y) < RAY_CELLS;
}

static Ray ray_between(astar_cell from, astar_cell to) {
  Ray ray = { .columns = integer_absolute((int64_t)to.x - from.x),
              .rows = integer_absolute((int64_t)to.y - from.y),
              .direction_x = to.x < from.x ? WEST : EAST,
              .direction_y = to.y < from.y ? NORTH : SOUTH };
  ray.column = ray.rows > 0 ? ray.rows : 1;
  ray.row = ray.columns > 0 ? ray.columns : 1;
  ray.total = 2 * (ray.columns > 0 ? ray.columns * ray.column : ray.rows * ray.row);
  return ray;
}

/* Which way the line leaves the cell it is in, having crossed so many columns and rows; *until: at
** what time. */
static int ray_next(const Ray *ray, int64_t columns, int64_t rows, int64_t *until) {
  int64_t x = columns < ray->columns ? (2 * columns + 1) * ray->column : INT64_MAX;
  int64_t y = rows < ray->rows ? (2 * rows + 1) * ray->row : INT64_MAX;
  *until = x < y ? x : y;
  if (x < y) return ray->direction_x;
  if (y < x) return ray->direction_y;
  return direction_of(DIRECTION_X[ray->direction_x], DIRECTION_Y[ray->direction_y]);
}

/* length * weighted / total, rounded up; the product would not fit. */
static uint64_t ray_scaled(uint64_t length, uint64_t weighted, uint64_t total) {
  uint64_t whole = weighted / total, rest = weighted % total;
  return whole * length + (rest * length + total - 1) / total;
}

/* The cost along a line with what slopes make of it. It enters no cell for less than 1. */
static uint64_t ray_sloped(uint64_t along, int64_t slopes, int64_t entered) {
  int64_t sum = (int64_t)along + slopes * RAY_ONE, least = entered * RAY_ONE;
  return (uint64_t)(sum < least ? least : sum);
}

/*
** False: the line crosses a cell that cannot be entered, or one that costs more than `most`, or a
** corner that must not be cut, or does not fit. Otherwise *cost is what it costs, rounded up.
*/
static bool ray_cost(View *view, astar_cell from, astar_cell to, uint32_t most, uint64_t *cost) {
  const Grid *grid = &view->map->grid;
  Ray ray = ray_between(from, to);
  Cell cell = grid_cell(grid, from.x, from.y), last = grid_cell(grid, to.x, to.y);
  int64_t columns = 0, rows = 0, since = 0, until, slopes = 0, entered = 0;
  uint64_t weighted = 0;
  *cost = 0;
  if (!ray_fits(from, to)) return false;
  uint32_t here = ray_cell_cost(view, cell);
  while (cell != last) {
    int direction = ray_next(&ray, columns, rows, &until);
    if (direction >= FIRST_DIAGONAL && !(view_steps(view, cell) >> direction & 1)) return false;
    weighted += (uint64_t)(until - since) * here;
    since = until;
    columns += DIRECTION_X[direction] != 0;
    rows += DIRECTION_Y[direction] != 0;
    Cell next = cell + (Cell)direction_offset(grid, direction);
    slopes += view_slope(view, (ViewStep){ cell, next, direction });
    entered++;
    cell = next;
    here = ray_cell_cost(view, cell);
    if (here == 0 || here > most) return false;
  }
  if (ray.total == 0) return true;
  weighted += (uint64_t)(ray.total - since) * here;
  uint64_t square = (uint64_t)(ray.columns * ray.columns + ray.rows * ray.rows);
  uint64_t length = integer_root(square * RAY_ONE * RAY_ONE);
  *cost = ray_scaled(length, weighted, (uint64_t)ray.total);
  if (view->slopes != NULL) *cost = ray_sloped(*cost, slopes, entered);
  return true;
}

typedef struct RaySweep {
  View *view;
  astar_cell from;
} RaySweep;

static bool ray_enters(void *user, astar_cell cell) {
  const RaySweep *sweep = user;
  return grid_same_cell(cell, sweep->from) ||
         ray_cell_cost(sweep->view, grid_cell(&sweep->view->map->grid, cell.x, cell.y)) != 0;
}

/* Is it free for a unit as large as its cell, by sweep.h? The start does not matter. */
static bool ray_is_clear(View *view, astar_cell from, astar_cell to) {
  RaySweep sweep = { view, from };
  return ray_fits(from, to) && sweep_is_clear(from, to, ray_enters, &sweep);
}

/* ---- lines between hexagons ------------------------------------------------------------------ */

/*
** The line between two centers as a way, by the cell of each ring around its beginning that is
** nearest to it. Where two are equally near, there are two ways, one on each side of the line.
*/

/* Where the end of the line lies, see hex_around. */
typedef struct HexLine {
  const Grid *grid;
  astar_cell from;
  int part;
  int32_t length, across;
} HexLine;

static HexLine hex_line_between(const Grid *grid, astar_cell from, astar_cell to) {
  HexLine line = { grid, from, 0, hex_distance(grid, from, to), 0 };
  for (; line.part < HEX_SIDES; line.part++)
    for (line.across = 0; line.across <= line.length; line.across++)
      if (grid_same_cell(hex_around(grid, from, line.part, line.length, line.across), to))
        return line;
  return line;
}

/* The cell of a ring; of two equally near ones, the second where `side` is 1, else the first. */
static astar_cell hex_line_cell(const HexLine *line, int32_t ring, int side) {
  int64_t length = line->length, twice = 2 * (int64_t)line->across * ring;
  int64_t across = (twice + length - 1 + side) / (2 * length);
  return hex_around(line->grid, line->from, line->part, ring, (int32_t)across);
}

static bool hex_line_add(View *view, astar_cell at, uint64_t *sum) {
  if (!grid_has(&view->map->grid, at.x, at.y)) return false;
  Cell cell = grid_cell(&view->map->grid, at.x, at.y);
  if (view->kind[cell] == 0) return false;
  int32_t penalty = view->bare ? 0 : view_penalty(view, cell);
  if (penalty == VIEW_BLOCKED) return false;
  *sum += view_step(view, view->kind[cell], false, penalty);
  return true;
}

/* What the cheaper one of the ways costs whose cells can all be entered, without the first one.
** False: there is none, or it costs 2^32 or more. */
static bool hex_line_cost(View *view, astar_cell from, astar_cell to, uint32_t *cost) {
  HexLine line = hex_line_between(&view->map->grid, from, to);
  uint64_t least = UINT64_MAX;
  for (int side = 0; side < 2; side++) {
    uint64_t sum = 0;
    bool open = true;
    for (int32_t ring = 1; ring <= line.length && open && !view->aborted; ring++)
      open = hex_line_add(view, hex_line_cell(&line, ring, side), &sum);
    if (open && sum < least) least = sum;
  }
  if (least < UINT32_MAX) *cost = (uint32_t)least;
  return least < UINT32_MAX;
}

/* ---- lines on a map -------------------------------------------------------------------------- */

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
  uint32_t costliest;                 /* of its cells */
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
  if (cost > part->costliest) part->costliest = cost;
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
  return ray_cost(view, from, part->cell, part->costliest, &along) &&
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

astar_status astar_path_smooth(astar_map *map, const astar_path *path, const astar_query *query,
                               astar_cell *points, int32_t *point_count) {
  DirectQuery direct;
  *point_count = 0;
  bool squares = map_accepts(map, !grid_is_hex(&map->grid), "map: smoothing is for squares");
  if (!squares || !map_has_path(map, path)) return ASTAR_INVALID;
  astar_status status = direct_open(&direct, map, query);
  if (status != ASTAR_OK) return status;
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
  status = direct_close(&direct);
  if (status == ASTAR_OK) *point_count = count;
  return status;
}
