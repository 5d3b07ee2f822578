/*
** On uniform ground jump point search finds the cells that plain A* does, whatever a diagonal step
** costs: where it is nearly two straight ones, a detour costs next to nothing more than the way
** without it, and equally cheap ways abound.
*/
#include "check.h"

enum { MAPS = 40, QUERIES = 60, SIDE = 126, WALLS = 20 };   /* so many of 100 cells are walls */

static astar_map *new_map(int32_t straight, int32_t diagonal) {
  astar_status why;
  astar_map_desc desc = astar_map_default();
  desc.width = desc.height = SIDE;
  desc.straight = straight;
  desc.diagonal = diagonal;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) exit(2);
  CHECK(astar_terrain_define(map, "open", straight, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "wall", 0, true, NULL) == ASTAR_OK);
  for (int32_t y = 0; y < SIDE; y++)
    for (int32_t x = 0; x < SIDE; x++)
      astar_map_set(map, x, y, random_below(100) < WALLS ? WALL : OPEN);
  return map;
}

static bool same_cells(const astar_path *a, const astar_path *b) {
  if (a == NULL || b == NULL) return a == b;
  if (astar_path_cost(a) != astar_path_cost(b)) return false;
  if (astar_path_length(a) != astar_path_length(b)) return false;
  for (int32_t i = 0; i < astar_path_length(a); i++) {
    astar_cell one = astar_path_cell(a, i), other = astar_path_cell(b, i);
    if (one.x != other.x || one.y != other.y) return false;
  }
  return true;
}

static astar_path *find(astar_map *map, astar_cell start, astar_rect goal, astar_engine engine) {
  astar_query query = astar_query_default();
  astar_path *path;
  query.engine = engine;
  astar_status why;
  path = astar_path_find(map, start.x, start.y, goal, &query, &why);
  return path;
}

static void compare(astar_map *map) {
  astar_cell start = { random_below(SIDE), random_below(SIDE) };
  astar_rect goal = { random_below(SIDE), random_below(SIDE), 1, 1 };
  astar_path *plain = find(map, start, goal, ASTAR_ENGINE_ASTAR);
  astar_path *fast = find(map, start, goal, ASTAR_ENGINE_AUTO);
  CHECK(same_cells(plain, fast));
  astar_path_free(map, plain);
  astar_path_free(map, fast);
}

static void compare_with(int32_t straight, int32_t diagonal) {
  random_seed(1);
  for (EACH_CASE(i, MAPS / 2)) {
    astar_map *map = new_map(straight, diagonal);
    for (int32_t j = 0; j < QUERIES; j++) compare(map);
    astar_map_free(map);
  }
}

TEST(two_to_three) { compare_with(2, 3); }
TEST(three_to_five) { compare_with(3, 5); }
TEST(nearly_one_to_two) { compare_with(100, 199); }
TEST(ten_to_fourteen) { compare_with(10, 14); }
TEST(one_to_one) { compare_with(10, 10); }

int main(void) { return run_tests(); }
