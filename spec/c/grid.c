/* The room grid of the core: clipping, cells and positions, directions, lines, paths as blocks. All
** of it is small enough to be compared with the plainest way to say the same, for every input. */
#include "store.h"

#include "core/grid/block_set.h"
#include "core/grid/line.h"
#include "core/grid/path.h"
#include "core/grid/sweep.h"

static Grid grid;
static Memory memory;

static void make_grid(int32_t width, int32_t height) {
  astar_map_desc desc = astar_map_default();
  desc.width = width;
  desc.height = height;
  memset(&grid, 0, sizeof grid);
  memory_init(&memory, (astar_allocator){ 0 });
  CHECK(grid_init(&grid, &memory, &desc) == ASTAR_OK);
}

static bool same_cell(astar_cell a, astar_cell b) {
  return a.x == b.x && a.y == b.y;
}

/* ---- the grid -------------------------------------------------------------------------------- */

static bool fits(int64_t width, int64_t height, int32_t straight, int32_t diagonal) {
  Refusal refusal = { NULL };
  astar_map_desc desc = astar_map_default();
  desc.width = (int32_t)width;
  desc.height = (int32_t)height;
  desc.straight = straight;
  desc.diagonal = diagonal;
  bool right = grid_accepts(&desc, &refusal);
  CHECK(right == (refusal.words == NULL));
  return right;
}

TEST(descriptions_are_valid_up_to_their_bounds) {
  CHECK(fits(1, 1, 1, 1) && !fits(0, 1, 1, 1) && !fits(1, 0, 1, 1));
  CHECK(fits(1, ASTAR_MAX_CELLS, 10, 14) && !fits(1, ASTAR_MAX_CELLS + 1, 10, 14));
  CHECK(fits(1 << 14, 1 << 14, 10, 14) && !fits((1 << 14) + 1, 1 << 14, 10, 14));
  CHECK(!fits(1 << 16, 1 << 16, 10, 14));
  CHECK(!fits(5, 5, 0, 0) && !fits(5, 5, 10, 9));
  CHECK(fits(5, 5, 10, 10) && fits(5, 5, 10, 20) && !fits(5, 5, 10, 21));
  CHECK(fits(5, 5, ASTAR_MAX_COST / 2, ASTAR_MAX_COST / 2));
  CHECK(!fits(5, 5, ASTAR_MAX_COST / 2 + 1, ASTAR_MAX_COST / 2 + 1));
}

/* Goes through all rectangles on and around a map of 4 × 3 cells. */
TEST(clipping_leaves_the_cells_on_the_map) {
  make_grid(4, 3);
  for (int i = 0; i < 9 * 8 * 9 * 8; i++) {
    astar_rect rect = { i % 9 - 3, i / 9 % 8 - 3, i / 72 % 9 - 1, i / 648 % 8 - 1 };
    astar_rect part = grid_clip(&grid, rect);
    int inside = 0, all = rect.width > 0 && rect.height > 0 ? rect.width * rect.height : 0;
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
      for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
        if (x < 0 || y < 0 || x >= 4 || y >= 3) continue;
        inside++;
        CHECK(x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height);
      }
    CHECK(part.width * part.height == inside);
    CHECK(inside > 0 || (part.x == 0 && part.y == 0 && part.width == 0 && part.height == 0));
    CHECK(grid_holds(&grid, rect) == (inside > 0 && inside == all));
  }
  astar_rect huge = grid_clip(&grid, (astar_rect){ 2, -5, INT32_MAX, INT32_MAX });
  CHECK(huge.x == 2 && huge.y == 0 && huge.width == 2 && huge.height == 3);
  CHECK(!grid_holds(&grid, (astar_rect){ 1, 1, INT32_MAX, 1 }));
  CHECK(!grid_holds(&grid, (astar_rect){ 1, 1, 1, INT32_MAX }));
  grid_free(&grid, &memory);
}

static void check_position(int32_t x, int32_t y) {
  CHECK(same_cell(grid_position(&grid, grid_cell(&grid, x, y)), (astar_cell){ x, y }));
}

