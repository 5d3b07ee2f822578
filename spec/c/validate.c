/* What must hold of a map between two calls, whatever is done to it: map_validate finds nothing
** after each of many random operations, and something where one thing is broken by hand. */
#include "check.h"

#include "core/field/field.h"
#include "core/lifetime/validate.h"
#include "core/search/queue.h"
#include "core/tables/rough.h"
#include "core/units/claims.h"

enum { WIDTH = 40, HEIGHT = 32, UNITS = 12, FIELDS = 3, TICKETS = 40 };

typedef struct World {
  astar_map *map;
  astar_player *players[2];
  astar_class *large;
  astar_influence *danger;
  astar_unit *units[UNITS];
  astar_field *fields[FIELDS];
  astar_ticket *tickets[TICKETS];
} World;

static astar_cell anywhere(void) {
  return (astar_cell){ random_below(WIDTH), random_below(HEIGHT) };
}

static World new_world(uint64_t seed) {
  astar_status why;
  random_seed(seed);
  World world = { .map = random_map(WIDTH, HEIGHT, 20) };
  astar_class_desc desc = astar_class_default();
  desc.size = 2;
  world.large = astar_class_new(world.map, &desc, &why);
  world.players[0] = new_player(world.map, "red");
  world.players[1] = new_player(world.map, "blue");
  world.danger = astar_influence_new(world.map, "danger", ASTAR_ONE, &why);
  astar_player_reveal(world.players[0]);
  return world;
}

static astar_query random_query(const World *world) {
  astar_query query = astar_query_default();
  query.unit = random_below(3) ? world->units[random_below(UNITS)] : NULL;
  if (query.unit == NULL && random_below(3) == 0) query.cls = world->large;
  query.partial = random_below(3) == 0;
  return query;
}

/* ---- operations ------------------------------------------------------------------------------ */

static void edit(World *world) {
  astar_cell at = anywhere();
  astar_map_set(world->map, at.x, at.y, random_terrain(25));
}

static void stamp(World *world) {
  astar_cell at = anywhere();
  astar_influence_add(world->danger, at.x, at.y, random_below(60) - 10, random_below(6),
                      ASTAR_FALLOFF_LINEAR);
  at = anywhere();
  astar_influence_set(world->danger, at.x, at.y, random_below(60) - 30);
  if (random_below(4) == 0) astar_influence_spread(world->danger, ASTAR_ONE / 4);
  if (random_below(2) == 0) influence_find_bounds(world->danger);
  if (random_below(4) == 0) astar_influence_decay(world->danger, ASTAR_ONE / 2);
}

static void make_unit(World *world) {
  astar_unit **unit = &world->units[random_below(UNITS)];
  astar_unit_desc desc = astar_unit_default();
  astar_cell at = anywhere();
  astar_status why;
  if (*unit != NULL) astar_unit_remove(*unit);
  desc.x = at.x;
  desc.y = at.y;
  desc.speed = 100 + random_below(900);
  desc.sight = random_below(5);
  desc.cls = random_below(3) == 0 ? world->large : NULL;
  desc.avoidance = (astar_avoidance)random_below(4);
  *unit = astar_unit_new(world->players[random_below(2)], &desc, &why);
}

static void walk(World *world) {
  astar_unit *unit = world->units[random_below(UNITS)];
  astar_path *path;
  if (unit == NULL) return;
  astar_query query = astar_query_default();
  query.unit = unit;
  astar_cell from = astar_unit_cell(unit), to = anywhere();
  astar_status why;
  path = astar_path_find(world->map, from.x, from.y, (astar_rect){ to.x, to.y, 1, 1 },
                         &query, &why);
  if (path != NULL) astar_unit_follow_path(unit, path, NULL);
  astar_path_free(world->map, path);
}

static void make_field(World *world) {
  astar_field **field = &world->fields[random_below(FIELDS)];
  astar_cell goals[2] = { anywhere(), anywhere() };
  astar_query query = random_query(world);
  astar_status why;
  astar_field_free(*field);
  query.partial = false;
  *field = random_below(3) ? astar_field_new(world->map, goals, 2, &query, &why)
                           : astar_field_flee(world->map, goals, 2, 0, &query, &why);
}

