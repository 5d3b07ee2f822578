#include "view.h"

#include <string.h>

#include "../base/builtin.h"
#include "../base/integer.h"
#include "../map/recipe.h"

/* ---- what may be removed --------------------------------------------------------------------- */

bool view_is_whole(const View *view, const astar_query *query, QueryDate date) {
  const astar_map *map = view->map;
  int32_t left = 0;
  for (const astar_influence *one = map->influences; one != NULL; one = one->next) left++;
  for (int i = 0; i < view->influence_count; i++)
    if (!query_has_influence(map, view->influences[i].influence, date.removals)) return false;
  bool all = query->influence_count >= 0 || left >= view->influence_total;
  return all && query_is_whole(map, query, date);
}

/* ---- influence ------------------------------------------------------------------------------- */

/* Without a list of its own a unit's query counts every influence map, others count none. */
static bool counts_all(const astar_query *query) {
  return query->influence_count < 0 && query->unit != NULL;
}

static int32_t influence_total(const astar_map *map, const astar_query *query) {
  if (!counts_all(query)) return query->influence_count < 0 ? 0 : query->influence_count;
  int32_t total = 0;
  for (astar_influence *one = map->influences; one != NULL; one = one->next) total++;
  return total;
}

/* Bounds that are not exact are wider than need be, and cost nothing to find. */
static astar_status count_influence(View *view, astar_weighted one, bool exact) {
  if (exact) influence_find_bounds(one.influence);
  int32_t least = one.influence->least, greatest = one.influence->greatest;
  if (one.weight == 0 || (least == 0 && greatest == 0)) return ASTAR_OK;
  if (view->influence_count == VIEW_INFLUENCES) return ASTAR_LIMIT;
  view->influences[view->influence_count++] = one;
  int32_t a = integer_weighted(least, one.weight), b = integer_weighted(greatest, one.weight);
  view->least_penalty += a < b ? a : b;
  view->greatest_penalty += a < b ? b : a;
  return ASTAR_OK;
}

static astar_status count_influences(View *view, bool exact) {
  const astar_query *query = view->query;
  astar_status status = ASTAR_OK;
  view->influence_count = 0;
  view->least_penalty = view->greatest_penalty = 0;
  for (int32_t i = 0; i < query->influence_count && status == ASTAR_OK; i++)
    status = count_influence(view, query->influences[i], exact);
  if (!counts_all(query)) return status;
  for (astar_influence *one = view->map->influences; one && status == ASTAR_OK; one = one->next)
    status = count_influence(view, (astar_weighted){ one, one->weight }, exact);
  return status;
}

static uint64_t changes_of_influence(astar_influence *influence, int32_t weight) {
  if (weight != 0) recipe_update(influence);
  return changes_position(&influence->changes);
}

/* How often the included influence maps, which are brought up to date, have changed, all together.
*/
static uint64_t changes_of_influences(const View *view) {
  const astar_query *query = view->query;
  uint64_t changes = 0;
  for (int32_t i = 0; i < query->influence_count; i++)
    changes += changes_of_influence(query->influences[i].influence, query->influences[i].weight);
  if (!counts_all(query)) return changes;
  for (astar_influence *one = view->map->influences; one != NULL; one = one->next)
    changes += changes_of_influence(one, one->weight);
  return changes;
}

/* The largest contribution of an influence map over the cells that a unit at `cell` covers. */
static int32_t influence_over(const View *view, const astar_weighted *one, Cell cell) {
  int32_t size = view->query->cls->size, largest = INT32_MIN;
  if (size == 1) return integer_weighted(one->influence->values[cell], one->weight);
  for (int32_t dy = 0; dy < size; dy++, cell += (Cell)view->map->grid.stride)
    for (int32_t dx = 0; dx < size; dx++) {
      int32_t part = integer_weighted(one->influence->values[cell + (Cell)dx], one->weight);
      if (part > largest) largest = part;
    }
  return largest;
}

/* ---- making ---------------------------------------------------------------------------------- */

