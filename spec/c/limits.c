/*
** Numbers at their borders. The dearest path costs 2^32 - 2: every engine, field and line finds it,
** and says LIMIT for one more. What the layers may add up to is exactly ASTAR_MAX_PENALTY. What
** comes as bytes may hold any number.
*/
#include "check.h"

enum { DEAR = 65535, WIDTH = 512, HEIGHT = 260 };

#define DEAREST (UINT32_MAX - 1)

/* ---- a way that is long enough --------------------------------------------------------------- */

/* A corridor that winds through the map: rows of it, each joined with the next at one end. Cell
** number n of it lies n steps from its start. */
static astar_cell corridor_cell(int32_t n) {
  int32_t row = n / (WIDTH + 1), column = n % (WIDTH + 1);
  if (column == WIDTH) return (astar_cell){ row % 2 == 0 ? WIDTH - 1 : 0, 2 * row + 1 };
  return (astar_cell){ row % 2 == 0 ? column : WIDTH - 1 - column, 2 * row };
}

/* How many corners lie between the start and cell n, of two eighths each. */
static uint32_t corners_before(int32_t n) {
  uint32_t corners = 0;
  for (int32_t i = 1; i < n; i++) {
    astar_cell a = corridor_cell(i - 1), b = corridor_cell(i + 1);
    corners += a.x != b.x && a.y != b.y;
  }
  return corners;
}

typedef struct Corridor {
  astar_map *map;
  int32_t steps;                    /* to its end */
  astar_cell end;
} Corridor;

static void define(astar_map *map, const char *name, int32_t cost) {
  int32_t id;
  CHECK(astar_terrain_define(map, name, cost, false, &id) == ASTAR_OK);
}

enum { GROUND = 1, ROCK, LAST };

/* Its last cell costs `last`, all others DEAR; a step goes as far in any direction. */
static Corridor new_corridor(int32_t steps, int32_t last) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = WIDTH;
  desc.height = HEIGHT;
  desc.diagonal = desc.straight;
  Corridor corridor = { astar_map_new(&desc, &why), steps, corridor_cell(steps) };
  if (corridor.map == NULL) exit(2);
  define(corridor.map, "ground", DEAR);
  define(corridor.map, "rock", 0);
  if (last != DEAR) define(corridor.map, "last", last);
  astar_map_fill(corridor.map, (astar_rect){ 0, 0, WIDTH, HEIGHT }, ROCK);
  for (int32_t n = 0; n <= steps; n++) {
    astar_cell cell = corridor_cell(n);
    astar_map_set(corridor.map, cell.x, cell.y, n == steps && last != DEAR ? LAST : GROUND);
  }
  return corridor;
}

/* One whose way costs `cost`, of which `extra` do not come from terrain. */
static Corridor corridor_of(uint32_t cost, uint32_t extra) {
  uint32_t terrain = cost - extra, steps = (terrain - 1) / DEAR + 1;
  return new_corridor((int32_t)steps, (int32_t)(terrain - (steps - 1) * DEAR));
}

static astar_rect end_of(const Corridor *corridor) {
  return (astar_rect){ corridor->end.x, corridor->end.y, 1, 1 };
}

/* ---- searches -------------------------------------------------------------------------------- */

/* The status and cost of a search of its own, and of a ticket. */
static void check_search(const Corridor *corridor, const astar_query *query, uint32_t cost) {
  astar_status status;
  astar_path *path = astar_path_find(corridor->map, 0, 0, end_of(corridor), query, &status);
  CHECK(status == (cost <= DEAREST ? ASTAR_OK : ASTAR_LIMIT));
  if (path != NULL) CHECK(astar_path_cost(path) == cost);
  astar_path_free(corridor->map, path);
}

/* The end is the cell nearest to the rock behind it. */
static void check_partial(const Corridor *corridor, astar_engine engine, uint32_t cost) {
  astar_query query = astar_query_default();
  astar_path *path;
  query.partial = true;
  query.engine = engine;
  astar_cell beyond = corridor_cell(corridor->steps + 1);
  astar_rect goal = { beyond.x, beyond.y, 1, 1 };
  astar_status status;
  path = astar_path_find(corridor->map, 0, 0, goal, &query, &status);
  CHECK(status == (cost <= DEAREST ? ASTAR_PARTIAL : ASTAR_LIMIT));
  if (path != NULL) CHECK(astar_path_cost(path) == cost);
  astar_path_free(corridor->map, path);
}

