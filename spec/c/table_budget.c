/*
** Tickets on large maps, which wait until their tables are paid for: that a tick comes to the same
** whatever tables there are, that no search is ever wrong, and which tickets wait for which.
*/
#include "going.h"
#include "store.h"

#include "core/lifetime/validate.h"
#include "core/save/save.h"
#include "core/search/queue.h"

enum { SIDE = 540, BUDGET = 3000, MOST_TICKS = 400 };

typedef struct World {
  Store store;
  astar_map *map;
  astar_player *red, *blue;
  astar_influence *danger;
  astar_weighted weighted;
} World;

static astar_map *new_map(Store *store) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = desc.height = SIDE;
  desc.allocator = (astar_allocator){ store_realloc, store };
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) exit(2);
  define_terrains(map);
  return map;
}

static void draw_map(astar_map *map, bool weighted) {
  random_seed(5);
  for (int32_t i = 0; i < 4000; i++) {
    int32_t x = random_below(SIDE), y = random_below(SIDE), side = 1 + random_below(9);
    int32_t terrain = weighted && i % 2 ? BUSH : WALL;
    astar_map_fill(map, (astar_rect){ x, y, side, 10 - side }, terrain);
  }
  astar_map_fill(map, (astar_rect){ 0, 0, SIDE, 1 }, OPEN);
  astar_map_fill(map, (astar_rect){ SIDE - 1, 0, 1, SIDE }, OPEN);
}

static void open_world(World *world, bool weighted) {
  astar_status why;
  memset(world, 0, sizeof *world);
  world->map = new_map(&world->store);
  draw_map(world->map, weighted);
  world->red = new_player(world->map, "red");
  world->blue = new_player(world->map, "blue");
  astar_player_reveal(world->red);
  astar_player_reveal(world->blue);
  world->danger = astar_influence_new(world->map, "danger", 10, &why);
  world->weighted = (astar_weighted){ world->danger, 1024 };
}

static void close_world(World *world) {
  CHECK(map_validate(world->map) == NULL);
  CHECK(astar_map_memory(world->map) == world->store.held);
  astar_map_free(world->map);
  CHECK(world->store.held == 0);
}

/* From one corner to the other. */
static astar_ticket *request(World *world, astar_player *player, bool layers, int32_t priority) {
  astar_query query = astar_query_default();
  astar_status why;
  query.player = player;
  query.influences = &world->weighted;
  query.influence_count = layers;
  astar_rect goal = { SIDE - 1, SIDE - 1, 1, 1 };
  astar_ticket *ticket = astar_queue_request(world->map, 0, 0, goal, &query, priority, &why);
  CHECK((ticket != NULL) == (why == ASTAR_OK));
  return ticket;
}

static uint32_t cost_of(const astar_ticket *ticket) {
  const astar_search *search = astar_ticket_search(ticket);
  if (astar_ticket_status(ticket) != ASTAR_OK || search == NULL) return 0;
  astar_path *path = astar_search_path(search, 0, malloc(astar_search_path_size(search, 0)));
  uint32_t cost = astar_path_cost(path);
  free(path);
  return cost;
}

static uint32_t find_cost(World *world, astar_player *player) {
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.player = player;
  astar_status why;
  path = astar_path_find(world->map, 0, 0, (astar_rect){ SIDE - 1, SIDE - 1, 1, 1 }, &query, &why);
  uint32_t cost = path != NULL ? astar_path_cost(path) : 0;
  astar_path_free(world->map, path);
  return cost;
}

static uint32_t work(World *world) {
  uint32_t used;
  astar_queue_work(world->map, BUDGET, 1, &used);
  CHECK(queue_validate(world->map) == NULL);
  return used;
}

/* How many ticks until it ends. */
static int32_t ticks_to(World *world, const astar_ticket *ticket) {
  int32_t ticks = 0;
  for (; ticks < MOST_TICKS && astar_ticket_status(ticket) == ASTAR_RUNNING; ticks++) work(world);
  return ticks;
}

