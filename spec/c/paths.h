/*
** Searches for one path, against the oracle: each function asks a case in its own way. The tests of
** paths.c run each on so many worlds, torture on more of them.
*/
#ifndef PATHS_H
#define PATHS_H

#include "cases.h"
#include "core/lifetime/validate.h"

static const Wish SMALL = { .most = 12, .hexagons = 30, .levels = 10, .links = 30, .largest = 3 };
static const Wish LARGE = { .most = 40, .hexagons = 30, .levels = 10, .links = 20, .largest = 3 };
static const Wish WIDE = { .most = 22, .hexagons = 10, .levels = 5, .links = 30,
                           .largest = ASTAR_MAX_SIZE };

static uint64_t answered[ASTAR_ENGINE_NONE + 1];   /* by the engine */
static uint64_t sizes[ASTAR_MAX_SIZE + 1], ended_early, edited, cuts, partial_ends, queued;
static uint64_t blocked_starts;
static uint64_t units_seen;         /* by searches under way */

/* Without layers, for the default class: on uniform ground jump point search answers. */
static inline void ask_simply(Case *one) {
  Question *question = &one->question;
  int32_t within = question->query.within;
  question_free(question);
  *question = (Question){ .query = astar_query_default(), .player = -1 };
  question->walker = &one->world.walkers[0];
  question->query.influence_count = 0;
  question->query.within = chance(80) ? 0 : within;
  if (chance(30)) question->player = random_below(PLAYERS);
  if (question->player >= 0) question->query.player = one->world.players[question->player];
}

/* Two questions to a random world. */
static inline void try_world(const Wish *wish, void (*examine)(Case *one)) {
  Case one = { .consulted = false };
  one.world = world_new(wish);
  for (int32_t i = 0; i < 2; i++) {
    ask_again(&one);
    if (chance(30)) ask_simply(&one);
    if (one.world.grid == ASTAR_GRID_SQUARE && chance(15))
      one.question.query.turn_cost = chance(20) ? 1 : between(1, 2 * one.world.straight);
    sizes[one.question.walker->size]++;
    examine(&one);
  }
  case_free(&one);
}

/* A test that does so in each of its cases. */
#define ON_WORLDS(name, count, wish, examine) \
  TEST(name) { for (EACH_CASE(seed, count)) try_world(&(wish), examine); }

/* ---- an answer ------------------------------------------------------------------------------- */

static inline bool is_path(const Case *one, const astar_path *path) {
  const Oracle *oracle = &one->oracle;
  int32_t out = one->out_length;
  if (astar_path_length(path) != out + oracle->length) return false;
  for (int32_t i = 0; i < out + oracle->length; i++) {
    astar_cell cell = astar_path_cell(path, i);
    int32_t right = i < out ? one->out[i] : oracle->cells[i - out];
    if (cell.y * one->world.width + cell.x != right) return false;
  }
  blocked_starts += out > 0;
  return astar_path_cost(path) == one->out_cost + oracle_cost(oracle, one->best);
}

/* What a path costs by the ground of the case. */
static inline uint64_t whole_cost(const Case *one, const astar_path *path) {
  return cost_by_ground(&one->view, path, 1, astar_path_length(path));
}

static inline astar_status right_status(const Case *one) {
  bool ends = one->status == ASTAR_OK || one->status == ASTAR_START_BLOCKED;
  return one->question.query.partial && !ends ? ASTAR_PARTIAL : one->status;
}

static inline void check_answer(const Case *one, astar_status status, const astar_path *path) {
  astar_status right = right_status(one);
  if (!CHECK_CASE(one, status == right)) printf("  got %s\n", astar_status_name(status));
  CHECK_CASE(one, (path != NULL) == (status == ASTAR_OK || status == ASTAR_PARTIAL));
  if (path == NULL || status != right || CHECK_CASE(one, is_path(one, path))) return;
  printf("  got cost %u:", astar_path_cost(path));
  for (int32_t i = 0; i < astar_path_length(path); i++)
    printf(" %d,%d", astar_path_cell(path, i).x, astar_path_cell(path, i).y);
  printf("\n");
}

