#include "sight.h"

#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t words_for(int32_t radius) {
  size_t side = 2 * (size_t)radius + 1;
  return (side * side + 63) / 64;
}

bool look_reserve(Look *look, astar_map *map, int32_t radius) {
  size_t words = words_for(radius);
  if (words <= look->words) return true;
  uint64_t *bits = memory_resize(&map->memory, look->bits, look->words * sizeof *bits,
                                 words * sizeof *bits);
  if (bits == NULL) return false;
  look->bits = bits;
  look->words = words;
  return true;
}

void look_release(Look *look, astar_map *map) {
  memory_free(&map->memory, look->bits, look->words * sizeof *look->bits);
  look->bits = NULL;
  look->words = 0;
}

/* ---- casting --------------------------------------------------------------------------------- */

/* A slope is a fraction; its denominator is above 0. */
typedef struct Slope { int32_t over, under; } Slope;

/* A quarter of the surroundings: columns run along `column`, rows away from the viewer. */
typedef struct Quarter {
  Look *look;
  const astar_map *map;
  astar_cell column, depth;
} Quarter;

static int32_t floor_div(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return (int32_t)(a % b < 0 ? quotient - 1 : quotient);
}

/* The edge of a cell towards smaller columns, as the viewer sees it. */
static Slope edge(int32_t depth, int32_t column) {
  return (Slope){ 2 * column - 1, 2 * depth };
}

static bool opaque(const Quarter *quarter, int32_t x, int32_t y) {
  const Grid *grid = &quarter->map->grid;
  return !grid_has(grid, x, y) || grid->kinds[grid->terrain[grid_cell(grid, x, y)]].opaque;
}

static void show(const Quarter *quarter, int32_t x, int32_t y) {
  Look *look = quarter->look;
  int32_t dx = x - look->x, dy = y - look->y, radius = look->radius;
  if (!grid_has(&quarter->map->grid, x, y) || dx * dx + dy * dy > radius * radius) return;
  size_t bit = (size_t)(dy + radius) * (2 * (size_t)radius + 1) + (size_t)(dx + radius);
  look->bits[bit / 64] |= (uint64_t)1 << (bit % 64);
}

/*
** Scans a row between two slopes, and through each gap in it the rows behind. A transparent cell
** is shown when its center lies between the slopes, which is what makes sight symmetric.
*/
static void scan(const Quarter *quarter, int32_t depth, Slope from, Slope to) {
  if (depth > quarter->look->radius) return;
  int32_t first = floor_div(2 * (int64_t)depth * from.over + from.under, 2 * from.under);
  int32_t last = -floor_div(to.under - 2 * (int64_t)depth * to.over, 2 * to.under);
  bool before_opaque = true;
  for (int32_t column = first; column <= last; column++) {
    int32_t x = quarter->look->x + quarter->column.x * column + quarter->depth.x * depth;
    int32_t y = quarter->look->y + quarter->column.y * column + quarter->depth.y * depth;
    bool is_opaque = opaque(quarter, x, y);
    bool between = (int64_t)column * from.under >= (int64_t)depth * from.over &&
                   (int64_t)column * to.under <= (int64_t)depth * to.over;
    if (is_opaque || between) show(quarter, x, y);
    if (column > first && before_opaque && !is_opaque) from = edge(depth, column);
    if (column > first && !before_opaque && is_opaque)
      scan(quarter, depth + 1, from, edge(depth, column));
    before_opaque = is_opaque;
  }
  if (first <= last && !before_opaque) scan(quarter, depth + 1, from, to);
}

void look_cast(Look *look, const astar_map *map, int32_t x, int32_t y, int32_t radius) {
  static const int8_t quarters[4][4] = { { 1, 0, 0, 1 }, { 1, 0, 0, -1 }, { 0, 1, 1, 0 },
                                         { 0, 1, -1, 0 } };
  look->x = x;
  look->y = y;
  look->radius = radius;
  memset(look->bits, 0, words_for(radius) * sizeof *look->bits);
  Quarter quarter = { look, map, { 0, 0 }, { 0, 0 } };
  show(&quarter, x, y);
  for (int i = 0; i < 4; i++) {
    quarter.column = (astar_cell){ quarters[i][0], quarters[i][1] };
    quarter.depth = (astar_cell){ quarters[i][2], quarters[i][3] };
    scan(&quarter, 1, (Slope){ -1, 1 }, (Slope){ 1, 1 });
  }
}
