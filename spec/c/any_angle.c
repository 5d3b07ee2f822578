/*
** Any-angle paths in C, on maps larger than those of any_angle_spec.lua: their length is that of
** Dijkstra's search over all clear lines between corners, found here with fractions; and nothing is
** lost where each allocation in turn fails.
*/
#include <math.h>

#include "store.h"

enum { SIDE = 44, CORNERS = SIDE * SIDE };

typedef struct Scene {
  Store store;
  astar_map *map;
  bool open[SIDE][SIDE];            /* [y][x] */
  astar_cell corners[CORNERS];      /* the start first, then the goal */
  int32_t count;
} Scene;

static Scene scene;

static bool open_at(int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < SIDE && y < SIDE && scene.open[y][x];
}

static bool is_corner(int32_t x, int32_t y) {
  for (int32_t dy = -1; dy <= 1; dy += 2)
    for (int32_t dx = -1; dx <= 1; dx += 2)
      if (open_at(x, y) && open_at(x + dx, y) && open_at(x, y + dy) && !open_at(x + dx, y + dy))
        return true;
  return false;
}

static void make_scene(int32_t walls) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = desc.height = SIDE;
  desc.allocator = (astar_allocator){ store_realloc, &scene.store };
  scene.map = astar_map_new(&desc, &why);
  CHECK(why == ASTAR_OK);
  define_terrains(scene.map);
  scene.count = 2;
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    int32_t x = i % SIDE, y = i / SIDE;
    scene.open[y][x] = random_below(100) >= walls;
    astar_map_set(scene.map, x, y, scene.open[y][x] ? OPEN : WALL);
  }
  for (int32_t i = 0; i < SIDE * SIDE; i++)
    if (is_corner(i % SIDE, i / SIDE))
      scene.corners[scene.count++] = (astar_cell){ i % SIDE, i / SIDE };
}

static void end_scene(void) {
  CHECK(astar_map_memory(scene.map) == scene.store.held);
  astar_map_free(scene.map);
  CHECK(scene.store.held == 0);
}

/* ---- the oracle ------------------------------------------------------------------------------ */

/* Along which part of the line, from 0 to 1, is one coordinate less than 1 from a centre? */
static void narrow(double from, double to, double centre, double *first, double *last) {
  if (from == to) {
    if (fabs(from - centre) >= 1) *last = -1;
    return;
  }
  double a = (centre - 1 - from) / (to - from), b = (centre + 1 - from) / (to - from);
  *first = fmax(*first, fmin(a, b));
  *last = fmin(*last, fmax(a, b));
}

static bool is_clear(astar_cell a, astar_cell b) {
  int32_t left = a.x < b.x ? a.x : b.x, right = a.x < b.x ? b.x : a.x;
  int32_t top = a.y < b.y ? a.y : b.y, bottom = a.y < b.y ? b.y : a.y;
  for (int32_t y = top; y <= bottom; y++)
    for (int32_t x = left; x <= right; x++) {
      double first = 0, last = 1;
      if (scene.open[y][x]) continue;
      narrow(a.x, b.x, x, &first, &last);
      narrow(a.y, b.y, y, &first, &last);
      if (last - first > 1e-9) return false;
    }
  return true;
}

static double line_length(astar_cell a, astar_cell b) {
  return hypot((double)b.x - a.x, (double)b.y - a.y);
}

/* From corner 0 to corner 1; -1: there is no way. */
static double shortest(void) {
  static double far[CORNERS];
  static bool done[CORNERS];
  for (int32_t i = 0; i < scene.count; i++) far[i] = i == 0 ? 0 : HUGE_VAL, done[i] = false;
  for (;;) {
    int32_t best = -1;
    for (int32_t i = 0; i < scene.count; i++)
      if (!done[i] && far[i] < (best < 0 ? HUGE_VAL : far[best])) best = i;
    if (best < 0) return -1;
    if (best == 1) return far[1];
    done[best] = true;
    for (int32_t i = 0; i < scene.count; i++) {
      double length = far[best] + line_length(scene.corners[best], scene.corners[i]);
      if (!done[i] && length < far[i] && is_clear(scene.corners[best], scene.corners[i]))
        far[i] = length;
    }
  }
}

/* ---- tests ----------------------------------------------------------------------------------- */

static astar_cell random_open_cell(void) {
  astar_cell cell;
  do cell = (astar_cell){ random_below(SIDE), random_below(SIDE) };
  while (!scene.open[cell.y][cell.x]);
  return cell;
}

static astar_status find(astar_path **path) {
  astar_query query = astar_query_default();
  query.any_angle = true;
  query.engine = ASTAR_ENGINE_ANY_ANGLE;
  astar_cell from = scene.corners[0], to = scene.corners[1];
  return astar_path_find(scene.map, from.x, from.y, (astar_rect){ to.x, to.y, 1, 1 }, &query, path);
}

static void check_path(void) {
  astar_path *path;
  astar_status status = find(&path);
  double expected = shortest(), length = 0;
  CHECK(status == (expected < 0 ? ASTAR_UNREACHABLE : ASTAR_OK));
  if (status != ASTAR_OK) return;
  int32_t turns = astar_path_turns(path);
  for (int32_t i = 1; i < turns; i++) {
    astar_cell a = astar_path_turn(path, i - 1), b = astar_path_turn(path, i);
    CHECK(is_clear(a, b));
    length += line_length(a, b);
  }
  CHECK(fabs(length - expected) <= turns / 65536.0);
  CHECK(fabs(astar_path_distance(scene.map, path) - length) < 1e-6);
  astar_path_free(scene.map, path);
}

static void no_path_of_clear_lines_is_shorter(void) {
  static const int32_t walls[] = { 2, 5, 10, 20, 35, 45 };
  random_seed(18);
  for (int32_t map = 0; map < 48; map++) {
    make_scene(walls[map % 6]);
    for (int32_t i = 0; i < 8; i++) {
      scene.corners[0] = random_open_cell();
      scene.corners[1] = random_open_cell();
      check_path();
    }
    end_scene();
  }
}

/* The same path on a new map, one of whose allocations fails after it is made. False: none has. */
static bool starve(const astar_path *path, long nth) {
  astar_path *again;
  random_seed(4);
  make_scene(20);
  scene.store.failed = false;
  scene.store.countdown = nth;
  astar_status status = find(&again);
  scene.store.countdown = 0;
  CHECK(status == (scene.store.failed ? ASTAR_NO_MEMORY : ASTAR_OK));
  if (status != ASTAR_OK) status = find(&again);
  CHECK(status == ASTAR_OK && memcmp(path, again, astar_path_bytes(path)) == 0);
  astar_path_free(scene.map, again);
  end_scene();
  return scene.store.failed;
}

static void a_search_without_memory_loses_nothing(void) {
  astar_path *path;
  random_seed(4);
  make_scene(20);
  scene.corners[0] = random_open_cell();
  scene.corners[1] = random_open_cell();
  CHECK(find(&path) == ASTAR_OK && astar_path_turns(path) > 5);
  void *copy = malloc(astar_path_bytes(path));
  memcpy(copy, path, astar_path_bytes(path));
  astar_path_free(scene.map, path);
  end_scene();
  long nth = 1;
  while (starve(copy, nth)) nth++;
  CHECK(nth > 10);
  free(copy);
}

int main(void) {
  TEST(no_path_of_clear_lines_is_shorter);
  TEST(a_search_without_memory_loses_nothing);
  return check_summary();
}