static astar_status mark_units(View *view) {
  const astar_query *query = view->query;
  ViewScratch *scratch = view->scratch;
  bool claims = query->unit != NULL && query->claims && view->claim_penalty > 0;
  if (!claims) claims_clear(&scratch->claims);
  else if (!unit_hooks->claims_mark(query, &scratch->claims)) return ASTAR_NO_MEMORY;
  if (query->unit == NULL) return ASTAR_OK;
  if (query->occupancy && !unit_hooks->taken_find(query, &scratch->taken)) return ASTAR_NO_MEMORY;
  return ASTAR_OK;
}

static uint32_t at_least_one(int64_t cost) {
  return cost < 1 ? 1 : (uint32_t)cost;
}

/* Checks what the layers could add up to, and notes what no step can undercut. */
static bool costs_fit(const View *view) {
  int64_t greatest = view->greatest_penalty;
  if (view->scratch->claims.cells.count > 0) greatest += view->claim_penalty;
  if (view->query->extra_cost != NULL) greatest += ASTAR_MAX_COST;
  if (view->traffic != NULL) greatest += TRAFFIC_COST_MAX(view->query->traffic_cost);
  if (view->slopes != NULL) greatest += view->slopes->greatest;
  return greatest <= ASTAR_MAX_PENALTY && view->least_penalty >= -ASTAR_MAX_PENALTY;
}

void view_find_least(View *view) {
  for (int diagonal = 0; diagonal < 2; diagonal++)
    view->least_step[diagonal] = plane_least_step(view->plane, diagonal);
  view->least_straight = at_least_one(view->least_step[0] + view->least_penalty);
  view->least_diagonal = at_least_one(view->least_step[1] + view->least_penalty);
  /* With a current to the south-east a diagonal step may be the cheaper one: estimates take a
  ** straight step for no more than that. */
  if (view->query->cls->diagonal == ASTAR_DIAGONAL_NEVER)
    view->least_diagonal = 2 * view->least_straight;
  else if (view->least_diagonal < view->least_straight)
    view->least_straight = view->least_diagonal;
  view->least_exit = UINT32_MAX;
  for (size_t i = 0; view->exits != NULL && i < view->exits->count; i++) {
    uint32_t cost = at_least_one(view->exits->list[i].cost + view->least_penalty);
    if (cost < view->least_exit) view->least_exit = cost;
  }
}

bool view_begin_penalties(View *view) {
  ViewScratch *scratch = view->scratch;
  astar_map *map = view->map;
  const astar_query *query = view->query;
  size_t bytes = map->grid.cells * sizeof *scratch->penalties;
  if (scratch->penalties == NULL) {
    scratch->penalties = memory_raw(&map->memory, bytes);
    if (scratch->penalties == NULL) return false;
    scratch->use = 0;
  }
  if (query->explain && query->extra_cost != NULL && scratch->extras == NULL) {
    scratch->extras = memory_raw(&map->memory, map->grid.cells * sizeof *scratch->extras);
    if (scratch->extras == NULL) return false;
  }
  if (scratch->use == 0) {
    memset(scratch->penalties, 0xff, bytes);
    scratch->use = PENALTY_USES + 1;
  }
  scratch->use--;
  return true;
}

static astar_status take_plane(View *view) {
  astar_status status;
  const astar_query *query = view->query;
  view->plane = plane_get(view->map, query->cls, query->player, &status);
  if (view->plane == NULL) return status;
  view->kind = view->plane->kind;
  const Exits *exits = plane_exits(view->plane);
  if (exits == NULL) return ASTAR_NO_MEMORY;
  view->exits = exits->count > 0 ? exits : NULL;
  view->exits_sum = exits->sum;
  view->slopes = query->cls->slopes;
  return ASTAR_OK;
}

astar_status view_follow_links(View *view) {
  const Exits *exits = plane_exits(view->plane);
  if (exits == NULL) return ASTAR_NO_MEMORY;
  return exits->sum == view->exits_sum ? ASTAR_OK : ASTAR_CHANGING;
}

