/* Puts questions to a random world: to every engine, to the oracle, and compares. */
#ifndef ANSWERS_H
#define ANSWERS_H

#include "engines.h"
#include "lines.h"

typedef struct Case {
  World *world;
  Oracle *oracle;
  astar_cell start;
  astar_rect goal;
  astar_query query;
  int32_t best;                     /* the oracle's goal cell; -1: no way */
} Case;

static inline bool same_path(const Case *one, const astar_path *path) {
  const Oracle *oracle = one->oracle;
  int32_t width = one->world->width;
  if (astar_path_cost(path) != oracle_cost(oracle, one->best)) return false;
  if (astar_path_length(path) != oracle->length) return false;
  for (int32_t i = 0; i < oracle->length; i++) {
    astar_cell cell = astar_path_cell(path, i);
    if (cell.y * width + cell.x != oracle->cells[i]) return false;
  }
  one->world->tally->cells += (uint64_t)oracle->length;
  return true;
}

/* ---- which engines are exact, after the table in the reference ------------------------------- */

static inline bool jumps(const Case *one) {
  const World *world = one->world;
  astar_rect goal = oracle_accepted(&world->ground, one->goal, one->query.within, world->size);
  return one->query.turn_cost == 0 && one->query.heuristic == ASTAR_OCTILE && world->uniform &&
         goal.width == 1 && goal.height == 1 && world->rule == ASTAR_DIAGONAL_NO_OBSTACLES;
}

/* Must the engine answer? Where this cannot be told from outside: -1. */
static inline int must_answer(const Case *one, astar_engine engine) {
  const astar_query *query = &one->query;
  bool estimate = query->heuristic == ASTAR_OCTILE || query->heuristic == ASTAR_NO_HEURISTIC;
  switch (engine) {
    case ASTAR_ENGINE_AUTO:
    case ASTAR_ENGINE_ASTAR: return true;
    case ASTAR_ENGINE_TURN: return query->turn_cost > 0;
    case ASTAR_ENGINE_FLOOD: return false;
    case ASTAR_ENGINE_PRUNED: return query->turn_cost == 0 && estimate && query->extra_cost == NULL;
    case ASTAR_ENGINE_ANY_ANGLE:
    case ASTAR_ENGINE_JUMP:
      if (engine == ASTAR_ENGINE_ANY_ANGLE && !query->any_angle) return false;
      if (!jumps(one)) return false;
      if (one->world->link_count > 0) return -1;
      return one->world->any_layer || 2 * one->world->straight <= one->world->diagonal ? -1 : 1;
    default: return jumps(one) && !query->partial ? -1 : 0;
  }
}

/* ---- one answer ------------------------------------------------------------------------------ */

static inline astar_status run_search(astar_search *search) {
  astar_status status;
  uint32_t nodes = chance(30) ? (uint32_t)between(1, 40) : UINT32_MAX;
  do status = astar_search_step(search, nodes);
  while (status == ASTAR_RUNNING);
  return status;
}

static inline bool right_path(const Case *one, const astar_search *search) {
  size_t size = astar_search_path_size(search);
  void *memory = malloc(size);
  bool right = size > 0 && same_path(one, astar_search_path(search, memory));
  free(memory);
  return right;
}

static inline void note_engine(const Case *one, const astar_search *search, astar_engine named) {
  astar_engine engine = astar_search_engine(search);
  if (named == ASTAR_ENGINE_ASTAR && one->query.turn_cost > 0) named = ASTAR_ENGINE_TURN;
  bool as_named = named == ASTAR_ENGINE_AUTO || engine == named;
  CHECK(as_named || engine == ASTAR_ENGINE_NONE);
  one->world->tally->by[engine]++;
  one->world->tally->searches++;
}

/* The outcome of the question by an engine, which must be right; INVALID: it objects. */
static inline astar_status answer(Case *one, astar_engine engine) {
  astar_status status;
  one->query.engine = engine;
  astar_search *search = astar_search_new(one->world->map, one->start.x, one->start.y, one->goal,
                                          &one->query, &status);
  CHECK(search != NULL);
  status = run_search(search);
  if (status == ASTAR_UNSUITED) {
    CHECK(must_answer(one, engine) != 1);
    CHECK(astar_search_objection(search) != NULL);
    status = ASTAR_INVALID;
  } else {
    CHECK(must_answer(one, engine) != 0);
    note_engine(one, search, engine);
    CHECK((status == ASTAR_OK) == (one->best >= 0));
    if (status == ASTAR_OK && one->best >= 0) CHECK(right_path(one, search));
  }
  astar_search_free(search);
  return status;
}