static uint32_t price(const World *world, bool layers) {
  uint32_t all = (uint32_t)(world->map->grid.cells / 6);
  return layers ? all : all / 4 * 3;
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* A request makes nothing of the size of the map. Each tick makes some, and uses all its nodes. */
TEST(pays) {
  for (int weighted = 0; weighted <= 1; weighted++) {
    World world;
    open_world(&world, weighted);
    size_t before = astar_map_memory(world.map);
    astar_ticket *ticket = request(&world, NULL, false, 0);
    CHECK(astar_map_memory(world.map) - before < 10000);
    uint32_t ticks = price(&world, false) / BUDGET;
    for (uint32_t i = 0; i < ticks; i++) {
      CHECK(work(&world) == BUDGET && astar_ticket_search(ticket) == NULL);
    }
    const Plane *plane = world.map->planes;
    CHECK(plane != NULL && plane->regions != NULL);
    CHECK(weighted ? !plane_lacks_patterns(plane) : !plane_lacks_jumps(plane));
    CHECK(ticks_to(&world, ticket) <= 20);
    CHECK(cost_of(ticket) > 0 && cost_of(ticket) == find_cost(&world, NULL));
    astar_ticket *second = request(&world, NULL, false, 0);
    work(&world);
    CHECK(astar_ticket_search(second) != NULL);
    close_world(&world);
  }
}

static uint32_t pay(World *world, astar_player *player, bool layers, uint32_t nodes) {
  astar_query query = astar_query_default();
  uint32_t owed;
  query.player = player;
  query.influences = &world->weighted;
  query.influence_count = layers;
  CHECK(astar_map_pay_for_tables(world->map, &query, nodes, &owed) == ASTAR_OK);
  return owed;
}

/* Asking changes nothing. What is paid is as for tickets: those that wait go on then, and a search
** that does not wait finds its tables. */
TEST(paid_without_tickets) {
  World world;
  open_world(&world, true);
  uint64_t hash = astar_queue_hash(world.map);
  size_t before = astar_map_memory(world.map);
  CHECK(pay(&world, world.red, true, 0) == price(&world, true));
  CHECK(astar_queue_hash(world.map) == hash && astar_map_memory(world.map) == before);
  CHECK(pay(&world, world.red, true, 1000) == price(&world, true) - 1000);
  CHECK(astar_queue_hash(world.map) != hash);
  astar_ticket *ticket = request(&world, world.red, false, 0);
  work(&world);
  CHECK(astar_ticket_search(ticket) == NULL);
  CHECK(pay(&world, world.red, false, UINT32_MAX) == 0);
  CHECK(pay(&world, world.red, true, 0) == price(&world, true) - price(&world, false));
  CHECK(pay(&world, world.blue, false, 0) == price(&world, false));
  const Plane *plane = world.map->planes;
  CHECK(plane != NULL && plane->regions != NULL && !plane_lacks_patterns(plane));
  work(&world);
  CHECK(astar_ticket_search(ticket) != NULL);
  CHECK(pay(&world, world.red, true, UINT32_MAX) == 0);
  close_world(&world);
}

/* However many nodes there are, and whoever pays. What is left searches cannot use. */
TEST(pays_little_in_a_call) {
  for (int players = 1; players <= 2; players++) {
    World world;
    uint32_t used = 0;
    open_world(&world, false);
    request(&world, world.red, true, 0);
    if (players == 2) request(&world, world.blue, true, 0);
    CHECK(astar_queue_work(world.map, 100000, 1, &used) == ASTAR_OK && used == QUEUE_TABLES);
    for (TableBudget *one = world.map->table_budgets; one != NULL; one = one->next)
      CHECK(one->paid == QUEUE_TABLES / (uint32_t)players);
    close_world(&world);
  }
}

/* On a map that is not large there is nothing to wait for. */
TEST(small_maps) {
  World world = { 0 };
  world.map = open_map(181, 181);
  astar_status why;
  astar_rect goal = { 180, 180, 1, 1 };
  astar_ticket *ticket = astar_queue_request(world.map, 0, 0, goal, NULL, 0, &why);
  astar_queue_work(world.map, BUDGET, 1, NULL);
  CHECK(astar_ticket_status(ticket) == ASTAR_OK);
  CHECK(pay(&world, NULL, false, 0) == 0);
  astar_map_free(world.map);
}

enum { RUN_TICKS = 60 };

typedef enum Whim { NOTHING, ASKS_BEFORE, ASKS_WITHIN, SAVES } Whim;

static void save_and_load(World *world) {
  astar_map *loaded = reloaded(world->map, (astar_allocator){ store_realloc, &world->store });
  CHECK(astar_queue_hash(loaded) == astar_queue_hash(world->map));
  astar_map_free(world->map);
  world->map = loaded;
  world->red = loaded->players;
  world->blue = loaded->players->next;
  world->danger = loaded->influences;
  world->weighted.influence = world->danger;
}

/* What each tick comes to. At some tick the running map is saved; it may be the loaded one that
** goes on. */
static void record(Whim whim, bool weighted, uint64_t hashes[RUN_TICKS]) {
  World world;
  size_t size;
  open_world(&world, weighted);
  if (whim == ASKS_BEFORE) find_cost(&world, world.red);
  request(&world, world.red, false, 0);
  request(&world, world.red, true, 5);
  request(&world, world.blue, true, 0);
  request(&world, NULL, false, 0);
  for (int32_t tick = 0; tick < RUN_TICKS; tick++) {
    work(&world);
    hashes[tick] = astar_queue_hash(world.map);
    astar_map_set(world.map, tick * 8, 7 + tick, tick % 2 ? OPEN : WALL);
    if (whim == ASKS_WITHIN && tick % 5 == 3) find_cost(&world, tick % 2 ? world.red : NULL);
    if (tick % 16 == 11 && whim != SAVES) astar_map_save(world.map, NULL, 0, &size);
    if (tick % 16 == 11 && whim == SAVES) save_and_load(&world);
  }
  close_world(&world);
}

/* Whatever tables there were before, or are made within, or are lost. */
TEST(ticks_are_the_same) {
  for (int weighted = 0; weighted <= 1; weighted++) {
    uint64_t hashes[RUN_TICKS], others[RUN_TICKS];
    record(NOTHING, weighted, hashes);
    for (Whim whim = ASKS_BEFORE; whim <= SAVES; whim++) {
      record(whim, weighted, others);
      CHECK(memcmp(hashes, others, sizeof hashes) == 0);
    }
  }
}

/* While red waits for tables, blue's tickets go on, and red's own with tables. */
TEST(others_go_on) {
  World world;
  astar_query query = astar_query_default();
  open_world(&world, false);
  query.player = world.blue;
  CHECK(prepare_tables(world.map, &query, false) == ASTAR_OK);
  astar_ticket *reds = request(&world, world.red, false, 0);
  astar_ticket *blues = request(&world, world.blue, false, 0);
  CHECK(ticks_to(&world, blues) < 12 && astar_ticket_status(reds) == ASTAR_RUNNING);
  query.player = world.red;
  CHECK(prepare_tables(world.map, &query, false) == ASTAR_OK);
  astar_ticket *layered = request(&world, world.red, true, 9);
  CHECK(ticks_to(&world, reds) < 12 && astar_ticket_status(layered) == ASTAR_RUNNING);
  CHECK(ticks_to(&world, layered) < 60 && cost_of(layered) > 0);
  close_world(&world);
}

/* After a preparation there is nothing to pay. */
TEST(prepared) {
  for (int layers = 0; layers <= 1; layers++) {
    World world;
    open_world(&world, true);
    uint64_t hash = astar_queue_hash(world.map);
    CHECK(prepare_tables(world.map, NULL, layers) == ASTAR_OK);
    CHECK(astar_queue_hash(world.map) != hash);
    astar_ticket *bare = request(&world, NULL, false, 0);
    astar_ticket *layered = request(&world, NULL, true, 0);
    work(&world);
    CHECK(astar_ticket_search(bare) != NULL);
    CHECK((astar_ticket_search(layered) != NULL) == layers);
    close_world(&world);
  }
}

/* Tickets that wait already go on then. */
TEST(prepared_late) {
  for (int layers = 0; layers <= 1; layers++) {
    World world;
    open_world(&world, true);
    astar_ticket *bare = request(&world, NULL, false, 0);
    astar_ticket *layered = request(&world, NULL, true, 0);
    work(&world);
    CHECK(prepare_tables(world.map, NULL, layers) == ASTAR_OK);
    CHECK(map_validate(world.map) == NULL);
    work(&world);
    CHECK(astar_ticket_search(bare) != NULL);
    CHECK((astar_ticket_search(layered) != NULL) == layers);
    close_world(&world);
  }
}

static bool stop_after(void *user, int32_t done) {
  int *steps = user;
  (void)done;
  return --*steps > 0;
}

/* A preparation that is cancelled while the queue makes the same tables. */
TEST(prepared_partly) {
  for (int32_t trial = 0; trial < 60; trial += 7) {
    World world;
    int steps = 1 + trial * 37 % 300;
    open_world(&world, trial % 2);
    astar_ticket *ticket = request(&world, NULL, true, 0);
    for (int32_t tick = 0; tick < trial / 5; tick++) work(&world);
    astar_preparation what = astar_preparation_default();
    what.progress = stop_after;
    what.user = &steps;
    astar_map_prepare(world.map, &what);
    CHECK(ticks_to(&world, ticket) < 40 && cost_of(ticket) == find_cost(&world, NULL));
    close_world(&world);
  }
}

/* Of a preparation as much is done as was paid for it, and no step more. */
TEST(keeps_pace) {
  for (int weighted = 0; weighted <= 1; weighted++) {
    World world;
    open_world(&world, weighted);
    request(&world, NULL, true, 0);
    for (uint32_t tick = 1; tick * 500 < price(&world, true); tick++) {
      astar_queue_work(world.map, 500, 1, NULL);
      const TableBudget *budget = world.map->table_budgets;
      uint64_t done = table_builder_done(budget->work);
      uint64_t paid = (uint64_t)TABLES_BUILT * budget->paid / price(&world, true);
      CHECK(done + 2 >= paid && done <= paid + TABLES_BUILT / 20);
    }
    close_world(&world);
  }
}

/* Tables that a large edit has made of no use are made again step by step. */
TEST(a_large_edit) {
  World world;
  open_world(&world, false);
  astar_ticket *ticket = request(&world, NULL, false, 0);
  const TableBuilder *tables = NULL;
  while (tables == NULL || tables->stage < 2 || tables->step < 150) {
    astar_queue_work(world.map, 200, 1, NULL);
    tables = world.map->table_budgets->work;
  }
  uint32_t done = table_builder_done(tables);
  astar_map_fill(world.map, (astar_rect){ 300, 300, 110, 110 }, WALL);
  astar_queue_work(world.map, 200, 1, NULL);
  CHECK(tables->stage == 2 && table_builder_done(tables) < done);
  CHECK(ticks_to(&world, ticket) < 40 && cost_of(ticket) == find_cost(&world, NULL));
  close_world(&world);
}

TEST(cancelled) {
  World world;
  open_world(&world, false);
  astar_ticket *tickets[6];
  for (int i = 0; i < 6; i++) tickets[i] = request(&world, world.red, i % 2, 0);
  work(&world);
  astar_ticket_cancel(tickets[0]);
  astar_ticket_free(tickets[3]);
  CHECK(map_validate(world.map) == NULL && astar_queue_waiting(world.map) == 4);
  astar_ticket_free(tickets[5]);
  astar_ticket_cancel(tickets[2]);
  astar_ticket_cancel(tickets[1]);
  astar_ticket_cancel(tickets[4]);
  CHECK(map_validate(world.map) == NULL && work(&world) == 0);
  astar_ticket *late = request(&world, world.red, true, 0);
  CHECK(ticks_to(&world, late) < 30 && cost_of(late) > 0);
  close_world(&world);
}

/* What has been paid for is made again after a load, which nobody can tell but by the time. */
TEST(restored) {
  for (int layers = 0; layers <= 1; layers++) {
    World world;
    open_world(&world, layers);
    astar_ticket *ticket = request(&world, world.red, layers, 0);
    CHECK(ticks_to(&world, ticket) < 40);
    request(&world, world.blue, true, 0);
    work(&world);
    save_and_load(&world);
    uint64_t hash = astar_queue_hash(world.map), state = astar_map_hash(world.map);
    int steps = 20;
    astar_preparation what = { .saved = true, .threads = 2, .progress = stop_after };
    what.user = &steps;
    CHECK(astar_map_prepare(world.map, &what) == ASTAR_CANCELLED);
    steps = 10000;
    CHECK(astar_map_prepare(world.map, &what) == ASTAR_OK);
    CHECK(astar_queue_hash(world.map) == hash && astar_map_hash(world.map) == state);
    for (int i = 0; i < 2; i++) {                     /* blue has paid in part */
      const Plane *plane = plane_find(world.map, world.map->classes, i ? world.blue : world.red);
      CHECK(plane != NULL);
      CHECK(layers ? !plane_lacks_patterns(plane) : !plane_lacks_jumps(plane));
    }
    CHECK(world.map->node_pool.node_count > 0 && (world.map->cost_caches != NULL) == layers);
    what.threads = 0;
    CHECK(astar_map_prepare(world.map, &what) == ASTAR_INVALID);
    close_world(&world);
  }
}

/* That of all searches that may be under way at a time is made while tickets wait for tables: those
** that come later need nothing as large as the map. */
TEST(memory_is_made_with_tables) {
  for (int layers = 0; layers <= 1; layers++) {
    World world;
    open_world(&world, layers);
    CHECK(ticks_to(&world, request(&world, world.red, layers, 0)) < 40);
    size_t before = world.store.held;
    for (int i = 0; i < 8; i++) request(&world, world.red, layers, 0);
    CHECK(world.store.held - before < SIDE * SIDE);
    while (astar_queue_waiting(world.map) > 0) work(&world);
    CHECK(world.store.held - before < SIDE * SIDE);
    close_world(&world);
  }
}

/* At any time. Its tickets end, and others go on. */
TEST(player_removed) {
  for (int32_t after = 0; after < 24; after += 7) {
    World world;
    open_world(&world, after % 2);
    astar_ticket *reds = request(&world, world.red, after % 3, 0);
    astar_ticket *blues = request(&world, world.blue, false, 0);
    for (int32_t i = 0; i < after; i++) work(&world);
    bool ended = astar_ticket_status(reds) != ASTAR_RUNNING;
    astar_player_remove(world.red);
    CHECK(map_validate(world.map) == NULL);
    CHECK(ticks_to(&world, blues) < 40 && cost_of(blues) > 0);
    work(&world);
    CHECK(ended || astar_ticket_status(reds) == ASTAR_CANCELLED);
    close_world(&world);
  }
}

/* Cells change all the time, in some ticks more than the log can hold, in some very many. */
TEST(edits) {
  for (int kind = 0; kind < 6; kind++) {
    World world, plain;
    open_world(&world, kind % 2);
    open_world(&plain, kind % 2);
    astar_ticket *ticket = request(&world, world.red, kind / 2 == 1, 0);
    random_seed((uint64_t)kind);
    for (int32_t tick = 0; astar_ticket_status(ticket) == ASTAR_RUNNING && tick < 60; tick++) {
      int32_t count = tick % 9 == 8 ? 3000 : 40;
      for (int32_t i = 0; i < count; i++) {
        astar_rect rect = { random_below(SIDE - 1), 1 + random_below(SIDE - 1), 1, 1 };
        int32_t terrain = random_below(3) ? OPEN : WALL;
        if (kind / 2 == 2 && i == 0) rect.height = SIDE - rect.y;
        astar_map_fill(world.map, rect, terrain);
        astar_map_fill(plain.map, rect, terrain);
      }
      work(&world);
    }
    CHECK(cost_of(ticket) > 0);
    for (int i = 0; i < 2; i++) {
      CHECK(find_cost(&world, world.red) == find_cost(&plain, plain.red));
      astar_map_set(world.map, SIDE - 2, SIDE - 9, WALL);
      astar_map_set(plain.map, SIDE - 2, SIDE - 9, WALL);
    }
    close_world(&world);
    close_world(&plain);
  }
}

/* Memory that ends costs time, and nothing else. */
static bool starve(bool weighted, long nth) {
  World world;
  open_world(&world, weighted);
  world.store.countdown = nth;
  astar_ticket *ticket = request(&world, NULL, true, 0);
  if (ticket == NULL) ticket = request(&world, NULL, true, 0);
  CHECK(ticks_to(&world, ticket) < 40 && cost_of(ticket) > 0);
  bool failed = world.store.failed;
  world.store.countdown = 0;
  close_world(&world);
  return failed;
}

TEST(no_memory) {
  for (int weighted = 0; weighted <= 1; weighted++) {
    long nth = 1;
    while (starve(weighted, nth)) nth += nth < 10 ? 1 : nth < 2000 ? 211 : 49;
    CHECK(nth > 1000);
  }
}

/* What a saved map says was paid must be possible. */
TEST(damaged) {
  World world;
  astar_query query = astar_query_default();
  open_world(&world, false);
  query.cls = world.map->classes;
  CHECK(table_budget_load(world.map, &query, 0) == ASTAR_DAMAGED);
  CHECK(table_budget_load(world.map, &query, price(&world, true) + 1) == ASTAR_DAMAGED);
  CHECK(table_budget_load(world.map, &query, price(&world, true)) == ASTAR_OK);
  CHECK(table_budget_load(world.map, &query, 1) == ASTAR_DAMAGED);
  close_world(&world);
}

TEST(payments_are_saved) {
  World world;
  open_world(&world, false);
  request(&world, world.red, false, 0);
  work(&world);
  astar_map *loaded = reloaded(world.map, (astar_allocator){ store_realloc, &world.store });
  CHECK(loaded->table_budgets->paid == BUDGET);
  astar_map_free(loaded);
  close_world(&world);
}

int main(void) { return run_tests(); }