static inline astar_path *find(Case *one, astar_status *status) {
  astar_path *path = NULL;
  path = astar_path_find(one->world.map, one->start.x, one->start.y, one->goal,
                            &one->question.query, status);
  return path;
}

static inline void check_found(Case *one) {
  astar_status status;
  astar_path *path = find(one, &status);
  check_answer(one, status, path);
  astar_path_free(one->world.map, path);
}

static inline astar_heuristic some_heuristic(const Case *one) {
  static const astar_heuristic exact[] = { ASTAR_OCTILE, ASTAR_NO_HEURISTIC, ASTAR_EUCLIDEAN,
                                           ASTAR_CHEBYSHEV };
  if (chance(50)) return ASTAR_OCTILE;
  return exact[random_below(one->world.grid == ASTAR_GRID_SQUARE ? 4 : 2)];
}

static inline void check_exact(Case *one) {
  one->question.query.heuristic = some_heuristic(one);
  for (int32_t plain = 0; plain < 2; plain++) {
    one->question.query.engine = plain ? ASTAR_ENGINE_ASTAR : ASTAR_ENGINE_AUTO;
    check_found(one);
  }
}

static inline astar_search *begin(const Case *one) {
  astar_status why;
  astar_search *search = astar_search_new(one->world.map, one->start.x, one->start.y, one->goal,
                                          &one->question.query, &why);
  CHECK_CASE(one, search != NULL);
  return search;
}

/* Checks what a search that has ended found, and frees it. */
static inline void check_search(const Case *one, astar_search *search, astar_status status) {
  size_t size = astar_search_path_size(search, 0);
  void *memory = size > 0 ? malloc(size) : NULL;
  check_answer(one, status, memory != NULL ? astar_search_path(search, 0, memory) : NULL);
  free(memory);
  astar_search_free(search);
}

/* ---- in all ways ----------------------------------------------------------------------------- */

static inline void examine_found(Case *one) {
  consult(one);
  check_exact(one);
}

/* The nearest cell, where there is no path. */
static inline void examine_partial(Case *one) {
  one->question.query.partial = true;
  consult(one);
  partial_ends += one->status != ASTAR_OK;
  check_exact(one);
}

/* Do all open cells cost the same, and a diagonal step less than two straight ones? */
static inline bool is_uniform(const Case *one) {
  int32_t first = -1;
  for (int32_t i = 0; i < cells_of(&one->world); i++) {
    const Place *place = &one->plain.places[i], *other = &one->plain.places[first < 0 ? i : first];
    if (!place->open) continue;
    if (first < 0) first = i;
    if (place->terrain != other->terrain || place->east != 0 || place->south != 0) return false;
    if (place->seen != other->seen || place->height != other->height) return false;
    if (diagonal_cost(&one->world, place->terrain) >= 2 * place->terrain) return false;
  }
  return true;
}

/* Must the engine answer, by the table in the reference? Where this cannot be told from outside:
** -1. */
static inline int must_answer(const Case *one, astar_engine engine) {
  const astar_query *query = &one->question.query;
  const World *world = &one->world;
  int32_t goals = 0;
  for (int32_t i = 0; i < cells_of(world); i++) goals += one->accepted[i];
  bool jumps = world->grid == ASTAR_GRID_SQUARE && query->turn_cost == 0 && goals == 1 &&
               query->heuristic == ASTAR_OCTILE && query->extra_cost == NULL && is_uniform(one) &&
               one->question.walker->rule == ASTAR_DIAGONAL_NO_OBSTACLES;
  bool bare = query->unit == NULL && query->influence_count == 0;
  switch (engine) {
    case ASTAR_ENGINE_ASTAR: return 1;
    case ASTAR_ENGINE_TURN: return query->turn_cost > 0;
    case ASTAR_ENGINE_JPSW:
      if (query->heuristic != ASTAR_OCTILE && query->heuristic != ASTAR_NO_HEURISTIC) return 0;
      if (query->extra_cost != NULL || query->turn_cost > 0) return 0;
      if (world->grid != ASTAR_GRID_SQUARE && query->within > 0) return 0;
      return query->traffic_cost == 0 ? 1 : -1;          /* where none was counted, it answers */
    case ASTAR_ENGINE_JPS:
      if (!jumps) return 0;
      return bare && world->link_count == 0 && query->traffic_cost == 0 ? 1 : -1;
    case ASTAR_ENGINE_JPS_LAYERS: return jumps && !query->partial ? -1 : 0;
    default: return 0;
  }
}

