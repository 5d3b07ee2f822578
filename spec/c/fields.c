/* Fields, straight lines and smoothed paths in C: repaired fields against fresh ones, on maps large
** enough for every way of repairing; memory that ends; what is removed meanwhile. */
#include "check.h"

enum { WIDTH = 70, HEIGHT = 50, CELLS = WIDTH * HEIGHT };

typedef enum Kind { TO, REACH, FLEE, KINDS } Kind;

typedef struct World {
  astar_map *map;
  astar_player *red;
  astar_influence *danger;
  astar_weighted weighted;
  astar_query query;
  astar_cell cells[3];
  int32_t count;
  uint32_t limit;
  Kind kind;
} World;

static astar_rect cell_rect(astar_cell cell) {
  return (astar_rect){ cell.x, cell.y, 1, 1 };
}

static astar_cell random_cell(void) {
  int32_t x = random_below(WIDTH);
  return (astar_cell){ x, random_below(HEIGHT) };
}

static astar_field *make_field(const World *world, astar_status *why) {
  astar_cell start = world->cells[0];
  switch (world->kind) {
    case TO: return astar_field_new(world->map, world->cells, world->count, &world->query, why);
    case REACH: return astar_field_reach(world->map, start.x, start.y, world->limit, &world->query,
                                         why);
    default: return astar_field_flee(world->map, world->cells, world->count, &world->query, why);
  }
}

/* The last 0 is the player, if any. */
static void make_world(World *world, uint64_t seed) {
  astar_status why;
  random_seed(seed);
  memset(world, 0, sizeof *world);
  world->map = random_map(WIDTH, HEIGHT, random_below(30));
  world->danger = astar_influence_new(world->map, "danger", 1024, &why);
  world->weighted = (astar_weighted){ world->danger, 1024 };
  world->query = astar_query_default();
  if (random_below(2)) {
    world->query.influences = &world->weighted;
    world->query.influence_count = 1;
    astar_influence_add(world->danger, 10, 10, 40, 9, ASTAR_FALLOFF_LINEAR);
  }
  astar_class_desc shape = astar_class_default();
  shape.size = 1 + (random_below(4) == 0);
  shape.diagonal = (astar_diagonal_rule)random_below(4);
  world->query.cls = astar_class_new(world->map, &shape, &why);
  world->red = new_player(world->map, "red");
  astar_player_see(world->red, 20, 20, 30, NULL, NULL);
  if (random_below(3) == 0) world->query.player = world->red;
  world->kind = (Kind)random_below(KINDS);
  world->limit = random_below(2) ? UINT32_MAX : (uint32_t)random_below(600);
  world->count = 1 + random_below(3);
  for (int32_t i = 0; i < world->count; i++) world->cells[i] = random_cell();
}

static void change_rect(World *world, int32_t most) {
  astar_cell at = random_cell();
  int32_t width = 1 + random_below(most), height = 1 + random_below(most);
  if (at.x + width > WIDTH) width = WIDTH - at.x;
  if (at.y + height > HEIGHT) height = HEIGHT - at.y;
  astar_map_fill(world->map, (astar_rect){ at.x, at.y, width, height }, random_terrain(40));
}

/* From one cell up to most of the map. */
static void change(World *world) {
  astar_cell at = random_cell();
  switch (random_below(8)) {
    case 0: change_rect(world, 3); break;
    case 1: change_rect(world, 12); break;
    case 2: change_rect(world, 60); break;
    case 3: astar_player_see(world->red, at.x, at.y, 6, NULL, NULL); break;
    case 4: astar_influence_add(world->danger, at.x, at.y, random_below(60) - 20, 4,
                                ASTAR_FALLOFF_LINEAR); break;
    case 5: astar_influence_decay(world->danger, 900); break;
    case 6:
      for (int32_t i = 0; i < 1100; i++) {
        at = random_cell();
        astar_map_set(world->map, at.x, at.y, random_terrain(30));
      }
      break;
    default: astar_map_set(world->map, at.x, at.y, random_terrain(50));
  }
}

/* ---- repaired and fresh ---------------------------------------------------------------------- */

