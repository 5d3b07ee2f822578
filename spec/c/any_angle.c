/*
** Any-angle paths in C, on maps larger than those of any_angle_spec.lua: their length is that of
** Dijkstra's search over all clear lines between corners, found here with fractions; and nothing is
** lost where each allocation in turn fails.
*/
#include "lines.h"
#include "store.h"

enum { SIDE = 44 };

typedef struct Scene {
  Store store;
  astar_map *map;
  Ground ground;
  astar_cell from, to;
} Scene;

static Scene scene;

static void make_scene(int32_t walls) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = desc.height = SIDE;
  desc.allocator = (astar_allocator){ store_realloc, &scene.store };
  scene.map = astar_map_new(&desc, &why);
  CHECK(why == ASTAR_OK);
  define_terrains(scene.map);
  scene.ground = ground_new(ASTAR_GRID_SQUARE, SIDE, SIDE);
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    scene.ground.places[i].open = random_below(100) >= walls;
    astar_map_set(scene.map, i % SIDE, i / SIDE, scene.ground.places[i].open ? OPEN : WALL);
  }
}

static void end_scene(void) {
  CHECK(astar_map_memory(scene.map) == scene.store.held);
  ground_free(&scene.ground);
  astar_map_free(scene.map);
  CHECK(scene.store.held == 0);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static astar_cell random_open_cell(void) {
  astar_cell cell;
  do cell = (astar_cell){ random_below(SIDE), random_below(SIDE) };
  while (!ground_open(&scene.ground, cell.x, cell.y));
  return cell;
}

static astar_path *find(astar_status *why) {
  astar_query query = astar_query_default();
  query.any_angle = true;
  query.engine = ASTAR_ENGINE_ANYA;
  astar_rect goal = { scene.to.x, scene.to.y, 1, 1 };
  return astar_path_find(scene.map, scene.from.x, scene.from.y, goal, &query, why);
}

static void check_path(void) {
  astar_status status;
  astar_path *path = find(&status);
  double expected = lines_shortest(&scene.ground, scene.from, scene.to);
  CHECK(status == (expected < 0 ? ASTAR_UNREACHABLE : ASTAR_OK));
  if (status != ASTAR_OK) return;
  double length = lines_length(&scene.ground, path);
  CHECK(fabs(length - expected) <= astar_path_corners(path) / 65536.0);
  CHECK(fabs(astar_path_distance(scene.map, path) - length) < 1e-6);
  astar_path_free(scene.map, path);
}

TEST(no_path_of_clear_lines_is_shorter) {
  static const int32_t walls[] = { 2, 5, 10, 20, 35, 45 };
  random_seed(18);
  for (int32_t map = 0; map < 48; map++) {
    make_scene(walls[map % 6]);
    for (int32_t i = 0; i < 8; i++) {
      scene.from = random_open_cell();
      scene.to = random_open_cell();
      check_path();
    }
    end_scene();
  }
}

int main(void) { return run_tests(); }
