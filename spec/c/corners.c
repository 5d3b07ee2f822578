/* What the other tests seldom come to: limits of tables, searches that are dropped, sums lifted. */
#include "check.h"

#include "core/move/movement.h"

static astar_path *path_to(astar_map *map, astar_cell goal, const astar_query *query) {
  astar_path *path = NULL;
  astar_status why;
  path = astar_path_find(map, 0, 0, (astar_rect){ goal.x, goal.y, 1, 1 }, query, &why);
  return path;
}

TEST(cells_of_a_path_come_at_once_or_one_by_one) {
  enum { MOST = 400 };
  for (EACH_CASE(seed, 30)) {
    astar_map *map = random_map(30, 30, 20);
    astar_cell cells[MOST], goal = { random_below(30), random_below(30) };
    astar_map_set(map, 0, 0, OPEN);
    astar_path *path = path_to(map, goal, NULL);
    int32_t length = path != NULL ? astar_path_length(path) : 0;
    for (int32_t first = 0; first < length; first++) {
      int32_t count = 1 + random_below(length);
      int32_t left = length - first < count ? length - first : count;
      CHECK(astar_path_cells(path, first, count, cells) == left);
      for (int32_t i = 0; i < left; i++) {
        astar_cell one = astar_path_cell(path, first + i);
        CHECK(cells[i].x == one.x && cells[i].y == one.y);
      }
    }
    if (length > 0) {
      CHECK(astar_path_cells(path, -1, 5, cells) == 0);
      CHECK(astar_path_cells(path, length, 5, cells) == 0);
      CHECK(astar_path_cells(path, 0, 0, cells) == 0);
    }
    astar_path_free(map, path);
    astar_map_free(map);
  }
}

/* ---- more patterns of 3 x 3 cells than can be numbered --------------------------------------- */

static astar_engine engine_for(astar_map *map, astar_engine named) {
  astar_query query = astar_query_default();
  astar_status why;
  query.engine = named;
  astar_search *search = astar_search_new(map, 0, 0, (astar_rect){ 399, 399, 1, 1 }, &query, &why);
  why = astar_search_step(search, UINT32_MAX);
  CHECK(why == (astar_search_objection(search) == NULL ? ASTAR_OK : ASTAR_UNSUITED));
  astar_engine engine = astar_search_engine(search);
  astar_search_free(search);
  return engine;
}

TEST(too_many_patterns_leave_plain_a_star) {
  astar_map *map = open_map(400, 400);
  char name[] = "a";
  for (int32_t i = 0; i < 12; i++, name[0]++)
    CHECK(astar_terrain_define(map, name, 11 + i, false, NULL) == ASTAR_OK);
  random_seed(1);
  for (int32_t i = 0; i < 400 * 400; i++)
    astar_map_set(map, i % 400, i / 400, 5 + random_below(12));
  CHECK(engine_for(map, ASTAR_ENGINE_AUTO) == ASTAR_ENGINE_ASTAR);
  CHECK(engine_for(map, ASTAR_ENGINE_JPSW) == ASTAR_ENGINE_NONE);
  CHECK(astar_map_set(map, 5, 5, OPEN) == ASTAR_OK);
  CHECK(engine_for(map, ASTAR_ENGINE_AUTO) == ASTAR_ENGINE_ASTAR);
  CHECK(astar_map_fill(map, (astar_rect){ 0, 0, 400, 300 }, OPEN) == ASTAR_OK);
  CHECK(engine_for(map, ASTAR_ENGINE_AUTO) == ASTAR_ENGINE_JPSW);
  CHECK(engine_for(map, ASTAR_ENGINE_JPSW) == ASTAR_ENGINE_JPSW);
  astar_map_free(map);
}

/* The same while a search is under way, which has to go on without. */
TEST(patterns_become_too_many_under_a_search) {
  astar_map *map = open_map(400, 400);
  astar_query query = astar_query_default();
  astar_status why, status;
  char name[] = "a";
  for (int32_t i = 0; i < 12; i++, name[0]++) astar_terrain_define(map, name, 11 + i, false, NULL);
  astar_map_fill(map, (astar_rect){ 200, 0, 9, 399 }, BUSH);
  astar_search *search = astar_search_new(map, 0, 0, (astar_rect){ 399, 399, 1, 1 }, &query, &why);
  CHECK(astar_search_step(search, 2) == ASTAR_RUNNING);
  CHECK(astar_search_engine(search) == ASTAR_ENGINE_JPSW);
  random_seed(2);
  for (int32_t i = 0; i < 400 * 400; i++)
    astar_map_set(map, i % 400, i / 400, 5 + random_below(12));
  while ((status = astar_search_step(search, 50000)) == ASTAR_RUNNING) continue;
  CHECK(status == ASTAR_OK && astar_search_engine(search) == ASTAR_ENGINE_ASTAR);
  astar_search_free(search);
  astar_map_free(map);
}

