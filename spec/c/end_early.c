/*
** Searches that are ended early: what astar_search_end_early returns, and that it loses nothing
** where each allocation in turn fails.
*/
#include "store.h"

enum { SIDE = 64, NODES = 40 };

static const astar_rect goal = { SIDE - 4, SIDE - 4, 1, 1 };

typedef struct Scene {
  Store store;
  astar_map *map;
  astar_query query;
  bool even;                        /* all ground costs the same */
} Scene;

static void make_scene(Scene *scene, astar_engine engine) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  *scene = (Scene){ .query = astar_query_default(), .even = engine == ASTAR_ENGINE_JPS };
  desc.width = desc.height = SIDE;
  desc.allocator = (astar_allocator){ store_realloc, &scene->store };
  scene->map = astar_map_new(&desc, &why);
  CHECK(why == ASTAR_OK);
  define_terrains(scene->map);
  random_seed(3);
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    int32_t chance = random_below(100);
    if (chance < 25) astar_map_set(scene->map, i % SIDE, i / SIDE, WALL);
    else if (chance < 60 && !scene->even) astar_map_set(scene->map, i % SIDE, i / SIDE, BUSH);
  }
  astar_map_fill(scene->map, (astar_rect){ 0, 0, 3, 3 }, OPEN);
  astar_map_fill(scene->map, (astar_rect){ goal.x - 1, goal.y - 1, 3, 3 }, OPEN);
  scene->query.engine = engine;
  scene->query.explain = true;
}

static void end_scene(Scene *scene) {
  CHECK(astar_map_memory(scene->map) == scene->store.held);
  astar_map_free(scene->map);
  CHECK(scene->store.held == 0);
}

static astar_search *begin(Scene *scene) {
  astar_status why;
  astar_search *search = astar_search_new(scene->map, 1, 1, goal, &scene->query, &why);
  CHECK(why == (search != NULL ? ASTAR_OK : ASTAR_NO_MEMORY));
  return search;
}

/* Ends a search early that has expanded NODES; where memory fails, once more. It may have lost what
** it had expanded. */
static void end_early(Scene *scene, astar_search *search) {
  astar_status status = astar_search_step(search, NODES);
  if (status == ASTAR_NO_MEMORY) status = astar_search_step(search, NODES);
  CHECK(status == ASTAR_RUNNING && astar_search_expanded(search) == NODES);
  status = astar_search_end_early(search, 2 * ASTAR_ONE);
  if (status == ASTAR_NO_MEMORY) {
    CHECK(scene->store.failed);
    status = astar_search_end_early(search, 2 * ASTAR_ONE);
    if (status != ASTAR_PARTIAL) {
      CHECK(status == ASTAR_NO_MEMORY && astar_search_step(search, NODES) == ASTAR_RUNNING);
      status = astar_search_end_early(search, 2 * ASTAR_ONE);
    }
  }
  CHECK(status == ASTAR_PARTIAL);
}

static astar_path *path_of(const astar_search *search) {
  size_t size = astar_search_path_size(search, 0);
  return size > 0 ? astar_search_path(search, 0, malloc(size)) : NULL;
}

static bool same(const astar_search *one, const astar_search *other) {
  astar_path *a = path_of(one), *b = path_of(other);
  bool equal = a != NULL && b != NULL && astar_path_length(a) == astar_path_length(b) &&
               astar_path_cost(a) == astar_path_cost(b);
  for (int32_t i = 0; equal && i < astar_path_length(a); i++) {
    astar_cell at = astar_path_cell(a, i), to = astar_path_cell(b, i);
    equal = at.x == to.x && at.y == to.y;
  }
  free(a);
  free(b);
  return equal;
}

static bool starve(astar_engine engine, long nth) {
  Scene scene;
  make_scene(&scene, engine);
  scene.store.countdown = nth;
  astar_search *search = begin(&scene);
  if (search == NULL) search = begin(&scene);
  end_early(&scene, search);
  scene.store.countdown = 0;
  astar_search *fresh = begin(&scene);
  end_early(&scene, fresh);
  CHECK(same(search, fresh));
  astar_search_free(search);
  astar_search_free(fresh);
  end_scene(&scene);
  return scene.store.failed;
}

TEST(loses_nothing_without_memory) {
  static const astar_engine engines[] = { ASTAR_ENGINE_ASTAR, ASTAR_ENGINE_JPSW,
                                          ASTAR_ENGINE_JPS };
  for (int i = 0; i < 3; i++) {
    long nth = 1;
    while (starve(engines[i], nth)) nth++;
    CHECK(nth > 5);
  }
}

TEST(checks_the_bound) {
  Scene scene;
  make_scene(&scene, ASTAR_ENGINE_AUTO);
  astar_search *search = begin(&scene);
  CHECK(astar_search_step(search, NODES) == ASTAR_RUNNING);
  CHECK(astar_search_end_early(search, ASTAR_ONE - 1) == ASTAR_INVALID);
  CHECK(astar_search_end_early(search, 64 * ASTAR_ONE + 1) == ASTAR_INVALID);
  CHECK(astar_search_end_early(search, ASTAR_ONE) == ASTAR_RUNNING);
  CHECK(astar_search_expanded(search) == NODES);
  CHECK(astar_search_end_early(search, 64 * ASTAR_ONE) == ASTAR_PARTIAL);
  CHECK(astar_search_end_early(search, ASTAR_ONE) == ASTAR_PARTIAL);
  CHECK(astar_search_step(search, 1) == ASTAR_PARTIAL);
  astar_search_free(search);
  end_scene(&scene);
}

static int32_t no_more(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)user, (void)x, (void)y, (void)terrain;
  return 0;
}

static void refuse(Scene *scene) {
  astar_search *search = begin(scene);
  CHECK(astar_search_step(search, NODES) == ASTAR_RUNNING);
  CHECK(astar_search_end_early(search, 2 * ASTAR_ONE) == ASTAR_UNSUITED);
  CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_OK);
  astar_search_free(search);
  scene->query = astar_query_default();
}

TEST(refuses_what_has_no_cost_back) {
  Scene scene;
  make_scene(&scene, ASTAR_ENGINE_AUTO);
  scene.query.turn_cost = 3;
  refuse(&scene);
  scene.query.extra_cost = no_more;
  refuse(&scene);
  scene.query.player = new_player(scene.map, "red");
  astar_player_reveal(scene.query.player);
  scene.query.traffic_cost = 3;
  refuse(&scene);
  end_scene(&scene);
}

TEST(refuses_many_goals) {
  Scene scene;
  astar_status why;
  make_scene(&scene, ASTAR_ENGINE_AUTO);
  astar_cell cell = { goal.x, goal.y };
  astar_target target = { .cells = &cell, .cell_count = 1, .wanted = 1 };
  astar_search *search = astar_nearest_new(scene.map, 1, 1, &target, NULL, &why);
  CHECK(astar_search_step(search, NODES) == ASTAR_RUNNING);
  CHECK(astar_search_end_early(search, 2 * ASTAR_ONE) == ASTAR_UNSUITED);
  CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_OK);
  astar_search_free(search);
  end_scene(&scene);
}

int main(void) { return run_tests(); }
