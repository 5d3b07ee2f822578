/*
** Fields on uniform terrain: their costs, found in wavefronts, against those that the general way
** finds for the same cells. A layer that touches only a blocked cell makes a query take the general
** way.
*/
#include "store.h"

enum { WIDTH = 60, HEIGHT = 45 };

typedef enum Kind { TO, REACH, FLEE, KINDS } Kind;

typedef struct World {
  Store store;
  astar_map *map;
  astar_influence *nothing;         /* of the blocked cell 0, 0 */
  astar_weighted weighted;
  astar_class *cls;
  astar_cell cells[3];
  int32_t count, cost;
  uint32_t limit;
  Kind kind;
} World;

static astar_cell random_cell(void) {
  int32_t x = random_below(WIDTH);
  return (astar_cell){ x, random_below(HEIGHT) };
}

static astar_field *make_field(World *world, bool general, astar_status *why) {
  astar_query query = astar_query_default();
  astar_cell start = world->cells[0];
  query.cls = world->cls;
  if (general) query.influences = &world->weighted;
  query.influence_count = general;
  switch (world->kind) {
    case TO: return astar_field_new(world->map, world->cells, world->count, &query, why);
    case REACH: return astar_field_reach(world->map, start.x, start.y, world->limit, &query, why);
    default: return astar_field_flee(world->map, world->cells, world->count, 0, &query, why);
  }
}

static void make_map(World *world, astar_map_desc desc) {
  astar_status why;
  desc.allocator = (astar_allocator){ store_realloc, &world->store };
  world->map = astar_map_new(&desc, &why);
  define_terrains(world->map);
  CHECK(astar_terrain_define(world->map, "open", world->cost, false, NULL) == ASTAR_OK);
  world->nothing = astar_influence_new(world->map, "nothing", 1024, &why);
  world->weighted = (astar_weighted){ world->nothing, 1024 };
  astar_influence_add(world->nothing, 0, 0, 5, 0, ASTAR_FALLOFF_LINEAR);
}

static int32_t open_or_not(int32_t percent) {
  return random_below(100) < percent ? WALL + random_below(2) : OPEN;
}

/* From empty to so full that nearly nothing is connected. */
static void fill_map(World *world) {
  int32_t percent = random_below(50);
  for (int32_t y = 0; y < HEIGHT; y++)
    for (int32_t x = 0; x < WIDTH; x++) astar_map_set(world->map, x, y, open_or_not(percent));
  for (int i = random_below(6); i > 0; i--) {
    astar_cell at = random_cell();
    int32_t width = 1 + random_below(WIDTH - at.x), height = 1 + random_below(HEIGHT - at.y);
    astar_map_fill(world->map, (astar_rect){ at.x, at.y, width, height }, open_or_not(30));
  }
  astar_map_set(world->map, 0, 0, WALL);
}

/* Straight and diagonal steps of all ratios, from 1 to 2. */
static astar_map_desc random_desc(void) {
  astar_map_desc desc = astar_map_default();
  desc.width = WIDTH;
  desc.height = HEIGHT;
  desc.straight = 1 + random_below(60);
  desc.diagonal = desc.straight + random_below(desc.straight + 1);
  return desc;
}

static void make_world(World *world, uint64_t seed) {
  astar_class_desc shape = astar_class_default();
  astar_status why;
  random_seed(seed);
  *world = (World){ .cost = 1 + random_below(100), .count = 1 + random_below(3) };
  make_map(world, random_desc());
  fill_map(world);
  shape.size = 1 + (random_below(4) == 0);
  shape.diagonal = (astar_diagonal_rule)random_below(4);
  world->cls = astar_class_new(world->map, &shape, &why);
  world->kind = (Kind)random_below(KINDS);
  world->limit = random_below(2) ? UINT32_MAX : (uint32_t)random_below(40 * world->cost);
  for (int32_t i = 0; i < world->count; i++) world->cells[i] = random_cell();
}

