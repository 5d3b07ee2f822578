/*
** Calls that are INVALID say which argument was refused, and why: one of each kind, by its text.
*/
#include "astar_graph.h"
#include "check.h"

static bool says(const astar_map *map, astar_status status, const char *words) {
  const char *refusal = astar_map_refusal(map);
  bool same = status == ASTAR_INVALID && refusal != NULL && strcmp(refusal, words) == 0;
  if (!same) printf("  %s: '%s', not '%s'\n", astar_status_name(status), refusal, words);
  return same;
}

static astar_status asked(astar_map *map, astar_query query) {
  astar_status status;
  astar_path *path = astar_path_find(map, 0, 0, (astar_rect){ 1, 1, 1, 1 }, &query, &status);
  astar_path_free(map, path);
  return status;
}

static int32_t accepts_none(void *user, int32_t x, int32_t y, int32_t terrain) {
  (void)user, (void)x, (void)y, (void)terrain;
  return 0;
}

TEST(arguments_are_named) {
  astar_map *map = open_map(8, 6), *other = open_map(3, 3);
  astar_status why;
  astar_cell cell;
  CHECK(astar_map_refusal(map) == NULL);
  astar_influence *danger = astar_influence_new(map, "danger", 1024, &why);
  astar_player *red = new_player(map, "red");
  astar_unit *unit = new_unit(red, 1, 1, -1);
  CHECK(says(map, astar_map_set(map, 8, 0, OPEN),
             "the rectangle has no cell, or is not on the map"));
  CHECK(says(map, astar_map_set(map, 0, 0, 99), "terrain: there is none of that number"));
  CHECK(says(map, astar_influence_add(danger, 0, 0, 1, -1, ASTAR_FALLOFF_NONE),
             "radius: not from 0 to ASTAR_MAX_RADIUS"));
  CHECK(says(map, astar_influence_set(danger, 0, -1, 1), "x, y: the cell is outside the map"));
  CHECK(says(map, astar_unit_set_speed(unit, -1), "speed: not from 0 to 64 * ASTAR_ONE"));
  CHECK(says(map, astar_unit_set_class(unit, astar_map_class(other)), "cls: of another map"));
  astar_player_new(map, "red", &why);
  CHECK(says(map, why, "name: another player has it"));
  astar_query query = astar_query_default();
  query.claim_radius = -1;
  CHECK(says(map, asked(map, query), "query.claim_radius: not from 0 to ASTAR_MAX_RADIUS"));
  query = astar_query_default();
  query.cls = astar_map_class(other);
  CHECK(says(map, asked(map, query), "query.cls: of another map"));
  query = astar_query_default();
  query.partial = true;
  astar_target target = { .wanted = 1, .cells = &(astar_cell){ 9, 9 }, .cell_count = 1 };
  astar_queue_request_nearest(map, 0, 0, &target, NULL, 0, &why);
  CHECK(says(map, why, "target.cells: one of them is outside the map"));
  target = (astar_target){ .wanted = 1, .accepts = accepts_none };
  astar_queue_request_nearest(map, 0, 0, &target, NULL, 0, &why);
  CHECK(says(map, why, "target.accepts: not in the queue"));
  CHECK(says(map, astar_map_nearest_free(map, 9, 0, NULL, &cell),
             "x, y: the cell is outside the map"));
  CHECK(says(map, astar_map_nearest_free(map, 0, 0, &query, &cell),
             "query.partial: not for free cells"));
  astar_places_desc desc = { .goal = { 0, 0, 1, 1 }, .within = -1, .budget = 9 };
  astar_places_left left = { .room = 1 };
  CHECK(says(map, astar_unit_places_left(unit, &desc, &left),
             "within: not from 0 to ASTAR_MAX_RADIUS"));
  desc.within = left.room = 0;
  CHECK(says(map, astar_unit_places_left(unit, &desc, &left), "room: below 1"));
  desc.x = 9;
  left.room = 1;
  CHECK(says(map, astar_unit_places_left(unit, &desc, &left),
             "x, y: the cell is outside the map"));
  astar_field_new(map, &(astar_cell){ 9, 0 }, 1, NULL, &why);
  CHECK(asked(map, astar_query_default()) == ASTAR_OK);   /* it is that of the last one still */
  CHECK(says(map, ASTAR_INVALID, "cells: one of them is outside the map"));
  CHECK(astar_map_refusal(other) == NULL);
  astar_map_free(other);
  astar_map_free(map);
}