static void ask_field(World *world) {
  astar_field *field = world->fields[random_below(FIELDS)];
  astar_cell at = anywhere();
  uint32_t cost;
  if (field != NULL) astar_field_cost(field, at.x, at.y, &cost);
}

static void request(World *world) {
  astar_ticket **ticket = &world->tickets[random_below(TICKETS)];
  astar_cell from = anywhere(), to = anywhere();
  astar_query query = random_query(world);
  astar_status why;
  if (*ticket != NULL) astar_ticket_free(*ticket);
  *ticket = astar_queue_request(world->map, from.x, from.y, (astar_rect){ to.x, to.y, 1, 1 },
                                &query, random_below(3), &why);
}

static void work(World *world) {
  astar_queue_work(world->map, (uint32_t)random_below(600), 1, NULL);
}

static void tick(World *world) {
  astar_map_tick(world->map, NULL, NULL);
}

static void find(World *world) {
  astar_query query = random_query(world);
  astar_cell from = anywhere(), to = anywhere();
  astar_status why;
  astar_path *path = astar_path_find(world->map, from.x, from.y, (astar_rect){ to.x, to.y, 1, 1 },
                                     &query, &why);
  astar_path_free(world->map, path);
}

static void (*const operations[])(World *world) = { edit, edit, stamp, make_unit, walk, walk,
                                                    make_field, ask_field, request, request, work,
                                                    tick, tick, find };

static void do_something(World *world) {
  operations[random_below(sizeof operations / sizeof *operations)](world);
}

/* ---- nothing is wrong ------------------------------------------------------------------------ */

TEST(nothing_is_wrong_after_random_operations) {
  for (EACH_CASE(seed, 4)) {
    World world = new_world(seed);
    const char *wrong = NULL;
    for (int step = 0; step < 1000 && wrong == NULL; step++) {
      do_something(&world);
      if (step % 7 == 0) wrong = map_validate(world.map);
    }
    if (wrong != NULL) printf("seed %d: %s\n", (int)seed, wrong);
    CHECK(wrong == NULL);
    astar_map_free(world.map);
  }
}

/* ---- what is kept from query to query -------------------------------------------------------- */

static bool spec_touches(const astar_unit *a, const astar_unit *b) {
  return a->x <= b->x + b->cls->size && b->x <= a->x + a->cls->size &&
         a->y <= b->y + b->cls->size && b->y <= a->y + a->cls->size;
}

/* Does it stand far from the unit, and make way for it? */
static bool is_passed(const astar_unit *other, const astar_unit *unit) {
  int32_t dx = abs(other->x - unit->x), dy = abs(other->y - unit->y);
  return other->path == NULL && unit_lets_pass(other, unit) && (dx > 10 || dy > 10);
}

static bool is_taken(const astar_unit *unit, int32_t x, int32_t y) {
  const astar_unit *other = astar_unit_at(unit->cls->map, x, y);
  return other != NULL && other != unit && astar_unit_visible(other, unit->player) &&
         (other->path == NULL || spec_touches(unit, other)) && !is_passed(other, unit);
}

static bool taken_is_right(Taken *taken, astar_unit *unit) {
  const Grid *grid = &unit->cls->map->grid;
  astar_query query = astar_query_default();
  query.unit = unit;
  if (!CHECK(taken_find(&query, taken))) return false;
  size_t count = 0;
  for (int32_t y = 0; y < HEIGHT; y++)
    for (int32_t x = 0; x < WIDTH; x++) {
      bool wanted = is_taken(unit, x, y);
      count += wanted;
      if (taken_has_any(taken, grid, grid_cell(grid, x, y), 1) != wanted) return false;
    }
  return count == taken->count && taken_validate(taken, unit->cls->map) == NULL;
}

