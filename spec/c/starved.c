/*
** Searches in steps by each engine, on a map that changes under them, while each allocation in turn
** fails. A step says so, the next one goes on, and in the end the path is as cheap as that of a
** search which begins then.
*/
#include "store.h"

enum { SIDE = 64, FIRST = 40, AFTER = 150 };

typedef enum Edit {
  NOTHING,
  FAR,                              /* a large part that no search has come to, bit by bit */
  NEAR,                             /* around the start */
  MANY                              /* more cells than the log of changes holds */
} Edit;

typedef struct Case {
  astar_engine engine;
  Edit edit;
  bool weighted, layered, united, explained, prepared, traced, lined;
  bool walled;                      /* it begins in a wall */
  int32_t wanted, turn;
} Case;

typedef struct Scene {
  Store store;
  const Case *what;
  astar_map *map;
  astar_player *red;
  astar_unit *walker;
  astar_influence *danger;
  astar_weighted weighted;
} Scene;

static const astar_rect goal = { SIDE - 4, SIDE - 4, 1, 1 };
static const astar_cell goals[] = { { SIDE - 4, SIDE - 4 }, { SIDE - 4, 1 }, { 1, SIDE - 4 } };

static void clear_around(astar_map *map, int32_t x, int32_t y) {
  CHECK(astar_map_fill(map, (astar_rect){ x - 1, y - 1, 4, 4 }, OPEN) == ASTAR_OK);
}

static astar_query query_of(const Scene *scene) {
  astar_query query = astar_query_default();
  query.engine = scene->what->engine;
  query.turn_cost = scene->what->turn;
  query.explain = scene->what->explained;
  query.trace = scene->what->traced;
  query.any_angle = scene->what->lined;
  query.partial = scene->what->walled;
  if (scene->what->united) query.unit = scene->walker;
  query.influences = &scene->weighted;
  query.influence_count = scene->what->layered ? 1 : 0;
  return query;
}

/* Friendly units of two cells a side on their ways, which claim them. */
static void send_friendly_units(Scene *scene) {
  astar_class_desc shape = astar_class_default();
  astar_unit_desc desc = astar_unit_default();
  astar_query query = astar_query_default();
  astar_status why;
  astar_path *path;
  shape.size = 2;
  desc.cls = astar_class_new(scene->map, &shape, &why);
  desc.x = desc.y = 6;
  CHECK(astar_map_fill(scene->map, (astar_rect){ 6, 6, 54, 3 }, OPEN) == ASTAR_OK);
  CHECK(astar_player_reveal(scene->red) == ASTAR_OK);
  query.unit = astar_unit_new(scene->red, &desc, &why);
  CHECK(why == ASTAR_OK);
  path = astar_path_find(scene->map, 6, 6, (astar_rect){ 56, 7, 1, 1 }, &query, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_unit_follow_path(query.unit, path, NULL) == ASTAR_OK);
  astar_path_free(scene->map, path);
  for (int32_t i = 10; i < 20; i++) new_unit(scene->red, i, i, -1);
}

static void make_scene(Scene *scene, const Case *what) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  *scene = (Scene){ .what = what };
  desc.width = desc.height = SIDE;
  desc.allocator = (astar_allocator){ store_realloc, &scene->store };
  scene->map = astar_map_new(&desc, &why);
  define_terrains(scene->map);
  random_seed(7);
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    int32_t chance = random_below(100);
    if (chance < 25) astar_map_set(scene->map, i % SIDE, i / SIDE, WALL);
    else if (chance < 50 && what->weighted) astar_map_set(scene->map, i % SIDE, i / SIDE, BUSH);
  }
  clear_around(scene->map, 1, 1);
  for (int i = 0; i < 3; i++) clear_around(scene->map, goals[i].x, goals[i].y);
  scene->red = new_player(scene->map, "red");
  astar_player_reveal(scene->red);
  scene->walker = new_unit(scene->red, 1, 1, -1);
  scene->danger = astar_influence_new(scene->map, "danger", ASTAR_ONE, &why);
  scene->weighted = (astar_weighted){ scene->danger, ASTAR_ONE };
  astar_influence_add(scene->danger, 30, 30, 60, 14, ASTAR_FALLOFF_LINEAR);
  if (what->united) send_friendly_units(scene);
  if (what->walled) astar_map_fill(scene->map, (astar_rect){ 0, 0, 2, 2 }, WALL);
}

static astar_search *begin(Scene *scene) {
  astar_status why;
  astar_query query = query_of(scene);
  astar_target target = { .cells = goals, .cell_count = 3, .wanted = scene->what->wanted };
  astar_search *search = scene->what->wanted > 0
                           ? astar_nearest_new(scene->map, 1, 1, &target, &query, &why)
                           : astar_search_new(scene->map, 1, 1, goal, &query, &why);
  CHECK(why == (search != NULL ? ASTAR_OK : ASTAR_NO_MEMORY));
  return search;
}