/* DEAREST, and one more: what may come out, and what may not. */
TEST(each_engine_stops_at_the_same_cost) {
  const astar_engine engines[] = { ASTAR_ENGINE_AUTO, ASTAR_ENGINE_ASTAR, ASTAR_ENGINE_JPSW };
  for (uint32_t more = 0; more <= 1; more++) {
    Corridor corridor = corridor_of(DEAREST + more, 0);
    for (int i = 0; i < 3; i++) {
      astar_query query = astar_query_default();
      query.engine = engines[i];
      check_search(&corridor, &query, DEAREST + more);
      check_partial(&corridor, engines[i], DEAREST + more);
      query.heuristic = ASTAR_NO_HEURISTIC;
      check_search(&corridor, &query, DEAREST + more);
    }
    astar_map_free(corridor.map);
  }
}

/* All cells cost the same: the nearest costs to the border are 65536 and 65537 steps. */
TEST(so_does_jump_point_search) {
  const astar_engine engines[] = { ASTAR_ENGINE_AUTO, ASTAR_ENGINE_JPS, ASTAR_ENGINE_JPS_LAYERS };
  for (int32_t steps = 65536; steps <= 65537; steps++)
    for (int i = 0; i < 2; i++) {
      Corridor corridor = new_corridor(steps, DEAR);
      astar_query query = astar_query_default();
      query.engine = engines[i];
      check_search(&corridor, &query, (uint32_t)steps * DEAR);
      astar_map_free(corridor.map);
    }
}

/* The end is made dearer by influence. */
TEST(so_do_those_among_layers) {
  const astar_engine engines[] = { ASTAR_ENGINE_AUTO, ASTAR_ENGINE_ASTAR, ASTAR_ENGINE_JPSW,
                                   ASTAR_ENGINE_JPS_LAYERS };
  for (uint32_t more = 0; more <= 1; more++) {
    astar_status why;
    Corridor corridor = new_corridor(65536, DEAR);
    astar_influence *danger = astar_influence_new(corridor.map, "danger", ASTAR_ONE, &why);
    int32_t penalty = (int32_t)(DEAREST + more - 65536u * DEAR);
    CHECK(astar_influence_set(danger, corridor.end.x, corridor.end.y, penalty) == ASTAR_OK);
    astar_weighted weighted = { danger, ASTAR_ONE };
    for (int i = 0; i < 4; i++) {
      astar_query query = astar_query_default();
      query.influences = &weighted;
      query.influence_count = 1;
      query.engine = engines[i];
      check_search(&corridor, &query, DEAREST + more);
    }
    astar_map_free(corridor.map);
  }
}

TEST(so_do_turns) {
  const int32_t price = 7;
  for (uint32_t more = 0; more <= 1; more++) {
    uint32_t turns = corners_before(65530) * 2 * (uint32_t)price;
    Corridor corridor = corridor_of(DEAREST + more, turns);
    CHECK(corners_before(corridor.steps) * 2 * (uint32_t)price == turns);
    astar_query query = astar_query_default();
    query.turn_cost = price;
    check_search(&corridor, &query, DEAREST + more);
    astar_map_free(corridor.map);
  }
}

/* ---- the nearest, fields, lines -------------------------------------------------------------- */

static int32_t is_end(void *user, int32_t x, int32_t y, int32_t terrain) {
  const Corridor *corridor = user;
  (void)terrain;
  return x == corridor->end.x && y == corridor->end.y;
}

static void check_nearest(const Corridor *corridor, const astar_target *target, uint32_t cost) {
  astar_status why;
  astar_search *search = astar_nearest_new(corridor->map, 0, 0, target, NULL, &why);
  CHECK(astar_search_step(search, UINT32_MAX) == (cost <= DEAREST ? ASTAR_OK : ASTAR_LIMIT));
  size_t size = astar_search_path_size(search, 0);
  CHECK((size > 0) == (cost <= DEAREST));
  if (size > 0) {
    astar_path *path = astar_search_path(search, 0, malloc(size));
    CHECK(astar_path_cost(path) == cost);
    free(path);
  }
  astar_search_free(search);
}

TEST(so_does_the_nearest) {
  for (uint32_t more = 0; more <= 1; more++) {
    Corridor corridor = corridor_of(DEAREST + more, 0);
    astar_target listed = { .cells = &corridor.end, .cell_count = 1, .wanted = 1 };
    astar_target asked = { .accepts = is_end, .user = &corridor, .wanted = 1 };
    check_nearest(&corridor, &listed, DEAREST + more);
    check_nearest(&corridor, &asked, DEAREST + more);
    astar_map_free(corridor.map);
  }
}

