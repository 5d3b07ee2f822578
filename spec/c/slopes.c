/*
** Slopes: units that go over hills and streams, and what they pay; what players know of slopes, and
** what is refused. That searches and fields find the cheapest ways is tried in paths.c, fields.c.
*/
#include "going.h"

#include "core/lifetime/validate.h"

enum { WIDTH = 24, HEIGHT = 18, GROUNDS = 12, UNITS = 14, TICKS = 90 };

/* Hills, swamps at two heights, streams in four directions, a wall. */
static const struct { const char *name; int32_t cost; astar_slope slope; } grounds[GROUNDS] = {
  { "plain", 10, { 0, 0, 0 } }, { "low hill", 10, { 1, 0, 0 } }, { "hill", 10, { 3, 0, 0 } },
  { "peak", 14, { 7, 0, 0 } }, { "swamp", 25, { -2, 0, 0 } }, { "moor", 25, { 3, 0, 0 } },
  { "brook", 12, { 0, 8, 0 } }, { "stream", 12, { 0, 0, -20 } }, { "rapids", 20, { 0, -30, 12 } },
  { "falls", 12, { -2, 9, 9 } }, { "road", 5, { 0, 0, 0 } }, { "wall", 0, { 9, 0, 0 } },
};

typedef struct Land {
  astar_map *map;
  astar_class *cls;
  astar_weighted danger;            /* its influence map: NULL where there is none */
} Land;

static astar_cell some_place(void) {
  int32_t x = random_below(WIDTH);
  return (astar_cell){ x, random_below(HEIGHT) };
}

static int32_t some_ground(void) {
  if (random_below(3) == 0) return 1;
  return 1 + random_below(random_below(4) == 0 ? GROUNDS : GROUNDS - 1);
}

static void paint(astar_map *map) {
  for (int32_t id = 1; id <= GROUNDS; id++) {
    astar_terrain_define(map, grounds[id - 1].name, grounds[id - 1].cost, false, NULL);
    CHECK(astar_terrain_set_slope(map, id, grounds[id - 1].slope) == ASTAR_OK);
  }
  for (int32_t i = 0; i < WIDTH * HEIGHT; i++)
    astar_map_set(map, i % WIDTH, i / WIDTH, some_ground());
}

static astar_class *climbers(astar_map *map, uint64_t seed) {
  astar_class_desc desc = astar_class_default();
  astar_status why;
  desc.climb = seed % 4 == 0 ? 0 : random_below(12);
  desc.descend = random_below(8) - 5;
  if (seed % 3 == 0) desc.drift = random_below(3 * ASTAR_ONE);
  if (seed % 5 == 0) desc.size = 2;
  desc.diagonal = (astar_diagonal_rule)random_below(4);
  return astar_class_new(map, &desc, &why);
}

static Land new_land(uint64_t seed) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  random_seed(seed);
  desc.width = WIDTH;
  desc.height = HEIGHT;
  Land land = { .map = astar_map_new(&desc, &why) };
  paint(land.map);
  land.cls = climbers(land.map, seed);
  if (seed % 2 == 0) return land;
  land.danger = (astar_weighted){ astar_influence_new(land.map, "danger", ASTAR_ONE, &why),
                                  ASTAR_ONE };
  for (int i = 0; i < 3; i++) {
    astar_cell at = some_place();
    astar_influence_add(land.danger.influence, at.x, at.y, random_below(60) - 15, 3,
                        ASTAR_FALLOFF_LINEAR);
  }
  return land;
}

static astar_query question(Land *land) {
  astar_query query = astar_query_default();
  query.cls = land->cls;
  query.influences = &land->danger;
  query.influence_count = land->danger.influence != NULL;
  return query;
}

static void change_ground(const Land *land) {
  astar_cell at = some_place();
  int32_t id = some_ground();
  if (random_below(12) == 0) {      /* the same terrain, another slope */
    astar_slope slope = { random_below(6), random_below(20) - 10, 0 };
    CHECK(astar_terrain_set_slope(land->map, id, slope) == ASTAR_OK);
  } else {
    astar_map_set(land->map, at.x, at.y, id);
  }
}

/* ---- explanations ---------------------------------------------------------------------------- */

/* The sum of what the layers contributed. */
static int64_t bill_of(const astar_path *path, int64_t *slopes) {
  int64_t sum = 0;
  *slopes = 0;
  for (int32_t i = 1; i < astar_path_length(path); i++) {
    int32_t influences[4] = { 0 };
    astar_step_cost step = astar_path_explain(path, i, influences);
    sum += step.terrain + step.height + step.current + step.claims + step.extra + step.link +
           step.turn + step.traffic + step.floor + step.changed + influences[0];
    *slopes += step.height + step.current;
    CHECK(step.changed == 0);
  }
  return sum;
}

