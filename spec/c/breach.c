/*
** Breaches and alternatives as C programs ask for them: defaults, ranges, what is read from a
** search that has ended. That they are the cheapest is tried in Lua, against oracles.
*/
#include "check.h"

enum { SIDE = 9 };

/* Two halves with a wall of two cells between them. */
static astar_map *new_halves(void) {
  astar_map *map = open_map(SIDE, SIDE);
  CHECK(astar_map_fill(map, (astar_rect){ 4, 0, 2, SIDE }, WALL) == ASTAR_OK);
  return map;
}

static astar_rect goal_of(int32_t x, int32_t y) {
  return (astar_rect){ x, y, 1, 1 };
}

TEST(a_breach_is_read_as_a_search_that_has_ended) {
  astar_status why;
  size_t count;
  astar_map *map = new_halves();
  astar_search *search = astar_breach_new(map, 0, 4, goal_of(8, 4), NULL, NULL, &why);
  CHECK(search != NULL && why == ASTAR_OK);
  for (int i = 0; i < 2; i++) CHECK(astar_search_step(search, 1) == ASTAR_OK);
  const astar_obstacle *list = astar_search_obstacles(search, &count);
  CHECK(count == 2 && list[0].kind == ASTAR_OBSTACLE_TERRAIN && list[0].terrain == WALL);
  CHECK(list[0].cell.x == 4 && list[0].cell.y == 4 && list[0].index == 4);
  CHECK(list[0].price == 1000 && list[1].price == 1000 && list[1].cell.x == 5);
  CHECK(astar_search_expanded(search) > 0);
  void *memory = malloc(astar_search_path_size(search, 0));
  astar_path *path = astar_search_path(search, 0, memory);
  CHECK(astar_path_cost(path) == 80 && astar_path_length(path) == 9);
  free(memory);
  astar_search_free(search);
  search = astar_search_new(map, 0, 4, goal_of(1, 4), NULL, &why);
  astar_search_obstacles(search, &count);
  CHECK(count == 0);
  astar_search_free(search);
  astar_map_free(map);
}

TEST(prices_have_ranges) {
  astar_status why;
  astar_map *map = new_halves();
  astar_prices good = astar_prices_default(map), bad;
  int32_t terrains[] = { 0, ASTAR_PRICE_DEFAULT, ASTAR_NEVER };
  CHECK(good.terrain == 1000 && good.unseen == 1000 && good.unit == 1000 && good.link == 1000);
  good.terrains = terrains;
  good.terrain_count = 3;
#define REFUSED(field, value) \
  CHECK((bad = good, bad.field = (value), \
         astar_breach_new(map, 0, 0, goal_of(8, 8), &bad, NULL, &why) == NULL) && \
        why == ASTAR_INVALID)
  REFUSED(terrain, -2);
  REFUSED(unseen, ASTAR_MAX_PRICE + 1);
  REFUSED(unit, -3);
  REFUSED(link, INT32_MAX);
  REFUSED(size, 2);
  REFUSED(size, -1);
  REFUSED(terrain_count, -1);
  REFUSED(terrain_count, 300);
  terrains[1] = -3;
  REFUSED(link, 0);
#undef REFUSED
  CHECK(astar_breach_new(map, 9, 0, goal_of(8, 8), NULL, NULL, &why) == NULL);
  CHECK(why == ASTAR_INVALID);
  CHECK(astar_breach_new(map, 0, 0, goal_of(8, 9), NULL, NULL, &why) == NULL);
  CHECK(why == ASTAR_INVALID);
  terrains[1] = ASTAR_PRICE_DEFAULT;
  for (int never = 0; never < 2; never++) {
    terrains[WALL] = never ? ASTAR_NEVER : 7;
    astar_search *search = astar_breach_new(map, 0, 0, goal_of(8, 8), &good, NULL, &why);
    size_t count;
    CHECK(search != NULL);
    CHECK(astar_search_step(search, 1) == (never ? ASTAR_UNREACHABLE : ASTAR_OK));
    astar_search_obstacles(search, &count);
    CHECK(count == (never ? 0 : 2));
    astar_search_free(search);
  }
  astar_map_free(map);
}

TEST(varieties_have_ranges) {
  astar_status why;
  astar_map *map = open_map(SIDE, SIDE);
  astar_alternatives_desc good = astar_alternatives_default(), bad;
#define REFUSED(field, value) \
  CHECK((bad = good, bad.field = (value), \
         astar_alternatives_new(map, 0, 0, goal_of(8, 8), &bad, NULL, &why) == NULL) && \
        why == ASTAR_INVALID)
  REFUSED(wanted, 0);
  REFUSED(stretch, ASTAR_ONE - 1);
  REFUSED(stretch, 64 * ASTAR_ONE + 1);
  REFUSED(share, -1);
  REFUSED(share, ASTAR_ONE + 1);
  REFUSED(apart, -1);
  REFUSED(apart, ASTAR_MAX_APART + 1);
  REFUSED(plateau, ASTAR_ONE + 1);
#undef REFUSED
  astar_query query = astar_query_default();
  query.partial = true;
  CHECK(astar_alternatives_new(map, 0, 0, goal_of(8, 8), NULL, &query, &why) == NULL);
  CHECK(why == ASTAR_INVALID);
  CHECK(astar_alternatives_new(map, 0, 9, goal_of(8, 8), NULL, NULL, &why) == NULL);
  CHECK(why == ASTAR_INVALID);
  astar_map_free(map);
}

/* As far apart as can be asked for, on a map that is wider than that. */
TEST(alternatives_are_read_from_a_search) {
  astar_status why;
  int32_t index;
  astar_map *map = open_map(300, 9);
  astar_map_fill(map, (astar_rect){ 20, 4, 260, 1 }, WALL);
  astar_alternatives_desc desc = astar_alternatives_default();
  desc.apart = 1;
  astar_search *search = astar_alternatives_new(map, 0, 4, goal_of(299, 4), &desc, NULL, &why);
  CHECK(search != NULL && astar_search_step(search, 1) == ASTAR_OK);
  CHECK(astar_search_found(search) == 3);
  uint32_t before = 0;
  for (int32_t i = 0; i < astar_search_found(search); i++) {
    astar_cell goal = astar_search_goal(search, i, &index);
    CHECK(goal.x == 299 && goal.y == 4 && index == -1);
    void *memory = malloc(astar_search_path_size(search, i));
    astar_path *path = astar_search_path(search, i, memory);
    CHECK(astar_path_cost(path) >= before && !astar_path_explained(path));
    before = astar_path_cost(path);
    free(memory);
  }
  astar_search_free(search);
  desc.apart = ASTAR_MAX_APART;
  search = astar_alternatives_new(map, 0, 4, goal_of(299, 4), &desc, NULL, &why);
  CHECK(search != NULL && astar_search_found(search) == 1);
  astar_search_free(search);
  astar_map_free(map);
}

int main(void) { return run_tests(); }