/* The engines that do not object give the oracle's answer; the one that was named gives it. */
static inline void examine_named(Case *one) {
  one->question.query.heuristic = some_heuristic(one);
  one->question.query.partial = chance(10);
  consult(one);
  for (astar_engine named = ASTAR_ENGINE_ASTAR; named <= ASTAR_ENGINE_DIJKSTRA; named++) {
    one->question.query.engine = named;
    astar_search *search = begin(one);
    astar_status status = astar_search_step(search, UINT32_MAX);
    int must = must_answer(one, named);
    astar_engine engine = astar_search_engine(search);
    if (status == ASTAR_UNSUITED) {
      if (!CHECK_CASE(one, must != 1)) printf("  %s\n", astar_search_objection(search));
      CHECK_CASE(one, astar_search_objection(search) != NULL);
      astar_search_free(search);
      continue;
    }
    if (!CHECK_CASE(one, must != 0)) printf("  %s\n", astar_engine_name(named));
    bool turns = named == ASTAR_ENGINE_ASTAR && one->question.query.turn_cost > 0;
    CHECK_CASE(one, engine == (turns ? ASTAR_ENGINE_TURN : named) || engine == ASTAR_ENGINE_NONE);
    answered[engine]++;
    check_search(one, search, status);
  }
}

/* ---- in steps, and with less than is needed -------------------------------------------------- */

/* What the steps of an explained path add up to. */
static inline int64_t bill_of(const astar_path *path) {
  int64_t sum = 0;
  for (int32_t i = 1; i < astar_path_length(path); i++) {
    int32_t influences[INFLUENCES + 1] = { 0 };
    astar_step_cost step = astar_path_explain(path, i, influences);
    sum += step.terrain + step.claims + step.extra + step.height + step.current + step.link +
           step.turn + step.traffic + step.floor + step.changed;
    for (int32_t k = 0; k < astar_path_influences(path); k++) sum += influences[k];
  }
  return sum;
}

/* In steps of a few nodes: the same nodes, the same path, and a bill for it. */
static inline void examine_steps(Case *one) {
  astar_status status;
  one->question.query.explain = true;
  consult(one);
  astar_path *whole = find(one, &status);
  check_answer(one, status, whole);
  astar_search *search = begin(one);
  do status = astar_search_step(search, (uint32_t)between(1, 5));
  while (status == ASTAR_RUNNING);
  if (whole != NULL) {
    CHECK_CASE(one, astar_search_expanded(search) == astar_path_expanded(whole));
    CHECK_CASE(one, bill_of(whole) == astar_path_cost(whole));
    const astar_query *query = &one->question.query;
    int32_t blocked;
    uint32_t price = astar_path_cost(whole);
    CHECK_CASE(one, astar_path_blocked(one->world.map, whole, 1, query, &blocked) == ASTAR_OK);
    if (query->unit == NULL) astar_path_cost_now(one->world.map, whole, 0, query, &price);
    CHECK_CASE(one, blocked < 0 && price == astar_path_cost(whole));
  }
  check_search(one, search, status);
  astar_path_free(one->world.map, whole);
}