/* ---- units ----------------------------------------------------------------------------------- */

static void send(const Land *land, astar_unit *unit) {
  astar_query query = astar_query_default();
  astar_cell to = some_place();
  query.unit = unit;
  query.explain = random_below(3) == 0;
  send_by(land->map, query, to);
}

static void add_walkers(const Land *land, astar_unit **units) {
  astar_player *red = new_player(land->map, "red");
  astar_status why;
  for (int32_t i = 0; i < UNITS; i++) {
    astar_unit_desc desc = astar_unit_default();
    astar_cell at = some_place();
    desc.x = at.x;
    desc.y = at.y;
    desc.cls = random_below(3) ? land->cls : NULL;
    desc.sight = 5;
    desc.speed = 200 + random_below(900);
    desc.avoidance = (astar_avoidance)random_below(4);
    units[i] = astar_unit_new(red, &desc, &why);
  }
}

/* Among them paths that are cut, and repaired: a repair that is explained adds up. */
static void check_route(const astar_unit *unit) {
  const astar_path *path = astar_unit_path(unit, NULL);
  int64_t slopes;
  if (path == NULL || !astar_path_explained(path)) return;
  CHECK(bill_of(path, &slopes) == astar_path_cost(path));
}

TEST(units_go_over_slopes) {
  for (EACH_CASE(seed, 6)) {
    astar_unit *units[UNITS];
    Land land = new_land(seed);
    add_walkers(&land, units);
    for (int32_t tick = 0; tick < TICKS; tick++) {
      for (int32_t i = 0; i < UNITS; i++)
        if (units[i] != NULL && astar_unit_state_of(units[i]) == ASTAR_STANDING)
          send(&land, units[i]);
      if (random_below(4) == 0) change_ground(&land);
      CHECK(astar_map_tick(land.map, NULL, NULL) == ASTAR_OK);
      for (int32_t i = 0; i < UNITS; i++)
        if (units[i] != NULL) check_route(units[i]);
      CHECK(map_validate(land.map) == NULL);
      if (tick % 40 == 20) goes_on_alike(land.map);
    }
    astar_map_free(land.map);
  }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* A hill that the player has not seen costs as unseen land does; one that has gone since it was
** seen is still there for the player. */
TEST(players_know_what_they_saw) {
  astar_map_desc size = astar_map_default();
  astar_class_desc desc = astar_class_default();
  astar_status why;
  size.width = 9;
  size.height = 1;
  desc.climb = 5;
  astar_map *map = astar_map_new(&size, &why);
  CHECK(astar_terrain_define(map, "plain", 10, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "hill", 10, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_set_slope(map, 2, (astar_slope){ 4, 0, 0 }) == ASTAR_OK);
  astar_map_set(map, 4, 0, 2);
  Land land = { .map = map, .cls = astar_class_new(map, &desc, &why) };
  astar_player *red = new_player(map, "red");
  astar_query query = question(&land);
  astar_path *path = NULL;
  uint32_t costs[3];
  query.player = red;
  for (int i = 0; i < 3; i++) {
    if (i == 1) astar_player_see(red, 4, 0, 1, NULL, NULL);
    if (i == 2) astar_player_end_sight(red);
    if (i == 2) astar_map_set(map, 4, 0, 1);
    path = astar_path_find(map, 0, 0, (astar_rect){ 8, 0, 1, 1 }, &query, &why);
    CHECK(why == ASTAR_OK);
    costs[i] = astar_path_cost(path);
    astar_path_free(map, path);
  }
  CHECK(costs[0] == 80 && costs[1] == 100 && costs[2] == 100);
  astar_map_free(map);
}

/* ---- what has changed ------------------------------------------------------------------------ */

/* A field is brought up to date when it is asked, after its class has been. */
TEST(fields_follow_their_class) {
  astar_map_desc size = astar_map_default();
  astar_class_desc desc = astar_class_default();
  astar_status why;
  size.width = 9;
  size.height = 1;
  desc.climb = 5;
  astar_map *map = astar_map_new(&size, &why);
  CHECK(astar_terrain_define(map, "plain", 10, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "hill", 10, false, NULL) == ASTAR_OK);
  astar_map_set(map, 4, 0, 2);
  astar_influence *danger = astar_influence_new(map, "danger", ASTAR_ONE, &why);
  Land land = { .map = map, .cls = astar_class_new(map, &desc, &why),
                .danger = { danger, ASTAR_ONE } };
  astar_query query = question(&land);
  astar_cell goal = { 8, 0 };
  astar_field *field = NULL;
  for (int32_t height = 4; height >= 0; height -= 2) {       /* at 0 nothing is dearer uphill */
    uint32_t cost = 0;
    CHECK(astar_terrain_set_slope(map, 2, (astar_slope){ height, 0, 0 }) == ASTAR_OK);
    astar_influence_set(danger, 2, 0, height);
    if (field == NULL) field = astar_field_new(map, &goal, 1, &query, &why);
    CHECK(astar_field_cost(field, 0, 0, &cost) == ASTAR_OK && cost == 80 + 6 * (uint32_t)height);
  }
  astar_field_free(field);
  astar_map_free(map);
}

/* ---- what is refused ------------------------------------------------------------------------- */

TEST(void_has_no_slope) {
  const astar_level levels[] = { { "up", { 0, 0, 3, 3 } }, { "down", { 4, 0, 3, 3 } } };
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = 7;
  desc.height = 3;
  desc.levels = levels;
  desc.level_count = 2;
  astar_map *map = astar_map_new(&desc, &why);
  uint64_t hash = astar_map_hash(map);
  CHECK(astar_terrain_set_slope(map, 1, (astar_slope){ 5, 0, 0 }) == ASTAR_INVALID);
  CHECK(astar_map_hash(map) == hash && astar_terrain_slope(map, 1).height == 0);
  astar_map_free(map);
}

TEST(wrong_slopes_are_refused) {
  Land land = new_land(2);
  const astar_slope wrong[] = { { 32768, 0, 0 }, { -32768, 0, 0 }, { 0, 65536, 0 },
                                { 0, -65536, 0 }, { 0, 0, 65536 }, { 0, 0, -65536 } };
  uint64_t hash = astar_map_hash(land.map);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(astar_terrain_set_slope(land.map, 1, wrong[i]) == ASTAR_INVALID);
  CHECK(astar_terrain_set_slope(land.map, 0, wrong[0]) == ASTAR_INVALID);
  CHECK(astar_terrain_set_slope(land.map, GROUNDS + 1, (astar_slope){ 0 }) == ASTAR_INVALID);
  CHECK(astar_map_hash(land.map) == hash && astar_terrain_slope(land.map, 99).height == 0);
  CHECK(astar_terrain_set_slope(land.map, 1, (astar_slope){ -32767, 65535, -65535 }) == ASTAR_OK);
  CHECK(astar_map_hash(land.map) != hash);
  CHECK(astar_terrain_slope(land.map, 1).south == -65535);
  astar_map_free(land.map);
}

TEST(wrong_classes_are_refused) {
  Land land = new_land(2);
  uint64_t hash = astar_map_hash(land.map);
  const struct { int32_t climb, descend, drift; astar_status why; } cases[] = {
    { 65536, 0, 1024, ASTAR_INVALID }, { 0, -65536, 1024, ASTAR_INVALID },
    { 0, 0, -1, ASTAR_INVALID }, { 0, 0, 65537, ASTAR_INVALID },
    { 65535, 0, 1024, ASTAR_OK }, { 0, -65535, 0, ASTAR_OK },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    astar_class_desc desc = astar_class_default();
    astar_status why;
    desc.climb = cases[i].climb;
    desc.descend = cases[i].descend;
    desc.drift = cases[i].drift;
    if (i == 4) hash = astar_map_hash(land.map);
    astar_class *cls = astar_class_new(land.map, &desc, &why);
    CHECK(why == cases[i].why && (cls != NULL) == (why == ASTAR_OK));
    CHECK((astar_map_hash(land.map) == hash) == (why != ASTAR_OK));
  }
  astar_map_free(land.map);
}

/* A class for which a step would cost too much more is refused; one for which it comes to that
** answers LIMIT. */
TEST(steep_slopes_are_the_limit) {
  Land land = new_land(2);
  astar_class_desc desc = astar_class_default();
  astar_status why;
  desc.climb = 60000;
  CHECK(astar_terrain_set_slope(land.map, 1, (astar_slope){ 8, 0, 0 }) == ASTAR_OK);
  astar_class *cls = astar_class_new(land.map, &desc, &why);
  CHECK(cls != NULL && why == ASTAR_OK);
  CHECK(astar_terrain_set_slope(land.map, 1, (astar_slope){ 20, 0, 0 }) == ASTAR_OK);
  CHECK(astar_class_new(land.map, &desc, &why) == NULL && why == ASTAR_LIMIT);
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  query.cls = cls;
  path = astar_path_find(land.map, 0, 0, (astar_rect){ 3, 3, 1, 1 }, &query, &why);
  CHECK(why == ASTAR_LIMIT);
  CHECK(astar_terrain_set_slope(land.map, 1, (astar_slope){ 2, 0, 0 }) == ASTAR_OK);
  path = astar_path_find(land.map, 0, 0, (astar_rect){ 3, 3, 1, 1 }, &query, &why);
  CHECK(why == ASTAR_OK);
  astar_path_free(land.map, path);
  CHECK(map_validate(land.map) == NULL);
  astar_map_free(land.map);
}

int main(void) { return run_tests(); }
