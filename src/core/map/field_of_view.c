#include "field_of_view.h"

#include <string.h>

#include "../base/builtin.h"
#include "../base/integer.h"

/* ---- memory ---------------------------------------------------------------------------------- */

bool fov_reserve(Fov *fov, astar_map *map, int32_t radius) {
  size_t words = fov_words(radius);
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
}

/* ---- circles --------------------------------------------------------------------------------- */

static uint64_t fov_ones(int32_t count) {
  return ((uint64_t)1 << count) - 1;
}

/* The widths are found. */
static Cones circle_cones(const Circle *circle, int32_t dy) {
  int32_t near = dy < 0 ? -dy : dy, width = circle->widths[near], radius = circle->radius;
  int32_t half = integer_least(near, width), first = near == 0 ? 1 : near;
  int32_t beside = first <= width ? width - first + 1 : 0;
  return (Cones){ near == 0 ? 0 : fov_ones(2 * half + 1) << (radius - half),
                  fov_ones(beside) << (radius + first), fov_ones(beside) << (radius - width) };
}

/* The map keeps the last one. */
static void circle_update(Circle *circle, int32_t radius) {
  int32_t width = radius;
  if (circle->radius == radius) return;
  circle->radius = radius;
  for (int32_t row = 0; row <= radius; row++) {
    while (width * width + row * row > radius * radius) width--;
    circle->widths[row] = (uint8_t)width;
  }
  for (int32_t dy = -radius; dy <= radius && radius <= WORD_RADIUS; dy++)
    circle->cones[dy + radius] = circle_cones(circle, dy);
}

/* ---- casting --------------------------------------------------------------------------------- */

/* A slope is a fraction, rise over run; the run is above 0. All of them stay within 10 bits. */
typedef struct Slope { int32_t rise, run; } Slope;

/*
** A quadrant of the surroundings: rows lie one behind the other away from the viewer, columns
** across. What is outside the level or the circle need not be scanned: what stands there hides
** nothing inside.
*/
typedef struct Quadrant {
  const Fov *fov;
  const uint64_t *opaque;           /* bits of cells: from a column to the next it is one on */
  int64_t viewer, row_bits;         /* the viewer's bit; from a row to the next one */
  const Circle *circle;
  int32_t row_x, row_y;             /* the direction of growing rows */
  int32_t first_column, last_column, last_row;   /* on the level */
} Quadrant;

static int32_t floor_div(int32_t a, int32_t b) {
  int32_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

/* The edge of a cell towards smaller columns, as the viewer sees it. */
static Slope fov_edge(int32_t row, int32_t column) {
  return (Slope){ 2 * column - 1, 2 * row };
}

/* Shows cells beside each other, from dx = first to last. */
static void fov_show(const Fov *fov, int32_t dy, int32_t first, int32_t last) {
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

/* Shows cells below each other, from dy = first to last. */
static void fov_show_column(const Fov *fov, int32_t dx, int32_t first, int32_t last) {
  size_t words = fov_row_words(fov->radius);
  uint32_t column = (uint32_t)(dx + fov->radius);
  uint64_t *word = fov->bits + (size_t)(first + fov->radius) * words + column / 64;
  for (int32_t dy = first; dy <= last; dy++, word += words) *word |= (uint64_t)1 << column % 64;
}

static void quadrant_show(const Quadrant *quadrant, int32_t row, int32_t first, int32_t last) {
  if (quadrant->row_x == 0) fov_show(quadrant->fov, row * quadrant->row_y, first, last);
  else fov_show_column(quadrant->fov, row * quadrant->row_x, first, last);
}

/* The first column from `column` to `last` that is opaque, or where `skipped` is ~0, that is not;
** a number above `last`: none is. */
static int32_t next_column(const Quadrant *quadrant, int32_t row, int32_t column, int32_t last,
                           uint64_t skipped) {
  uint64_t middle = (uint64_t)(quadrant->viewer + row * quadrant->row_bits);
  uint64_t from = middle + (uint64_t)(int64_t)column, to = middle + (uint64_t)(int64_t)last;
  return (int32_t)(opacity_next(quadrant->opaque, from, to, skipped) - middle);
}

/* The columns of a row whose middle lines have a part between two slopes. */
static void columns_between(const Quadrant *quadrant, int32_t row, Slope from, Slope to,
                            int32_t *first, int32_t *last) {
  int32_t width = quadrant->circle->widths[row];
  *first = floor_div(2 * row * from.rise + from.run, 2 * from.run);
  *last = -floor_div(to.run - 2 * row * to.rise, 2 * to.run);
  *first = -integer_least(-*first, integer_least(-quadrant->first_column, width));
  *last = integer_least(*last, integer_least(quadrant->last_column, width));
}

/* A transparent cell is shown when its center lies between the slopes, which is what makes sight
** symmetric. Only those of the first and the last column may lie outside. */
static void show_between(const Quadrant *quadrant, int32_t row, Slope from, Slope to, int32_t first,
                         int32_t last) {
  bool cuts_first = first * from.run < row * from.rise;
  bool cuts_last = last * to.run > row * to.rise;
  bool hides_first = cuts_first && next_column(quadrant, row, first, first, 0) > first;
  bool hides_last = cuts_last && next_column(quadrant, row, last, last, 0) > last;
  quadrant_show(quadrant, row, first + hides_first, last - hides_last);
}

/* Scans the rows from this one on between two slopes: through each gap in one, the rows behind. */
static void fov_scan(const Quadrant *quadrant, int32_t row, Slope from, Slope to) {
  for (; row <= quadrant->last_row; row++) {
    int32_t first, last;
    columns_between(quadrant, row, from, to, &first, &last);
    if (first > last) return;
    show_between(quadrant, row, from, to, first, last);
    int32_t gap = first, opaque;
    while ((opaque = next_column(quadrant, row, gap, last, 0)) <= last) {
      if (opaque > gap) fov_scan(quadrant, row + 1, from, fov_edge(row, opaque));
      gap = next_column(quadrant, row, opaque, last, ~(uint64_t)0);
      if (gap > last) return;
      from = fov_edge(row, gap);
    }
  }
}

/* How far its level goes on from the viewer in a direction that is one of four. */
static int32_t fov_room(astar_rect level, const Fov *fov, int32_t dx, int32_t dy) {
  int32_t left = fov->x - level.x, above = fov->y - level.y;
  if (dx != 0) return dx < 0 ? left : level.width - 1 - left;
  return dy < 0 ? above : level.height - 1 - above;
}

static void quarters_make(const Fov *fov, const astar_map *map, const Opacity *opacity,
                          Quadrant quadrants[4]) {
  static const int8_t rows[4][2] = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 } };
  astar_rect level = grid_level(&map->grid, fov->x, fov->y);
  for (int i = 0; i < 4; i++) {
    int32_t row_x = rows[i][0], row_y = rows[i][1];
    int set = row_x == 0 ? OPACITY_ROWS : OPACITY_COLUMNS;
    const Line *line = &opacity->lines[set];
    quadrants[i] = (Quadrant){ fov, opacity->bits[set], line_bit(line, fov->x, fov->y),
                               line->ax * row_x + line->ay * row_y, &map->circle, row_x, row_y,
                               -fov_room(level, fov, -(row_y != 0), -(row_x != 0)),
                               fov_room(level, fov, row_y != 0, row_x != 0),
                               integer_least(fov->radius, fov_room(level, fov, row_x, row_y)) };
  }
}

