/*
** Paths whose costs come near to what 32 bits hold: one long way to and fro over a map, so dear
** that it has to be refused from some cell on. The oracle, which counts with 64 bits, finds that cell;
** then a value is changed so that the way to it costs one less than the limit, or as much.
*/
#ifndef LIMITS_H
#define LIMITS_H

#include "answers.h"

enum { COARSE = 14 };               /* the weight of the first influence map, in straight numbers */

/* Is the cell a wall between two rows of the way? Every other wall is open at the right end. */
static inline bool is_wall(const World *world, int32_t x, int32_t y) {
  if (y % 2 == 0) return false;
  return x != (y / 2 % 2 == 0 ? world->width - 1 : 0);
}

/* Equal costs: all cells are the dearest there are. */
static inline void make_serpentine(World *world, bool uniform) {
  static const char *const names[] = { NULL, "a", "b", "c", "d", "e", "wall" };
  for (int32_t id = 1; id <= KINDS; id++) {
    world->costs[id] = id == KINDS ? 0 : uniform ? ASTAR_MAX_COST : ASTAR_MAX_COST - 7 * id;
    CHECK(astar_terrain_define(world->map, names[id], world->costs[id], false, NULL) == ASTAR_OK);
  }
  memcpy(world->class_costs, world->costs, sizeof world->costs);
  for (int32_t y = 0; y < world->height; y++)
    for (int32_t x = 0; x < world->width; x++)
      astar_map_set(world->map, x, y, is_wall(world, x, y) ? KINDS : between(1, KINDS - 1));
}

static inline void open_some_walls(World *world) {
  for (int32_t n = between(0, 3); n > 0; n--) {
    int32_t y = world->height - 2 - random_below(world->height / 10);
    astar_map_set(world->map, random_below(world->width), y, between(1, KINDS - 1));
  }
}

/* Layers that make a way of 4500 cells as dear as can be. */
static inline void make_dear(World *world) {
  static const char *const names[] = { "coarse", "fine" };
  astar_status why;
  world->influence_count = INFLUENCES;
  for (int32_t i = 0; i < INFLUENCES; i++) {
    astar_influence *one = astar_influence_new(world->map, names[i], ASTAR_ONE, &why);
    world->influences[i] = one;
    world->weighted[i] = (astar_weighted){ one, i == 0 ? COARSE * ASTAR_ONE : ASTAR_ONE };
  }
  for (int32_t y = 0; y < world->height; y++)
    for (int32_t x = 0; x < world->width; x++)
      astar_influence_set(world->influences[0], x, y, ASTAR_MAX_COST - random_below(200));
}

static inline World limits_new(Tally *tally, bool layered, bool uniform) {
  World world = { .tally = tally, .size = 1 };
  astar_map_desc desc = astar_map_default();
  astar_status why;
  world.width = desc.width = layered ? between(94, 99) : between(300, 310);
  world.height = desc.height = layered ? 103 : 447;
  world.straight = desc.straight = world.diagonal = desc.diagonal = between(1, 32767);
  world.map = astar_map_new(&desc, &why);
  if (world.map == NULL) exit(2);
  make_serpentine(&world, uniform);
  if (chance(50)) open_some_walls(&world);
  if (layered) make_dear(&world);
  world.cls = astar_map_class(world.map);
  world.rule = ASTAR_DIAGONAL_NO_OBSTACLES;
  world.ground = ground_new(world.width, world.height);
  tally->worlds++;
  return world;
}

/* The dearest cell that still fits, or the cheapest one that does not. */
static inline int32_t cell_at_limit(const World *world, const Oracle *oracle, bool fits) {
  int32_t best = -1;
  for (int32_t cell = 0; cell < world->width * world->height; cell++) {
    uint64_t cost = oracle_cost(oracle, cell);
    if (cost == FAR || (cost < UINT32_MAX) != fits) continue;
    uint64_t other = best < 0 ? 0 : oracle_cost(oracle, best);
    if (best < 0 || (fits ? cost > other : cost < other)) best = cell;
  }
  return best;
}

static inline void expect(Case *one, int32_t cell) {
  uint64_t cost = oracle_cost(one->oracle, cell);
  one->goal = (astar_rect){ cell % one->world->width, cell / one->world->width, 1, 1 };
  one->best = cost < UINT32_MAX ? cell : -1;
  if (one->best >= 0) oracle_read(one->oracle, cell);
  one->world->tally->limits++;
}

