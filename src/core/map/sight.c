#include "sight.h"

#include <string.h>

#include "../base/integer.h"

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t words_for(int32_t radius) {
  return (2 * (size_t)radius + 1) * fov_row_words(radius);
}

bool fov_reserve(Fov *fov, astar_map *map, int32_t radius) {
  size_t words = words_for(radius);
  if (!opacity_reserve(&map->opacity, &map->memory, &map->grid)) return false;
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
  const Fov *fov;
  const uint64_t *opaque;           /* bits of cells: from a column to the next it is one on */
  int64_t viewer, row_bits;         /* the viewer's bit; from a row to the next one */
  const uint8_t *widths;            /* of the circle, to each side, by row */
  int32_t row_x, row_y;             /* the direction of growing rows */
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

/* Shows cells beside each other, from dx = first to last. */
static void sight_show(const Fov *fov, int32_t dy, int32_t first, int32_t last) {
  if (first > last) return;
  uint64_t *row = fov->bits + (size_t)(dy + fov->radius) * fov_row_words(fov->radius);
  uint32_t from = (uint32_t)(first + fov->radius), to = (uint32_t)(last + fov->radius);
  uint64_t bits = ~(uint64_t)0 << (from % 64);
  for (uint32_t word = from / 64; word < to / 64; word++) {
    row[word] |= bits;
    bits = ~(uint64_t)0;
  }
  row[to / 64] |= bits & ~(uint64_t)0 >> (63 - to % 64);
}

static void quarter_show(const Quarter *quarter, int32_t row, int32_t first, int32_t last) {
  int32_t dx = row * quarter->row_x;
  if (dx == 0) sight_show(quarter->fov, row * quarter->row_y, first, last);
  for (int32_t column = first; column <= last && dx != 0; column++)
    sight_show(quarter->fov, column, dx, dx);
}

/* The first column from `column` to `last` that is opaque, or where `skipped` is ~0, that is not;
** last + 1: none is. */
static int32_t next_column(const Quarter *quarter, int32_t row, int32_t column, int32_t last,
                           uint64_t skipped) {
  int64_t middle = quarter->viewer + row * quarter->row_bits;
  return (int32_t)(opacity_next(quarter->opaque, middle + column, middle + last, skipped) - middle);
}

static void clamp_columns(const Quarter *quarter, int32_t row, int32_t *first, int32_t *last) {
  int32_t width = quarter->widths[row];
  *first = -integer_least(-*first, integer_least(-quarter->first_column, width));
  *last = integer_least(*last, integer_least(quarter->last_column, width));
}

/* ---- where nothing is in the way ------------------------------------------------------------- */

/* How many rows hold nothing opaque, before the first one that does. */
static int32_t count_clear_rows(const Quarter *quarter) {
  for (int32_t row = 1; row <= quarter->last_row; row++) {
    int32_t first = -row, last = row;
    clamp_columns(quarter, row, &first, &last);
    if (next_column(quarter, row, first, last, 0) <= last) return row - 1;
  }
  return quarter->last_row;
}

/* Shows the first rows as one, all being clear: along the rows of the field of view, even where
** those of the quarter go across. */
static void show_clear_rows(const Quarter *quarter, int32_t rows) {
  for (int32_t row = 1; row <= rows && quarter->row_x == 0; row++) {
    int32_t first = -row, last = row;
    clamp_columns(quarter, row, &first, &last);
    sight_show(quarter->fov, row * quarter->row_y, first, last);
  }
  int32_t first = -integer_least(rows, -quarter->first_column);
  int32_t last = integer_least(rows, quarter->last_column);
  for (int32_t column = first; column <= last && quarter->row_x != 0; column++) {
    int32_t near = column == 0 ? 1 : column < 0 ? -column : column;
    int32_t far = integer_least(quarter->widths[column == 0 ? 0 : near], rows);
    if (quarter->row_x > 0) sight_show(quarter->fov, column, near, far);
    else sight_show(quarter->fov, column, -far, -near);
  }
}

/* ---- where something is ---------------------------------------------------------------------- */

/* The columns of a row whose middle lines have a part between two slopes. */
static void columns_between(const Quarter *quarter, int32_t row, Slope from, Slope to,
                            int32_t *first, int32_t *last) {
  *first = floor_div(2 * row * from.over + from.under, 2 * from.under);
  *last = -floor_div(to.under - 2 * row * to.over, 2 * to.under);
  clamp_columns(quarter, row, first, last);
}

/* A transparent cell is shown when its center lies between the slopes, which is what makes sight
** symmetric. Only those of the first and the last column may lie outside. */
static void show_between(const Quarter *quarter, int32_t row, Slope from, Slope to, int32_t first,
                         int32_t last) {
  bool cuts_first = first * from.under < row * from.over;
  bool cuts_last = last * to.under > row * to.over;
  bool hides_first = cuts_first && next_column(quarter, row, first, first, 0) > first;
  bool hides_last = cuts_last && next_column(quarter, row, last, last, 0) > last;
  quarter_show(quarter, row, first + hides_first, last - hides_last);
}

/* Scans the rows from this one on between two slopes: through each gap in one, the rows behind. */
static void sight_scan(const Quarter *quarter, int32_t row, Slope from, Slope to) {
  for (; row <= quarter->last_row; row++) {
    int32_t first, last;
    columns_between(quarter, row, from, to, &first, &last);
    if (first > last) return;
    show_between(quarter, row, from, to, first, last);
    int32_t gap = first, opaque;
    while ((opaque = next_column(quarter, row, gap, last, 0)) <= last) {
      if (opaque > gap) sight_scan(quarter, row + 1, from, sight_edge(row, opaque));
      gap = next_column(quarter, row, opaque, last, ~(uint64_t)0);
      if (gap > last) return;
      from = sight_edge(row, gap);
    }
  }
}

static void quarter_cast(const Quarter *quarter) {
  int32_t clear = count_clear_rows(quarter);
  show_clear_rows(quarter, clear);
  if (clear < quarter->last_row) sight_scan(quarter, clear + 1, (Slope){ -1, 1 }, (Slope){ 1, 1 });
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
  sight_show(fov, 0, 0, 0);
  for (int i = 0; i < 4; i++) {
    int32_t row_x = rows[i][0], row_y = rows[i][1];
    int set = row_x == 0 ? OPACITY_ROWS : OPACITY_COLUMNS;
    const Line *line = &map->opacity.lines[set];
    Quarter quarter = { fov, map->opacity.bits[set], line_bit(line, x, y),
                        line->ax * row_x + line->ay * row_y, widths, row_x, row_y,
                        -sight_room(grid, fov, -(row_y != 0), -(row_x != 0)),
                        sight_room(grid, fov, row_y != 0, row_x != 0),
                        integer_least(radius, sight_room(grid, fov, row_x, row_y)) };
    quarter_cast(&quarter);
  }
}
