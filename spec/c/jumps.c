/*
** Jump tables, each bit from its definition (jump.h): as they are made at once, and as they are
** after edits. Nobody outside can read them, so this program knows a header of the core.
*/
#include "check.h"

#include "core/tables/jump.h"

typedef struct Yard {
  Grid grid;
  Memory memory;
  uint8_t *open;
  uint8_t *hits;                    /* array over cells: a bit for each straight direction */
  Jumps *jumps;
} Yard;

static Yard yard_of(int32_t width, int32_t height) {
  Yard yard = { 0 };
  astar_map_desc desc = astar_map_default();
  desc.width = width;
  desc.height = height;
  memory_init(&yard.memory, (astar_allocator){ 0 });
  CHECK(grid_init(&yard.grid, &yard.memory, &desc) == ASTAR_OK);
  yard.open = memory_new(&yard.memory, yard.grid.cells);
  yard.hits = memory_new(&yard.memory, yard.grid.cells);
  return yard;
}

/* `blocked` of 100 cells are. Those open are not all alike. */
static void fill_yard(Yard *yard, int32_t blocked) {
  for (int32_t y = 0; y < yard->grid.height; y++)
    for (int32_t x = 0; x < yard->grid.width; x++) {
      uint8_t kind = random_below(100) < blocked ? 0 : (uint8_t)(1 << random_below(8));
      yard->open[grid_cell(&yard->grid, x, y)] = kind;
    }
}

/* The grid must stay where it is. */
static void make_jumps(Yard *yard) {
  yard->jumps = jumps_new(&yard->memory, &yard->grid, yard->open);
  CHECK(yard->jumps != NULL && jumps_rebuild(yard->jumps, &yard->memory));
}

static void close_yard(Yard *yard) {
  jumps_free(yard->jumps, &yard->memory);
  memory_free(&yard->memory, yard->open, yard->grid.cells);
  memory_free(&yard->memory, yard->hits, yard->grid.cells);
  grid_free(&yard->grid, &yard->memory);
  CHECK(yard->memory.used == 0);
}

/* ---- definitions ----------------------------------------------------------------------------- */

/* Rows and columns beyond the border are asked for, too. */
static bool is_open(const Yard *yard, int32_t x, int32_t y) {
  return grid_has(&yard->grid, x, y) && yard->open[grid_cell(&yard->grid, x, y)] != 0;
}

static bool is_forced(const Yard *yard, int direction, int side, int32_t x, int32_t y) {
  int32_t beside_x = x + DIRECTION_X[side], beside_y = y + DIRECTION_Y[side];
  return is_open(yard, x, y) && is_open(yard, beside_x, beside_y) &&
         !is_open(yard, beside_x - DIRECTION_X[direction], beside_y - DIRECTION_Y[direction]);
}

static bool is_jump_point(const Yard *yard, int direction, int32_t x, int32_t y) {
  bool across = DIRECTION_Y[direction] == 0;
  return is_forced(yard, direction, across ? SOUTH : EAST, x, y) ||
         is_forced(yard, direction, across ? NORTH : WEST, x, y);
}

static bool can_enter(const Yard *yard, int direction, int32_t x, int32_t y) {
  int32_t dx = DIRECTION_X[direction], dy = DIRECTION_Y[direction];
  return is_open(yard, x, y) && is_open(yard, x - dx, y) && is_open(yard, x, y - dy) &&
         is_open(yard, x - dx, y - dy);
}

static bool scan_hits(const Yard *yard, int direction, int32_t x, int32_t y) {
  if (!is_open(yard, x, y)) return false;
  do {
    x += DIRECTION_X[direction];
    y += DIRECTION_Y[direction];
    if (!is_open(yard, x, y)) return false;
  } while (!is_jump_point(yard, direction, x, y));
  return true;
}

static void find_hits(Yard *yard) {
  for (int32_t y = 0; y < yard->grid.height; y++)
    for (int32_t x = 0; x < yard->grid.width; x++) {
      uint32_t hits = 0;
      for (int i = 0; i < 4; i++) hits |= (uint32_t)scan_hits(yard, i, x, y) << i;
      yard->hits[grid_cell(&yard->grid, x, y)] = (uint8_t)hits;
    }
}

static bool hits(const Yard *yard, int direction, int32_t x, int32_t y) {
  return yard->hits[grid_cell(&yard->grid, x, y)] >> direction & 1;
}

static bool is_event(const Yard *yard, int direction, int32_t x, int32_t y) {
  return hits(yard, direction_across(direction), x, y) ||
         hits(yard, direction_down(direction), x, y);
}

static bool sweep_meets(const Yard *yard, int direction, int32_t x, int32_t y) {
  do {
    x += DIRECTION_X[direction];
    y += DIRECTION_Y[direction];
    if (!can_enter(yard, direction, x, y)) return false;
  } while (!is_event(yard, direction, x, y));
  return true;
}

static bool meets(const Yard *yard, int direction, int32_t x, int32_t y) {
  return direction < FIRST_DIAGONAL ? hits(yard, direction, x, y)
                                    : sweep_meets(yard, direction, x, y);
}

