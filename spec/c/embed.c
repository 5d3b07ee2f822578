/*
** A program that knows the library by its public header only, as a game written in C does: a map,
** terrain, classes, players with fog, influence, units, searches in steps, paths, ticks.
** The last line counts the checks; the exit status is not 0 when one failed.
*/
#include "astar_units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;

#define CHECK(condition) check(condition, #condition, __LINE__)

static void check(bool condition, const char *text, int line) {
  if (condition) {
    passed++;
    return;
  }
  failed++;
  printf("embed.c:%d: %s\n", line, text);
}

/* ---- a map drawn as text: '.' plain, '#' wall, '=' road, ',' swamp ------------------------- */

enum { PLAIN = 1, ROAD, SWAMP, WALL };

static int32_t terrain_of(char letter) {
  return letter == '#' ? WALL : letter == '=' ? ROAD : letter == ',' ? SWAMP : PLAIN;
}

static astar_map *new_map(const astar_map_desc *desc) {
  astar_status why;
  int32_t id;
  astar_map *map = astar_map_new(desc, &why);
  CHECK(map != NULL && why == ASTAR_OK);
  if (map == NULL) exit(EXIT_FAILURE);
  CHECK(astar_terrain_define(map, "plain", 10, false, &id) == ASTAR_OK && id == PLAIN);
  CHECK(astar_terrain_define(map, "road", 5, false, &id) == ASTAR_OK && id == ROAD);
  CHECK(astar_terrain_define(map, "swamp", 35, false, &id) == ASTAR_OK && id == SWAMP);
  CHECK(astar_terrain_define(map, "wall", 0, true, &id) == ASTAR_OK && id == WALL);
  return map;
}

static astar_map *draw_map(const char *const *rows, int32_t height) {
  astar_map_desc desc = astar_map_default();
  desc.width = (int32_t)strlen(rows[0]);
  desc.height = height;
  astar_map *map = new_map(&desc);
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < desc.width; x++)
      CHECK(astar_map_set(map, x, y, terrain_of(rows[y][x])) == ASTAR_OK);
  return map;
}

static astar_rect cell(int32_t x, int32_t y) {
  return (astar_rect){ x, y, 1, 1 };
}

/* Are the cells of a path those in a list of x, y? */
static bool leads_over(const astar_path *path, const int32_t *cells, int32_t count) {
  if (path == NULL || astar_path_length(path) != count) return false;
  for (int32_t i = 0; i < count; i++) {
    astar_cell at = astar_path_cell(path, i);
    if (at.x != cells[2 * i] || at.y != cells[2 * i + 1]) return false;
  }
  return true;
}

/* ---- terrain, paths, classes --------------------------------------------------------------- */

static void test_path(void) {
  static const char *const rows[] = { "......", ".###,.", "...#..", "......" };
  static const int32_t way[] = { 0, 1, 0, 2, 1, 3, 2, 3, 3, 3, 4, 3, 5, 2 };
  astar_map *map = draw_map(rows, 4);
  astar_status why;
  astar_path *path = astar_path_find(map, 0, 1, cell(5, 2), NULL, &why);
  CHECK(why == ASTAR_OK);
  CHECK(leads_over(path, way, 7));
  CHECK(astar_path_cost(path) == 10 + 14 + 10 + 10 + 10 + 14);
  CHECK(astar_path_status(path) == ASTAR_OK);
  CHECK(astar_map_set(map, 3, 3, WALL) == ASTAR_OK);
  int32_t index;
  CHECK(astar_path_blocked(map, path, 0, NULL, &index) == ASTAR_OK && index == 4);
  astar_path_free(map, path);
  path = astar_path_find(map, 0, 1, cell(1, 1), NULL, &why);
  CHECK(why == ASTAR_GOAL_BLOCKED);
  CHECK(path == NULL);
  path = astar_path_find(map, 0, 9, cell(1, 1), NULL, &why);
  CHECK(why == ASTAR_INVALID);
  astar_map_free(map);
}

static void test_class(void) {
  static const char *const rows[] = { ".,,.", "....", "####" };
  int32_t cost, costs[] = { 0, ASTAR_TERRAIN_DEFAULT, ASTAR_TERRAIN_DEFAULT, 10 };
  astar_map *map = draw_map(rows, 3);
  astar_status why;
  astar_class_desc desc = astar_class_default();
  desc.costs = costs;
  desc.cost_count = 4;
  desc.size = 2;
  astar_class *toad = astar_class_new(map, &desc, &why);
  CHECK(toad != NULL && astar_class_cost(toad, SWAMP) == 10 && astar_class_size(toad) == 2);
  astar_query query = astar_query_default();
  CHECK(astar_map_cost(map, 1, 0, false, &query, &cost) == ASTAR_OK && cost == 35);
  CHECK(astar_map_cost(map, 1, 0, true, &query, &cost) == ASTAR_OK && cost == 49);
  query.cls = toad;
  CHECK(astar_map_cost(map, 1, 0, false, &query, &cost) == ASTAR_OK && cost == 10);
  CHECK(astar_map_cost(map, 1, 1, false, &query, &cost) == ASTAR_OK && cost == 0);
  CHECK(astar_map_reachable(map, 0, 0, cell(2, 0), &query) == ASTAR_OK);
  uint32_t region, size;
  CHECK(astar_map_region(map, 2, 0, &query, &region, &size) == ASTAR_OK);
  CHECK(region == 1 && size == 3);
  astar_map_free(map);
}

