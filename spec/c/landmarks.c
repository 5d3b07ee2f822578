/* Landmarks: with bad ones all paths are right and searches slow. So which cells they are, and what
** they say, is looked at here. */
#include "check.h"

#include "core/map/map.h"
#include "core/tables/plane.h"

enum { SIDE = 15, MIDDLE = 7 };

/* A plane of the whole map, prepared. Landmarks are made for the region of some cell. */
static Plane *prepared(astar_map *map) {
  astar_query query = astar_query_default();
  CHECK(astar_map_prepare(map, &query) == ASTAR_OK);
  return map->planes;
}

static uint32_t cost_of(astar_map *map, astar_cell from, astar_cell to) {
  astar_query query = astar_query_default();
  astar_path *path = NULL;
  astar_rect goal = { to.x, to.y, 1, 1 };
  query.heuristic = ASTAR_NO_HEURISTIC;
  if (astar_path_find(map, from.x, from.y, goal, &query, &path) != ASTAR_OK) return LANDMARK_FAR;
  uint32_t cost = astar_path_cost(path);
  astar_path_free(map, path);
  return cost;
}

/* Which landmark the cell is: that to which it costs nothing. -1: none. */
static int landmark_at(const Landmarks *landmarks, Cell cell) {
  for (int i = 0; i < LANDMARKS; i++)
    if (landmarks->costs[cell].from[i] == 0) return i;
  return -1;
}

/* Four corridors that meet in the middle. The farthest cells are their ends. */
static void landmarks_are_far_from_one_another(void) {
  static const astar_cell ENDS[] = { { 0, MIDDLE }, { SIDE - 1, MIDDLE }, { MIDDLE, 0 },
                                     { MIDDLE, SIDE - 1 } };
  astar_map *map = open_map(SIDE, SIDE);
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    int32_t x = i % SIDE, y = i / SIDE;
    astar_map_set(map, x, y, x == MIDDLE || y == MIDDLE ? OPEN : WALL);
  }
  Plane *plane = prepared(map);
  bool seen[LANDMARKS] = { false };
  for (int i = 0; i < 4; i++) {
    int index = landmark_at(plane->landmarks, grid_cell(&map->grid, ENDS[i].x, ENDS[i].y));
    CHECK(index >= 0 && !seen[index]);
    if (index >= 0) seen[index] = true;
  }
  astar_map_free(map);
}

/* Regions of 3, 9 and 5 columns, and in the order of cells each comes first and last. */
static void landmarks_lie_in_the_largest_region(void) {
  for (int turn = 0; turn < 2; turn++) {
    astar_map *map = open_map(turn == 0 ? 19 : SIDE, turn == 0 ? SIDE : 19);
    for (int32_t i = 0; i < SIDE; i++)
      for (int32_t wall = 3; wall <= 13; wall += 10)
        astar_map_set(map, turn == 0 ? wall : i, turn == 0 ? i : wall, WALL);
    const Landmarks *landmarks = prepared(map)->landmarks;
    for (int32_t i = 0; i < 19; i++) {
      astar_cell at = turn == 0 ? (astar_cell){ i, MIDDLE } : (astar_cell){ MIDDLE, i };
      const LandmarkCosts *costs = &landmarks->costs[grid_cell(&map->grid, at.x, at.y)];
      CHECK((costs->from[0] != LANDMARK_FAR) == (i > 3 && i < 13));
    }
    astar_map_free(map);
  }
}

/* The greatest of what each landmark says, by the triangle inequality, of both ways past it. */
static uint32_t greatest_bound(const LandmarkCosts *here, const LandmarkCosts *goal) {
  int64_t most = 0;
  for (int i = 0; i < LANDMARKS; i++) {
    int64_t behind = (int64_t)goal->from[i] - here->from[i];
    int64_t ahead = (int64_t)here->to[i] - goal->to[i];
    if (behind > most) most = behind;
    if (ahead > most) most = ahead;
  }
  return (uint32_t)most;
}

/* No estimate is above the cost of the way, and to and from a landmark none is below it. */
static void estimates_from_landmarks_are_lower_bounds(void) {
  random_seed(21);
  astar_map *map = random_map(SIDE, SIDE, 25);
  const Landmarks *landmarks = prepared(map)->landmarks;
  CHECK(landmarks_serve(landmarks));
  for (int i = 0; i < 400; i++) {
    astar_cell from = { random_below(SIDE), random_below(SIDE) };
    astar_cell to = { random_below(SIDE), random_below(SIDE) };
    Cell start = grid_cell(&map->grid, from.x, from.y), end = grid_cell(&map->grid, to.x, to.y);
    uint32_t cost = cost_of(map, from, to);
    if (cost == LANDMARK_FAR || landmarks->costs[start].from[0] == LANDMARK_FAR) continue;
    uint32_t estimate = landmarks_estimate(landmarks->costs, start, &landmarks->costs[end]);
    CHECK(estimate == greatest_bound(&landmarks->costs[start], &landmarks->costs[end]));
    CHECK(estimate <= cost + landmarks->slack);
    if (landmark_at(landmarks, start) >= 0 || landmark_at(landmarks, end) >= 0)
      CHECK(estimate + landmarks->slack >= cost);
  }
  astar_map_free(map);
}

int main(void) {
  TEST(landmarks_are_far_from_one_another);
  TEST(landmarks_lie_in_the_largest_region);
  TEST(estimates_from_landmarks_are_lower_bounds);
  return check_summary();
}
