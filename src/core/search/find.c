#include "find.h"

#include "astar_search.h"
#include "choice.h"
#include "goal_side.h"

#define RESTARTS_MAX 3

/* ---- beginning ------------------------------------------------------------------------------- */

static void finish_at(astar_search *search, Cell cell, uint32_t cost) {
  search->arrival = (Arrival){ .node = cell };
  search->bound = cost;
  search->engine = NULL;
}

/* The goal was found: is it the one that was asked for? */
static astar_status arrived(const astar_search *search) {
  return search->retargeted ? ASTAR_PARTIAL : ASTAR_OK;
}

/* Cells of dead ends would count all the same where the nearest of those reached is asked for. */
static void find_passage(astar_search *search) {
  const View *view = &search->view;
  const DeadEnds *dead_ends = view->plane->dead_ends;
  bool several = search->targets.wish.wanted > 0, settles = search->query.partial && !view->bare;
  search->passage.area_of = NULL;
  if (dead_ends == NULL || several || settles || search->query.extra != NULL ||
      search->restarts > 0)
    return;
  search->passage = dead_ends_passage(dead_ends, view->kind, search->start, search->goal);
}

/* Takes up the work, with memory of the size of the map. RUNNING: the engine is ready. */
static astar_status take_up(astar_search *search) {
  search->pending_work = false;
  astar_status status = choice_make(search);
  find_passage(search);
  if (status != ASTAR_OK) return status;
  if (search->engine->glance != NULL) {
    status = search->engine->glance(search);
    if (status != ASTAR_RUNNING) return status == ASTAR_OK ? arrived(search) : status;
  }
  bool layered = !search->view.bare && !search->hopeful;
  bool composes = layered && search->blend == NULL;
  if (composes && !view_begin_looks(&search->view)) return ASTAR_NO_MEMORY;
  if (layered && !goal_side_begin(search)) return ASTAR_NO_MEMORY;
  uint32_t f = search_f(search, 0, search->start_x, search->start_y);
  if (f == UINT32_MAX) return ASTAR_LIMIT;
  status = search->engine->begin(search, f);
  return status == ASTAR_OK ? ASTAR_RUNNING : status;
}

/* One of several searches takes up its work when it is its turn to run: where they run one after
** the other they all use the same memory, of which much is still in the caches. */
static astar_status begin_engine(astar_search *search) {
  if (!search->apart) return take_up(search);
  search_rest(search);
  search->pending_work = true;
  return ASTAR_RUNNING;
}

