/* Saved maps field by field: all that is put into one is taken out again, and each field is
** believed up to the ends of its range and no further. The map is small, with one of everything. */
#include "check.h"

#include "core/units/unit_query.h"
#include "core/move/movement.h"
#include "core/search/queue.h"
#include "core/save/save.h"

typedef struct Bytes {
  uint8_t at[4096];
  size_t size;
} Bytes;

static Bytes saved;                              /* the map with one of everything */

static Bytes save(astar_map *map) {
  static Bytes bytes;
  CHECK(astar_map_save(map, bytes.at, sizeof bytes.at, &bytes.size) == ASTAR_OK);
  if (bytes.size > sizeof bytes.at) exit(2);
  return bytes;
}

static astar_map *load(const Bytes *bytes, astar_status *why) {
  return astar_map_load(bytes->at, bytes->size, (astar_allocator){ NULL, NULL }, 0, why);
}

/* ---- the map --------------------------------------------------------------------------------- */

enum { TICKS = 51, WIDTH = 9, HEIGHT = 5, LAST_CELL = (WIDTH + 2) * (HEIGHT + 2) - 1 };

/* The second one goes east. */
static void make_units(astar_player *red, astar_player *blue, astar_class *cls) {
  astar_unit_desc desc = astar_unit_default();
  astar_path *path = NULL;
  astar_status why;
  desc = (astar_unit_desc){ .x = 6, .y = 2, .cls = cls, .speed = 300, .sight = 2 };
  CHECK(astar_unit_new(red, &desc, &why) != NULL);
  astar_unit *unit = new_unit(blue, 2, 1, -1);
  CHECK(unit != NULL);
  if (unit == NULL) return;
  path = astar_path_find(cls->map, 2, 1, (astar_rect){ 7, 1, 1, 1 }, NULL, &why);
  CHECK(astar_unit_follow_path(unit, path, NULL) == ASTAR_OK);
  astar_path_free(cls->map, path);
  unit->avoidance = ASTAR_AVOIDANCE_YIELD;
  unit->since = 11;
  unit->waited = 12;
  unit->retry = 14;
  unit->from = (astar_cell){ 1, 2 };
  unit->stride = DIAGONAL_STRIDE;
  unit->travelled = 1000;
  unit->as_of = TICKS;
}

/* And a query of a unit's own. */
static void make_traffic(astar_map *map, astar_player *blue, astar_influence *danger) {
  astar_weighted weight = { danger, 25 };
  astar_query query = astar_query_default();
  query.influences = &weight;
  query.influence_count = 1;
  query.traffic_cost = 26;
  CHECK(unit_query_make(map, &query, &unit_by_id(map, map->units->last_id)->query) == ASTAR_OK);
  CHECK(astar_player_set_traffic(blue, 300) == ASTAR_OK);
  Cell cell = grid_cell(&map->grid, 3, 1);
  blue->traffic.came[cell] = 0x0102030405060708;
  blue->traffic.waits[cell + 1] = 9;
  blue->traffic.waits[grid_cell(&map->grid, WIDTH - 1, HEIGHT - 1)] = 255;
}

static void make_request(astar_map *map, astar_player *player, astar_influence *influence) {
  astar_weighted weights[2] = { { influence, 21 }, { astar_influence_next(map, NULL), 22 } };
  astar_query query = astar_query_default();
  astar_status why;
  query.player = player;
  query.influences = weights;
  query.influence_count = 2;
  query.claims = query.occupancy = query.partial = query.explain = true;
  query.claim_radius = 2;
  query.claim_ahead = 3;
  query.claim_penalty = 23;
  query.budget = 24;
  query.within = 1;
  query.turn_cost = 5;
  CHECK(astar_queue_request(map, 0, 0, (astar_rect){ 5, 2, 3, 2 }, &query, 7, &why) != NULL);
}

