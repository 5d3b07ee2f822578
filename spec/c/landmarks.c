/* Landmarks: with bad ones all paths are right and searches slow. So which cells they are, and what
** they say, is looked at here; also after cells have become cheaper, which are shortcuts. */
#include "going.h"

#include "core/map/map.h"
#include "core/search/heuristic.h"
#include "core/tables/plane.h"

enum { SIDE = 15, MIDDLE = 7 };

/* A plane of the whole map, prepared. Landmarks are made for the region of some cell. */
static Plane *prepared(astar_map *map) {
  astar_query query = astar_query_default();
  CHECK(find_landmarks(map, &query) == ASTAR_OK);
  return map->planes;
}

static Plane *synced(astar_map *map) {
  astar_status why;
  return plane_get(map, map->planes->cls, NULL, &why);
}

/* The same for a class of its own. */
static Plane *prepared_for(astar_map *map, int32_t size, astar_diagonal_rule rule) {
  astar_class_desc desc = astar_class_default();
  astar_query query = astar_query_default();
  astar_status why;
  desc.size = size;
  desc.diagonal = rule;
  query.cls = astar_class_new(map, &desc, &why);
  CHECK(query.cls != NULL && find_landmarks(map, &query) == ASTAR_OK);
  return plane_get(map, query.cls, NULL, &why);
}

#define NO_WAY UINT32_MAX

static uint32_t cost_of(astar_map *map, astar_cell from, astar_cell to) {
  astar_query query = astar_query_default();
  astar_status why;
  astar_rect goal = { to.x, to.y, 1, 1 };
  if (map->planes != NULL) query.cls = map->planes->cls;
  query.heuristic = ASTAR_NO_HEURISTIC;
  astar_path *path = astar_path_find(map, from.x, from.y, goal, &query, &why);
  if (path == NULL) return NO_WAY;
  uint32_t cost = astar_path_cost(path);
  astar_path_free(map, path);
  return cost;
}

static uint32_t expanded_between(astar_map *map, astar_cell from, astar_cell to) {
  astar_query query = astar_query_default();
  astar_status why;
  astar_rect goal = { to.x, to.y, 1, 1 };
  astar_path *path = astar_path_find(map, from.x, from.y, goal, &query, &why);
  if (path == NULL) return NO_WAY;
  uint32_t expanded = astar_path_expanded(path);
  astar_path_free(map, path);
  return expanded;
}

/* Where the terrains are `uniform`, only one of those that can be entered is used. A straight step
** costs `scale` times 10. */
static astar_map *random_ground(int32_t scale, bool uniform, int32_t percent) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = desc.height = SIDE;
  desc.straight = 10 * scale;
  desc.diagonal = 14 * scale;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) exit(2);
  astar_terrain_define(map, "open", 10 * scale, false, NULL);
  astar_terrain_define(map, "wall", 0, false, NULL);
  astar_terrain_define(map, "mud", 30 * scale, false, NULL);
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    int32_t open = uniform || random_below(3) > 0 ? 1 : 3;
    astar_map_set(map, i % SIDE, i / SIDE, random_below(100) < percent ? 2 : open);
  }
  return map;
}

static astar_cell random_cell(void) {
  astar_cell cell = { random_below(SIDE), 0 };
  cell.y = random_below(SIDE);
  return cell;
}

/* ---- which they are -------------------------------------------------------------------------- */

/* Which landmark the cell is: that to which it costs nothing. -1: none. */
static int landmark_at(const Landmarks *landmarks, Cell cell) {
  for (int i = 0; i < LANDMARK_COLUMNS; i++)
    if (landmarks->rows[cell].columns[i] == 0) return i;
  return -1;
}

/* Four corridors that meet in the middle. The farthest cells are their ends. */
TEST(landmarks_are_far_from_one_another) {
  static const astar_cell ENDS[] = { { 0, MIDDLE }, { SIDE - 1, MIDDLE }, { MIDDLE, 0 },
                                     { MIDDLE, SIDE - 1 } };
  astar_map *map = open_map(SIDE, SIDE);
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    int32_t x = i % SIDE, y = i / SIDE;
    astar_map_set(map, x, y, x == MIDDLE || y == MIDDLE ? OPEN : WALL);
  }
  Plane *plane = prepared(map);
  CHECK(plane->landmarks->shift == 0 && plane->landmarks->both_ways);
  bool seen[LANDMARK_COLUMNS] = { false };
  for (int i = 0; i < 4; i++) {
    int index = landmark_at(plane->landmarks, grid_cell(&map->grid, ENDS[i].x, ENDS[i].y));
    CHECK(index >= 0 && index < 4 && !seen[index]);
    if (index >= 0) seen[index] = true;
  }
  astar_map_free(map);
}

