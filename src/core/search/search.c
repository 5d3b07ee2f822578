#include "search.h"

#include <string.h>

#include "../base/assert.h"

/* ---- what a search works with ---------------------------------------------------------------- */

/* Where a queue will soon want nodes again, equal ones are kept: making them takes longer than many
** a tick may. */
static void give_nodes(astar_map *map, Nodes *nodes) {
  node_pool_give_nodes(&map->node_pool, &map->memory, nodes, map->queue == NULL);
}

bool search_begin_nodes(astar_search *search, uint64_t numbering) {
  astar_map *map = search->map;
  if (numbering != NUMBERING_ANY || search->nodes.words == NULL) {
    give_nodes(map, &search->nodes);
    int most = search->progress.parallel ? 1 : NODE_POOL_NODES;
    search->nodes = node_pool_take_nodes(&map->node_pool, numbering, most);
  }
  if (!nodes_begin(&search->nodes, &map->memory, map->grid.cells)) return false;
  if (numbering == 0) search->nodes.numbering = 0;
  return true;
}

bool search_add_pool_nodes(astar_map *map, Plane *plane) {
  Nodes nodes = { 0 };
  if (!nodes_begin(&nodes, &map->memory, map->grid.cells)) return false;
  if (plane != NULL) plane_number_nodes(plane, &nodes);
  give_nodes(map, &nodes);
  return true;
}

/* A search that has begun again does without: else each further cell that becomes cheaper, wherever
** it lies, would be one more reason for that. */
const Landmarks *search_landmarks(const astar_search *search) {
  const Landmarks *landmarks = search->view.plane->landmarks;
  bool serve = landmarks != NULL && landmarks_serve(landmarks) && search->progress.restarts == 0 &&
               search->view.exits == NULL;
  return serve ? landmarks : NULL;
}

/* How many buckets of the open list a straight step is wide. With landmarks the estimates are good,
** and many nodes have nearly the same F. */
#define JUMP_BUCKETS 4
#define LANDMARK_BUCKETS 16

uint32_t search_bucket_width(const astar_search *search) {
  uint32_t step = search->view.least_straight, parts = 1;
  if (search_landmarks(search) != NULL) parts = LANDMARK_BUCKETS;
  else if (search->engine->keeps_runs) parts = JUMP_BUCKETS;
  return step >= parts ? step / parts : step;
}

bool search_begin_open(astar_search *search, uint32_t first_f, uint32_t width) {
  node_pool_take_open(&search->map->node_pool, &search->open);
  return open_list_begin(&search->open, &search->map->memory, first_f, width);
}

bool search_begin_buckets(astar_search *search, uint32_t first_f, uint32_t width) {
  node_pool_take_buckets(&search->map->node_pool, &search->buckets);
  return bucket_queue_begin(&search->buckets, &search->map->memory, first_f, width);
}

void search_find_best(const astar_search *search, BestNode *best) {
  if (search->open.buckets != NULL) open_list_find_best(&search->open, best);
  if (search->buckets.ring != NULL) bucket_queue_find_best(&search->buckets, best);
}

uint32_t search_first_steps(astar_search *search, Cell cell) {
  View *view = &search->view;
  uint32_t open = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    Cell next = cell + (Cell)direction_offset(&search->map->grid, direction);
    bool enters = view->kind[next] != 0;
    if (enters && search->cost_cache != NULL)
      enters = cost_cache_step(search->cost_cache, view, (ViewStep){ next, next, NO_DIRECTION }) <
               NEIGHBOURHOOD_BLOCKED;
    open |= (uint32_t)enters << direction;
  }
  return class_legal(search->query.cls, cell, open);
}

void search_start_engine(astar_search *search) {
  ASTAR_ASSERT(!search->engine_works && search->engine != NULL);
  memset(&search->engine_state, 0, sizeof search->engine_state);
  search->engine_works = true;
}

void search_stop_engine(astar_search *search) {
  astar_map *map = search->map;
  if (search->engine_works && search->engine->free_state != NULL)
    search->engine->free_state(search);
  /* Most searches have had neither. */
  if (search->open.buckets != NULL)
    node_pool_give_open(&map->node_pool, &map->memory, &search->open);
  if (search->buckets.ring != NULL)
    node_pool_give_buckets(&map->node_pool, &map->memory, &search->buckets);
  search->engine_works = false;
}

bool search_add_waypoint(astar_search *search, Waypoint waypoint) {
  if (!memory_grow(&search->map->memory, search->way.points, search->way.count,
                   &search->way.capacity))
    return false;
  search->way.points[search->way.count++] = waypoint;
  return true;
}