/* With a weighted heuristic: a path that costs what it says, no more than the bound allows. */
static inline void examine_bounded(Case *one) {
  static const int32_t weights[] = { 1024, 1280, 1536, 2048, 4096 };
  static const astar_heuristic heuristics[] = { ASTAR_OCTILE, ASTAR_NO_HEURISTIC, ASTAR_MANHATTAN };
  astar_query *query = &one->question.query;
  astar_status status;
  query->heuristic_weight = weights[random_below(5)];
  query->heuristic = heuristics[random_below(one->world.grid == ASTAR_GRID_SQUARE ? 3 : 2)];
  query->budget = 1000000;
  query->explain = true;
  consult(one);
  astar_path *path = find(one, &status);
  CHECK_CASE(one, status == one->status);
  if (path != NULL && status == one->status) {
    uint64_t cost = astar_path_cost(path), least = oracle_cost(&one->oracle, one->best);
    CHECK_CASE(one, cost == whole_cost(one, path) && cost >= least);
    CHECK_CASE(one, (uint64_t)bill_of(path) == cost);
    if (query->heuristic != ASTAR_MANHATTAN)
      CHECK_CASE(one, cost * 1024 <= least * (uint64_t)query->heuristic_weight);
  }
  astar_path_free(one->world.map, path);
}

/* With less than is needed: what the budget allowed, and a path that costs what it says. */
static inline void examine_budget(Case *one) {
  astar_query *query = &one->question.query;
  astar_status status, with;
  query->engine = chance(50) ? ASTAR_ENGINE_AUTO : ASTAR_ENGINE_ASTAR;
  query->explain = true;
  consult(one);
  astar_path *whole = find(one, &status);
  uint32_t needed = whole != NULL ? astar_path_expanded(whole) : 0;
  query->budget = (uint32_t)between(1, whole == NULL ? 10 : needed > 0 ? (int32_t)needed : 1);
  astar_path *path = find(one, &with);
  if (whole != NULL || path != NULL)
    CHECK_CASE(one, with == (query->budget < needed ? ASTAR_BUDGET : status));
  astar_path_free(one->world.map, whole);
  astar_path_free(one->world.map, path);
  query->partial = true;
  path = find(one, &with);
  consult(one);
  CHECK_CASE(one, (path == NULL) == (one->status == ASTAR_START_BLOCKED));
  if (path != NULL) {
    CHECK_CASE(one, astar_path_expanded(path) <= query->budget);
    if (one->out_length == 0)
      CHECK_CASE(one, astar_path_cost(path) == whole_cost(one, path));
    CHECK_CASE(one, bill_of(path) == astar_path_cost(path));
  }
  astar_path_free(one->world.map, path);
}

/* ---- while the map changes ------------------------------------------------------------------- */

static inline astar_query plane_of(const Question *question) {
  astar_query query = astar_query_default();
  query.cls = question->walker->object;
  query.player = question->unit != NULL ? astar_unit_player(question->unit->object)
                                        : question->query.player;
  return query;
}

static inline void change_terrain(Case *one) {
  if (one->question.player >= 0 && chance(20)) reveal_map(&one->world, one->question.player);
  else if (chance(15)) edit_link(&one->world);
  else edit_terrain(&one->world);
}

