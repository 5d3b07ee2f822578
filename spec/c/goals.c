/*
** Goals of many cells: whether any is within reach is found block by block. Against looking at each
** cell; and how often it asks.
*/
#include <time.h>

#include "../../src/core/search/any_cell.h"
#include "../../src/core/search/search.h"
#include "check.h"

typedef struct Asked {
  const Plane *plane;
  Cell from;
  int32_t asked;
} Asked;

static bool is_there(void *user, Cell cell) {
  Asked *asked = user;
  asked->asked++;
  return regions_connected(asked->plane->regions, asked->from, cell);
}

static bool may_be_there(void *user, int32_t level, int32_t x, int32_t y) {
  Asked *asked = user;
  asked->asked++;
  return regions_reach(asked->plane->regions, asked->from, level, x, y);
}

static Plane *plane_with_regions(astar_map *map) {
  astar_status why;
  Plane *plane = plane_get(map, map->classes, NULL, &why);
  CHECK(plane_regions(plane) != NULL);
  return plane;
}

static bool exists(Asked *asked, const GoalArea *area) {
  AnyCell any = { asked->plane, area, asked, is_there, may_be_there };
  return any_cell_exists(&any);
}

static bool is_among_all(const Asked *asked, const GoalArea *area) {
  const Grid *grid = &asked->plane->cls->map->grid;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++)
      if (goal_area_has(grid, area, x, y) &&
          regions_connected(asked->plane->regions, asked->from, grid_cell(grid, x, y)))
        return true;
  return false;
}

static astar_map *map_of_a_shape(void) {
  astar_map_desc desc = astar_map_default();
  astar_status why;
  desc.width = between(1, 90);
  desc.height = between(1, 90);
  if (chance(40)) desc.grid = chance(50) ? ASTAR_GRID_FLAT_HEX : ASTAR_GRID_HEX;
  astar_map *map = astar_map_new(&desc, &why);
  define_terrains(map);
  int32_t percent = between(5, 70);
  for (int32_t y = 0; y < desc.height; y++)
    for (int32_t x = 0; x < desc.width; x++)
      astar_map_set(map, x, y, chance(percent) ? WALL : OPEN);
  return map;
}

TEST(blocks_agree_with_cells) {
  int32_t found = 0, none = 0;
  for (EACH_CASE(seed, 300)) {
    astar_map *map = map_of_a_shape();
    const Grid *grid = &map->grid;
    Asked asked = { .plane = plane_with_regions(map) };
    astar_query query = astar_query_default();
    query.cls = map->classes;
    for (int i = 0; i < 40; i++) {
      query.within = chance(50) ? 0 : between(1, 30);
      astar_rect rect = { random_below(grid->width), random_below(grid->height), 1, 1 };
      rect.width = between(1, grid->width - rect.x);
      rect.height = between(1, grid->height - rect.y);
      GoalArea area = goal_area(grid, &query, rect);
      int32_t x = random_below(grid->width);
      asked.from = grid_cell(grid, x, random_below(grid->height));
      bool is = is_among_all(&asked, &area);
      CHECK(exists(&asked, &area) == is);
      found += is;
      none += !is;
    }
    astar_map_free(map);
  }
  CHECK(found > 0 && none > 0);
}

/* A court of 400 x 400 cells within a wall. */
static astar_map *walled_court(void) {
  astar_map *map = open_map(512, 512);
  astar_map_fill(map, (astar_rect){ 0, 0, 512, 512 }, OPEN);
  astar_map_fill(map, (astar_rect){ 50, 50, 402, 402 }, WALL);
  astar_map_fill(map, (astar_rect){ 51, 51, 400, 400 }, OPEN);
  astar_map_set(map, 10, 10, WALL);
  return map;
}

TEST(a_closed_court_is_not_gone_over) {
  astar_map *map = walled_court();
  astar_query query = astar_query_default();
  query.cls = map->classes;
  Asked asked = { plane_with_regions(map), grid_cell(&map->grid, 10, 11), 0 };
  GoalArea area = goal_area(&map->grid, &query, (astar_rect){ 51, 51, 400, 400 });
  CHECK(!exists(&asked, &area));
  CHECK(asked.asked < 16 * 4 * 400);
  asked.asked = 0;
  area = goal_area(&map->grid, &query, (astar_rect){ 40, 40, 420, 420 });
  CHECK(exists(&asked, &area));
  CHECK(asked.asked < 16);
  astar_map_free(map);
}

/* Of the processor. */
static clock_t time_of_paths_from(astar_map *map, int32_t x) {
  astar_query query = astar_query_default();
  query.partial = true;
  query.budget = 100;
  clock_t began = clock();
  for (int i = 0; i < 10; i++) {
    astar_path *path;
    astar_rect court = { 51, 51, 400, 400 };
    astar_status why;
    path = astar_path_find(map, x, 10, court, &query, &why);
    CHECK(why == ASTAR_PARTIAL);
    astar_path_free(map, path);
  }
  return clock() - began;
}

/* Each cell that was as near had all of the court gone over: some hundred thousand times as long as
** it takes from beside. */
TEST(a_way_out_is_found_before_the_court_is_gone_over) {
  astar_map *map = walled_court();
  time_of_paths_from(map, 11);
  CHECK(time_of_paths_from(map, 10) < 100 * time_of_paths_from(map, 11));
  astar_map_free(map);
}

/* Units are about: whether they enclose the goal is found out from the goal, row by row. */
TEST(a_wide_goal_is_not_gone_over_before_the_search) {
  astar_status why;
  astar_map *map = open_map(512, 512);
  astar_map_fill(map, (astar_rect){ 0, 0, 512, 512 }, OPEN);
  astar_player *red = astar_player_new(map, "red", &why);
  astar_player_set_fog(red, false);
  astar_unit_desc desc = astar_unit_default();
  astar_query query = astar_query_default();
  query.unit = astar_unit_new(red, &desc, &why);
  desc.x = desc.y = 5;
  CHECK(astar_unit_new(red, &desc, &why) != NULL);
  astar_rect goal = { 100, 100, 400, 400 };
  astar_search *search = astar_search_new(map, 0, 0, goal, &query, &why);
  CHECK(astar_search_step(search, 1) == ASTAR_RUNNING);
  CHECK(search->scratch->backward.active);
  CHECK(search->scratch->backward.count <= 400);
  CHECK(astar_search_step(search, UINT32_MAX) == ASTAR_OK);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
