/*
** Paths whose costs come near to what 32 bits hold: one long way to and fro over a map, so dear
** that it has to be refused from some cell on. The oracle, which counts with 64 bits, finds that
** cell; then a value is changed so that the way to it costs one less than the limit, or as much.
*/
#ifndef LIMITS_H
#define LIMITS_H

#include "paths.h"

enum { COARSE = 14 };               /* the weight of the first influence map, in straight numbers */

static uint64_t limits_met;

/* Is the cell a wall between two rows of the way? Every other wall is open at the right end. */
static inline bool is_wall(const World *world, int32_t x, int32_t y) {
  if (y % 2 == 0) return false;
  return x != (y / 2 % 2 == 0 ? world->width - 1 : 0);
}

/* `uniform`: all cells are the dearest there are. */
static inline void make_serpentine(World *world, bool uniform) {
  static const char *const names[] = { NULL, "void", "a", "b", "c", "d", "e", "wall" };
  for (int32_t id = 1; id <= KINDS; id++) {
    bool open = id != VOID && id != BLOCK;
    world->costs[id] = !open ? 0 : uniform ? ASTAR_MAX_COST : ASTAR_MAX_COST - 7 * id;
    CHECK(astar_terrain_define(world->map, names[id], world->costs[id], false, NULL) == ASTAR_OK);
  }
  for (int32_t i = 0; i < cells_of(world); i++) {
    astar_cell at = cell_at(world, i);
    bool walls = is_wall(world, at.x, at.y);
    astar_map_set(world->map, at.x, at.y, walls ? BLOCK : between(PLAIN, DEAR));
  }
  for (int32_t n = chance(50) ? between(0, 3) : 0; n > 0; n--)    /* some walls are open */
    astar_map_set(world->map, random_below(world->width),
                  world->height - 2 - random_below(world->height / 10), between(PLAIN, DEAR));
}

/* Layers that make a way of 4500 cells as dear as can be. */
static inline void make_dear(Case *one) {
  static const char *const names[] = { "coarse", "fine" };
  World *world = &one->world;
  astar_status why;
  world->influence_count = INFLUENCES;
  for (int32_t i = 0; i < INFLUENCES; i++) {
    world->influences[i] = astar_influence_new(world->map, names[i], ASTAR_ONE, &why);
    one->question.weighted[i] = (astar_weighted){ world->influences[i],
                                                  i == 0 ? COARSE * ASTAR_ONE : ASTAR_ONE };
  }
  one->question.query.influences = one->question.weighted;
  one->question.query.influence_count = INFLUENCES;
  for (int32_t i = 0; i < cells_of(world); i++)
    astar_influence_set(world->influences[0], i % world->width, i / world->width,
                        ASTAR_MAX_COST - random_below(200));
}

static inline void limits_begin(Case *one, bool layered, bool uniform) {
  World *world = &one->world;
  astar_map_desc desc = astar_map_default();
  astar_status why;
  world->width = desc.width = layered ? between(94, 99) : between(300, 310);
  world->height = desc.height = layered ? 103 : 447;
  world->straight = desc.straight = world->diagonal = desc.diagonal = between(1, 32767);
  world->map = astar_map_new(&desc, &why);
  if (world->map == NULL) exit(2);
  make_serpentine(world, uniform);
  make_walkers(world, 1);
  one->question = (Question){ .query = astar_query_default(), .player = -1,
                              .walker = &world->walkers[0] };
  one->question.query.influence_count = 0;
  if (layered) make_dear(one);
}

/* The dearest cell that still fits, or the cheapest one that does not. */
static inline int32_t cell_at_limit(const Case *one, bool fits) {
  int32_t best = -1;
  for (int32_t cell = 0; cell < cells_of(&one->world); cell++) {
    uint64_t cost = oracle_cost(&one->oracle, cell);
    if (cost == FAR || (cost < UINT32_MAX) != fits) continue;
    uint64_t other = best < 0 ? 0 : oracle_cost(&one->oracle, best);
    if (best < 0 || (fits ? cost > other : cost < other)) best = cell;
  }
  return best;
}

