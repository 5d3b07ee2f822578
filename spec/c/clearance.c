/* How far it is to the nearest cell where the class cannot stand, as it is defined. */
#include "land.h"

static void check_clearance(const Land *land) {
  astar_query query = land_query(land);
  for (int32_t y = 0; y < land->ground.height; y++)
    for (int32_t x = 0; x < land->ground.width; x++) {
      uint32_t clearance = UINT32_MAX;
      CHECK(astar_map_clearance(land->map, x, y, &query, &clearance) == ASTAR_OK);
      CHECK(clearance == defined_clearance(&land->ground, x, y));
    }
}

TEST(clearance_is_what_is_defined) {
  for (EACH_CASE(seed, 120)) {
    Land land;
    land_begin(&land, 19, 3);
    for (int edit = 0; edit < 3; edit++) {
      check_clearance(&land);
      land_edit(&land);
    }
    land_free(&land);
  }
}

TEST(cells_outside_the_map_have_none) {
  uint32_t clearance;
  astar_map *map = open_map(5, 4);
  astar_query query = astar_query_default();
  CHECK(astar_map_clearance(map, 2, 1, NULL, &clearance) == ASTAR_OK && clearance == 4);
  CHECK(astar_map_clearance(map, 5, 1, NULL, &clearance) == ASTAR_INVALID);
  CHECK(astar_map_clearance(map, 2, -1, NULL, &clearance) == ASTAR_INVALID);
  query.budget = 1;
  query.within = -1;
  CHECK(astar_map_clearance(map, 2, 1, &query, &clearance) == ASTAR_INVALID);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