static void same_in_cell(astar_field *a, astar_field *b, int32_t x, int32_t y) {
  uint32_t cost_a, cost_b;
  astar_cell to_a, to_b;
  astar_status status_a = astar_field_cost(a, x, y, &cost_a);
  CHECK(status_a == astar_field_cost(b, x, y, &cost_b));
  CHECK(cost_a == cost_b);
  CHECK(astar_field_step(a, x, y, &to_a) == astar_field_step(b, x, y, &to_b));
  CHECK(to_a.x == to_b.x && to_a.y == to_b.y);
}

static void costs_are_those_of_cells(astar_field *field) {
  uint32_t costs[CELLS], cost;
  if (astar_field_costs(field, (astar_rect){ 0, 0, WIDTH, HEIGHT }, costs) != ASTAR_OK) return;
  for (int32_t i = 0; i < CELLS; i++) {
    bool found = astar_field_cost(field, i % WIDTH, i / WIDTH, &cost) == ASTAR_OK;
    CHECK(costs[i] == (found ? cost : UINT32_MAX));
  }
}

static bool goes_through_walls(const World *world, const astar_path *path) {
  astar_status why;
  return astar_path_blocked(world->map, path, 1, &world->query, &why) >= 0;
}

static void path_is_right(const World *world, astar_field *field, astar_cell at) {
  astar_status why;
  uint32_t cost, cost_at_end;
  size_t size = astar_field_path_size(field, at.x, at.y, &why);
  CHECK((size > 0) == (why == ASTAR_OK));
  if (size == 0) return;
  astar_path *path = astar_field_path(field, at.x, at.y, malloc(size));
  CHECK(astar_path_bytes(path) == size && !goes_through_walls(world, path));
  astar_cell last = astar_path_cell(path, world->kind == REACH ? 0 : astar_path_length(path) - 1);
  CHECK(astar_field_cost(field, at.x, at.y, &cost) == ASTAR_OK);
  CHECK(astar_field_cost(field, last.x, last.y, &cost_at_end) == ASTAR_OK);
  CHECK(astar_path_cost(path) == cost - cost_at_end);
  free(path);
}

static void a_repaired_field_is_a_fresh_one(void) {
  for (uint64_t seed = 1; seed <= cases_of(150); seed++) {
    World world;
    astar_status why;
    make_world(&world, seed);
    astar_field *field = make_field(&world, &why);
    CHECK(field != NULL && why == ASTAR_OK);
    for (int round = 0; round < 8; round++) {
      for (int i = random_below(4); i >= 0; i--) change(&world);
      astar_field *fresh = make_field(&world, &why);
      for (int32_t cell = 0; cell < CELLS; cell++)
        same_in_cell(field, fresh, cell % WIDTH, cell / WIDTH);
      costs_are_those_of_cells(field);
      for (int i = 0; i < 10; i++) path_is_right(&world, field, random_cell());
      astar_field_free(fresh);
    }
    if (seed % 2) astar_field_free(field);
    astar_map_free(world.map);
  }
}

static uint32_t search_cost(const World *world, astar_cell from, astar_cell to) {
  astar_path *path;
  uint32_t cost = UINT32_MAX;
  if (astar_path_find(world->map, from.x, from.y, cell_rect(to), &world->query, &path) == ASTAR_OK)
    cost = astar_path_cost(path);
  astar_path_free(world->map, path);
  return cost;
}

static uint32_t cheapest(const World *world, astar_cell at) {
  uint32_t least = UINT32_MAX;
  if (world->kind == REACH) return search_cost(world, world->cells[0], at);
  for (int32_t i = 0; i < world->count; i++) {
    uint32_t cost = search_cost(world, at, world->cells[i]);
    if (cost < least) least = cost;
  }
  return least;
}

static void a_field_agrees_with_searches(void) {
  for (uint64_t seed = 1; seed <= cases_of(100); seed++) {
    World world;
    astar_status why;
    uint32_t cost;
    make_world(&world, 1000 + seed);
    world.kind = seed % 2 ? TO : REACH;
    world.limit = UINT32_MAX;
    astar_field *field = make_field(&world, &why);
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 30; i++) {
        astar_cell at = random_cell();
        bool found = astar_field_cost(field, at.x, at.y, &cost) == ASTAR_OK;
        CHECK(cheapest(&world, at) == (found ? cost : UINT32_MAX));
      }
      change(&world);
    }
    astar_map_free(world.map);
  }
}