/* The nearest of many, and fields to the cell and from the start, know the limit, too. */
static inline void ask_others(const Case *one) {
  astar_cell goal = { one->goal.x, one->goal.y };
  astar_target target = { .cells = &goal, .cell_count = 1, .wanted = 1 };
  astar_query query = one->question.query;
  astar_map *map = one->world.map;
  astar_status why;
  uint32_t cost;
  for (int32_t i = 0; i < 2; i++) {
    query.engine = i == 0 ? ASTAR_ENGINE_DIJKSTRA : ASTAR_ENGINE_ASTAR;
    astar_search *search = astar_nearest_new(map, 0, 0, &target, &query, &why);
    check_search(one, search, astar_search_step(search, UINT32_MAX));
  }
  query.engine = ASTAR_ENGINE_AUTO;
  astar_field *to = astar_field_new(map, &goal, 1, &query, &why);
  CHECK(astar_field_cost(to, 0, 0, &cost) == one->status);
  if (one->status == ASTAR_OK) CHECK(cost == oracle_cost(&one->oracle, one->best));
  astar_field *from = astar_field_reach(map, 0, 0, UINT32_MAX, &query, &why);
  CHECK(astar_field_cost(from, goal.x, goal.y, &cost) == one->status);
  if (one->status == ASTAR_OK) CHECK(cost == oracle_cost(&one->oracle, one->best));
  astar_field_free(to);
  astar_field_free(from);
}

static inline void ask_at_limit(Case *one, int32_t cell) {
  if (cell < 0) return;
  one->goal = (astar_rect){ cell % one->world.width, cell / one->world.width, 1, 1 };
  consult(one);
  if (oracle_cost(&one->oracle, cell) >= UINT32_MAX) one->status = ASTAR_LIMIT;
  limits_met++;
  for (astar_engine engine = ASTAR_ENGINE_AUTO; engine < ASTAR_ENGINE_NONE; engine++) {
    one->question.query.engine = engine;
    astar_search *search = begin(one);
    astar_status status = astar_search_step(search, UINT32_MAX);
    answered[astar_search_engine(search)] += status != ASTAR_UNSUITED;
    if (status == ASTAR_UNSUITED) astar_search_free(search);
    else check_search(one, search, status);
  }
  if (one->view.turn == 0) ask_others(one);
}

/* Makes the way to a cell that does not fit yet, or just fits, cost `wanted`, by the fine map. */
static inline void ask_tuned(Case *one, int32_t cell, uint64_t wanted) {
  astar_influence *fine = one->world.influences[1];
  int32_t x = cell % one->world.width, y = cell / one->world.width;
  consult(one);
  int64_t more = (int64_t)(wanted - oracle_cost(&one->oracle, cell));
  int64_t value = astar_influence_get(fine, x, y) + more;
  if (value < 0 || value > ASTAR_MAX_COST) return;
  CHECK(astar_influence_set(fine, x, y, (int32_t)value) == ASTAR_OK);
  ask_at_limit(one, cell);
  CHECK(oracle_cost(&one->oracle, cell) == wanted);
}

/* A cell from which at most a fine value is missing to the limit: the coarse one is lowered. */
static inline void lower_before(Case *one, int32_t cell, uint64_t cost) {
  int64_t over = (int64_t)cost - (int64_t)UINT32_MAX + 30000;
  astar_influence *coarse = one->world.influences[0];
  int32_t x = cell % one->world.width, y = cell / one->world.width;
  if (over <= 0) return;
  int32_t value = astar_influence_get(coarse, x, y) - (int32_t)(over / COARSE);
  astar_influence_set(coarse, x, y, value < -ASTAR_MAX_COST ? -ASTAR_MAX_COST : value);
}

static inline void try_limits(uint64_t seed) {
  bool layered = seed % 4 != 0;
  Case one = { .consulted = false };
  limits_begin(&one, layered, seed % 3 != 0);
  one.question.query.turn_cost = layered && seed % 5 == 1 ? between(1, 50) : 0;
  one.goal = (astar_rect){ 0, 0, 1, 1 };
  consult(&one);
  int32_t last = cell_at_limit(&one, true), first = cell_at_limit(&one, false);
  CHECK(last >= 0 && first >= 0);
  uint64_t cost = first >= 0 ? oracle_cost(&one.oracle, first) : 0;
  ask_at_limit(&one, last);
  ask_at_limit(&one, first);
  if (first >= 0 && layered && one.view.turn == 0) {
    lower_before(&one, first, cost);
    for (int32_t over = -1; over <= 1; over++)
      ask_tuned(&one, first, (uint64_t)((int64_t)UINT32_MAX + over));
  }
  case_free(&one);
}

#endif