static void change(Scene *scene) {
  astar_map *map = scene->map;
  astar_query query = query_of(scene);
  switch (scene->what->edit) {
    case NOTHING: return;
    case FAR:
      for (int32_t y = 10; y < 50; y += 5) {
        astar_map_fill(map, (astar_rect){ 26, y, 36, 5 }, OPEN);
        CHECK(astar_map_reachable(map, 1, 1, goal, &query) == ASTAR_OK);
      }
      return;
    case NEAR: astar_map_fill(map, (astar_rect){ 3, 1, 2, 3 }, WALL); return;
    case MANY:
      random_seed(9);
      for (int i = 0; i < 1500; i++) {
        int32_t x = 5 + random_below(SIDE - 10), y = 5 + random_below(SIDE - 10);
        astar_map_set(map, x, y, scene->what->weighted && i % 2 == 0 ? BUSH : OPEN);
      }
      return;
  }
}

/* The player learns of it; what fails is the search, not this. */
static void edit(Scene *scene) {
  long countdown = scene->store.countdown;
  scene->store.countdown = 0;
  change(scene);
  CHECK(astar_player_reveal(scene->red) == ASTAR_OK);
  scene->store.countdown = countdown;
}

/* Steps until the end. The map changes once; where memory fails, the step is made again. */
static astar_status run(Scene *scene, astar_search *search, bool edits) {
  uint32_t nodes = FIRST;
  for (;;) {
    astar_status status = astar_search_step(search, nodes);
    if (status == ASTAR_NO_MEMORY) CHECK(scene->store.failed);
    if (status == ASTAR_NO_MEMORY) continue;
    if (status != ASTAR_RUNNING) return status;
    if (edits) edit(scene);
    edits = false;
    nodes = AFTER;
  }
}

static uint32_t cost_of(const Scene *scene, const astar_search *search) {
  size_t size = astar_search_path_size(search, 0);
  astar_path *path = size > 0 ? astar_search_path(search, 0, malloc(size)) : NULL;
  uint32_t cost = path != NULL ? astar_path_cost(path) : 0;
  CHECK(path != NULL && astar_search_engine(search) == scene->what->engine);
  free(path);
  return cost;
}

static bool starve(const Case *what, long nth) {
  Scene scene;
  make_scene(&scene, what);
  if (what->prepared) {
    astar_query query = query_of(&scene);
    CHECK(find_landmarks(scene.map, &query) == ASTAR_OK);
  }
  scene.store.countdown = nth;
  astar_search *search = begin(&scene);
  bool failed_at_once = search == NULL;
  if (failed_at_once) search = begin(&scene);
  CHECK(run(&scene, search, true) == ASTAR_OK);
  scene.store.countdown = 0;
  astar_search *fresh = begin(&scene);
  CHECK(run(&scene, fresh, false) == ASTAR_OK);
  CHECK(cost_of(&scene, search) == cost_of(&scene, fresh));
  astar_search_free(search);
  astar_search_free(fresh);
  CHECK(astar_map_memory(scene.map) == scene.store.held);
  astar_map_free(scene.map);
  CHECK(scene.store.held == 0);
  return scene.store.failed;
}

static void starve_in_turn(Case what) {
  long nth = 1;
  while (starve(&what, nth)) nth++;
  CHECK(nth > 5);
}

TEST(plain_search) {
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_ASTAR, .edit = FAR, .weighted = true });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_ASTAR, .edit = NEAR, .united = true });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_ASTAR, .edit = MANY, .layered = true,
                         .explained = true });
}

TEST(search_out_of_a_wall) {
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_ASTAR, .edit = NEAR, .walled = true,
                         .explained = true });
}

TEST(jpsw_search) {
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPSW, .edit = FAR, .weighted = true });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPSW, .edit = NEAR, .weighted = true,
                         .prepared = true });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPSW, .edit = MANY, .weighted = true });
}

TEST(jpsw_search_with_layers) {
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPSW, .edit = FAR, .weighted = true,
                         .layered = true });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPSW, .edit = MANY, .weighted = true,
                         .layered = true, .united = true, .explained = true });
}

TEST(jps_search) {
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPS, .edit = NOTHING, .prepared = true });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPS, .edit = FAR });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPS, .edit = MANY });
}

TEST(jps_layers) {
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPS_LAYERS, .edit = FAR, .layered = true });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_JPS_LAYERS, .edit = MANY, .layered = true,
                         .united = true });
}

TEST(search_with_turns) {
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_TURN, .edit = FAR, .turn = 7 });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_TURN, .edit = NEAR, .turn = 3, .weighted = true,
                         .explained = true });
}

TEST(the_nearest) {
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_DIJKSTRA, .edit = FAR, .wanted = 3 });
  starve_in_turn((Case){ .engine = ASTAR_ENGINE_DIJKSTRA, .edit = NEAR, .wanted = 2,
                         .weighted = true, .united = true, .explained = true });
}

TEST(traced_searches) {
  const Case base = { .edit = NEAR, .traced = true };
  for (astar_engine engine = ASTAR_ENGINE_ASTAR; engine < ASTAR_ENGINE_NONE; engine++) {
    Case what = base;
    what.engine = engine;
    what.layered = engine == ASTAR_ENGINE_JPS_LAYERS;
    what.turn = engine == ASTAR_ENGINE_TURN ? 7 : 0;
    what.wanted = engine == ASTAR_ENGINE_DIJKSTRA ? 3 : 0;
    what.lined = engine == ASTAR_ENGINE_ANYA;
    starve_in_turn(what);
  }
}

int main(void) { return run_tests(); }
