/* The nearest of many, asked in steps: what happens in between must count. */
#include <time.h>

#include "../../src/core/search/search.h"
#include "check.h"

enum { ROAD = 1, TREE, ROCK, SIDE = 21 };

static astar_map *new_map(void) {
  astar_status why;
  astar_map_desc desc = astar_map_default();
  desc.width = desc.height = SIDE;
  astar_map *map = astar_map_new(&desc, &why);
  CHECK(astar_terrain_define(map, "road", 10, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "tree", 10, false, NULL) == ASTAR_OK);
  CHECK(astar_terrain_define(map, "rock", 0, true, NULL) == ASTAR_OK);
  for (int32_t y = 0; y < SIDE; y++)
    for (int32_t x = 0; x < SIDE; x++) astar_map_set(map, x, y, ROAD);
  return map;
}

static astar_search *begin(astar_map *map, int32_t terrain, int32_t wanted, int32_t within,
                           astar_unit *unit) {
  astar_status why;
  astar_query query = astar_query_default();
  astar_target target = { .terrain = terrain, .wanted = wanted };
  query.within = within;
  query.unit = unit;
  astar_search *search = astar_nearest_new(map, 10, 10, &target, &query, &why);
  CHECK(search != NULL);
  return search;
}

static astar_cell first(astar_search *search) {
  CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_OK);
  return astar_search_goal(search, 0, NULL);
}

/* It costs what the ground there cost before, so no way has changed. */
TEST(a_tree_that_grows_behind_the_search) {
  astar_map *map = new_map();
  CHECK(astar_map_set(map, 10, 0, TREE) == ASTAR_OK);
  astar_search *search = begin(map, TREE, 1, 0, NULL);
  CHECK(astar_search_step(search, 100) == ASTAR_RUNNING);
  CHECK(astar_map_set(map, 12, 10, TREE) == ASTAR_OK);
  astar_cell goal = first(search);
  CHECK(goal.x == 12 && goal.y == 10);
  astar_map_free(map);
}

TEST(a_wall_within_reach_of_the_search) {
  astar_map *map = new_map();
  CHECK(astar_map_set(map, 10, 0, ROCK) == ASTAR_OK);
  astar_search *search = begin(map, ROCK, 1, 4, NULL);
  CHECK(astar_search_step(search, 9) == ASTAR_RUNNING);
  CHECK(astar_map_set(map, 10, 14, ROCK) == ASTAR_OK);
  astar_cell goal = first(search);
  CHECK(goal.x == 10 && goal.y == 14);
  astar_path *path = malloc(astar_search_path_size(search, 0));
  CHECK(astar_path_length(astar_search_path(search, 0, path)) == 1);
  free(path);
  astar_map_free(map);
}

/* When the search began, there was no way to the second one. */
TEST(a_goal_that_is_opened_meanwhile) {
  astar_status why;
  astar_map *map = new_map();
  astar_cell goals[] = { { 10, 1 }, { 20, 20 } };
  astar_target target = { .cells = goals, .cell_count = 2, .wanted = 2 };
  CHECK(astar_map_set(map, 20, 20, ROCK) == ASTAR_OK);
  astar_search *search = astar_nearest_new(map, 10, 10, &target, NULL, &why);
  CHECK(search != NULL && astar_search_step(search, 30) == ASTAR_RUNNING);
  CHECK(astar_map_set(map, 20, 20, ROAD) == ASTAR_OK);
  CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_OK);
  CHECK(astar_search_found(search) == 2);
  astar_map_free(map);
}

static bool meets(const astar_path *path, int32_t x, int32_t y) {
  for (int32_t i = 0; i < astar_path_length(path); i++) {
    astar_cell cell = astar_path_cell(path, i);
    if (cell.x == x && cell.y == y) return true;
  }
  return false;
}

