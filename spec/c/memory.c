/*
** Memory that runs out: each allocation of each operation is made to fail in turn. The operation
** must say so, leave the map as it was, and succeed when it is tried again; nothing may leak.
*/
#include "store.h"

typedef struct World {
  Store store;
  astar_map *map;
  astar_player *red, *blue;
  astar_influence *danger;
  astar_unit *walker, *guard;
  astar_path *path;
} World;

/* A unit stands in the way of another, which will look for a new path. */
static void make_jam(World *world, int32_t y) {
  astar_query query = astar_query_default();
  astar_path *path;
  astar_unit *unit = query.unit = new_unit(world->blue, 20, y, -1);
  astar_rect goal = { 32, y, 1, 1 };
  CHECK(astar_path_find(world->map, 20, y, goal, &query, &path) == ASTAR_OK);
  astar_unit_set_avoidance(unit, ASTAR_AVOIDANCE_REPATH);
  astar_unit_set_speed(unit, ASTAR_ONE);
  CHECK(astar_unit_follow_path(unit, path, NULL) == ASTAR_OK);
  astar_path_free(world->map, path);
  CHECK(new_unit(world->red, 25, y, -1) != NULL);
}

static void make_world(World *world) {
  astar_map_desc desc = astar_map_default();
  astar_query query = astar_query_default();
  astar_status why;
  memset(world, 0, sizeof *world);
  desc.width = 40;
  desc.height = 30;
  desc.allocator = (astar_allocator){ store_realloc, &world->store };
  world->map = astar_map_new(&desc, &why);
  define_terrains(world->map);
  astar_map_fill(world->map, (astar_rect){ 8, 3, 1, 20 }, WALL);
  world->red = new_player(world->map, "red");
  world->blue = new_player(world->map, "blue");
  astar_player_share(world->red, world->blue, true);
  world->danger = astar_influence_new(world->map, "danger", 1024, &why);
  astar_influence_add(world->danger, 20, 10, 500, 6, ASTAR_FALLOFF_LINEAR);
  world->walker = new_unit(world->red, 2, 2, 5);
  world->guard = new_unit(world->blue, 30, 20, -1);
  CHECK(astar_path_find(world->map, 2, 2, (astar_rect){ 12, 9, 1, 1 }, &query, &world->path) ==
        ASTAR_OK);
  make_jam(world, 26);
  make_jam(world, 28);
}

static void free_world(World *world) {
  astar_path_free(world->map, world->path);
  CHECK(astar_map_memory(world->map) == world->store.held);
  astar_map_free(world->map);
  CHECK(world->store.held == 0);
}

/* ---- operations ------------------------------------------------------------------------------ */

static astar_status op_player(World *world) {
  astar_status why;
  astar_player_new(world->map, "green", &why);
  return why;
}

static astar_status op_see(World *world) {
  return astar_player_see(world->blue, 20, 20, 9, NULL, NULL);
}

static astar_status op_look_and_see(World *world) {
  astar_player_end_sight(world->blue);
  return astar_player_see(world->blue, 21, 20, 40, NULL, NULL);
}

static astar_status op_unit(World *world) {
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.x = 25;
  desc.y = 25;
  desc.sight = 12;
  astar_unit_new(world->red, &desc, &why);
  return why;
}

/* So many that the table of occupied cells has to grow on the way. */
static astar_status op_large_unit(World *world) {
  astar_class_desc shape = astar_class_default();
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  shape.size = 12;
  desc.x = 25;
  desc.y = 2;
  desc.cls = astar_class_new(world->map, &shape, &why);
  if (why == ASTAR_OK) astar_unit_new(world->red, &desc, &why);
  return why;
}

static astar_status op_sight(World *world) {
  return astar_unit_set_sight(world->walker, 30);
}

static astar_status op_follow(World *world) {
  return astar_unit_follow_path(world->walker, world->path, NULL);
}

static astar_status op_follow_again(World *world) {
  bool follows = astar_unit_follow_path(world->walker, world->path, NULL) == ASTAR_OK;
  CHECK(follows || world->store.failed);
  if (world->store.failed) return ASTAR_NO_MEMORY;
  return astar_unit_follow_path(world->walker, astar_unit_path(world->walker, NULL), NULL);
}

static astar_status op_own_query(World *world) {
  astar_weighted weight = { world->danger, 7 };
  astar_query query = astar_query_default();
  query.influences = &weight;
  query.influence_count = 1;
  if (astar_unit_follow_path(world->walker, world->path, NULL) != ASTAR_OK) return ASTAR_NO_MEMORY;
  return astar_unit_follow_path(world->walker, world->path, &query);
}

static astar_status op_traffic(World *world) {
  return astar_player_set_traffic(world->red, 8);
}

static astar_status op_tick(World *world) {
  return astar_map_tick(world->map, NULL, NULL);
}