/* Some cells of a map, the first and the last ones of rows among them. */
static void check_positions(int32_t step) {
  for (int32_t y = -1; y <= grid.height; y += step) {
    check_position(-1, y);
    for (int32_t x = 0; x < grid.width; x += step) check_position(x, y);
    check_position(grid.width - 1, y);
    check_position(grid.width, y);
  }
}

TEST(a_cell_and_its_position_are_one_another) {
  for (int32_t width = 1; width < 40; width++) {
    make_grid(width, 40);
    CHECK(grid.cells == (size_t)(width + 2) * 42 && grid_cell(&grid, -1, -1) == 0);
    CHECK(grid_cell(&grid, width, 40) == grid.cells - 1);
    check_positions(1);
    grid_free(&grid, &memory);
  }
  make_grid(3000, 3000);
  check_positions(19);
  grid_free(&grid, &memory);
}

/* As grid_init does it, but without the cells: a map without terrain. */
static void check_largest(int32_t width, int32_t height) {
  grid = (Grid){ .width = width, .height = height, .stride = width + 2 };
  grid.inverse = ((uint64_t)1 << 32) / (uint64_t)grid.stride + 1;
  check_positions(977);
}

TEST(cells_of_the_largest_maps_have_positions) {
  check_largest(1 << 14, 1 << 14);
  check_largest(ASTAR_MAX_CELLS, 1);
  check_largest(1, ASTAR_MAX_CELLS);
  check_largest(1000, ASTAR_MAX_CELLS / 1000);
}

TEST(diagonal_costs_are_rounded_to_the_nearest) {
  make_grid(2, 2);
  CHECK(grid_diagonal_cost(&grid, 10) == 14);
  int32_t straight = grid.straight, diagonal = grid.diagonal;
  for (int32_t cost = 1; cost < 200; cost++) {
    int32_t twice = 2 * cost * diagonal - 2 * straight * grid_diagonal_cost(&grid, cost);
    CHECK(twice < straight && twice >= -straight);
  }
  CHECK(grid_diagonal_cost(&grid, ASTAR_MAX_COST) ==
        ((int64_t)ASTAR_MAX_COST * diagonal + straight / 2) / straight);
  grid_free(&grid, &memory);
}

static uint64_t hash_now(void) { return grid_hash(&grid, 5); }

TEST(every_part_of_a_grid_is_in_its_hash) {
  make_grid(3, 4);
  grid.kind_count = 2;
  strcpy(grid.kinds[1].name, "sand");
  strcpy(grid.kinds[2].name, "rock");
  grid.kinds[1].cost = 7;
  uint64_t before = hash_now();
  int32_t *numbers[] = { &grid.width, &grid.height, &grid.straight, &grid.diagonal,
                         &grid.kinds[1].cost, &grid.kinds[2].cost };
  for (int i = 0; i < 6; i++) {
    ++*numbers[i];
    CHECK(hash_now() != before);
    --*numbers[i];
  }
  grid.kind_count = 1;
  CHECK(hash_now() != before);
  grid.kind_count = 2;
  grid.kinds[2].opaque = true;
  CHECK(hash_now() != before);
  grid.kinds[2].opaque = false;
  grid.kinds[2].name[3] = 'm';
  CHECK(hash_now() != before);
  grid.kinds[2].name[3] = 'k';
  for (size_t cell = 0; cell < grid.cells; cell++) {
    grid.terrain[cell] = 1;
    CHECK(hash_now() != before);
    grid.terrain[cell] = 0;
  }
  CHECK(hash_now() == before && grid_hash(&grid, 6) != before);
  strcpy(grid.kinds[1].name, "x");                     /* what stands behind a name is nothing */
  before = hash_now();
  grid.kinds[1].name[2] = 'y';
  CHECK(hash_now() == before);
  size_t logs = grid.changes.capacity * sizeof(astar_rect) +
                grid.journal.capacity * (sizeof(uint32_t) + 1);
  CHECK(memory.used == grid.cells + logs + memory.block_count * MEMORY_HEADER);
  grid_free(&grid, &memory);
  CHECK(memory.used == 0);
}

/* ---- directions ------------------------------------------------------------------------------ */

static const int ROUND[DIRECTIONS] = { EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST, NORTH,
                                       NORTH_EAST };