TEST(a_unit_that_steps_into_the_second_way) {
  astar_status why;
  astar_map *map = new_map();
  astar_player *red = astar_player_new(map, "red", &why);
  astar_unit_desc desc = astar_unit_default();
  desc.x = desc.y = 10;
  astar_unit *unit = astar_unit_new(red, &desc, &why);
  desc.x = desc.y = 0;
  astar_unit *other = astar_unit_new(red, &desc, &why);
  CHECK(unit != NULL && other != NULL);
  CHECK(astar_map_set(map, 10, 12, TREE) == ASTAR_OK);
  CHECK(astar_map_set(map, 10, 5, TREE) == ASTAR_OK);
  CHECK(astar_player_reveal(red) == ASTAR_OK);
  astar_search *search = begin(map, TREE, 2, 0, unit);
  CHECK(astar_search_step(search, 60) == ASTAR_RUNNING);
  CHECK(astar_unit_place(other, 10, 7) == ASTAR_OK);
  CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_OK);
  CHECK(astar_search_found(search) == 2);
  for (int32_t i = 0; i < 2; i++) {
    astar_path *path = malloc(astar_search_path_size(search, i));
    CHECK(!meets(astar_search_path(search, i, path), 10, 7));
    free(path);
  }
  astar_map_free(map);
}

TEST(too_many_wishes) {
  astar_status why;
  astar_map *map = new_map();
  astar_target target = { .unseen = true, .terrain = ROAD, .wanted = 1 };
  CHECK(astar_nearest_new(map, 1, 1, &target, NULL, &why) == NULL && why == ASTAR_INVALID);
  target.terrain = 0;
  astar_search *search = astar_nearest_new(map, 1, 1, &target, NULL, &why);
  CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_UNREACHABLE);
  astar_map_free(map);
}

/* What is near to what is seen by now is no goal any more. */
TEST(an_unseen_place_that_is_seen_meanwhile) {
  astar_status why;
  astar_map *map = new_map();
  astar_player *red = astar_player_new(map, "red", &why);
  CHECK(astar_player_see(red, 10, 10, 5, NULL, NULL) == ASTAR_OK);
  astar_query query = astar_query_default();
  astar_target target = { .unseen = true, .wanted = 1 };
  query.player = red;
  astar_search *search = astar_nearest_new(map, 10, 10, &target, &query, &why);
  CHECK(astar_search_step(search, 30) == ASTAR_RUNNING);
  CHECK(astar_player_see(red, 10, 10, 8, NULL, NULL) == ASTAR_OK);
  astar_cell goal = first(search);
  CHECK(astar_player_knows(red, goal.x, goal.y) == ASTAR_UNSEEN);
  astar_map_free(map);
}

TEST(units_near_for_less_room_than_there_are) {
  astar_status why;
  astar_map *map = new_map();
  astar_player *red = astar_player_new(map, "red", &why);
  astar_unit_desc desc = astar_unit_default();
  for (int32_t i = 0; i < 6; i++) {
    desc.x = desc.y = 12 - 2 * i;
    CHECK(astar_unit_new(red, &desc, &why) != NULL);
  }
  astar_unit *units[2];
  astar_surroundings where = { .place = { 3, 3, 1, 1 }, .radius = 20 };
  CHECK(astar_map_units_near(map, &where, units, 2) == 6);
  /* equally near: in reading order */
  CHECK(astar_unit_id(units[0]) == 6 && astar_unit_id(units[1]) == 5);
  CHECK(astar_map_units_near(map, &where, NULL, 0) == 6);
  where.side = ASTAR_ENEMIES;
  CHECK(astar_map_units_near(map, &where, NULL, 0) == -1);
  where.player = red;
  CHECK(astar_map_units_near(map, &where, NULL, 0) == 0);
  where.place.width = SIDE;
  CHECK(astar_map_units_near(map, &where, NULL, 0) == -1);
  astar_map_free(map);
}

