/* Queries of places to stand: what their terms and cells may be. */
#include "check.h"

enum { WIDTH = 12, HEIGHT = 9 };

typedef struct Scene {
  astar_map *map, *other;
  astar_influence *danger, *foreign;  /* of the map; of the other one */
  astar_query walk;                   /* of a player, who has friends and enemies */
} Scene;

static Scene new_scene(void) {
  astar_status why;
  Scene scene = { .map = open_map(WIDTH, HEIGHT), .other = open_map(WIDTH, HEIGHT) };
  scene.danger = astar_influence_new(scene.map, "danger", ASTAR_ONE, &why);
  scene.foreign = astar_influence_new(scene.other, "danger", ASTAR_ONE, &why);
  scene.walk = astar_query_default();
  scene.walk.player = new_player(scene.map, "red");
  return scene;
}

static void free_scene(const Scene *scene) {
  astar_map_free(scene->map);
  astar_map_free(scene->other);
}

static astar_position_query query_of(const astar_position_term *term) {
  return (astar_position_query){ .area = { 0, 0, WIDTH, HEIGHT }, .terms = term,
                                 .term_count = term != NULL };
}

static astar_status ask(const Scene *scene, const astar_position_query *query) {
  astar_position place;
  int32_t found = -1;
  astar_status status = astar_map_positions(scene->map, query, &place, NULL, 1, &found, NULL);
  CHECK(status != ASTAR_INVALID || found == 0);
  return status;
}

static bool takes(const Scene *scene, astar_position_term term) {
  astar_position_query query = query_of(&term);
  query.query = &scene->walk;
  astar_status status = ask(scene, &query);
  CHECK(status == ASTAR_OK || status == ASTAR_INVALID);
  return status == ASTAR_OK;
}

/* ---- what a measure needs -------------------------------------------------------------------- */

static const astar_rect HERE[] = { { 3, 3, 1, 1 }, { 0, 0, WIDTH, HEIGHT } };
static const astar_rect OUTSIDE[] = { { 3, 3, 1, 1 }, { WIDTH - 1, 0, 2, 1 } };

static astar_position_term term_at(astar_measure measure, const astar_rect *places,
                                   int32_t count) {
  astar_position_term term = astar_position_term_default(measure);
  term.places = places;
  term.place_count = count;
  return term;
}

TEST(places) {
  Scene scene = new_scene();
  static astar_rect many[ASTAR_MAX_POSITION_PLACES + 1];
  for (int i = 0; i <= ASTAR_MAX_POSITION_PLACES; i++) many[i] = HERE[0];
  const astar_measure measures[] = { ASTAR_MEASURE_DISTANCE, ASTAR_MEASURE_FLANK,
                                     ASTAR_MEASURE_SIGHT, ASTAR_MEASURE_COVER };
  for (int i = 0; i < 4; i++) {
    CHECK(takes(&scene, term_at(measures[i], HERE, 1)));
    CHECK(takes(&scene, term_at(measures[i], HERE, 2)));
    CHECK(takes(&scene, term_at(measures[i], many, ASTAR_MAX_POSITION_PLACES)));
    CHECK(takes(&scene, term_at(measures[i], NULL, 0)) == (i >= 2));
    CHECK(!takes(&scene, term_at(measures[i], HERE, -1)));
    CHECK(!takes(&scene, term_at(measures[i], many, ASTAR_MAX_POSITION_PLACES + 1)));
    CHECK(!takes(&scene, term_at(measures[i], OUTSIDE, 2)));
    CHECK(!takes(&scene, term_at(measures[i], &OUTSIDE[1], 1)));
  }
  free_scene(&scene);
}

TEST(front_of_a_flank) {
  Scene scene = new_scene();
  const struct { astar_cell front; bool valid; } fronts[] = {
    { { 0, 0 }, true }, { { WIDTH - 1, HEIGHT - 1 }, true },
    { { -1, 0 }, false }, { { WIDTH, 0 }, false }, { { 0, HEIGHT }, false },
  };
  for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) {
    astar_position_term term = term_at(ASTAR_MEASURE_FLANK, HERE, 1);
    term.front = fronts[i].front;
    CHECK(takes(&scene, term) == fronts[i].valid);
  }
  free_scene(&scene);
}

TEST(influence) {
  Scene scene = new_scene();
  const astar_measure measures[] = { ASTAR_MEASURE_INFLUENCE, ASTAR_MEASURE_FRONT };
  for (int i = 0; i < 2; i++) {
    astar_position_term term = astar_position_term_default(measures[i]);
    CHECK(!takes(&scene, term));
    term.influence = scene.danger;
    CHECK(takes(&scene, term));
    term.influence = scene.foreign;
    CHECK(!takes(&scene, term));
  }
  free_scene(&scene);
}

typedef void Setter(astar_position_term *term, int32_t value);

static void set_terrain(astar_position_term *term, int32_t value) { term->terrain = value; }
static void set_radius(astar_position_term *term, int32_t value) { term->radius = value; }
static void set_weight(astar_position_term *term, int32_t value) { term->weight = value; }
static void set_side(astar_position_term *term, int32_t value) { term->side = (astar_side)value; }