/* With all that the format can hold. */
static astar_map *full_map(void) {
  astar_map *map = open_map(WIDTH, HEIGHT);
  int32_t costs[] = { 0, 12, 0, ASTAR_TERRAIN_DEFAULT, 0 };
  astar_class_desc desc = { .size = 2, .unknown = 15, .costs = costs, .cost_count = 4,
                            .climb = 6, .descend = -1, .drift = 2 * ASTAR_ONE };
  astar_status why;
  astar_query query = astar_query_default();
  astar_terrain_set_slope(map, BUSH, (astar_slope){ 4, -3, 2 });
  for (int32_t x = 0; x < WIDTH; x++) astar_map_set(map, x, 4, x % 3 == 0 ? BUSH : WALL);
  astar_class *cls = astar_class_new(map, &desc, &why);
  CHECK(cls != NULL && astar_class_new(map, &desc, &why) != NULL);
  astar_player *red = new_player(map, "red"), *gone = new_player(map, "gone");
  astar_player *blue = new_player(map, "blue");
  astar_player_remove(gone);
  astar_influence *empty = astar_influence_new(map, "empty", 3, &why);
  astar_influence *danger = astar_influence_new(map, "danger", 7, &why);
  for (int32_t x = 0; x < WIDTH; x++) astar_influence_set(danger, x, 1, 1 << 2 * x);
  for (int32_t x = 0; x < WIDTH; x++) astar_influence_set(danger, x, 2, -(1 << 2 * x) + 1);
  astar_player_share(red, blue, true);
  astar_player_reveal(red);
  astar_player_see(blue, 4, 2, 2, NULL, NULL);
  make_units(red, blue, cls);
  query.player = blue;
  CHECK(find_landmarks(map, &query) == ASTAR_OK);
  CHECK(find_dead_ends(map, NULL) == ASTAR_OK);
  make_request(map, blue, danger);
  make_traffic(map, blue, danger);
  map->ticks = TICKS;
  map->units->waits = 0x123456789a;
  map->units->last_id = 9;
  map->units->movement->rerouting.nodes = 53;
  map->units->movement->rerouting.unit = 54;
  CHECK(empty != NULL);
  return map;
}

/* ---- reading what is saved ------------------------------------------------------------------- */

static uint64_t number_at(size_t at, int bytes) {
  uint64_t number = 0;
  for (int i = 0; i < bytes; i++) number |= (uint64_t)saved.at[at + (size_t)i] << 8 * i;
  return number;
}

/* Where section number `count` with that tag begins, behind its head. */
static size_t section(const char *tag, int count) {
  for (size_t at = SAVE_HEAD_BYTES; at < saved.size; at += 8 + number_at(at + 4, 4))
    if (memcmp(saved.at + at, tag, 4) == 0 && --count == 0) return at + 8;
  exit(2);
}

/* The saved map with other bytes in one place: OK or why not. What is believed is saved again as it
** was read. */
static astar_status with(size_t at, int bytes, int64_t value) {
  Bytes copy = saved;
  astar_status why;
  for (int i = 0; i < bytes; i++) copy.at[at + (size_t)i] = (uint8_t)((uint64_t)value >> 8 * i);
  uint64_t sum = astar_checksum(copy.at, copy.size - SAVE_END_BYTES);
  for (int i = 0; i < 8; i++) copy.at[copy.size - 8 + (size_t)i] = (uint8_t)(sum >> 8 * i);
  astar_map *map = load(&copy, &why);
  if (map == NULL) return why;
  Bytes again = save(map);
  if (!CHECK(again.size == copy.size && memcmp(again.at, copy.at, copy.size) == 0))
    printf("byte %d, value %lld\n", (int)at, (long long)value);
  astar_map_free(map);
  return ASTAR_OK;
}

