/*
** Tables that are made before the first query, in steps: what `progress` is told, that nothing but
** time depends on it, and what happens when memory ends or the game has had enough.
*/
#include "store.h"

#include "core/map/map.h"
#include "core/search/table_budget.h"

enum { WIDTH = 300, HEIGHT = 530, CALLS = 400 };

typedef struct Teller {             /* what hears of progress */
  astar_map *map;
  int32_t told[CALLS];
  int32_t count, stop_at;           /* 0: never */
  bool asks;                        /* for a path, each time */
  bool layers;
} Teller;

typedef struct Scene {
  Store store;
  astar_map *map;
} Scene;

static void open_scene(Scene *scene, bool weighted) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  memset(scene, 0, sizeof *scene);
  desc.width = WIDTH;
  desc.height = HEIGHT;
  desc.allocator = (astar_allocator){ store_realloc, &scene->store };
  scene->map = astar_map_new(&desc, &why);
  define_terrains(scene->map);
  random_seed(3);
  for (int32_t y = 0; y < HEIGHT; y++)
    for (int32_t x = 0; x < WIDTH; x++) {
      int32_t open = weighted && (x / 20 + y / 30) % 3 == 0 ? BUSH : OPEN;
      astar_map_set(scene->map, x, y, random_below(100) < 25 ? WALL : open);
    }
  astar_map_fill(scene->map, (astar_rect){ 0, 0, WIDTH, 1 }, OPEN);
  astar_map_fill(scene->map, (astar_rect){ WIDTH - 1, 0, 1, HEIGHT }, OPEN);
}

static void close_scene(Scene *scene) {
  CHECK(astar_map_memory(scene->map) == scene->store.held);
  astar_map_free(scene->map);
  CHECK(scene->store.held == 0);
}

/* From one corner to the other. */
static uint32_t search_across(astar_map *map, uint32_t *expanded) {
  astar_path *path = NULL;
  astar_rect goal = { WIDTH - 1, HEIGHT - 1, 1, 1 };
  astar_status why;
  path = astar_path_find(map, 0, 0, goal, NULL, &why);
  CHECK(why == ASTAR_OK);
  if (path == NULL) return 0;
  uint32_t cost = astar_path_cost(path);
  if (expanded != NULL) *expanded = astar_path_expanded(path);
  astar_path_free(map, path);
  return cost;
}

static bool tell(void *user, int32_t done) {
  Teller *teller = user;
  astar_map *map = teller->map;
  CHECK(teller->count < CALLS);
  teller->told[teller->count++] = done;
  CHECK(astar_map_locked(map) && astar_map_set(map, 0, 0, WALL) == ASTAR_INVALID);
  CHECK(prepare_tables(map, NULL, false) == ASTAR_INVALID);
  if (teller->asks) CHECK(search_across(map, NULL) > 0);
  return teller->count != teller->stop_at;
}