static void same_costs(astar_field *a, astar_field *b) {
  uint32_t cost_a, cost_b;
  for (int32_t y = 0; y < HEIGHT; y++)
    for (int32_t x = 0; x < WIDTH; x++) {
      CHECK(astar_field_cost(a, x, y, &cost_a) == astar_field_cost(b, x, y, &cost_b));
      CHECK(cost_a == cost_b);
    }
}

TEST(costs_are_those_of_the_general_way) {
  for (EACH_CASE(seed, 66)) {
    World world;
    astar_status why;
    make_world(&world, seed);
    astar_field *general = make_field(&world, true, &why);
    astar_field *field = make_field(&world, false, &why);
    CHECK(field != NULL && why == ASTAR_OK);
    same_costs(field, general);
    CHECK(astar_field_work(field) == astar_field_work(general));
    astar_map_free(world.map);
    CHECK(world.store.held == 0);
  }
}

static void edit(World *world) {
  astar_cell at = random_cell();
  if (at.x + at.y > 0) astar_map_set(world->map, at.x, at.y, open_or_not(50));
}

/* Also on terrain that ceases to be uniform, and becomes so again. */
TEST(costs_can_be_repaired) {
  for (EACH_CASE(seed, 33)) {
    World world;
    astar_status why;
    make_world(&world, 1000 + seed);
    astar_field *field = make_field(&world, false, &why);
    for (int round = 0; round < 6; round++) {
      for (int i = random_below(5); i >= 0; i--) edit(&world);
      if (round == 2) astar_map_set(world.map, 5, 5, BUSH);
      if (round == 4) astar_map_set(world.map, 5, 5, OPEN);
      if (round == 5) CHECK(astar_field_update(field) == ASTAR_OK);
      astar_field *general = make_field(&world, true, &why);
      same_costs(field, general);
      astar_field_free(general);
    }
    astar_map_free(world.map);
  }
}

/* From one end of a row to where costs do not fit into 32 bits. */
TEST(costs_can_come_to_be_too_large) {
  World world = { .cost = ASTAR_MAX_COST, .count = 1, .kind = REACH, .limit = UINT32_MAX };
  astar_map_desc desc = astar_map_default();
  astar_status why;
  uint32_t cost_a, cost_b;
  desc.diagonal = desc.straight;
  desc.width = 66000;
  desc.height = 1;
  make_map(&world, desc);
  world.cls = astar_map_class(world.map);
  world.cells[0].x = 1;
  astar_map_set(world.map, 0, 0, WALL);
  for (int i = 0; i < 2; i++) {
    astar_field *field = make_field(&world, false, &why);
    astar_field *general = make_field(&world, true, &why);
    for (int32_t x = 65500; x < 65600; x++) {
      CHECK(astar_field_cost(field, x, 0, &cost_a) == astar_field_cost(general, x, 0, &cost_b));
      CHECK(cost_a == cost_b);
    }
    CHECK(astar_field_cost(field, 66000 - 1, 0, &cost_a) == (i ? ASTAR_UNREACHABLE : ASTAR_LIMIT));
    astar_map_set(world.map, 65000, 0, WALL);
  }
  astar_map_free(world.map);
}

/* Each allocation of a new field fails in turn. */
TEST(memory_may_end) {
  for (Kind kind = TO; kind < KINDS; kind++) {
    bool failed = true;
    for (long nth = 1; failed; nth++) {
      World world;
      astar_status why;
      make_world(&world, 9);
      CHECK(astar_map_diagonal(world.map) < 2 * astar_map_straight(world.map));
      world.kind = kind;
      astar_map_fill(world.map, (astar_rect){ 1, 1, WIDTH - 1, HEIGHT - 1 }, OPEN);
      astar_field_free(make_field(&world, false, &why));
      size_t held = world.store.held;
      world.store.countdown = nth;
      astar_field *field = make_field(&world, false, &why);
      failed = world.store.failed;
      world.store.countdown = 0;
      CHECK((field == NULL) == failed && why == (failed ? ASTAR_NO_MEMORY : ASTAR_OK));
      CHECK(!failed || world.store.held <= held);
      astar_map_free(world.map);
      CHECK(world.store.held == 0);
    }
  }
}

int main(void) { return run_tests(); }