static int32_t sets_a_cell(void *user, int32_t x, int32_t y, int32_t terrain) {
  astar_map *map = user;
  CHECK(says(map, astar_map_set(map, x, y, terrain),
             "the map is locked: one of its callbacks is running"));
  return 0;
}

TEST(a_locked_map_says_so) {
  astar_map *map = open_map(4, 4);
  astar_query query = astar_query_default();
  query.extra_cost = sets_a_cell;
  query.extra_user = map;
  CHECK(asked(map, query) == ASTAR_OK);
  astar_map_free(map);
}

/* What lies between levels is on the map. */
TEST(the_void_is_named) {
  astar_level levels[] = { { "a", { 0, 0, 3, 3 } }, { "b", { 4, 0, 3, 3 } } };
  astar_map_desc desc = astar_map_default();
  astar_status why;
  int32_t id;
  desc.width = 7;
  desc.height = 3;
  desc.levels = levels;
  desc.level_count = 2;
  astar_map *map = astar_map_new(&desc, &why);
  CHECK(astar_terrain_define(map, "plain", 10, false, &id) == ASTAR_OK);
  astar_influence *danger = astar_influence_new(map, "danger", 1024, &why);
  CHECK(says(map, astar_map_set(map, 3, 0, id), "x, y: in the void between the levels"));
  CHECK(says(map, astar_influence_set(danger, 3, 0, 1), "x, y: in the void between the levels"));
  astar_link_desc link = astar_link_default();
  link.to = (astar_cell){ 3, 1 };
  link.cost = 1;
  astar_link_new(map, &link, &why);
  CHECK(says(map, why, "to: in the void between the levels"));
  astar_search_new(map, 0, 0, (astar_rect){ 1, 1, 4, 1 }, NULL, &why);
  CHECK(says(map, why, "the rectangle is not on one level"));
  astar_map_free(map);
}

TEST(descriptions_are_checked) {
  astar_level levels[] = { { "a", { 0, 0, 3, 3 } }, { "b", { 3, 0, 3, 3 } } };
  astar_map_desc desc = astar_map_default();
  CHECK(strcmp(astar_map_desc_refusal(&desc), "width, height: not above 0") == 0);
  desc.width = desc.height = 6;
  CHECK(astar_map_desc_refusal(&desc) == NULL);
  desc.levels = levels;
  desc.level_count = 2;
  CHECK(strcmp(astar_map_desc_refusal(&desc), "levels: two of them touch") == 0);
  desc.straight = 0;
  CHECK(strcmp(astar_map_desc_refusal(&desc),
               "straight: not from 1 to ASTAR_MAX_COST / 2") == 0);
}

/* Levels that are refused stay where they are. */
TEST(levels_to_arrange_are_checked) {
  astar_level levels[] = { { "a", { 7, 7, 3, 3 } }, { "b", { 8, 8, 3, 0 } } };
  int32_t width = -1, height = -1;
  CHECK(strcmp(astar_levels_refusal(levels, 0), "count: not from 1 to ASTAR_MAX_LEVELS") == 0);
  CHECK(strcmp(astar_levels_refusal(levels, 2), "levels: one has no cell") == 0);
  levels[1].rect.height = ASTAR_MAX_CELLS / 3 + 1;
  CHECK(strcmp(astar_levels_refusal(levels, 2),
               "levels: one has more than ASTAR_MAX_CELLS") == 0);
  levels[1].rect.height = ASTAR_MAX_CELLS / 3;
  CHECK(strcmp(astar_levels_refusal(levels, 2),
               "levels: the map would have more than ASTAR_MAX_CELLS") == 0);
  CHECK(astar_levels_arrange(levels, 2, &width, &height) == ASTAR_INVALID);
  CHECK(levels[1].rect.x == 8 && levels[1].rect.y == 8 && width == -1 && height == -1);
  levels[1].rect.height = 5;
  CHECK(astar_levels_refusal(levels, 2) == NULL);
  CHECK(astar_levels_arrange(levels, 2, &width, &height) == ASTAR_OK && height == 9);
}

