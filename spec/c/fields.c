/*
** Fields against their oracle and, repaired, against fresh ones, on maps large enough for every way
** of repairing; memory that ends; what is removed; and what lines and smoothing refuse.
*/
#include "flow.h"

#include "core/field/field.h"
#include "core/lifetime/validate.h"

enum { WIDTH = 70, HEIGHT = 50 };

static const Wish SMALL = { .most = 10, .hexagons = 30, .levels = 10, .links = 30, .largest = 3 };
static const Wish LARGE = { .most = 70, .hexagons = 25, .levels = 10, .links = 20, .largest = 2 };

/* A field in a world. */
typedef struct Setting {
  Case one;
  FlowKind kind;
  astar_cell cells[ENDS];           /* goals, start or threats */
  int32_t count;
  uint32_t limit;
} Setting;

static astar_field *make_field(Setting *scene, astar_status *why) {
  astar_map *map = scene->one.world.map;
  const astar_query *query = &scene->one.question.query;
  astar_cell start = scene->cells[0];
  switch (scene->kind) {
    case TO_GOALS: return astar_field_new(map, scene->cells, scene->count, query, why);
    case FROM_START: return astar_field_reach(map, start.x, start.y, scene->limit, query, why);
    default: return astar_field_flee(map, scene->cells, scene->count, 0, query, why);
  }
}

/* Mostly what a cell costs, such as the end of a link: that cell has a cost, and none beyond it. */
static uint32_t some_limit(Setting *scene) {
  World *world = &scene->one.world;
  astar_status why;
  uint32_t cost;
  if (chance(50)) return UINT32_MAX;
  astar_cell at = some_cell(world);
  if (world->link_count > 0 && chance(70))
    at = astar_link_description(world->links[random_below(world->link_count)]).to;
  scene->limit = UINT32_MAX;
  astar_field *field = make_field(scene, &why);
  bool has = field != NULL && astar_field_cost(field, at.x, at.y, &cost) == ASTAR_OK;
  astar_field_free(field);
  return has && chance(80) ? cost : (uint32_t)random_below(8 * world->straight);
}

static void choose_field(Setting *scene) {
  World *world = &scene->one.world;
  ask_again(&scene->one);
  scene->one.question.query.within = 0;
  scene->one.question.query.traffic_cost = 0;           /* it means nothing to a field */
  scene->kind = chance(50) ? TO_GOALS : chance(50) ? FROM_START : FROM_THREATS;
  scene->count = scene->kind == FROM_START ? 1 : between(1, 3);
  for (int32_t i = 0; i < scene->count; i++) scene->cells[i] = some_cell(world);
  scene->limit = scene->kind == FROM_START ? some_limit(scene) : UINT32_MAX;
  scene->one.start = scene->cells[0];
  scene->one.goal = (astar_rect){ scene->cells[0].x, scene->cells[0].y, 1, 1 };
}

/* From one cell up to most of the map. */
static void change(Setting *scene) {
  World *world = &scene->one.world;
  int32_t most = chance(10) ? 60 : chance(50) ? 12 : 3;
  if (chance(80)) edit_world(world);
  else if (chance(85)) astar_map_fill(world->map, some_rect(world, most),
                                      chance(30) ? BLOCK : between(PLAIN, world->kinds));
  else for (int32_t i = 0; i < 1100; i++) {
    astar_cell at = some_cell(world);
    astar_map_set(world->map, at.x, at.y, scattered(world, 20));
    look_at_links(world);
  }
  look_at_links(world);
}

/* ---- against the oracle ---------------------------------------------------------------------- */

/* Units that stand are in the way of a field's whole, even if they would make way. */
static void survey_units(Setting *scene, Ground *view, Ground *standing) {
  Case *one = &scene->one;
  uint8_t *kept = new_marks(&one->world);
  consult(one);
  for (int32_t i = 0; i < cells_of(&one->world); i++)
    kept[i] = covers(&one->world, one->traces.kept, one->question.walker->size,
                     cell_at(&one->world, i));
  *view = ground_of(&one->world, &one->question, &one->traces, WITH_ALL, kept);
  *standing = ground_of(&one->world, &one->question, &one->traces, WITH_UNITS, kept);
  free(kept);
}

