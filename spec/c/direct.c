/* What is asked of a map without a search: costs, steps of paths found before, whether one can get
** somewhere. On small random maps each answer is compared with the plainest way to say it. */
#include "oracle.h"

enum { WIDTH = 8, HEIGHT = 6, CELLS = WIDTH * HEIGHT };

typedef struct World {
  astar_map *map;
  astar_class *cls;
  int32_t size;
  Ground ground;                    /* for the class */
} World;

static int32_t cost_at(const World *world, int32_t x, int32_t y) {
  int32_t most = 0;
  for (int32_t i = 0; i < world->size * world->size; i++) {
    int32_t at_x = x + i % world->size, at_y = y + i / world->size;
    if (at_x >= WIDTH || at_y >= HEIGHT) return 0;
    int32_t terrain = astar_map_get(world->map, at_x, at_y);
    if (terrain == WALL || terrain == GLASS) return 0;
    int32_t cost = terrain == BUSH ? 20 : 10;
    if (cost > most) most = cost;
  }
  return most;
}

static void look_again(World *world) {
  for (int32_t cell = 0; cell < CELLS; cell++) {
    int32_t cost = cost_at(world, cell % WIDTH, cell / WIDTH);
    world->ground.straight[cell] = cost;
    world->ground.diagonal[cell] = (cost * 14 + 5) / 10;
  }
}

static World new_world(uint64_t seed) {
  astar_class_desc desc = astar_class_default();
  astar_status why;
  random_seed(seed);
  World world = { .map = random_map(WIDTH, HEIGHT, 8 * (int32_t)(seed % 4)), .size = 1 };
  if (seed % 3 == 0) world.size = 2;
  desc.size = world.size;
  desc.diagonal = (astar_diagonal_rule)(seed / 3 % 4);
  world.cls = astar_class_new(world.map, &desc, &why);
  world.ground = ground_new(WIDTH, HEIGHT);
  world.ground.rule = desc.diagonal;
  look_again(&world);
  return world;
}

static void free_world(World *world) {
  ground_free(&world->ground);
  astar_map_free(world->map);
}

static astar_query query_of(const World *world) {
  astar_query query = astar_query_default();
  query.cls = world->cls;
  return query;
}

/* ---- costs ----------------------------------------------------------------------------------- */

static void check_costs(const World *world) {
  astar_query query = query_of(world);
  for (int32_t y = -1; y <= HEIGHT; y++)
    for (int32_t x = -1; x <= WIDTH; x++) {
      bool inside = x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;
      for (int diagonal = 0; diagonal < 2; diagonal++) {
        astar_status why;
        int32_t cost = astar_map_cost(world->map, x, y, diagonal, &query, &why);
        CHECK(why == (inside ? ASTAR_OK : ASTAR_INVALID));
        const int32_t *costs = diagonal ? world->ground.diagonal : world->ground.straight;
        CHECK(cost == (inside ? costs[y * WIDTH + x] : 0));
      }
    }
}

/* ---- where one can get ----------------------------------------------------------------------- */

static void spread(const World *world, int32_t cell, bool *seen) {
  if (seen[cell]) return;
  seen[cell] = true;
  int32_t x = cell % WIDTH, y = cell / WIDTH;
  for (int way = 0; way < WAYS; way++)
    if (ground_legal(&world->ground, x, y, way))
      spread(world, (y + WAY_Y[way]) * WIDTH + x + WAY_X[way], seen);
}

static void check_reach(const World *world, int32_t from) {
  bool seen[CELLS] = { false };
  astar_query query = query_of(world);
  uint32_t here = 0, there = 0, size = 0, count = 0;
  bool open = world->ground.straight[from] > 0;
  if (open) spread(world, from, seen);
  CHECK(astar_map_region(world->map, from % WIDTH, from / WIDTH, &query, &here, &size) == ASTAR_OK);
  CHECK((here != 0) == open);
  for (int32_t to = 0; to < CELLS; to++) {
    astar_rect goal = { to % WIDTH, to / WIDTH, 1, 1 };
    astar_status said = astar_map_reachable(world->map, from % WIDTH, from / WIDTH, goal, &query);
    astar_status right = !open                           ? ASTAR_START_BLOCKED
                         : seen[to]                      ? ASTAR_OK
                         : world->ground.straight[to] == 0 ? ASTAR_GOAL_BLOCKED
                                                         : ASTAR_UNREACHABLE;
    CHECK(said == right);
    count += seen[to];
    astar_map_region(world->map, goal.x, goal.y, &query, &there, NULL);
    if (open) CHECK((here == there) == seen[to]);
  }
  if (open) CHECK(size == count);
}

/* ---- paths ----------------------------------------------------------------------------------- */

static int way_between(astar_cell from, astar_cell to) {
  for (int way = 0; way < WAYS; way++)
    if (from.x + WAY_X[way] == to.x && from.y + WAY_Y[way] == to.y) return way;
  return -1;
}

static int32_t plain_blocked(const World *world, const astar_path *path, int32_t first) {
  for (int32_t i = first; i < astar_path_length(path); i++) {
    astar_cell from = astar_path_cell(path, i > 0 ? i - 1 : 0), to = astar_path_cell(path, i);
    bool works = i == 0 ? ground_open(&world->ground, to.x, to.y)
                        : ground_legal(&world->ground, from.x, from.y, way_between(from, to));
    if (!works) return i;
  }
  return -1;
}

static void check_blocked(const World *world, const astar_path *path) {
  astar_query query = query_of(world);
  for (int32_t first = -1; first <= astar_path_length(path); first++) {
    astar_status why;
    int32_t blocked = astar_path_blocked(world->map, path, first, &query, &why);
    CHECK(why == (first < 0 ? ASTAR_INVALID : ASTAR_OK));
    CHECK(blocked == (first < 0 ? -1 : plain_blocked(world, path, first)));
  }
}

/* A path that was found, while the map changes along it. */
static void check_path(World *world) {
  astar_query query = query_of(world);
  astar_path *path = NULL;
  astar_rect goal = { random_below(WIDTH), random_below(HEIGHT), 1, 1 };
  astar_path_find(world->map, random_below(WIDTH), random_below(HEIGHT), goal, &query, &path);
  if (path == NULL) return;
  CHECK(plain_blocked(world, path, 0) == -1);
  check_blocked(world, path);
  for (int i = 0; i < 6; i++) {
    astar_cell at = astar_path_cell(path, random_below(astar_path_length(path)));
    astar_map_set(world->map, at.x, at.y, random_terrain(70));
    look_again(world);
    check_blocked(world, path);
  }
  astar_path_free(world->map, path);
}

static void answers_are_the_plain_ones(void) {
  for (uint64_t seed = 1; seed <= 24; seed++) {
    World world = new_world(seed);
    check_costs(&world);
    for (int32_t cell = 0; cell < CELLS; cell += 1 + (int32_t)seed % 3) check_reach(&world, cell);
    for (int i = 0; i < 8; i++) check_path(&world);
    free_world(&world);
  }
}

int main(void) {
  TEST(answers_are_the_plain_ones);
  return check_summary();
}
