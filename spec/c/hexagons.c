/* Hexagons in C: what is INVALID for them, distances and axial coordinates far off the map, and
** landmarks where the map is too varied for patterns. */
#include "check.h"

#include "core/grid/hex.h"
#include "core/search/heuristic.h"
#include "core/tables/plane.h"

static astar_map *hexagons(astar_grid grid) {
  astar_status why;
  astar_map_desc desc = astar_map_default();
  desc.width = 9;
  desc.height = 8;
  desc.grid = grid;
  astar_map *map = astar_map_new(&desc, &why);
  CHECK(map != NULL && why == ASTAR_OK);
  CHECK(astar_terrain_define(map, "plain", 10, false, NULL) == ASTAR_OK);
  return map;
}

static astar_status find_with(astar_map *map, astar_query query) {
  astar_status status;
  astar_path *path = astar_path_find(map, 0, 0, (astar_rect){ 8, 7, 1, 1 }, &query, &status);
  astar_path_free(map, path);
  return status;
}

TEST(what_is_for_squares) {
  astar_map *map = hexagons(ASTAR_GRID_HEX);
  astar_query query = astar_query_default();
  astar_status why;
  CHECK(find_with(map, query) == ASTAR_OK);
  query.turn_cost = 1;
  CHECK(find_with(map, query) == ASTAR_INVALID);
  query = astar_query_default();
  query.any_angle = true;
  CHECK(find_with(map, query) == ASTAR_INVALID);
  query = astar_query_default();
  query.heuristic = ASTAR_EUCLIDEAN;
  CHECK(find_with(map, query) == ASTAR_INVALID);
  query.heuristic = ASTAR_NO_HEURISTIC;
  CHECK(find_with(map, query) == ASTAR_OK);
  query.engine = ASTAR_ENGINE_JPS;
  query.heuristic = ASTAR_OCTILE;
  CHECK(find_with(map, query) == ASTAR_UNSUITED);
  astar_class_desc shape = astar_class_default();
  shape.diagonal = ASTAR_DIAGONAL_ALWAYS;
  CHECK(astar_class_new(map, &shape, &why) == NULL && why == ASTAR_INVALID);
  astar_influence *smell = astar_influence_new(map, "smell", 1024, &why);
  astar_influence_add(smell, 4, 4, 50, 3, ASTAR_FALLOFF_LINEAR);
  astar_cell rise = astar_influence_gradient(smell, 3, 4);
  CHECK(rise.x == 0 && rise.y == 0);
  CHECK(astar_map_diagonal(map) == 10);
  astar_map_free(map);
}

TEST(what_else_is_for_squares) {
  astar_map *map = hexagons(ASTAR_GRID_FLAT_HEX);
  astar_query query = astar_query_default();
  astar_rect goal = { 8, 7, 1, 1 };
  astar_status why;
  CHECK(astar_breach_new(map, 0, 0, goal, NULL, &query, &why) == NULL && why == ASTAR_INVALID);
  CHECK(astar_areas_new(map, NULL, &query, &why) == NULL && why == ASTAR_INVALID);
  astar_path *path = astar_path_find(map, 0, 0, goal, &query, &why);
  CHECK(why == ASTAR_OK);
  astar_watch_desc desc = astar_watch_default();
  desc.path = path;
  desc.query = &query;
  CHECK(astar_watch_new(map, &desc, &why) == NULL && why == ASTAR_INVALID);
  astar_path_free(map, path);
  astar_position place;
  int32_t found;
  astar_position_query positions = { .area = { 0, 0, 3, 3 } };
  CHECK(astar_map_positions(map, &positions, &place, NULL, 1, &found, NULL) == ASTAR_INVALID);
  astar_map_free(map);
}

TEST(coordinates) {
  for (int grid = ASTAR_GRID_SQUARE; grid <= ASTAR_GRID_FLAT_HEX; grid++) {
    astar_map *map = hexagons((astar_grid)grid);
    CHECK(astar_map_distance(map, 0, 0, 9, 0) == -1);
    CHECK(astar_map_distance(map, 8, 0, 0, 0) == 8);
    for (int i = 0; i < 2000; i++) {
      astar_cell cell = { random_below(2000000000) - 1000000000,
                          random_below(2000000000) - 1000000000 };
      astar_cell axial = astar_map_to_axial(map, cell.x, cell.y);
      astar_cell back = astar_map_from_axial(map, axial.x, axial.y);
      CHECK(back.x == cell.x && back.y == cell.y);
    }
    astar_cell far = astar_map_to_axial(map, INT32_MIN, INT32_MIN);
    far = astar_map_from_axial(map, far.x, far.y);
    CHECK(far.x == INT32_MIN && far.y == INT32_MIN);
    double wx, wy;
    astar_cell under = { 3, 3 };
    astar_map_center(map, INT32_MAX, INT32_MIN, &wx, &wy);
    CHECK(!astar_map_cell_at(map, wx, wy, &under) && under.x == 3);
    CHECK(!astar_map_cell_at(map, -1e300, 1e300, &under));
    CHECK(!astar_map_cell_at(map, 1e300, -1e300, &under));
    astar_map_center(map, 8, 7, &wx, &wy);
    CHECK(astar_map_cell_at(map, wx, wy, &under) && under.x == 8 && under.y == 7);
    astar_map_free(map);
  }
}