/* ---- classes, explanations ------------------------------------------------------------------- */

TEST(a_class_has_255_different_costs) {
  astar_map_desc map_desc = astar_map_default();
  astar_class_desc desc = astar_class_default();
  astar_status why;
  char name[16];
  map_desc.width = map_desc.height = 4;
  astar_map *map = astar_map_new(&map_desc, &why);
  for (int32_t i = 1; i <= ASTAR_MAX_TERRAINS; i++) {
    snprintf(name, sizeof name, "t%d", (int)i);
    CHECK(astar_terrain_define(map, name, 10 + i, false, NULL) == ASTAR_OK);
  }
  size_t held = astar_map_memory(map);
  desc.unknown = 1000;
  CHECK(astar_class_new(map, &desc, &why) == NULL && why == ASTAR_LIMIT);
  CHECK(astar_map_memory(map) == held);
  CHECK(astar_class_next(map, astar_map_class(map)) == NULL);
  desc.unknown = 11;
  CHECK(astar_class_new(map, &desc, &why) != NULL && why == ASTAR_OK);
  astar_map_free(map);
}

/* Rewards below what a step can cost: the floor makes the sum right. */
TEST(explanations_name_what_lifts_a_step_to_1) {
  astar_map *map = open_map(9, 9);
  astar_query query = astar_query_default();
  astar_status why;
  int32_t parts[1];
  astar_influence *lure = astar_influence_new(map, "lure", ASTAR_ONE, &why);
  astar_influence_add(lure, 4, 4, -300, 2, ASTAR_FALLOFF_NONE);
  query.influences = &(astar_weighted){ lure, ASTAR_ONE };
  query.influence_count = 1;
  query.explain = true;
  astar_path *path = path_to(map, (astar_cell){ 8, 8 }, &query);
  int64_t sum = 0, lifted = 0;
  for (int32_t i = 1; i < astar_path_length(path); i++) {
    astar_step_cost step = astar_path_explain(path, i, parts);
    sum += step.terrain + step.claims + step.extra + step.turn + step.floor + parts[0];
    lifted += step.floor;
    CHECK(step.floor == 0 || step.terrain + parts[0] + step.floor == 1);
  }
  CHECK(lifted > 0 && sum == astar_path_cost(path));
  astar_path_free(map, path);
  astar_map_free(map);
}

/* ---- locked maps ----------------------------------------------------------------------------- */

static int32_t look_at_lock(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)x;
  (void)y;
  (void)terrain;
  CHECK(astar_map_locked(user));
  CHECK(astar_map_set(user, 1, 1, WALL) == ASTAR_INVALID);
  return 0;
}

TEST(a_map_is_locked_while_it_asks) {
  astar_map *map = open_map(9, 9);
  astar_query query = astar_query_default();
  query.extra_cost = look_at_lock;
  query.extra_user = map;
  CHECK(!astar_map_locked(map));
  astar_path *path = path_to(map, (astar_cell){ 8, 3 }, &query);
  CHECK(path != NULL && !astar_map_locked(map));
  astar_path_free(map, path);
  astar_map_free(map);
}

/* ---- searches for new paths that are of no use any more -------------------------------------- */

/* A unit that has bumped into another looks for its new path, a node in each tick. */
static astar_unit *bump(astar_map *map, astar_player *player, const astar_query *its_query) {
  astar_query query = astar_query_default();
  astar_unit *unit = new_unit(player, 2, 20, -1);
  query.unit = unit;
  astar_path *path = NULL;
  astar_status why;
  path = astar_path_find(map, 2, 20, (astar_rect){ 38, 20, 1, 1 }, &query, &why);
  CHECK(why == ASTAR_OK);
  astar_unit_set_avoidance(unit, ASTAR_AVOIDANCE_REPATH);
  astar_unit_set_speed(unit, ASTAR_ONE);
  CHECK(astar_unit_follow_path(unit, path, its_query) == ASTAR_OK);
  astar_path_free(map, path);
  new_unit(player, 10, 20, -1);
  for (int32_t y = 12; y < 29; y++) new_unit(player, 11, y, -1);
  CHECK(astar_map_set_reroute_budget(map, 1) == ASTAR_OK);
  for (int i = 0; i < 14; i++) CHECK(astar_map_tick(map, NULL, NULL) == ASTAR_OK);
  return unit;
}