/* A path that was found, while the map changes on it: which of its cells can no longer be entered,
** and what its steps cost now. */
static inline void examine_cut(Case *one) {
  const astar_query *query = &one->question.query;
  astar_status status;
  one->question.query.within = 0;
  if (query->unit != NULL) return;
  astar_path *path = find(one, &status);
  for (int32_t round = 0; round < 4 && path != NULL; round++) {
    int32_t length = astar_path_length(path), blocked = -1;
    int32_t first = between(query->extra_cost != NULL, length);   /* it need not bear the start */
    astar_cell at = astar_path_cell(path, random_below(length));
    if (round > 0) astar_map_set(one->world.map, at.x, at.y, between(PLAIN, KINDS));
    if (one->question.player >= 0 && chance(50)) reveal_map(&one->world, one->question.player);
    look_at_links(&one->world);
    consult(one);
    uint64_t cost = cost_by_ground(&one->view, path, 1, length);
    for (int32_t i = length - 1; i >= first && length > 0; i--) {
      astar_cell to = astar_path_cell(path, i);
      bool open = i > 0 ? cost_by_ground(&one->view, path, i, i + 1) != FAR
                        : ground_open(&one->view, to.x, to.y);
      if (!open) blocked = i;
    }
    int32_t index;
    uint32_t price;
    CHECK_CASE(one, astar_path_blocked(one->world.map, path, first, query, &index) == ASTAR_OK);
    CHECK_CASE(one, index == blocked);
    cuts += cost == FAR;
    astar_status why = astar_path_cost_now(one->world.map, path, 0, query, &price);
    CHECK_CASE(one, why == (cost == FAR ? ASTAR_UNREACHABLE : ASTAR_OK));
    if (cost != FAR) CHECK_CASE(one, price == cost);
  }
  astar_path_free(one->world.map, path);
}

/* Landmarks and dead ends change no path, whatever becomes of the terrain after they were found. */
static inline void examine_prepared(Case *one) {
  astar_query query = plane_of(&one->question);
  int32_t kind = between(1, 3);
  if (kind & 1) CHECK(find_landmarks(one->world.map, &query) == 0);
  if (kind & 2) CHECK(find_dead_ends(one->world.map, &query) == ASTAR_OK);
  for (int32_t round = 0; round < 3; round++) {
    for (int32_t n = round > 0 ? random_below(6) : 0; n > 0; n--) change_terrain(one);
    one->question.query.partial = chance(30);
    consult(one);
    check_exact(one);
  }
}

/* A search under way while the terrain changes, so seldom that it need not give up, answers for
** what there is in the end. Units that come into sight meanwhile, or go out of it, count at the
** beginning and at the end only: then nothing is compared. The callback is called once for each
** cell, whatever becomes of it. */
static inline void examine_edited(Case *one) {
  astar_query query = plane_of(&one->question);
  if (chance(30)) CHECK(find_dead_ends(one->world.map, &query) == ASTAR_OK);
  memset(one->question.by_terrain, 0, sizeof one->question.by_terrain);
  one->question.query.heuristic = some_heuristic(one);
  one->question.query.engine = chance(50) ? ASTAR_ENGINE_AUTO : ASTAR_ENGINE_ASTAR;
  one->question.query.partial = chance(40);
  Traces before = traces_new(&one->world, &one->question);
  bool same = true;
  astar_search *search = begin(one);
  astar_status status = astar_search_step(search, 1);
  for (int32_t left = 3; status == ASTAR_RUNNING;) {
    if (left > 0 && chance(60)) {
      left--;
      edited++;
      change_terrain(one);
      if (one->question.player >= 0 && chance(50)) let_see(&one->world, one->question.player);
      Traces now = traces_new(&one->world, &one->question);
      same &= memcmp(now.taken, before.taken, (size_t)cells_of(&one->world)) == 0;
      traces_free(&now);
    }
    status = astar_search_step(search, (uint32_t)between(1, 6));
  }
  traces_free(&before);
  units_seen += !same;
  consult(one);
  if (same) check_search(one, search, status);
  else astar_search_free(search);
  CHECK(map_validate(one->world.map) == NULL);
}