/* Regions of 3, 9 and 5 columns, and in the order of cells each comes first and last. */
TEST(landmarks_lie_in_the_largest_region) {
  for (int turn = 0; turn < 2; turn++) {
    astar_map *map = open_map(turn == 0 ? 19 : SIDE, turn == 0 ? SIDE : 19);
    for (int32_t i = 0; i < SIDE; i++)
      for (int32_t wall = 3; wall <= 13; wall += 10)
        astar_map_set(map, turn == 0 ? wall : i, turn == 0 ? i : wall, WALL);
    const Landmarks *landmarks = prepared(map)->landmarks;
    for (int32_t i = 0; i < 19; i++) {
      astar_cell at = turn == 0 ? (astar_cell){ i, MIDDLE } : (astar_cell){ MIDDLE, i };
      const LandmarkRow *row = &landmarks->rows[grid_cell(&map->grid, at.x, at.y)];
      CHECK((row->columns[0] + row->columns[1] != 0) == (i > 3 && i < 13));
    }
    astar_map_free(map);
  }
}

TEST(preparing_again_makes_the_same_or_nothing) {
  random_seed(3);
  astar_map *map = random_ground(1, false, 20);
  Plane *plane = prepared(map);
  uint64_t number = plane->landmarks->number;
  CHECK(prepared(map)->landmarks->number == number);
  astar_map_set(map, MIDDLE, MIDDLE, plane->kind[grid_cell(&map->grid, MIDDLE, MIDDLE)] ? 2 : 1);
  CHECK(prepared(map)->landmarks->number > number);
  number = plane->landmarks->number;
  astar_terrain_define(map, "mud", 50, false, NULL);
  CHECK(prepared(map)->landmarks->number > number);
  astar_map_free(map);
}

/* ---- what they say --------------------------------------------------------------------------- */

/* No estimate is above the cost of the way, and to and from a landmark none is below it but for the
** rounding. */
static void check_bounds(int32_t scale, bool uniform) {
  astar_map *map = random_ground(scale, uniform, 25);
  const Landmarks *landmarks = prepared(map)->landmarks;
  uint64_t unit = (uint64_t)1 << landmarks->shift;
  CHECK(landmarks_serve(landmarks) && landmarks->both_ways == uniform);
  CHECK((landmarks->shift > 0) == (scale > 100));
  for (int i = 0; i < 400; i++) {
    astar_cell from = random_cell(), to = random_cell();
    const LandmarkRow *start = &landmarks->rows[grid_cell(&map->grid, from.x, from.y)];
    const LandmarkRow *goal = &landmarks->rows[grid_cell(&map->grid, to.x, to.y)];
    uint32_t cost = cost_of(map, from, to);
    if (cost == NO_WAY || start->columns[0] + start->columns[2] == 0) continue;
    uint64_t bound = landmarks_bound(landmarks, start, goal);
    CHECK(bound <= cost);
    if (uniform && (start->columns[1] == 0 || goal->columns[1] == 0))
      CHECK(bound + 2 * unit > cost);
    if (!uniform && (start->columns[2] == 0 || goal->columns[3] == INT16_MAX))
      CHECK(bound + 2 * unit > cost);
  }
  astar_map_free(map);
}

TEST(estimates_from_landmarks_are_lower_bounds) {
  random_seed(21);
  for (int i = 0; i < 12; i++) check_bounds(i % 3 == 0 ? 800 : i % 3, i % 2 == 0);
}

/* ---- shortcuts ------------------------------------------------------------------------------- */

/* What the engines estimate, of a search that has not begun. */
static uint64_t estimate_of(astar_map *map, astar_cell from, astar_cell to) {
  static astar_search search;
  Plane *plane = synced(map);
  search.map = map;
  search.view.plane = plane;
  search.view.least_straight = plane->cls->straight_cost[plane->cheapest];
  search.view.least_diagonal = plane->cls->diagonal_cost[plane->cheapest];
  search.query.heuristic = ASTAR_OCTILE;
  search.goal.cells = (astar_rect){ to.x, to.y, 1, 1 };
  Heuristic heuristic = heuristic_best(&search);
  return heuristic_estimate(&heuristic, grid_cell(&map->grid, from.x, from.y), from);
}