static astar_status prepare(Scene *scene, Teller *teller, int32_t threads) {
  teller->map = scene->map;
  teller->count = 0;
  astar_preparation what = astar_preparation_default();
  what.layers = teller->layers;
  what.threads = threads;
  what.progress = tell;
  what.user = teller;
  return astar_map_prepare(scene->map, &what);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void check_told(const Teller *teller, int32_t steps) {
  CHECK(teller->count == steps && teller->told[0] > 0 && teller->told[steps - 1] == 1024);
  for (int32_t i = 1; i < steps && i < teller->count; i++)
    CHECK(teller->told[i - 1] <= teller->told[i]);
}

/* As often with one thread as with many, and again when all tables are there. */
TEST(progress) {
  int32_t steps[4] = { 0 };
  for (int32_t kind = 0; kind < 16; kind++) {
    Scene scene;
    Teller teller = { .asks = kind >= 12, .layers = kind / 2 % 2 };
    open_scene(&scene, kind % 2);
    for (int i = 0; i < 2; i++) {
      CHECK(prepare(&scene, &teller, 1 << kind / 4) == ASTAR_OK);
      if (steps[kind % 4] == 0) steps[kind % 4] = teller.count;
      check_told(&teller, steps[kind % 4]);
    }
    CHECK(!astar_map_locked(scene.map));
    CHECK(prepare_tables(scene.map, NULL, true) == ASTAR_OK);
    close_scene(&scene);
  }
  CHECK(steps[1] < steps[0] && steps[1] < steps[3] && steps[0] < steps[2]);
}

/* Maps of one band, on which jump tables are not exact for straight steps alone. */
TEST(progress_on_small_maps) {
  Teller teller = { 0 };
  astar_preparation what = { .tables = true, .threads = 3, .progress = tell, .user = &teller };
  teller.map = open_map(1, 1);
  CHECK(astar_map_prepare(teller.map, &what) == ASTAR_OK);
  CHECK(teller.told[teller.count - 1] == 1024);
  astar_class_desc desc = astar_class_default();
  astar_query query = astar_query_default();
  astar_status why;
  desc.diagonal = ASTAR_DIAGONAL_NEVER;
  query.cls = astar_class_new(teller.map, &desc, &why);
  what.query = &query;
  teller.count = 0;
  CHECK(astar_map_prepare(teller.map, &what) == ASTAR_OK);
  CHECK(teller.count == 4);
  astar_map_free(teller.map);
}

/* Do pooled nodes know the patterns of their cells? */
static bool are_numbered(const astar_map *map) {
  for (int i = 0; i < map->node_pool.node_count; i++)
    if (map->node_pool.nodes[i].numbering != 0) return true;
  return false;
}

/* The first query has nothing left to make but what each query makes: the same memory, but for the
** note that tables are paid for. */
TEST(paths_are_the_same) {
  for (int32_t threads = 1; threads <= 4; threads++)
    for (int weighted = 0; weighted <= 1; weighted++) {
      Scene scene, plain;
      Teller teller = { 0 };
      uint32_t expanded = 0, others = 1;
      open_scene(&plain, weighted);
      open_scene(&scene, weighted);
      uint64_t hash = astar_map_hash(scene.map);
      CHECK(prepare(&scene, &teller, threads) == ASTAR_OK);
      CHECK(astar_map_hash(scene.map) == hash && are_numbered(scene.map) == weighted);
      size_t prepared = astar_map_memory(scene.map), bare = astar_map_memory(plain.map);
      CHECK(search_across(scene.map, &expanded) == search_across(plain.map, &others));
      CHECK(expanded == others);
      CHECK(astar_map_hash(scene.map) == astar_map_hash(plain.map));
      table_budgets_free(scene.map);
      CHECK(astar_map_memory(scene.map) == astar_map_memory(plain.map));
      CHECK(prepared - bare > (size_t)11 * WIDTH * HEIGHT);
      CHECK(astar_map_memory(scene.map) - prepared < (size_t)WIDTH * HEIGHT / 2);
      close_scene(&scene);
      close_scene(&plain);
    }
}

/* After an edit, as when nothing was made before. */
TEST(after_edits) {
  Scene scene, plain;
  Teller teller = { 0 };
  open_scene(&scene, false);
  open_scene(&plain, false);
  CHECK(prepare(&scene, &teller, 2) == ASTAR_OK);
  for (int32_t i = 0; i < 8; i++) {
    astar_rect rect = { 20 * i, 40 + 50 * i, 1 + 40 * (i % 2), 1 + 20 * i };
    astar_map_fill(scene.map, rect, i % 3 ? OPEN : WALL);
    astar_map_fill(plain.map, rect, i % 3 ? OPEN : WALL);
    CHECK(prepare(&scene, &teller, 1 + i % 3) == ASTAR_OK);
    CHECK(search_across(scene.map, NULL) == search_across(plain.map, NULL));
  }
  close_scene(&scene);
  close_scene(&plain);
}

/* What is left out is made by the first query. False: all was done before. */
static bool end_at(int32_t at, bool weighted) {
  Scene scene;
  Teller teller = { .stop_at = at, .layers = at % 2 };
  open_scene(&scene, weighted);
  bool ended = prepare(&scene, &teller, 1 + at % 3) == ASTAR_CANCELLED;
  CHECK(!ended || teller.count == at);
  CHECK(!astar_map_locked(scene.map));
  uint32_t cost = search_across(scene.map, NULL);
  teller.stop_at = 0;
  CHECK(prepare(&scene, &teller, 2) == ASTAR_OK);
  CHECK(search_across(scene.map, NULL) == cost);
  close_scene(&scene);
  return ended;
}

TEST(enough) {
  int32_t at = 1;
  while (end_at(at, false)) at += 7;
  CHECK(at > 60);
  at = 1;
  while (end_at(at, true)) at += 7;
  CHECK(at > 12);
}

static bool starve(bool weighted, int32_t threads, long nth) {
  Scene scene;
  Teller teller = { 0 };
  open_scene(&scene, weighted);
  uint64_t hash = astar_map_hash(scene.map);
  scene.store.countdown = nth;
  astar_status status = prepare(&scene, &teller, threads);
  bool failed = scene.store.failed;
  scene.store.countdown = 0;
  CHECK(status == (failed ? ASTAR_NO_MEMORY : ASTAR_OK));
  CHECK(astar_map_hash(scene.map) == hash && !astar_map_locked(scene.map));
  CHECK(search_across(scene.map, NULL) > 0);
  close_scene(&scene);
  return failed;
}

/* How many blocks of memory are taken. */
static long blocks_for(bool weighted, int32_t threads) {
  enum { MANY = 1000000 };
  Scene scene;
  Teller teller = { 0 };
  open_scene(&scene, weighted);
  scene.store.countdown = MANY;
  CHECK(prepare(&scene, &teller, threads) == ASTAR_OK);
  long count = MANY - scene.store.countdown;
  close_scene(&scene);
  return count;
}

/* Regions take a block for each of theirs; so not each one fails, but each of the tables behind. */
TEST(no_memory) {
  for (int kind = 0; kind < 4; kind++) {
    int32_t threads = 1 + kind / 2;
    long count = blocks_for(kind % 2, threads), last = count - 20;
    CHECK(last > 800);
    for (long nth = 1; nth < last; nth += nth < 12 ? 5 : 161) CHECK(starve(kind % 2, threads, nth));
    for (long nth = last; nth <= count; nth++) CHECK(starve(kind % 2, threads, nth));
    CHECK(!starve(kind % 2, threads, count + 1));
  }
}

TEST(arguments_at_fault) {
  Teller teller = { 0 };
  Scene scene;
  open_scene(&scene, false);
  astar_query query = astar_query_default();
  CHECK(prepare(&scene, &teller, 0) == ASTAR_INVALID);
  CHECK(prepare(&scene, &teller, -1) == ASTAR_INVALID);
  query.heuristic_weight = 1;
  CHECK(prepare_tables(scene.map, &query, false) == ASTAR_INVALID);
  CHECK(teller.count == 0);
  close_scene(&scene);
}

int main(void) { return run_tests(); }