static void check_field(astar_field *field, astar_cell at, uint32_t cost) {
  uint32_t found;
  astar_status status = astar_field_cost(field, at.x, at.y, &found);
  CHECK(status == (cost <= DEAREST ? ASTAR_OK : ASTAR_LIMIT));
  CHECK(found == (cost <= DEAREST ? cost : 0));
  astar_field_free(field);
}

TEST(so_do_fields) {
  const astar_cell start = { 0, 0 };
  for (uint32_t more = 0; more <= 1; more++) {
    astar_status why;
    Corridor corridor = corridor_of(DEAREST + more, 0);
    astar_map *map = corridor.map;
    check_field(astar_field_new(map, &corridor.end, 1, NULL, &why), start, DEAREST + more);
    check_field(astar_field_reach(map, 0, 0, UINT32_MAX, NULL, &why), corridor.end,
                DEAREST + more);
    astar_map_free(map);
  }
}

/* Threats may have 1,788,695,890 to go, to the dearest cell that they can reach. */
TEST(flight_has_a_border_of_its_own) {
  const uint32_t farthest = 1788695890;
  for (uint32_t more = 0; more <= 1; more++) {
    astar_status why;
    uint32_t cost;
    Corridor corridor = corridor_of(farthest + more, 0);
    astar_cell threat = { 0, 0 };
    astar_field *field = astar_field_flee(corridor.map, &threat, 1, 0, NULL, &why);
    CHECK((field != NULL) == (more == 0) && why == (more == 0 ? ASTAR_OK : ASTAR_LIMIT));
    if (field != NULL) {
      CHECK(astar_field_cost(field, corridor.end.x, corridor.end.y, &cost) == ASTAR_OK);
      CHECK(cost == 0);
    }
    astar_field_free(field);
    astar_map_free(corridor.map);
  }
}

/* A line pays for half of the cell that it begins in, and half of the one that it ends in. */
TEST(so_do_lines) {
  for (int32_t last = DEAR - 2; last <= DEAR; last += 2) {
    astar_map_desc desc = astar_map_default();
    astar_status why;
    uint32_t cost;
    desc.width = 65538;
    desc.height = 1;
    desc.diagonal = desc.straight;
    astar_map *map = astar_map_new(&desc, &why);
    define(map, "ground", DEAR);
    define(map, "last", last);
    astar_map_set(map, 65537, 0, 2);
    bool fits = last < DEAR;
    CHECK(astar_map_line(map, 0, 0, 65537, 0, NULL, &cost) == (fits ? ASTAR_OK : ASTAR_LIMIT));
    CHECK(cost == (fits ? DEAREST : 0));
    astar_map_free(map);
  }
}

/* ---- estimates ------------------------------------------------------------------------------- */

/* Times 64 the estimate is beyond 32 bits, the cost is not. The path is found, and within the
** factor; over open ground it is the cheapest. */
TEST(a_weight_loses_no_path_whose_cost_fits) {
  const astar_heuristic heuristics[] = { ASTAR_OCTILE, ASTAR_MANHATTAN, ASTAR_EUCLIDEAN,
                                         ASTAR_CHEBYSHEV };
  for (int i = 0; i < 8; i++) {
    astar_map_desc desc = astar_map_default();
    astar_status why;
    astar_path *path;
    desc.width = 1500;
    desc.height = 3;
    desc.diagonal = desc.straight;
    astar_map *map = astar_map_new(&desc, &why);
    define(map, "ground", DEAR);
    astar_query query = astar_query_default();
    query.heuristic = heuristics[i % 4];
    query.heuristic_weight = 64 * ASTAR_ONE;
    query.turn_cost = i / 4;
    path = astar_path_find(map, 0, 0, (astar_rect){ 1499, 0, 1, 1 }, &query, &why);
    CHECK(why == ASTAR_OK);
    CHECK(path != NULL && astar_path_cost(path) == 1499u * DEAR);
    astar_path_free(map, path);
    astar_map_free(map);
  }
}

/* Its square is beyond 64 bits, the estimate is within 32: with a square that is even, and odd. */
TEST(the_euclidean_estimate_does_not_overflow) {
  enum { LENGTH = 90000 };
  const int32_t diagonals[] = { 15, 14 }, costs[] = { 43690, 46809 };
  for (int i = 0; i < 2; i++) {
    astar_map_desc desc = astar_map_default();
    astar_status why;
    astar_path *path;
    desc.width = LENGTH;
    desc.height = 1;
    desc.diagonal = diagonals[i];
    astar_map *map = astar_map_new(&desc, &why);
    define(map, "ground", costs[i]);
    astar_query query = astar_query_default();
    query.heuristic = ASTAR_EUCLIDEAN;
    query.engine = ASTAR_ENGINE_ASTAR;
    path = astar_path_find(map, 0, 0, (astar_rect){ LENGTH - 1, 0, 1, 1 }, &query, &why);
    CHECK(why == ASTAR_OK);
    CHECK(path != NULL && astar_path_cost(path) == (LENGTH - 1) * (uint32_t)costs[i]);
    astar_path_free(map, path);
    astar_map_free(map);
  }
}