/* Where the player counts none, it is as if the query had not asked. */
static void take_traffic(View *view) {
  const astar_query *query = view->query;
  bool applies = query->traffic_cost > 0 && query->player != NULL &&
                 query->player->traffic.memory > 0;
  view->traffic = applies ? &query->player->traffic : NULL;
}

/* What comes after the units. */
static astar_status take_influences(View *view) {
  const ViewScratch *scratch = view->scratch;
  view->influence_total = influence_total(view->map, view->query);
  view->changes_seen = changes_of_influences(view);
  astar_status status = count_influences(view, true);
  if (status == ASTAR_OK && !costs_fit(view)) status = ASTAR_LIMIT;
  view_find_least(view);
  view->bare = view->influence_count == 0 && scratch->claims.cells.count == 0 &&
               scratch->taken.count == 0 && view->query->extra_cost == NULL;
  return status;
}

astar_status view_make(View *view, astar_map *map, const astar_query *query,
                       ViewScratch *scratch) {
  memset(view, 0, offsetof(View, influences));
  view->map = map;
  view->query = query;
  view->scratch = scratch;
  view->straight_cost = query->cls->straight_cost;
  view->diagonal_cost = query->cls->diagonal_cost;
  view->claim_penalty = query->claim_penalty < 0 ? map->grid.straight : query->claim_penalty;
  take_traffic(view);
  astar_status status = take_plane(view);
  if (status != ASTAR_OK) return status;
  status = mark_units(view);
  if (status == ASTAR_OK) status = take_influences(view);
  if (status != ASTAR_OK) view_clear(view);
  return status;
}

astar_status view_renew(View *view) {
  view->aborted = view->met_units = false;
  astar_status status = take_plane(view);
  return status == ASTAR_OK ? take_influences(view) : status;
}

static bool view_includes(const View *view, const astar_influence *influence) {
  for (int i = 0; i < view->influence_count; i++)
    if (view->influences[i].influence == influence) return true;
  return false;
}

static bool bounds_hold(const View *view, bool exact) {
  View now = *view;
  if (count_influences(&now, exact) != ASTAR_OK || now.least_penalty < view->least_penalty ||
      !costs_fit(&now))
    return false;
  for (int i = 0; i < now.influence_count; i++)
    if (!view_includes(view, now.influences[i].influence)) return false;
  return true;
}

bool view_bounds_hold(View *view) {
  uint64_t changes = changes_of_influences(view);
  if (changes == view->changes_seen) return true;
  if (!bounds_hold(view, false) && !bounds_hold(view, true)) return false;
  view->changes_seen = changes;
  return true;
}

void view_clear(View *view) {
  if (view->scratch != NULL) taken_reset(&view->scratch->taken, view->map);
}

void view_scratch_shrink(ViewScratch *scratch, astar_map *map) {
  memory_free(&map->memory, scratch->penalties, map->grid.cells * sizeof *scratch->penalties);
  memory_free(&map->memory, scratch->extras, map->grid.cells * sizeof *scratch->extras);
  scratch->penalties = NULL;
  scratch->extras = NULL;
}

void view_scratch_free(ViewScratch *scratch, astar_map *map) {
  claims_free(&scratch->claims, map);
  taken_free(&scratch->taken, map);
  view_scratch_shrink(scratch, map);
}

/* ---- composing ------------------------------------------------------------------------------- */

static bool view_covers(const View *view, const CellSet *set, Cell cell) {
  return set->count > 0 && cellset_has_any(set, &view->map->grid, cell, view->query->cls->size);
}

static int32_t view_call_extra(View *view, Cell cell) {
  const astar_query *query = view->query;
  if (query->extra_cost == NULL) return 0;
  astar_cell at = grid_position(&view->map->grid, cell);
  view->map->locks++;
  int32_t terrain = plane_terrain(view->plane, cell);
  int32_t answer = query->extra_cost(query->extra_user, at.x, at.y, terrain);
  view->map->locks--;
  if (answer <= ASTAR_EXTRA_ABORT) view->aborted = true;
  if (answer > ASTAR_MAX_COST) answer = ASTAR_MAX_COST;
  if (view->scratch->extras != NULL && answer > 0) view->scratch->extras[cell] = (uint16_t)answer;
  else if (view->scratch->extras != NULL) view->scratch->extras[cell] = 0;
  return answer < 0 ? VIEW_BLOCKED : answer;
}