TEST(what_makes_no_sense) {
  astar_map *map = new_map();
  astar_cell inside = { 1, 1 }, outside = { 1, SIDE };
  astar_query partial = astar_query_default(), turning = partial;
  partial.partial = true;
  turning.turn_cost = 1;
  const astar_target WRONG[] = {
    { .wanted = 1 }, { .cells = &inside, .wanted = 1 }, { .terrain = TREE },
    { .cells = &inside, .cell_count = -1, .wanted = 1 }, { .terrain = ROCK + 1, .wanted = 1 },
    { .terrain = -1, .wanted = 1 }, { .cells = &outside, .cell_count = 1, .wanted = 1 },
    { .cells = &inside, .cell_count = 1, .terrain = TREE, .wanted = 1 },
    { .cells = &inside, .cell_count = 1, .wanted = -1 },
  };
  astar_target right = { .cells = &inside, .cell_count = 1, .wanted = 1 };
  size_t memory = astar_map_memory(map);
  astar_status why = ASTAR_OK;
  for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++, why = ASTAR_OK)
    CHECK(astar_nearest_new(map, 0, 0, &WRONG[i], NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_nearest_new(map, 0, 0, &right, &partial, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_nearest_new(map, 0, 0, &right, &turning, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_nearest_new(map, -1, 0, &right, NULL, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_map_memory(map) == memory);
  CHECK(astar_nearest_new(map, 0, 0, &right, NULL, &why) != NULL && why == ASTAR_OK);
  astar_map_free(map);
}

/* Lanes to which the unit at 0, 0 can come, and between them columns of ore, which lie too far away
** from them by two cells. */
static astar_map *map_of_lanes(int32_t within) {
  astar_map *map = open_map(256, 256);
  int32_t gap = within + 2;
  astar_map_fill(map, (astar_rect){ 0, 0, 256, 256 }, WALL);
  for (int32_t x = 0; x + gap < 256; x += 2 * gap) {
    astar_map_fill(map, (astar_rect){ x, 0, 1, 256 }, OPEN);
    astar_map_fill(map, (astar_rect){ x + gap, 0, 1, 256 }, BUSH);
    astar_map_fill(map, (astar_rect){ x + 1, 0, gap, gap }, WALL);
  }
  astar_map_fill(map, (astar_rect){ 0, 0, 256, 1 }, OPEN);
  return map;
}

static astar_search *seek(astar_map *map, int32_t terrain, int32_t within, astar_unit *unit) {
  astar_status why;
  astar_query query = astar_query_default();
  astar_target target = { .terrain = terrain, .wanted = 1 };
  query.within = within;
  query.unit = unit;
  query.occupancy = true;
  astar_search *search = astar_nearest_new(map, 0, 0, &target, &query, &why);
  CHECK(search != NULL);
  return search;
}

/* What takes long to find out beforehand is left to the search. */
TEST(goals_that_are_too_far_away) {
  static const int32_t WITHIN[] = { 0, 1, 5, 16, 40, 100 };
  for (size_t i = 0; i < sizeof WITHIN / sizeof *WITHIN; i++) {
    astar_map *map = map_of_lanes(WITHIN[i]);
    astar_search *search = seek(map, BUSH, WITHIN[i], NULL);
    CHECK(search->upfront_nodes <= 2048);
    CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_UNREACHABLE);
    CHECK(search->expanded == 0 || search->upfront_nodes > 1024);
    astar_search_free(search);
    search = seek(map, BUSH, WITHIN[i] + 2, NULL);
    CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_OK);
    astar_map_free(map);
  }
}

/* Whether units are the reason is true, too, where it was not found out beforehand. */
TEST(units_among_goals_that_are_too_far) {
  astar_status why;
  for (int32_t ore = 0; ore < 2; ore++) {
    astar_map *map = map_of_lanes(5);
    astar_player *red = astar_player_new(map, "red", &why);
    astar_player_set_fog(red, false);
    astar_unit_desc desc = astar_unit_default();
    astar_unit *unit = astar_unit_new(red, &desc, &why);
    desc.x = 14;
    desc.y = 200;
    CHECK(astar_unit_new(red, &desc, &why) != NULL);
    if (ore) astar_map_set(map, 14, 255, BUSH);
    astar_search *search = seek(map, BUSH, 5, unit);
    CHECK(search->upfront_nodes > 1024);
    CHECK(astar_search_step(search, UINT32_MAX) == (ore ? ASTAR_CROWDED : ASTAR_UNREACHABLE));
    CHECK(search->expanded > 1000);
    astar_map_free(map);
  }
}

/* A tick pays for what its searches have found out beforehand. */
TEST(a_tick_pays_for_its_checks_of_reach) {
  astar_map *map = map_of_lanes(5);
  astar_status why;
  astar_query query = astar_query_default();
  astar_target target = { .terrain = BUSH, .wanted = 1 };
  uint32_t used, owed;
  query.within = 5;
  CHECK(astar_map_pay_for_tables(map, &query, UINT32_MAX, &owed) == ASTAR_OK && owed == 0);
  for (int i = 0; i < 20; i++)
    CHECK(astar_queue_request_nearest(map, 0, 0, &target, &query, 0, &why) != NULL);
  CHECK(astar_queue_work(map, 2000, 1, &used) == ASTAR_OK && used == 2000);
  int32_t begun = 0;
  for (astar_search *one = map->searches; one != NULL; one = one->next)
    begun += one->upfront_nodes > 0;
  CHECK(begun == 1);
  astar_map_free(map);
}

/* One is not taken for another whose number is greater by 64. */
TEST(a_kind_of_terrain_that_is_nowhere) {
  astar_map *map = open_map(64, 64);
  int32_t last = 0;
  char name[16];
  for (int i = 0; last < BUSH + 64; i++) {
    sprintf(name, "kind%d", i);
    CHECK(astar_terrain_define(map, name, 10, false, &last) == ASTAR_OK);
  }
  astar_map_fill(map, (astar_rect){ 0, 0, 64, 64 }, last);
  astar_status why;
  TerrainIndex *index = &plane_get(map, map->classes, NULL, &why)->terrain_index;
  astar_search *search = seek(map, BUSH, 0, NULL);
  CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_UNREACHABLE);
  CHECK(!terrain_index_has(index, 1, 1, BUSH));
  CHECK(terrain_index_has(index, 1, 1, last));
  astar_map_free(map);
}