static astar_status op_reroute(World *world) {
  for (int i = 0; i < 12; i++) {
    astar_status status = astar_map_tick(world->map, NULL, NULL);
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

/* The map may be freed while one of the searches is under way. */
static astar_status op_reroute_slowly(World *world) {
  astar_status status = astar_map_set_rerouting(world->map, 2);
  return status == ASTAR_OK ? op_reroute(world) : status;
}

/* The walker's path, which is explained, is cut. A tick that lacks memory changes nothing. */
static astar_status op_repair(World *world) {
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  const astar_unit_event *events;
  int32_t count;
  query.unit = world->walker;
  query.explain = true;
  astar_rect goal = { 12, 9, 1, 1 };
  astar_map_fill(world->map, (astar_rect){ 3, 0, 4, 9 }, OPEN);
  astar_status status = astar_path_find(world->map, 2, 2, goal, &query, &path);
  if (status == ASTAR_OK) status = astar_unit_follow_path(world->walker, path, NULL);
  astar_cell at = path != NULL ? astar_path_cell(path, 3) : (astar_cell){ 0 };
  astar_path_free(world->map, path);
  if (status != ASTAR_OK) return status;
  astar_map_set(world->map, at.x, at.y, WALL);
  uint64_t before = astar_map_hash(world->map);
  status = astar_map_tick(world->map, &events, &count);
  if (status != ASTAR_OK) CHECK(astar_map_hash(world->map) == before);
  else CHECK(count >= 1 && events[0].kind == ASTAR_EVENT_REPAIRED);
  return status;
}

static astar_status op_class(World *world) {
  astar_class_desc desc = astar_class_default();
  astar_status why;
  astar_class_new(world->map, &desc, &why);
  return why;
}

static astar_status op_influence(World *world) {
  astar_status why;
  astar_influence_new(world->map, "smell", 0, &why);
  return why;
}

static astar_status op_spread(World *world) {
  return astar_influence_spread(world->danger, 300);
}

static astar_status op_eyes(World *world) {
  astar_status why;
  astar_eye eyes[] = { { 20, 20, 9 }, { 1, 1, 40 } };
  astar_sight_free(astar_sight_new(world->map, eyes, 2, world->blue, &why));
  return why;
}

static astar_status op_query(World *world) {
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.unit = world->walker;
  astar_status status = astar_path_find(world->map, 2, 2, (astar_rect){ 12, 9, 1, 1 }, &query,
                                        &path);
  astar_path_free(world->map, path);
  return status;
}

/* ---- the sweep ------------------------------------------------------------------------------- */

/* What two steps in a row have changed is looked at as a whole: `exact` is for single ones. */
static void sweep(astar_status (*operation)(World *), bool exact) {
  long failures = 0;
  for (long nth = 1; ; nth++) {
    World world;
    make_world(&world);
    uint64_t before = astar_map_hash(world.map);
    world.store.countdown = nth;
    astar_status status = operation(&world);
    world.store.countdown = 0;
    bool failed = world.store.failed;
    CHECK(failed ? status == ASTAR_NO_MEMORY : status == ASTAR_OK);
    if (failed && exact) CHECK(astar_map_hash(world.map) == before);
    world.store.failed = false;
    if (failed) CHECK(operation(&world) == ASTAR_OK);
    free_world(&world);
    if (!failed) break;
    failures++;
  }
  CHECK(failures > 0);
}

static void making_players(void) { sweep(op_player, true); }
static void seeing(void) { sweep(op_see, true); }
static void looking_and_seeing(void) { sweep(op_look_and_see, true); }
static void making_units(void) { sweep(op_unit, true); }
static void making_large_units(void) { sweep(op_large_unit, false); }
static void setting_sight(void) { sweep(op_sight, true); }
static void following(void) { sweep(op_follow, true); }
static void setting_a_query(void) { sweep(op_own_query, false); }
static void counting_traffic(void) { sweep(op_traffic, true); }
static void following_again(void) { sweep(op_follow_again, false); }
static void ticking(void) { sweep(op_tick, true); }
static void rerouting(void) { sweep(op_reroute, false); }
static void rerouting_slowly(void) { sweep(op_reroute_slowly, false); }
static void repairing(void) { sweep(op_repair, false); }
static void making_classes(void) { sweep(op_class, true); }
static void making_influence_maps(void) { sweep(op_influence, true); }
static void spreading(void) { sweep(op_spread, true); }
static void seeing_with_many_eyes(void) { sweep(op_eyes, true); }
static void asking_for_paths(void) { sweep(op_query, true); }

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
  return astar_search_path(search, malloc(astar_search_path_size(search)));
}

/* Memory ends in each step in turn, the delivery included. The next step begins again, and comes to
** the path and the count of nodes of a search that was not disturbed. */
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

static void searching_in_steps(void) { sweep_steps(ASTAR_ENGINE_AUTO); }
static void searching_plainly(void) { sweep_steps(ASTAR_ENGINE_ASTAR); }

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
    why = astar_path_find(map, 100, 100, (astar_rect){ 200, 160, 1, 1 }, &query, &path);
    CHECK(why == (query.budget > 0 ? ASTAR_PARTIAL : ASTAR_OK));
    astar_path_free(map, path);
  }
  size_t more = store.held - held;
  astar_map_free(map);
  CHECK(store.held == 0);
  return more;
}

static void explaining_a_path_takes_no_memory_for_each_cell_of_the_map(void) {
  astar_query query = astar_query_default();
  query.engine = ASTAR_ENGINE_PRUNED;
  query.partial = true;
  CHECK(held_for(query, true, 0) < 300 * 300);
  CHECK(held_for(query, false, 50) < 300 * 300);
}

int main(void) {
  TEST(making_players);
  TEST(seeing);
  TEST(looking_and_seeing);
  TEST(making_units);
  TEST(making_large_units);
  TEST(setting_sight);
  TEST(following);
  TEST(following_again);
  TEST(setting_a_query);
  TEST(counting_traffic);
  TEST(ticking);
  TEST(rerouting);
  TEST(rerouting_slowly);
  TEST(repairing);
  TEST(making_classes);
  TEST(making_influence_maps);
  TEST(spreading);
  TEST(seeing_with_many_eyes);
  TEST(asking_for_paths);
  TEST(searching_in_steps);
  TEST(searching_plainly);
  TEST(explaining_a_path_takes_no_memory_for_each_cell_of_the_map);
  return check_summary();
}