/* RUNNING: the engine is ready. Any other status is the outcome. */
static astar_status begin(astar_search *search) {
  astar_map *map = search->map;
  search->bound = UINT32_MAX;
  search->engine = NULL;
  search->retargeted = search->settled = search->overflowed = search->hopeful = false;
  search->goal_side.watches = false;
  search->wanted = goal_accepted(&map->grid, &search->query, search->asked);
  search->goal = search->wanted;
  if (search->query.turn > 0 && !turn_search_fits(&map->grid)) return ASTAR_LIMIT;
  astar_status status = view_make(&search->view, map, &search->query, &search->scratch);
  if (status != ASTAR_OK) return status;
  Plane *plane = search->view.plane;
  search->plane_seen = changes_position(&plane->changes);
  if (!choice_allows(search)) return ASTAR_UNSUITED;
  if (plane->kind[search->start] == 0) return ASTAR_START_BLOCKED;
  if (search->targets.wish.wanted > 0) {
    status = targets_begin(search);
    return status == ASTAR_OK ? begin_engine(search) : status;
  }
  if (rect_has(search->goal, search->start_x, search->start_y)) {
    finish_at(search, search->start, 0);
    return ASTAR_OK;
  }
  const Regions *regions = plane_regions(plane);
  if (regions == NULL) return ASTAR_NO_MEMORY;
  status = goal_find_way(&search->view, regions, search->start, search->goal);
  if (status != ASTAR_OK && !search->query.partial) return status;
  if (status != ASTAR_OK) goal_retarget(search, regions);
  if (rect_has(search->goal, search->start_x, search->start_y)) {
    finish_at(search, search->start, 0);
    return ASTAR_PARTIAL;
  }
  return begin_engine(search);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Has the search looked at the cell? It looks at the neighbours of what it closes. */
static bool looked_at(const astar_search *search, Cell cell) {
  for (int direction = -1; direction < DIRECTIONS; direction++) {
    int32_t offset = direction < 0 ? 0 : direction_offset(&search->map->grid, direction);
    Node node = search->nodes.words[cell + (Cell)offset];
    if (node_in_epoch(node, search->nodes.epoch) && !(node & NODE_OPEN)) return true;
  }
  return false;
}

static bool rect_looked_at(const astar_search *search, astar_rect rect) {
  for (int32_t y = rect.y; y < rect.y + rect.height; y++)
    for (int32_t x = rect.x; x < rect.x + rect.width; x++)
      if (looked_at(search, grid_cell(&search->map->grid, x, y))) return true;
  return false;
}

/* Has terrain that makes a goal changed within reach of what was closed? Its cost need not have. */
static bool goals_outdated(astar_search *search) {
  const astar_target *wish = &search->targets.wish;
  Changes *changes = plane_source(search->view.plane);
  uint64_t from = search->targets.terrain_seen;
  if (wish->wanted == 0 || wish->cell_count > 0 || changes->written == from) return false;
  bool kept = changes_begin(changes, from);
  search->targets.terrain_seen = changes_position(changes);
  for (uint64_t at = from; at < changes->written && kept; at++) {
    astar_rect rect = changes_at(changes, at);
    kept = !rect_looked_at(search, goal_accepted(&search->map->grid, &search->query, rect));
  }
  return !kept;
}

/* Might what was passed over lead somewhere by now? */
static bool passage_outdated(const astar_search *search) {
  const DeadEnds *dead_ends = search->view.plane->dead_ends;
  const Passage *passage = &search->passage;
  return passage->area_of != NULL &&
         (dead_ends == NULL || passage->version != dead_ends->version);
}

/* Would the search, begun now, be for another goal, or for none? NULL regions: no memory, which the
** beginning will find too. */
static bool goal_outdated(astar_search *search) {
  if (search->targets.wish.wanted > 0) return targets_outdated(search);
  const Regions *regions = plane_regions(search->view.plane);
  if (regions == NULL) return true;
  bool reachable =
    goal_find_way(&search->view, regions, search->start, search->wanted) == ASTAR_OK;
  if (reachable || !search->retargeted) return reachable == search->retargeted;
  astar_rect goal = search->goal;
  goal_retarget(search, regions);
  return search->goal.x != goal.x || search->goal.y != goal.y;
}

/* Did anything change that the search has built upon? The plane is up to date. */
static bool outdated(astar_search *search) {
  Plane *plane = search->view.plane;
  uint64_t from = search->plane_seen;
  if (goals_outdated(search) || passage_outdated(search)) return true;
  if (plane->changes.written == from) return false;
  bool kept = changes_begin(&plane->changes, from);
  search->plane_seen = changes_position(&plane->changes);
  if (!kept || !search->engine->reads_each_cell) return true;
  if (search->view.straight_cost[plane->cheapest] < search->view.cheapest_cost) return true;
  for (uint64_t at = from; at < plane->changes.written; at++)
    if (rect_looked_at(search, changes_at(&plane->changes, at))) return true;
  return goal_outdated(search) || !goal_side_renew(search);
}

static astar_status begin_again(astar_search *search) {
  search_rest(search);
  view_clear(&search->view);
  return begin(search);
}

static astar_status restart(astar_search *search) {
  if (search->restarts == RESTARTS_MAX) return ASTAR_CHANGING;
  search->restarts++;
  return begin_again(search);
}

/* Has what it is to search changed before it began? */
static bool begun_in_vain(astar_search *search) {
  return search->view.plane->changes.written != search->plane_seen ||
         !view_bounds_hold(&search->view);
}

/* Brings a search that may have been suspended up to date. RUNNING: go on. */
static astar_status resume(astar_search *search) {
  astar_status status;
  if (!search_is_whole(search)) return ASTAR_CANCELLED;
  if (plane_get(search->map, search->query.cls, search->query.player, &status) == NULL)
    return status;
  if (search->pending_work) return begun_in_vain(search) ? begin_again(search) : ASTAR_RUNNING;
  if (outdated(search) || !view_bounds_hold(&search->view)) return restart(search);
  if (search->engine->resume == NULL) return ASTAR_RUNNING;
  status = search->engine->resume(search);
  return status == ASTAR_CHANGING ? restart(search) : status;
}

/* Was a unit in the way? A blend may have known what it composed for an earlier search. */
static bool met_units(const astar_search *search) {
  const Blend *blend = search->blend;
  return blend != NULL ? blend_met_units(blend, &search->view, &search->nodes)
                       : search->view.met_units;
}

/* The engine came to an end: what is the outcome of the search? */
static astar_status conclude(astar_search *search, astar_status status) {
  if (status == ASTAR_OK) return arrived(search);
  if (status == ASTAR_UNREACHABLE && met_units(search)) status = ASTAR_CROWDED;
  bool short_of = status == ASTAR_UNREACHABLE || status == ASTAR_CROWDED || status == ASTAR_BUDGET;
  if (!short_of || !search->query.partial) return status;
  goal_settle_for_nearest(search);
  if (search->engine->settle != NULL) search->engine->settle(search);
  return ASTAR_PARTIAL;
}

/* Do units stand on what was collected by now? OK, CHANGING, NO_MEMORY. */
static astar_status check_units(astar_search *search) {
  bool counts = search->query.unit != NULL && search->query.occupancy;
  if (!search->suspended || !counts) return ASTAR_OK;
  bool several = search->targets.wish.wanted > 0;
  return several ? targets_check_units(search) : delivery_check_units(search);
}

/* Records what explains the path while all that it rests on is still there. False: no memory. */
static bool explain(astar_search *search) {
  if (!search->query.explain) return true;
  bool several = search->targets.wish.wanted > 0;
  return several ? targets_explain(search) : delivery_explain(search, &search->explanation);
}

/* Makes the path ready. RUNNING when it came to nothing, because a unit stands on it by now or hope
** was in vain, and the search has begun again. */
static astar_status deliver(astar_search *search, astar_status status) {
  if (!has_path(status)) return status;
  bool several = search->targets.wish.wanted > 0;
  bool collected = several ? targets_deliver(search) : delivery_collect(search);
  if (!collected) return ASTAR_NO_MEMORY;
  int32_t good = search->hopeful ? delivery_undisturbed(search) : search->length;
  if (good < search->length && !search->settled) {
    search->disappointed = true;
    search->bound = UINT32_MAX;
    return deliver(search, begin_engine(search));
  }
  if (good < search->length) delivery_cut(search, good);
  bool pays = search->settled || search->query.explain;
  if (pays && search->blend != NULL && !delivery_keep_costs(search))
    return ASTAR_NO_MEMORY;
  if (search->settled || !search->exact) search->bound = delivery_cost(search);
  astar_status check = check_units(search);
  if (check == ASTAR_CHANGING) return deliver(search, restart(search));
  if (check == ASTAR_OK && !explain(search)) check = ASTAR_NO_MEMORY;
  return check == ASTAR_OK ? status : check;
}

static uint32_t sum_up_to(uint32_t a, uint32_t b, uint32_t most) {
  uint64_t sum = (uint64_t)a + b;
  return sum < most ? (uint32_t)sum : most;
}

static void settle(astar_search *search, astar_status status) {
  search->status = status;
  if (status != ASTAR_RUNNING) search_rest(search);
}

bool find_prepare(astar_search *search) {
  if (search->status != ASTAR_RUNNING) return false;
  astar_status status = deliver(search, resume(search));
  while (status == ASTAR_RUNNING && search->pending_work)
    status = deliver(search, take_up(search));
  if (status != ASTAR_RUNNING) settle(search, status);
  return search->status == ASTAR_RUNNING;
}

/* Both sides in turn, until one of them knows. */
static astar_status run_both(astar_search *search, uint32_t until) {
  const GoalSide *side = &search->goal_side;
  astar_status status = ASTAR_RUNNING;
  while (status == ASTAR_RUNNING && side->watches && side->turn <= until) {
    status = search->engine->run(search, side->turn);
    if (status == ASTAR_RUNNING) status = goal_side_advance(search);
  }
  return status == ASTAR_RUNNING ? search->engine->run(search, until) : status;
}

void find_run(astar_search *search, uint32_t until) {
  if (until > search->budget) until = search->budget;
  search->ran = search->goal_side.watches ? run_both(search, until)
                                          : search->engine->run(search, until);
}

void find_finish(astar_search *search) {
  bool out_of_budget = search->ran == ASTAR_RUNNING && search->expanded >= search->budget;
  astar_status status = out_of_budget ? ASTAR_BUDGET : search->ran;
  if (status != ASTAR_RUNNING) status = deliver(search, conclude(search, status));
  settle(search, status);
}

/* What has failed for want of memory begins again, as if it had never begun. */
static void begin_afresh(astar_search *search) {
  search->expanded = 0;
  search->event_count = 0;
  bool is_whole = search_is_whole(search);
  settle(search, is_whole ? deliver(search, begin_again(search)) : ASTAR_CANCELLED);
}

astar_status astar_search_step(astar_search *search, uint32_t nodes) {
  if (search->status == ASTAR_NO_MEMORY) begin_afresh(search);
  uint32_t until = sum_up_to(search->expanded, nodes, search->budget);
  while (find_prepare(search)) {
    find_run(search, until);
    find_finish(search);
    if (search->ran == ASTAR_RUNNING || search->expanded >= until) break;
  }
  search->suspended = true;
  return search->status;
}

astar_engine astar_search_engine(const astar_search *search) {
  return search->engine != NULL ? search->engine->name : ASTAR_ENGINE_NONE;
}

const char *astar_search_objection(const astar_search *search) {
  return search->status == ASTAR_UNSUITED ? search->objection : NULL;
}

uint32_t astar_search_expanded(const astar_search *search) {
  return search->expanded;
}

const astar_trace_event *astar_search_trace(const astar_search *search, size_t *count) {
  *count = search->event_count;
  return search->events;
}

/* ---- the public beginning and end ------------------------------------------------------------ */

static bool valid(const astar_map *map, int32_t x, int32_t y, astar_rect goal) {
  return grid_has(&map->grid, x, y) && grid_holds(&map->grid, goal);
}

/* More nodes than there are cells are only expanded where some are opened again: seldom. */
static uint32_t enough_for(size_t cells) {
  return cells < UINT32_MAX / 16 ? 16 * (uint32_t)cells : UINT32_MAX;
}

static void ask(astar_search *search, const astar_query *query, int32_t x, int32_t y,
                astar_rect goal) {
  size_t cells = (size_t)search->map->grid.width * (size_t)search->map->grid.height;
  search->query = *query;
  search->start_x = x;
  search->start_y = y;
  search->start = grid_cell(&search->map->grid, x, y);
  search->asked = goal;
  search->expanded = 0;
  search->budget = query->budget > 0 ? query->budget : enough_for(cells);
  search->restarts = 0;
  search->apart = search->pending_work = false;
  search->disappointed = false;
  search->removals = search->map->removals;
  search->suspended = true;         /* the caller may do anything before the first step */
  search->event_count = 0;
}

/* A search that has not begun. NULL: no memory. */
static astar_search *ask_for(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                             const astar_query *resolved, astar_status *why) {
  astar_search *search = search_take(map);
  *why = ASTAR_NO_MEMORY;
  if (search != NULL) ask(search, resolved, x, y, goal);
  return search;
}

static astar_search *start(astar_search *search, astar_status *why) {
  if (search == NULL) return NULL;
  search->status = deliver(search, begin(search));
  if (search->status == ASTAR_NO_MEMORY) {
    astar_search_free(search);
    return NULL;
  }
  if (search->status != ASTAR_RUNNING) search_rest(search);
  *why = ASTAR_OK;
  return search;
}

astar_search *astar_search_new(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                               const astar_query *query, astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  *why = valid(map, x, y, goal) ? query_resolve(map, &resolved) : ASTAR_INVALID;
  return *why == ASTAR_OK ? start(ask_for(map, x, y, goal, &resolved, why), why) : NULL;
}

astar_search *find_begin_apart(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                               const astar_query *query, astar_status *why) {
  astar_search *search = ask_for(map, x, y, goal, query, why);
  if (search == NULL) return NULL;
  search->apart = true;
  search->suspended = false;
  return start(search, why);
}

bool find_reserve(astar_map *map, const astar_query *resolved, int32_t nodes, int32_t blends) {
  astar_status status;
  const astar_class *cls = resolved->cls;
  Plane *plane = plane_get(map, resolved->cls, resolved->player, &status);
  if (plane == NULL || plane_regions(plane) == NULL) return false;
  bool jumps = plane->uniform && jumps_possible(&map->grid) &&
               cls->diagonal == ASTAR_DIAGONAL_NO_OBSTACLES;
  if (jumps ? plane_jumps(plane) == NULL : plane_patterns(plane) == NULL) return false;
  bool layered = resolved->unit != NULL || resolved->influence_count > 0;
  for (; nodes > 0; nodes--)
    if (!search_add_spare_nodes(map, jumps || layered ? NULL : plane)) return false;
  for (; blends > 0 && layered; blends--)
    if (!blend_reserve(map)) return false;
  return true;
}

astar_search *astar_nearest_new(astar_map *map, int32_t x, int32_t y, const astar_target *target,
                                const astar_query *query, astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  astar_rect place = { x, y, 1, 1 };
  bool fits = valid(map, x, y, place) && targets_valid(map, target) && !resolved.partial &&
              resolved.turn == 0;
  *why = fits ? query_resolve(map, &resolved) : ASTAR_INVALID;
  if (*why != ASTAR_OK) return NULL;
  resolved.heuristic = ASTAR_NO_HEURISTIC;
  resolved.weight = ASTAR_ONE;
  astar_search *search = ask_for(map, x, y, place, &resolved, why);
  if (search != NULL) search->targets.wish = *target;
  return start(search, why);
}

static astar_status take_path(const astar_search *search, astar_path **path) {
  void *memory = memory_raw(&search->map->memory, astar_search_path_size(search));
  if (memory == NULL) return ASTAR_NO_MEMORY;
  *path = astar_search_path(search, memory);
  return search->status;
}

astar_status astar_path_find(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                             const astar_query *query, astar_path **path) {
  astar_status status;
  *path = NULL;
  astar_search *search = astar_search_new(map, x, y, goal, query, &status);
  if (search == NULL) return status;
  search->suspended = false;
  status = astar_search_step(search, UINT32_MAX);
  if (has_path(status)) status = take_path(search, path);
  astar_search_free(search);
  return status;
}

void astar_path_free(astar_map *map, astar_path *path) {
  if (path != NULL) memory_free(&map->memory, path, path->bytes);
}
