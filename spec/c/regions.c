/*
** What an edit costs: regions are repaired where they have changed, whatever the size of the map.
** The measure is what finding all of them takes on the same machine at the same time, of which an
** edit takes some three thousandth: no load of the machine makes it a hundredth.
*/
#include <time.h>

#include "check.h"

enum { SIDE = 4096, EDITS = 25 };

static astar_map *large_map(void) {
  astar_map *map = open_map(SIDE, SIDE);
  astar_map_fill(map, (astar_rect){ 0, 0, SIDE, SIDE }, OPEN);
  return map;
}

static bool reaches(astar_map *map) {
  astar_query query = astar_query_default();
  astar_rect goal = { SIDE - 2, SIDE - 2, 1, 1 };
  return astar_map_reachable(map, 0, 0, goal, &query) == ASTAR_OK;
}

/* Of the processor, not of the clock on the wall. */
static clock_t time_to_find_all(astar_map *map) {
  clock_t began = clock();
  CHECK(reaches(map));
  return clock() - began;
}

/* Walls in the middle column and takes them away; asks after each edit. */
static clock_t time_to_edit(astar_map *map, bool closes) {
  clock_t began = clock();
  random_seed(5);
  for (int i = 0; i < EDITS; i++) {
    int32_t y = 2 + random_below(SIDE - 4);
    for (int32_t terrain = WALL; terrain >= OPEN; terrain--) {
      astar_map_set(map, SIDE / 2, y, terrain);
      CHECK(reaches(map) == (terrain == OPEN || !closes));
    }
  }
  return clock() - began;
}

static void compare(astar_map *map, bool closes) {
  clock_t all = time_to_find_all(map), edits = time_to_edit(map, closes);
  CHECK(edits * 100 < all * 2 * EDITS);
  astar_map_free(map);
}

TEST(edits_of_open_ground) {
  compare(large_map(), false);
}

/* One way that goes up and down through every column. */
TEST(edits_of_a_long_way) {
  astar_map *map = large_map();
  for (int32_t x = 1; x < SIDE - 1; x += 2)
    astar_map_fill(map, (astar_rect){ x, x % 4 == 3 ? 0 : 1, 1, SIDE - 1 }, WALL);
  compare(map, true);
}

int main(void) { return run_tests(); }