/* ---- layers ---------------------------------------------------------------------------------- */

static int32_t nothing_more(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)user, (void)x, (void)y, (void)terrain;
  return 0;
}

/* `sum` from influence at one cell, and from a callback where there is one. */
static astar_status cost_under(int32_t sum, bool asks, int32_t terrain_cost, int32_t *cost) {
  astar_status why;
  astar_map *map = open_map(4, 4);
  define(map, "dear", terrain_cost);
  astar_map_fill(map, (astar_rect){ 0, 0, 4, 4 }, 5);
  astar_weighted weighted[32];
  astar_query query = astar_query_default();
  query.influences = weighted;
  query.influence_count = 0;
  if (asks) query.extra_cost = nothing_more;
  if (asks) sum -= ASTAR_MAX_COST;
  for (int32_t i = 0; sum != 0; i++) {
    char name[16];
    int32_t part = sum > ASTAR_MAX_COST ? ASTAR_MAX_COST : sum;
    if (part < -ASTAR_MAX_COST) part = -ASTAR_MAX_COST;
    snprintf(name, sizeof name, "map %d", (int)i);
    weighted[i] = (astar_weighted){ astar_influence_new(map, name, 0, &why), ASTAR_ONE };
    CHECK(astar_influence_set(weighted[i].influence, 2, 2, part) == ASTAR_OK);
    query.influence_count = i + 1;
    sum -= part;
  }
  why = astar_map_cost(map, 2, 2, false, &query, cost);
  astar_status found;
  astar_path *path = astar_path_find(map, 0, 0, (astar_rect){ 2, 2, 1, 1 }, &query, &found);
  CHECK(found == why);
  astar_path_free(map, path);
  astar_map_free(map);
  return why;
}

TEST(layers_add_up_to_their_limit) {
  int32_t cost;
  CHECK(ASTAR_MAX_PENALTY == 983040);
  for (int32_t terrain = 10; terrain <= 40000; terrain += 39990) {
    CHECK(cost_under(ASTAR_MAX_PENALTY, false, terrain, &cost) == ASTAR_OK);
    CHECK(cost == ASTAR_MAX_PENALTY + terrain);
    CHECK(cost_under(ASTAR_MAX_PENALTY + 1, false, terrain, &cost) == ASTAR_LIMIT && cost == 0);
    CHECK(cost_under(-ASTAR_MAX_PENALTY, false, terrain, &cost) == ASTAR_OK && cost == 1);
    CHECK(cost_under(-ASTAR_MAX_PENALTY - 1, false, terrain, &cost) == ASTAR_LIMIT);
    CHECK(cost_under(ASTAR_MAX_PENALTY, true, terrain, &cost) == ASTAR_OK);
    CHECK(cost == ASTAR_MAX_PENALTY - ASTAR_MAX_COST + terrain);
    CHECK(cost_under(ASTAR_MAX_PENALTY + 1, true, terrain, &cost) == ASTAR_LIMIT);
  }
}

/* ---- large maps ------------------------------------------------------------------------------ */

/* Two cells wide, with its border four: 2^29 cells, and eight more. Where the machine is too small
** for such a map there is nothing to say. */
TEST(turns_are_limited_to_maps_whose_states_can_be_numbered) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = 2;
  desc.height = 1 << 27;
  astar_map *map = astar_map_new(&desc, &why);
  if (map == NULL) return;
  astar_query query = astar_query_default();
  query.turn_cost = 1;
  astar_search *search = astar_search_new(map, 0, 0, (astar_rect){ 1, 0, 1, 1 }, &query, &why);
  CHECK(search != NULL && astar_search_step(search, 1) == ASTAR_LIMIT);
  astar_map_free(map);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void put_32(uint8_t *bytes, uint32_t number) {
  for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(number >> 8 * i);
}

/* Where the section of that name begins, behind its head. */
static uint8_t *find_section(uint8_t *bytes, size_t size, const char *tag) {
  for (size_t i = 0; i + 8 <= size; i++)
    if (memcmp(bytes + i, tag, 4) == 0) return bytes + i + 8;
  return NULL;
}