bool view_taken(const View *view, Cell cell) {
  return taken_has_any(&view->scratch->taken, &view->map->grid, cell, view->query->cls->size);
}

int32_t view_influence(const View *view, Cell cell) {
  int32_t sum = 0;
  for (int i = 0; i < view->influence_count; i++)
    sum += influence_over(view, &view->influences[i], cell);
  return sum;
}

int32_t view_compose(View *view, Cell cell) {
  if (!view->passes_units && view_taken(view, cell)) {
    view->met_units = true;
    return VIEW_BLOCKED;
  }
  int32_t penalty = view_call_extra(view, cell);
  if (penalty == VIEW_BLOCKED) return VIEW_BLOCKED;
  if (view_covers(view, &view->scratch->claims.cells, cell)) penalty += view->claim_penalty;
  return penalty + view_influence(view, cell);
}

uint32_t view_steps(View *view, Cell cell) {
  uint32_t open = 0;
  for (uint32_t left = class_around(view->query->cls, cell); left != 0; left &= left - 1) {
    int direction = low_zeros_32(left);
    Cell next = cell + (Cell)direction_offset(&view->map->grid, direction);
    bool enter = view->kind[next] != 0 && (view->bare || view_penalty(view, next) != VIEW_BLOCKED);
    open |= (uint32_t)enter << direction;
  }
  return class_legal(view->query->cls, cell, open);
}

int32_t view_find_penalty(View *view, Cell cell) {
  int32_t penalty = view_compose(view, cell);
  uint32_t stored = penalty == VIEW_BLOCKED ? PENALTY_MASK : (uint32_t)(penalty + PENALTY_ZERO);
  view->scratch->penalties[cell] = view->scratch->use << PENALTY_BITS | stored;
  return penalty;
}

void view_forget_penalty(View *view, Cell cell) {
  view->scratch->penalties[cell] = UINT32_MAX;
}

/* ---- explaining ------------------------------------------------------------------------------ */

const astar_influence *view_counted(const View *view, int32_t number) {
  if (!counts_all(view->query)) return view->query->influences[number].influence;
  const astar_influence *one = view->map->influences;
  while (number-- > 0) one = one->next;
  return one;
}

static int32_t explain_influences(const View *view, Cell cell, int32_t *parts) {
  const astar_query *query = view->query;
  int32_t sum = 0, n = 0;
  for (int32_t i = 0; i < query->influence_count; i++)
    parts[n++] = influence_over(view, &query->influences[i], cell);
  for (astar_influence *one = view->map->influences; n < view->influence_total; one = one->next) {
    astar_weighted weighted = { one, one->weight };
    parts[n++] = influence_over(view, &weighted, cell);
  }
  for (int32_t i = 0; i < n; i++) sum += parts[i];
  return sum;
}

astar_step_cost view_explain(const View *view, ViewStep taken, int32_t *influences) {
  uint8_t kind = view->kind[taken.to];
  bool diagonal = taken.direction >= FIRST_DIAGONAL && taken.direction < DIRECTIONS;
  bool slopes = view->slopes != NULL && taken.direction < DIRECTIONS;
  astar_step_cost step = { .known = plane_terrain(view->plane, taken.to) };
  step.terrain = (int32_t)(diagonal ? view->diagonal_cost[kind] : view->straight_cost[kind]);
  if (slopes) step.height = slope_height(view->slopes, view->kind[taken.from], kind);
  if (slopes) step.current = slope_current(view->slopes, kind, taken.direction);
  if (view_covers(view, &view->scratch->claims.cells, taken.to)) step.claims = view->claim_penalty;
  if (view->query->extra_cost != NULL && view->scratch->extras != NULL)
    step.extra = view->scratch->extras[taken.to];
  int32_t sum = step.terrain + step.height + step.current + step.claims + step.extra;
  sum += explain_influences(view, taken.to, influences);
  if (sum < 1) step.floor = 1 - sum;
  return step;
}