static int32_t number(const Setting *scene, astar_cell at) {
  return at.y * scene->one.world.width + at.x;
}

/* Why a cell has no cost, in the words of the documentation. */
static astar_status reason_at(const Setting *scene, const Ground *standing, int32_t cell) {
  const Case *one = &scene->one;
  bool open = false, near = false, units = false;
  if (scene->kind == FROM_START && !one->plain.places[number(scene, scene->cells[0])].open)
    return ASTAR_START_BLOCKED;
  if (scene->kind == FROM_START && !standing->places[cell].open) return ASTAR_GOAL_BLOCKED;
  if (scene->kind != FROM_START && !one->plain.places[cell].open) return ASTAR_START_BLOCKED;
  Oracle by_terrain = oracle_new(&one->plain, scene->kind == FROM_START
                                                ? number(scene, scene->cells[0]) : cell);
  for (int32_t i = 0; i < scene->count; i++) {
    int32_t goal = scene->kind == FROM_START ? cell : number(scene, scene->cells[i]);
    open |= standing->places[goal].open;
    near |= oracle_cost(&by_terrain, goal) != FAR;
  }
  oracle_free(&by_terrain);
  for (int32_t i = 0; i < cells_of(&one->world); i++)
    units |= one->plain.places[i].open && !standing->places[i].open;
  if (scene->kind == TO_GOALS && !open) return ASTAR_GOAL_BLOCKED;
  return near && scene->limit == UINT32_MAX && units ? ASTAR_CROWDED : ASTAR_UNREACHABLE;
}

