#include "sight.h"

#include <string.h>

#include "../base/integer.h"

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t words_for(int32_t radius) {
  return (2 * (size_t)radius + 1) * fov_row_words(radius);
}

bool fov_reserve(Fov *fov, astar_map *map, int32_t radius) {
  size_t words = words_for(radius);
  if (words <= fov->words) return true;
  uint64_t *bits = memory_resize(&map->memory, fov->bits, fov->words * sizeof *bits,
                                 words * sizeof *bits);
  if (bits == NULL) return false;
  fov->bits = bits;
  fov->words = words;
  return true;
}

void fov_release(Fov *fov, astar_map *map) {
  memory_free(&map->memory, fov->bits, fov->words * sizeof *fov->bits);
  fov->bits = NULL;
  fov->words = 0;
}

/* ---- casting --------------------------------------------------------------------------------- */

/* A slope is a fraction; its denominator is above 0. All of them stay within 10 bits. */
typedef struct Slope { int32_t over, under; } Slope;

/*
** A quarter of the surroundings: rows lie one behind the other away from the viewer, columns
** across. What is outside the map or the circle need not be scanned: what stands there hides
** nothing inside.
*/
typedef struct Quarter {
  Fov *fov;
  const Grid *grid;
  const uint8_t *viewer;            /* the terrain of the viewer's cell */
  const uint8_t *widths;            /* of the circle, to each side, by row */
  astar_cell column, row;           /* the directions of growing columns and rows */
  ptrdiff_t column_offset, row_offset;   /* the same, among cells */
  int32_t first_column, last_column, last_row;   /* on the map */
} Quarter;

static int32_t floor_div(int32_t a, int32_t b) {
  int32_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

/* The edge of a cell towards smaller columns, as the viewer sees it. */
static Slope sight_edge(int32_t row, int32_t column) {
  return (Slope){ 2 * column - 1, 2 * row };
}

static void sight_show(Fov *fov, int32_t dx, int32_t dy) {
  uint32_t column = (uint32_t)(dx + fov->radius), row = (uint32_t)(dy + fov->radius);
  fov->bits[row * fov_row_words(fov->radius) + column / 64] |= (uint64_t)1 << (column % 64);
}

/* Where the bit of a cell is, and how far on that of the next column's. */
typedef struct Shown {
  uint64_t *row;
  uint32_t column;
  ptrdiff_t rows_on;                /* in words */
  uint32_t columns_on;
} Shown;

static Shown shown_at(const Quarter *quarter, int32_t row, int32_t column) {
  const Fov *fov = quarter->fov;
  int32_t dx = quarter->column.x * column + quarter->row.x * row;
  int32_t dy = quarter->column.y * column + quarter->row.y * row;
  ptrdiff_t words = (ptrdiff_t)fov_row_words(fov->radius);
  return (Shown){ fov->bits + (dy + fov->radius) * words, (uint32_t)(dx + fov->radius),
                  quarter->column.y * words, (uint32_t)quarter->column.x };
}

/* The columns of a row whose middle lines have a part between two slopes. */
static void columns_between(const Quarter *quarter, int32_t row, Slope from, Slope to,
                            int32_t *first, int32_t *last) {
  int32_t width = quarter->widths[row];
  *first = floor_div(2 * row * from.over + from.under, 2 * from.under);
  *last = -floor_div(to.under - 2 * row * to.over, 2 * to.under);
  *first = -integer_least(-*first, integer_least(-quarter->first_column, width));
  *last = integer_least(*last, integer_least(quarter->last_column, width));
}

/*
** Scans a row between two slopes, and through each gap in it the rows behind. A transparent cell
** is shown when its center lies between the slopes, which is what makes sight symmetric.
*/
static void sight_scan(const Quarter *quarter, int32_t row, Slope from, Slope to) {
  if (row > quarter->last_row) return;
  int32_t first, last;
  columns_between(quarter, row, from, to, &first, &last);
  const Terrain *kinds = quarter->grid->kinds;
  const uint8_t *terrain = quarter->viewer + row * quarter->row_offset +
                           first * quarter->column_offset;
  Shown shown = shown_at(quarter, row, first);
  int32_t inside = first * from.under - row * from.over;       /* not below 0: between the slopes */
  int32_t left = row * to.over - first * to.under;
  bool before_opaque = true;
  for (int32_t column = first; column <= last; column++) {
    bool opaque = kinds[*terrain].opaque;
    if (opaque || (inside >= 0 && left >= 0))
      shown.row[shown.column / 64] |= (uint64_t)1 << (shown.column % 64);
    if (column > first && before_opaque && !opaque) {
      from = sight_edge(row, column);
      inside = column * from.under - row * from.over;
    }
    if (column > first && !before_opaque && opaque)
      sight_scan(quarter, row + 1, from, sight_edge(row, column));
    before_opaque = opaque;
    terrain += quarter->column_offset;
    shown.row += shown.rows_on;
    shown.column += shown.columns_on;
    inside += from.under;
    left -= to.under;
  }
  if (!before_opaque) sight_scan(quarter, row + 1, from, to);
}

/* How far the map goes on from the viewer in a direction that is one of four. */
static int32_t sight_room(const Grid *grid, const Fov *fov, int32_t dx, int32_t dy) {
  if (dx != 0) return dx < 0 ? fov->x : grid->width - 1 - fov->x;
  return dy < 0 ? fov->y : grid->height - 1 - fov->y;
}

static void sight_circle(uint8_t *widths, int32_t radius) {
  int32_t width = radius;
  for (int32_t row = 0; row <= radius; row++) {
    while (width * width + row * row > radius * radius) width--;
    widths[row] = (uint8_t)width;
  }
}

void fov_cast(Fov *fov, const astar_map *map, int32_t x, int32_t y, int32_t radius) {
  static const int8_t rows[4][2] = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 } };
  const Grid *grid = &map->grid;
  uint8_t widths[ASTAR_MAX_RADIUS + 1];
  sight_circle(widths, radius);
  fov->x = x;
  fov->y = y;
  fov->radius = radius;
  memset(fov->bits, 0, words_for(radius) * sizeof *fov->bits);
  sight_show(fov, 0, 0);
  Quarter quarter = { fov, grid, grid->terrain + grid_cell(grid, x, y), widths,
                      { 0, 0 }, { 0, 0 }, 0, 0, 0, 0, 0 };
  for (int i = 0; i < 4; i++) {
    quarter.row = (astar_cell){ rows[i][0], rows[i][1] };
    quarter.column = (astar_cell){ rows[i][1] != 0, rows[i][0] != 0 };
    quarter.row_offset = (ptrdiff_t)quarter.row.y * grid->stride + quarter.row.x;
    quarter.column_offset = (ptrdiff_t)quarter.column.y * grid->stride + quarter.column.x;
    quarter.first_column = -sight_room(grid, fov, -quarter.column.x, -quarter.column.y);
    quarter.last_column = sight_room(grid, fov, quarter.column.x, quarter.column.y);
    quarter.last_row = integer_least(radius, sight_room(grid, fov, quarter.row.x, quarter.row.y));
    sight_scan(&quarter, 1, (Slope){ -1, 1 }, (Slope){ 1, 1 });
  }
}