/* All engines: they agree on why there is no way, too. */
static inline astar_status ask_all(Case *one) {
  astar_status first = answer(one, ASTAR_ENGINE_AUTO);
  for (astar_engine engine = ASTAR_ENGINE_ASTAR; engine < ASTAR_ENGINE_NONE; engine++) {
    astar_status status = answer(one, engine);
    CHECK(status == first || status == ASTAR_INVALID);
  }
  one->world->tally->queries++;
  return first;
}

/* ---- paths of straight lines ----------------------------------------------------------------- */

static inline void check_lines(const Case *one, const astar_path *path) {
  const World *world = one->world;
  astar_cell to = { one->goal.x, one->goal.y };
  double least = lines_shortest(&world->ground, one->start, to);
  double length = lines_length(&world->ground, path);
  CHECK(least >= 0 && fabs(length - least) <= astar_path_turns(path) / 65536.0);
  CHECK(fabs(astar_path_distance(world->map, path) - length) < 1e-6);
  world->tally->lines++;
}

static inline astar_status answer_in_lines(const Case *one) {
  const World *world = one->world;
  astar_status status;
  astar_search *search = astar_search_new(world->map, one->start.x, one->start.y, one->goal,
                                          &one->query, &status);
  CHECK(search != NULL);
  status = run_search(search);
  if (status == ASTAR_UNSUITED) CHECK(must_answer(one, ASTAR_ENGINE_ANY_ANGLE) != 1);
  else {
    CHECK(must_answer(one, ASTAR_ENGINE_ANY_ANGLE) != 0);
    note_engine(one, search, ASTAR_ENGINE_ANY_ANGLE);
  }
  if (status == ASTAR_OK) {
    void *memory = malloc(astar_search_path_size(search));
    check_lines(one, astar_search_path(search, memory));
    free(memory);
  }
  astar_search_free(search);
  return status;
}

/* `without`: the outcome without `any_angle`. A way of lines is there where one of steps is. */
static inline void ask_in_lines(Case one, astar_status without) {
  one.query.any_angle = true;
  one.query.engine = ASTAR_ENGINE_ANY_ANGLE;
  astar_status status = answer_in_lines(&one);
  CHECK(status == without || status == ASTAR_UNSUITED);
}

/* ---- the nearest of many, and fields --------------------------------------------------------- */

/* Of several goals the nearest; among equally near ones the first in reading order. */
static inline int32_t nearest_of(const Oracle *oracle, const astar_cell *goals, int32_t count) {
  int32_t best = -1, width = oracle->ground->width;
  for (int32_t i = 0; i < count; i++) {
    int32_t cell = goals[i].y * width + goals[i].x;
    uint64_t cost = oracle_cost(oracle, cell);
    if (cost == FAR) continue;
    bool nearer = best < 0 || cost < oracle_cost(oracle, best) ||
                  (cost == oracle_cost(oracle, best) && cell < best);
    if (nearer) best = cell;
  }
  return best;
}

static inline void ask_nearest_by(Case *one, const astar_target *target, astar_engine engine) {
  astar_status status;
  one->query.engine = engine;
  astar_search *search = astar_nearest_new(one->world->map, one->start.x, one->start.y, target,
                                           &one->query, &status);
  CHECK(search != NULL);
  status = run_search(search);
  note_engine(one, search, engine);
  CHECK((status == ASTAR_OK) == (one->best >= 0));
  if (status == ASTAR_OK && one->best >= 0) CHECK(right_path(one, search));
  astar_search_free(search);
}

static inline void ask_nearest(Case *one) {
  static const astar_engine engines[] = { ASTAR_ENGINE_AUTO, ASTAR_ENGINE_ASTAR,
                                          ASTAR_ENGINE_FLOOD };
  astar_cell goals[GOALS_MAX];
  astar_target target = { .cells = goals, .cell_count = between(1, GOALS_MAX), .wanted = 1 };
  for (int32_t i = 0; i < target.cell_count; i++)
    goals[i] = (astar_cell){ random_below(one->world->width), random_below(one->world->height) };
  one->query.within = 0;
  one->best = nearest_of(one->oracle, goals, target.cell_count);
  if (one->best >= 0) oracle_read(one->oracle, one->best);
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    ask_nearest_by(one, &target, engines[i]);
  one->world->tally->queries++;
}

