/*
** Memory that runs out in searches: each allocation is made to fail in turn. The search must say so
** and succeed when it goes on; nothing may leak. What fails of all other calls is tried by
** spec/memory/sweep.c, through Lua.
*/
#include "store.h"

typedef struct World {
  Store store;
  astar_map *map;
  astar_unit *walker;
} World;

static void make_world(World *world) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  memset(world, 0, sizeof *world);
  desc.width = 40;
  desc.height = 30;
  desc.allocator = (astar_allocator){ store_realloc, &world->store };
  world->map = astar_map_new(&desc, &why);
  define_terrains(world->map);
  astar_map_fill(world->map, (astar_rect){ 8, 3, 1, 20 }, WALL);
  astar_influence *danger = astar_influence_new(world->map, "danger", 1024, &why);
  astar_influence_add(danger, 20, 10, 500, 6, ASTAR_FALLOFF_LINEAR);
  astar_player *red = new_player(world->map, "red");
  world->walker = new_unit(red, 2, 2, 5);
  CHECK(new_unit(red, 20, 10, -1) != NULL);
}

static void free_world(World *world) {
  CHECK(astar_map_memory(world->map) == world->store.held);
  astar_map_free(world->map);
  CHECK(world->store.held == 0);
}

/* ---- searches in steps ----------------------------------------------------------------------- */

static astar_search *begin_search(World *world, astar_engine engine) {
  astar_status why;
  astar_query query = astar_query_default();
  query.unit = world->walker;
  query.explain = true;
  query.engine = engine;
  return astar_search_new(world->map, 2, 2, (astar_rect){ 33, 25, 1, 1 }, &query, &why);
}

static astar_status run_search(astar_search *search) {
  astar_status status;
  do status = astar_search_step(search, 20);
  while (status == ASTAR_RUNNING);
  return status;
}

static astar_path *path_of(const astar_search *search) {
  return astar_search_path(search, 0, malloc(astar_search_path_size(search, 0)));
}

/* Memory ends in each step in turn, the making of the path included. The next step begins again,
** and comes to the path and the count of nodes of a search that was not disturbed. */
static void sweep_steps(astar_engine engine) {
  bool failed = true;
  for (long nth = 1; failed; nth++) {
    World world;
    make_world(&world);
    astar_search *whole = begin_search(&world, engine);
    CHECK(run_search(whole) == ASTAR_OK);
    world.store.countdown = nth;
    astar_search *search = begin_search(&world, engine);
    astar_status status = search != NULL ? run_search(search) : ASTAR_NO_MEMORY;
    world.store.countdown = 0;
    if (search == NULL) search = begin_search(&world, engine);
    failed = world.store.failed;
    CHECK(status == (failed ? ASTAR_NO_MEMORY : ASTAR_OK));
    CHECK(run_search(search) == ASTAR_OK);
    astar_path *path = path_of(search), *expected = path_of(whole);
    CHECK(memcmp(path, expected, astar_path_bytes(expected)) == 0);
    free(path);
    free(expected);
    astar_search_free(whole);
    astar_search_free(search);
    free_world(&world);
    if (nth == 1) CHECK(failed);
  }
}

TEST(searching_in_steps) { sweep_steps(ASTAR_ENGINE_AUTO); }
TEST(searching_plainly) { sweep_steps(ASTAR_ENGINE_ASTAR); }

/* ---- explaining ------------------------------------------------------------------------------ */

/* Memory that the map holds more after a path over an influence map was explained, or after it was
** cut off at the nearest cell, than after the same path without. */
static size_t held_for(astar_query query, bool explain, uint32_t budget) {
  enum { SIDE = 300 };
  astar_map_desc desc = astar_map_default();
  Store store = { 0 };
  astar_status why;
  astar_path *path;
  desc.width = desc.height = SIDE;
  desc.allocator = (astar_allocator){ store_realloc, &store };
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  astar_weighted danger = { astar_influence_new(map, "danger", 1024, &why), 1024 };
  astar_influence_add(danger.influence, 150, 150, 90, 140, ASTAR_FALLOFF_LINEAR);
  query.influences = &danger;
  query.influence_count = 1;
  size_t held = 0;
  for (int with = 0; with < 2; with++) {
    held = store.held;
    query.explain = with && explain;
    query.budget = with ? budget : 0;
    path = astar_path_find(map, 100, 100, (astar_rect){ 200, 160, 1, 1 }, &query, &why);
    CHECK(why == (query.budget > 0 ? ASTAR_PARTIAL : ASTAR_OK));
    astar_path_free(map, path);
  }
  size_t more = store.held - held;
  astar_map_free(map);
  CHECK(store.held == 0);
  return more;
}

TEST(explaining_a_path_takes_no_memory_for_each_cell_of_the_map) {
  astar_query query = astar_query_default();
  query.engine = ASTAR_ENGINE_JPSW;
  query.partial = true;
  CHECK(held_for(query, true, 0) < 300 * 300);
  CHECK(held_for(query, false, 50) < 300 * 300);
}

int main(void) { return run_tests(); }