TEST(searches_for_new_paths_are_dropped_with_their_reason) {
  for (int way = 0; way < 4; way++) {
    astar_map *map = open_map(40, 40);
    astar_player *player = new_player(map, "red");
    astar_player_reveal(player);
    astar_unit *unit = bump(map, player, NULL);
    astar_cell stuck = astar_unit_cell(unit);
    CHECK(stuck.x < 10);
    if (way == 0) astar_unit_remove(unit);
    if (way == 1) CHECK(astar_unit_place(unit, 2, 2) == ASTAR_OK);
    if (way == 2) astar_unit_stop(unit);
    CHECK(astar_map_set_reroute_budget(map, way == 3 ? 100000 : 1) == ASTAR_OK);
    for (int i = 0; i < 60; i++) CHECK(astar_map_tick(map, NULL, NULL) == ASTAR_OK);
    astar_unit *there = astar_unit_at(map, 38, 20);
    CHECK((there == unit) == (way == 3));
    astar_map_free(map);
  }
}

/* The unit gets another query while its search waits for the next tick, or an influence map of its
** query is removed. */
TEST(searches_for_new_paths_keep_their_query) {
  for (int way = 0; way < 3; way++) {
    astar_map *map = open_map(40, 40);
    astar_player *player = new_player(map, "red");
    astar_status why;
    astar_weighted weighted[2] = { { astar_influence_new(map, "fear", 0, &why), ASTAR_ONE },
                                   { astar_influence_new(map, "danger", 0, &why), ASTAR_ONE } };
    astar_influence_add(weighted[1].influence, 20, 10, 50, 6, ASTAR_FALLOFF_NONE);
    astar_query query = astar_query_default();
    query.influences = weighted;
    query.influence_count = 2;
    query.explain = true;
    astar_player_reveal(player);
    astar_unit *unit = bump(map, player, &query);
    CHECK(map->units->movement->rerouting.search != NULL);
    const astar_path *path = astar_unit_path(unit, NULL);
    if (way == 0) CHECK(astar_unit_follow_path(unit, path, NULL) == ASTAR_OK);
    if (way == 1) CHECK(astar_unit_follow_path(unit, path, &query) == ASTAR_OK);
    if (way == 2) astar_influence_remove(weighted[0].influence);
    CHECK(astar_map_set_reroute_budget(map, 100000) == ASTAR_OK);
    for (int i = 0; i < 60; i++) CHECK(astar_map_tick(map, NULL, NULL) == ASTAR_OK);
    CHECK(astar_unit_at(map, 38, 20) == unit);
    astar_map_free(map);
  }
}

/* The search without layers, which comes first, may use up the budget and find a path that is not
** free. */
TEST(a_budget_that_is_used_up_is_an_outcome) {
  int32_t ended = 0;
  for (EACH_CASE(seed, 200)) {
    astar_map *map = open_map(12, 9);
    for (int i = 0; i < 25; i++) astar_map_set(map, random_below(12), random_below(9), WALL);
    astar_player *player = new_player(map, "red");
    astar_query query = astar_query_default();
    astar_player_reveal(player);
    for (int i = 0; i < 12; i++)
      query.unit = new_unit(player, random_below(12), random_below(9), -1);
    for (int i = 0; i < 40 && query.unit != NULL; i++) {
      astar_cell at = astar_unit_cell(query.unit);
      astar_rect goal = { random_below(12), random_below(9), 1, 1 };
      astar_path *path = NULL;
      query.budget = 1 + (uint32_t)random_below(6);
      query.partial = random_below(2) == 0;
      astar_status status;
      path = astar_path_find(map, at.x, at.y, goal, &query, &status);
      bool found = status == ASTAR_OK || status == ASTAR_PARTIAL;
      CHECK(status != ASTAR_RUNNING && found == (path != NULL));
      if (found) CHECK(path->waypoints[path->waypoint_count - 1].index == path->length - 1);
      ended += status == ASTAR_BUDGET;
      astar_path_free(map, path);
    }
    astar_map_free(map);
  }
  CHECK(ended > 100);
}

/* ---- what a suspended search rests on goes, or is another ------------------------------------ */

static uint32_t cost_to(astar_map *map, astar_cell goal, const astar_query *query) {
  astar_path *path = path_to(map, goal, query);
  uint32_t cost = path != NULL ? astar_path_cost(path) : 0;
  astar_path_free(map, path);
  return cost;
}