/* ---- where nothing is in the way ------------------------------------------------------------- */

/* The bits of a row from one of them on; those behind the 63rd may be missing. */
static uint64_t opaque_from(const uint64_t *opaque, uint64_t bit) {
  return opaque[bit / 64] >> bit % 64 | opaque[bit / 64 + 1] << 1 << (63 - bit % 64);
}

/* How many rows of each quadrant hold nothing opaque, before the first one that does. */
static void count_clear_rows(const Quadrant quadrants[4], uint64_t on_level, int32_t clear[4]) {
  const Quadrant *down = &quadrants[0], *up = &quadrants[1];
  int32_t radius = down->fov->radius;
  uint64_t right = 0, left = 0;
  clear[0] = clear[1] = clear[2] = clear[3] = radius;
  for (int32_t dy = -up->last_row; dy <= down->last_row; dy++) {
    Cones cones = down->circle->cones[dy + radius];
    uint64_t bit = (uint64_t)(down->viewer + dy * down->row_bits - radius);
    uint64_t row = opaque_from(down->opaque, bit) & on_level;
    if (row & cones.across && dy < 0) clear[1] = -dy - 1;
    if (row & cones.across && dy > 0) clear[0] = integer_least(clear[0], dy - 1);
    right |= row & cones.right;
    left |= row & cones.left;
  }
  if (right != 0) clear[2] = low_zeros_64(right) - radius - 1;
  if (left != 0) clear[3] = radius - (63 - high_zeros_64(left)) - 1;
}

/* Shows all of them. */
static void show_clear_rows(const Quadrant quadrants[4], uint64_t on_level,
                            const int32_t clear[4]) {
  const Quadrant *down = &quadrants[0], *up = &quadrants[1];
  int32_t radius = down->fov->radius;
  uint64_t right = fov_ones(radius + clear[2] + 1), left = ~fov_ones(radius - clear[3]);
  for (int32_t dy = -up->last_row; dy <= down->last_row; dy++) {
    Cones cones = down->circle->cones[dy + radius];
    bool across = dy < 0 ? -dy <= clear[1] : dy <= clear[0];
    down->fov->bits[dy + radius] = on_level & ((across ? cones.across : 0) | (cones.right & right) |
                                             (cones.left & left));
  }
}

/* The columns of the square that lie on the level. */
static uint64_t columns_on_level(const Quadrant *across, int32_t radius) {
  int32_t left = integer_least(radius, -across->first_column);
  int32_t right = integer_least(radius, across->last_column);
  return fov_ones(left + right + 1) << (radius - left);
}

void fov_cast_in(Fov *fov, astar_map *map, const Opacity *opacity) {
  Quadrant quadrants[4];
  int32_t clear[4] = { 0 }, radius = fov->radius;
  memset(fov->bits, 0, fov_words(radius) * sizeof *fov->bits);
  if (map->grid.shape != ASTAR_GRID_SQUARE) {
    hex_fov_cast(fov, &map->grid, opacity);
    return;
  }
  circle_update(&map->circle, radius);
  quarters_make(fov, map, opacity, quadrants);
  if (radius <= WORD_RADIUS) {
    uint64_t on_level = columns_on_level(&quadrants[0], radius);
    count_clear_rows(quadrants, on_level, clear);
    show_clear_rows(quadrants, on_level, clear);
  }
  fov_show(fov, 0, 0, 0);
  for (int i = 0; i < 4; i++)
    if (clear[i] < quadrants[i].last_row)
      fov_scan(&quadrants[i], clear[i] + 1, (Slope){ -1, 1 }, (Slope){ 1, 1 });
}

void fov_cast(Fov *fov, astar_map *map, int32_t x, int32_t y, int32_t radius) {
  fov->x = x;
  fov->y = y;
  fov->radius = radius;
  fov_cast_in(fov, map, &map->opacity);
}