/* The nearest of many, and fields to the cell and from the start, know the limit, too. */
static inline void ask_others(Case *one, int32_t cell) {
  const World *world = one->world;
  astar_cell goal = { one->goal.x, one->goal.y };
  astar_target target = { .cells = &goal, .cell_count = 1, .wanted = 1 };
  astar_status why, right = one->best >= 0 ? ASTAR_OK : ASTAR_LIMIT;
  uint32_t cost;
  ask_nearest_by(one, &target, ASTAR_ENGINE_FLOOD);
  ask_nearest_by(one, &target, ASTAR_ENGINE_ASTAR);
  one->query.engine = ASTAR_ENGINE_AUTO;
  astar_field *to = astar_field_new(world->map, &goal, 1, &one->query, &why);
  CHECK(astar_field_cost(to, one->start.x, one->start.y, &cost) == right);
  if (right == ASTAR_OK) CHECK(cost == oracle_cost(one->oracle, cell));
  astar_field *from = astar_field_reach(world->map, one->start.x, one->start.y, UINT32_MAX,
                                        &one->query, &why);
  CHECK(astar_field_cost(from, goal.x, goal.y, &cost) == right);
  if (right == ASTAR_OK) CHECK(cost == oracle_cost(one->oracle, cell));
  astar_field_free(to);
  astar_field_free(from);
}

static inline void ask_at_limit(World *world, Oracle *oracle, int32_t cell) {
  Case one = { .world = world, .oracle = oracle, .query = question(world) };
  one.query.turn_cost = world->ground.turn;
  if (cell < 0) return;
  expect(&one, cell);
  astar_status right = one.best >= 0 ? ASTAR_OK : ASTAR_LIMIT;
  for (astar_engine engine = ASTAR_ENGINE_AUTO; engine < ASTAR_ENGINE_NONE; engine++) {
    astar_status status = answer(&one, engine);
    CHECK(status == right || status == ASTAR_INVALID);
  }
  world->tally->queries++;
  if (world->ground.turn == 0) ask_others(&one, cell);
}

/* Makes the way to a cell that does not fit yet, or just fits, cost `wanted`, by the fine map. */
static inline bool tune(World *world, Oracle *oracle, int32_t cell, uint64_t wanted) {
  uint64_t cost = oracle_cost(oracle, cell);
  int32_t x = cell % world->width, y = cell / world->width;
  int64_t value = astar_influence_get(world->influences[1], x, y) + (int64_t)(wanted - cost);
  if (value < 0 || value > ASTAR_MAX_COST) return false;
  return astar_influence_set(world->influences[1], x, y, (int32_t)value) == ASTAR_OK;
}

static inline void ask_again_tuned(World *world, int32_t cell, uint64_t wanted) {
  survey(world);
  Oracle oracle = oracle_new(&world->ground, 0);
  if (tune(world, &oracle, cell, wanted)) {
    oracle_free(&oracle);
    survey(world);
    oracle = oracle_new(&world->ground, 0);
    if (world->ground.turn == 0) CHECK(oracle_cost(&oracle, cell) == wanted);
    ask_at_limit(world, &oracle, cell);
  }
  oracle_free(&oracle);
}

/* A cell from which at most a fine value is missing to the limit: the coarse one is lowered. */
static inline void lower_before(World *world, int32_t cell, uint64_t cost) {
  int64_t over = (int64_t)cost - (int64_t)UINT32_MAX + 30000;
  if (over <= 0) return;
  astar_influence *coarse = world->influences[0];
  int32_t x = cell % world->width, y = cell / world->width;
  int32_t value = astar_influence_get(coarse, x, y) - (int32_t)(over / COARSE);
  astar_influence_set(coarse, x, y, value < -ASTAR_MAX_COST ? -ASTAR_MAX_COST : value);
}

static inline void try_limits(Tally *tally, uint64_t seed) {
  random_seed(seed);
  bool layered = seed % 4 != 0, uniform = seed % 3 != 0;
  World world = limits_new(tally, layered, uniform);
  world.ground.turn = layered && seed % 5 == 1 ? between(1, 50) : 0;
  survey(&world);
  Oracle oracle = oracle_new(&world.ground, 0);
  int32_t last = cell_at_limit(&world, &oracle, true);
  int32_t first = cell_at_limit(&world, &oracle, false);
  CHECK(last >= 0 && first >= 0);
  ask_at_limit(&world, &oracle, last);
  ask_at_limit(&world, &oracle, first);
  if (layered && world.ground.turn == 0) {
    lower_before(&world, first, oracle_cost(&oracle, first));
    for (int32_t over = -1; over <= 1; over++)
      ask_again_tuned(&world, first, (uint64_t)((int64_t)UINT32_MAX + over));
  }
  oracle_free(&oracle);
  world_free(&world);
}

#endif
