/* How far it is to the nearest cell where the class cannot stand, as it is defined. */
#include "terrain_world.h"

static uint32_t defined_clearance(const Ground *ground, int32_t x, int32_t y) {
  uint32_t least = UINT32_MAX;
  for (int32_t to_y = -1; to_y <= ground->height; to_y++)
    for (int32_t to_x = -1; to_x <= ground->width; to_x++) {
      uint32_t square = (uint32_t)((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y));
      if (!ground_open(ground, to_x, to_y) && square < least) least = square;
    }
  return least;
}

static void check_clearance(const World *world) {
  astar_query query = world_query(world);
  for (int32_t y = 0; y < world->ground.height; y++)
    for (int32_t x = 0; x < world->ground.width; x++) {
      uint32_t clearance = UINT32_MAX;
      CHECK(astar_map_clearance(world->map, x, y, &query, &clearance) == ASTAR_OK);
      CHECK(clearance == defined_clearance(&world->ground, x, y));
    }
}

static void clearance_is_what_is_defined(void) {
  for (EACH_CASE(seed, 120)) {
    World world = world_new(seed, 1 + (int32_t)(seed * 7 % 19), 1 + (int32_t)(seed * 5 % 17),
                            (int32_t)(seed % 7) * 3);
    for (int edit = 0; edit < 3; edit++) {
      check_clearance(&world);
      world_edit(&world);
    }
    world_free(&world);
  }
}

static void cells_outside_the_map_have_none(void) {
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

int main(void) {
  TEST(clearance_is_what_is_defined);
  TEST(cells_outside_the_map_have_none);
  return check_summary();
}