static void check_estimates(astar_map *map) {
  for (int i = 0; i < 60; i++) {
    astar_cell from = random_cell(), to = random_cell();
    uint32_t cost = cost_of(map, from, to);
    CHECK(cost == NO_WAY || estimate_of(map, from, to) <= cost);
  }
}

/* Walls are opened and mud dries up, here and there, and some becomes as it was; or all mud gets
** another cost. */
TEST(estimates_stay_lower_bounds_as_cells_become_cheaper) {
  random_seed(22);
  for (EACH_CASE(i, 400)) {
    int32_t scale = i % 3 == 0 ? 800 : 1;
    astar_map *map = random_ground(scale, i % 2 == 0, 20 + random_below(40));
    prepared_for(map, 1 + (int32_t)(i / 4 % 3), (astar_diagonal_rule)(i % 4));
    for (int round = 0; round < 3; round++) {
      for (int edits = random_below(6); edits > 0; edits--) {
        astar_cell at = random_cell();
        astar_map_set(map, at.x, at.y, 1 + random_below(3));
      }
      if (random_below(5) == 0)
        astar_terrain_define(map, "mud", (5 + random_below(35)) * scale, false, NULL);
      check_estimates(map);
    }
    astar_map_free(map);
  }
}

static bool covers(const Shortcuts *shortcuts, int32_t x, int32_t y) {
  for (int i = 0; i < shortcuts->area_count; i++) {
    astar_rect area = shortcuts->areas[i];
    if (x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height)
      return true;
  }
  return false;
}

/* Cells come and go, up to more than can be listed. What is said of them depends on which ones are
** there: a list that is made from nothing says the same. */
TEST(shortcuts_depend_on_the_cells_alone) {
  static Shortcuts shortcuts, again;
  static bool is_one[40 * 40];
  astar_map *map = open_map(40, 40);
  random_seed(23);
  shortcuts_clear(&shortcuts);
  for (int i = 0; i < 3000; i++) {
    int32_t at = random_below(i % 1500 < 700 ? 40 * 40 : 40 * 4);
    Cell cell = grid_cell(&map->grid, at % 40, at / 40);
    is_one[at] = !is_one[at];
    if (is_one[at]) shortcuts_add(&shortcuts, cell);
    else shortcuts_remove(&shortcuts, cell);
    shortcuts_clear(&again);
    for (int32_t k = 0; k < 40 * 40; k++)
      if (is_one[k]) shortcuts_add(&again, grid_cell(&map->grid, k % 40, k / 40));
    CHECK(shortcuts.count == again.count && shortcuts.sum == again.sum);
    CHECK(shortcuts_are_few(&again) == (again.count <= SHORTCUT_FEW));
    if (!shortcuts.listed && shortcuts_are_few(&again)) shortcuts = again;
    if (!shortcuts_are_few(&again)) continue;
    shortcuts_gather(&shortcuts, &map->grid);
    shortcuts_gather(&again, &map->grid);
    size_t bytes = (size_t)again.area_count * sizeof *again.areas;
    CHECK(shortcuts.area_count == again.area_count);
    CHECK(memcmp(shortcuts.areas, again.areas, bytes) == 0);
    for (int32_t k = 0; k < 40 * 40; k++)
      if (is_one[k]) CHECK(covers(&again, k % 40 - 1, k / 40 - 1) &&
                           covers(&again, k % 40 + 1, k / 40 + 1));
  }
  astar_map_free(map);
}

/* A comb: corridors side by side, whose way from one to the next leads round the ends of walls. */
static astar_map *comb(void) {
  astar_map *map = open_map(63, 63);
  for (int32_t x = 1; x < 63; x += 2)
    for (int32_t y = 0; y < 62; y++) astar_map_set(map, x, x % 4 == 1 ? y : y + 1, WALL);
  return map;
}