static void cells_are_sought_row_by_row(void) {
  World world;
  astar_status why;
  uint32_t cost, sought;
  make_world(&world, 3);
  world.kind = TO;
  astar_field *field = make_field(&world, &why);
  astar_cell at = { 0, 0 };
  for (int32_t cell = 0; cell < CELLS; cell++) {
    if (astar_field_cost(field, cell % WIDTH, cell / WIDTH, &cost) != ASTAR_OK) continue;
    CHECK(astar_field_seek(field, &at, &sought) == ASTAR_OK && sought == cost);
    CHECK(at.x == cell % WIDTH && at.y == cell / WIDTH);
    at.x++;
  }
  CHECK(astar_field_seek(field, &at, &sought) == ASTAR_UNREACHABLE);
  at = (astar_cell){ WIDTH, HEIGHT + 5 };
  CHECK(astar_field_seek(field, &at, &sought) == ASTAR_UNREACHABLE);
  at = (astar_cell){ -1, 0 };
  CHECK(astar_field_seek(field, &at, &sought) == ASTAR_INVALID);
  astar_map_free(world.map);
}

/* ---- bad input, and what is removed ---------------------------------------------------------- */

static void bad_input_is_refused(void) {
  astar_map *map = open_map(8, 6), *other = open_map(3, 3);
  astar_query query = astar_query_default();
  astar_cell goal = { 2, 2 }, outside = { 8, 0 }, to;
  astar_status why;
  uint32_t cost;
  CHECK(astar_field_new(map, &goal, 0, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_field_new(map, &goal, -1, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_field_new(map, &outside, 1, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_field_flee(map, &outside, 1, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_field_reach(map, -1, 0, 10, NULL, &why) == NULL && why == ASTAR_INVALID);
  query.cls = astar_map_class(other);
  CHECK(astar_field_new(map, &goal, 1, &query, &why) == NULL && why == ASTAR_INVALID);
  astar_field *field = astar_field_new(map, &goal, 1, NULL, &why);
  CHECK(astar_field_cost(field, 8, 0, &cost) == ASTAR_INVALID && cost == 0);
  CHECK(astar_field_step(field, 0, -1, &to) == ASTAR_INVALID && to.x == 0 && to.y == -1);
  CHECK(astar_field_path_size(field, 0, 6, &why) == 0 && why == ASTAR_INVALID);
  CHECK(astar_field_cost(field, 2, 4, &cost) == ASTAR_OK && cost == 20);
  astar_field_free(NULL);
  astar_map_free(other);
  astar_map_free(map);
}

static astar_field *field_of(astar_map *map, const astar_query *query) {
  astar_cell goal = { 2, 2 };
  astar_status why;
  astar_field *field = astar_field_new(map, &goal, 1, query, &why);
  CHECK(field != NULL && why == ASTAR_OK);
  return field;
}

/* What comes after may lie in the same memory. */
static void what_is_removed_ends_its_fields(void) {
  astar_map *map = open_map(20, 20);
  astar_status why;
  uint32_t cost;
  astar_query query = astar_query_default();
  query.player = new_player(map, "red");
  astar_field *by_player = field_of(map, &query);
  astar_field *plain = field_of(map, NULL);
  query = astar_query_default();
  query.unit = new_unit(new_player(map, "green"), 4, 4, -1);
  astar_influence *danger = astar_influence_new(map, "danger", 1024, &why);
  astar_field *by_unit = field_of(map, &query);
  astar_weighted weighted = { danger, 1024 };
  query = astar_query_default();
  query.influences = &weighted;
  query.influence_count = 1;
  astar_field *by_danger = field_of(map, &query);
  astar_player_remove(by_player != NULL ? astar_unit_player(astar_unit_next(map, NULL)) : NULL);
  astar_influence_remove(danger);
  astar_influence_new(map, "other", 1024, &why);
  new_unit(new_player(map, "blue"), 4, 4, -1);
  CHECK(astar_field_cost(by_unit, 1, 1, &cost) == ASTAR_CANCELLED);
  CHECK(astar_field_cost(by_danger, 1, 1, &cost) == ASTAR_CANCELLED);
  CHECK(astar_field_update(by_danger) == ASTAR_CANCELLED);
  CHECK(astar_field_cost(by_player, 1, 1, &cost) == ASTAR_OK);
  CHECK(astar_field_cost(plain, 1, 1, &cost) == ASTAR_OK && cost == 14);
  astar_field_free(by_unit);
  astar_map_free(map);
}

/* What updates take is counted, and nothing where nothing has changed. */
static void work_is_counted(void) {
  astar_map *map = open_map(9, 7);
  astar_query query = astar_query_default();
  astar_field *field = field_of(map, &query);
  uint64_t work = astar_field_work(field);
  uint32_t cost;
  CHECK(work >= 63 && work < 2 * 63);
  CHECK(astar_field_cost(field, 1, 1, &cost) == ASTAR_OK && astar_field_work(field) == work);
  CHECK(astar_field_update(field) == ASTAR_OK && astar_field_work(field) == 2 * work);
  astar_map_free(map);
}

/* ---- callbacks ------------------------------------------------------------------------------- */

typedef struct Game {
  astar_field *field;
  bool aborts;
  int asked;
} Game;

static int32_t extra(void *user, int32_t x, int32_t y, int32_t terrain) {
  Game *game = user;
  uint32_t cost;
  game->asked++;
  if (game->field != NULL) {
    CHECK(astar_field_cost(game->field, x, y, &cost) == ASTAR_INVALID);
    CHECK(astar_field_update(game->field) == ASTAR_INVALID);
    astar_field_free(game->field);
  }
  if (game->aborts) return ASTAR_EXTRA_ABORT;
  return terrain == OPEN ? x % 3 : ASTAR_EXTRA_BLOCKED;
}

static void a_callback_may_abort(void) {
  astar_map *map = open_map(30, 30);
  astar_query query = astar_query_default();
  astar_cell goal = { 2, 2 };
  Game game = { NULL, true, 0 };
  astar_status why;
  uint32_t cost, before;
  query.extra_cost = extra;
  query.extra_user = &game;
  CHECK(astar_field_new(map, &goal, 1, &query, &why) == NULL && why == ASTAR_CANCELLED);
  CHECK(astar_field_flee(map, &goal, 1, &query, &why) == NULL && why == ASTAR_CANCELLED);
  CHECK(game.asked < 10);
  game.aborts = false;
  game.field = field_of(map, &query);
  game.asked = 0;
  CHECK(astar_field_cost(game.field, 20, 20, &before) == ASTAR_OK && game.asked == 0);
  astar_map_set(map, 10, 10, BUSH);
  CHECK(astar_field_cost(game.field, 10, 11, &cost) == ASTAR_OK && game.asked == 1);
  game.aborts = true;
  astar_map_set(map, 10, 10, OPEN);
  CHECK(astar_field_cost(game.field, 20, 20, &cost) == ASTAR_CANCELLED && cost == 0);
  game.aborts = false;
  CHECK(astar_field_cost(game.field, 20, 20, &cost) == ASTAR_OK && cost == before);
  astar_map_free(map);
}

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct Store { long countdown; bool failed; } Store;

static void *store_realloc(void *user, void *block, size_t old_size, size_t new_size) {
  Store *store = user;
  (void)old_size;
  if (new_size > 0 && store->countdown > 0 && --store->countdown == 0) {
    store->failed = true;
    return NULL;
  }
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static astar_map *map_in(Store *store) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = WIDTH;
  desc.height = HEIGHT;
  desc.allocator = (astar_allocator){ store_realloc, store };
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  astar_map_fill(map, (astar_rect){ 30, 0, 2, 40 }, WALL);
  return map;
}

static void check_repair(Kind kind, const astar_query *query, Store *store, astar_map *map) {
  World world = { .map = map, .query = *query, .cells = { { 3, 3 } }, .count = 1,
                  .limit = UINT32_MAX, .kind = kind };
  astar_status why;
  uint32_t cost, expected;
  astar_field *field = make_field(&world, &why);
  astar_map_fill(map, (astar_rect){ 30, 38, 2, 12 }, WALL);
  astar_map_fill(map, (astar_rect){ 30, 5, 2, 3 }, BUSH);
  store->failed = false;
  astar_status status = astar_field_cost(field, 60, 25, &cost);
  store->countdown = 0;
  CHECK(status == (store->failed ? ASTAR_NO_MEMORY : ASTAR_OK));
  CHECK(astar_field_cost(field, 60, 25, &cost) == ASTAR_OK);
  astar_field *fresh = make_field(&world, &why);
  CHECK(astar_field_cost(fresh, 60, 25, &expected) == ASTAR_OK && cost == expected);
}

/* Each allocation of a repair fails in turn; what is asked next finds it done. */
static void memory_may_end_in_a_repair(void) {
  for (Kind kind = TO; kind < KINDS; kind++) {
    bool failed = true;
    for (long nth = 1; failed; nth++) {
      Store store = { 0, false };
      astar_map *map = map_in(&store);
      astar_query query = astar_query_default();
      World world = { .map = map, .query = query, .cells = { { 3, 3 } }, .count = 1,
                      .limit = UINT32_MAX, .kind = kind };
      astar_status why;
      make_field(&world, &why);
      store.countdown = nth;
      astar_field *field = make_field(&world, &why);
      CHECK((field != NULL) == !store.failed && (field != NULL) == (why == ASTAR_OK));
      failed = store.failed;
      store.countdown = nth;
      if (field == NULL) store.countdown = 0;
      check_repair(kind, &query, &store, map);
      CHECK(astar_map_memory(map) > 0);
      astar_map_free(map);
    }
  }
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void lines_have_limits(void) {
  static const char *const rows[] = { "....#", "....." };
  astar_map *map = drawn_map(2, rows);
  uint32_t cost;
  CHECK(astar_map_line(map, 0, 0, 3, 0, NULL, &cost) == ASTAR_OK && cost == 30);
  CHECK(astar_map_line(map, 0, 0, 4, 0, NULL, &cost) == ASTAR_UNREACHABLE && cost == 0);
  CHECK(astar_map_line(map, 4, 0, 0, 0, NULL, &cost) == ASTAR_START_BLOCKED);
  CHECK(astar_map_line(map, 0, 0, 5, 0, NULL, &cost) == ASTAR_INVALID);
  astar_map_free(map);
  map = open_map((1 << 21) + 1, 1);
  CHECK(astar_map_line(map, 0, 0, 1 << 21, 0, NULL, &cost) == ASTAR_LIMIT);
  CHECK(astar_map_line(map, 1, 0, 1 << 21, 0, NULL, &cost) == ASTAR_OK);
  CHECK(cost == 10 * ((1 << 21) - 1));
  astar_path *path;
  astar_status why;
  CHECK(astar_path_find(map, 0, 0, (astar_rect){ 1 << 21, 0, 1, 1 }, NULL, &path) == ASTAR_OK);
  astar_cell *points = malloc((size_t)astar_path_length(path) * sizeof *points);
  CHECK(astar_path_smooth(map, path, NULL, points, &why) == 2 && why == ASTAR_OK);
  CHECK(points[0].x == 0 && points[1].x == 1 << 21);
  free(points);
  astar_path_free(map, path);
  astar_map_free(map);
}

static void smoothing_checks_its_path(void) {
  astar_map *large = open_map(9, 9), *small = open_map(3, 3);
  astar_query query = astar_query_default();
  astar_cell points[9];
  astar_path *path;
  astar_status why;
  CHECK(astar_path_find(large, 0, 0, (astar_rect){ 8, 5, 1, 1 }, NULL, &path) == ASTAR_OK);
  CHECK(astar_path_smooth(small, path, NULL, points, &why) == 0 && why == ASTAR_INVALID);
  CHECK(astar_path_smooth(large, path, NULL, points, &why) == 2 && why == ASTAR_OK);
  query.cls = astar_map_class(small);
  CHECK(astar_path_smooth(large, path, &query, points, &why) == 0 && why == ASTAR_INVALID);
  Game game = { NULL, true, 0 };
  query = astar_query_default();
  query.extra_cost = extra;
  query.extra_user = &game;
  CHECK(astar_path_smooth(large, path, &query, points, &why) == 0 && why == ASTAR_CANCELLED);
  astar_path_free(large, path);
  astar_map_free(large);
  astar_map_free(small);
}

int main(void) {
  TEST(a_repaired_field_is_a_fresh_one);
  TEST(a_field_agrees_with_searches);
  TEST(cells_are_sought_row_by_row);
  TEST(bad_input_is_refused);
  TEST(what_is_removed_ends_its_fields);
  TEST(work_is_counted);
  TEST(a_callback_may_abort);
  TEST(memory_may_end_in_a_repair);
  TEST(lines_have_limits);
  TEST(smoothing_checks_its_path);
  return check_summary();
}
