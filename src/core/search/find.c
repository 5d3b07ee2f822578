#include "find.h"

#include "goal.h"
#include "path_builder.h"
#include "phase.h"
#include "targets.h"

static uint32_t sum_up_to(uint32_t a, uint32_t b, uint32_t most) {
  uint64_t sum = (uint64_t)a + b;
  return sum < most ? (uint32_t)sum : most;
}

/* What has failed for want of memory begins once more, as if it had never begun. */
static void begin_once_more(astar_search *search) {
  search->expanded = 0;
  search->trace.count = 0;
  if (!search_is_whole(search)) {
    search->status = ASTAR_CANCELLED;
    return;
  }
  search_give_back(search);
  view_clear(&search->view);
  search_begin(search);
}

astar_status astar_search_step(astar_search *search, uint32_t nodes) {
  if (search->status == ASTAR_NO_MEMORY) begin_once_more(search);
  uint32_t until = sum_up_to(search->expanded, nodes, search->budget);
  while (search_prepare(search)) {
    search_run(search, until);
    search_finish(search);
    /* Where the budget ends, not these nodes alone, there is an outcome to come. */
    bool used_up = search->expanded >= until && until < search->budget;
    if (search->progress.ran == ASTAR_RUNNING || used_up) break;
  }
  search->progress.suspended = true;
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
  *count = search->trace.count;
  return search->trace.events;
}

/* ---- the public beginning and end ------------------------------------------------------------ */

bool find_valid(const astar_map *map, int32_t x, int32_t y, astar_rect goal) {
  return map_has_cell(map, x, y) && map_holds(map, goal);
}

/* More nodes than there are cells are only expanded where some are opened again: seldom. */
static uint32_t enough_for(size_t cells) {
  return cells < UINT32_MAX / 16 ? 16 * (uint32_t)cells : UINT32_MAX;
}

static void find_set_up(astar_search *search, const astar_query *query, int32_t x, int32_t y,
                        astar_rect goal) {
  size_t cells = (size_t)search->map->grid.width * (size_t)search->map->grid.height;
  search->query = *query;
  search->query_start = (astar_cell){ x, y };
  search->start_x = x;
  search->start_y = y;
  search->start = grid_cell(&search->map->grid, x, y);
  search->goal.asked = goal;
  search->expanded = search->upfront_nodes = 0;
  search->budget = query->budget > 0 ? query->budget : enough_for(cells);
  search->progress.restarts = 0;
  search->progress.parallel = search->progress.without_units = false;
  search->bare_attempt = BARE_ATTEMPT_NONE;
  search->date = query_date(search->map, query);
  search->progress.suspended = true;         /* the caller may do anything before the first step */
  search->trace.count = search->obstacles.count = 0;
}

astar_search *find_take(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                        const astar_query *resolved, astar_status *why) {
  astar_search *search = search_take(map);
  *why = ASTAR_NO_MEMORY;
  if (search != NULL) find_set_up(search, resolved, x, y, goal);
  return search;
}

static astar_search *find_begin(astar_search *search, astar_status *why) {
  if (search == NULL) return NULL;
  search_begin(search);
  if (search->status == ASTAR_NO_MEMORY) {
    astar_search_free(search);
    return NULL;
  }
  *why = ASTAR_OK;
  return search;
}

astar_search *astar_search_new(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                               const astar_query *query, astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  *why = find_valid(map, x, y, goal) ? query_resolve(map, &resolved) : ASTAR_INVALID;
  return *why == ASTAR_OK ? find_begin(find_take(map, x, y, goal, &resolved, why), why) : NULL;
}

astar_search *find_begin_parallel(astar_map *map, const PathRequest *request,
                                  const astar_query *query, astar_status *why) {
  bool several = request->target != NULL && request->target->wanted > 0;
  astar_rect place = { request->x, request->y, 1, 1 };
  astar_search *search = find_take(map, request->x, request->y, several ? place : request->goal,
                                   query, why);
  if (search == NULL) return NULL;
  if (several) search->targets.request = *request->target;
  search->progress.parallel = true;
  search->progress.suspended = false;
  return find_begin(search, why);
}

bool find_reserve(astar_map *map, const astar_query *resolved, int32_t nodes, int32_t caches) {
  astar_status status;
  Plane *plane = plane_get(map, resolved->cls, resolved->player, &status);
  if (plane == NULL || plane_regions(plane) == NULL) return false;
  bool jumps = plane_denies_jumps(plane) == NULL;
  if (jumps ? plane_jumps(plane) == NULL : plane_patterns(plane) == NULL) return false;
  bool layered = resolved->unit != NULL || resolved->influence_count > 0;
  for (; nodes > 0; nodes--)
    if (!search_add_pool_nodes(map, jumps || layered ? NULL : plane)) return false;
  for (; caches > 0 && layered; caches--)
    if (!cost_cache_reserve(map)) return false;
  return true;
}

astar_status find_resolve_nearest(astar_map *map, const astar_target *target, astar_query *query) {
  bool fits = targets_valid(map, target) &&
              map_accepts(map, !query->partial, "query.partial: not for the nearest of many") &&
              map_accepts(map, query->turn_cost == 0,
                          "query.turn_cost: not for the nearest of many") &&
              map_accepts(map, !query->any_angle, "query.any_angle: not for the nearest of many");
  if (!fits) return ASTAR_INVALID;
  query->heuristic = ASTAR_NO_HEURISTIC;
  query->heuristic_weight = ASTAR_ONE;
  return query_resolve(map, query);
}

astar_search *astar_nearest_new(astar_map *map, int32_t x, int32_t y, const astar_target *target,
                                const astar_query *query, astar_status *why) {
  astar_query resolved = query != NULL ? *query : astar_query_default();
  astar_rect place = { x, y, 1, 1 };
  bool fits = find_valid(map, x, y, place);
  *why = fits ? find_resolve_nearest(map, target, &resolved) : ASTAR_INVALID;
  if (*why != ASTAR_OK) return NULL;
  astar_search *search = find_take(map, x, y, place, &resolved, why);
  if (search != NULL) search->targets.request = *target;
  return find_begin(search, why);
}

static astar_path *find_take_path(const astar_search *search, astar_status *why) {
  void *memory = memory_raw(&search->map->memory, astar_search_path_size(search, 0));
  if (memory == NULL) *why = ASTAR_NO_MEMORY;
  if (memory == NULL) return NULL;
  memory_hand_out(&search->map->memory, memory);
  return astar_search_path(search, 0, memory);
}

astar_path *astar_path_find(astar_map *map, int32_t x, int32_t y, astar_rect goal,
                            const astar_query *query, astar_status *why) {
  astar_search *search = astar_search_new(map, x, y, goal, query, why);
  if (search == NULL) return NULL;
  search->progress.suspended = false;
  *why = astar_search_step(search, UINT32_MAX);
  astar_path *path = has_path(*why) ? find_take_path(search, why) : NULL;
  astar_search_free(search);
  return path;
}

void astar_path_free(astar_map *map, astar_path *path) {
  path_free(&map->memory, path);
}