/* Against claims that were marked in a set of their own. */
static bool claims_are_right(Claims *claims, astar_unit *unit) {
  astar_map *map = unit->cls->map;
  Claims fresh = { 0 };
  astar_query query = astar_query_default();
  query.unit = unit;
  query.claim_ahead = random_below(3) ? 16 : random_below(30);
  query.claim_radius = random_below(3) ? 10 : random_below(40);
  bool right = CHECK(claims_mark(&query, claims) && claims_mark(&query, &fresh));
  for (size_t word = 0; word < cellset_words(map); word++)
    right = right && cellset_word(&claims->cells, word) == cellset_word(&fresh.cells, word);
  claims_free(&fresh, map);
  return right;
}

/* One set for the units of all players in turn, while they walk, stop, die and see others. */
TEST(what_units_mark_is_as_marked_from_scratch) {
  for (EACH_CASE(seed, 4)) {
    World world = new_world(seed);
    Taken taken = { .count = 0 };
    Claims claims = { .count = 0 };
    bool right = true;
    for (int step = 0; step < 1000 && right; step++) {
      do_something(&world);
      astar_unit *unit = world.units[random_below(UNITS)];
      if (random_below(50) == 0)
        astar_player_share(world.players[0], world.players[1], random_below(2) == 0);
      if (unit == NULL) continue;
      right = taken_is_right(&taken, unit) && claims_are_right(&claims, unit);
      if (random_below(2) == 0) taken_reset(&taken, world.map);
    }
    CHECK(right);
    taken_free(&taken, world.map);
    claims_free(&claims, world.map);
    astar_map_free(world.map);
  }
}

/* ---- what is broken is found, beside broken.c ------------------------------------------------ */

static World busy_world(void) {
  World world = new_world(5);
  for (int step = 0; step < 800; step++) do_something(&world);
  for (int i = 0; i < 20; i++) request(&world);
  make_unit(&world);
  find(&world);
  CHECK(map_validate(world.map) == NULL);
  return world;
}

static bool is_found(const World *world, const char *words) {
  const char *wrong = map_validate(world->map);
  return CHECK(wrong != NULL && strstr(wrong, words) != NULL);
}

/* Each bucket in turn is said to end in the chunk that none uses. */
static void check_ends(BucketQueue *buckets) {
  int led_astray = 0;
  for (uint32_t i = 0; i < BUCKET_QUEUE_RING; i++) {
    Bucket *bucket = &buckets->ring->buckets[i], whole = *bucket;
    bucket->end = 1;
    const char *wrong = bucket_queue_validate(buckets);
    *bucket = whole;
    if (!bucket_queue_is_filled(buckets, i)) continue;
    CHECK(wrong != NULL);
    led_astray += wrong != NULL && strstr(wrong, "do not lead") != NULL;
  }
  CHECK(led_astray > 0);
}

TEST(a_lost_chunk_is_found) {
  World world = new_world(1);
  BucketQueue buckets = { 0 };
  uint64_t entry;
  CHECK(bucket_queue_begin(&buckets, &world.map->memory, 0, 10));
  for (int i = 0; i < 500; i++) {
    uint64_t next = open_entry((uint32_t)random_below(3000), 1);
    CHECK(bucket_queue_push(&buckets, &world.map->memory, next));
    if (random_below(3) == 0) bucket_queue_take(&buckets, UINT32_MAX, &entry);
    CHECK(bucket_queue_validate(&buckets) == NULL);
  }
  check_ends(&buckets);
  while (bucket_queue_take(&buckets, UINT32_MAX, &entry))
    CHECK(bucket_queue_validate(&buckets) == NULL);
  CHECK(buckets.unused_chunk != 0);
  buckets.unused_chunk = 0;
  CHECK(bucket_queue_validate(&buckets) != NULL);
  bucket_queue_free(&buckets, &world.map->memory);
  astar_map_free(world.map);
}