static astar_rect random_rect(void) {
  astar_rect rect = { random_below(9), random_below(8), 1, 1 };
  rect.width += random_below(9 - rect.x);
  rect.height += random_below(8 - rect.y);
  return rect;
}

/* From each cell to the nearest one of a rectangle; between rectangles, the nearest two cells. */
TEST(distances_of_rectangles) {
  for (int grid = ASTAR_GRID_HEX; grid <= ASTAR_GRID_FLAT_HEX; grid++) {
    astar_map *map = hexagons((astar_grid)grid);
    const Grid *its = &map->grid;
    for (int i = 0; i < 1000; i++) {
      astar_rect a = random_rect(), b = random_rect();
      uint64_t least = UINT64_MAX;
      for (int32_t at = 0; at < a.width * a.height; at++) {
        astar_cell from = { a.x + at % a.width, a.y + at / a.width };
        uint64_t near = UINT64_MAX;
        for (int32_t to = 0; to < b.width * b.height; to++) {
          astar_cell cell = { b.x + to % b.width, b.y + to / b.width };
          uint64_t far = (uint64_t)astar_map_distance(map, from.x, from.y, cell.x, cell.y);
          if (far < near) near = far;
        }
        CHECK(hex_distance_to(its, b, from.x, from.y) == near);
        CHECK(search_distance(its, b, from.x, from.y) == near * (uint64_t)its->straight);
        if (near < least) least = near;
      }
      uint64_t apart = hex_rects_apart(its, a, b);
      CHECK(hex_rects_distance(its, a, b) == least);
      CHECK(apart <= least && apart + 1 >= least);
    }
    astar_map_free(map);
  }
}

static bool is_column(const Landmarks *landmarks, const Grid *grid, astar_field *field) {
  for (int32_t i = 0; i < grid->width * grid->height; i += 7) {
    int32_t x = i % grid->width, y = i / grid->width;
    uint32_t cost;
    if (astar_field_cost(field, x, y, &cost) != ASTAR_OK) return false;
    if (landmarks->rows[grid_cell(grid, x, y)].columns[0] != (int32_t)(cost >> landmarks->shift))
      return false;
  }
  return true;
}

/* The first landmark is one of the cells of which it says that they are near to it. */
static bool first_landmark_is_right(astar_map *map) {
  const Landmarks *landmarks = map->planes->landmarks;
  const Grid *grid = &map->grid;
  bool found = false;
  for (int32_t i = 0; i < grid->width * grid->height && !found; i++) {
    int32_t x = i % grid->width, y = i / grid->width;
    astar_status why;
    if (landmarks->rows[grid_cell(grid, x, y)].columns[0] != 0) continue;
    astar_field *field = astar_field_reach(map, x, y, UINT32_MAX, NULL, &why);
    found = is_column(landmarks, grid, field);
    astar_field_free(field);
  }
  return found;
}

/* Landmarks change no cost. */
TEST(landmarks_without_patterns) {
  astar_status why;
  astar_map_desc desc = astar_map_default();
  desc.width = desc.height = 420;
  for (int grid = ASTAR_GRID_HEX; grid <= ASTAR_GRID_FLAT_HEX; grid++) {
    desc.grid = (astar_grid)grid;
    astar_map *map = astar_map_new(&desc, &why);
    char name[] = "kind .";
    for (int kind = 0; kind < 12; kind++) {
      name[5] = (char)('a' + kind);
      CHECK(astar_terrain_define(map, name, 5 + 7 * kind, false, NULL) == ASTAR_OK);
    }
    for (int y = 0; y < 420; y++)
      for (int x = 0; x < 420; x++) astar_map_set(map, x, y, 1 + random_below(12));
    uint32_t costs[6];
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 6; i++) {
        astar_query query = astar_query_default();
        astar_path *path;
        astar_rect goal = { 400 - 60 * i, 11 + 70 * i, 1, 1 };
        path = astar_path_find(map, 7 + 50 * i, 410 - 65 * i, goal, &query, &why);
        CHECK(why == ASTAR_OK);
        if (round == 0) costs[i] = astar_path_cost(path);
        else CHECK(costs[i] == astar_path_cost(path));
        astar_path_free(map, path);
      }
      if (round == 0) CHECK(find_landmarks(map, NULL) == ASTAR_OK);
    }
    CHECK(first_landmark_is_right(map));
    astar_map_free(map);
  }
}

int main(void) {
  random_seed(1);
  return run_tests();
}