TEST(all_of_it_is_taken_as_it_was_put) {
  astar_status why;
  astar_map *map = full_map();
  saved = save(map);
  CHECK(with(section("SIZE", 1), 4, WIDTH) == ASTAR_OK);
  astar_map *loaded = load(&saved, &why);
  CHECK(loaded != NULL && astar_map_hash(loaded) == astar_map_hash(map));
  CHECK(astar_queue_hash(loaded) == astar_queue_hash(map));
  const Movement *movement = loaded->units->movement;
  CHECK(movement->rerouting.nodes == 53 && movement->rerouting.unit == 54);
  CHECK(loaded->ticks == TICKS);
  CHECK(loaded->units->waits == 0x123456789a && loaded->units->last_id == 9);
  astar_map_free(loaded);
  astar_map_free(map);
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* A field at `at` of a section, and the ends of what is believed of it. */
typedef struct Range {
  const char *tag;
  int nth;
  size_t at;
  int bytes;
  int64_t least, greatest;
} Range;

#define FREE4 0, UINT32_MAX                      /* any number of four bytes */

static const Range ranges[] = {
  { "KIND", 1, 9, 1, 0, 1 },                     /* "open": whether it hides what is behind it */
  { "KIND", 1, 10, 4, -ASTAR_MAX_HEIGHT, ASTAR_MAX_HEIGHT },
  { "KIND", 1, 14, 4, -ASTAR_MAX_COST, ASTAR_MAX_COST },     /* a current to the east, south */
  { "KIND", 1, 18, 4, -ASTAR_MAX_COST, ASTAR_MAX_COST },
  { "CLAS", 2, 0, 4, 1, ASTAR_MAX_SIZE },        /* nobody is of it */
  { "CLAS", 2, 4, 1, 0, 3 },
  { "CLAS", 2, 18, 4, -ASTAR_MAX_COST, ASTAR_MAX_COST },     /* for a step up, down */
  { "CLAS", 2, 22, 4, -ASTAR_MAX_COST, ASTAR_MAX_COST },
  { "CLAS", 2, 26, 4, 0, 64 * ASTAR_ONE },
  { "UNIT", 1, 4, 1, 0, 1 },                     /* the player */
  { "UNIT", 1, 5, 4, 0, 2 },                     /* the class */
  { "UNIT", 1, 33, 4, 0, 64 * ASTAR_ONE },       /* the speed */
  { "UNIT", 1, 37, 4, 0, ASTAR_MAX_RADIUS },     /* the sight; -1 is tried beside */
  { "UNIT", 1, 55, 4, 0, WIDTH - 1 },            /* where it stood last */
  { "UNIT", 1, 59, 4, 0, HEIGHT - 1 },
  { "UNIT", 2, 0, 4, 2, 9 },                     /* the id, not above the last one */
  { "UNIT", 2, 4, 1, 0, 1 },
  { "UNIT", 2, 29, 4, 0, DIAGONAL_STRIDE },      /* how far on its step */
  { "UNIT", 2, 42, 1, 0, ASTAR_AVOIDANCE_YIELD },
  { "UNIT", 2, 43, 4, FREE4 },
  { "UNIT", 2, 47, 4, FREE4 },
  { "UNIT", 2, 51, 4, FREE4 },
  { "UNIT", 2, 55, 4, 0, 5 },                    /* its progress on a path of 6 cells */
  { "UNIT", 2, 59, 1, 0, 1 },                    /* the path's status */
  { "UNIT", 2, 60, 4, FREE4 },
  { "UNIT", 2, 64, 4, FREE4 },
  { "UNIT", 2, 68, 4, 2, 2 },                    /* waypoints */
  { "UNIT", 2, 72, 4, 2, 2 },                    /* the first one: x, y, index */
  { "UNIT", 2, 76, 4, 1, 1 },
  { "UNIT", 2, 80, 4, 0, 0 },
  { "UNIT", 2, 88, 4, 7, 7 },
  { "UNIT", 2, 92, 4, 1, 1 },
  { "UNIT", 2, 96, 4, 5, 5 },
  { "UNIT", 2, 104, 1, 1, 1 },                   /* it has a query: */
  { "UNIT", 2, 105, 4, 1, 1 },                   /* how many influence maps, which */
  { "UNIT", 2, 109, 4, 0, 1 },
  { "UNIT", 2, 117, 1, 0, 1 },
  { "UNIT", 2, 145, 4, 0, ASTAR_MAX_COST },      /* traffic */
  { "FLOW", 1, 0, 1, 0, 1 },                     /* the player */
  { "FLOW", 1, 1, 4, 1, ASTAR_MAX_TRAFFIC },
  { "FLOW", 1, 6, 4, FREE4 },
  { "TIME", 1, 0, 4, FREE4 },
  { "UNUM", 1, 8, 4, 2, INT32_MAX },             /* the last id: that of the second unit is 2 */
  { "UNUM", 1, 12, 4, 1, UINT32_MAX },
  { "UNUM", 1, 16, 4, FREE4 },
  { "TIME", 1, 4, 4, FREE4 },                   /* the last number of a link: there is none */
  { "PLAN", 1, 5, 1, 1, 2 },                     /* either has one count behind it, which is 0 */
  { "PLAN", 2, 5, 1, 1, 2 },
  { "PLAN", 1, 6, 4, 0, 0 },
  { "PLAN", 2, 6, 4, 0, 0 },
  { "ASKS", 1, 24, 4, 0, UINT32_MAX },           /* the priority */
  { "ASKS", 1, 37, 4, 2, 2 },                    /* how many influence maps */
  { "ASKS", 1, 41, 4, 0, 1 },
  { "ASKS", 1, 49, 4, 0, 1 },
  { "ASKS", 1, 57, 1, 0, 1 },
  { "ASKS", 1, 58, 1, 0, 1 },
  { "ASKS", 1, 85, 4, 0, ASTAR_MAX_COST },       /* traffic */
  { "ASKS", 1, 89, 1, 0, 1 },
  { "ASKS", 1, 90, 1, 0, 1 },
};

static void check_range(const Range *range) {
  size_t at = section(range->tag, range->nth) + range->at;
  int64_t most = ((int64_t)1 << 8 * range->bytes) - 1;
  bool right = with(at, range->bytes, range->least) == ASTAR_OK &&
               with(at, range->bytes, range->greatest) == ASTAR_OK;
  if (range->greatest < most)
    right = right && with(at, range->bytes, range->greatest + 1) == ASTAR_DAMAGED;
  if (range->least > 0)
    right = right && with(at, range->bytes, range->least - 1) == ASTAR_DAMAGED;
  if (!right) printf("%s %d, byte %d:\n", range->tag, range->nth, (int)range->at);
  CHECK(right);
}

TEST(each_field_is_believed_within_its_range) {
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) check_range(&ranges[i]);
}