/* Costs from the start to every cell, or to those within a limit. */
static inline void ask_field(const Case *one) {
  const World *world = one->world;
  astar_status why;
  uint32_t limit = chance(50) ? UINT32_MAX : (uint32_t)between(0, 20 * world->straight);
  astar_query query = one->query;
  query.engine = ASTAR_ENGINE_AUTO;
  astar_field *field = astar_field_reach(world->map, one->start.x, one->start.y, limit, &query,
                                         &why);
  CHECK(field != NULL);
  for (int32_t cell = 0; cell < world->width * world->height; cell++) {
    uint32_t cost;
    uint64_t right = oracle_cost(one->oracle, cell);
    astar_status status = astar_field_cost(field, cell % world->width, cell / world->width, &cost);
    bool reached = right <= limit && right < UINT32_MAX;
    CHECK((status == ASTAR_OK) == reached);
    if (reached && status == ASTAR_OK) CHECK(cost == right);
  }
  astar_field_free(field);
  world->tally->fields++;
}

/* ---- a world --------------------------------------------------------------------------------- */

static inline Case case_at(World *world, Oracle *oracle, astar_cell start) {
  static const astar_heuristic exact[] = { ASTAR_OCTILE, ASTAR_EUCLIDEAN, ASTAR_CHEBYSHEV,
                                           ASTAR_NO_HEURISTIC };
  Case one = { .world = world, .oracle = oracle, .start = start, .query = question(world) };
  one.query.turn_cost = world->ground.turn;
  one.query.heuristic = chance(70) ? ASTAR_OCTILE : exact[random_below(4)];
  one.query.within = chance(80) ? 0 : between(1, 3);
  one.goal = (astar_rect){ random_below(world->width), random_below(world->height), 1, 1 };
  if (chance(80)) return one;
  one.goal.width = between(1, world->width - one.goal.x);
  one.goal.height = between(1, world->height - one.goal.y);
  return one;
}

static inline void ask_for_path(World *world, Oracle *oracle, astar_cell start) {
  Case one = case_at(world, oracle, start);
  astar_rect accepted = oracle_accepted(&world->ground, one.goal, one.query.within, world->size);
  one.best = oracle_goal(oracle, accepted);
  if (one.best >= 0) oracle_read(oracle, one.best);
  astar_status status = ask_all(&one);
  if (world->ground.turn == 0) ask_in_lines(one, status);
}

/* A start where the class can stand, if one is found soon. */
static inline bool find_start(const World *world, astar_cell *start) {
  astar_query query = question(world);
  astar_status why;
  query.influence_count = 0;
  query.occupancy = query.claims = false;
  for (int32_t tries = 0; tries < 30; tries++) {
    *start = (astar_cell){ random_below(world->width), random_below(world->height) };
    if (world->unit != NULL && chance(70)) *start = astar_unit_cell(world->unit);
    if (astar_map_cost(world->map, start->x, start->y, false, &query, &why) > 0) return true;
  }
  return false;
}

/* So many questions from one start. */
static inline void ask_from(World *world, astar_cell start, int32_t questions) {
  world->ground.turn = chance(15) ? between(1, 2 * world->straight) : 0;
  Oracle oracle = oracle_new(&world->ground, start.y * world->width + start.x);
  for (int32_t i = 0; i < questions; i++) ask_for_path(world, &oracle, start);
  if (world->ground.turn == 0) {
    Case one = case_at(world, &oracle, start);
    for (int32_t i = 0; i < 2; i++) ask_nearest(&one);
    if (chance(10)) ask_field(&one);
  }
  oracle_free(&oracle);
}

/* A world from a seed, and all that is asked of it. */
static inline void try_world(Tally *tally, uint64_t seed) {
  random_seed(seed);
  int32_t size = chance(60) ? 1 : chance(70) ? between(2, 4) : between(5, ASTAR_MAX_SIZE);
  World world = world_new(tally, size);
  astar_query query = question(&world);
  if (chance(15)) astar_map_prepare(world.map, &query, 1, NULL, NULL);
  if (chance(15)) astar_map_find_dead_ends(world.map, &query);
  for (int32_t round = 0; round < 3; round++) {
    astar_cell start;
    if (round > 0) random_edits(&world);
    survey(&world);
    if (!find_start(&world, &start)) continue;
    ask_from(&world, start, 6);
  }
  world_free(&world);
}

#endif