typedef enum Asking { BY_TERRAIN, BY_LIST, BY_FUNCTION, AMONG_UNITS } Asking;

static int32_t is_bush(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)x, (void)y;
  ++*(int *)user;
  return terrain == BUSH;
}

/* Cuts the goals off: then the search is made once more without units. */
static astar_unit *block_bridge(astar_map *map) {
  astar_status why;
  astar_player *red = astar_player_new(map, "red", &why);
  astar_unit_desc desc = astar_unit_default();
  astar_map_fill(map, (astar_rect){ 20, 0, 10, 200 }, WALL);
  astar_map_fill(map, (astar_rect){ 20, 100, 10, 1 }, OPEN);
  CHECK(astar_player_reveal(red) == ASTAR_OK);
  desc.x = 25, desc.y = 100;
  CHECK(astar_unit_new(red, &desc, &why) != NULL);
  desc.x = desc.y = 0;
  return astar_unit_new(red, &desc, &why);
}

/* Of the processor: for three goals of five that are wanted, where the whole map is searched. */
static clock_t time_of_goals_within(int32_t within, Asking asking) {
  astar_map *map = open_map(200, 200);
  astar_status why;
  astar_cell cells[] = { { 120, 120 }, { 121, 120 }, { 150, 160 } };
  astar_query query = astar_query_default();
  int calls = 0;
  astar_target target = { .wanted = 5 };
  if (asking == BY_TERRAIN) target.terrain = BUSH;
  if (asking == BY_LIST) target.cells = cells, target.cell_count = 3;
  if (asking >= BY_FUNCTION) target.accepts = is_bush, target.user = &calls;
  for (int i = 0; i < 3; i++) astar_map_set(map, cells[i].x, cells[i].y, BUSH);
  if (asking == AMONG_UNITS) query.unit = block_bridge(map);
  query.within = within;
  clock_t began = clock();
  astar_search *search = astar_nearest_new(map, 0, 0, &target, &query, &why);
  astar_status status = astar_search_step(search, UINT32_MAX);
  CHECK(status == (asking == AMONG_UNITS ? ASTAR_CROWDED : ASTAR_OK));
  CHECK(astar_search_found(search) == (asking == AMONG_UNITS ? 0 : 3));
  CHECK(asking < BY_FUNCTION ? calls == 0 : calls <= 200 * 200);
  clock_t took = clock() - began;
  astar_map_free(map);
  return took;
}

/* All cells that are near enough were looked at for each node: 1200 times as long for 60. */
TEST(goals_are_looked_for_where_there_are_some) {
  for (Asking asking = BY_TERRAIN; asking <= AMONG_UNITS; asking++) {
    time_of_goals_within(0, asking);
    CHECK(time_of_goals_within(60, asking) < 60 * (time_of_goals_within(0, asking) + 100));
  }
}

int main(void) { return run_tests(); }