TEST(ranges) {
  const struct { astar_measure measure; Setter *set; int32_t least, most; } all[] = {
    { ASTAR_MEASURE_TERRAIN, set_terrain, 0, BUSH },
    { ASTAR_MEASURE_CROWDING, set_radius, 0, ASTAR_MAX_POSITION_RADIUS },
    { ASTAR_MEASURE_CROWDING, set_side, ASTAR_ANY_SIDE, ASTAR_ENEMIES },
    { ASTAR_MEASURE_EXITS, set_radius, 1, ASTAR_MAX_EXITS_RADIUS },
    { ASTAR_MEASURE_SIGHT, set_radius, -1, ASTAR_MAX_RADIUS },
    { ASTAR_MEASURE_COVER, set_radius, -1, ASTAR_MAX_RADIUS },
    { ASTAR_MEASURE_WALK, set_weight, -ASTAR_MAX_POSITION_WEIGHT, ASTAR_MAX_POSITION_WEIGHT },
  };
  Scene scene = new_scene();
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    for (int32_t beyond = 0; beyond <= 1; beyond++) {
      astar_position_term term = astar_position_term_default(all[i].measure);
      all[i].set(&term, all[i].least - beyond);
      CHECK(takes(&scene, term) == !beyond);
      all[i].set(&term, all[i].most + beyond);
      CHECK(takes(&scene, term) == !beyond);
    }
  CHECK(!takes(&scene, astar_position_term_default((astar_measure)(ASTAR_MEASURE_COVER + 1))));
  free_scene(&scene);
}

/* ---- curves ---------------------------------------------------------------------------------- */

static bool takes_curve(const Scene *scene, const astar_curve_point *curve, int32_t count) {
  astar_position_term term = astar_position_term_default(ASTAR_MEASURE_WALK);
  term.curve = curve;
  term.curve_count = count;
  return takes(scene, term);
}

TEST(curves) {
  enum { MOST = ASTAR_MAX_MEASURED, WORTH = ASTAR_MAX_CURVE_VALUE };
  Scene scene = new_scene();
  astar_curve_point many[ASTAR_MAX_CURVE_POINTS + 1];
  for (int32_t i = 0; i <= ASTAR_MAX_CURVE_POINTS; i++) many[i] = (astar_curve_point){ i, 0 };
  CHECK(!takes_curve(&scene, many, 0) && takes_curve(&scene, many, 1));
  CHECK(takes_curve(&scene, many, ASTAR_MAX_CURVE_POINTS));
  CHECK(!takes_curve(&scene, many, ASTAR_MAX_CURVE_POINTS + 1));
  const struct { astar_curve_point points[2]; bool valid; } pairs[] = {
    { { { -MOST, -WORTH }, { MOST, WORTH } }, true }, { { { 0, 0 }, { 1, 0 } }, true },
    { { { 0, 0 }, { 0, 1 } }, false }, { { { 1, 0 }, { 0, 0 } }, false },
    { { { -MOST - 1, 0 }, { 0, 0 } }, false }, { { { 0, 0 }, { MOST + 1, 0 } }, false },
    { { { 0, -WORTH - 1 }, { 1, 0 } }, false }, { { { 0, 0 }, { 1, WORTH + 1 } }, false },
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    CHECK(takes_curve(&scene, pairs[i].points, 2) == pairs[i].valid);
  free_scene(&scene);
}

/* ---- the query ------------------------------------------------------------------------------- */

static int32_t no_extra(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)user, (void)x, (void)y, (void)terrain;
  return 0;
}

TEST(queries) {
  Scene scene = new_scene();
  static astar_position_term terms[ASTAR_MAX_POSITION_TERMS + 1];
  for (int i = 0; i <= ASTAR_MAX_POSITION_TERMS; i++)
    terms[i] = astar_position_term_default(ASTAR_MEASURE_WALK);
  astar_position_query query = query_of(NULL);
  CHECK(ask(&scene, &query) == ASTAR_OK);
  query.terms = terms;
  for (int32_t count = -1; count <= ASTAR_MAX_POSITION_TERMS + 1; count++) {
    bool valid = count >= 0 && count <= ASTAR_MAX_POSITION_TERMS;
    query.term_count = count;
    CHECK(ask(&scene, &query) == (valid ? ASTAR_OK : ASTAR_INVALID));
  }
  query = query_of(NULL);
  astar_query with_extra = astar_query_default();
  with_extra.extra_cost = no_extra;
  query.query = &with_extra;
  CHECK(ask(&scene, &query) == ASTAR_INVALID);
  query = query_of(NULL);
  query.x = WIDTH;
  CHECK(ask(&scene, &query) == ASTAR_INVALID);
  free_scene(&scene);
}

TEST(cells) {
  Scene scene = new_scene();
  const astar_cell list[] = { { 1, 1 }, { 0, HEIGHT } };
  astar_position_query query = query_of(NULL);
  astar_position place;
  int32_t found;
  query.cells = list;
  query.cell_count = 1;
  CHECK(ask(&scene, &query) == ASTAR_OK);
  query.cell_count = 2;
  CHECK(ask(&scene, &query) == ASTAR_INVALID);
  query.cell_count = 1;
  CHECK(astar_map_positions(scene.map, &query, &place, NULL, -1, &found, NULL) == ASTAR_INVALID);
  free_scene(&scene);
}

int main(void) { return run_tests(); }
