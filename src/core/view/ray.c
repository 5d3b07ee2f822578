#include "ray.h"

#include "../base/integer.h"
#include "../grid/sweep.h"

uint32_t ray_cell_cost(View *view, Cell cell) {
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

bool ray_fits(astar_cell from, astar_cell to) {
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

bool ray_cost(View *view, astar_cell from, astar_cell to, uint32_t dearest, uint64_t *cost) {
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
    if (here == 0 || here > dearest) return false;
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

bool ray_is_clear(View *view, astar_cell from, astar_cell to) {
  RaySweep sweep = { view, from };
  return ray_fits(from, to) && sweep_is_clear(from, to, ray_enters, &sweep);
}