/* The sum stands at the end and is of all before the last section. */
static void sign(uint8_t *bytes, size_t size) {
  uint64_t sum = astar_checksum(bytes, size - 16);
  for (int i = 0; i < 8; i++) bytes[size - 8 + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

static astar_status load(const uint8_t *bytes, size_t size) {
  astar_status why;
  astar_map_free(astar_map_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why));
  return why;
}

/* Each number of four bytes in turn becomes one near a border; whatever it was, the answer is a
** status. The sanitizer of undefined behaviour looks on. */
TEST(any_number_in_a_saved_map_is_survived) {
  static const uint32_t borders[] = { 0, 1, 0x7fffffff, 0x7fffff80, 0x80000000, 0xffffffff,
                                      0x10000000, 0x3fffffff };
  astar_status why;
  size_t size;
  astar_map *map = random_map(20, 10, 10);
  astar_player *red = new_player(map, "red");
  astar_player_reveal(red);
  astar_map_set(map, 3, 3, OPEN);
  astar_unit *unit = new_unit(red, 3, 3, 4);
  astar_influence *danger = astar_influence_new(map, "danger", ASTAR_ONE, &why);
  astar_influence_add(danger, 9, 5, 40, 4, ASTAR_FALLOFF_LINEAR);
  astar_query query = astar_query_default();
  query.unit = unit;
  astar_queue_request(map, ASTAR_AT_UNIT, 0, (astar_rect){ 0, 0, 3, 3 }, &query, 1, &why);
  uint8_t *bytes = saved_map(map, &size), *changed = malloc(size);
  CHECK(load(bytes, size) == ASTAR_OK);
  for (size_t at = 0; at + 4 <= size - 16; at++)
    for (size_t i = 0; i < sizeof borders / sizeof *borders; i++) {
      memcpy(changed, bytes, size);
      put_32(changed + at, borders[i]);
      sign(changed, size);
      load(changed, size);
    }
  free(bytes);
  free(changed);
  astar_map_free(map);
}

TEST(a_width_near_its_greatest_is_damage) {
  size_t size;
  astar_map *map = open_map(5, 5);
  uint8_t *bytes = saved_map(map, &size), *section = find_section(bytes, size, "SIZE");
  CHECK(section != NULL);
  for (uint32_t less = 0; less < 200; less++) {
    put_32(section, INT32_MAX - less);
    sign(bytes, size);
    CHECK(load(bytes, size) == ASTAR_DAMAGED);
  }
  free(bytes);
  astar_map_free(map);
}

/* The last id that there is may have been given by then. */
TEST(units_end_with_their_ids) {
  astar_status why;
  size_t size;
  astar_map *map = open_map(5, 5);
  new_player(map, "red");
  astar_map_set_reroute_budget(map, 9);
  uint8_t *bytes = saved_map(map, &size), *section = find_section(bytes, size, "UNUM");
  CHECK(section != NULL);
  put_32(section + 8, INT32_MAX - 1);
  sign(bytes, size);
  astar_map *loaded = astar_map_load(bytes, size, (astar_allocator){ NULL, NULL }, 0, &why);
  CHECK(loaded != NULL);
  astar_unit_desc desc = astar_unit_default();
  astar_player *red = astar_player_next(loaded, NULL);
  astar_unit *unit = astar_unit_new(red, &desc, &why);
  CHECK(unit != NULL && astar_unit_id(unit) == INT32_MAX);
  desc.x = 2;
  CHECK(astar_unit_new(red, &desc, &why) == NULL && why == ASTAR_LIMIT);
  free(bytes);
  astar_map_free(map);
  astar_map_free(loaded);
}

/* Game coordinates so small that a place is no number of cells. */
TEST(places_in_the_world_may_be_no_numbers) {
  for (int i = 0; i < 4; i++) {
    astar_map_desc desc = astar_map_default();
    astar_status why;
    int32_t changed;
    desc.width = desc.height = 6;
    desc.projection = i % 2 == 0 ? ASTAR_ISOMETRIC : ASTAR_SQUARE;
    desc.origin_x = i < 2 ? 1e299 : -1e299;
    desc.origin_y = -1e299;
    desc.cell_width = desc.cell_height = 1e-299;
    astar_map *map = astar_map_new(&desc, &why);
    define_terrains(map);
    CHECK(astar_map_block_circle(map, -1e299, 1e299, 1e299, WALL, &changed) == ASTAR_OK);
    CHECK(changed >= 0 && changed <= 36);
    astar_map_free(map);
  }
}

int main(void) { return run_tests(); }