/* Sides are numbered as the map lies: south before north, east before west. */
static uint16_t info_of(const Yard *yard, int32_t x, int32_t y) {
  static const int sides[8] = { SOUTH, NORTH, SOUTH, NORTH, EAST, WEST, EAST, WEST };
  uint32_t info = 0;
  for (int bit = 0; bit < 8; bit++) {
    info |= (uint32_t)is_forced(yard, bit / 2, sides[bit], x, y) << bit;
    info |= (uint32_t)meets(yard, bit, x, y) << (8 + bit);
  }
  return (uint16_t)info;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Tables as they should be: blocked, and then cell by cell. */
static void clear_tables(Jumps *jumps) {
  memset(jumps->info, 0, jumps->grid->cells * sizeof *jumps->info);
  for (int i = 0; i < 4; i++) {
    memset(jumps->stops[i], 0xff, jumps->stop_words[i] * sizeof(uint64_t));
    for (size_t w = 0; w < jumps->diagonal_words; w++)
      jumps->diagonals[i][w] = (DiagonalWord){ ~(uint64_t)0, 0, 0 };
  }
}

static void define_diagonal(const Yard *yard, Jumps *jumps, int32_t x, int32_t y) {
  for (int i = 0; i < 4; i++) {
    int direction = FIRST_DIAGONAL + i;
    int64_t bit = line_bit(&jumps->diagonal[i], x, y);
    DiagonalWord *word = &jumps->diagonals[i][bit / 64];
    uint64_t mask = (uint64_t)1 << bit % 64;
    if (can_enter(yard, direction, x, y)) word->stop &= ~mask;
    if (hits(yard, direction_across(direction), x, y)) word->across |= mask;
    if (hits(yard, direction_down(direction), x, y)) word->down |= mask;
  }
}

static void define_cell(const Yard *yard, Jumps *jumps, int32_t x, int32_t y) {
  jumps->info[grid_cell(&yard->grid, x, y)] = info_of(yard, x, y);
  for (int i = 0; i < 4; i++) {
    int64_t bit = line_bit(&jumps->straight[i], x, y);
    bool stops = !is_open(yard, x, y) || is_jump_point(yard, i, x, y);
    if (!stops) jumps->stops[i][bit / 64] &= ~((uint64_t)1 << bit % 64);
  }
  define_diagonal(yard, jumps, x, y);
}

static bool same_tables(const Jumps *a, const Jumps *b) {
  bool same = memcmp(a->info, b->info, a->grid->cells * sizeof *a->info) == 0;
  for (int i = 0; i < 4; i++) {
    same = same && memcmp(a->stops[i], b->stops[i], a->stop_words[i] * sizeof(uint64_t)) == 0;
    same = same && memcmp(a->diagonals[i], b->diagonals[i],
                          a->diagonal_words * sizeof(DiagonalWord)) == 0;
  }
  return same;
}

static void check_tables(Yard *yard) {
  Jumps *defined = jumps_new(&yard->memory, &yard->grid, yard->open);
  clear_tables(defined);
  find_hits(yard);
  for (int32_t y = 0; y < yard->grid.height; y++)
    for (int32_t x = 0; x < yard->grid.width; x++) define_cell(yard, defined, x, y);
  CHECK(same_tables(yard->jumps, defined));
  jumps_free(defined, &yard->memory);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void check_yard(int32_t width, int32_t height, int32_t blocked) {
  Yard yard = yard_of(width, height);
  fill_yard(&yard, blocked);
  make_jumps(&yard);
  check_tables(&yard);
  close_yard(&yard);
}

/* Sides around multiples of 64: a word more or less with the border, whole words, one bit over. */
TEST(sides_of_every_kind) {
  static const int32_t sides[] = { 1, 2, 3, 61, 62, 63, 64, 65, 126, 127 };
  for (int i = 0; i < 10; i++)
    for (int k = 0; k < 10; k++) check_yard(sides[i], sides[k], 10 + (i + k) % 3 * 14);
}

TEST(long_and_narrow) {
  check_yard(400, 5, 10);
  check_yard(5, 400, 10);
  check_yard(300, 70, 1);
  check_yard(70, 300, 1);
}

TEST(nothing_and_everything_blocked) {
  check_yard(130, 140, 0);
  check_yard(140, 130, 0);
  check_yard(130, 140, 100);
}

TEST(random_yards) {
  for (EACH_CASE(i, 40)) {
    check_yard(1 + random_below(150), 1 + random_below(150), random_below(60));
  }
}

/* A cell that was edited, and what is made at once from the same cells. */
TEST(edited_tables) {
  for (EACH_CASE(i, 20)) {
    Yard yard = yard_of(1 + random_below(90), 1 + random_below(90));
    fill_yard(&yard, random_below(50));
    make_jumps(&yard);
    for (int edit = 0; edit < 12; edit++) {
      int32_t x = random_below(yard.grid.width), y = random_below(yard.grid.height);
      uint8_t *cell = &yard.open[grid_cell(&yard.grid, x, y)];
      *cell = *cell == 0;
      jumps_repair(yard.jumps, x, y);
    }
    check_tables(&yard);
    CHECK(jumps_rebuild(yard.jumps, &yard.memory));
    check_tables(&yard);
    close_yard(&yard);
  }
}

int main(void) { return run_tests(); }