TEST(graphs_say_it_too) {
  astar_status why;
  astar_graph *graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why);
  CHECK(astar_graph_refusal(graph) == NULL);
  CHECK(astar_graph_set_node_cost(graph, 3, 1) == ASTAR_INVALID);
  CHECK(strcmp(astar_graph_refusal(graph), "node: there is none of that number") == 0);
  astar_graph_free(graph);
}

/* What is returned beside INVALID: the number that no success gives. */
#define REFUSED(call, number) \
  do { \
    why = ASTAR_OK; \
    CHECK((call) == (number) && why == ASTAR_INVALID); \
  } while (0)

TEST(numbers_say_it_too) {
  astar_status why;
  int32_t cost, index;
  uint32_t price;
  astar_map *map = open_map(8, 6);
  astar_query bad = astar_query_default();
  bad.claim_radius = -1;
  astar_cell points[64] = { { 2, 2 } };
  astar_path *path;
  astar_rect goal = { 5, 3, 1, 1 };
  path = astar_path_find(map, 0, 0, goal, NULL, &why);
  CHECK(why == ASTAR_OK);
  CHECK(astar_map_cost(map, 8, 0, false, NULL, &cost) == ASTAR_INVALID);
  CHECK(astar_map_cost(map, 1, 1, false, &bad, &cost) == ASTAR_INVALID);
  CHECK(astar_path_blocked(map, path, -1, NULL, &index) == ASTAR_INVALID);
  CHECK(astar_path_blocked(map, path, 0, &bad, &index) == ASTAR_INVALID);
  CHECK(astar_path_cost_now(map, path, -1, NULL, &price) == ASTAR_INVALID);
  CHECK(astar_path_cost_now(map, path, 0, &bad, &price) == ASTAR_INVALID);
  CHECK(astar_path_smooth(map, path, &bad, points, &index) == ASTAR_INVALID);
  astar_path_free(map, path);
  astar_map_free(map);
}

TEST(numbers_of_graphs_say_it_too) {
  astar_status why;
  int32_t index;
  uint32_t price;
  astar_graph *graph = astar_graph_new((astar_allocator){ NULL, NULL }, &why);
  astar_graph_query bad = astar_graph_query_default();
  bad.unknown = -1;
  astar_node_desc node = { .cost = 1 };
  for (int i = 0; i < 3; i++) CHECK(astar_graph_add_node(graph, &node, &why) == i);
  for (int i = 0; i < 2; i++) {
    astar_edge_desc edge = { .from = i, .to = i + 1, .cost = 3 };
    CHECK(astar_graph_add_edge(graph, &edge, &why) == i);
  }
  int32_t goal = 2;
  astar_graph_trip trip = { 0, &goal, 1, NULL };
  astar_graph_path *path = astar_graph_find_path(graph, &trip, &why);
  CHECK(path != NULL);
  REFUSED(astar_graph_add_node(graph, &(astar_node_desc){ .cost = -1 }, &why), -1);
  REFUSED(astar_graph_add_edge(graph, &(astar_edge_desc){ .from = 1, .to = 1 }, &why), -1);
  REFUSED(astar_graph_add_player(graph, "", &why), -1);
  REFUSED(astar_graph_add_unit(graph, -1, 9, 5, &why), -1);
  REFUSED(astar_graph_add_unit(graph, -1, 0, 0, &why), -1);
  CHECK(astar_graph_step_cost(graph, 3, 0, NULL, &price) == ASTAR_INVALID);
  CHECK(astar_graph_step_cost(graph, 0, 2, NULL, &price) == ASTAR_INVALID);
  CHECK(astar_graph_step_cost(graph, 2, 0, NULL, &price) == ASTAR_INVALID);
  CHECK(astar_graph_step_cost(graph, 0, 0, &bad, &price) == ASTAR_INVALID);
  CHECK(astar_graph_path_blocked(graph, path, -1, NULL, &index) == ASTAR_INVALID);
  CHECK(astar_graph_path_blocked(graph, path, 0, &bad, &index) == ASTAR_INVALID);
  astar_graph_path_free(graph, path);
  astar_graph_free(graph);
}

int main(void) { return run_tests(); }
