/*
** A cost cache that is kept up to date equals a new one: after each change of an influence map, of
** the terrain or of units, the cost cache of the queries before is compared with one made just now.
** They agree on every row that both know, on which cells are rough, and on what a search expands.
*/
#include "check.h"

#include "core/map/map.h"
#include "core/view/cost_cache.h"

enum { WIDTH = 44, HEIGHT = 34, WORLDS = 60, ROUNDS = 80, UNITS = 6 };

typedef struct World {
  astar_map *map;
  astar_class *cls;
  astar_influence *influences[2];
  astar_weighted weighted[2];
  astar_unit *units[UNITS];         /* NULL: there was no room */
  size_t kept, rough;               /* cost caches that were compared, and those that know rough
                                    ** cells */
} World;

static void make_units(World *world) {
  astar_player *red = new_player(world->map, "red");
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.cls = world->cls;
  for (int i = 0; i < UNITS; i++) {
    desc.x = random_below(WIDTH);
    desc.y = random_below(HEIGHT);
    world->units[i] = astar_unit_new(red, &desc, &why);
  }
}

static World new_world(uint64_t seed) {
  World world = { 0 };
  astar_class_desc desc = astar_class_default();
  astar_status why;
  random_seed(seed);
  world.map = open_map(WIDTH, HEIGHT);
  for (int i = 0; i < WIDTH * HEIGHT / 40; i++)
    astar_map_set(world.map, random_below(WIDTH), random_below(HEIGHT), WALL);
  desc.size = 1 + (int32_t)seed % 3;
  world.cls = astar_class_new(world.map, &desc, &why);
  world.influences[0] = astar_influence_new(world.map, "danger", ASTAR_ONE, &why);
  world.influences[1] = astar_influence_new(world.map, "smoke", ASTAR_ONE, &why);
  for (int i = 0; i < 2; i++) world.weighted[i] = (astar_weighted){ world.influences[i], 1500 };
  if (seed % 2 == 1) make_units(&world);
  return world;
}

static void change_influence(const World *world) {
  astar_influence *influence = world->influences[random_below(2)];
  int32_t kind = random_below(8);
  if (kind == 0) {
    astar_influence_decay(influence, 300);
  } else {
    int32_t x = random_below(WIDTH), y = random_below(HEIGHT), radius = random_below(3);
    int32_t amount = 5 + random_below(60);
    astar_influence_add(influence, x, y, amount, radius, ASTAR_FALLOFF_LINEAR);
  }
}

static void change_unit(const World *world) {
  astar_unit *unit = world->units[random_below(UNITS)];
  int32_t x = random_below(WIDTH), y = random_below(HEIGHT);
  if (unit != NULL) astar_unit_place(unit, x, y);
}

static void change(const World *world) {
  int32_t kind = random_below(10);
  int32_t x = random_below(WIDTH), y = random_below(HEIGHT);
  if (kind == 0) astar_map_set(world->map, x, y, 1 + random_below(2));
  else if (kind < 3) change_unit(world);
  else change_influence(world);
}

static astar_query new_query(const World *world) {
  astar_query query = astar_query_default();
  query.cls = world->cls;
  query.unit = world->units[0];
  query.influences = world->weighted;
  query.influence_count = 2;
  query.engine = random_below(3) == 0 ? ASTAR_ENGINE_JPSW : ASTAR_ENGINE_JPS_LAYERS;
  return query;
}

/* What a search finds and how much it expands, as a number. */
static uint64_t answer(const World *world, const astar_query *query, astar_cell from,
                       astar_cell to) {
  astar_rect goal = { to.x, to.y, 1, 1 };
  astar_status status;
  astar_path *path = astar_path_find(world->map, from.x, from.y, goal, query, &status);
  uint64_t sum = (uint64_t)status;
  if (path != NULL) sum += 100 * astar_path_cost(path);
  if (path != NULL) sum += (uint64_t)astar_path_expanded(path) << 32;
  astar_path_free(world->map, path);
  return sum;
}

static bool rows_agree(const astar_map *map, const CostCache *one, const CostCache *other) {
  for (size_t cell = 0; cell < map->grid.cells; cell++) {
    const CostCacheRow *a = &one->rows[cell], *b = &other->rows[cell];
    bool both = a->cost[0] != 0 && b->cost[0] != 0;
    if (both && (a->cost[0] != b->cost[0] || a->cost[1] != b->cost[1])) return false;
    for (int i = 0; i < DIRECTIONS; i++)
      if (a->drop[i] != 0 && b->drop[i] != 0 && a->drop[i] != b->drop[i]) return false;
  }
  return true;
}

static bool rough_agrees(const astar_map *map, const Rough *one, const Rough *other) {
  size_t bytes = (map->grid.cells / 64 + 1) * sizeof(uint64_t);
  if (one->influenced_count != other->influenced_count) return false;
  if (memcmp(one->influenced, other->influenced, bytes) != 0) return false;
  if (!one->is_whole || !other->is_whole) return true;
  return one->count == other->count && memcmp(one->cells, other->cells, bytes) == 0;
}

/* Asks again where no cost cache is known, and compares the one that is made with the one that was
** kept. */
static void compare_with_new(World *world, const astar_query *query, astar_cell from,
                             astar_cell to) {
  uint64_t expected = answer(world, query, from, to);
  CostCache *kept = world->map->cost_caches;
  world->map->cost_caches = NULL;
  CHECK(answer(world, query, from, to) == expected);
  const CostCache *fresh = world->map->cost_caches;
  if (kept != NULL && fresh != NULL) {
    bool knows = kept->rough_known && fresh->rough_known;
    CHECK(rows_agree(world->map, kept, fresh));
    if (knows) CHECK(rough_agrees(world->map, kept->rough, fresh->rough));
    world->kept++;
    world->rough += knows;
  }
  cost_caches_free(world->map);
  world->map->cost_caches = kept;
}

static void play(uint64_t seed, size_t *kept, size_t *rough) {
  World world = new_world(seed);
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 1 + random_below(3); i > 0; i--) change(&world);
    astar_query query = new_query(&world);
    astar_cell from = { random_below(WIDTH), random_below(HEIGHT) };
    astar_cell to = { random_below(WIDTH), random_below(HEIGHT) };
    compare_with_new(&world, &query, from, to);
  }
  *kept += world.kept;
  *rough += world.rough;
  astar_map_free(world.map);
}

TEST(a_kept_cost_cache_equals_a_new_one) {
  size_t kept = 0, rough = 0;
  for (EACH_CASE(seed, WORLDS)) play(seed, &kept, &rough);
  CHECK(kept >= WORLDS * ROUNDS / 2 && rough >= WORLDS * ROUNDS / 4);
}

int main(void) { return run_tests(); }