/* Of a value, all cells around it are rough: the 3 x 3 of one that would cover it. */
TEST(a_value_without_rough_cells_is_found) {
  World world = new_world(1);
  const Grid *grid = &world.map->grid;
  Rough *rough = rough_new(&world.map->memory, grid);
  for (int i = 0; i < 60; i++) {
    int32_t size = 1 + random_below(3);
    astar_cell at = anywhere();
    astar_rect near = { at.x - random_below(3), at.y - random_below(3), 3, 3 };
    astar_rect rect = grid_clip(grid, near);
    CHECK(astar_influence_clear(world.danger) == ASTAR_OK);
    astar_influence_set(world.danger, at.x, at.y, 5);
    rough_clear(rough);
    CHECK(!rough_covers(rough, world.danger, rect, size));
    rough_add_influence(rough, world.danger, rect, size);
    rough_complete(rough, NULL);
    CHECK(rough_covers(rough, world.danger, rect, size));
    for (int32_t y = at.y - size - 1; y <= at.y + 2; y++)
      for (int32_t x = at.x - size - 1; x <= at.x + 2; x++) {
        if (!grid_has(grid, x, y)) continue;
        bool is = x >= at.x - size && x <= at.x + 1 && y >= at.y - size && y <= at.y + 1;
        CHECK(rough_has(rough, grid_cell(grid, x, y)) == is);
        if (is) rough_put(rough, x, y, false);
        CHECK(rough_covers(rough, world.danger, rect, size) == !is);
        if (is) rough_put(rough, x, y, true);
      }
  }
  rough_free(rough, &world.map->memory);
  astar_map_free(world.map);
}

TEST(a_rough_cell_out_of_its_lines_is_found) {
  World world = new_world(1);
  Rough *rough = rough_new(&world.map->memory, &world.map->grid);
  rough_put(rough, 4, 4, true);
  CHECK(rough_validate(rough, NULL) == NULL);
  rough_put(rough, 9, 4, true);
  rough_put(rough, 9, 4, false);
  int64_t *last = &rough->last[EAST][rough_line(EAST, 4, 4)];
  CHECK(*last == line_bit(&rough->lines[EAST], 4, 4));
  *last = -1;
  CHECK(rough_validate(rough, NULL) != NULL);
  *last = line_bit(&rough->lines[EAST], 4, 4);
  rough->cells[grid_cell(&world.map->grid, 4, 4) >> 6] = 0;
  CHECK(rough_validate(rough, NULL) != NULL);
  rough_free(rough, &world.map->memory);
  astar_map_free(world.map);
}

TEST(wrong_bounds_of_an_influence_map_are_found) {
  World world = busy_world();
  influence_find_bounds(world.danger);
  CHECK(map_validate(world.map) == NULL);
  world.danger->filled++;
  is_found(&world, "bounds");
  astar_map_free(world.map);
}

static astar_unit *unit_at(const World *world, int32_t x, int32_t y) {
  astar_unit_desc desc = astar_unit_default();
  astar_status why;
  desc.x = x;
  desc.y = y;
  return astar_unit_new(world->players[0], &desc, &why);
}

/* A unit among comrades that walk and stand has asked for a path: the cost cache knows of them. */
static World cached_world(void) {
  World world = { .map = random_map(WIDTH, HEIGHT, 0) };
  world.players[0] = new_player(world.map, "red");
  astar_player_reveal(world.players[0]);
  astar_query query = astar_query_default();
  query.unit = unit_at(&world, 2, 2);
  query.engine = ASTAR_ENGINE_JPSW;
  astar_unit *friend = unit_at(&world, 4, 4);
  unit_at(&world, 9, 9);
  astar_path *path = NULL;
  astar_status why;
  path = astar_path_find(world.map, 4, 4, (astar_rect){ 12, 8, 1, 1 }, NULL, &why);
  CHECK(astar_unit_follow_path(friend, path, NULL) == ASTAR_OK);
  astar_path_free(world.map, path);
  path = NULL;
  path = astar_path_find(world.map, 2, 2, (astar_rect){ 12, 2, 1, 1 }, &query, &why);
  astar_path_free(world.map, path);
  return world;
}

TEST(cells_that_a_cost_cache_has_lost_are_found) {
  World world = cached_world();
  CHECK(world.map->cost_caches != NULL && map_validate(world.map) == NULL);
  CostCacheUnits *units = &world.map->cost_caches->units;
  CHECK(units->first < units->end);
  size_t word = units->first;
  units->near[word] ^= 1;
  is_found(&world, "near units");
  units->near[word] ^= 1;
  units->claimed[word] ^= ~units->taken[word];
  is_found(&world, "claimed or taken");
  astar_map_free(world.map);
}

int main(void) { return run_tests(); }