/* ---- fog and influence --------------------------------------------------------------------- */

static void test_fog(void) {
  static const char *const rows[] = { "..#..", "....." };
  astar_map *map = draw_map(rows, 2);
  astar_status why;
  const astar_cell *changed;
  int32_t count;
  astar_path *path;
  astar_player *red = astar_player_new(map, "red", &why);
  CHECK(red != NULL && astar_player_knows(red, 2, 0) == ASTAR_UNSEEN);
  astar_query query = astar_query_default();
  query.player = red;
  path = astar_path_find(map, 0, 0, cell(4, 0), &query, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_path_cost(path) == 40);
  astar_path_free(map, path);
  CHECK(astar_player_see(red, 1, 0, 1, &changed, &count) == ASTAR_OK && count == 4);
  CHECK(astar_player_terrain(red, 2, 0) == WALL && astar_player_terrain(red, 3, 0) == 0);
  path = astar_path_find(map, 0, 0, cell(4, 0), &query, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_path_cost(path) == 48);
  astar_path_free(map, path);
  CHECK(astar_player_end_sight(red) == ASTAR_OK && astar_player_knows(red, 2, 0) == ASTAR_SEEN);
  astar_map_free(map);
}

static void test_influence(void) {
  static const char *const rows[] = { ".......", ".......", "......." };
  static const int32_t way[] = { 0, 1, 1, 0, 2, 0, 3, 0, 4, 0, 5, 1, 6, 1 };
  astar_map *map = draw_map(rows, 3);
  astar_status why;
  astar_path *path;
  astar_influence *danger = astar_influence_new(map, "danger", ASTAR_ONE, &why);
  CHECK(astar_influence_add(danger, 3, 1, 60, 1, ASTAR_FALLOFF_LINEAR) == ASTAR_OK);
  CHECK(astar_influence_get(danger, 3, 1) == 60 && astar_influence_get(danger, 3, 0) == 30);
  CHECK(astar_influence_add(danger, 3, 0, -30, 0, ASTAR_FALLOFF_NONE) == ASTAR_OK);
  astar_weighted weighted = { danger, 2 * ASTAR_ONE };
  astar_query query = astar_query_default();
  query.influences = &weighted;
  query.influence_count = 1;
  query.explain = true;
  path = astar_path_find(map, 0, 1, cell(6, 1), &query, &why);
  CHECK(why == ASTAR_OK);
  CHECK(leads_over(path, way, 7) && astar_path_cost(path) == 68);
  int32_t part, sum = 0;
  for (int32_t i = 1; i < astar_path_length(path); i++) {
    astar_step_cost step = astar_path_explain(path, i, &part);
    sum += step.terrain + step.claims + step.extra + step.floor + step.changed + part;
  }
  CHECK(sum == 68 && astar_path_influences(path) == 1);
  astar_path_free(map, path);
  astar_map_free(map);
}

/* ---- units and ticks ----------------------------------------------------------------------- */

static astar_unit *new_unit(astar_player *player, int32_t x, int32_t y) {
  astar_status why;
  astar_unit_desc desc = astar_unit_default();
  desc.x = x;
  desc.y = y;
  desc.speed = ASTAR_ONE;
  desc.sight = 2;
  astar_unit *unit = astar_unit_new(player, &desc, &why);
  CHECK(unit != NULL && why == ASTAR_OK);
  return unit;
}

static void send(astar_map *map, astar_unit *unit, int32_t x, int32_t y) {
  astar_path *path;
  astar_cell at = astar_unit_cell(unit);
  astar_query query = astar_query_default();
  query.unit = unit;
  astar_status why;
  path = astar_path_find(map, at.x, at.y, cell(x, y), &query, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_unit_follow_path(unit, path, NULL) == ASTAR_OK);
  astar_path_free(map, path);
}