void search_give_back(astar_search *search) {
  astar_map *map = search->map;
  Trace *trace = &search->trace;
  give_nodes(map, &search->nodes);
  search_stop_engine(search);
  if (trace->seen != NULL)
    memory_free(&map->memory, trace->seen, trace->seen_count * sizeof *trace->seen);
  trace->seen = NULL;
  trace->seen_count = 0;
  if (search->cost_cache != NULL) cost_cache_give(search->cost_cache, map);
  search->cost_cache = NULL;
}

static void way_free(Way *way, Memory *memory) {
  memory_free(memory, way->points, way->capacity * sizeof *way->points);
  memory_free(memory, way->turns, way->turn_capacity * sizeof *way->turns);
  explanation_free(&way->explanation, memory);
}

void search_forget_found(astar_search *search) {
  Targets *targets = &search->targets;
  for (size_t i = 0; i < targets->count; i++)
    way_free(&targets->found[i].way, &search->map->memory);
  targets->count = targets->aside_count = 0;
  cellset_clear(&targets->met);
  cellset_clear(&targets->exhausted);
}

/* Keeps the sets that have the size of the map: to make them takes longer than many a search. */
static void clear_targets(astar_search *search) {
  Targets *targets = &search->targets;
  Memory *memory = &search->map->memory;
  if (targets->request.wanted == 0) return;
  search_forget_found(search);
  memory_free(memory, targets->found, targets->capacity * sizeof *targets->found);
  memory_free(memory, targets->aside, targets->aside_capacity * sizeof *targets->aside);
  cellset_free(&targets->asked, search->map);
  sparse_array_free(&targets->asked_of, memory);
  cellset_clear(&targets->goals);
  cellset_clear(&targets->blocks);
  *targets = (Targets){ .goals = targets->goals, .blocks = targets->blocks, .met = targets->met,
                        .exhausted = targets->exhausted };
}

static void free_targets(astar_search *search) {
  Targets *targets = &search->targets;
  clear_targets(search);
  cellset_free(&targets->goals, search->map);
  cellset_free(&targets->blocks, search->map);
  cellset_free(&targets->met, search->map);
  cellset_free(&targets->exhausted, search->map);
}

void search_shrink(astar_search *search) {
  search_scratch_give(search->scratch, search->map);
  search->scratch = NULL;
  search->view.scratch = NULL;
}

static void search_release(astar_search *search) {
  astar_map *map = search->map;
  search_give_back(search);
  free_targets(search);
  search_shrink(search);
  way_free(&search->way, &map->memory);
  memory_free(&map->memory, search->trace.events,
              search->trace.capacity * sizeof *search->trace.events);
  memory_free(&map->memory, search->obstacles.list,
              search->obstacles.capacity * sizeof *search->obstacles.list);
  memory_free(&map->memory, search, sizeof *search);
}

/* ---- searches -------------------------------------------------------------------------------- */

static astar_search *search_new(astar_map *map) {
  astar_search *search = memory_new(&map->memory, sizeof *search);
  if (search == NULL) return NULL;
  search->map = map;
  search->next = map->searches;
  if (map->searches != NULL) map->searches->before = search;
  map->searches = search;
  return search;
}

astar_search *search_take(astar_map *map) {
  astar_search *search = map->idle;
  map->idle = NULL;
  if (search == NULL) search = search_new(map);
  if (search == NULL) return NULL;
  search->scratch = search_scratch_take(map);
  if (search->scratch != NULL) return search;
  map->idle = search;
  return NULL;
}

static void leave_list(astar_search *search) {
  if (search->before != NULL) search->before->next = search->next;
  else search->map->searches = search->next;
  if (search->next != NULL) search->next->before = search->before;
}

bool search_is_whole(const astar_search *search) {
  const astar_map *map = search->map;
  return search->date.removals == map->removals ||
         view_is_whole(&search->view, &search->query, search->date);
}

/* One idle search is kept for the next query. */
void astar_search_free(astar_search *search) {
  if (search == NULL) return;
  astar_map *map = search->map;
  search_give_back(search);
  search_shrink(search);
  clear_targets(search);
  explanation_free(&search->way.explanation, &map->memory);
  search->user_data = NULL;
  if (map->idle == NULL) {
    map->idle = search;
    return;
  }
  leave_list(search);
  search_release(search);
}

void searches_free(astar_map *map) {
  while (map->searches != NULL) {
    astar_search *search = map->searches;
    map->searches = search->next;
    search_release(search);
  }
  search_scratches_free(map);
  node_pool_free(&map->node_pool, &map->memory);
  cost_caches_free(map);
}
