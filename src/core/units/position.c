/*
** Position queries: the best places to stand (astar_map_positions).
**
** First each cell of the area is looked at: whether a unit could stand there, and what the terms
** say that need nothing but the cell. Those that are left are the candidates. Then the other terms
** have their turns, the cheapest first, walking last; each leaves some candidates out and adds its
** share to the scores of the rest. No order of the terms changes the result.
*/
#include "../base/integer.h"
#include "../grid/hex.h"
#include "../search/direct.h"
#include "../field/field.h"
#include "claims.h"
#include "measure.h"

typedef struct Candidate {
  int32_t x, y;
  int64_t score;
} Candidate;

typedef struct PositionSearch {
  const astar_position_query *given;
  DirectQuery direct;
  Stand stand;
  Reachability reachable;
  Measure measures[ASTAR_MAX_POSITION_TERMS];
  int32_t cheap_count;
  const Measure *cheap[ASTAR_MAX_POSITION_TERMS];
  Candidate *candidates;
  size_t count, capacity;
} PositionSearch;

#define LOOKED_AT 16                /* cells, for a node of work */

astar_position_term astar_position_term_default(astar_measure measure) {
  return (astar_position_term){ .measure = measure, .least = -ASTAR_MAX_MEASURED,
                                .greatest = ASTAR_MAX_MEASURED, .weight = ASTAR_ONE,
                                .radius = measure == ASTAR_MEASURE_SIGHT ||
                                                  measure == ASTAR_MEASURE_COVER ? -1 : 4 };
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static bool position_query_is_valid(const astar_map *map, const astar_position_query *query) {
  bool calls = query->query != NULL && query->query->extra_cost != NULL;
  bool valid = map_accepts(map, !grid_is_hex(&map->grid),
                           "map: position queries are for squares") &&
               map_has_cell(map, query->x, query->y) && map_is_open(map) &&
               map_accepts_between(map, query->term_count, 0, ASTAR_MAX_POSITION_TERMS,
                                   "term_count: not from 0 to ASTAR_MAX_POSITION_TERMS") &&
               map_accepts(map, !calls, "query.extra_cost: not for positions");
  for (int32_t i = 0; i < query->term_count && valid; i++)
    valid = measure_valid(map, &query->terms[i]);
  return valid && (query->cells == NULL || map_has_cells(map, query->cells, query->cell_count));
}

/* As in a field, all that stand are in the way, even those that make way. */
static bool position_take_places(PositionSearch *search) {
  const astar_query *query = &search->direct.query;
  if (query->unit == NULL || !query->occupancy) return true;
  return taken_add_all(query->unit, &search->direct.scratch->view.taken);
}

static astar_status position_open_terms(PositionSearch *search, bool cheap) {
  const astar_position_query *given = search->given;
  astar_status status = ASTAR_OK;
  for (int32_t i = 0; i < given->term_count && status == ASTAR_OK; i++) {
    const astar_position_term *term = &given->terms[i];
    if (measure_is_cheap(term) != cheap) continue;
    status = measure_open(&search->measures[i], term, &search->stand);
    if (cheap) search->cheap[search->cheap_count++] = &search->measures[i];
  }
  return status;
}

/* The direct query is open. */
static astar_status position_begin(PositionSearch *search) {
  View *view = &search->direct.view;
  astar_map *map = view->map;
  Cell start = grid_cell(&map->grid, search->given->x, search->given->y);
  search->stand = (Stand){ .map = map, .view = view, .size = view->query->cls->size,
                           .from = { search->given->x, search->given->y },
                           .budget = search->given->budget > 0 ? search->given->budget
                                                               : UINT64_MAX };
  if (view->kind[start] == 0) return ASTAR_START_BLOCKED;
  bool found = position_take_places(search) && plane_regions(view->plane) != NULL &&
               plane_exits(view->plane) != NULL &&
               reachability_find(&search->reachable, view->plane, start);
  return found ? position_open_terms(search, true) : ASTAR_NO_MEMORY;
}

static void position_end(PositionSearch *search) {
  astar_map *map = search->stand.map;
  for (int32_t i = 0; i < search->given->term_count; i++) measure_close(&search->measures[i], map);
  astar_field_free(search->stand.walk);
  reachability_free(&search->reachable, &map->memory);
  memory_free(&map->memory, search->candidates, search->capacity * sizeof *search->candidates);
  direct_close(&search->direct);
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* Adds the cell, if a unit could stand there and the cheap terms let it in. False: no memory. */
static bool position_try(PositionSearch *search, int32_t x, int32_t y) {
  const Stand *stand = &search->stand;
  Cell cell = grid_cell(&stand->map->grid, x, y);
  if (stand->view->kind[cell] == 0) return true;
  int64_t score = 0;
  for (int32_t i = 0; i < search->cheap_count; i++) {
    const Measure *measure = search->cheap[i];
    int32_t measured = measure_at(measure, stand, x, y);
    if (!measure_admits(measure->term, measured)) return true;
    score += measure_share(measure->term, measured);
  }
  if (view_taken(stand->view, cell) || !reachability_has(&search->reachable, cell)) return true;
  if (!memory_grow(&stand->map->memory, search->candidates, search->count, &search->capacity))
    return false;
  search->candidates[search->count++] = (Candidate){ x, y, score };
  return true;
}

/* The most that a path may cost: UINT32_MAX, no term says. */
static uint32_t position_most_walk(const astar_position_query *given) {
  uint32_t most = UINT32_MAX;
  for (int32_t i = 0; i < given->term_count; i++) {
    const astar_position_term *term = &given->terms[i];
    if (term->measure != ASTAR_MEASURE_WALK || term->greatest >= ASTAR_MAX_MEASURED) continue;
    uint32_t greatest = term->greatest > 0 ? (uint32_t)term->greatest : 0;
    if (greatest < most) most = greatest;
  }
  return most;
}

static uint32_t position_least_step(const View *view) {
  uint32_t step = view->least_straight < view->least_diagonal ? view->least_straight
                                                              : view->least_diagonal;
  return step > 0 ? step : 1;
}

/* The part of the area that a path may reach which costs no more than a term says. */
static astar_rect position_area(const PositionSearch *search) {
  const View *view = &search->direct.view;
  const Grid *grid = &view->map->grid;
  astar_rect area = grid_clip(grid, search->given->area);
  uint32_t most = position_most_walk(search->given);
  if (most == UINT32_MAX || view->exits != NULL) return area;
  int64_t radius = most / position_least_step(view), x = search->given->x, y = search->given->y;
  int64_t left = area.x > x - radius ? area.x : x - radius;
  int64_t top = area.y > y - radius ? area.y : y - radius;
  int64_t right = area.x + area.width < x + radius + 1 ? area.x + area.width : x + radius + 1;
  int64_t bottom = area.y + area.height < y + radius + 1 ? area.y + area.height : y + radius + 1;
  return (astar_rect){ (int32_t)left, (int32_t)top, right > left ? (int32_t)(right - left) : 0,
                       bottom > top ? (int32_t)(bottom - top) : 0 };
}

/* Pays for looking at so many cells. False: the budget is too small. */
static bool position_pay(PositionSearch *search, uint64_t cells) {
  uint64_t work = cells / LOOKED_AT;
  for (int32_t i = 0; i < search->cheap_count; i++)
    work += measure_work(search->cheap[i]->term, cells);
  if (!stand_affords(&search->stand, work)) return false;
  search->stand.work += work;
  return true;
}

static astar_status position_collect_cells(PositionSearch *search) {
  const astar_position_query *given = search->given;
  if (!position_pay(search, (uint64_t)given->cell_count)) return ASTAR_BUDGET;
  for (int32_t i = 0; i < given->cell_count; i++)
    if (!position_try(search, given->cells[i].x, given->cells[i].y)) return ASTAR_NO_MEMORY;
  return ASTAR_OK;
}

static astar_status position_collect(PositionSearch *search) {
  if (search->given->cells != NULL) return position_collect_cells(search);
  astar_rect area = position_area(search);
  if (!position_pay(search, (uint64_t)area.width * (uint64_t)area.height)) return ASTAR_BUDGET;
  for (int32_t y = area.y; y < area.y + area.height; y++)
    for (int32_t x = area.x; x < area.x + area.width; x++)
      if (!position_try(search, x, y)) return ASTAR_NO_MEMORY;
  return ASTAR_OK;
}

/* The rectangle around all candidates; there is one. */
static astar_rect position_box(const PositionSearch *search) {
  const Candidate *first = search->candidates;
  int32_t left = first->x, right = left, top = first->y, bottom = top;
  for (size_t i = 1; i < search->count; i++) {
    const Candidate *one = &search->candidates[i];
    left = integer_least(left, one->x);
    top = integer_least(top, one->y);
    if (one->x > right) right = one->x;
    if (one->y > bottom) bottom = one->y;
  }
  return (astar_rect){ left, top, right - left + 1, bottom - top + 1 };
}

/* ---- walking --------------------------------------------------------------------------------- */

enum { WALK_STEP = 64 };            /* nodes at least, between two looks at the candidates */

/* Is the cost of walking to it known? */
static bool position_is_settled(const PositionSearch *search, const Candidate *one) {
  const Stand *stand = &search->stand;
  return field_at(stand->walk, grid_cell(&stand->map->grid, one->x, one->y)) < stand->walk->far;
}

/* As it is measured. */
static int32_t position_measured(uint32_t cost) {
  return cost < ASTAR_MAX_MEASURED ? (int32_t)cost : ASTAR_MAX_MEASURED;
}

/* Adds what the terms for walking make of a cost. False: they leave it out. */
static bool position_add_walk(const PositionSearch *search, int32_t cost, int64_t *score) {
  for (int32_t i = 0; i < search->given->term_count; i++) {
    const astar_position_term *term = &search->given->terms[i];
    if (term->measure != ASTAR_MEASURE_WALK) continue;
    if (!measure_admits(term, cost)) return false;
    *score += measure_share(term, cost);
  }
  return true;
}

/* Is a longer way never worth more? */
static bool position_likes_near(const astar_position_query *given) {
  for (int32_t i = 0; i < given->term_count; i++) {
    const astar_position_term *term = &given->terms[i];
    if (term->measure == ASTAR_MEASURE_WALK && (term->weight > 0 || term->curve != NULL))
      return false;
  }
  return true;
}

/* The most that a candidate can come to whose way is not known; INT64_MIN: there is none. */
static int64_t position_most_unsettled(const PositionSearch *search) {
  int32_t least = position_measured(search->stand.walk->far);
  int64_t most = INT64_MIN, share = 0;
  for (int32_t i = 0; i < search->given->term_count; i++) {
    const astar_position_term *term = &search->given->terms[i];
    if (term->measure == ASTAR_MEASURE_WALK) share += measure_share(term, least);
  }
  for (size_t i = 0; i < search->count; i++) {
    const Candidate *one = &search->candidates[i];
    if (!position_is_settled(search, one) && one->score + share > most) most = one->score + share;
  }
  return most;
}

/* Are as many places known as must be the best, whatever it costs to walk to the others? */
static bool position_has_best(const PositionSearch *search) {
  if (search->given->sure == 0 || !position_likes_near(search->given)) return false;
  int64_t most = position_most_unsettled(search);
  int32_t better = 0;
  for (size_t i = 0; i < search->count; i++) {
    const Candidate *one = &search->candidates[i];
    if (!position_is_settled(search, one)) continue;
    int64_t score = one->score;
    Cell cell = grid_cell(&search->stand.map->grid, one->x, one->y);
    int32_t cost = position_measured(field_at(search->stand.walk, cell));
    better += position_add_walk(search, cost, &score) && score > most;
  }
  return better >= search->given->sure;
}

static size_t position_count_unsettled(const PositionSearch *search) {
  size_t count = 0;
  for (size_t i = 0; i < search->count; i++)
    count += !position_is_settled(search, &search->candidates[i]);
  return count;
}

/* So many nodes more. */
static astar_status position_flood(PositionSearch *search, uint64_t nodes) {
  Stand *stand = &search->stand;
  uint64_t before = astar_field_work(stand->walk);
  astar_status status = field_walk_on(stand->walk, nodes);
  stand->work += astar_field_work(stand->walk) - before;
  return status;
}

/* How many nodes walking may take yet, which has taken so many. */
static uint64_t position_nodes_left(const PositionSearch *search, uint64_t walked) {
  const Stand *stand = &search->stand;
  uint64_t left = stand->budget > stand->work ? stand->budget - stand->work : 0;
  uint64_t most = search->given->walk_nodes > 0 ? search->given->walk_nodes : UINT64_MAX;
  uint64_t walk = most > walked ? most - walked : 0;
  return walk < left ? walk : left;
}

/* Finds the costs of walking to the candidates, from the nearest on, until all are known, or the
** best for sure. Where the nodes for walking end before, some must be known. */
static astar_status position_walk(PositionSearch *search) {
  Stand *stand = &search->stand;
  astar_status status;
  stand->walk = field_begin_walk(stand->map, stand->from, position_most_walk(search->given),
                                 &search->direct.query, &status);
  if (stand->walk == NULL) return status;
  uint64_t before = stand->work, left, nodes = search->count;
  size_t unsettled = search->count;
  if (nodes < WALK_STEP) nodes = WALK_STEP;
  while ((left = position_nodes_left(search, stand->work - before)) > 0) {
    status = position_flood(search, nodes < left ? nodes : left);
    if (status != ASTAR_OK || !stand->walk->paused) return status;
    unsettled = position_count_unsettled(search);
    if (unsettled == 0 || position_has_best(search)) return ASTAR_OK;
  }
  bool has_ended = stand->work >= stand->budget || unsettled == search->count;
  return has_ended ? ASTAR_BUDGET : ASTAR_OK;
}

/* ---- the terms that cost more ---------------------------------------------------------------- */

/* Leaves out candidates that the term does not let in, and adds its share to the others'. */
static void position_apply(PositionSearch *search, const Measure *measure) {
  size_t kept = 0;
  for (size_t i = 0; i < search->count; i++) {
    Candidate one = search->candidates[i];
    int32_t measured = measure_at(measure, &search->stand, one.x, one.y);
    if (!measure_admits(measure->term, measured)) continue;
    one.score += measure_share(measure->term, measured);
    search->candidates[kept++] = one;
  }
  search->count = kept;
}

static astar_status position_judge_by(PositionSearch *search, int32_t number) {
  const astar_position_term *term = &search->given->terms[number];
  Measure *measure = &search->measures[number];
  if (search->count == 0) return ASTAR_OK;
  uint64_t work = measure_work(term, search->count);
  if (!stand_affords(&search->stand, work)) return ASTAR_BUDGET;
  search->stand.work += work;
  search->stand.box = position_box(search);
  bool needs_walk = term->measure == ASTAR_MEASURE_WALK && search->stand.walk == NULL;
  astar_status status = needs_walk ? position_walk(search) : ASTAR_OK;
  if (status == ASTAR_OK) status = measure_open(measure, term, &search->stand);
  if (status == ASTAR_OK) position_apply(search, measure);
  return status;
}

static astar_status position_judge(PositionSearch *search) {
  static const astar_measure order[] = { ASTAR_MEASURE_CROWDING, ASTAR_MEASURE_EXITS,
                                         ASTAR_MEASURE_SIGHT, ASTAR_MEASURE_COVER,
                                         ASTAR_MEASURE_WALK };
  const astar_position_query *given = search->given;
  astar_status status = ASTAR_OK;
  for (size_t k = 0; k < sizeof order / sizeof *order; k++)
    for (int32_t i = 0; i < given->term_count && status == ASTAR_OK; i++)
      if (given->terms[i].measure == order[k]) status = position_judge_by(search, i);
  return status;
}

/* ---- the best -------------------------------------------------------------------------------- */

static bool position_before(const Candidate *a, const Candidate *b) {
  if (a->score != b->score) return a->score > b->score;
  return a->y != b->y ? a->y < b->y : a->x < b->x;
}

/* The candidates become a heap, the best first: each is before those at 2 i + 1 and 2 i + 2. */
static void position_sink(Candidate *heap, size_t count, size_t at) {
  Candidate one = heap[at];
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && position_before(&heap[child + 1], &heap[child])) child++;
    if (!position_before(&heap[child], &one)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = one;
}

/* Writes the shares of a place. */
static void position_explain(const PositionSearch *search, const Candidate *one, int64_t *shares) {
  for (int32_t i = 0; i < search->given->term_count; i++) {
    const Measure *measure = &search->measures[i];
    shares[i] = measure_share(measure->term,
                              measure_at(measure, &search->stand, one->x, one->y));
  }
}

static void position_deliver(PositionSearch *search, astar_position *places, int64_t *shares,
                             int32_t room) {
  Candidate *heap = search->candidates;
  size_t count = search->count;
  for (size_t i = count / 2; i-- > 0;) position_sink(heap, count, i);
  for (int32_t i = 0; i < room && count > 0; i++) {
    Candidate best = heap[0];
    places[i] = (astar_position){ best.x, best.y, best.score };
    if (shares != NULL) position_explain(search, &best, shares + i * search->given->term_count);
    heap[0] = heap[--count];
    position_sink(heap, count, 0);
  }
}

astar_status astar_map_positions(astar_map *map, const astar_position_query *query,
                                 astar_position *places, int64_t *shares, int32_t room,
                                 int32_t *found, uint64_t *work) {
  PositionSearch search = { .given = query };
  if (work != NULL) *work = 0;
  *found = 0;
  bool has_room = map_accepts(map, room >= 0, "room: below 0");
  if (!has_room || !position_query_is_valid(map, query)) return ASTAR_INVALID;
  astar_status status = direct_open(&search.direct, map, query->query);
  if (status != ASTAR_OK) return status;
  status = position_begin(&search);
  if (status == ASTAR_OK) status = position_collect(&search);
  if (status == ASTAR_OK) status = position_judge(&search);
  if (status == ASTAR_OK) {
    *found = (int32_t)search.count;
    position_deliver(&search, places, shares, room);
  }
  if (work != NULL) *work = search.stand.work;
  position_end(&search);
  return status;
}