/* A search that is ended early: with a cheapest path from its end on, what it has found costs no
** more than the bound allows. */
static inline void examine_ended_early(Case *one) {
  static const astar_engine engines[] = { ASTAR_ENGINE_AUTO, ASTAR_ENGINE_ASTAR,
                                          ASTAR_ENGINE_JPSW };
  astar_query *query = &one->question.query;
  int32_t bound = 1024 + 64 * random_below(41);
  if (query->extra_cost != NULL || query->turn_cost > 0) return;
  query->traffic_cost = 0;
  query->heuristic = some_heuristic(one);
  query->engine = engines[random_below(3)];
  query->explain = true;
  astar_query plane = plane_of(&one->question);
  if (chance(40)) CHECK(find_landmarks(one->world.map, &plane) == ASTAR_OK);
  consult(one);
  astar_search *search = begin(one);
  if (astar_search_step(search, (uint32_t)between(1, 60)) == ASTAR_RUNNING &&
      astar_search_end_early(search, bound) == ASTAR_PARTIAL) {
    astar_path *path = malloc(astar_search_path_size(search, 0));
    astar_search_path(search, 0, path);
    uint64_t cost = astar_path_cost(path);
    CHECK_CASE(one, cost == whole_cost(one, path) && (uint64_t)bill_of(path) == cost);
    ended_early++;
    if (one->status == ASTAR_OK) {
      astar_cell end = astar_path_cell(path, astar_path_length(path) - 1);
      Oracle rest = oracle_new(&one->view, end.y * one->world.width + end.x);
      uint64_t least = FAR;
      for (int32_t i = 0; i < cells_of(&one->world); i++)
        if (one->accepted[i] && oracle_cost(&rest, i) < least) least = oracle_cost(&rest, i);
      CHECK_CASE(one, least != FAR && (cost + least) * 1024 <=
                   oracle_cost(&one->oracle, one->best) * (uint64_t)bound);
      oracle_free(&rest);
    }
    free(path);
  }
  astar_search_free(search);
}

/* ---- without a search, and from the queue ---------------------------------------------------- */

/* Is there a path by terrain alone? */
static inline void examine_reachable(Case *one) {
  Question *question = &one->question;
  astar_query query = plane_of(question);
  query.within = question->query.within;
  question->unit = NULL;
  question_free(question);
  question->extra = NULL;
  question->query = query;
  question->query.influence_count = 0;
  consult(one);
  CHECK_CASE(one, astar_map_reachable(one->world.map, one->start.x, one->start.y, one->goal,
                                      &query) == one->status);
}

/* What entering each cell costs. */
static inline void examine_costs(Case *one) {
  World *world = &one->world;
  Traces traces = traces_new(world, &one->question);
  Ground ground = ground_of(world, &one->question, &traces, WITH_ALL, NULL);
  for (int32_t i = 0; i < cells_of(world); i++)
    for (int32_t diagonal = 0; diagonal < 2; diagonal++) {
      const Place *place = &ground.places[i];
      int32_t cost;
      astar_status why = astar_map_cost(world->map, i % world->width, i / world->width, diagonal,
                                        &one->question.query, &cost);
      CHECK(cost == (place->open ? (int32_t)at_least_one(place->sum[diagonal]) : 0));
      CHECK(why == ASTAR_OK);
    }
  ground_free(&ground);
  traces_free(&traces);
}

/* A ticket's answer is a search's, however few nodes a tick has, and with however many threads. */
static inline void examine_queued(Case *one) {
  if (one->question.query.extra_cost != NULL) return;
  astar_status why;
  one->question.query.heuristic = some_heuristic(one);
  consult(one);
  astar_ticket *ticket = astar_queue_request(one->world.map, one->start.x, one->start.y, one->goal,
                                             &one->question.query, 0, &why);
  CHECK_CASE(one, ticket != NULL);
  if (ticket == NULL) return;
  while (astar_ticket_status(ticket) == ASTAR_RUNNING)
    CHECK(astar_queue_work(one->world.map, (uint32_t)between(1, 50), between(1, 2), NULL) == 0);
  const astar_search *search = astar_ticket_search(ticket);
  size_t size = search != NULL ? astar_search_path_size(search, 0) : 0;
  void *memory = size > 0 ? malloc(size) : NULL;
  check_answer(one, astar_ticket_status(ticket),
               memory != NULL ? astar_search_path(search, 0, memory) : NULL);
  queued++;
  free(memory);
  astar_ticket_free(ticket);
}

#endif