static void agrees_with_oracle(Setting *scene, astar_field *field) {
  Ground view, standing;
  int32_t ends[ENDS], width = scene->one.world.width;
  for (int32_t i = 0; i < scene->count; i++) ends[i] = number(scene, scene->cells[i]);
  survey_units(scene, &view, &standing);
  int64_t most = scene->limit == UINT32_MAX ? NOWHERE - 1 : (int64_t)scene->limit;
  Flow flow = flow_new(&view, &scene->one.plain, scene->kind, ends, scene->count, most);
  bool nowhere = scene->kind == FROM_START && !scene->one.plain.places[ends[0]].open;
  for (int32_t i = 0; i < cells_of(&scene->one.world); i++) {
    uint32_t cost;
    astar_cell at = cell_at(&scene->one.world, i), to;
    bool has = flow.costs[i] != NOWHERE && !nowhere;
    astar_status right = has ? ASTAR_OK : reason_at(scene, &standing, i);
    astar_status status = astar_field_cost(field, at.x, at.y, &cost);
    if (!CHECK_CASE(&scene->one, status == right))
      printf("  kind %d at %d,%d: %s, not %s\n", scene->kind, at.x, at.y,
             astar_status_name(status), astar_status_name(right));
    if (status != ASTAR_OK || !has) continue;
    if (!CHECK_CASE(&scene->one, cost == flow_told(&flow, i)))
      printf("  kind %d at %d,%d: %u, not %lld\n", scene->kind, at.x, at.y, cost,
             (long long)flow_told(&flow, i));
    CHECK_CASE(&scene->one, astar_field_step(field, at.x, at.y, &to) == ASTAR_OK);
    CHECK_CASE(&scene->one, to.y * width + to.x == flow_step(&flow, i));
  }
  flow_free(&flow);
  ground_free(&view);
  ground_free(&standing);
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

static void costs_are_those_of_cells(const Setting *scene, astar_field *field) {
  int32_t width = scene->one.world.width, cells = cells_of(&scene->one.world);
  uint32_t *costs = malloc((size_t)cells * sizeof *costs), cost;
  astar_rect all = { 0, 0, width, scene->one.world.height };
  bool read = astar_field_costs(field, all, costs) == ASTAR_OK;
  for (int32_t i = 0; i < cells && read; i++) {
    bool found = astar_field_cost(field, i % width, i / width, &cost) == ASTAR_OK;
    CHECK(costs[i] == (found ? cost : UINT32_MAX));
  }
  free(costs);
}

static void path_is_right(const Setting *scene, astar_field *field, astar_cell at) {
  astar_map *map = scene->one.world.map;
  astar_query query = scene->one.question.query;
  uint32_t cost, cost_at_end;
  size_t size;
  int32_t blocked;
  astar_status status = astar_field_path_size(field, at.x, at.y, &size);
  CHECK((size > 0) == (status == ASTAR_OK));
  if (size == 0) return;
  astar_path *path = astar_field_path(field, at.x, at.y, malloc(size));
  CHECK(astar_path_bytes(path) == size);
  CHECK(astar_path_blocked(map, path, 1, &query, &blocked) == ASTAR_OK && blocked < 0);
  int32_t last = scene->kind == FROM_START ? 0 : astar_path_length(path) - 1;
  astar_cell end = astar_path_cell(path, last);
  CHECK(astar_field_cost(field, at.x, at.y, &cost) == ASTAR_OK);
  CHECK(astar_field_cost(field, end.x, end.y, &cost_at_end) == ASTAR_OK);
  CHECK(astar_path_cost(path) == cost - cost_at_end);
  free(path);
}

/* `rounds` of edits, after each of which the field is repaired. */
static void try_field(const Wish *wish, int32_t rounds, bool with_oracle) {
  Setting scene = { .one = { .consulted = false } };
  astar_status why;
  scene.one.world = world_new(wish);
  const World *world = &scene.one.world;
  choose_field(&scene);
  astar_field *field = make_field(&scene, &why);
  CHECK(field != NULL && why == ASTAR_OK);
  for (int32_t round = 0; round <= rounds && field != NULL; round++) {
    for (int32_t i = round > 0 ? between(1, 3) : 0; i > 0; i--) change(&scene);
    /* What a unit sees decides which units are in its way: of these a field knows when it is
    ** updated, and not before. */
    if (round > 0 && scene.one.question.unit != NULL) astar_field_update(field);
    astar_field *fresh = round > 0 ? make_field(&scene, &why) : NULL;
    for (int32_t i = 0; i < cells_of(world) && fresh != NULL; i++)
      same_in_cell(field, fresh, i % world->width, i / world->width);
    if (with_oracle) agrees_with_oracle(&scene, field);
    costs_are_those_of_cells(&scene, field);
    CHECK(map_validate(world->map) == NULL);
    for (int i = 0; i < 5; i++) path_is_right(&scene, field, some_cell(world));
    astar_field_free(fresh);
  }
  if (chance(50)) astar_field_free(field);
  case_free(&scene.one);
}

TEST(a_field_is_what_the_oracle_says) {
  for (EACH_CASE(seed, 1500)) try_field(&SMALL, 0, true);
}

TEST(a_repaired_field_is_what_the_oracle_says) {
  for (EACH_CASE(seed, 500)) try_field(&SMALL, 4, true);
}

TEST(a_repaired_field_is_a_fresh_one) {
  for (EACH_CASE(seed, 40)) try_field(&LARGE, 6, false);
}

/* ---- few cells ------------------------------------------------------------------------------- */

/* What is known of the way of the threats is what the field of the whole map knows of it. */
static void few_know_the_threats(const astar_field *few, const astar_field *whole) {
  const astar_field *threats = few->threats;
  int32_t known = 0;
  for (size_t i = 0; i < threats->reached_count; i++) {
    Cell cell = threats->reached[i];
    if (field_at(threats, cell) >= threats->far) continue;
    CHECK(field_at(threats, cell) == whole->threats->cost[cell]);
    known++;
  }
  for (size_t cell = 0; cell < few->map->grid.cells; cell++)
    known -= whole->threats->cost[cell] < threats->far;
  CHECK(known == 0);
}

/* Where all that threats can come to is among the few, these have the costs of the whole map. */
static void few_agree_with_whole(Setting *scene, astar_field *few, astar_field *whole) {
  const World *world = &scene->one.world;
  uint32_t cost;
  if (few->threats->paused) return;
  for (int32_t i = 0; i < cells_of(world); i++)
    if (astar_field_cost(few, i % world->width, i / world->width, &cost) == ASTAR_OK)
      same_in_cell(few, whole, i % world->width, i / world->width);
}

static void flees_from_few(const Wish *wish) {
  Setting scene = { .one = { .consulted = false } };
  astar_status why;
  scene.one.world = world_new(wish);
  const World *world = &scene.one.world;
  choose_field(&scene);
  scene.kind = FROM_THREATS;
  uint32_t nodes = chance(30) ? 1000000 : (uint32_t)between(1, 200);
  const astar_query *query = &scene.one.question.query;
  astar_field *few = astar_field_flee(world->map, scene.cells, scene.count, nodes, query, &why);
  CHECK(few != NULL && why == ASTAR_OK);
  for (int32_t round = 0; round < 3 && few != NULL; round++) {
    if (round > 0) change(&scene);
    if (round > 0) astar_field_update(few);
    astar_field *whole = make_field(&scene, &why);
    astar_field *fresh = astar_field_flee(world->map, scene.cells, scene.count, nodes, query,
                                          &why);
    for (int32_t i = 0; i < cells_of(world); i++)
      same_in_cell(few, fresh, i % world->width, i / world->width);
    few_know_the_threats(few, whole);
    few_agree_with_whole(&scene, few, whole);
    CHECK(map_validate(world->map) == NULL);
    for (int i = 0; i < 5; i++) path_is_right(&scene, few, some_cell(world));
    astar_field_free(whole);
    astar_field_free(fresh);
  }
  if (chance(50)) astar_field_free(few);
  case_free(&scene.one);
}

TEST(a_field_of_few_is_a_part_of_the_whole) {
  for (EACH_CASE(seed, 600)) flees_from_few(&SMALL);
  for (EACH_CASE(seed, 20)) flees_from_few(&LARGE);
}

/* What eight fields of flight in the middle of a map of so many cells a side hold. */
static size_t held_by_few(int32_t side, bool layered) {
  astar_field *fields[8];
  astar_status why;
  astar_map *map = open_map(side, side);
  astar_map_fill(map, (astar_rect){ 0, 0, side, side }, OPEN);
  astar_influence *danger = astar_influence_new(map, "danger", 1024, &why);
  astar_influence_add(danger, side / 2, side / 2, 50, 20, ASTAR_FALLOFF_LINEAR);
  astar_weighted weighted = { danger, 1024 };
  astar_query query = astar_query_default();
  if (layered) query.influences = &weighted;
  query.influence_count = layered;
  astar_cell threat = { side / 2 - 8, side / 2 };
  astar_field_free(astar_field_flee(map, &threat, 1, 800, &query, &why));
  size_t before = astar_map_memory(map);
  for (int i = 0; i < 8; i++, threat.x++)
    fields[i] = astar_field_flee(map, &threat, 1, 800, &query, &why);
  size_t held = astar_map_memory(map) - before;
  for (int i = 0; i < 8; i++) CHECK(astar_field_work(fields[i]) < 3000);
  astar_map_free(map);
  return held;
}

TEST(few_cells_hold_as_much_on_a_large_map) {
  for (int layered = 0; layered < 2; layered++) {
    size_t small = held_by_few(128, layered), large = held_by_few(1024, layered);
    CHECK(large < 8 * 3000 * 100);
    CHECK(large < 2 * small);
  }
}

TEST(cells_are_sought_row_by_row) {
  astar_status why;
  uint32_t cost, sought;
  random_seed(3);
  astar_map *map = random_map(WIDTH, HEIGHT, 30);
  astar_cell goal = { 20, 20 };
  astar_map_set(map, goal.x, goal.y, OPEN);
  astar_field *field = astar_field_new(map, &goal, 1, NULL, &why);
  astar_cell at = { 0, 0 };
  for (int32_t cell = 0; cell < WIDTH * HEIGHT; cell++) {
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
  astar_map_free(map);
}

/* ---- bad input, and what is removed ---------------------------------------------------------- */

TEST(bad_input_is_refused) {
  astar_map *map = open_map(8, 6), *other = open_map(3, 3);
  astar_query query = astar_query_default();
  astar_cell goal = { 2, 2 }, outside = { 8, 0 }, to;
  astar_status why;
  uint32_t cost;
  CHECK(astar_field_new(map, &goal, 0, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_field_new(map, &goal, -1, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_field_new(map, &outside, 1, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_field_flee(map, &outside, 1, 0, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_field_reach(map, -1, 0, 10, NULL, &why) == NULL && why == ASTAR_INVALID);
  query.cls = astar_map_class(other);
  CHECK(astar_field_new(map, &goal, 1, &query, &why) == NULL && why == ASTAR_INVALID);
  astar_field *field = astar_field_new(map, &goal, 1, NULL, &why);
  CHECK(astar_field_cost(field, 8, 0, &cost) == ASTAR_INVALID && cost == 0);
  CHECK(astar_field_step(field, 0, -1, &to) == ASTAR_INVALID && to.x == 0 && to.y == -1);
  size_t size;
  CHECK(astar_field_path_size(field, 0, 6, &size) == ASTAR_INVALID && size == 0);
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
TEST(what_is_removed_ends_its_fields) {
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
TEST(work_is_counted) {
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

TEST(a_callback_may_abort) {
  astar_map *map = open_map(30, 30);
  astar_query query = astar_query_default();
  astar_cell goal = { 2, 2 };
  Game game = { NULL, true, 0 };
  astar_status why;
  uint32_t cost, before;
  query.extra_cost = extra;
  query.extra_user = &game;
  CHECK(astar_field_new(map, &goal, 1, &query, &why) == NULL && why == ASTAR_CANCELLED);
  CHECK(astar_field_flee(map, &goal, 1, 0, &query, &why) == NULL && why == ASTAR_CANCELLED);
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

/* ---- lines ----------------------------------------------------------------------------------- */

TEST(lines_have_limits) {
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
  int32_t count;
  astar_status why;
  astar_path *path = astar_path_find(map, 0, 0, (astar_rect){ 1 << 21, 0, 1, 1 }, NULL, &why);
  CHECK(why == ASTAR_OK);
  astar_cell *points = malloc((size_t)astar_path_length(path) * sizeof *points);
  CHECK(astar_path_smooth(map, path, NULL, points, &count) == ASTAR_OK && count == 2);
  CHECK(points[0].x == 0 && points[1].x == 1 << 21);
  free(points);
  astar_path_free(map, path);
  astar_map_free(map);
}

TEST(smoothing_checks_its_path) {
  astar_map *large = open_map(9, 9), *small = open_map(3, 3);
  astar_query query = astar_query_default();
  astar_cell points[9];
  int32_t count;
  astar_status why;
  astar_path *path = astar_path_find(large, 0, 0, (astar_rect){ 8, 5, 1, 1 }, NULL, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_path_smooth(small, path, NULL, points, &count) == ASTAR_INVALID && count == 0);
  CHECK(astar_path_smooth(large, path, NULL, points, &count) == ASTAR_OK && count == 2);
  query.cls = astar_map_class(small);
  CHECK(astar_path_smooth(large, path, &query, points, &count) == ASTAR_INVALID && count == 0);
  Game game = { NULL, true, 0 };
  query = astar_query_default();
  query.extra_cost = extra;
  query.extra_user = &game;
  CHECK(astar_path_smooth(large, path, &query, points, &count) == ASTAR_CANCELLED && count == 0);
  astar_path_free(large, path);
  astar_map_free(large);
  astar_map_free(small);
}

int main(void) { return run_tests(); }
