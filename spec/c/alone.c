/* A map without units is the same whether a library has units or not: its hash, its bytes, and what
** becomes of it when it is loaded, forked, resized. `make test-parts` runs this without units. */
#include "check.h"

#define HASH  0x13dc5d9a526ad4dbu
#define BYTES 0x698d1068e0917032u

static astar_map *valley(void) {
  astar_status why;
  int32_t count;
  astar_map *map = open_map(20, 12);
  for (int32_t y = 1; y < 12; y++) astar_map_set(map, 9, y, WALL);
  astar_player *red = new_player(map, "red");
  const astar_cell *changed;
  astar_player_see(red, 4, 4, 5, &changed, &count);
  astar_influence *fear = astar_influence_new(map, "fear", ASTAR_ONE, &why);
  astar_influence_set(fear, 10, 0, 30);
  astar_recipe recipe = astar_recipe_default(ASTAR_RECIPE_HISTORY);
  astar_weighted term = { fear, ASTAR_ONE };
  recipe.terms = &term;
  recipe.term_count = 1;
  recipe.half_life = 5;
  astar_influence_derive(map, "memory", ASTAR_ONE, &recipe, &why);
  CHECK(why == ASTAR_OK);
  const astar_unit_event *events;
  for (int tick = 0; tick < 3; tick++)
    CHECK(astar_map_tick(map, &events, &count) == ASTAR_OK && count == 0);
  return map;
}

TEST(a_map_without_units_is_the_same_in_each_library) {
  astar_status why;
  astar_map *map = valley();
  CHECK(is_constant(astar_map_hash(map), HASH));
  size_t size;
  uint8_t *bytes = saved_map(map, &size);
  CHECK(is_constant(astar_checksum(bytes, size), BYTES));
  astar_map *loaded = astar_map_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
  CHECK(loaded != NULL && astar_map_hash(loaded) == HASH && astar_map_ticks(loaded) == 3);
  astar_map *forked = astar_map_fork(map, &why);
  CHECK(forked != NULL && astar_map_hash(forked) == HASH);
  astar_resize larger = { .width = 24, .height = 12, .dx = 2 };
  astar_map *resized = astar_map_resize(map, &larger, &why);
  CHECK(resized != NULL && astar_map_get(resized, 11, 5) == WALL);
  free(bytes);
  astar_map_free(map);
  astar_map_free(loaded);
  astar_map_free(forked);
  astar_map_free(resized);
}

int main(void) { return run_tests(); }