TEST(directions_have_signs_opposites_and_components) {
  make_grid(5, 6);
  for (int one = 0; one < DIRECTIONS; one++) {
    int x = DIRECTION_X[one], y = DIRECTION_Y[one], other = direction_opposite(one);
    CHECK(direction_of(x, y) == one && direction_of(7 * x, 1000 * y) == one);
    CHECK(DIRECTION_X[other] == -x && DIRECTION_Y[other] == -y);
    CHECK(direction_offset(&grid, one) ==
          (int32_t)(grid_cell(&grid, 2 + x, 2 + y) - grid_cell(&grid, 2, 2)));
    if (one < FIRST_DIAGONAL) continue;
    int across = direction_across(one), down = direction_down(one);
    CHECK(DIRECTION_X[across] == x && DIRECTION_Y[across] == 0);
    CHECK(DIRECTION_X[down] == 0 && DIRECTION_Y[down] == y);
  }
  for (int i = 0; i < DIRECTIONS; i++)
    for (int k = 0; k < DIRECTIONS; k++) {
      uint32_t apart = (uint32_t)abs(i - k);
      CHECK(direction_turn(ROUND[i], ROUND[k]) == (apart > 4 ? 8 - apart : apart));
    }
  grid_free(&grid, &memory);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* All cells with the border have bits of their own, each one more than that of the cell before and
** in the words of its line. */
static void check_line(const Line *line, int direction, size_t words, int32_t length) {
  bool *seen = calloc(words, 64);
  int32_t dx = DIRECTION_X[direction], dy = DIRECTION_Y[direction];
  for (int32_t y = -1; y <= grid.height; y++)
    for (int32_t x = -1; x <= grid.width; x++) {
      int64_t bit = line_bit(line, x, y), next = line_bit(line, x + dx, y + dy);
      bool fits = bit >= 0 && bit < (int64_t)words * 64;
      CHECK(fits && !seen[bit]);
      if (fits) seen[bit] = true;
      CHECK(next == bit + 1);
      if (grid_has(&grid, x, y)) CHECK(next / length == bit / length);
    }
  free(seen);
}

static int32_t whole_words(int32_t side) {
  return (side + 2 + 63) / 64 * 64;
}

static void check_straight(int direction) {
  Line line = line_straight(&grid, direction);
  bool across = direction == EAST || direction == WEST;
  int32_t side = across ? grid.width : grid.height, lines = across ? grid.height : grid.width;
  int32_t first = direction == EAST || direction == SOUTH ? -1 : side;
  check_line(&line, direction, line_straight_words(&grid, direction), whole_words(side));
  for (int32_t i = -1; i <= lines; i++)
    CHECK(line_bit(&line, across ? first : i, across ? i : first) % 64 == 0);
}

static void check_diagonal(int direction) {
  Line line = line_diagonal(&grid, direction);
  int32_t shorter = grid.width < grid.height ? grid.width : grid.height;
  check_line(&line, direction, line_diagonal_words(&grid), whole_words(shorter));
  bool by_x = grid.width <= grid.height;
  int32_t step = by_x ? DIRECTION_X[direction] : DIRECTION_Y[direction];
  for (int32_t y = -1; y <= grid.height; y++)
    for (int32_t x = -1; x <= grid.width; x++) {
      int32_t along = by_x ? x : y;
      CHECK(line_bit(&line, x, y) % 64 == (step > 0 ? along + 1 : shorter - along) % 64);
    }
}

/* One for the rest beside those of the lines, so that the word behind any bit can be read. */
TEST(lines_take_no_more_words_than_they_need) {
  for (int32_t width = 1; width < 20000; width += width / 5 + 1)
    for (int32_t height = 1; height < 20000; height += height / 3 + 1) {
      size_t rows = (size_t)height + 2, columns = (size_t)width + 2;
      size_t in_row = (size_t)whole_words(width) / 64, in_column = (size_t)whole_words(height) / 64;
      grid = (Grid){ .width = width, .height = height };
      CHECK(line_straight_words(&grid, EAST) == in_row * rows + 1);
      CHECK(line_straight_words(&grid, NORTH) == in_column * columns + 1);
      CHECK(line_diagonal_words(&grid) ==
            (in_row < in_column ? in_row : in_column) * (rows + columns) + 1);
    }
}

TEST(lines_number_cells_along_a_direction) {
  static const int32_t sizes[][2] = { { 1, 1 }, { 5, 3 }, { 3, 5 }, { 62, 62 }, { 63, 61 },
                                      { 61, 63 }, { 64, 10 }, { 10, 130 }, { 1, 70 } };
  for (int i = 0; i < 9; i++) {
    make_grid(sizes[i][0], sizes[i][1]);
    for (int direction = 0; direction < FIRST_DIAGONAL; direction++) check_straight(direction);
    for (int direction = FIRST_DIAGONAL; direction < DIRECTIONS; direction++)
      check_diagonal(direction);
    grid_free(&grid, &memory);
  }
}

/* ---- paths ----------------------------------------------------------------------------------- */

enum { MOST = 8 };

/* A path of that many runs, each a few steps in some direction; its cells in `cells`. */
static astar_path *random_path(int runs, astar_cell *cells) {
  astar_path *path = calloc(1, path_bytes(MOST + 1));
  astar_cell at = { 50, 50 };
  path->waypoints[0] = (Waypoint){ at.x, at.y, 0, 0 };
  cells[path->length++] = at;
  for (int run = 1, last = -1; run <= runs; run++) {
    int direction = random_below(DIRECTIONS), steps = 1 + random_below(4);
    if (direction == last) direction = (direction + 1) % DIRECTIONS;
    last = direction;
    for (int i = 0; i < steps; i++) {
      at = (astar_cell){ at.x + DIRECTION_X[direction], at.y + DIRECTION_Y[direction] };
      cells[path->length++] = at;
    }
    path->waypoints[run] = (Waypoint){ at.x, at.y, path->length - 1, 0 };
  }
  path->waypoint_count = runs + 1;
  return path;
}

static void check_cells(const astar_path *path, const astar_cell *cells) {
  int32_t length = path->length;
  astar_cell some[4 * MOST + 3];
  for (int32_t i = -2; i < length + 2; i++) {
    int32_t nearest = i < 0 ? 0 : i >= length ? length - 1 : i;
    CHECK(same_cell(astar_path_cell(path, i), cells[nearest]));
    for (int32_t count = -1; count <= length + 1; count++) {
      int32_t left = i < 0 || i >= length ? 0 : length - i;
      int32_t there = count < 0 ? 0 : count < left ? count : left;
      CHECK(astar_path_cells(path, i, count, some) == there);
      for (int32_t k = 0; k < there; k++) CHECK(same_cell(some[k], cells[i + k]));
    }
  }
}

static int32_t plain_find(const astar_path *path, const astar_cell *cells, astar_cell at,
                          int32_t from) {
  for (int32_t i = from < 0 ? 0 : from; i < path->length; i++)
    if (same_cell(cells[i], at)) return i;
  return -1;
}

/* A path that crosses itself leads through a cell more than once. */
static void check_finding(const astar_path *path, const astar_cell *cells) {
  for (int32_t from = -1; from <= path->length; from++)
    for (int32_t i = 0; i < path->length; i++)
      for (int near = 0; near < 9; near++) {
        astar_cell at = { cells[i].x + near % 3 - 1, cells[i].y + near / 3 - 1 };
        CHECK(path_find(path, at.x, at.y, from) == plain_find(path, cells, at, from));
      }
}

/* On grids of which the path just fits, or lacks a row or column on a side. */
static void check_on_map(const astar_path *path, const astar_cell *cells) {
  astar_cell most = { 0, 0 };
  for (int32_t i = 0; i < path->length; i++) {
    if (cells[i].x > most.x) most.x = cells[i].x;
    if (cells[i].y > most.y) most.y = cells[i].y;
  }
  for (int32_t i = 0; i < 9; i++) {
    Grid around = { .width = most.x + i % 3, .height = most.y + i / 3 };
    bool fits = true;
    for (int32_t k = 0; k < path->length; k++)
      fits = fits && cells[k].x < around.width && cells[k].y < around.height;
    CHECK(path_on_map(path, &around) == fits);
  }
}

TEST(paths_say_their_cells_and_where_they_are) {
  astar_cell cells[4 * MOST + 1];
  random_seed(4);
  for (EACH_CASE(i, 120)) {
    astar_path *path = random_path((int)(i % (MOST + 1)), cells);
    check_cells(path, cells);
    check_finding(path, cells);
    check_on_map(path, cells);
    free(path);
  }
}

/* ---- fields of paths, and explanations ------------------------------------------------------ */

TEST(a_path_says_what_was_written_into_it) {
  astar_path path = { 11, ASTAR_PARTIAL, 12, 13, 14, 15, 16, 1, 17 };
  CHECK(astar_path_bytes(&path) == 11 && astar_path_status(&path) == ASTAR_PARTIAL);
  CHECK(astar_path_cost(&path) == 12 && astar_path_expanded(&path) == 13);
  CHECK(astar_path_length(&path) == 14 && astar_path_influences(&path) == 16);
  CHECK(astar_path_explained(&path) && astar_path_corners(&path) == 17);
  path.turn_count = 0;
  CHECK(astar_path_corners(&path) == 15);
  path.explained = 0;
  CHECK(!astar_path_explained(&path));
  CHECK(path_bytes(0) == offsetof(astar_path, waypoints));
  CHECK(path_bytes(5) == path_bytes(0) + 5 * sizeof(Waypoint));
}

/* The numbers of a record are told apart by the step and their place in it. */
static void write_record(const Explanation *explanation, int32_t index) {
  int32_t *numbers = (int32_t *)explanation_record(explanation, index);
  int32_t count = (int32_t)(sizeof(astar_step_cost) / sizeof *numbers) + explanation->influences;
  for (int32_t i = 0; i < count; i++) numbers[i] = 1000 * index + i;
}

static void check_record(const astar_path *path, int32_t index) {
  int32_t influences[4] = { -1, -1, -1, -1 }, count = path->influence_count;
  bool there = path->explained && index >= 1 && index < path->length;
  int32_t first = 1000 * index, behind = first + (int32_t)(sizeof(astar_step_cost) / 4);
  astar_step_cost cost = astar_path_explain(path, index, influences);
  CHECK(cost.known == (there ? first : 0) && cost.terrain == (there ? first + 1 : 0));
  CHECK(cost.changed == (there ? behind - 1 : 0));
  for (int32_t i = 0; i < 4; i++) CHECK(influences[i] == (there && i < count ? behind + i : -1));
  astar_step_cost again = astar_path_explain(path, index, NULL);
  CHECK(memcmp(&cost, &again, sizeof cost) == 0);
}

/* As a search does it: first the explanation alone, then it stands behind the waypoints. */
static void check_explanation(int32_t length, int32_t influences) {
  Explanation explanation;
  Store store = { 0 };
  memory_init(&memory, (astar_allocator){ store_realloc, &store });
  CHECK(explanation_new(&explanation, &memory, length, influences));
  size_t bytes = explanation_bytes(&explanation);
  CHECK(bytes == (size_t)(length - 1) * (sizeof(astar_step_cost) + 4 * (size_t)influences) +
                     (size_t)influences * PATH_NAME_BYTES);
  size_t headed = bytes + memory.block_count * MEMORY_HEADER;
  CHECK(store.held == headed + 1 && memory.used == headed + 1);
  for (int32_t index = 1; index < length; index++) write_record(&explanation, index);
  for (int32_t i = 0; i < influences; i++)
    snprintf(explanation_name(&explanation, i), PATH_NAME_BYTES, "%*d", ASTAR_NAME_MAX, i);
  astar_path *path = calloc(1, path_bytes(2) + bytes);
  *path = (astar_path){ .length = length, .waypoint_count = 2, .influence_count = influences };
  memcpy(path->waypoints + 2, explanation.block, bytes);
  for (int explained = 0; explained < 2; explained++) {
    path->explained = (uint32_t)explained;
    for (int32_t index = -1; index <= length + 1; index++) check_record(path, index);
  }
  for (int32_t i = 0; i < influences; i++) CHECK(atoi(astar_path_influence(path, i)) == i);
  CHECK(astar_path_influence(path, -1) == NULL);
  CHECK(astar_path_influence(path, influences) == NULL);
  free(path);
  explanation_free(&explanation, &memory);
  CHECK(store.held == 0 && memory.used == 0 && explanation.block == NULL);
  explanation_free(&explanation, &memory);
}

TEST(explanations_are_read_as_they_were_written) {
  for (int32_t length = 1; length < 6; length++)
    for (int32_t influences = 0; influences < 4; influences++)
      check_explanation(length, influences);
  Store store = { .countdown = 1 };
  Explanation explanation;
  memory_init(&memory, (astar_allocator){ store_realloc, &store });
  CHECK(!explanation_new(&explanation, &memory, 3, 1) && explanation.block == NULL);
  explanation_free(&explanation, &memory);
  CHECK(store.held == 0);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* The blocks of a rectangle by their definition: which of the 32 rows and columns it has. */
static void plain_blocks(bool has[32][32], astar_rect rect) {
  for (int32_t y = rect.y / 16; y <= (rect.y + rect.height - 1) / 16; y++)
    for (int32_t x = rect.x / 16; x <= (rect.x + rect.width - 1) / 16; x++)
      has[y % 32][x % 32] = true;
}

static bool plain_meet(bool a[32][32], bool b[32][32]) {
  for (int i = 0; i < 32 * 32; i++)
    if (a[i / 32][i % 32] && b[i / 32][i % 32]) return true;
  return false;
}

static astar_rect some_rect(void) {
  int32_t most = random_below(4) == 0 ? 700 : 40;
  return (astar_rect){ random_below(1500), random_below(1500), 1 + random_below(most),
                       1 + random_below(most) };
}

TEST(sets_of_blocks_meet_where_their_cells_could) {
  for (int round = 0; round < 20000; round++) {
    bool plain[2][32][32] = { 0 };
    BlockSet sets[2] = { 0 };
    for (int i = 0; i < 2; i++)
      for (int32_t count = 1 + random_below(2); count > 0; count--) {
        astar_rect rect = some_rect();
        block_set_add(&sets[i], rect);
        plain_blocks(plain[i], rect);
      }
    CHECK(block_sets_meet(&sets[0], &sets[1]) == plain_meet(plain[0], plain[1]));
    astar_rect rect = some_rect();
    bool alone[32][32] = { 0 };
    plain_blocks(alone, rect);
    CHECK(block_set_has(&sets[0], rect) == plain_meet(alone, plain[0]));
  }
}

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* How far the line from 0, 0 to `to` is from a cell, aside of it, times its length. */
static int64_t aside_of_line(astar_cell to, bool steep, astar_cell at) {
  int64_t length = steep ? to.y : to.x, breadth = steep ? to.x : to.y;
  int64_t along = steep ? at.y : at.x, aside = steep ? at.x : at.y;
  int64_t apart = aside * length - along * breadth;
  return apart * (length < 0 ? -1 : 1);
}

TEST(steps_of_a_sweep_are_nearest_to_its_line) {
  for (int32_t dx = -13; dx <= 13; dx++)
    for (int32_t dy = -13; dy <= 13; dy++) {
      astar_cell to = { dx, dy };
      Sweep sweep = sweep_between((astar_cell){ 0, 0 }, to);
      bool steep = abs(dy) > abs(dx);
      int64_t length = steep ? abs(dy) : abs(dx), breadth = steep ? abs(dx) : abs(dy);
      CHECK(sweep.steep == steep && sweep.length == length && sweep.breadth == breadth);
      for (int64_t step = 0; step <= length; step++) {
        astar_cell at = sweep_step(&sweep, step);
        CHECK((steep ? abs(at.y) : abs(at.x)) == step);
        int64_t apart = aside_of_line(to, steep, at), side = steep ? dx : dy;
        if (side < 0) apart = -apart;
        CHECK(2 * apart < length || apart == 0);                /* of two, the one nearer to 0 */
        CHECK(2 * apart >= -length);
      }
      CHECK(same_cell(sweep_step(&sweep, length), to));
    }
}

int main(void) { return run_tests(); }