/* ---- single values --------------------------------------------------------------------------- */

typedef struct Value {
  const char *tag;
  int nth;
  size_t at;
  int bytes;
  int64_t value;
  bool is_right;
} Value;

static const Value values[] = {
  { "UNIT", 1, 37, 4, -1, true },                /* sees nothing */
  { "UNIT", 1, 37, 4, -2, false },
  { "UNIT", 2, 41, 1, 3, false },                /* no such state */
  { "UNIT", 2, 17, 4, 0, true },                 /* comes from afar: by a link */
  { "UNIT", 2, 17, 4, WIDTH, false },
  { "UNIT", 2, 21, 4, HEIGHT, false },
  { "UNIT", 2, 25, 4, 0, false },                /* a step of no length, a very long one */
  { "UNIT", 2, 25, 4, -1, false },
  { "UNIT", 2, 25, 4, INT32_MAX, true },
  { "UNIT", 2, 84, 4, 1, false },                /* a link to another cell than the next one */
  { "UNIT", 2, 100, 4, 1, false },               /* one from the end of a path */
  { "PLAY", 1, 4, 8, 0, true },                  /* red shares with nobody, with blue, */
  { "PLAY", 1, 4, 8, 2, true },
  { "PLAY", 1, 4, 8, 1, false },                 /* with itself, with no player */
  { "PLAY", 1, 4, 8, 4, false },
  { "PLAY", 1, 4, 8, INT64_MIN, false },
  { "CELL", 1, 1, 1, 0, false },                 /* a cell without terrain, */
  { "CELL", 1, 1, 1, 5, false },                 /* of one that is not defined */
  { "SIZE", 1, 0, 4, WIDTH + 1, false },
  { "SIZE", 1, 4, 4, HEIGHT + 1, false },
  { "SIZE", 1, 0, 4, 0, false },
  { "SIZE", 1, 4, 4, -1, false },
  { "SIZE", 1, 0, 4, 1 << 20, false },
  { "SIZE", 1, 8, 4, 0, false },                 /* a straight step that is free */
  { "SIZE", 1, 12, 4, 21, false },
  { "SIZE", 1, 16, 1, 2, false },
  { "PLAN", 1, 4, 1, 2, false },                 /* no such player */
  { "ASKS", 1, 28, 4, 3, false },                /* no such class, player, unit, influence map */
  { "ASKS", 1, 32, 1, 2, false },
  { "ASKS", 1, 33, 4, 7, false },
  { "ASKS", 1, 41, 4, 2, false },
  { "ASKS", 1, 37, 4, INT32_MAX, false },
  { "ASKS", 1, 0, 4, WIDTH, false },             /* beside the map */
};