/* An opened cell leaves the landmarks of use, and is used itself; with too many of them it is as if
** there were no landmarks, until they become fewer. */
TEST(landmarks_serve_among_shortcuts) {
  const astar_cell start = { 30, 0 }, goal = { 50, 62 };
  astar_map *map = comb(), *bare = comb();
  uint32_t alone = expanded_between(bare, start, goal);
  prepared(map);
  uint32_t with = expanded_between(map, start, goal);
  CHECK(4 * with < 3 * alone);
  astar_map_set(map, 59, 30, OPEN);
  CHECK(expanded_between(map, start, goal) < alone);
  astar_map_set(map, 41, 30, OPEN);
  astar_map_set(bare, 41, 30, OPEN);
  CHECK(cost_of(map, start, goal) == cost_of(bare, start, goal));
  CHECK(expanded_between(map, start, goal) < expanded_between(bare, start, goal));
  for (int32_t y = 1; y < 62; y++)
    for (int32_t x = 3; x < 23; x += 2) astar_map_set(map, x, y, OPEN);
  CHECK(!landmarks_serve(synced(map)->landmarks));
  astar_map_set(map, 45, 30, OPEN);             /* one of too many, and then the only one */
  astar_map_set(map, 59, 30, WALL);
  astar_map_set(map, 41, 30, WALL);
  for (int32_t y = 1; y < 62; y++) {            /* row by row: each is noted, not all looked at */
    for (int32_t x = 3; x < 23; x += 2) astar_map_set(map, x, y, WALL);
    CHECK(landmarks_serve(synced(map)->landmarks) == (y >= 36));
  }
  astar_map_set(bare, 41, 30, WALL);
  astar_map_set(bare, 45, 30, OPEN);
  for (int32_t x = 0; x < 63; x += 2) {
    const astar_cell from = { x, 30 };
    CHECK(cost_of(map, from, goal) == cost_of(bare, from, goal));
    CHECK(estimate_of(map, from, goal) <= cost_of(bare, from, goal));
  }
  astar_map_set(map, 45, 30, WALL);
  CHECK(landmarks_serve(synced(map)->landmarks));
  CHECK(expanded_between(map, start, goal) == with);
  astar_map_free(map);
  astar_map_free(bare);
}

/* After each step of the search a cell is opened far away, in the rock on the right. */
TEST(suspended_searches_end_while_cells_are_opened) {
  random_seed(24);
  astar_map *map = random_map(70, 40, 30);
  astar_status why, status;
  for (int32_t i = 0; i < 30 * 40; i++) astar_map_set(map, 40 + i % 30, i / 30, WALL);
  for (int32_t y = 0; y < 40; y += 39)
    for (int32_t x = 0; x < 40; x++) astar_map_set(map, x, y, OPEN);
  prepared(map);
  astar_query query = astar_query_default();
  query.engine = ASTAR_ENGINE_JPSW;
  astar_search *search = astar_search_new(map, 0, 0, (astar_rect){ 39, 39, 1, 1 }, &query, &why);
  int32_t steps = 0;
  while ((status = astar_search_step(search, 1)) == ASTAR_RUNNING)
    astar_map_set(map, 60, steps++ % 40, OPEN);
  CHECK(status == ASTAR_OK && steps > 8);
  astar_search_free(search);
  astar_map_free(map);
}

/* A cost that a class had once, before it was saved. */
TEST(a_loaded_map_is_prepared_as_the_saved_one) {
  astar_map *map = random_ground(1, false, 10);
  astar_terrain_define(map, "road", 5, false, NULL);
  prepared(map);
  astar_terrain_define(map, "road", 0, false, NULL);
  prepared(map);
  astar_map *loaded = copy_of(map);
  for (int i = 0; i < 2; i++) {
    astar_map *one = i == 0 ? map : loaded;
    astar_terrain_define(one, "road", 5, false, NULL);
    CHECK(!landmarks_are_fresh(synced(one)->landmarks));
  }
  astar_map_free(map);
  astar_map_free(loaded);
}

/* ---- without memory -------------------------------------------------------------------------- */

static int64_t allocations_left = -1;

static void *allocate(void *user, void *old, size_t old_size, size_t size) {
  (void)user;
  (void)old_size;
  if (size == 0) {
    free(old);
    return NULL;
  }
  if (allocations_left == 0) return NULL;
  if (allocations_left > 0) allocations_left--;
  return realloc(old, size);
}

/* Where there is no memory for new landmarks, the old ones go on serving. */
TEST(a_failed_preparation_leaves_the_old_landmarks) {
  astar_query query = astar_query_default();
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = desc.height = 40;
  desc.allocator.realloc = allocate;
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  for (int32_t i = 0; i < 40; i++) astar_map_set(map, 20, i, WALL);
  prepared(map);
  astar_map_set(map, 20, 20, OPEN);
  uint64_t number = synced(map)->landmarks->number;
  int64_t failures = 0;
  do allocations_left = failures++;
  while ((why = find_landmarks(map, &query)) == ASTAR_NO_MEMORY &&
         synced(map)->landmarks->number == number && landmarks_serve(map->planes->landmarks));
  CHECK(why == ASTAR_OK && failures > 4);
  allocations_left = -1;
  CHECK(synced(map)->landmarks->number > number);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