static void test_units(void) {
  static const char *const rows[] = { ".........", ".........", "........." };
  astar_map *map = draw_map(rows, 3);
  astar_status why;
  const astar_unit_event *events;
  int32_t count, cost;
  astar_player *red = astar_player_new(map, "red", &why);
  astar_unit *first = new_unit(red, 0, 1), *second = new_unit(red, 0, 2);
  CHECK(astar_unit_id(first) == 1 && astar_unit_id(second) == 2);
  CHECK(astar_unit_at(map, 0, 2) == second && astar_unit_at(map, 5, 2) == NULL);
  send(map, first, 8, 1);
  astar_query query = astar_query_default();
  query.unit = second;
  CHECK(astar_map_cost(map, 4, 1, false, &query, &cost) == ASTAR_OK && cost == 20);
  query.claims = false;
  CHECK(astar_map_cost(map, 4, 1, false, &query, &cost) == ASTAR_OK && cost == 10);
  for (int i = 0; i < 8; i++) CHECK(astar_map_tick(map, &events, &count) == ASTAR_OK);
  CHECK(count == 1 && events[0].kind == ASTAR_EVENT_ARRIVED && events[0].unit == first);
  CHECK(astar_unit_cell(first).x == 8 && astar_unit_state_of(first) == ASTAR_STANDING);
  CHECK(astar_player_knows(red, 6, 1) == ASTAR_VISIBLE);
  CHECK(astar_player_knows(red, 4, 1) == ASTAR_SEEN);
  query.claims = true;
  (astar_path *){ NULL } = astar_path_find(map, 0, 2, cell(8, 1), &query, &why);
  CHECK(why == ASTAR_GOAL_BLOCKED);
  astar_unit_remove(first);
  CHECK(astar_unit_next(map, NULL) == second && astar_unit_next(map, second) == NULL);
  CHECK(astar_map_ticks(map) == 8 && astar_map_wait_ticks(map) == 0);
  astar_map_free(map);
}

/* ---- searches in steps --------------------------------------------------------------------- */

static int32_t toll(void *user, int32_t x, int32_t y, int32_t terrain) {
  int32_t *calls = user;
  (void)y;
  ++*calls;
  return terrain == ROAD ? 7 : x == 1 ? ASTAR_EXTRA_BLOCKED : 0;
}

static int32_t give_up(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)user, (void)x, (void)y, (void)terrain;
  return ASTAR_EXTRA_ABORT;
}

static void test_search(void) {
  static const char *const rows[] = { "........", ".####...", "........" };
  astar_map *map = draw_map(rows, 3);
  astar_status why;
  astar_query query = astar_query_default();
  query.trace = true;
  astar_search *search = astar_search_new(map, 0, 0, cell(7, 2), &query, &why);
  CHECK(search != NULL && astar_search_step(search, 2) == ASTAR_RUNNING);
  CHECK(astar_search_expanded(search) == 2 && astar_search_path_size(search, 0) == 0);
  while (astar_search_step(search, 1) == ASTAR_RUNNING) {}
  CHECK(astar_search_step(search, 1) == ASTAR_OK);
  size_t events;
  CHECK(astar_search_trace(search, &events) != NULL && events > 10);
  void *memory = malloc(astar_search_path_size(search, 0));
  astar_path *path = astar_search_path(search, 0, memory);
  astar_search_free(search);
  CHECK(astar_path_cost(path) == 78 && astar_path_cell(path, 0).x == 0);
  free(memory);
  int32_t calls = 0;
  query = astar_query_default();
  query.extra_cost = toll;
  query.extra_user = &calls;
  path = astar_path_find(map, 0, 0, cell(7, 2), &query, &why);
  CHECK(why == ASTAR_UNREACHABLE);
  CHECK(calls > 0 && calls <= 24 && path == NULL);
  query.extra_cost = give_up;
  path = astar_path_find(map, 0, 0, cell(7, 2), &query, &why);
  CHECK(why == ASTAR_CANCELLED);
  astar_map_free(map);
}

/* ---- memory -------------------------------------------------------------------------------- */

typedef struct Counter { size_t held, calls; } Counter;

static void *counted(void *user, void *block, size_t old_size, size_t new_size) {
  Counter *counter = user;
  counter->calls++;
  counter->held += new_size - old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

static void test_memory(void) {
  Counter counter = { 0, 0 };
  astar_map_desc desc = astar_map_default();
  desc.width = desc.height = 50;
  desc.allocator = (astar_allocator){ counted, &counter };
  astar_map *map = new_map(&desc);
  astar_status why;
  astar_path *path = astar_path_find(map, 3, 3, cell(44, 30), NULL, &why);
  CHECK(why == ASTAR_OK);
  astar_path_free(map, path);
  CHECK(counter.calls > 0 && counter.held >= astar_map_memory(map));
  astar_map_free(map);
  CHECK(counter.held == 0);
}

int main(void) {
  test_path();
  test_class();
  test_fog();
  test_influence();
  test_units();
  test_search();
  test_memory();
  CHECK(strcmp(astar_status_name(ASTAR_GOAL_BLOCKED), "goal_blocked") == 0);
  printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