TEST(some_values_are_believed_and_others_not) {
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    const Value *one = &values[i];
    astar_status status = with(section(one->tag, one->nth) + one->at, one->bytes, one->value);
    if (!CHECK(status == (one->is_right ? ASTAR_OK : ASTAR_DAMAGED)))
      printf("%s %d, byte %d: %lld\n", one->tag, one->nth, (int)one->at, (long long)one->value);
  }
}

/* ---- sections -------------------------------------------------------------------------------- */

/* Loads the map with one section left out, or twice. */
static bool loads_with(size_t at, int times) {
  Bytes copy = { .size = at };
  size_t length = 8 + number_at(at + 4, 4), rest = saved.size - at - length;
  astar_status why;
  memcpy(copy.at, saved.at, at);
  for (int i = 0; i < times; i++, copy.size += length)
    memcpy(copy.at + copy.size, saved.at + at, length);
  memcpy(copy.at + copy.size, saved.at + at + length, rest);
  copy.size += rest;
  uint64_t sum = astar_checksum(copy.at, copy.size - SAVE_END_BYTES);
  for (int i = 0; i < 8; i++) copy.at[copy.size - 8 + (size_t)i] = (uint8_t)(sum >> 8 * i);
  astar_map *map = load(&copy, &why);
  bool loads = map != NULL;
  CHECK(loads || why == ASTAR_DAMAGED);
  astar_map_free(map);
  return loads;
}

TEST(sections_are_there_once_where_there_is_only_one) {
  static const char *const once[] = { "SIZE", "KIND", "CELL", "TIME" };
  for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
    size_t at = section(once[i], 1) - 8;
    CHECK(loads_with(at, 1) && !loads_with(at, 0) && !loads_with(at, 2));
  }
  CHECK(loads_with(section("ASKS", 1) - 8, 0) && loads_with(section("ASKS", 1) - 8, 2));
  CHECK(loads_with(section("PLAN", 1) - 8, 0));
  CHECK(!loads_with(section("INFL", 1) - 8, 0));           /* the request names both */
  CHECK(!loads_with(section("INFL", 1) - 8, 2));           /* two of one name */
  CHECK(loads_with(section("FLOW", 1) - 8, 0) && !loads_with(section("FLOW", 1) - 8, 2));
  CHECK(!loads_with(section("UNIT", 1) - 8, 2) && !loads_with(section("PLAY", 1) - 8, 2));
}

/* Up to some amount it is refused, for that reason; from there on the map is there. */
TEST(it_takes_no_more_memory_than_it_may) {
  size_t few = 1, enough = (size_t)1 << 20;
  while (enough - few > 1) {
    astar_status why;
    size_t half = few + (enough - few) / 2;
    astar_map *map = astar_map_load(saved.at, saved.size, (astar_allocator){ NULL, NULL }, half,
                                    &why);
    CHECK(map != NULL ? why == ASTAR_OK : why == ASTAR_LIMIT);
    if (map == NULL) few = half;
    else enough = half;
    if (map != NULL) CHECK(astar_map_memory(map) <= half && map->memory.limit == NULL);
    astar_map_free(map);
  }
  CHECK(few > WIDTH * HEIGHT && enough < (size_t)1 << 20);
}

int main(void) { return run_tests(); }