/* What one search has composed of the layers is kept for the next, but not beyond its layer. */
TEST(a_layer_that_is_gone_is_not_counted) {
  astar_map *map = open_map(40, 40);
  astar_query query = astar_query_default();
  astar_weighted weighted = { NULL, ASTAR_ONE };
  astar_status why;
  astar_map_fill(map, (astar_rect){ 8, 0, 8, 30 }, BUSH);
  query.engine = ASTAR_ENGINE_JPSW;
  query.influences = &weighted;
  query.influence_count = 1;
  uint32_t before = 0;
  for (int32_t i = 0; i < 5; i++) {
    weighted.influence = astar_influence_new(map, "danger", ASTAR_ONE, &why);
    astar_influence_add(weighted.influence, 20, 20, 50 * i, 9, ASTAR_FALLOFF_NONE);
    uint32_t cost = cost_to(map, (astar_cell){ 39, 39 }, &query);
    query.engine = ASTAR_ENGINE_ASTAR;
    CHECK(cost > before && cost == cost_to(map, (astar_cell){ 39, 39 }, &query));
    query.engine = ASTAR_ENGINE_JPSW;
    astar_influence_remove(weighted.influence);
    if (i < 2) before = cost - 1;
  }
  astar_map_free(map);
}

/* A goal that cannot be reached: the search goes to the nearest cell, and that is another one when
** the terrain has changed where it has not been yet. */
TEST(the_nearest_cell_to_a_goal_moves_while_the_search_rests) {
  static const astar_rect doors[] = { { 52, 10, 1, 1 }, { 50, 8, 1, 5 }, { 20, 25, 4, 4 } };
  for (int i = 0; i < 3; i++) {
    astar_map *map = open_map(60, 30);
    astar_query query = astar_query_default();
    astar_status why, status;
    astar_map_fill(map, (astar_rect){ 50, 0, 5, 30 }, WALL);
    query.partial = true;
    query.engine = ASTAR_ENGINE_ASTAR;
    astar_search *search = astar_search_new(map, 0, 10, (astar_rect){ 57, 10, 1, 1 }, &query, &why);
    CHECK(astar_search_step(search, 5) == ASTAR_RUNNING);
    if (i == 0) astar_map_fill(map, (astar_rect){ 50, 10, 1, 1 }, OPEN);
    astar_map_fill(map, doors[i], i < 2 ? OPEN : BUSH);
    while ((status = astar_search_step(search, 50)) == ASTAR_RUNNING) continue;
    CHECK(status == ASTAR_PARTIAL);
    astar_path *path = astar_search_path(search, 0, malloc(astar_search_path_size(search, 0)));
    astar_cell end = astar_path_cell(path, astar_path_length(path) - 1);
    CHECK(end.y == 10 && end.x == (i < 2 ? 50 : 49));
    free(path);
    astar_search_free(search);
    astar_map_free(map);
  }
}

/* A class has no room for more costs once terrains of new costs are defined. */
TEST(a_class_outgrows_its_costs_under_a_search) {
  astar_map_desc map_desc = astar_map_default();
  astar_class_desc desc = astar_class_default();
  astar_query query = astar_query_default();
  astar_status why;
  char name[16];
  map_desc.width = map_desc.height = 30;
  astar_map *map = astar_map_new(&map_desc, &why);
  CHECK(astar_terrain_define(map, "open", 10, false, NULL) == ASTAR_OK);
  desc.unknown = 1000;
  query.engine = ASTAR_ENGINE_ASTAR;
  query.cls = astar_class_new(map, &desc, &why);
  CHECK(why == ASTAR_OK && find_landmarks(map, &query) == ASTAR_OK);
  astar_search *search = astar_search_new(map, 0, 0, (astar_rect){ 29, 29, 1, 1 }, &query, &why);
  CHECK(astar_search_step(search, 1) == ASTAR_RUNNING);
  for (int32_t i = 2; i <= ASTAR_MAX_TERRAINS; i++) {
    snprintf(name, sizeof name, "t%d", (int)i);
    CHECK(astar_terrain_define(map, name, 10 + i, false, NULL) == ASTAR_OK);
  }
  CHECK(astar_search_step(search, 1000) == ASTAR_LIMIT);
  astar_search_free(search);
  CHECK(find_landmarks(map, &query) == ASTAR_LIMIT);
  size_t size;
  void *bytes = saved_map(map, &size);
  astar_map *loaded = astar_map_load(bytes, size, map_desc.allocator, 0, &why);
  CHECK(why == ASTAR_OK && loaded != NULL && astar_map_hash(loaded) == astar_map_hash(map));
  if (loaded != NULL) astar_map_free(loaded);
  free(bytes);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
